//! What every front end needs: the catalogue of games, positions from text, and sessions that analyse them.

mod any;
pub mod bench;
pub mod board;
mod catalogue;
pub mod certify;
mod desk;
pub mod explain;
mod input;
pub mod json;
mod level;
mod perft;
pub mod queries;
pub mod review;
mod session;
pub mod solve;
mod suite;
pub mod tables;
mod text;
mod weights;

pub use any::{AnyGame, Ask, Chosen, Heading, Imported, LastMove, ResultShown, State, Written};
pub use catalogue::{GameId, Playable, SolvableVisitor, Variant, VariantError, Visitor};
pub use desk::Desk;
pub use grenier_search::eval::{Feature, Linear};
pub use grenier_search::{
    Evaluated, Evaluator, Limits, Line, Observer, Param, ParamError, Report, Request, Score, Stop, Unit,
};
pub use input::{Entry, Played, entries};
pub use level::{Level, choose};
pub use perft::parallel_perft;
pub use session::{EngineKind, MOST_HASH, MOST_THREADS, Session, Settings, SetupError};
pub use suite::{Operation, SuiteLine};
pub use text::{PositionText, START};
pub use weights::{ChoiceError, WeightsChoice};
