//! The evaluator of M'raha wa bwe: material, ways to move, what can be taken at once, and where pieces stand.

mod weights;

use grenier_core::Position;
use grenier_core::capture::{Bits, Five, Size};
use grenier_core::mraha::Mraha;

use super::Evaluated;
use super::capture::{self, Captor, View, between, corners, edge, gates};
use super::linear::Feature;
use weights::{COUNT, FEATURES, Features, WEIGHTS};

/// The evaluator.
pub type Eval = capture::Eval<Mraha, COUNT>;

impl Captor<COUNT> for Mraha {
    type Size = Five;

    const FEATURES: [Feature; COUNT] = FEATURES;
    const WEIGHTS: [i32; COUNT] = WEIGHTS;
    const SCALE: i32 = 1500;

    #[inline(always)]
    fn features(&self) -> [i32; COUNT] {
        let view = View::new(self.board(), self.turn());
        let pieces = view.pieces();
        let left = (view.own | view.enemy).count() as i32;
        Features {
            pieces,
            traded: pieces * (2 * i32::from(Five::PIECES) - left),
            ways: view.ways(),
            blocked: view.blocked(),
            centre: view.on(Five::CENTRE),
            placed_corners: view.placed(|view| view.on(corners::<Five>())),
            placed_gates: view.placed(|view| view.on(gates::<Five>())),
            placed_edge: view.placed(|view| view.on(edge::<Five>())),
            placed_pairs: view.placed(View::pairs),
            take: prey(view.own, view.enemy, view.empty),
            threat: prey(view.enemy, view.own, view.empty),
            tempo: 1,
        }
        .in_order()
    }
}

/// Pieces of `enemy` that `own` can jump over at once (M4).
#[inline(always)]
fn prey(own: u32, enemy: u32, empty: u32) -> i32 {
    between::<Five>(enemy, own, empty).count() as i32
}

impl Evaluated for Mraha {
    type Evaluator = Eval;
}
