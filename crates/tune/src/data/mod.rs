//! Training data: positions of one variant with what became of them.
//!
//! A [`Source`] gives samples job by job (a game, a record, a handful of table entries); [`gather()`] runs the jobs in
//! parallel and [stores](Store) what passes the filter, in the order of the jobs, so that the file depends on the order
//! only and not on threads or interruptions. [`read`] brings a file back, line by line.

mod gather;
mod load;
mod play;
mod records;
mod sample;
mod store;
mod tables;

pub use gather::{Ended, Event, Filter, Found, Goal, Source, gather};
pub use load::{Contents, Damage, checksum, read};
pub use play::SelfPlay;
pub use records::Records;
pub use sample::{Result, Sample, unit};
pub use store::{Counts, Format, Store};
pub use tables::FromTables;
