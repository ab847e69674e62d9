//! The 5x5 games: breadth first by plies, backwards from the ends of the game and from captures.
//!
//! The values of a layer are the least fixed point over what endless play is worth: a position has another value only if
//! somebody can force it (K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986). Pass 0 decides
//! what is over or decided by captures, which are looked up in the layers below. Pass `k` marks the predecessors of what pass
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
mod quest;

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use grenier_core::Position;
use grenier_core::capture::{Direction, Five, Kind, Size, Turn};

use crate::game::{Failure, Layer, Solvable, Value};
use crate::index::squares::{Pieces, Places, Sides};
use crate::memory::Bytes;
use crate::solved::Solved;
use crate::watch::{Interrupted, Watch};
use entry::{MARKED, MOST_PLIES, entry_of};
pub(crate) use entry::{encoded, value_of};
use parts::{Outbox, Parts};
use quest::{Best, Level, Quest, Seek};

/// What this solver asks of a 5x5 game.
pub(crate) trait Capturing: Solvable<Layer = Pieces, Move = Turn<Five>> {
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
    const INDEX: u64 = 64 << 20;
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
    let job = Job { rules, layer, places: Places::new(layer), solved, watch, bytes: &bytes };
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

/// One layer being solved.
struct Job<'a, P: Capturing> {
    rules: P::Rules,
    layer: Pieces,
    places: Places,
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
        let quest = Quest { level, seek: Seek::Better, distance: 1 };
        parts.each(self.watch, |slots| {
            let (mut moves, mut used) = (Vec::new(), 0);
            for slot in slots {
                let Some(sides) = self.places.at(slot) else { continue };
                used += 1;
                let best = self.value_of_captures(sides, quest, &mut moves);
                if best.is_decided(level) {
                    self.bytes.set(slot, entry_of(best.endless, best.future, best.distance));
                } else if best.draws && best.endless != 0 {
                    self.bytes.set(slot, MARKED);
                }
            }
            self.watch.add(used);
        })
    }

    /// Values the positions that captures may have made a draw, and which the level before did not decide.
    fn value_marked(&self, parts: &Parts, level: Level) -> Result<(), Interrupted> {
        let quest = Quest { level, seek: Seek::Better, distance: 1 };
        parts.each(self.watch, |slots| {
            let mut moves = Vec::new();
            for slot in slots.filter(|&slot| self.bytes.get(slot) == MARKED) {
                let sides = self.places.at(slot).expect("only used slots are marked");
                let best = self.value(sides, quest, &mut moves);
                let is_decided = best.is_decided(level) && best.distance == 1;
                let entry = if is_decided { entry_of(best.endless, best.future, 1) } else { 0 };
                self.bytes.set(slot, entry);
            }
        })
    }

    /// The passes of a level.
    fn propagate(&self, parts: &mut Parts, level: Level) -> Result<(), Failure> {
        for distance in 1.. {
            let mut decided = 0;
            for seek in [Seek::Better, Seek::Worse] {
                let quest = Quest { level, seek, distance };
                self.mark_predecessors(parts, quest)?;
                decided +=
                    parts.visit(self.watch, distance, |moves, slot| self.decide(slot, quest, moves))?;
            }
            if decided > 0 && distance > MOST_PLIES {
                return Err(Failure::TooFar);
            }
            // What captures decide has distance 1 and was decided before the first pass.
            if decided == 0 && distance > 1 {
                break;
            }
        }
        Ok(())
    }

    /// Values an open position; keeps the value if it has this distance.
    fn decide(&self, slot: u64, quest: Quest, moves: &mut Vec<P::Move>) -> bool {
        if !matches!(self.bytes.get(slot), 0 | MARKED) {
            return false;
        }
        let sides = self.places.at(slot).expect("only used slots are marked");
        let best = self.value(sides, quest, moves);
        let is_decided = best.is_decided(quest.level) && best.distance == quest.distance;
        if is_decided && quest.distance <= MOST_PLIES {
            self.bytes.set(slot, entry_of(best.endless, best.future, quest.distance));
        }
        is_decided
    }

    /// Marks the positions that may have what is sought by what the last pass decided.
    fn mark_predecessors(&self, parts: &mut Parts, quest: Quest) -> Result<(), Interrupted> {
        let last = quest.distance - 1;
        parts.send(self.watch, last, |slots, outbox| {
            let cut = self.places.block().clamp(slots.start, slots.end);
            for block in [slots.start..cut, cut..slots.end].into_iter().filter(|block| !block.is_empty()) {
                let endless = self.endless_at(block.start);
                if let Some(entry) = quest.level.entry(endless, quest.seek.behind(), last) {
                    self.mark_from(block, entry, outbox);
                }
            }
        })
    }

    /// Marks the predecessors of what has this entry.
    fn mark_from(&self, slots: Range<u64>, entry: u8, outbox: &mut Outbox) {
        let bytes = &self.bytes.as_slice()[slots.start as usize..slots.end as usize];
        for (slot, _) in slots.zip(bytes).filter(|(_, byte)| byte.load(Relaxed) == entry) {
            let sides = self.places.at(slot).expect("only used slots are decided");
            for_each_predecessor(sides, P::PASSES, |before| outbox.send(self.places.slot(before)));
        }
    }

    /// The value of a position by captures alone, as if endless play followed every other move.
    fn value_of_captures(&self, sides: Sides, quest: Quest, moves: &mut Vec<P::Move>) -> Best {
        self.value_with(sides, quest, moves, |endless, _, _| Value { future: endless, distance: None })
    }

    /// The value of a position by those of its children; where they are open they count as endless.
    fn value(&self, sides: Sides, quest: Quest, moves: &mut Vec<P::Move>) -> Best {
        let moved = self.places.moved(sides);
        self.value_with(sides, quest, moves, |endless, position, mv| {
            let child = position.play_unchecked(mv).sides();
            value_of(endless, self.bytes.get(self.places.slot_moved(&moved, child)))
        })
    }

    /// The value of a position, complete only as far as the quest needs it. `inside` tells what a move is worth that takes
    /// nothing, given what endless play is worth behind it.
    #[inline]
    fn value_with(
        &self,
        sides: Sides,
        quest: Quest,
        moves: &mut Vec<P::Move>,
        inside: impl Fn(i8, &P, P::Move) -> Value,
    ) -> Best {
        let position = P::of_sides(self.rules, sides);
        let mut best = Best::of(endless(&position));
        position.distinct_moves(moves);
        if moves.is_empty() {
            let outcome = position.outcome().expect("a position without moves is over");
            best.take(sign(&position, outcome.winner), 0);
        }
        for &mv in moves.iter() {
            if matches!(mv.kind(), Kind::Capture | Kind::Jump) {
                let future = -self.captured(&position.play_unchecked(mv));
                best.draws |= future == 0;
                best.take(future, 1);
            } else {
                let value = inside(-best.endless, &position, mv);
                best.take(-value.future, value.distance.map_or(0, |distance| distance + 1));
            }
            if best.is_settled(quest) {
                break;
            }
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

#[cfg(test)]
mod tests {
    use grenier_core::mraha::Mraha;
    use grenier_core::seega::Seega;

    use super::*;

    /// Counts the moves that take nothing, and those among them that are passes.
    fn check_predecessors<P: Capturing>(layer: Pieces) -> (u32, u32) {
        let (mut moves, mut quiet, mut passes) = (Vec::new(), 0, 0);
        for sides in (0..layer.slots()).filter_map(|slot| layer.at(slot)) {
            let position = P::of_sides(P::Rules::default(), sides);
            position.for_each_child(&mut moves, |mv, child| {
                if Pieces::of(child.sides()) != Some(layer) {
                    return;
                }
                quiet += 1;
                passes += u32::from(mv.kind() == Kind::Pass);
                let mut is_found = false;
                for_each_predecessor(child.sides(), P::PASSES, |before| is_found |= before == sides);
                assert!(is_found, "{} {mv}", position.text());
            });
        }
        (quiet, passes)
    }

    #[test]
    fn every_quiet_move_can_be_taken_back() {
        for layer in Pieces::upto(4) {
            assert_eq!(check_predecessors::<Mraha>(layer).1, 0);
            let (quiet, passes) = check_predecessors::<Seega<Five>>(layer);
            // With equal numbers, two at most, nobody can be shut in.
            assert_eq!((quiet > 0, passes > 0), (true, layer.more() > layer.fewer()), "{layer:?}");
        }
    }
}
