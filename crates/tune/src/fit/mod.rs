//! Weights that explain data: texel tuning of the linear evaluators, and networks beside them.
//!
//! The mancalas are fitted to seeds to come (mean squared error), the capture games to results (logistic loss; P. Österlund,
//! Texel's tuning method, 2014). What a sample should have is a mixture of what the search said and of what became of the
//! game; an exact value counts alone. One block of samples in ten is held out: it shows what is learnt by heart only.

mod judge;
mod linear;
mod network;
mod set;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grenier_engine::{Playable, Unit};
use grenier_search::eval::{Linear, Weights, WeightsError};

pub use judge::{Judge, Losses, Verdict};
pub use linear::LinearFit;
pub use network::NetworkFit;
pub use set::{Part, Read, Set, Targets};

/// How weights are fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// The weights to begin from, which those that are fitted are compared with.
    pub from: Weights,
    /// The features whose weights are fitted; the others keep theirs. All of them if there is none.
    pub only: Vec<String>,
    /// Leave the features' weights as they are.
    pub keep_linear: bool,
    /// How strongly small weights are preferred (L2): a weight that moves the estimate by one unit (a seed, or the step
    /// from 50 to 73 %) on average adds this to the loss.
    pub l2: f64,
    /// Most iterations of the linear fit.
    pub iterations: u64,
    /// Passes over the data in which a network is trained; none for no network.
    pub epochs: u32,
    /// Is the network to judge alone, or beside the features?
    pub alone: bool,
    /// The learning rate that training begins with.
    pub rate: f64,
    /// The seed of everything random.
    pub seed: u64,
}

/// One point of the curve that fitting draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Is it training of the network?
    pub network: bool,
    /// The iteration of the linear fit, or the pass over the data.
    pub number: u64,
    /// The loss on the training set.
    pub train: f64,
    /// The loss on what is held out.
    pub held_out: f64,
}

/// New weights, and what they are worth.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights, rounded; nothing says yet what made them.
    pub weights: Weights,
    /// The losses of the weights begun from, at their best scale.
    pub before: Verdict,
    /// The losses of the new weights as they were rounded.
    pub after: Verdict,
    /// The curve.
    pub steps: Vec<Step>,
}

/// Weights cannot be fitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FitError {
    /// The weights to begin from are wrong.
    Weights(WeightsError),
    /// The data are not enough.
    TooFew(usize),
    /// The board has features of another size or no network: weights are fitted on the usual board.
    Board(String),
    /// No feature has this name; those that are there.
    Feature(String, String),
    /// The optimiser gave up.
    Optimiser(String),
    /// Told to stop.
    Interrupted,
}

impl std::fmt::Display for FitError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FitError::Weights(error) => error.fmt(f),
            FitError::TooFew(count) => {
                write!(f, "{count} positions are too few: {} at least are wanted", set::LEAST)
            }
            FitError::Board(variant) => {
                write!(
                    f,
                    "weights are fitted on the usual board, not on that of {variant}, which uses the same"
                )
            }
            FitError::Feature(name, known) => {
                write!(f, "there is no feature \"{}\": {known} are", name.escape_debug())
            }
            FitError::Optimiser(reason) => write!(f, "the weights could not be fitted: {reason}"),
            FitError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for FitError {}

impl From<WeightsError> for FitError {
    fn from(error: WeightsError) -> FitError {
        FitError::Weights(error)
    }
}

impl Order {
    /// Can it be done for the game `P` under `rules`, whatever the data are?
    ///
    /// # Errors
    /// [`FitError`] if the board has no weights of its own, or weights or names are wrong.
    pub fn check<P: Playable>(&self, rules: P::Rules) -> Result<(), FitError> {
        if P::Evaluator::SLOTS == 0 {
            return Err(FitError::Board(P::variant(rules)));
        }
        P::Evaluator::of(&self.from)?;
        free_features::<P>(&self.only).map(|_| ())
    }
}

/// Fits weights of the game `P` under `rules` to a set of samples; `tell` hears every step.
///
/// # Errors
/// [`FitError`].
pub fn fit<P: Playable>(
    order: &Order,
    rules: P::Rules,
    set: &Set,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Step),
) -> Result<Fitted, FitError> {
    order.check::<P>(rules)?;
    if set.len() < set::LEAST {
        return Err(FitError::TooFew(set.len()));
    }
    let start = P::Evaluator::of(&order.from)?;
    let judge = Judge::new(set, crate::data::unit::<P>());
    let before = judge.verdict(start.weights(), order.from.network.as_deref(), order.from.scale);
    let mut steps = Vec::new();
    let mut note = |step: Step| {
        steps.push(step);
        tell(step);
    };
    // The scale of the estimates is what they are told apart by: it is fixed while the weights move.
    let scale = match judge.unit() {
        Unit::Seeds => order.from.scale,
        Unit::Expectation => before.scale,
    };
    let mut weights = start.weights().to_vec();
    if !order.keep_linear {
        let free = free_features::<P>(&order.only)?;
        let frozen = order.from.network.as_deref().filter(|network| order.epochs == 0 && !network.alone);
        weights =
            LinearFit { judge: &judge, order, scale, free: &free, frozen }.run(&weights, stop, &mut note)?;
    }
    let network = if order.epochs > 0 {
        let fit = NetworkFit { judge: &judge, order, scale, categories: P::Evaluator::CATEGORIES };
        Some(Arc::new(fit.run(&weights, stop, &mut note)?))
    } else {
        // Features that were fitted are to be heard: a network that judges alone would hide them.
        order.from.network.clone().filter(|network| !network.alone)
    };
    let after = judge.verdict(&weights, network.as_deref(), scale);
    let names = P::Evaluator::FEATURES.iter().map(|feature| feature.name.to_owned());
    let features = names.zip(weights).collect();
    let fitted = Weights {
        game: order.from.game.clone(),
        made: Default::default(),
        scale: after.scale,
        features,
        network,
    };
    P::Evaluator::of(&fitted)?;
    Ok(Fitted { weights: fitted, before, after, steps })
}

/// Which features may move.
fn free_features<P: Playable>(only: &[String]) -> Result<Vec<bool>, FitError> {
    let table = P::Evaluator::FEATURES;
    if let Some(unknown) = only.iter().find(|name| table.iter().all(|feature| feature.name != **name)) {
        let known: Vec<&str> = table.iter().map(|feature| feature.name).collect();
        return Err(FitError::Feature(unknown.clone(), known.join(", ")));
    }
    let is_free = |name: &str| only.is_empty() || only.iter().any(|free| free == name);
    Ok(table.iter().map(|feature| is_free(feature.name)).collect())
}
