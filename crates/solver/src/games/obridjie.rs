//! Obridjie: a layer for every total of seeds that a game can have, the multiples of four.

use grenier_core::OnlyRules;
use grenier_core::obridjie::Obridjie;

use crate::game::{Extent, Failure, Layer, Solvable, Unit, Value};
use crate::index::mancala::{Seeds, Walked, slot_of_twelve};
use crate::memory::Bytes;
use crate::retrograde::{relay, signed};
use crate::solved::Solved;
use crate::watch::Watch;

/// Seeds that a capture takes, so that totals fall by it.
const FOUR: u8 = 4;

impl Solvable for Obridjie {
    type Layer = Seeds;

    const UNIT: Unit = Unit::Seeds;
    const USUAL: u32 = 16;
    const QUICK: u32 = 12;
    const BRIEF: u32 = 16;

    fn is_solvable(_: OnlyRules) -> bool {
        true
    }

    fn layer(&self) -> Option<Seeds> {
        let seeds = self.board().seeds();
        seeds.is_multiple_of(FOUR).then_some(Seeds(seeds))
    }

    #[inline]
    fn slot(&self) -> u64 {
        let board = self.board();
        slot_of_twelve([board.own, board.enemy])
    }

    fn at(rules: OnlyRules, layer: Seeds, slot: u64) -> Option<Obridjie> {
        (slot < layer.slots()).then(|| Obridjie::here(rules, layer, &Obridjie::walk(layer, slot)))
    }

    #[inline]
    fn value(&self, entry: u8) -> Value {
        Value { future: signed(entry), distance: None }
    }

    #[inline]
    fn entry(&self, value: Value) -> u8 {
        relay::entry(value.future)
    }

    fn plan(extent: Extent) -> Option<Vec<Seeds>> {
        match extent {
            Extent::Upto(seeds) => {
                let most = u8::try_from(seeds).ok().filter(|&seeds| seeds <= relay::MOST_SEEDS)?;
                Some((0..=most).step_by(usize::from(FOUR)).map(Seeds).collect())
            }
            Extent::Complete => None,
        }
    }

    fn needs(layer: Seeds) -> Vec<Seeds> {
        (0..layer.0).step_by(usize::from(FOUR)).map(Seeds).collect()
    }

    fn work_bytes(layer: Seeds) -> u64 {
        relay::work_bytes(layer)
    }

    fn solve(
        _: OnlyRules,
        layer: Seeds,
        solved: &Solved<Obridjie>,
        watch: &Watch<'_>,
    ) -> Result<Bytes, Failure> {
        relay::solve(layer, solved, watch)
    }
}
