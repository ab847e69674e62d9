//! The mancalas: all ways to put `n` seeds into the pits, numbered by the combinatorial number system (D. E. Knuth, The
//! Art of Computer Programming 4A, section 7.2.1.3).
//!
//! The sums of the first pits never fall from pit to pit, so that they name a combination; its number is
//! `C(s0, 1) + C(s1 + 1, 2) + C(s2 + 2, 3) + …`. The last sum is `n` and needs no digit. The first pit varies fastest:
//!
//! ```text
//!   slot    0      1      2      3     …
//!   pits  0 0 2  1 0 1  2 0 0→ 0 1 1  …      (of three pits and two seeds; see `next`)
//! ```

use grenier_core::awale::{Awale, AwaleRules};
use grenier_core::kpe::{Kpe, KpeRules, STARTING_SEEDS, least};
use grenier_core::mancala::CHOOSE;
use grenier_core::mancala::ring::{MOST_SEEDS, Row, prefix_sums, seeds, splat};
use grenier_core::obridjie::Obridjie;

use crate::game::Layer;

/// The most pits of a board.
const MOST_PITS: usize = 12;

/// The ways to put `seeds` seeds into `pits` pits.
pub fn arrangements(pits: usize, seeds: usize) -> u64 {
    // C(n + k - 1, k - 1): fewer than n + 1 seeds in all but the last pit.
    if seeds == MOST_SEEDS {
        // One column further than the table, by Pascal's rule.
        let mut sum = 1;
        let mut i = 0;
        while i + 1 < pits {
            sum += CHOOSE[i][seeds];
            i += 1;
        }
        return sum;
    }
    if pits == 1 { 1 } else { CHOOSE[pits - 2][seeds + 1] }
}

/// All pits of a board, a byte each, the first in the lowest byte.
pub type Pits = u128;

/// The arrangement with number `rank` of `seeds` seeds in `pits` pits.
///
/// # Panics
/// If there are not so many arrangements.
pub fn unranked(pits: usize, seeds: usize, rank: u64) -> Pits {
    assert!(rank < arrangements(pits, seeds), "no arrangement has this number");
    let (mut left, mut sum) = (rank, seeds);
    let mut board: Pits = 0;
    for i in (0..pits - 1).rev() {
        let digit = (0..=sum).rev().find(|&digit| CHOOSE[i][digit] <= left).unwrap_or(0);
        left -= CHOOSE[i][digit];
        board |= ((sum - digit) as Pits) << (8 * (i + 1));
        sum = digit;
    }
    board | sum as Pits
}

/// The arrangement behind `board`; meaningless behind the last one.
///
/// One seed of the first filled pit behind pit 0 steps back, and those of pit 0 join it: the lowest sum that may grow
/// grows by one, those below it start again.
#[inline]
pub fn next(board: Pits) -> Pits {
    let first = board & 0xff;
    let rest = board ^ first;
    let at = (rest.trailing_zeros() & !7).clamp(8, 120);
    rest.wrapping_sub(1 << at).wrapping_add((first + 1) << (at - 8))
}

/// The number of an arrangement in eight pits.
#[inline]
fn rank_of_eight(pits: u64) -> u64 {
    let sums = prefix_sums(pits);
    (0..7).map(|i| CHOOSE[i][usize::from((sums >> (8 * i)) as u8)]).sum()
}

/// The layer of all boards with so many seeds, of a game in which seeds are all that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seeds(pub u8);

impl Layer for Seeds {
    fn name(self) -> String {
        self.0.to_string()
    }

    fn parse(name: &str) -> Option<Seeds> {
        name.parse()
            .ok()
            .filter(|&seeds| usize::from(seeds) <= MOST_SEEDS)
            .map(Seeds)
            .filter(|layer| layer.name() == name)
    }

    fn number(self) -> usize {
        usize::from(self.0)
    }

    fn slots(self) -> u64 {
        arrangements(MOST_PITS, usize::from(self.0))
    }

    fn positions(self) -> u64 {
        self.slots()
    }

