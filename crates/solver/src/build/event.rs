//! What is told while tables are built.

use crate::file::Damage;

/// What happens during a build.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<L> {
    /// The layer's file is there and sound; nothing is done.
    Skipped {
        /// The layer.
        layer: L,
        /// Bytes of its file.
        bytes: u64,
    },
    /// The layer's file is there but of no use; it will be built again.
    Damaged {
        /// The layer.
        layer: L,
        /// What is wrong with it.
        damage: Damage,
    },
    /// What will be done now.
    Plan {
        /// The layers, in order.
        layers: Vec<L>,
        /// Positions in all of them.
        positions: u64,
        /// Bytes of memory that the greatest step needs.
        memory: u64,
    },
    /// Work on a layer begins.
    Begun {
        /// The layer.
        layer: L,
    },
    /// Work on a layer goes on; told twice a second.
    Progress {
        /// The layer.
        layer: L,
        /// Positions seen so far.
        done: u64,
        /// Seconds since it began.
        seconds: f64,
    },
    /// The layer is solved and in its file.
    Finished {
        /// The layer.
        layer: L,
        /// Seconds that it took, of which solving took `solving`.
        seconds: f64,
        /// Seconds until it was solved.
        solving: f64,
        /// Bytes of its file.
        bytes: u64,
    },
}
