//! The 5x5 games: breadth first by plies, backwards from the ends of the game and from captures.
//!
//! The values of a layer are the least fixed point over what endless play is worth: a position has another value only if
//! somebody can force it (K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986). Pass 0 values
//! every position by the rules, looking captures up in the layers below. Pass `k` marks the predecessors of what pass
//! `k - 1` decided and values those that are still open again, forwards, with the rules of core; so a predecessor
//! too many does no harm, and compulsory captures, freeing, passes and walls are as the rules have them. A position is
//! decided in the pass of its distance and in no other, so that the order of work changes nothing.
//!
//! # Distance
//! Of a position worth its endless value: none. Of a position that is over: 0. Else 1 plus that of a child, where a
//! capture counts 0, of the moves that keep the value: for the side that the value suits better than endless play the
//! least, for the other the greatest. With best play on both sides it is the number of plies to the next capture, or to
//! the end of the game without one.
//!
//! # Levels
//! Where endless play is a draw, both other results belong to one level. In Seega endless play wins for the side with
//! more pieces; then the wins of the other side are found first, and after them the draws that it can force, on the same
//! terms. It is not enough to begin with any other values and to repeat the rules until nothing changes: a circle of
//! positions that lean on each other's wins would stand.

mod entry;
mod parts;

use std::cmp::Ordering;
use std::ops::Range;

use grenier_core::Position;
use grenier_core::capture::{Direction, Five, Size};

use crate::game::{Failure, Layer, Solvable};
use crate::index::squares::{Pieces, Places, Sides};
use crate::memory::Bytes;
use crate::solved::Solved;
use crate::watch::{Interrupted, Watch};
use entry::{MARKED, MOST_PLIES, entry_of, results};
pub(crate) use entry::{encoded, value_of};
use parts::{Outbox, Parts};

/// What this solver asks of a 5x5 game.
pub(crate) trait Capturing: Solvable<Layer = Pieces> {
    /// May a player who cannot move pass?
    const PASSES: bool;

    /// The pieces of the mover and of the other player.
    fn sides(&self) -> Sides;

    /// The position of the second phase with these pieces.
    fn of_sides(rules: Self::Rules, sides: Sides) -> Self;
}

/// Who wins, seen by the mover: 1, 0 or -1.
#[inline]
fn sign<P: Position>(position: &P, winner: Option<grenier_core::Player>) -> i8 {
    match winner {
        None => 0,
        Some(winner) if winner == position.turn() => 1,
        Some(_) => -1,
    }
}

/// What endless play is worth to the mover.
#[inline]
pub(crate) fn endless<P: Position>(position: &P) -> i8 {
    sign(position, position.endless().winner)
}

/// Bytes that solving a layer takes besides its table, at most: a bit a slot, marks under way, and the index.
pub(crate) fn work_bytes(layer: Pieces) -> u64 {
    const INDEX: u64 = 32 << 20;
    layer.slots() / 8 + parts::outbox_bytes(rayon::current_num_threads()) + INDEX
}

/// Solves a layer.
pub(crate) fn solve<P: Capturing>(
    rules: P::Rules,
    layer: Pieces,
    solved: &Solved<P>,
    watch: &Watch<'_>,
) -> Result<Bytes, Failure> {
    let bytes = Bytes::zeroed(layer.slots())?;
    let job =
        Job { rules, layer, places: Places::new(layer), block: layer.block(), solved, watch, bytes: &bytes };
    let mut parts = Parts::new(layer.slots());
    let levels = job.levels();
    job.value_all(&parts, levels[0])?;
    for (number, &level) in levels.iter().enumerate() {
        if number > 0 {
            job.value_marked(&parts, level)?;
        }
        job.propagate(&mut parts, level)?;
    }
    Ok(bytes)
}

/// The results that are decided together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// Wins and losses.
    Decisive,
    /// Draws, where endless play has a winner.
    Drawn,
}

impl Level {
    fn has(self, future: i8) -> bool {
        (future == 0) == (self == Level::Drawn)
    }

