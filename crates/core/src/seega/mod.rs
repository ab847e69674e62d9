//! Seega (Egypt; in Somalia Shantarad, Siga): 5x5 squares and twelve pieces each, or 7x7 and 24, or 9x9 and 40.
//!
//! - S1 First phase: `x` begins; each turn places two pieces together on empty squares, never on the centre, until all
//!   stand.
//! - S2 Second phase: `o`, who placed last, also moves first (two turns in a row).
//! - S3 Move one square horizontally or vertically to an empty square; the centre is open now.
//! - S4 Capture by enclosing: an enemy piece next to the square just reached, with another own piece directly beyond it
//!   in the same line, is removed; up to three at once. Only the piece that moved captures: moving between two enemies
//!   is safe, and so are pieces enclosed by the placement.
//! - S5 A piece on the centre cannot be captured, but helps to capture. The edge and the empty centre help nobody.
//! - S6 Capturing is compulsory when possible (any capturing move may be chosen), and the same piece goes on while it can
//!   capture, each further step being a capturing step; where it has a choice of steps it chooses.
//! - S7 A player who cannot move passes, and only then.
//! - S8 A player whose enemy cannot move (whether he has just passed or not) must free him: one of the moves that leave
//!   the enemy a move must be played. If there is none the game is over (S10).
//! - S9 *Petite victoire* *(reading)*. With R the squares that the enemy pieces can reach orthogonally without crossing
//!   P's pieces (their own squares included), P's *frontier* is the P pieces orthogonally next to R. P has a *wall* when
//!   (1) a whole group of the frontier, connected like a chess king, touches two opposite edges of the board; (2) no
//!   piece of that group off the centre has two opposite neighbours in R; (3) behind it, on the squares that the enemy
//!   could not reach if only the pieces of that group stood in his way, P has a piece with an orthogonally adjacent
//!   empty square. Whenever both hands are empty and the side with more pieces has a wall, the game ends and that side
//!   wins. Tested before S10. Preset `nowall` drops this clause.
//! - S10 *Grande victoire*: the game is over when a side has no piece left, when S8 says so, on repetition, and after 100
//!   plies without a capture *(readings; a pass is a ply)*. More pieces wins; equal numbers draw.
//! - S11 Preset `placement-captures`: pieces placed capture as in S4 too: both pieces of the turn are set, then every
//!   enemy piece enclosed between one of them and another own piece is removed for good; it is automatic, and S6 does not
//!   restrict where one places. The centre stays closed; S5 holds.
//! - S12 Presets `7x7` (24 pieces each) and `9x9` (40 each): the same rules.
//!
//! Clauses marked *(reading)* are ours, where the sources are silent. So is this: nothing ends the first phase early.
//!
//! ```
//! use grenier_core::{Notation, Position, capture::Five, seega::Seega};
//!
//! let position = Seega::<Five>::parse_fields(Default::default(), "xoxoo/oxxxo/xo1ox/oxxoo/xooxx x 0,0 0")?;
//! let mut moves = Vec::new();
//! position.legal_moves(&mut moves);
//! let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
//! assert_eq!(texts, ["c2xc3xd3", "c4xc3xd3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod moves;
mod notation;
#[cfg(test)]
mod reference;
mod rules;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod walls;

pub use rules::SeegaRules;

use crate::capture::board::QUIET_LIMIT;
use crate::capture::{Bits, Board, Chain, Kind, Met, Next, Refusal, Size, Turn, refuse, symmetry};
use crate::{Outcome, Player, Position, Symmetric, Tally, Victory};

/// A position of Seega on a board of size `S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seega<S: Size> {
    board: Board<S>,
    rules: SeegaRules,
}

impl<S: Size> Seega<S> {
    /// The board with hands, side to move and counter.
    pub fn board(&self) -> &Board<S> {
        &self.board
    }

    /// The position of the second phase with these pieces, the first player's first, and the quiet counter at 0.
    ///
    /// `None` if pieces overlap, or a player has more than he starts with or stands off the board.
    pub fn set_up(rules: SeegaRules, pieces: [S::Bits; 2], turn: Player) -> Option<Seega<S>> {
        Board::moving(pieces, turn).map(|board| Seega { board, rules })
    }

    /// The same position with its quiet counter at 0.
    #[must_use]
    pub fn without_quiet_plies(&self) -> Seega<S> {
        Seega { board: Board { quiet: 0, ..self.board }, ..*self }
    }

    /// The player who has more pieces and a wall (S9), if the rules know walls.
    #[inline]
    fn petite(&self) -> Option<Player> {
        let [first, second] = self.board.counts();
        if self.rules.nowall || first == second {
            return None;
        }
        let leader = if first > second { Player::First } else { Player::Second };
        let (own, enemy) = (self.board.pieces(leader), self.board.pieces(leader.other()));
        walls::has_wall::<S>(own, enemy).then_some(leader)
    }

