//! Exact tables, as sessions and commands find and use them.
//!
//! A [`Knowledge`] is what is known exactly of one variant: the tables of a folder, or tiny ones made in memory. Searches
//! ask it inside their trees ([`Known`] is their oracle), and it answers by itself where the root is covered.

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use grenier_core::{Game, Position, Tally};
use grenier_search::eval::WIN;
use grenier_search::{Evaluator, Exact, Line, Oracle, Report, Request, Stop, UNIT, Unit};
use grenier_solver::{
    Damage, Extent, Failure, Layer, Lookup, Rated, Solvable, Solved, Tables, Unread, Value, Watch,
};

use crate::Playable;

/// Where exact values come from.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Source {
    /// Nowhere.
    #[default]
    None,
    /// From the folder that `tables build` fills, or if that has none for the variant, from tiny tables in memory.
    Usual,
    /// From the tables in this folder.
    Folder(PathBuf),
    /// From another source, of which so many megabytes are in memory from the start, the smallest layers first.
    Unpacked(Box<Source>, usize),
}

impl Source {
    /// The source that a word names: `none`, `usual`, or else a folder.
    pub fn called(word: &str) -> Source {
        match word {
            "none" => Source::None,
            "usual" => Source::Usual,
            folder => Source::Folder(folder.into()),
        }
    }

    /// The same with so many megabytes in memory from the start, if a number is given.
    #[must_use]
    pub fn unpacked(self, megabytes: Option<usize>) -> Source {
        match megabytes {
            Some(megabytes) if self != Source::None => Source::Unpacked(Box::new(self), megabytes),
            _ => self,
        }
    }

    /// The source itself, and the bytes to be unpacked if that is said.
    fn parts(&self) -> (&Source, Option<u64>) {
        match self {
            Source::Unpacked(source, megabytes) => (source, Some((*megabytes as u64) << 20)),
            source => (source, None),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::None => f.write_str("none"),
            Source::Usual => f.write_str("usual"),
            Source::Folder(path) => path.display().fmt(f),
            Source::Unpacked(source, megabytes) => write!(f, "{source}, {megabytes} MB unpacked"),
        }
    }
}

/// The folder for tables if none is named: `grenier/tables` where the system keeps a user's data.
pub fn usual_folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    data.map(|data| data.join("grenier").join("tables"))
}

/// Tables cannot be used.
#[derive(Clone, Debug)]
pub enum TablesError {
    /// A file is damaged, or there is no memory to unpack it.
    Unread(String),
    /// The named folder has no table for this variant.
    Nothing(PathBuf, String),
    /// Making them was stopped.
    Interrupted,
    /// The game has none under these rules.
    Unsolvable(String),
}

impl fmt::Display for TablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TablesError::Unread(reason) => f.write_str(reason),
            TablesError::Interrupted => f.write_str("interrupted"),
            TablesError::Nothing(path, variant) => {
                write!(
                    f,
                    "{}: no tables of {variant} are here: `grenier tables build` makes them",
                    path.display()
                )
            }
            TablesError::Unsolvable(variant) => {
                write!(
                    f,
                    "{variant} has no tables: endless play has no value of its own, or the board is too large"
                )
            }
        }
    }
}

impl std::error::Error for TablesError {}

impl From<Damage> for TablesError {
    fn from(damage: Damage) -> TablesError {
        TablesError::Unread(damage.to_string())
    }
}

impl From<Unread> for TablesError {
    fn from(error: Unread) -> TablesError {
        TablesError::Unread(error.to_string())
    }
}

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

/// Plies of best play that are shown.
const LINE: usize = 16;

