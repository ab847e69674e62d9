//! The weights of features, by L-BFGS: the loss is convex in them.

use std::sync::atomic::{AtomicBool, Ordering};

use argmin::core::{
    CostFunction, Error, Executor, Gradient, IterState, KV, Problem, Solver, State, TerminationReason,
    TerminationStatus,
};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use grenier_search::eval::network::Network;
use grenier_search::eval::weights::MOST_WEIGHT;
use rayon::prelude::*;

use super::judge::{Judge, PIECE};
use super::set::Part;
use super::{FitError, Order, Step};

/// Steps that L-BFGS remembers.
const MEMORY: usize = 10;

/// Iterations without gain on what is held out after which the fit ends.
const PATIENCE: u64 = 10;

/// A gain that counts, as a share of the loss.
const GAIN: f64 = 1e-7;

/// The fit of the features' weights.
pub struct LinearFit<'a> {
    pub(super) judge: &'a Judge<'a>,
    pub(super) order: &'a Order,
    pub(super) scale: i32,
    /// The features whose weights may move.
    pub(super) free: &'a [bool],
    /// A network whose value is added and does not change.
    pub(super) frozen: Option<&'a Network>,
}

impl LinearFit<'_> {
    /// Fits; begins from `weights` and gives the best on what is held out, rounded.
    ///
    /// # Errors
    /// [`FitError`] if the optimiser fails or was stopped.
    pub fn run(
        &self,
        weights: &[i32],
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Step),
    ) -> Result<Vec<i32>, FitError> {
        let loss = Loss::new(self, weights);
        let start = loss.scaled(weights);
        let inner = LBFGS::new(MoreThuenteLineSearch::new(), MEMORY);
        let mut best = (f64::INFINITY, start.clone(), 0);
        let watched = Watched { inner, loss: &loss, best: &mut best, stop, tell };
        let run = Executor::new(&loss, watched)
            .configure(|state| state.param(start).max_iters(self.order.iterations))
            .ctrlc(false)
            .run();
        if stop.load(Ordering::Relaxed) {
            return Err(FitError::Interrupted);
        }
        // A line search that finds nothing better has arrived where rounding hides all gain.
        if let Err(error) = run
            && best.0.is_infinite()
        {
            return Err(FitError::Optimiser(error.to_string()));
        }
        Ok(loss.rounded(&best.1, weights))
    }
}

/// The loss on the training set as a function of the weights, each on the scale on which its feature varies.
struct Loss<'a> {
    fit: &'a LinearFit<'a>,
    /// What a step of one in a parameter adds to the weight.
    units: Vec<f64>,
    /// What does not change of each estimate.
    fixed: Vec<f32>,
    count: [f64; 2],
}

