//! Exact tables, as sessions and commands find and use them.
//!
//! A [`Knowledge`] is what is known exactly of one variant: the tables of a folder, or tiny ones made in memory. Searches
//! ask it inside their trees ([`Known`] is their oracle), and it answers by itself where the root is covered.

mod answer;
mod probe;
mod source;

use std::any::Any;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use grenier_core::Position;
use grenier_search::{Exact, Oracle};
use grenier_solver::{Extent, Failure, Layer, Lookup, Rated, Solvable, Solved, Tables, Value, Watch};

use crate::Playable;
pub(crate) use answer::{Answer, answer, has_repeated};
pub use answer::{endless, fits_quiet_limit, score};
pub use probe::probe;
pub use source::{Source, TablesError, usual_folder};

/// Exact values of positions of one variant.
pub trait Knowledge<P: Position>: Send + Sync {
    /// The greatest epoch of a position whose value is in memory.
    fn reach(&self) -> u32;

    /// The value of a position, if it is in memory.
    fn recall(&self, position: &P) -> Option<Exact>;

    /// The value of a position, wherever it is.
    ///
    /// # Errors
    /// [`TablesError`] if a table is damaged.
    fn value(&self, position: &P) -> Result<Option<Value>, TablesError>;

    /// Every legal move with its value, best first, progress before delay; `None` if the position is not covered.
    ///
    /// # Errors
    /// [`TablesError`] if a table is damaged.
    fn moves(&self, position: &P) -> Result<Option<Vec<Rated<P::Move>>>, TablesError>;

    /// Best play, `most` plies at most.
    ///
    /// # Errors
    /// [`TablesError`] if a table is damaged.
    fn line(&self, position: &P, most: usize) -> Result<Vec<P::Move>, TablesError>;
}

/// A value as searches count it.
fn exact<P: Playable>(value: Value) -> Exact {
    Exact { future: score::<P>(value.future.into()), distance: value.distance.map_or(0, u32::from) }
}

/// Layers in memory.
struct Small<P: Solvable>(Solved<P>, u32);

/// A folder, with what of it is in memory.
struct Shelf<P: Solvable>(Tables<P>, u32);

impl<P: Solvable + Playable> Knowledge<P> for Small<P> {
    fn reach(&self) -> u32 {
        self.1
    }

    #[inline]
    fn recall(&self, position: &P) -> Option<Exact> {
        self.0.probe(position).map(exact::<P>)
    }

    fn value(&self, position: &P) -> Result<Option<Value>, TablesError> {
        Ok(self.0.probe(position))
    }

    fn moves(&self, position: &P) -> Result<Option<Vec<Rated<P::Move>>>, TablesError> {
        let Ok(moves) = self.0.moves(position);
        Ok(moves)
    }

    fn line(&self, position: &P, most: usize) -> Result<Vec<P::Move>, TablesError> {
        let Ok(line) = Lookup::line(&self.0, position, most);
        Ok(line)
    }
}

impl<P: Solvable + Playable> Knowledge<P> for Shelf<P> {
    fn reach(&self) -> u32 {
        self.1
    }

    #[inline]
    fn recall(&self, position: &P) -> Option<Exact> {
        self.0.unpacked().probe(position).map(exact::<P>)
    }

    fn value(&self, position: &P) -> Result<Option<Value>, TablesError> {
        Ok(self.0.probe(position)?)
    }

    fn moves(&self, position: &P) -> Result<Option<Vec<Rated<P::Move>>>, TablesError> {
        Ok(self.0.moves(position)?)
    }

    fn line(&self, position: &P, most: usize) -> Result<Vec<P::Move>, TablesError> {
        Ok(Lookup::line(&self.0, position, most)?)
    }
}

/// Bytes of tables that are unpacked for a search, at most.
const UNPACKED: u64 = 1 << 29;

/// How much more material than the greatest tiny table a position may have for it to be made: from there on a search
/// comes down to it.
const NEAR: u32 = 12;

/// What was found or made before, by variant and source, for the whole life of the process.
static SHELVES: Mutex<Option<HashMap<String, Box<dyn Any + Send>>>> = Mutex::new(None);

/// What is known from a source of the variant and for the neighbourhood of `position`, or with `ahead` for all that a game
/// from there can come to; `None` if nothing is, which is no error with [`Source::Usual`].
///
/// # Errors
/// [`TablesError`].
pub(crate) fn find<P: Playable + Solvable>(
    position: &P,
    source: &Source,
    ahead: bool,
) -> Result<Option<Arc<dyn Knowledge<P>>>, TablesError> {
    let (source, unpacked) = source.parts();
    let rules = position.rules();
    let variant = P::variant(rules);
    let named = matches!(source, Source::Folder(_));
    if !P::is_solvable(rules) {
        return if named { Err(TablesError::Unsolvable(variant)) } else { Ok(None) };
    }
    let folder = match source {
        Source::None | Source::Unpacked(..) => return Ok(None),
        Source::Usual => usual_folder(),
        Source::Folder(path) => Some(path.clone()),
    };
    if let Some(path) = folder {
        let is_there = !Tables::<P>::open(&path, rules)?.layers().is_empty();
        if is_there {
            return shelf(position, &path, ahead, unpacked).map(Some);
        }
        if named {
            return Err(TablesError::Nothing(path, variant));
        }
    }
    let is_near = ahead || position.epoch() <= P::QUICK + NEAR;
    is_near.then(|| in_memory(rules, P::QUICK, &AtomicBool::new(false))).transpose()
}

