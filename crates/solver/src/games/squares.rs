//! The 5x5 games, second phase: a layer for each pair of numbers of pieces.
//!
//! Endless play is a draw in M'raha wa bwe, and won by the side with more pieces in Seega, under all its presets.

use grenier_core::capture::Five;
use grenier_core::mraha::Mraha;
use grenier_core::seega::{Seega, SeegaRules};
use grenier_core::{OnlyRules, Player, Position};

use crate::game::{Extent, Failure, Solvable, Unit, Value};
use crate::index::squares::{Pieces, Sides};
use crate::memory::Bytes;
use crate::retrograde::capture::{self, Capturing};
use crate::solved::Solved;
use crate::watch::Watch;

/// What both games bring: all but the rules and whether a player who cannot move passes.
macro_rules! squares {
    ($game:ty, $rules:ty, passes: $passes:literal, |$given:ident, $sides:ident| $position:expr) => {
        impl Capturing for $game {
            const PASSES: bool = $passes;

            #[inline]
            fn sides(&self) -> Sides {
                let (board, turn) = (self.board(), self.turn());
                [board.pieces(turn), board.pieces(turn.other())]
            }

            #[inline]
            fn of_sides($given: $rules, $sides: Sides) -> Self {
                $position.expect("layers have possible boards only")
            }
        }

        impl Solvable for $game {
            type Layer = Pieces;

            const UNIT: Unit = Unit::Result;
            const USUAL: u32 = 8;
            const QUICK: u32 = 6;
            const BRIEF: u32 = 7;

            fn is_solvable(_: $rules) -> bool {
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

            fn at(rules: $rules, layer: Pieces, slot: u64) -> Option<Self> {
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
                rules: $rules,
                layer: Pieces,
                solved: &Solved<Self>,
                watch: &Watch<'_>,
            ) -> Result<Bytes, Failure> {
                capture::solve(rules, layer, solved, watch)
            }
        }
    };
}

squares!(Mraha, OnlyRules, passes: false, |_rules, sides| Mraha::set_up(sides, Player::First));
squares!(Seega<Five>, SeegaRules, passes: true, |rules, sides| Seega::set_up(rules, sides, Player::First));
