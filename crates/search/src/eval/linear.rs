//! Linear evaluators: a few numbers read from a position, each with a name and an integer weight, and a small network
//! beside them where it pays.
//!
//! The games declare their numbers with `features!` in their `features.rs`: name and meaning stand in one table, and the
//! reading fills a struct by name, so that they cannot come apart. The weights are [files](super::weights).

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use grenier_core::Position;

use super::Evaluator;
use super::network::Network;
use super::weights::{Weights, WeightsError};

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
/// Its estimate is what is banked, plus the sum of each feature times its weight, plus the value of the network if there is
/// one (or that alone), on the scale of the game, moved inside the bounds. Features and slots depend on nothing but what
/// [`Position::key`] covers.
pub trait Linear<P: Position>: Evaluator<P> + Sized {
    /// The features, in the order of the weights.
    const FEATURES: &'static [Feature];

    /// The slots of a network; none if there is no network for this board.
    const SLOTS: usize;

    /// The categories of each slot.
    const CATEGORIES: usize;

    /// Writes the features of `position` for the side to move.
    ///
    /// # Panics
    /// If `features` has not one place for each of [`FEATURES`](Linear::FEATURES).
    fn features(position: &P, features: &mut [i32]);

    /// Writes the row of the network that each slot of `position` chooses, for the side to move.
    ///
    /// # Panics
    /// If `rows` has not one place for each of the [`SLOTS`](Linear::SLOTS).
    fn rows(position: &P, rows: &mut [u16]);

    /// The weights in force.
    fn weights(&self) -> &[i32];

    /// The network that is added, if there is one.
    fn network(&self) -> Option<&Network>;

    /// The evaluator with these weights and no network; `None` if there is not one for each feature.
    fn with_weights(weights: &[i32]) -> Option<Self>;

    /// The evaluator with what a file says. On boards that have no slots its network is left out.
    ///
    /// # Errors
    /// [`WeightsError`] if a feature is missing or unknown, the game is another one, or the network does not fit.
    fn of(weights: &Weights) -> Result<Self, WeightsError>;

    /// A set of weights that is built in: one of [`SETS`].
    fn built_in(name: &str) -> Option<&'static Weights>;
}

/// The names of the built-in sets of weights: those in force, those that were set by hand before anything was fitted, and
/// those that count only what captures win.
pub const SETS: [&str; 3] = ["shipped", "hand-set", "material"];

/// The built-in sets of a game, in the order of [`SETS`], read when they are first asked for.
pub struct Sets {
    texts: [&'static str; 3],
    read: OnceLock<[Weights; 3]>,
}

impl Sets {
    /// The sets in these files.
    pub const fn new(texts: [&'static str; 3]) -> Sets {
        Sets { texts, read: OnceLock::new() }
    }

    fn all(&self) -> &[Weights; 3] {
        let read = |text: &str| Weights::parse(text).expect("the tests read the weights that ship");
        self.read.get_or_init(|| self.texts.map(read))
    }
}

/// A game with `N` features, and weights on the scale of its values.
pub trait Weighted<const N: usize>: Position {
    /// The game's name, as weights files have it.
    const GAME: &'static str;
    /// Names and meanings of the features.
    const FEATURES: [Feature; N];
    /// The slots of a network; none if there is no network for this board.
    const SLOTS: usize;
    /// The categories of each slot.
    const CATEGORIES: usize;
    /// What the slots choose.
    type Rows: AsRef<[u16]>;

    /// The built-in weights.
    fn sets() -> &'static Sets;

    /// The features, for the side to move.
    fn features(&self) -> [i32; N];

    /// The row of the network that each slot chooses, for the side to move.
    fn rows(&self) -> Self::Rows;
}

/// The linear evaluator of the game `P`, which is of the kind `K`: what else it takes to judge a position is the kind's.
#[derive(Clone, Debug)]
pub struct Eval<P, K, const N: usize> {
    weights: [i32; N],
    /// Do the features count? They cost more than a network that judges alone.
    counts: bool,
    /// The value at which about 73 % are expected.
    pub(super) scale: i32,
    network: Option<Arc<Network>>,
    game: PhantomData<(P, K)>,
}

impl<P: Weighted<N>, K, const N: usize> Eval<P, K, N> {
    /// The evaluator with these weights, which fit.
    fn made(weights: &Weights) -> Self {
        let weight_of = |name: &str| weights.features.iter().find(|(known, _)| known == name);
        let numbers = P::FEATURES.map(|feature| weight_of(feature.name).map_or(0, |(_, weight)| *weight));
        let network = weights.network.clone().filter(|_| P::SLOTS > 0);
        let alone = network.as_ref().is_some_and(|network| network.alone);
        let counts = numbers != [0; N] && !alone;
        Eval { weights: numbers, counts, scale: weights.scale, network, game: PhantomData }
    }

