//! Awalé: a layer for each number of seeds.

use grenier_core::Player;
use grenier_core::Position;
use grenier_core::awale::{Awale, AwaleRules, PITS};
use grenier_core::mancala::ring::{Laps, laps, pit};
use grenier_core::mancala::{Board, Pit};

use super::unsow::for_each_lap;
use crate::game::{Extent, Failure, Solvable, Unit, Value};
use crate::index::mancala::{Seeds, Walked, slot_of_twelve};
use crate::memory::Bytes;
use crate::retrograde::signed;
use crate::retrograde::sowing::{self, Sowing};
use crate::solved::Solved;
use crate::watch::Watch;

static SOWING: Laps<PITS> = laps(true);

impl Solvable for Awale {
    type Layer = Seeds;

    const UNIT: Unit = Unit::Seeds;
    const USUAL: u32 = 15;
    const QUICK: u32 = 11;
    const BRIEF: u32 = 15;

    fn is_solvable(rules: AwaleRules) -> bool {
        Awale::start(rules).endless_is_uniform()
    }

    #[inline]
    fn layer(&self) -> Option<Seeds> {
        Some(Seeds(self.board().seeds()))
    }

    #[inline]
    fn slot(&self) -> u64 {
        let board = self.board();
        slot_of_twelve([board.own, board.enemy])
    }

    fn at(rules: AwaleRules, layer: Seeds, slot: u64) -> Option<Awale> {
        Some(Awale::here(rules, layer, &Awale::walk(layer, slot)))
    }

    #[inline]
    fn value(&self, entry: u8) -> Value {
        Value { future: signed(entry), distance: None }
    }

    fn entry(&self, value: Value) -> u8 {
        value.future as u8 & 0x7f
    }

    fn plan(extent: Extent) -> Option<Vec<Seeds>> {
        match extent {
            Extent::Upto(most) => Some((0..=most.min(48) as u8).map(Seeds).collect()),
            Extent::Complete => None,
        }
    }

    fn needs(layer: Seeds) -> Vec<Seeds> {
        (0..layer.0).map(Seeds).collect()
    }

    fn work_bytes(layer: Seeds) -> u64 {
        sowing::work_bytes(crate::Layer::slots(layer))
    }

    fn solve(
        rules: AwaleRules,
        layer: Seeds,
        solved: &Solved<Awale>,
        watch: &Watch<'_>,
    ) -> Result<Bytes, Failure> {
        sowing::solve(rules, layer, solved, watch)
    }
}

impl Sowing for Awale {
    #[inline]
    fn pits(&self) -> &Board {
        self.board()
    }

    #[inline]
    fn place(&self) -> (usize, u64) {
        (usize::from(self.board().seeds()), self.slot())
    }

    fn for_each_parent(&self, mut visit: impl FnMut(u64)) {
        let board = self.board();
        let seeds = board.seeds();
        // Who made the move to here waits now.
        let rows = [board.enemy, board.own];
        // The cases in which legality or the end of the game hang on more than the sowing.
        let is_delicate = seeds <= 3 || rows[1] == 0;
        for (origin, laps) in SOWING.iter().enumerate() {
            if pit(rows[0], origin) != 0 {
                continue;
            }
            for_each_lap(&laps[..=usize::from(seeds)], rows, origin, 1, |unsown| {
                let last = unsown.lap.last_in_row();
                let captures = unsown.lap.ends_in_enemy_row() != 0 && matches!(pit(rows[1], last), 2 | 3);
                if is_delicate || captures || unsown.rows[1] == 0 {
                    let parent = Awale::set_up(self.rules(), unsown.rows).expect("as many seeds as here");
                    let leads_here = parent.play(Pit::new(Player::First, origin)).is_ok_and(|child| {
                        child.board().own == board.own && child.board().enemy == board.enemy
                    });
                    if !leads_here {
                        return;
                    }
                }
                visit(slot_of_twelve(unsown.rows));
            });
        }
    }
}
