//! The rules of five African board games, exactly: three mancalas ([`kpe`], [`awale`], [`obridjie`]) and two capture
//! games ([`mraha`], [`seega`]).
//!
//! This crate knows positions, legal moves, results, notation, game records and perft. It does not search, score,
//! spawn threads, look at clocks or touch files.
//!
//! ```
//! use grenier_core::{Notation, Position, awale::Awale};
//!
//! let start = Awale::start(Default::default());
//! let mv = start.parse_move("C")?;
//! assert_eq!(start.play(mv)?.text(), "awale 4-4-0-5-5-5-5-4-4-4-4-4-0-0-N");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod awale;
pub mod capture;
mod game;
pub mod kpe;
pub mod mancala;
pub mod mraha;
pub mod notation;
pub mod obridjie;
mod outcome;
mod perft;
mod player;
mod position;
pub mod record;
pub mod seega;
pub mod text;

pub use game::Game;
pub use notation::ParseError;
pub use outcome::{Outcome, Reason, Tally, Victory};
pub use perft::Perft;
pub use player::Player;
pub use position::{IllegalMove, Notation, OnlyRules, Position, PresetError, Rules, Symmetric};
pub use text::{Clause, Language, RulesText};
