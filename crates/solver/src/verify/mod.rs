//! Proving tables right with the plain rules of core and nothing of the code that made them.
//!
//! # What is checked
//! 1. Every entry is the best of what its moves are worth, and that of a finished position is its result. This alone
//!    proves little: a circle of positions that lean on each other's wins satisfies it as well.
//! 2. Every value other than that of endless play is *grounded*: it is reached by progress. A position whose value is
//!    better for its mover than endless play is grounded if some best move leaves the layer or leads to a grounded
//!    position; one whose value is worse, if all best moves that stay in the layer lead to grounded positions.
//!    The grounded positions are the least set that satisfies this.
//! 3. Unused slots are 0, and the index finds every position where it stands.
//!
//! # Why this is enough
//! Let the side that is better off than in endless play follow grounded best moves. Its value never falls; the other side
//! can raise it by a bad move, but only so often, for there are only so many values. While it stays the same, the step in which a
//! position was found grounded falls with every move. So after finitely many moves the layer is left, or the game is
//! over, with that value or a better one. The other side keeps it from more than that by best moves alone: if play goes
//! on for ever, it gets what endless play is worth, which suits it better. So both sides can enforce the value.
//!
//! Tables with distances (5x5 games) need no sweeps for the second point: a distance is 1 for a move out of the layer,
//! else one more than that of the child, so that it falls along the moves chosen. The distance is checked to be the
//! least of those of best moves, or the greatest for the side that delays.

mod batch;
mod layer;
mod mistake;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use grenier_core::Notation;

use crate::build::{BuildError, ticking};
use crate::file::Damage;
use crate::game::{Layer, Solvable};
use crate::keeper::{Keeper, peak};
use crate::tables::Folder;
use crate::watch::Watch;

pub use layer::{Passed, verify_layer};
pub use mistake::{Mistake, Verdict, VerifyError};

/// Which tables are verified, and with how much memory.
#[derive(Clone, Copy, Debug)]
pub struct Inspection<'a, P: Notation> {
    /// The rules.
    pub rules: P::Rules,
    /// The folder of all variants' folders.
    pub dir: &'a Path,
    /// Bytes of memory that may be used.
    pub memory: u64,
}

/// What happens during a verification.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<L> {
    /// What will be done.
    Plan {
        /// The layers, in order.
        layers: Vec<L>,
        /// Positions in all of them.
        positions: u64,
        /// Bytes of memory that the greatest step needs.
        memory: u64,
    },
    /// A layer is being checked; told twice a second.
    Progress {
        /// The layer.
        layer: L,
        /// Positions whose entries were compared so far.
        done: u64,
        /// Seconds since it began.
        seconds: f64,
    },
    /// A layer is right.
    Passed {
        /// The layer.
        layer: L,
        /// What was looked at.
        passed: Passed,
        /// Seconds that it took.
        seconds: f64,
    },
}

/// Bytes that the work on a layer takes besides those of layers: a bit a slot.
fn work_bytes<L: Layer>(layer: L) -> u64 {
    layer.slots() / 8 + (1 << 20)
}

/// Verifies all tables that are there for a variant, and gives their number.
///
/// # Errors
/// [`VerifyError`] with the first mistake, or why the work could not be done.
pub fn verify<P: Solvable>(
    inspection: &Inspection<'_, P>,
    stop: &AtomicBool,
    observer: &(dyn Fn(Event<P::Layer>) + Sync),
) -> Result<usize, VerifyError> {
    let folder = Folder::<P>::new(inspection.dir, inspection.rules);
    let layers: Vec<P::Layer> = folder.layers()?;
    let (greatest, memory) = peak::<P>(&layers, work_bytes).map_or((None, 0), |(l, bytes)| (Some(l), bytes));
    let positions = layers.iter().map(|layer| layer.positions()).sum();
    observer(Event::Plan { layers: layers.clone(), positions, memory });
    if let Some(layer) = greatest.filter(|_| memory > inspection.memory) {
        let error = BuildError::Memory { layer: layer.name(), needed: memory, allowed: inspection.memory };
        return Err(VerifyError::NotDone(error));
    }
    lacks_nothing(&folder, &layers)?;
    let mut keeper = Keeper::new(&folder, &layers, inspection.memory);
    for (step, &layer) in layers.iter().enumerate() {
        let begun = Instant::now();
        keeper.gather(step, layer, layer.slots() + work_bytes(layer))?;
        let entries = folder.open(layer)?.read_all()?;
        let watch = Watch::new(stop);
        let seconds = || begun.elapsed().as_secs_f64();
        let passed = ticking(
            || verify_layer(inspection.rules, layer, &entries, keeper.solved(), &watch),
            || observer(Event::Progress { layer, done: watch.done(), seconds: seconds() }),
        )?;
        observer(Event::Passed { layer, passed, seconds: seconds() });
        keeper.keep(step, layer, entries);
    }
    Ok(layers.len())
}

/// Is every layer there that another one leads to?
fn lacks_nothing<P: Solvable>(folder: &Folder<P>, layers: &[P::Layer]) -> Result<(), VerifyError> {
    for &layer in layers {
        if let Some(need) = P::needs(layer).into_iter().find(|need| !layers.contains(need)) {
            let (layer, need) = (folder.file(layer), folder.file(need));
            return Err(VerifyError::Missing { layer, need });
        }
    }
    Ok(())
}

impl From<Damage> for VerifyError {
    fn from(damage: Damage) -> VerifyError {
        VerifyError::NotDone(BuildError::Unread(damage.into()))
    }
}
