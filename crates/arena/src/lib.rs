//! Engine against engine: players, matches and tournaments that survive their engines, and statistics to trust.

mod foreign;
mod limits;
mod player;
pub mod ugi;

pub use foreign::{Foreign, ForeignSpec, Introduction};
pub use limits::{Clocks, PlayerLimits, TimeControl};
pub use player::{Choice, Fault, FaultKind, NoMove, Player, Remark};