    /// Is the game over by a side without pieces, by the counter, or by an enemy who cannot be freed (S8)?
    #[inline]
    fn is_spent(&self) -> bool {
        let (own, enemy) = (self.board.own(), self.board.enemy());
        own.is_empty() || enemy.is_empty() || self.board.quiet >= QUIET_LIMIT || {
            let near = S::beside(self.board.empty());
            (enemy & near).is_empty() && (own & near & S::beside(enemy)).is_empty()
        }
    }

    /// Why `mv` is not legal, if it is not.
    fn check(&self, mv: Turn<S>) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            refuse(0, "the game is over")
        } else if self.board.is_placing() {
            self.board.check_placement(mv)
        } else {
            self.check_move(mv)
        }
    }

    /// Fills `moves` with the moves of a game that is not over; `visit` chooses among the captures.
    fn generate(&self, moves: &mut Vec<Turn<S>>, mut visit: impl FnMut(&Chain<S>, bool) -> Next) {
        moves.clear();
        if self.outcome().is_some() {
            return;
        }
        if self.board.is_placing() {
            return self.board.placements(moves);
        }
        self.captures(&mut |chain, complete| {
            let next = visit(chain, complete);
            if complete && next == Next::Deeper {
                moves.push(chain.turn);
            }
            next
        });
        if moves.is_empty() {
            self.slides(moves);
        }
        if moves.is_empty() {
            moves.push(Turn::pass());
        }
    }
}

impl<S: Size> Position for Seega<S> {
    type Move = Turn<S>;
    type Rules = SeegaRules;

    const QUIET_LIMIT: Option<u32> = Some(QUIET_LIMIT as u32);
    const KEY_IS_EXACT: bool = S::KEY_IS_EXACT;

    fn start(rules: SeegaRules) -> Seega<S> {
        Seega { board: Board::start(), rules }
    }

    fn rules(&self) -> SeegaRules {
        self.rules
    }

    #[inline]
    fn turn(&self) -> Player {
        self.board.turn
    }

    fn legal_moves(&self, moves: &mut Vec<Turn<S>>) {
        self.generate(moves, |_, _| Next::Deeper);
    }

    /// Chains are cut where they meet what an earlier one has reached, so that their number stays that of the
    /// positions inside the turn, however many ways lead to them.
    fn distinct_moves(&self, moves: &mut Vec<Turn<S>>) {
        let mut met: Met<(S::Bits, S::Bits, S::Bits)> = Met::new();
        let mut ends: Met<(S::Bits, S::Bits)> = Met::new();
        self.generate(moves, |chain, complete| {
            // Nothing can be met twice before the second step, and most captures have one only.
            if complete && chain.turn.steps() == 1 && met.is_empty() {
                ends.push((chain.own, chain.enemy));
                return Next::Deeper;
            }
            let here = (chain.at, chain.own, chain.enemy);
            if met.contains(&here) {
                return Next::Back;
            }
            met.push(here);
            let end = (chain.own, chain.enemy);
            if complete && ends.contains(&end) {
                return Next::Back;
            }
            if complete {
                ends.push(end);
            }
            Next::Deeper
        });
    }

    fn is_legal(&self, mv: Turn<S>) -> bool {
        self.check(mv).is_ok()
    }

    #[inline]
    fn play_unchecked(&self, mv: Turn<S>) -> Seega<S> {
        match mv.kind() {
            Kind::Slide => Seega { board: self.board.slide(mv), ..*self },
            Kind::Capture | Kind::Jump => self.captured(&self.walked(mv)),
            Kind::Pair | Kind::Single => self.placed(mv.placed()),
            Kind::Pass => self.passed(),
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.board.is_placing() {
            return None;
        }
        if let Some(winner) = self.petite() {
            let tally = Tally::Pieces { victory: Victory::Petite, pieces: self.board.counts() };
            return Some(Outcome { winner: Some(winner), tally });
        }
        self.is_spent().then(|| Outcome::by_pieces(self.board.counts()))
    }

    fn endless(&self) -> Outcome {
        Outcome::by_pieces(self.board.counts())
    }

    fn repeats(&self, earlier: &Seega<S>) -> bool {
        self.board.repeats(&earlier.board)
    }

    fn epoch(&self) -> u32 {
        self.board.epoch()
    }

    #[inline]
    fn quiet_plies(&self) -> u32 {
        u32::from(self.board.quiet)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key()
    }

    #[inline]
    fn random_child(&self, below: &mut impl FnMut(u32) -> u32) -> Option<Seega<S>> {
        if self.outcome().is_some() {
            None
        } else if self.board.is_placing() {
            Some(self.placed(self.board.random_placement(below)))
        } else {
            Some(self.random_move(below))
        }
    }
}

impl<S: Size> Symmetric for Seega<S> {
    const SYMMETRIES: u8 = symmetry::SYMMETRIES;

    fn transformed(&self, symmetry: u8) -> Seega<S> {
        Seega { board: self.board.transformed(symmetry), ..*self }
    }

    fn transformed_move(mv: Turn<S>, symmetry: u8) -> Turn<S> {
        mv.transformed(symmetry)
    }
}