    /// The entries of the results of this level, where endless play is worth `endless`.
    fn entries(self, endless: i8, distance: u8) -> impl Iterator<Item = u8> {
        let results = results(endless).into_iter().filter(move |&future| self.has(future));
        results.map(move |future| entry_of(endless, future, distance))
    }
}

/// A value in the making: the best of the children so far, for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Best {
    endless: i8,
    future: i8,
    /// Meaningless with the endless value.
    distance: u8,
    /// Does a capture lead to a draw?
    draws: bool,
}

impl Best {
    const NONE: i8 = i8::MIN;

    fn of(endless: i8) -> Best {
        Best { endless, future: Best::NONE, distance: 0, draws: false }
    }

    /// Takes in a move to a position with this value.
    #[inline]
    fn take(&mut self, future: i8, distance: u8) {
        match future.cmp(&self.future) {
            Ordering::Less => {}
            Ordering::Greater => (self.future, self.distance) = (future, distance),
            Ordering::Equal if future > self.endless => self.distance = self.distance.min(distance),
            Ordering::Equal => self.distance = self.distance.max(distance),
        }
    }
}

/// One layer being solved.
struct Job<'a, P: Capturing> {
    rules: P::Rules,
    layer: Pieces,
    places: Places,
    /// Slots of the first block.
    block: u64,
    solved: &'a Solved<P>,
    watch: &'a Watch<'a>,
    bytes: &'a Bytes,
}

