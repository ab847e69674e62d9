//! What every front end needs: the catalogue of games, positions from text, and sessions that analyse them.

mod catalogue;
mod text;

pub use catalogue::{GameId, Playable, Variant, VariantError, Visitor};
pub use text::PositionText;
