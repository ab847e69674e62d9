//! Kpé: a layer for each number of seeds and pair of masks of unlifted pits.
//!
//! A pit not yet lifted holds at least six seeds, a locked player captures nothing, and masks only lose bits. So a layer
//! leads to others with fewer seeds or fewer bits only, and while both players are locked all 48 seeds are on the board.

use grenier_core::kpe::{Kpe, KpeRules, PITS, least};
use grenier_core::mancala::ring::{Laps, laps, pit};
use grenier_core::mancala::{Board, Pit};
use grenier_core::{Player, Position};

use super::unsow::for_each_lap;
use crate::Layer;
use crate::game::{Extent, Failure, Solvable, Unit, Value};
use crate::index::mancala::{KpeLayer, Walked, kpe_layer, kpe_place, kpe_slot};
use crate::memory::Bytes;
use crate::retrograde::signed;
use crate::retrograde::sowing::{self, Sowing};
use crate::solved::Solved;
use crate::watch::Watch;

static SOWING: Laps<PITS> = laps(false);
static SOWING_SKIPPING: Laps<PITS> = laps(true);

/// Pits of the ring: with so many seeds a sowing comes back to its origin.
const RING: usize = 2 * PITS;

/// All seeds of a game.
const SEEDS: u8 = 48;

/// All masks of unlifted pits but the empty one, fewest bits first.
fn masks() -> Vec<u8> {
    let mut masks: Vec<u8> = (1..16).collect();
    masks.sort_by_key(|mask| mask.count_ones());
    masks
}

/// The layers with these masks, by rising seeds up to `most`.
fn rising(unlifted: [u8; 2], most: u8) -> impl Iterator<Item = KpeLayer> {
    (0..=most).filter_map(move |seeds| KpeLayer::new(seeds, unlifted))
}

impl Solvable for Kpe {
    type Layer = KpeLayer;

    const UNIT: Unit = Unit::Seeds;
    const USUAL: u32 = 48;
    const QUICK: u32 = 20;
    const BRIEF: u32 = 28;

    fn is_solvable(rules: KpeRules) -> bool {
        Kpe::start(rules).endless_is_uniform()
    }

    #[inline]
    fn layer(&self) -> Option<KpeLayer> {
        kpe_layer(self)
    }

    #[inline]
    fn slot(&self) -> u64 {
        kpe_place(self).1
    }

    fn at(rules: KpeRules, layer: KpeLayer, slot: u64) -> Option<Kpe> {
        Some(Kpe::here(rules, layer, &Kpe::walk(layer, slot)))
    }

    #[inline]
    fn value(&self, entry: u8) -> Value {
        Value { future: signed(entry), distance: None }
    }

    fn entry(&self, value: Value) -> u8 {
        value.future as u8 & 0x7f
    }

    fn plan(extent: Extent) -> Option<Vec<KpeLayer>> {
        let most = match extent {
            Extent::Upto(most) => most.min(SEEDS.into()) as u8,
            Extent::Complete => SEEDS,
        };
        let mut plan: Vec<KpeLayer> = rising([0, 0], most).collect();
        if extent == Extent::Complete {
            for mask in masks() {
                plan.extend(rising([mask, 0], SEEDS));
            }
            let mut pairs: Vec<[u8; 2]> =
                masks().into_iter().flat_map(|a| (1..=a).map(move |b| [a, b])).collect();
            pairs.sort_by_key(|[a, b]| a.count_ones() + b.count_ones());
            plan.extend(pairs.into_iter().filter_map(|pair| KpeLayer::new(SEEDS, pair)));
        }
        Some(plan)
    }

    fn needs(layer: KpeLayer) -> Vec<KpeLayer> {
        let [a, b] = layer.unlifted();
        // The one who is not locked captures; a sowing out of the last unlifted pit may capture too (K4).
        let mut needs: Vec<KpeLayer> =
            if b == 0 { rising([a, b], layer.seeds()).collect() } else { Vec::new() };
        for [mask, other] in [[a, b], [b, a]] {
            for bit in (0..PITS).filter(|bit| mask >> bit & 1 == 1) {
                let left = mask & !(1 << bit);
                if left == 0 {
                    needs.extend(rising([other, 0], layer.seeds()));
                } else {
                    needs.extend(KpeLayer::new(layer.seeds(), [left, other]));
                }
            }
        }
        needs.retain(|need| *need != layer);
        needs.sort();
        needs.dedup();
        needs
    }

    fn work_bytes(layer: KpeLayer) -> u64 {
        sowing::work_bytes(layer.slots())
    }

    fn solve(
        rules: KpeRules,
        layer: KpeLayer,
        solved: &Solved<Kpe>,
        watch: &Watch<'_>,
    ) -> Result<Bytes, Failure> {
        sowing::solve(rules, layer, solved, watch)
    }
}

impl Sowing for Kpe {
    #[inline]
    fn pits(&self) -> &Board {
        self.board()
    }

    #[inline]
    fn place(&self) -> (usize, u64) {
        kpe_place(self)
    }

    fn for_each_parent(&self, mut visit: impl FnMut(u64)) {
        let board = self.board();
        let Some(layer) = kpe_layer(self) else { return };
        // Who made the move to here waits now; he has not lifted one of his unlifted pits, or this were another layer.
        let [theirs, mine] = self.unlifted_by_mover();
        let unlifted = [mine, theirs];
        let rows = [board.enemy, board.own];
        let kept = [least(mine), least(theirs)];
        let free = [rows[0] - kept[0], rows[1] - kept[1]];
        let skips = self.rules().skip_origin;
        let table = if skips { &SOWING_SKIPPING } else { &SOWING };
        for origin in (0..PITS).filter(|origin| mine >> origin & 1 == 0) {
            // What lies in the origin fell there in whole rounds.
            let rounds = usize::from(pit(rows[0], origin));
            if skips && rounds != 0 {
                continue;
            }
            let (fewest, most) = if skips { (1, 48) } else { (RING * rounds, RING * rounds + RING - 1) };
            let most = most.min(usize::from(layer.seeds()));
            for_each_lap(&table[origin][..=most], free, origin, fewest, |unsown| {
                let before = [unsown.rows[0] + kept[0], unsown.rows[1] + kept[1]];
                let last = unsown.lap.last_in_row();
                if mine == 0 && unsown.lap.ends_in_enemy_row() != 0 && matches!(pit(rows[1], last), 2 | 4) {
                    return;
                }
                // A bare enemy must be fed if that can be done.
                if before[1] == 0 && rows[1] == 0 {
                    let parent = Kpe::set_up(self.rules(), before, unlifted).expect("as many seeds as here");
                    if !parent.is_legal(Pit::new(Player::First, origin)) {
                        return;
                    }
                }
                visit(kpe_slot(layer, before, unlifted));
            });
        }
    }
}
