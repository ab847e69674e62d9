//! What weights are worth on a set of samples.

use argmin::core::{CostFunction, Error, Executor};
use argmin::solver::brent::BrentOpt;
use grenier_engine::Unit;
use grenier_search::eval::network::Network;
use rayon::prelude::*;

use super::set::{Part, Set};

/// Hundredths in a unit of the mancalas.
const SEED: f64 = 100.0;

/// Samples that are summed up one after the other. Sums of such pieces are added in order, so that they do not depend on
/// threads.
pub(super) const PIECE: usize = 8192;

/// Values between which the best scale is looked for.
const SCALES: (f64, f64) = (20.0, 20_000.0);

/// The losses of both parts: mean squared error in seeds, or mean logistic loss.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// On what weights are fitted to.
    pub train: f64,
    /// On what is held out.
    pub held_out: f64,
}

/// How good weights are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The losses.
    pub losses: Losses,
    /// The value at which about 73 % are expected, by these samples' results.
    pub scale: i32,
    /// The mean of the absolute error where values are exact: seeds, or expected result; `None` if none is.
    pub exact_error: Option<f64>,
}

/// Judges weights by a set of samples.
pub struct Judge<'a> {
    pub(super) set: &'a Set,
    unit: Unit,
}

/// The logistic curve.
pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The logistic loss of expecting `logistic(x)` where `target` comes, above that of expecting the target itself.
pub(super) fn cross_entropy(x: f64, target: f64) -> f64 {
    let entropy = |p: f64| if p > 0.0 { -p * p.ln() } else { 0.0 };
    // ln(1 + e^x) without overflow.
    let softplus = x.max(0.0) + (-x.abs()).exp().ln_1p();
    softplus - target * x - entropy(target) - entropy(1.0 - target)
}