    fn material(self) -> u32 {
        u32::from(self.0)
    }
}

/// The place of a board of two rows of six in its layer.
#[inline]
pub(crate) fn slot_of_twelve(rows: [Row; 2]) -> u64 {
    let south = prefix_sums(rows[0]);
    let north = prefix_sums(rows[1]) + splat(seeds(rows[0]));
    let digit = |i: usize, sums: u64, pit: usize| CHOOSE[i][usize::from((sums >> (8 * pit)) as u8)];
    let first: u64 = (0..6).map(|pit| digit(pit, south, pit)).sum();
    let second: u64 = (0..5).map(|pit| digit(6 + pit, north, pit)).sum();
    first + second
}

/// The rows of twelve pits, the first six first.
#[inline]
pub(crate) fn rows_of_twelve(board: Pits) -> [Row; 2] {
    const ROW: Pits = 0xffff_ffff_ffff;
    [(board & ROW) as Row, (board >> 48) as Row]
}

/// A layer of Kpé: boards with so many seeds and so many pits not yet lifted.
///
/// Both ways to share out the two masks, the player to move having the first or the second, are one layer: a move leads
/// from the one to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KpeLayer {
    /// The masks of unlifted pits of the two players, the greater first.
    unlifted: [u8; 2],
    seeds: u8,
}

const KPE_PITS: usize = 8;

impl KpeLayer {
    /// The layer with these masks, in any order; `None` if no game has it: an odd number of seeds, or fewer than six in
    /// an unlifted pit, or both players locked and not all seeds on the board.
    pub fn new(seeds: u8, unlifted: [u8; 2]) -> Option<KpeLayer> {
        let [a, b] = unlifted;
        let layer = KpeLayer { unlifted: [a.max(b), a.min(b)], seeds };
        let is_possible = usize::from(seeds) <= MOST_SEEDS
            && seeds.is_multiple_of(2)
            && layer.bound() <= seeds
            && (b == 0 || a == 0 || usize::from(seeds) == MOST_SEEDS);
        is_possible.then_some(layer)
    }

    /// Seeds on the board.
    pub fn seeds(self) -> u8 {
        self.seeds
    }

    /// The masks of unlifted pits, the greater first.
    pub fn unlifted(self) -> [u8; 2] {
        self.unlifted
    }

    /// Seeds that unlifted pits hold at least.
    fn bound(self) -> u8 {
        STARTING_SEEDS * (self.unlifted[0].count_ones() + self.unlifted[1].count_ones()) as u8
    }

    /// Seeds that can lie anywhere.
    fn free(self) -> usize {
        usize::from(self.seeds - self.bound())
    }

    /// Positions in which the player to move has the first mask.
    fn block(self) -> u64 {
        arrangements(KPE_PITS, self.free())
    }

    /// The masks of the player to move and of the other one in the block where `slot` is, and its place there.
    fn located(self, slot: u64) -> ([u8; 2], u64) {
        let [a, b] = self.unlifted;
        let block = self.block();
        if slot < block { ([a, b], slot) } else { ([b, a], slot - block) }
    }
}

/// The letters of a mask of pits, beginning with `first` for the lowest bit.
fn letters(mask: u8, first: u8) -> String {
    (0..8).filter(|bit| mask >> bit & 1 == 1).map(|bit| char::from(first + bit)).collect()
}

/// The mask that [`letters`] wrote.
fn mask(text: &str, first: u8) -> Option<u8> {
    let mask = text.bytes().try_fold(0u8, |mask, letter| {
        let bit = letter.checked_sub(first).filter(|&bit| bit < 4)?;
        (mask >> bit == 0).then_some(mask | 1 << bit)
    });
    mask.filter(|&mask| mask != 0)
}

impl Layer for KpeLayer {
    /// The seeds, then the unlifted pits of the two players: `20`, `30-AC`, `48-ABCD-ab`.
    fn name(self) -> String {
        let [a, b] = self.unlifted;
        match (a, b) {
            (0, 0) => self.seeds.to_string(),
            (a, 0) => format!("{}-{}", self.seeds, letters(a, b'A')),
            (a, b) => format!("{}-{}-{}", self.seeds, letters(a, b'A'), letters(b, b'a')),
        }
    }