/// All layers up to that of `position` in memory, if they are solved in a few seconds; `None` if not, or stopped.
pub(crate) fn around<P: Playable + Solvable>(
    position: &P,
    stop: &AtomicBool,
) -> Result<Option<Arc<dyn Knowledge<P>>>, TablesError> {
    let rules = position.rules();
    let Some(layer) = position.layer().filter(|_| P::is_solvable(rules)) else { return Ok(None) };
    let most = layer.material();
    let is_planned =
        most <= P::BRIEF && P::plan(Extent::Upto(most)).is_some_and(|plan| plan.contains(&layer));
    if !is_planned {
        return Ok(None);
    }
    match in_memory(rules, most, stop) {
        Err(TablesError::Interrupted) => Ok(None),
        found => found.map(Some),
    }
}

/// The same for a game that has no tables.
///
/// # Errors
/// [`TablesError::Unsolvable`] if a folder is named.
pub(crate) fn find_none<P: Playable>(
    position: &P,
    source: &Source,
) -> Result<Option<Arc<dyn Knowledge<P>>>, TablesError> {
    match source.parts().0 {
        Source::Folder(_) => Err(TablesError::Unsolvable(P::variant(position.rules()))),
        _ => Ok(None),
    }
}

/// What is kept under this name, made if it is not there yet.
fn kept<P: Position>(
    name: &str,
    make: impl FnOnce() -> Result<Arc<dyn Knowledge<P>>, TablesError>,
) -> Result<Arc<dyn Knowledge<P>>, TablesError> {
    let mut shelves = SHELVES.lock().unwrap_or_else(PoisonError::into_inner);
    let shelves = shelves.get_or_insert_default();
    if let Some(found) = shelves.get(name).and_then(|kept| kept.downcast_ref::<Arc<dyn Knowledge<P>>>()) {
        return Ok(Arc::clone(found));
    }
    let made = make()?;
    shelves.insert(name.to_owned(), Box::new(Arc::clone(&made)));
    Ok(made)
}

/// The tables of a folder, with so many bytes of them in memory; if that is not said, [`UNPACKED`] where the position is not
/// covered itself but a search comes down to the tables, else none.
fn shelf<P: Playable + Solvable>(
    position: &P,
    path: &Path,
    ahead: bool,
    unpacked: Option<u64>,
) -> Result<Arc<dyn Knowledge<P>>, TablesError> {
    let rules = position.rules();
    let mut tables = Tables::<P>::open(path, rules)?;
    let greatest = tables.layers().iter().map(|layer| layer.material()).max().unwrap_or_default();
    // A value that the quiet limit keeps from being reached is left to a search.
    let is_covered = tables
        .probe(position)?
        .is_some_and(|value| fits_quiet_limit(position, value.distance.map(u32::from)));
    let is_wanted = !is_covered && (ahead || position.epoch() <= greatest + NEAR);
    let budget = unpacked.unwrap_or(if is_wanted { UNPACKED } else { 0 });
    kept(&format!("{} {} {budget}", P::variant(rules), path.display()), || {
        let read = tables.unpack(budget)?;
        let reach = reach::<P>(rules, &read);
        Ok(Arc::new(Shelf(tables, reach)))
    })
}

/// The greatest epoch of a position in these layers.
fn reach<P: Solvable>(rules: P::Rules, layers: &[P::Layer]) -> u32 {
    let sample = |layer: &P::Layer| (0..layer.slots()).find_map(|slot| P::at(rules, *layer, slot));
    layers.iter().filter_map(sample).map(|position| position.epoch()).max().unwrap_or_default()
}

/// All layers with at most so much material, solved in memory.
fn in_memory<P: Playable + Solvable>(
    rules: P::Rules,
    most: u32,
    stop: &AtomicBool,
) -> Result<Arc<dyn Knowledge<P>>, TablesError> {
    kept(&format!("{} up to {most}", P::variant(rules)), || {
        let mut solved = Solved::default();
        let plan = P::plan(Extent::Upto(most)).expect("small layers are always possible");
        for &layer in &plan {
            let bytes =
                P::solve(rules, layer, &solved, &Watch::new(stop)).map_err(|failure| match failure {
                    Failure::Interrupted(_) => TablesError::Interrupted,
                    other => TablesError::Unread(other.to_string()),
                })?;
            solved.insert(layer, bytes);
        }
        let reach = reach::<P>(rules, &plan);
        Ok(Arc::new(Small(solved, reach)))
    })
}

/// What a search asks about positions in its tree.
pub struct Known<P> {
    tables: Option<Arc<dyn Knowledge<P>>>,
    reach: u32,
}

impl<P> Default for Known<P> {
    fn default() -> Known<P> {
        Known { tables: None, reach: 0 }
    }
}

impl<P> Clone for Known<P> {
    fn clone(&self) -> Known<P> {
        Known { tables: self.tables.clone(), reach: self.reach }
    }
}

impl<P: Position> Known<P> {
    /// Asks these tables.
    pub fn of(tables: Option<Arc<dyn Knowledge<P>>>) -> Known<P> {
        let reach = tables.as_ref().map_or(0, |tables| tables.reach());
        Known { tables, reach }
    }
}

impl<P: Position> Oracle<P> for Known<P> {
    #[inline]
    fn probe(&self, position: &P) -> Option<Exact> {
        // Far from the tables, which is where most nodes are, this is all.
        if position.epoch() > self.reach {
            return None;
        }
        self.tables.as_ref()?.recall(position)
    }
}