impl<'a> Judge<'a> {
    /// Judges by `set`, whose values are counted in `unit`.
    pub fn new(set: &'a Set, unit: Unit) -> Judge<'a> {
        Judge { set, unit }
    }

    /// What values are counted in.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The estimates of all samples, in hundredths, banked seeds left out.
    pub fn estimates(&self, weights: &[i32], network: Option<&Network>) -> Vec<f32> {
        let alone = network.filter(|network| network.alone);
        let estimate = |at: usize| {
            if let Some(network) = alone {
                return network.value(self.set.rows_of(at, 0)) as f32;
            }
            let features = self.set.features_of(at).iter().zip(weights);
            let sum: i32 = features.map(|(&feature, weight)| i32::from(feature) * weight).sum();
            (sum + network.map_or(0, |network| network.value(self.set.rows_of(at, 0)))) as f32
        };
        (0..self.set.len()).into_par_iter().with_min_len(PIECE).map(estimate).collect()
    }

    /// The sum of `term` over the samples, in an order that does not depend on threads.
    pub(super) fn sum(&self, term: impl Fn(usize) -> [f64; 2] + Sync) -> [f64; 2] {
        let pieces = self.set.len().div_ceil(PIECE);
        let piece = |number: usize| {
            let end = ((number + 1) * PIECE).min(self.set.len());
            (number * PIECE..end).map(&term).fold([0.0; 2], |sum, term| [sum[0] + term[0], sum[1] + term[1]])
        };
        let sums: Vec<[f64; 2]> = (0..pieces).into_par_iter().map(piece).collect();
        sums.into_iter().fold([0.0; 2], |sum, piece| [sum[0] + piece[0], sum[1] + piece[1]])
    }

    /// The loss of one sample, whose estimate is so many hundredths.
    pub(super) fn loss(&self, at: usize, estimate: f64, scale: f64) -> f64 {
        let target = f64::from(self.set.targets[at]);
        match self.unit {
            Unit::Seeds => (estimate / SEED - target).powi(2),
            Unit::Expectation => cross_entropy(estimate / scale, target),
        }
    }

    /// The change of the loss of one sample with its estimate, per hundredth.
    pub(super) fn slope(&self, at: usize, estimate: f64, scale: f64) -> f64 {
        let target = f64::from(self.set.targets[at]);
        match self.unit {
            Unit::Seeds => 2.0 * (estimate / SEED - target) / SEED,
            Unit::Expectation => (logistic(estimate / scale) - target) / scale,
        }
    }

    /// One unit of the estimates, in hundredths: a seed, or the step from 50 to 73 %.
    pub(super) fn one(&self, scale: f64) -> f64 {
        match self.unit {
            Unit::Seeds => SEED,
            Unit::Expectation => scale,
        }
    }

    /// The losses of estimates.
    pub fn losses(&self, estimates: &[f32], scale: f64) -> Losses {
        let [train, held_out] = self.sum(|at| {
            let loss = self.loss(at, f64::from(estimates[at]), scale);
            if Part::of(at) == Part::Train { [loss, 0.0] } else { [0.0, loss] }
        });
        let mean = |sum: f64, part| sum / (self.set.count(part).max(1)) as f64;
        Losses { train: mean(train, Part::Train), held_out: mean(held_out, Part::HeldOut) }
    }

    /// The scale at which whole estimates expect the results best. The logistic loss of it has one minimum.
    pub fn best_scale(&self, estimates: &[f32]) -> i32 {
        struct Loss<'a>(&'a Judge<'a>, &'a [f32]);
        impl CostFunction for Loss<'_> {
            type Param = f64;
            type Output = f64;

            fn cost(&self, scale: &f64) -> Result<f64, Error> {
                let Loss(judge, estimates) = self;
                // Stores are empty in tables: in the mancalas their results are not those of games.
                let counts = |at: usize| judge.unit == Unit::Expectation || !judge.set.exact[at];
                let [sum, _] = judge.sum(|at| {
                    if !counts(at) {
                        return [0.0; 2];
                    }
                    let whole = f64::from(estimates[at]) + SEED * f64::from(judge.set.banked[at]);
                    let target = match judge.unit {
                        Unit::Seeds => f64::from(judge.set.points[at]),
                        Unit::Expectation => f64::from(judge.set.targets[at]),
                    };
                    [cross_entropy(whole / scale, target), 0.0]
                });
                Ok(sum / judge.set.len().max(1) as f64)
            }
        }
        let (least, most) = SCALES;
        let solver = BrentOpt::new(least, most);
        let found = Executor::new(Loss(self, estimates), solver).configure(|state| state.max_iters(60)).run();
        let best = found.ok().and_then(|found| found.state.best_param);
        best.map_or(least, |scale: f64| scale.clamp(least, most)).round() as i32
    }

    /// The mean of the absolute error where targets are exact.
    fn exact_error(&self, estimates: &[f32], scale: f64) -> Option<f64> {
        let [sum, count] = self.sum(|at| {
            if !self.set.exact[at] {
                return [0.0; 2];
            }
            let (estimate, target) = (f64::from(estimates[at]), f64::from(self.set.targets[at]));
            let said = match self.unit {
                Unit::Seeds => estimate / SEED,
                Unit::Expectation => logistic(estimate / scale),
            };
            [(said - target).abs(), 1.0]
        });
        (count > 0.0).then(|| sum / count)
    }

    /// What weights are worth. The capture games are judged at the best scale, which is told; in the mancalas, where the
    /// loss does not depend on it, it is `usual` if there is nothing to find it by.
    pub fn verdict(&self, weights: &[i32], network: Option<&Network>, usual: i32) -> Verdict {
        let estimates = self.estimates(weights, network);
        let says_nothing = match self.unit {
            Unit::Seeds => self.set.exact.iter().all(|&exact| exact),
            Unit::Expectation => estimates.iter().all(|&estimate| estimate == 0.0),
        };
        let scale = if says_nothing { usual } else { self.best_scale(&estimates) };
        Verdict {
            losses: self.losses(&estimates, f64::from(scale)),
            scale,
            exact_error: self.exact_error(&estimates, f64::from(scale)),
        }
    }
}
