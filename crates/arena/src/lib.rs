//! Engine against engine: players, matches and tournaments that survive their engines, and statistics to trust.
//!
//! A [`Config`] says who plays; a [`Match`] plays it, keeps a [`Journal`] of every game, and tells what happens. With node
//! or depth limits the games depend on the configuration and its seed only, not on how many are played at a time.

mod books;
pub mod chart;
mod clock;
mod config;
mod duel;
mod foreign;
mod journal;
mod ledger;
mod limits;
mod openings;
mod own;
mod plan;
mod played;
mod player;
mod records;
mod runner;
mod spec;
mod standing;
pub mod stats;
mod terms;
mod weights;

pub use clock::allotment;
pub use config::{Config, DrawRule, Format, Openings, Order, ResignRule, SprtRule};
pub use journal::{Journal, read_config};
pub use ledger::{Ledger, Line, write_whole};
pub use openings::{game_seed, openings};
pub mod ugi;

pub use foreign::{Foreign, ForeignSpec, Introduction};
pub use limits::{Clocks, PlayerLimits, TimeControl};
pub use played::{Pairing, Played, PlayedMove, Termination};
pub use player::{Choice, Fault, FaultKind, NoMove, Player, Remark};
pub use runner::{Ending, Event, MakePlayer, Match, Outcome, make_player, today, usual_name};
pub use spec::{Kind, PlayerSpec};
pub use standing::Standing;
pub use terms::Terms;
