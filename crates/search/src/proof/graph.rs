//! The explored part of a game's graph: positions with the bounds of their values, and the moves between them.
//!
//! Everything that is written here as a bound is a theorem. Bounds come from the rules (a game that is over), from
//! arithmetic, from the oracle, from the bounds of all children ([`Graph::conclude`]), and
//! from the closures of [`super::closure`], the only ones that rest on cycles.

use grenier_core::{Outcome, Position};

use super::store::{Chunks, Directory, NONE, hashed};
use crate::eval::{Evaluator, Resting, WIN};
use crate::oracle::{Oracle, fits_quiet_limit};
use crate::score::{UNIT, Unit};

/// A value in whole steps of the game: seeds, or results (-1, 0, 1). Always a future value for the side to move.
pub(super) type Level = i16;

/// Which positions are told apart by their quiet counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Counted {
    /// None: what is proven holds where its distance fits in what is left of the limit, and that is checked.
    None,
    /// Those that can be reached from the root by quiet moves alone.
    Root,
    /// All.
    All,
}

/// A position, seen through the symmetry that gives it the least key.
#[derive(Debug)]
pub(super) struct Place<P> {
    pub position: P,
    key: u64,
    first_edge: u32,
    /// The first question asked about it.
    pub questions: u32,
    /// Plies to the next exit in the proof that the value is not that of endless play.
    pub rank: u16,
    edges: u16,
    /// The value is at least this, and at most that.
    pub low: Level,
    pub high: Level,
    /// The value of endless play.
    pub endless: Level,
    /// What retrograde analysis takes the value for so far.
    pub guess: Level,
    /// Its number in the layer at hand, [`NONE`] elsewhere.
    pub mark: u32,
    quiet: u8,
    is_expanded: bool,
    is_known: bool,
}

impl<P> Place<P> {
    #[inline]
    pub fn is_expanded(&self) -> bool {
        self.is_expanded
    }

    /// Does the oracle know something about it?
    pub fn is_known(&self) -> bool {
        self.is_known
    }

    #[inline]
    pub fn edges(&self) -> std::ops::Range<u32> {
        self.first_edge..self.first_edge + u32::from(self.edges)
    }

    /// Is the value at least `level`, if that is decided?
    #[inline]
    pub fn holds(&self, level: Level) -> Option<bool> {
        if self.low >= level {
            Some(true)
        } else if self.high < level {
            Some(false)
        } else {
            None
        }
    }

    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }

    /// Plies to the next exit in the proof that the value is not that of endless play; 0 if there is no such proof.
    pub fn rank(&self) -> u16 {
        if self.low > self.endless || self.high < self.endless { self.rank } else { 0 }
    }
}

/// A move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub child: u32,
    /// What the move itself brings the mover.
    pub gain: Level,
    /// Does the same player move again?
    pub same: bool,
    /// Is the move irreversible?
    pub exit: bool,
}

impl Edge {
    /// The level that the child's value must reach (or, if the turn passes on, must not reach) for the parent's to
    /// reach `level`.
    #[inline]
    pub fn child_level(&self, level: Level) -> Level {
        if self.same { level - self.gain } else { self.gain - level + 1 }
    }

    /// A pair of bounds of the child as the parent's mover sees them.
    #[inline]
    pub fn seen(&self, low: Level, high: Level) -> (Level, Level) {
        if self.same { (low + self.gain, high + self.gain) } else { (self.gain - high, self.gain - low) }
    }
}

/// There is no more memory within the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// The explored positions.
pub(super) struct Graph<'a, P: Position, E, O> {
    evaluator: &'a E,
    oracle: &'a O,
    pub places: Chunks<Place<P>>,
    pub edges: Chunks<Edge>,
    directory: Directory,
    counted: Counted,
    root_epoch: u32,
    step: i32,
    limit: usize,
    /// Bytes held by others, which count against the limit.
    pub others: usize,
    pub oracle_hits: u64,
    /// Has a proof been used that may take more plies than the quiet limit allows?
    pub is_too_slow: bool,
    scratch: Vec<P::Move>,
    children: Vec<P>,
}