    /// The sum of features and network.
    #[inline(always)]
    pub(super) fn sum(&self, position: &P) -> i32 {
        let sum = if self.counts { dot(position.features(), &self.weights) } else { 0 };
        match &self.network {
            Some(network) => sum + network.value(position.rows().as_ref()),
            None => sum,
        }
    }
}

impl<P: Weighted<N>, K, const N: usize> Default for Eval<P, K, N>
where
    Eval<P, K, N>: Evaluator<P>,
{
    fn default() -> Self {
        let [shipped, ..] = P::sets().all();
        // Front ends ask often: that the network fits is left to the tests.
        Self::made(shipped)
    }
}

impl<P: Weighted<N>, K, const N: usize> Linear<P> for Eval<P, K, N>
where
    Eval<P, K, N>: Evaluator<P>,
{
    const FEATURES: &'static [Feature] = &P::FEATURES;
    const SLOTS: usize = P::SLOTS;
    const CATEGORIES: usize = P::CATEGORIES;

    fn features(position: &P, features: &mut [i32]) {
        features.copy_from_slice(&position.features());
    }

    fn rows(position: &P, rows: &mut [u16]) {
        rows.copy_from_slice(&position.rows().as_ref()[..P::SLOTS]);
    }

    fn weights(&self) -> &[i32] {
        &self.weights
    }

    fn network(&self) -> Option<&Network> {
        self.network.as_deref()
    }

    fn with_weights(weights: &[i32]) -> Option<Self> {
        let weights: [i32; N] = weights.try_into().ok()?;
        Some(Eval { weights, counts: weights != [0; N], network: None, ..Self::default() })
    }

    fn of(weights: &Weights) -> Result<Self, WeightsError> {
        if weights.game != P::GAME {
            let reason = format!("these are weights of {}, not of {}", weights.game, P::GAME);
            return Err(WeightsError::new(reason));
        }
        let weight_of = |name: &str| weights.features.iter().find(|(known, _)| known == name);
        let known = P::FEATURES.map(|feature| feature.name);
        if let Some((name, _)) = weights.features.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            let reason = format!("{} has no feature {name}: {} are", P::GAME, known.join(", "));
            return Err(WeightsError::new(reason));
        }
        if let Some(missing) = known.into_iter().find(|name| weight_of(name).is_none()) {
            return Err(WeightsError::new(format!("the weight of {missing} is missing")));
        }
        let network = weights.network.as_ref().filter(|_| P::SLOTS > 0);
        if network.is_some_and(|network| !network.fits(P::SLOTS, P::CATEGORIES)) {
            let rows = P::SLOTS * P::CATEGORIES;
            let reason =
                format!("the network of {} has {rows} rows, and their sums are below 32768", P::GAME);
            return Err(WeightsError::new(reason));
        }
        Ok(Self::made(weights))
    }

    fn built_in(name: &str) -> Option<&'static Weights> {
        let at = SETS.iter().position(|set| *set == name)?;
        Some(&P::sets().all()[at])
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

/// Declares the features of a game: `name;`, each with its documentation.
macro_rules! features {
    ($($(#[doc = $about:literal])* $name:ident;)*) => {
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

        /// The number of features.
        pub(super) const COUNT: usize = [$(stringify!($name)),*].len();
    };
}
pub(crate) use features;

/// The built-in weights of a game, from the files in its folder.
macro_rules! sets {
    ($folder:literal) => {{
        static SETS: $crate::eval::linear::Sets = $crate::eval::linear::Sets::new([
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/", $folder, "/weights.toml")),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/", $folder, "/hand-set.toml")),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/", $folder, "/material.toml")),
        ]);
        &SETS
    }};
}
pub(crate) use sets;
