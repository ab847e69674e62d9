//! The evaluator of Seega: material, ways to move, what can be taken at once, and where pieces stand.

mod features;

use grenier_core::Position;
use grenier_core::capture::{Bits, Board, Size};
use grenier_core::seega::Seega;

use super::Evaluated;
use super::capture::{CATEGORIES, Captor, Capturing, SLOTS, View, between, corners, edge, gates, rows};
use super::linear::{self, Feature, Sets, Weighted, sets};
use crate::alphabeta;
use features::{COUNT, FEATURES, Features};

/// The evaluator.
pub type Eval<S> = linear::Eval<Seega<S>, Capturing, COUNT>;

impl<S: Size> Captor for Seega<S> {
    type Size = S;

    fn seen(&self) -> &Board<S> {
        self.board()
    }
}

impl<S: Size> Weighted<COUNT> for Seega<S> {
    const GAME: &'static str = "seega";
    const FEATURES: [Feature; COUNT] = FEATURES;
    const SLOTS: usize = if S::SIDE == 5 { SLOTS } else { 0 };
    const CATEGORIES: usize = CATEGORIES;
    type Rows = [u16; SLOTS];

    fn sets() -> &'static Sets {
        sets!("seega")
    }

    #[inline(always)]
    fn features(&self) -> [i32; COUNT] {
        let view = View::new(self.board(), self.turn());
        Features {
            pieces: view.pieces(),
            ways: view.moved(View::ways),
            blocked: view.moved(View::blocked),
            centre: view.on(S::CENTRE),
            take: view.moved(|view| prey::<S>(view.own, view.enemy, view.empty)),
            threat: view.moved(|view| prey::<S>(view.enemy, view.own, view.empty)),
            tempo: view.moved(|_| 1),
            placed_corners: view.placed(|view| view.on(corners::<S>())),
            placed_gates: view.placed(|view| view.on(gates::<S>())),
            placed_edge: view.placed(|view| view.on(edge::<S>())),
            placed_pairs: view.placed(View::pairs),
            placed_ways: view.placed(View::ways),
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

/// Pieces of `enemy` that one step of a piece of `own` encloses: another own piece stands on their far side already, and
/// the near side is an empty square that a piece can step to. On the centre nothing can be taken (S5).
#[inline(always)]
fn prey<S: Size>(own: S::Bits, enemy: S::Bits, empty: S::Bits) -> i32 {
    between::<S>(enemy & !S::CENTRE, own, empty & S::beside(own)).count() as i32
}

impl<S: Size> Evaluated for Seega<S> {
    type Evaluator = Eval<S>;

    fn alphabeta() -> alphabeta::Options {
        // Reductions won nothing here.
        alphabeta::Options { lmr_depth: 1000, ..alphabeta::Options::default() }
    }
}
