//! The evaluator of M'raha wa bwe: material, ways to move, what can be taken at once, and where pieces stand.

mod features;

use grenier_core::Position;
use grenier_core::capture::{Bits, Board, Five, Size};
use grenier_core::mraha::Mraha;

use super::Evaluated;
use super::capture::{CATEGORIES, Captor, Capturing, SLOTS, View, between, edge, rows};
use super::linear::{self, Feature, Sets, Weighted, sets};
use crate::alphabeta;
use features::{COUNT, FEATURES, Features};

/// The evaluator.
pub type Eval = linear::Eval<Mraha, Capturing, COUNT>;

impl Captor for Mraha {
    type Size = Five;

    fn seen(&self) -> &Board<Five> {
        self.board()
    }
}

impl Weighted<COUNT> for Mraha {
    const GAME: &'static str = "mraha";
    const FEATURES: [Feature; COUNT] = FEATURES;
    const SLOTS: usize = SLOTS;
    const CATEGORIES: usize = CATEGORIES;
    type Rows = [u16; SLOTS];

    fn sets() -> &'static Sets {
        sets!("mraha")
    }

    #[inline(always)]
    fn features(&self) -> [i32; COUNT] {
        let view = View::new(self.board(), self.turn());
        Features {
            pieces: view.pieces(),
            ways: view.moved(View::ways),
            centre: view.on(Five::CENTRE),
            take: view.moved(|view| prey(view.own, view.enemy, view.empty)),
            threat: view.moved(|view| prey(view.enemy, view.own, view.empty)),
            tempo: view.moved(|_| 1),
            placed_edge: view.placed(|view| view.on(edge::<Five>())),
            placed_pairs: view.placed(View::pairs),
            placed_hand: view.in_hand(),
            placed_tempo: view.placed(|_| 1),
        }
        .in_order()
    }

    #[inline(always)]
    fn rows(&self) -> [u16; SLOTS] {
        rows(self.board(), self.turn())
    }
}

/// Pieces of `enemy` that `own` can jump over at once (M4).
#[inline(always)]
fn prey(own: u32, enemy: u32, empty: u32) -> i32 {
    between::<Five>(enemy, own, empty).count() as i32
}

impl Evaluated for Mraha {
    type Evaluator = Eval;

    fn alphabeta() -> alphabeta::Options {
        // A player has many moves, and few of them are bad.
        alphabeta::Options { lmr_moves: 4, ..alphabeta::Options::default() }
    }
}
