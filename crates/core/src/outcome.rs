//! How a game ended: who won, and by what.

use crate::Player;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Player>,
    /// What stood at the end, beyond who won.
    pub tally: Tally,
}

/// What is counted at the end of a game; its kind depends on the game only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    /// Mancalas: the final stores of both players, in seeds.
    Stores([u8; 2]),
    /// Seega: the kind of victory and the pieces left of both players.
    Pieces {
        /// By a wall, or by counting.
        victory: Victory,
        /// Pieces on the board, first player's first.
        pieces: [u8; 2],
    },
    /// M'raha wa bwe: nothing is counted.
    Bare,
}

/// The two ways to win a game of Seega (a drawn one ends as [`Victory::Grande`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victory {
    /// *Petite victoire*: behind a wall (clause S9).
    Petite,
    /// *Grande victoire*: everything else (clause S10).
    Grande,
}

impl Victory {
    /// The word that text and JSON use.
    pub const fn word(self) -> &'static str {
        match self {
            Victory::Petite => "petite",
            Victory::Grande => "grande",
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The position itself ends the game.
    Position,
    /// The position occurred too often.
    Repetition,
}

impl Outcome {
    /// The outcome in which more seeds in `stores` win.
    pub const fn by_stores(stores: [u8; 2]) -> Outcome {
        Outcome { winner: majority(stores), tally: Tally::Stores(stores) }
    }

    /// The outcome in which more `pieces` win (always a *grande victoire*, or a draw).
    pub const fn by_pieces(pieces: [u8; 2]) -> Outcome {
        Outcome { winner: majority(pieces), tally: Tally::Pieces { victory: Victory::Grande, pieces } }
    }

    /// The result in words, with the names of the first and the second player: `South wins, seeds 28-20, by repetition`.
    pub fn described(&self, players: [&str; 2], reason: Reason) -> String {
        let who = match self.winner {
            Some(player) => format!("{} wins", players[player.index()]),
            None => "draw".to_owned(),
        };
        let count = match self.tally {
            Tally::Stores([first, second]) => format!(", seeds {first}-{second}"),
            Tally::Pieces { victory, pieces: [first, second] } => {
                let kind = if self.winner.is_some() {
                    format!(", {} victoire", victory.word())
                } else {
                    String::new()
                };
                format!(", pieces {first}-{second}{kind}")
            }
            Tally::Bare => String::new(),
        };
        let why = if reason == Reason::Repetition { ", by repetition" } else { "" };
        format!("{who}{count}{why}")
    }

    /// What it is worth to `player`: in mancalas the seeds that he has more than his opponent, in the other games 1 for a
    /// win, 0 for a draw and -1 for a loss.
    #[inline]
    pub fn worth_to(&self, player: Player) -> i32 {
        match (self.tally, self.winner) {
            (Tally::Stores(stores), _) => {
                i32::from(stores[player.index()]) - i32::from(stores[player.other().index()])
            }
            (_, None) => 0,
            (_, Some(winner)) => {
                if winner == player {
                    1
                } else {
                    -1
                }
            }
        }
    }

    /// The outcome that only says who won (`None`: nobody).
    pub const fn bare(winner: Option<Player>) -> Outcome {
        Outcome { winner, tally: Tally::Bare }
    }
}

const fn majority(counts: [u8; 2]) -> Option<Player> {
    if counts[0] > counts[1] {
        Some(Player::First)
    } else if counts[1] > counts[0] {
        Some(Player::Second)
    } else {
        None
    }
}
