//! M'raha wa bwe, second phase. Endless play is a draw.

use grenier_core::mraha::Mraha;
use grenier_core::{OnlyRules, Player, Position};

use crate::game::{Extent, Failure, Solvable, Unit, Value};
use crate::index::squares::{Pieces, Sides};
use crate::memory::Bytes;
use crate::retrograde::capture::{self, Capturing};
use crate::solved::Solved;
use crate::watch::Watch;

impl Capturing for Mraha {
    const PASSES: bool = false;

    #[inline]
    fn sides(&self) -> Sides {
        let (board, turn) = (self.board(), self.turn());
        [board.pieces(turn), board.pieces(turn.other())]
    }

    #[inline]
    fn of_sides(_rules: OnlyRules, sides: Sides) -> Self {
        Mraha::set_up(sides, Player::First).expect("layers have possible boards only")
    }
}

impl Solvable for Mraha {
    type Layer = Pieces;

    const UNIT: Unit = Unit::Result;
    const USUAL: u32 = 8;
    const QUICK: u32 = 6;
    const BRIEF: u32 = 7;

    fn is_solvable(_rules: OnlyRules) -> bool {
        true
    }

    #[inline]
    fn layer(&self) -> Option<Pieces> {
        if self.board().is_placing() { None } else { Pieces::of(self.sides()) }
    }

    #[inline]
    fn slot(&self) -> u64 {
        self.layer().map_or(0, |layer| layer.slot(self.sides()))
    }

    fn at(rules: OnlyRules, layer: Pieces, slot: u64) -> Option<Self> {
        layer.at(slot).map(|sides| Self::of_sides(rules, sides))
    }

    #[inline]
    fn value(&self, entry: u8) -> Value {
        capture::value_of(capture::endless(self), entry)
    }

    fn entry(&self, value: Value) -> u8 {
        capture::encoded(capture::endless(self), value)
    }

    fn plan(extent: Extent) -> Option<Vec<Pieces>> {
        match extent {
            Extent::Upto(pieces) => Some(Pieces::upto(pieces)),
            // Tables know nothing of the first phase.
            Extent::Complete => None,
        }
    }

    fn needs(layer: Pieces) -> Vec<Pieces> {
        layer.below()
    }

    fn work_bytes(layer: Pieces) -> u64 {
        capture::work_bytes(layer)
    }

    fn solve(
        rules: OnlyRules,
        layer: Pieces,
        solved: &Solved<Self>,
        watch: &Watch<'_>,
    ) -> Result<Bytes, Failure> {
        capture::solve(rules, layer, solved, watch)
    }
}