impl<'a> Loss<'a> {
    fn new(fit: &'a LinearFit<'a>, weights: &[i32]) -> Loss<'a> {
        let set = fit.judge.set;
        let one = fit.judge.one(f64::from(fit.scale));
        let unit = |feature: usize| {
            let [squares, _] = fit.judge.sum(|at| [f64::from(set.features_of(at)[feature]).powi(2), 0.0]);
            let usual = (squares / set.len() as f64).sqrt();
            // A feature that never occurs has nothing to say.
            if usual > 0.0 && fit.free[feature] { one / usual } else { 0.0 }
        };
        let units: Vec<f64> = (0..set.width).map(unit).collect();
        let kept: Vec<i32> =
            weights.iter().zip(&units).map(|(&weight, &unit)| if unit > 0.0 { 0 } else { weight }).collect();
        let fixed = fit.judge.estimates(&kept, fit.frozen);
        let count = [Part::Train, Part::HeldOut].map(|part| set.count(part).max(1) as f64);
        Loss { fit, units, fixed, count }
    }

    fn scaled(&self, weights: &[i32]) -> Vec<f64> {
        let parameter =
            |(&weight, &unit): (&i32, &f64)| if unit > 0.0 { f64::from(weight) / unit } else { 0.0 };
        weights.iter().zip(&self.units).map(parameter).collect()
    }

    fn weights(&self, parameters: &[f64]) -> Vec<f64> {
        parameters.iter().zip(&self.units).map(|(parameter, unit)| parameter * unit).collect()
    }

    fn rounded(&self, parameters: &[f64], kept: &[i32]) -> Vec<i32> {
        let most = f64::from(MOST_WEIGHT);
        let round = |(at, weight): (usize, f64)| {
            if self.units[at] > 0.0 { weight.clamp(-most, most).round() as i32 } else { kept[at] }
        };
        self.weights(parameters).into_iter().enumerate().map(round).collect()
    }

    fn estimate(&self, at: usize, weights: &[f64]) -> f64 {
        let features = self.fit.judge.set.features_of(at).iter().zip(weights);
        f64::from(self.fixed[at])
            + features.map(|(&feature, weight)| f64::from(feature) * weight).sum::<f64>()
    }

    /// The mean losses of both parts.
    fn losses(&self, parameters: &[f64]) -> [f64; 2] {
        let (weights, scale) = (self.weights(parameters), f64::from(self.fit.scale));
        let sums = self.fit.judge.sum(|at| {
            let loss = self.fit.judge.loss(at, self.estimate(at, &weights), scale);
            if Part::of(at) == Part::Train { [loss, 0.0] } else { [0.0, loss] }
        });
        [sums[0] / self.count[0], sums[1] / self.count[1]]
    }

    /// The sum of slope times feature over the training set.
    fn slopes(&self, parameters: &[f64]) -> Vec<f64> {
        let (judge, set) = (self.fit.judge, self.fit.judge.set);
        let (weights, scale) = (self.weights(parameters), f64::from(self.fit.scale));
        let piece = |number: usize| {
            let mut sums = vec![0.0; set.width];
            for at in number * PIECE..((number + 1) * PIECE).min(set.len()) {
                if Part::of(at) == Part::HeldOut {
                    continue;
                }
                let slope = judge.slope(at, self.estimate(at, &weights), scale);
                for (sum, &feature) in sums.iter_mut().zip(set.features_of(at)) {
                    *sum += slope * f64::from(feature);
                }
            }
            sums
        };
        let pieces: Vec<Vec<f64>> = (0..set.len().div_ceil(PIECE)).into_par_iter().map(piece).collect();
        pieces.into_iter().fold(vec![0.0; set.width], |mut all, piece| {
            all.iter_mut().zip(piece).for_each(|(sum, term)| *sum += term);
            all
        })
    }
}

impl CostFunction for &Loss<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, parameters: &Vec<f64>) -> Result<f64, Error> {
        let penalty: f64 = parameters.iter().map(|parameter| parameter.powi(2)).sum();
        Ok(self.losses(parameters)[0] + self.fit.order.l2 * penalty)
    }
}

impl Gradient for &Loss<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, parameters: &Vec<f64>) -> Result<Vec<f64>, Error> {
        let slopes = self.slopes(parameters).into_iter().zip(&self.units).zip(parameters);
        let l2 = self.fit.order.l2;
        let gradient = |((slope, unit), parameter): ((f64, &f64), &f64)| {
            slope * unit / self.count[0] + 2.0 * l2 * parameter
        };
        Ok(slopes.map(gradient).collect())
    }
}

/// A solver that is watched on what is held out, and stopped when it gains nothing there any more.
struct Watched<'w, S> {
    inner: S,
    loss: &'w Loss<'w>,
    /// The least loss on what is held out, its parameters, and the iteration.
    best: &'w mut (f64, Vec<f64>, u64),
    stop: &'w AtomicBool,
    tell: &'w mut dyn FnMut(Step),
}

type At = IterState<Vec<f64>, Vec<f64>, (), (), (), f64>;

impl<O, S: Solver<O, At>> Solver<O, At> for Watched<'_, S> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn init(&mut self, problem: &mut Problem<O>, state: At) -> Result<(At, Option<KV>), Error> {
        self.inner.init(problem, state)
    }

    fn next_iter(&mut self, problem: &mut Problem<O>, state: At) -> Result<(At, Option<KV>), Error> {
        self.inner.next_iter(problem, state)
    }

    fn terminate(&mut self, state: &At) -> TerminationStatus {
        if self.stop.load(Ordering::Relaxed) {
            return TerminationStatus::Terminated(TerminationReason::Interrupt);
        }
        let Some(parameters) = state.get_param() else { return TerminationStatus::NotTerminated };
        let [train, held_out] = self.loss.losses(parameters);
        let number = state.get_iter();
        (self.tell)(Step { network: false, number, train, held_out });
        if held_out < self.best.0 * (1.0 - GAIN) {
            *self.best = (held_out, parameters.clone(), number);
        } else if number >= self.best.2 + PATIENCE {
            let reason = "no gain on what is held out".to_owned();
            return TerminationStatus::Terminated(TerminationReason::SolverExit(reason));
        }
        self.inner.terminate(state)
    }
}
