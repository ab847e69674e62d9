//! What every front end needs: the catalogue of games, positions from text, and sessions that analyse them.

mod catalogue;
pub mod json;
mod perft;
mod text;

pub use catalogue::{GameId, Playable, Variant, VariantError, Visitor};
pub use perft::parallel_perft;
pub use text::{PositionText, START};
