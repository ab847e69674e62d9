//! The phrases, and their words in two languages.

use grenier_core::Language;

/// How a game ends for the player who makes the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// He wins.
    Win,
    /// Nobody wins.
    Draw,
    /// He loses.
    Loss,
}

/// One thing that a move does. [The module](super) says exactly what each means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// There is no other legal move.
    OnlyMove,
    /// The enemy has no seeds, and the rules want him to get some.
    MustFeed,
    /// The enemy cannot move, and the rules want him freed (Seega).
    MustFree,
    /// The player cannot move (Seega).
    Passes,
    /// So many seeds go to the mover's store.
    TakesSeeds(u8),
    /// So many seeds go to the enemy's store (Obridjie).
    GivesSeeds(u8),
    /// The move has so many sowings, two or more (Obridjie).
    Relay(usize),
    /// The last pit is lifted for the first time: the mover captures from this move on (Kpé).
    Unlocks,
    /// A pit is lifted for the first time; so many are left to lift (Kpé).
    FirstLift(u32),
    /// A grenier is lifted, with so many seeds.
    OpensGrenier(u8),
    /// The pit of this name is a grenier of so many seeds, more than before.
    BuildsGrenier(String, u8),
    /// The mover could take so many seeds next, from these pits.
    ThreatensSeeds(u8, Vec<String>),
    /// What the enemy could take falls by so many seeds, those of these pits among them.
    SavesSeeds(u8, Vec<String>),
    /// The enemy could take so many seeds next, from these pits.
    AllowsSeeds(u8, Vec<String>),
    /// The enemy has no seeds left.
    Starves,
    /// This piece is taken, and the enemy can take none in reply.
    WinsPiece(String),
    /// These pieces are taken.
    TakesPieces(Vec<String>),
    /// The mover could take each of these pieces next.
    ThreatensPieces(Vec<String>),
    /// These pieces could be taken before the move, and cannot after it.
    SavesPieces(Vec<String>),
    /// The enemy could take each of these pieces next.
    LeavesPieces(Vec<String>),
    /// Every reply of the enemy takes these pieces.
    LosesPieces(Vec<String>),
    /// A piece comes to stand on the centre.
    Centre,
    /// The enemy has no move, or none but to pass.
    Blocks,
    /// The mover has a wall (Seega).
    WallsIn,
    /// The last pieces are placed.
    EndsPlacement,
    /// The game is over.
    Ends {
        /// For the mover.
        end: End,
        /// Seeds or pieces of the first and the second player at the end.
        counts: Option<[u8; 2]>,
        /// The position occurred too often.
        by_repetition: bool,
    },
    /// Nothing of the kind.
    Quiet,
}

impl Phrase {
    /// The phrase in words.
    pub fn text(&self, language: Language) -> String {
        match language {
            Language::English => self.english(),
            Language::French => self.french(),
        }
    }

    fn english(&self) -> String {
        match self {
            Phrase::OnlyMove => "the only move".to_owned(),
            Phrase::MustFeed => "must feed the enemy".to_owned(),
            Phrase::MustFree => "must free the enemy".to_owned(),
            Phrase::Passes => "must pass".to_owned(),
            Phrase::TakesSeeds(seeds) => format!("takes {seeds}"),
            Phrase::GivesSeeds(seeds) => format!("gives the enemy {seeds}"),
            Phrase::Relay(sowings) => format!("a relay of {sowings} sowings"),
            Phrase::Unlocks => "unlocks: may capture from now on".to_owned(),
            Phrase::FirstLift(left) => format!("a first lift, {left} to go"),
            Phrase::OpensGrenier(seeds) => format!("opens the grenier of {seeds}"),
            Phrase::BuildsGrenier(pit, seeds) => format!("builds the grenier in {pit} ({seeds})"),
            Phrase::ThreatensSeeds(seeds, pits) => format!("threatens {seeds}{}", places(" in ", pits)),
            Phrase::SavesSeeds(seeds, pits) => format!("saves {seeds}{}", places(" in ", pits)),
            Phrase::AllowsSeeds(seeds, pits) => format!("allows {seeds}{}", places(" in ", pits)),
            Phrase::Starves => "starves the enemy".to_owned(),
            Phrase::WinsPiece(square) => format!("wins the piece on {square}"),
            Phrase::TakesPieces(squares) if squares.len() > 1 => {
                format!("takes {} ({})", squares.len(), squares.join(", "))
            }
            Phrase::TakesPieces(squares) => format!("takes {}", pieces(squares)),
            Phrase::ThreatensPieces(squares) => format!("threatens {}", pieces(squares)),
            Phrase::SavesPieces(squares) => format!("saves {}", pieces(squares)),
            Phrase::LeavesPieces(squares) => format!("leaves {} to be taken", pieces(squares)),
            Phrase::LosesPieces(squares) => format!("loses {}", pieces(squares)),
            Phrase::Centre => "occupies the centre".to_owned(),
            Phrase::Blocks => "blocks the enemy".to_owned(),
            Phrase::WallsIn => "walls in the enemy".to_owned(),
            Phrase::EndsPlacement => "ends the placement".to_owned(),
            Phrase::Ends { end, counts, by_repetition } => {
                let verb = match end {
                    End::Win => "wins",
                    End::Draw => "draws",
                    End::Loss => "loses",
                };
                let why = if *by_repetition { " by repetition" } else { "" };
                format!("{verb} the game{}{why}", count(*counts))
            }
            Phrase::Quiet => "quiet".to_owned(),
        }
    }

