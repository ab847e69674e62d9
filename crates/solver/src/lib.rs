//! Exact values: tables of all positions with little material, made by retrograde analysis.
//!
//! A table holds for every position of a *layer* (positions with the same seeds or pieces on the board) what it is worth
//! when both sides play perfectly in a game without history, where endless play is worth
//! [`endless`](grenier_core::Position::endless). Layers are solved from the smallest upwards ([`Solvable::solve`]), kept in
//! files, looked up, and verified by an independent pass. This crate never sees a search or a score.

pub mod build;
mod certificate;
pub mod file;
mod game;
mod games;
pub mod index;
mod keeper;
pub mod longest;
mod memory;
mod retrograde;
mod solved;
pub mod stats;
pub mod tables;
pub mod verify;
mod watch;
mod worth;

pub use certificate::{Certificate, CertificateError};
pub use file::{Damage, Unread};
pub use game::{Extent, Failure, Layer, Solvable, Unit, Value};
pub use memory::{Bytes, NoMemory};
pub use solved::Solved;
pub use tables::{Lookup, Rated, Tables};
pub use watch::{Interrupted, Watch};