impl<P: Capturing> Job<'_, P> {
    /// The levels, in the order in which they are decided.
    fn levels(&self) -> &'static [Level] {
        match self.endless_at(0) {
            0 => &[Level::Decisive],
            _ => &[Level::Decisive, Level::Drawn],
        }
    }

    /// What endless play is worth to the mover in the block of `slot`.
    fn endless_at(&self, slot: u64) -> i8 {
        let in_rank = |pieces: u8, skip: u8| ((1u32 << pieces) - 1) << skip;
        let [own, enemy] = self.layer.counts(slot);
        endless(&P::of_sides(self.rules, [in_rank(own, 0), in_rank(enemy, own)]))
    }

    /// Values every position; keeps what is decided by captures and ends.
    fn value_all(&self, parts: &Parts, level: Level) -> Result<(), Interrupted> {
        parts.each(self.watch, |slots| {
            let (mut moves, mut used) = (Vec::new(), 0);
            for slot in slots {
                let Some(sides) = self.layer.at(slot) else { continue };
                used += 1;
                let best = self.value(sides, &mut moves);
                if level.has(best.future) && best.future != best.endless && best.distance <= 1 {
                    self.bytes.set(slot, entry_of(best.endless, best.future, best.distance));
                } else if best.draws && best.endless != 0 {
                    self.bytes.set(slot, MARKED);
                }
            }
            self.watch.add(used);
            0
        })?;
        Ok(())
    }

    /// Values the positions that captures may have made a draw, and which the level before did not decide.
    fn value_marked(&self, parts: &Parts, level: Level) -> Result<(), Interrupted> {
        parts.each(self.watch, |slots| {
            let mut moves = Vec::new();
            for slot in slots.filter(|&slot| self.bytes.get(slot) == MARKED) {
                let sides = self.layer.at(slot).expect("only used slots are marked");
                let best = self.value(sides, &mut moves);
                let is_decided = level.has(best.future) && best.future != best.endless && best.distance == 1;
                let entry = if is_decided { entry_of(best.endless, best.future, 1) } else { 0 };
                self.bytes.set(slot, entry);
            }
            0
        })?;
        Ok(())
    }

    /// The passes of a level, from its first decided positions on.
    fn propagate(&self, parts: &mut Parts, level: Level) -> Result<(), Failure> {
        // Pass 0 has decided distances 0 and 1 at once; a later one decides only its own.
        let mut last = 1;
        let mut distance = 0;
        while distance <= last {
            self.mark_predecessors(parts, level, distance)?;
            distance += 1;
            let decided =
                parts.visit(self.watch, Vec::new, |moves, slot| self.decide(slot, level, distance, moves))?;
            if decided > 0 {
                last = distance;
            }
            if decided > 0 && distance > MOST_PLIES {
                return Err(Failure::TooFar);
            }
        }
        Ok(())
    }

    /// Values an open position; keeps the value if it has this distance.
    fn decide(&self, slot: u64, level: Level, distance: u8, moves: &mut Vec<P::Move>) -> bool {
        if !matches!(self.bytes.get(slot), 0 | MARKED) {
            return false;
        }
        let sides = self.layer.at(slot).expect("only used slots are marked");
        let best = self.value(sides, moves);
        let is_decided = best.future != best.endless && level.has(best.future) && best.distance == distance;
        if is_decided && distance <= MOST_PLIES {
            self.bytes.set(slot, entry_of(best.endless, best.future, distance));
        }
        is_decided
    }

    fn mark_predecessors(&self, parts: &mut Parts, level: Level, distance: u8) -> Result<(), Interrupted> {
        parts.send(self.watch, |slots, outbox| {
            let cut = self.block.clamp(slots.start, slots.end);
            for block in [slots.start..cut, cut..slots.end] {
                self.mark_from(block, level, distance, outbox);
            }
        })
    }

    /// Marks the predecessors of what has this distance among slots of one block.
    fn mark_from(&self, slots: Range<u64>, level: Level, distance: u8, outbox: &mut Outbox) {
        if slots.is_empty() || distance > MOST_PLIES {
            return;
        }
        for entry in level.entries(self.endless_at(slots.start), distance) {
            for slot in slots.clone().filter(|&slot| self.bytes.get(slot) == entry) {
                let sides = self.layer.at(slot).expect("only used slots are decided");
                for_each_predecessor(sides, P::PASSES, |before| outbox.send(self.places.slot(before)));
            }
        }
    }

    /// The value of a position by those of its children; where they are open they count as endless.
    fn value(&self, sides: Sides, moves: &mut Vec<P::Move>) -> Best {
        let position = P::of_sides(self.rules, sides);
        let mut best = Best::of(endless(&position));
        position.for_each_distinct_child(moves, |_, child| {
            if child.quiet_plies() > 0 {
                let entry = self.bytes.get(self.places.slot(child.sides()));
                let value = value_of(-best.endless, entry);
                best.take(-value.future, value.distance.map_or(0, |distance| distance + 1));
            } else {
                let future = -self.captured(&child);
                best.draws |= future == 0;
                best.take(future, 1);
            }
        });
        if best.future == Best::NONE {
            let outcome = position.outcome().expect("a position without moves is over");
            best.take(sign(&position, outcome.winner), 0);
        }
        best
    }

    /// The value of a position behind a capture, for its mover.
    fn captured(&self, child: &P) -> i8 {
        match child.layer() {
            Some(layer) => {
                let bytes = self.solved.get(layer).expect("the layers below are solved first");
                child.value(bytes.get(child.slot())).future
            }
            None => {
                let outcome = child.outcome().expect("a side without pieces ends the game");
                sign(child, outcome.winner)
            }
        }
    }
}

/// Visits the arrangements from which a slide, or a pass, may have led to `sides`, and perhaps some more.
fn for_each_predecessor(sides: Sides, passes: bool, mut visit: impl FnMut(Sides)) {
    let [own, enemy] = sides;
    let empty = Five::ALL & !(own | enemy);
    for direction in Direction::ALL {
        // The piece came from the empty square towards `direction`.
        let mut pieces = enemy & Five::step(empty, direction.opposite());
        while pieces != 0 {
            let piece = pieces & pieces.wrapping_neg();
            visit([enemy ^ piece ^ Five::step(piece, direction), own]);
            pieces ^= piece;
        }
    }
    if passes && enemy & Five::beside(empty) == 0 {
        visit([enemy, own]);
    }
}