    fn parse(name: &str) -> Option<KpeLayer> {
        let mut parts = name.split('-');
        let seeds = parts.next()?.parse().ok()?;
        let first = parts.next().map_or(Some(0), |text| mask(text, b'A'))?;
        let second = parts.next().map_or(Some(0), |text| mask(text, b'a'))?;
        KpeLayer::new(seeds, [first, second]).filter(|layer| layer.name() == name)
    }

    fn number(self) -> usize {
        kpe_number(self.seeds, self.unlifted)
    }

    fn slots(self) -> u64 {
        if self.unlifted[0] == self.unlifted[1] { self.block() } else { 2 * self.block() }
    }

    fn positions(self) -> u64 {
        self.slots()
    }

    fn material(self) -> u32 {
        u32::from(self.seeds)
    }
}

/// The place in its layer of a Kpé board seen by the player to move.
#[inline]
pub(crate) fn kpe_slot(layer: KpeLayer, rows: [Row; 2], unlifted: [u8; 2]) -> u64 {
    let free = [rows[0] - least(unlifted[0]), rows[1] - least(unlifted[1])];
    let rank = rank_of_eight(free[0] | free[1] << 32);
    if unlifted[0] == layer.unlifted[0] { rank } else { rank + layer.block() }
}

/// The number of a Kpé layer with these masks, the greater first.
#[inline]
fn kpe_number(seeds: u8, unlifted: [u8; 2]) -> usize {
    let [a, b] = unlifted.map(usize::from);
    (a << 4 | b) * (MOST_SEEDS / 2 + 1) + usize::from(seeds) / 2
}

/// The number of the layer and the place in it of a Kpé position that has them.
#[inline]
pub(crate) fn kpe_place(position: &Kpe) -> (usize, u64) {
    let board = position.board();
    let [mine, theirs] = position.unlifted_by_mover();
    let layer = KpeLayer { unlifted: [mine.max(theirs), mine.min(theirs)], seeds: board.seeds() };
    (layer.number(), kpe_slot(layer, [board.own, board.enemy], [mine, theirs]))
}

/// The layer of a Kpé position.
#[inline]
pub(crate) fn kpe_layer(position: &Kpe) -> Option<KpeLayer> {
    KpeLayer::new(position.board().seeds(), position.unlifted_by_mover())
}

/// Walks through the boards of a layer in the order of their slots.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    board: Pits,
    slot: u64,
}

impl Walk {
    /// The slot.
    #[inline]
    pub fn slot(&self) -> u64 {
        self.slot
    }
}

/// Boards by slot, and the way from one to the next.
pub(crate) trait Walked: Sized {
    type Rules: Copy;
    type Layer: Copy;

    /// A walk that stands on `slot`.
    fn walk(layer: Self::Layer, slot: u64) -> Walk;

    /// One slot on.
    fn step(layer: Self::Layer, walk: &mut Walk);

    /// Where the walk stands.
    fn here(rules: Self::Rules, layer: Self::Layer, walk: &Walk) -> Self;
}

macro_rules! walk_twelve {
    ($game:ty, $rules:ty, |$given:ident, $rows:ident| $position:expr) => {
        impl Walked for $game {
            type Rules = $rules;
            type Layer = Seeds;

            fn walk(layer: Seeds, slot: u64) -> Walk {
                Walk { board: unranked(MOST_PITS, usize::from(layer.0), slot), slot }
            }

            #[inline]
            fn step(_: Seeds, walk: &mut Walk) {
                *walk = Walk { board: next(walk.board), slot: walk.slot + 1 };
            }

            #[inline]
            fn here($given: $rules, _: Seeds, walk: &Walk) -> $game {
                let $rows = rows_of_twelve(walk.board);
                $position.expect("a layer has boards of at most 48 seeds")
            }
        }
    };
}

