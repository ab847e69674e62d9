//! Building the tables of a variant: layer after layer, each written when it is solved.
//!
//! What was built before is not built again, so that work that was stopped, however rudely, goes on with the layer that
//! it was at.

mod error;
mod event;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use grenier_core::Notation;

pub use error::BuildError;
pub use event::Event;

use crate::file::{Heading, write};
use crate::game::{Extent, Failure, Layer, Solvable};
use crate::keeper::{Keeper, peak};
use crate::memory::Bytes;
use crate::tables::Folder;
use crate::watch::Watch;

/// How often progress is told.
const TICK: Duration = Duration::from_millis(500);

/// What is to be built, where, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a, P: Notation> {
    /// The rules.
    pub rules: P::Rules,
    /// Which layers.
    pub extent: Extent,
    /// The folder of all variants' folders.
    pub dir: &'a Path,
    /// Bytes of memory that may be used for layers and the work on them.
    pub memory: u64,
}

/// The layers of `extent` in order, if these rules can be solved and the game has it.
///
/// # Errors
/// [`BuildError::NotSolvable`] and [`BuildError::NoExtent`].
pub fn plan<P: Solvable>(rules: P::Rules, extent: Extent) -> Result<Vec<P::Layer>, BuildError> {
    if !P::is_solvable(rules) {
        return Err(BuildError::NotSolvable { variant: P::variant(rules) });
    }
    P::plan(extent).ok_or_else(|| BuildError::NoExtent { variant: P::variant(rules), extent })
}

/// Bytes of memory that building `layers` needs at most, with the layer that needs it.
pub fn memory_needed<P: Solvable>(layers: &[P::Layer]) -> Option<(P::Layer, u64)> {
    peak::<P>(layers, P::work_bytes)
}

/// Builds the layers of an order that are not there yet.
///
/// `observer` is told what happens, from several threads but one after the other. Work ends early once `stop` is set;
/// what is finished by then stays.
///
/// # Errors
/// [`BuildError`]; layers finished before stay.
pub fn build<P: Solvable>(
    order: &Order<'_, P>,
    stop: &AtomicBool,
    observer: &(dyn Fn(Event<P::Layer>) + Sync),
) -> Result<(), BuildError> {
    let all = plan::<P>(order.rules, order.extent)?;
    let folder = Folder::<P>::new(order.dir, order.rules);
    let _lock = folder.lock()?;
    let layers: Vec<P::Layer> =
        all.into_iter().filter(|&layer| !is_built(&folder, layer, observer)).collect();
    let (greatest, memory) = match memory_needed::<P>(&layers) {
        Some((layer, bytes)) => (layer.name(), bytes),
        None => (String::new(), 0),
    };
    let positions = layers.iter().map(|layer| layer.positions()).sum();
    observer(Event::Plan { layers: layers.clone(), positions, memory });
    if memory > order.memory {
        return Err(BuildError::Memory { layer: greatest, needed: memory, allowed: order.memory });
    }
    let mut keeper = Keeper::new(&folder, &layers, order.memory);
    for (step, &layer) in layers.iter().enumerate() {
        let begun = Instant::now();
        observer(Event::Begun { layer });
        keeper.gather(step, layer, layer.slots() + P::work_bytes(layer))?;
        let bytes = solve(&keeper, layer, begun, stop, observer)
            .map_err(|failure| BuildError::Failed { layer: layer.name(), failure })?;
        let solving = begun.elapsed().as_secs_f64();
        let written = write(&folder.file(layer), &Heading::new::<P>(order.rules, layer), &bytes)
            .map_err(BuildError::Unwritten)?;
        let seconds = begun.elapsed().as_secs_f64();
        observer(Event::Finished { layer, seconds, solving, bytes: written });
        keeper.keep(step, layer, bytes);
    }
    Ok(())
}

/// Is there a sound file of the layer? Tells what it finds.
fn is_built<P: Solvable>(
    folder: &Folder<P>,
    layer: P::Layer,
    observer: &(dyn Fn(Event<P::Layer>) + Sync),
) -> bool {
    if !folder.file(layer).exists() {
        return false;
    }
    match folder.open(layer).and_then(|file| file.check().map(|()| file.bytes())) {
        Ok(bytes) => observer(Event::Skipped { layer, bytes }),
        Err(damage) => {
            observer(Event::Damaged { layer, damage });
            return false;
        }
    }
    true
}

/// Solves a layer while another thread tells how far it is.
fn solve<P: Solvable>(
    keeper: &Keeper<'_, P>,
    layer: P::Layer,
    begun: Instant,
    stop: &AtomicBool,
    observer: &(dyn Fn(Event<P::Layer>) + Sync),
) -> Result<Bytes, Failure> {
    let watch = Watch::new(stop);
    ticking(
        || P::solve(keeper.rules(), layer, keeper.solved(), &watch),
        || observer(Event::Progress { layer, done: watch.done(), seconds: begun.elapsed().as_secs_f64() }),
    )
}

/// Does `work`, and `tick` twice a second meanwhile.
pub(crate) fn ticking<T>(work: impl FnOnce() -> T, tick: impl Fn() + Sync) -> T {
    std::thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let tick = &tick;
        scope.spawn(move || {
            while is_done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                tick();
            }
        });
        let result = work();
        drop(done);
        result
    })
}
