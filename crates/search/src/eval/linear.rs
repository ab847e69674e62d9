//! Linear evaluators: a few numbers read from a position, each with a name and an integer weight.
//!
//! The games declare their numbers with `features!` in their `weights.rs`: name, meaning and weight stand in one
//! table, and the reading fills a struct by name, so that the three cannot come apart.

use std::marker::PhantomData;

use grenier_core::Position;

use super::Evaluator;

/// One of the numbers that a linear evaluator reads from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name.
    pub name: &'static str,
    /// What it counts.
    pub about: &'static str,
}

/// An evaluator that adds up features with weights.
///
/// Its estimate is what is banked plus the sum of each feature times its weight, on the scale of the game, moved
/// inside the bounds. Features depend on nothing but what [`Position::key`] covers.
pub trait Linear<P: Position>: Evaluator<P> + Sized {
    /// The features, in the order of the weights.
    const FEATURES: &'static [Feature];

    /// Writes the features of `position` for the side to move.
    ///
    /// # Panics
    /// If `features` has not one place for each of [`FEATURES`](Linear::FEATURES).
    fn features(position: &P, features: &mut [i32]);

    /// The weights in force.
    fn weights(&self) -> &[i32];

    /// The evaluator with other weights; `None` if there is not one for each feature.
    fn with_weights(weights: &[i32]) -> Option<Self>;
}

/// A game with `N` features, their weights on the scale of its values.
pub trait Weighted<const N: usize>: Position {
    /// Names and meanings of the features.
    const FEATURES: [Feature; N];
    /// The weights that ship.
    const WEIGHTS: [i32; N];
    /// The value at which about 73 % are expected.
    const SCALE: i32;

    /// The features, for the side to move.
    fn features(&self) -> [i32; N];
}

/// The linear evaluator of the game `P`, which is of the kind `K`: what else it takes to judge a position is the kind's.
#[derive(Clone, Copy, Debug)]
pub struct Eval<P, K, const N: usize> {
    pub(super) weights: [i32; N],
    game: PhantomData<(P, K)>,
}

impl<P: Weighted<N>, K, const N: usize> Default for Eval<P, K, N> {
    fn default() -> Self {
        Eval { weights: P::WEIGHTS, game: PhantomData }
    }
}

impl<P: Weighted<N>, K, const N: usize> Linear<P> for Eval<P, K, N>
where
    Eval<P, K, N>: Evaluator<P>,
{
    const FEATURES: &'static [Feature] = &P::FEATURES;

    fn features(position: &P, features: &mut [i32]) {
        features.copy_from_slice(&position.features());
    }

    fn weights(&self) -> &[i32] {
        &self.weights
    }

    fn with_weights(weights: &[i32]) -> Option<Self> {
        Some(Eval { weights: weights.try_into().ok()?, game: PhantomData })
    }
}

/// The sum of the features, each times its weight.
#[inline(always)]
pub(crate) fn dot<const N: usize>(features: [i32; N], weights: &[i32; N]) -> i32 {
    let mut sum = 0;
    for i in 0..N {
        sum += features[i] * weights[i];
    }
    sum
}

/// Declares the features of a game with the weights that ship: `name = weight;`, each with its documentation.
macro_rules! features {
    ($($(#[doc = $about:literal])* $name:ident = $weight:literal;)*) => {
        /// The features of one position, for the side to move.
        pub(super) struct Features {
            $($(#[doc = $about])* pub $name: i32,)*
        }

        impl Features {
            /// The features in their order.
            #[inline(always)]
            pub fn in_order(self) -> [i32; COUNT] {
                [$(self.$name),*]
            }
        }

        /// Their names and meanings.
        pub(super) const FEATURES: [$crate::eval::linear::Feature; COUNT] = [$(
            $crate::eval::linear::Feature {
                name: stringify!($name),
                about: concat!($($about),*).trim_ascii(),
            },
        )*];

        /// Their weights.
        pub(super) const WEIGHTS: [i32; COUNT] = [$($weight),*];

        /// The number of features.
        pub(super) const COUNT: usize = [$($weight),*].len();
    };
}
pub(crate) use features;
