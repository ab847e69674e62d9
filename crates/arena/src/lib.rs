//! Engine against engine: players, matches and tournaments that survive their engines, and statistics to trust.

pub mod chart;
pub mod stats;

mod limits;
mod player;

pub use limits::{Clocks, PlayerLimits, TimeControl};
pub use player::{Choice, Fault, FaultKind, NoMove, Player, Remark};