    fn french(&self) -> String {
        match self {
            Phrase::OnlyMove => "le seul coup".to_owned(),
            Phrase::MustFeed => "doit nourrir l’adversaire".to_owned(),
            Phrase::MustFree => "doit libérer l’adversaire".to_owned(),
            Phrase::Passes => "doit passer".to_owned(),
            Phrase::TakesSeeds(seeds) => format!("prend {seeds}"),
            Phrase::GivesSeeds(seeds) => format!("donne {seeds} à l’adversaire"),
            Phrase::Relay(sowings) => format!("un relais de {sowings} semis"),
            Phrase::Unlocks => "déverrouille : peut prendre désormais".to_owned(),
            Phrase::FirstLift(left) => format!("une première levée, encore {left}"),
            Phrase::OpensGrenier(seeds) => format!("ouvre le grenier de {seeds}"),
            Phrase::BuildsGrenier(pit, seeds) => format!("remplit le grenier en {pit} ({seeds})"),
            Phrase::ThreatensSeeds(seeds, pits) => format!("menace {seeds}{}", places(" en ", pits)),
            Phrase::SavesSeeds(seeds, pits) => format!("sauve {seeds}{}", places(" en ", pits)),
            Phrase::AllowsSeeds(seeds, pits) => format!("permet {seeds}{}", places(" en ", pits)),
            Phrase::Starves => "affame l’adversaire".to_owned(),
            Phrase::WinsPiece(square) => format!("gagne la pièce en {square}"),
            Phrase::TakesPieces(squares) if squares.len() > 1 => {
                format!("prend {} ({})", squares.len(), squares.join(", "))
            }
            Phrase::TakesPieces(squares) => format!("prend {}", french_pieces(squares)),
            Phrase::ThreatensPieces(squares) => format!("menace {}", french_pieces(squares)),
            Phrase::SavesPieces(squares) => format!("sauve {}", french_pieces(squares)),
            Phrase::LeavesPieces(squares) => format!("laisse prendre {}", french_pieces(squares)),
            Phrase::LosesPieces(squares) => format!("perd {}", french_pieces(squares)),
            Phrase::Centre => "occupe le centre".to_owned(),
            Phrase::Blocks => "bloque l’adversaire".to_owned(),
            Phrase::WallsIn => "emmure l’adversaire".to_owned(),
            Phrase::EndsPlacement => "finit le placement".to_owned(),
            Phrase::Ends { end, counts, by_repetition } => {
                let verb = match end {
                    End::Win => "gagne la partie",
                    End::Draw => "fait nulle",
                    End::Loss => "perd la partie",
                };
                let why = if *by_repetition { " par répétition" } else { "" };
                format!("{verb}{}{why}", count(*counts))
            }
            Phrase::Quiet => "calme".to_owned(),
        }
    }
}

fn places(preposition: &str, names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("{preposition}{}", names.join(", ")) }
}

fn pieces(squares: &[String]) -> String {
    let noun = if squares.len() == 1 { "piece" } else { "pieces" };
    format!("the {noun} on {}", squares.join(", "))
}

fn french_pieces(squares: &[String]) -> String {
    let noun = if squares.len() == 1 { "la pièce" } else { "les pièces" };
    format!("{noun} en {}", squares.join(", "))
}

fn count(counts: Option<[u8; 2]>) -> String {
    counts.map_or(String::new(), |[first, second]| format!(" {first}-{second}"))
}