/// What the tables say of the game's current position, as a search would report it; `None` if they do not cover it, or
/// its quiet plies may keep their values from being reached, or its history does so to a player who is not better off than
/// in endless play: a search may find him a repetition.
///
/// A player who is better off makes for the next capture whatever history is; but if a position has occurred twice, his
/// enemy could end the game by it, so that nothing is proven then.
///
/// # Errors
/// [`TablesError`] if a table is damaged.
pub(crate) fn answer<P: Playable>(
    tables: &dyn Knowledge<P>,
    game: &Game<P>,
    request: &Request<'_, P::Move>,
) -> Result<Option<Report<P::Move>>, TablesError> {
    let begun = Instant::now();
    if game.result().is_some() {
        return Ok(None);
    }
    let is_worn = has_repeated(game);
    let position = game.position();
    let Some(mut moves) = tables.moves(position)? else { return Ok(None) };
    let looked_up = moves.len() as u64 + 1;
    if !request.moves.is_empty() {
        moves.retain(|rated| request.moves.contains(&rated.mv));
    }
    let level = endless(position).into();
    let wanted = request.multipv.clamp(1, moves.len().max(1));
    if is_worn {
        moves.retain(|rated| rated.value > level && !ends_by_repetition(game, rated.mv));
    }
    if moves.len() < wanted {
        return Ok(None);
    }
    // What cannot be reached in time becomes the value of endless play at most, no better than what is shown before it.
    let counted = if moves[wanted - 1].value >= level { wanted } else { moves.len() };
    if !moves[..counted].iter().all(|rated| fits_quiet_limit(position, rated.distance)) {
        return Ok(None);
    }
    moves.truncate(wanted);
    let is_late = || {
        request.limits.time.is_some_and(|time| begun.elapsed() >= time)
            || request.stop.load(Ordering::Relaxed)
    };
    let shown = |rated| line(tables, position, rated, !is_worn, &is_late);
    let lines = moves.iter().map(shown).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(Report {
        depth: lines[0].pv.len() as u32,
        seldepth: lines.iter().map(|line| line.pv.len() as u32).max().unwrap_or_default(),
        nodes: looked_up,
        oracle_hits: looked_up,
        time: begun.elapsed(),
        proven: !is_worn,
        stopped_by: if is_worn { Stop::Exhausted } else { Stop::Proven },
        lines,
        ..Report::default()
    }))
}

/// Can a value that is so many plies away be reached before the quiet limit ends the game? That of endless play always is.
pub fn fits_quiet_limit<P: Playable>(position: &P, distance: Option<u32>) -> bool {
    P::QUIET_LIMIT.is_none_or(|limit| position.quiet_plies() + distance.unwrap_or(0) <= limit)
}

/// Did a position occur twice since the last irreversible move? Then one more occurrence may end the game too early.
fn has_repeated<P: Playable>(game: &Game<P>) -> bool {
    let recent = game.recent();
    recent
        .iter()
        .enumerate()
        .any(|(at, position)| recent[..at].iter().any(|earlier| position.repeats(earlier)))
}

/// Would the move bring a position back for the last time?
fn ends_by_repetition<P: Playable>(game: &Game<P>, mv: P::Move) -> bool {
    let child = game.position().play_unchecked(mv);
    let before = game.recent().iter().filter(|earlier| child.repeats(earlier)).count();
    before + 1 >= child.repetition_limit()
}

/// What endless play is worth to the player to move, as tables count.
pub fn endless<P: Playable>(position: &P) -> i8 {
    let outcome = position.endless();
    match (outcome.tally, outcome.winner) {
        // Endless play changes no stores.
        (Tally::Stores(_), _) | (_, None) => 0,
        (_, Some(winner)) if winner == position.turn() => 1,
        (_, Some(_)) => -1,
    }
}

/// A move with best play behind it, as much as is found before it is late: every ply may take a search for progress.
fn line<P: Playable>(
    tables: &dyn Knowledge<P>,
    position: &P,
    rated: &Rated<P::Move>,
    proven: bool,
    is_late: &dyn Fn() -> bool,
) -> Result<Line<P::Move>, TablesError> {
    let evaluator = P::Evaluator::default();
    let score = score::<P>(rated.value) + evaluator.banked(position);
    let mut pv = vec![rated.mv];
    let mut seen = vec![position.play_unchecked(rated.mv)];
    while pv.len() < LINE && !is_late() {
        let here = seen[seen.len() - 1];
        let Some(&mv) = tables.line(&here, 1)?.first() else { break };
        let next = here.play_unchecked(mv);
        if seen.iter().any(|earlier| next.repeats(earlier)) {
            break;
        }
        pv.push(mv);
        seen.push(next);
    }
    Ok(Line { mv: rated.mv, score, expected: evaluator.expected(score), proven, pv, visits: None })
}

/// A future value of tables on the scale of the search.
pub fn score<P: Playable>(future: i32) -> i32 {
    match P::Evaluator::default().unit() {
        Unit::Seeds => future * UNIT,
        Unit::Expectation => future * WIN,
    }
}
