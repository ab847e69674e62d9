//! The 5x5 games: all ways to put so many pieces of the two players on the board, of those that the eight symmetries and
//! the exchange of colours make equal only one.
//!
//! Colours do not matter, only who is to move. A layer has two blocks, for a mover who has more pieces and for one who
//! has fewer; with equal numbers it has one. In a block the *leading* set, that of the side with more pieces (the mover's
//! if they are equal), is replaced by the first set of its orbit; the symmetry that does this also moves the other set,
//! which is then ranked among the free squares:
//!
//! ```text
//!   slot = block * (orbits * C(25 - a, b)) + orbit * C(25 - a, b) + rank        a, b: pieces of the two sets
//! ```
//!
//! Where symmetries leave the first set as it is, the least rank that they give is taken, and the other slots are not
//! used: 1.7 % of all up to ten pieces, more where there are few pieces.

mod places;
mod subsets;
mod symmetry;

pub(crate) use places::Places;
use subsets::choose;
use symmetry::{SYMMETRIES, seen};

use crate::game::Layer;

/// Squares of the board.
const SQUARES: usize = 25;

/// Pieces of a player at most.
const MOST_PIECES: usize = 12;

/// The squares of the player to move and those of the other one, a bit each as in
/// [`Five`](grenier_core::capture::Five).
pub type Sides = [u32; 2];

/// A layer of a 5x5 game in its second phase: one side has `more` pieces, the other one `fewer` or as many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pieces {
    more: u8,
    fewer: u8,
}

impl Pieces {
    /// The layer in which one side has `a` pieces and the other one `b`, in any order; `None` unless both have 1 to 12.
    #[inline]
    pub fn new(a: u32, b: u32) -> Option<Pieces> {
        let (more, fewer) = (a.max(b), a.min(b));
        (fewer >= 1 && more as usize <= MOST_PIECES)
            .then_some(Pieces { more: more as u8, fewer: fewer as u8 })
    }

    /// The layer of an arrangement.
    #[inline]
    pub fn of(sides: Sides) -> Option<Pieces> {
        Pieces::new(sides[0].count_ones(), sides[1].count_ones())
    }

    /// Pieces of the side that has more.
    #[inline]
    pub fn more(self) -> u8 {
        self.more
    }

    /// Pieces of the side that has fewer.
    #[inline]
    pub fn fewer(self) -> u8 {
        self.fewer
    }

    /// The layers with at most so many pieces in all, those with fewer pieces first.
    pub fn upto(pieces: u32) -> Vec<Pieces> {
        let pairs = (2..=pieces.min(2 * MOST_PIECES as u32))
            .flat_map(|all| (1..=all / 2).map(move |fewer| (all - fewer, fewer)));
        pairs.filter_map(|(more, fewer)| Pieces::new(more, fewer)).collect()
    }

    /// The layers to which captures lead, if no side loses all its pieces.
    pub fn below(self) -> Vec<Pieces> {
        let (more, fewer) = (u32::from(self.more), u32::from(self.fewer));
        let taken = (1..fewer).map(|left| (more, left)).chain((1..more).map(|left| (left, fewer)));
        let mut layers: Vec<Pieces> = taken.filter_map(|(a, b)| Pieces::new(a, b)).collect();
        layers.sort_unstable();
        layers.dedup();
        layers
    }

    /// Pieces of the player to move, and of the other one, in every position of this slot's block.
    #[inline]
    pub fn counts(self, slot: u64) -> [u8; 2] {
        if Places::new(self).mover_leads(slot) { [self.more, self.fewer] } else { [self.fewer, self.more] }
    }

    /// Has every position of the layer a mover who leads?
    #[inline]
    fn has_one_block(self) -> bool {
        self.more == self.fewer
    }

    /// Slots of one orbit.
    #[inline]
    fn row(self) -> u64 {
        u64::from(choose(SQUARES - usize::from(self.more), usize::from(self.fewer)))
    }

    /// The slot of an arrangement of this layer.
    #[inline]
    pub fn slot(self, sides: Sides) -> u64 {
        Places::new(self).slot(sides)
    }

    /// The arrangement in this slot; `None` if the slot is not used.
    ///
    /// # Panics
    /// If there is no such slot.
    #[inline]
    pub fn at(self, slot: u64) -> Option<Sides> {
        Places::new(self).at(slot)
    }

    /// Arrangements that this slot stands for, one player being to move: the 8 symmetries over those that leave the
    /// arrangement as it is. 0 if the slot is not used.
    pub fn weight(self, slot: u64) -> u8 {
        let places = Places::new(self);
        let found = places.found(slot);
        if !places.is_used(&found) {
            return 0;
        }
        let fixed = found.stabilising().filter(|&symmetry| seen(found.other, symmetry) == found.other);
        SYMMETRIES / fixed.count() as u8
    }
}