walk_twelve!(Awale, AwaleRules, |rules, rows| Awale::set_up(rules, rows));
walk_twelve!(Obridjie, grenier_core::OnlyRules, |_rules, rows| Obridjie::set_up(rows));

impl Walked for Kpe {
    type Rules = KpeRules;
    type Layer = KpeLayer;

    fn walk(layer: KpeLayer, slot: u64) -> Walk {
        Walk { board: unranked(KPE_PITS, layer.free(), layer.located(slot).1), slot }
    }

    #[inline]
    fn step(layer: KpeLayer, walk: &mut Walk) {
        let slot = walk.slot + 1;
        // The second block begins like the first: all in the last pit.
        let board = if slot == layer.block() {
            (layer.free() as Pits) << (8 * (KPE_PITS - 1))
        } else {
            next(walk.board)
        };
        *walk = Walk { board, slot };
    }

    #[inline]
    fn here(rules: KpeRules, layer: KpeLayer, walk: &Walk) -> Kpe {
        let (unlifted, _) = layer.located(walk.slot);
        let rows = [
            (walk.board & 0xffff_ffff) as Row + least(unlifted[0]),
            (walk.board >> 32) as Row + least(unlifted[1]),
        ];
        Kpe::set_up(rules, rows, unlifted).expect("a layer has possible boards")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_counted_and_walked_in_order() {
        for (pits, seeds) in [(1, 3), (3, 2), (8, 6), (12, 5)] {
            let mut board = unranked(pits, seeds, 0);
            let count = arrangements(pits, seeds);
            for rank in 0..count {
                assert_eq!(board, unranked(pits, seeds, rank), "{pits} pits, {seeds} seeds, number {rank}");
                assert_eq!(board.to_le_bytes().iter().map(|&pit| usize::from(pit)).sum::<usize>(), seeds);
                board = next(board);
            }
        }
        assert_eq!(arrangements(8, 48), 202_927_725);
        assert_eq!(arrangements(12, 24), 417_225_900);
    }

    #[test]
    fn ranks_invert_numbers() {
        for rank in (0..arrangements(8, 48)).step_by(999_983) {
            assert_eq!(rank_of_eight(unranked(8, 48, rank) as u64), rank);
        }
        for rank in (0..arrangements(12, 24)).step_by(999_983) {
            assert_eq!(slot_of_twelve(rows_of_twelve(unranked(12, 24, rank))), rank);
        }
    }

    #[test]
    fn names_of_layers_are_read_back() {
        for (seeds, unlifted, name) in
            [(20, [0, 0], "20"), (30, [0, 0b101], "30-AC"), (48, [0b11, 0b1111], "48-ABCD-ab")]
        {
            let layer = KpeLayer::new(seeds, unlifted).unwrap();
            assert_eq!(layer.name(), name);
            assert_eq!(KpeLayer::parse(name), Some(layer));
        }
        for wrong in ["", "21", "50", "20-", "30-CA", "30-AA", "46-ABCD-ab", "30-AC-", "4-A", "020"] {
            assert_eq!(KpeLayer::parse(wrong), None, "{wrong}");
        }
        assert_eq!(Seeds::parse("24"), Some(Seeds(24)));
        assert_eq!(Seeds::parse("49"), None);
        assert_eq!(Seeds::parse("+4"), None);
    }

    #[test]
    fn kpe_layers_have_the_known_numbers_of_positions() {
        let all = |is_wanted: &dyn Fn([u8; 2]) -> bool| -> u64 {
            let pairs = (0..16).flat_map(|a| (0..=a).map(move |b| [a, b])).filter(|&pair| is_wanted(pair));
            pairs
                .flat_map(|pair| (0..=48).filter_map(move |seeds| KpeLayer::new(seeds, pair)))
                .map(Layer::slots)
                .sum()
        };
        assert_eq!(all(&|pair| pair == [0, 0]), 764_395_515);
        assert_eq!(all(&|[a, b]| a != 0 && b == 0), 3_731_256_844);
        assert_eq!(all(&|[_, b]| b != 0), 1_216_923_373);
    }
}