impl<'a, P: Resting, E: Evaluator<P>, O: Oracle<P>> Graph<'a, P, E, O> {
    pub fn new(evaluator: &'a E, oracle: &'a O, root: &P, counted: Counted, limit: usize) -> Self {
        let step = match evaluator.unit() {
            Unit::Seeds => UNIT,
            Unit::Expectation => WIN,
        };
        Graph {
            evaluator,
            oracle,
            places: Chunks::new(),
            edges: Chunks::new(),
            directory: Directory::new(),
            counted,
            root_epoch: root.epoch(),
            step,
            limit,
            others: 0,
            oracle_hits: 0,
            is_too_slow: false,
            scratch: Vec::new(),
            children: Vec::new(),
        }
    }

    /// What judges the positions.
    pub fn evaluator(&self) -> &'a E {
        self.evaluator
    }

    /// The bounds that arithmetic leaves.
    pub fn arithmetic(&self, position: &P) -> (Level, Level) {
        let (low, high) = self.evaluator.bounds(position);
        let banked = self.evaluator.banked(position);
        (self.level(low - banked), self.level(high - banked))
    }

    /// Hundredths in a level.
    pub fn step(&self) -> i32 {
        self.step
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.places.bytes() + self.edges.bytes() + self.directory.bytes() + self.others
    }

    fn level(&self, value: i32) -> Level {
        debug_assert_eq!(value % self.step, 0, "exact values are whole");
        (value / self.step) as Level
    }

    fn future(&self, position: &P, outcome: Outcome) -> Level {
        self.level(self.evaluator.terminal(position, outcome) - self.evaluator.banked(position))
    }

    /// An estimate of the future value, in hundredths of a level.
    pub fn estimate(&self, place: u32) -> i32 {
        let position = &self.places[place].position;
        let future = self.evaluator.evaluate(position) - self.evaluator.banked(position);
        future * 100 / self.step
    }

    /// Does the quiet counter tell the position from others?
    #[inline]
    fn counts(&self, position: &P) -> bool {
        match self.counted {
            Counted::None => false,
            Counted::Root => position.epoch() == self.root_epoch,
            Counted::All => true,
        }
    }

    /// The position as it is stored, with its key.
    fn canonical(&self, position: &P) -> (P, u64) {
        let position =
            if self.counts(position) || position.quiet_plies() == 0 { *position } else { position.rested() };
        let mut best = (position, position.key());
        for symmetry in 1..P::SYMMETRIES {
            let seen = position.transformed(symmetry);
            let key = seen.key();
            if key < best.1 {
                best = (seen, key);
            }
        }
        best
    }

    /// The number of the position, if it has one.
    pub fn find(&self, position: &P) -> Option<u32> {
        let (position, key) = self.canonical(position);
        self.find_canonical(key, position.quiet_plies() as u8)
    }

    #[inline]
    fn find_canonical(&self, key: u64, quiet: u8) -> Option<u32> {
        self.directory.find(hashed(key, quiet), |number| {
            let place = &self.places[number];
            place.key == key && place.quiet == quiet
        })
    }

    /// The number of the position, which is entered if it is new.
    pub fn place(&mut self, position: &P) -> Result<u32, Full> {
        let (position, key) = self.canonical(position);
        let quiet = position.quiet_plies() as u8;
        if let Some(number) = self.find_canonical(key, quiet) {
            return Ok(number);
        }
        self.make_room()?;
        let place = self.described(position, key, quiet);
        let number = self.places.push(place).ok_or(Full)?;
        self.directory.enter(hashed(key, quiet), number);
        Ok(number)
    }

    fn make_room(&mut self) -> Result<(), Full> {
        if self.directory.is_full() {
            if self.bytes() + 2 * self.directory.bytes() > self.limit {
                return Err(Full);
            }
            let places = &self.places;
            self.directory.double(|number| hashed(places[number].key, places[number].quiet)).ok_or(Full)?;
        }
        if self.bytes() > self.limit { Err(Full) } else { Ok(()) }
    }

    /// A new place, with what is known of it without looking further.
    fn described(&mut self, position: P, key: u64, quiet: u8) -> Place<P> {
        let endless = self.future(&position, position.endless());
        let mut place = Place {
            position,
            key,
            first_edge: 0,
            questions: NONE,
            rank: 0,
            edges: 0,
            low: 0,
            high: 0,
            endless,
            guess: endless,
            mark: NONE,
            quiet,
            is_expanded: false,
            is_known: false,
        };
        if let Some(outcome) = position.outcome() {
            place.low = self.future(&position, outcome);
            place.high = place.low;
            return place;
        }
        (place.low, place.high) = self.arithmetic(&position);
        if let Some(exact) = self.oracle.probe(&position) {
            self.oracle_hits += 1;
            place.is_known = true;
            let value = self.level(exact.future);
            let rank = u16::try_from(exact.distance).unwrap_or(u16::MAX);
            if value == endless || fits_quiet_limit(&position, exact.distance) {
                (place.low, place.high) = (value, value);
                place.rank = rank;
            } else {
                // Too little of the limit is left: the attack keeps less, but it does not become a gift.
                place.low = place.low.max(value.min(endless));
                place.high = place.high.min(value.max(endless));
            }
        }
        place
    }

    /// Enters the children of a place.
    pub fn expand(&mut self, number: u32) -> Result<(), Full> {
        let parent = self.places[number].position;
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        parent.for_each_child(&mut self.scratch, |_, child| children.push(child));
        let entered = self.enter_edges(number, &parent, &children);
        self.children = children;
        entered
    }

    fn enter_edges(&mut self, number: u32, parent: &P, children: &[P]) -> Result<(), Full> {
        let banked = self.evaluator.banked(parent);
        let first = self.edges.len() as u32;
        for child in children {
            let to = self.place(child)?;
            let same = child.turn() == parent.turn();
            let child_banked = self.evaluator.banked(child);
            let gain = self.level(if same { child_banked } else { -child_banked } - banked);
            let is_there = (first..self.edges.len() as u32).any(|at| {
                (self.edges[at].child, self.edges[at].gain, self.edges[at].same) == (to, gain, same)
            });
            if is_there {
                continue;
            }
            let exit = child.epoch() != parent.epoch();
            self.edges.push(Edge { child: to, gain, same, exit }).ok_or(Full)?;
        }
        let place = &mut self.places[number];
        place.first_edge = first;
        place.edges = (self.edges.len() as u32 - first) as u16;
        place.is_expanded = true;
        Ok(())
    }

    /// Writes bounds that a closure has proven. They are never beyond the endless value.
    pub fn close(&mut self, number: u32, level: Level) {
        let place = &mut self.places[number];
        if level > place.endless {
            place.high = place.high.min(level - 1);
        } else {
            place.low = place.low.max(level);
        }
    }

    /// Takes over the bounds of a place that its children's bounds give, the greatest of the low ones and the greatest
    /// of the high ones as its mover sees them.
    #[inline]
    pub fn conclude(&mut self, number: u32, low: Level, high: Level) {
        let place = &self.places[number];
        let (raised, lowered, endless) = (low > place.low, high < place.high, place.endless);
        if raised && low > endless {
            self.places[number].rank = self.rank_of_low(number, low);
        }
        if lowered && high < endless {
            self.places[number].rank = self.rank_of_high(number);
        }
        let place = &mut self.places[number];
        place.low = place.low.max(low);
        place.high = place.high.min(high);
    }

    /// The mover takes the fastest way to `low`.
    fn rank_of_low(&mut self, number: u32, low: Level) -> u16 {
        let mut least = u16::MAX;
        for at in self.places[number].edges() {
            let edge = self.edges[at];
            let child = &self.places[edge.child];
            if edge.seen(child.low, child.high).0 >= low {
                least = least.min(self.rank_through(edge));
            }
        }
        self.checked(least.saturating_add(1))
    }

    /// The mover cannot escape, but takes the slowest way.
    fn rank_of_high(&mut self, number: u32) -> u16 {
        let edges = self.places[number].edges();
        let most = edges.map(|at| self.rank_through(self.edges[at])).max().unwrap_or(0);
        self.checked(most.saturating_add(1))
    }

    /// The rank of a move's child, counted from the parent: nothing if the move is an exit, but then the attacks
    /// behind it must fit in the whole quiet limit.
    pub fn rank_through(&mut self, edge: Edge) -> u16 {
        let child = &self.places[edge.child];
        if !edge.exit {
            return child.rank();
        }
        let rank = u32::from(child.rank());
        self.is_too_slow |= self.counted != Counted::All && P::QUIET_LIMIT.is_some_and(|limit| rank > limit);
        0
    }

    /// A rank that has reached the end of its scale says nothing any more.
    pub fn checked(&mut self, rank: u16) -> u16 {
        self.is_too_slow |= P::QUIET_LIMIT.is_some() && rank == u16::MAX;
        rank
    }

    /// Does what is known of `number` hold in `position`, with what is left of its quiet limit?
    pub fn fits(&self, number: u32, position: &P) -> bool {
        self.counts(position) || fits_quiet_limit(position, self.places[number].rank().into())
    }
}