/// The ways to put `a` and `b` pieces on the board, counted once each under the eight symmetries, by Burnside's lemma:
/// the mean, over the symmetries, of the ways that they leave as they are.
fn orbits_of_two(a: usize, b: usize) -> u64 {
    // Cycles of squares by length: the identity, the half turn, two quarter turns, four mirrors.
    let symmetries: [(u64, &[(usize, usize)]); 4] =
        [(1, &[(25, 1)]), (1, &[(1, 1), (12, 2)]), (2, &[(1, 1), (6, 4)]), (4, &[(5, 1), (10, 2)])];
    let fixed = symmetries.iter().map(|(times, cycles)| times * colourings(cycles, a, b)).sum::<u64>();
    fixed / u64::from(SYMMETRIES)
}

/// The ways to colour whole cycles (so many of a length, in each group) so that `a` squares have one colour and `b` the
/// other.
fn colourings(cycles: &[(usize, usize)], a: usize, b: usize) -> u64 {
    let Some((&(count, length), rest)) = cycles.split_first() else { return u64::from(a == 0 && b == 0) };
    let pairs = (0..=count.min(a / length))
        .flat_map(|ones| (0..=(count - ones).min(b / length)).map(move |others| (ones, others)));
    pairs
        .map(|(ones, others)| {
            let ways = u64::from(choose(count, ones)) * u64::from(choose(count - ones, others));
            ways * colourings(rest, a - ones * length, b - others * length)
        })
        .sum()
}

impl Layer for Pieces {
    /// The pieces of the two sides, the greater number first: `5v3`.
    fn name(self) -> String {
        format!("{}v{}", self.more, self.fewer)
    }

    fn parse(name: &str) -> Option<Pieces> {
        let (more, fewer) = name.split_once('v')?;
        Pieces::new(more.parse().ok()?, fewer.parse().ok()?).filter(|layer| layer.name() == name)
    }

    #[inline]
    fn number(self) -> usize {
        usize::from(self.more) * (MOST_PIECES + 1) + usize::from(self.fewer)
    }

    fn slots(self) -> u64 {
        let block = orbits_of_two(usize::from(self.more), 0) * self.row();
        if self.has_one_block() { block } else { 2 * block }
    }

    fn positions(self) -> u64 {
        let orbits = orbits_of_two(usize::from(self.more), usize::from(self.fewer));
        if self.has_one_block() { orbits } else { 2 * orbits }
    }

    fn material(self) -> u32 {
        u32::from(self.more) + u32::from(self.fewer)
    }

    fn arrangements(self, slot: u64) -> u8 {
        self.weight(slot)
    }

    fn pieces(self, slot: u64) -> Option<[u8; 2]> {
        Some(self.counts(slot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_and_arrangements_are_one_to_one() {
        for layer in Pieces::upto(6) {
            let mut used = 0;
            let mut arrangements = 0;
            for slot in 0..layer.slots() {
                let Some(sides) = layer.at(slot) else {
                    assert_eq!(layer.weight(slot), 0);
                    continue;
                };
                assert_eq!(layer.slot(sides), slot, "{}", layer.name());
                assert_eq!(sides.map(|set| set.count_ones() as u8), layer.counts(slot));
                assert_eq!(sides[0] & sides[1], 0);
                used += 1;
                arrangements += u64::from(layer.weight(slot));
            }
            assert_eq!(used, layer.positions(), "{}", layer.name());
            assert_eq!(Places::new(layer).slots, layer.slots());
            let all = u64::from(choose(SQUARES, usize::from(layer.more))) * layer.row();
            let blocks = if layer.more == layer.fewer { 1 } else { 2 };
            assert_eq!(arrangements, blocks * all, "{}", layer.name());
        }
    }

    #[test]
    fn images_have_the_same_slot() {
        for layer in Pieces::upto(9) {
            for slot in (0..layer.slots()).step_by(1 + layer.slots() as usize / 5000) {
                let sides = Places::new(layer).found(slot).sides;
                let home = layer.slot(sides);
                assert!(layer.at(home).is_some(), "{} {home}", layer.name());
                for symmetry in 0..SYMMETRIES {
                    assert_eq!(layer.slot(sides.map(|set| seen(set, symmetry))), home);
                }
            }
        }
    }

    #[test]
    fn layers_have_the_known_numbers_of_positions() {
        let all = |pieces| Pieces::upto(pieces).into_iter().map(Layer::positions).sum::<u64>();
        assert_eq!(all(8), 43_552_052);
        assert_eq!(all(10), 591_543_112);
        assert_eq!(all(12), 4_393_275_236);
        assert_eq!(all(24), 97_119_264_770);
    }

    #[test]
    fn names_of_layers_are_read_back() {
        for layer in Pieces::upto(24) {
            assert_eq!(Pieces::parse(&layer.name()), Some(layer));
        }
        for wrong in ["", "5", "3v5", "5v0", "13v1", "05v3", "5v+3", "5v3 ", "5V3"] {
            assert_eq!(Pieces::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn captures_lead_to_the_layers_below() {
        let names = |name: &str| -> Vec<String> {
            Pieces::parse(name).unwrap().below().into_iter().map(Layer::name).collect()
        };
        assert_eq!(names("1v1"), [""; 0]);
        assert_eq!(names("2v2"), ["2v1"]);
        assert_eq!(names("4v2"), ["2v1", "2v2", "3v2", "4v1"]);
    }
}
