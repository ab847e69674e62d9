//! The optimiser alone: it asks for the result of a trial, and learns from it. It knows nothing of games.

use grenier_arena::game_seed;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::parameter::Parameter;

/// How fast steps shrink (Spall 1998, section III).
const ALPHA: f64 = 0.602;

/// How fast perturbations shrink.
const GAMMA: f64 = 0.101;

/// The share of the iterations by which steps are held back at the start.
const A_RATIO: f64 = 0.1;

/// The least perturbation of a whole number: with less, both players would often play the same value.
const LEAST_WHOLE: f64 = 0.5;

/// Perturbation and gain of one parameter in one iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// `c_k`: how far the players are from the value, in its unit.
    pub c: f64,
    /// `R_k`: the step, in perturbations for every point of the result.
    pub r: f64,
}

impl Gains {
    /// The gains in iteration `k`, from 1, of `iterations`.
    pub fn new(parameter: &Parameter, iterations: u64, k: u64) -> Gains {
        // The same bits on every machine: libm's powers, not the system's.
        let (pow, n, k) = (libm::pow, iterations as f64, k as f64);
        let held_back = A_RATIO * n;
        let a_end = parameter.r_end * parameter.c_end * parameter.c_end;
        let a = a_end * pow(held_back + n, ALPHA);
        let c = parameter.c_end * pow(n, GAMMA) / pow(k, GAMMA);
        let c = if parameter.is_whole { c.max(LEAST_WHOLE) } else { c };
        Gains { c, r: a / pow(held_back + k, ALPHA) / (c * c) }
    }
}

/// The two players of an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// For each parameter +1 or -1: the direction in which the plus player differs.
    pub flips: Vec<f64>,
    /// The values that the plus player plays.
    pub plus: Vec<f64>,
    /// The values that the minus player plays.
    pub minus: Vec<f64>,
}

/// The values of all parameters on their way.
///
/// ```
/// use grenier_tune::spsa::Tuner;
///
/// let parameters = vec!["param.a, float, 1, 0, 9, 0.5, 0.02".parse()?];
/// let mut tuner = Tuner::new(parameters, 1000, 7);
/// while let Some(trial) = tuner.trial() {
///     // The nearer to 6, the better.
///     let is_better = (trial.plus[0] - 6.0).abs() < (trial.minus[0] - 6.0).abs();
///     tuner.learn(if is_better { 1 } else { -1 });
/// }
/// assert!((tuner.values()[0] - 6.0).abs() < 0.1);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tuner {
    parameters: Vec<Parameter>,
    values: Vec<f64>,
    iterations: u64,
    done: u64,
    seed: u64,
}

impl Tuner {
    /// Nothing learnt yet.
    pub fn new(parameters: Vec<Parameter>, iterations: u64, seed: u64) -> Tuner {
        let values = parameters.iter().map(|parameter| parameter.start).collect();
        Tuner { parameters, values, iterations, done: 0, seed }
    }

    /// The parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Their values now, in the same order; those of whole numbers are real all the same.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Iterations learnt from.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Iterations in all.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The players of the next iteration; `None` after the last one. It depends on the values, the seed and the number of the
    /// iteration only.
    pub fn trial(&self) -> Option<Trial> {
        let k = self.done + 1;
        if k > self.iterations {
            return None;
        }
        // Games take their seeds from the seed itself, coins from its complement.
        let mut random = Xoshiro256PlusPlus::seed_from_u64(game_seed(!self.seed, k as usize));
        let mut trial = Trial { flips: Vec::new(), plus: Vec::new(), minus: Vec::new() };
        for (parameter, &value) in self.parameters.iter().zip(&self.values) {
            let flip = if random.random::<bool>() { 1.0 } else { -1.0 };
            // Both players round by the same draw, which every parameter takes.
            let draw: f64 = random.random();
            let away = Gains::new(parameter, self.iterations, k).c * flip;
            trial.flips.push(flip);
            trial.plus.push(played(parameter, value + away, draw));
            trial.minus.push(played(parameter, value - away, draw));
        }
        Some(trial)
    }

    /// Learns the result of the trial: wins less losses of the plus player in all its games. After the last iteration there
    /// is nothing to learn.
    pub fn learn(&mut self, result: i64) {
        let Some(trial) = self.trial() else { return };
        self.done += 1;
        let moved = self.values.iter_mut().zip(&self.parameters).zip(&trial.flips);
        for ((value, parameter), flip) in moved {
            let Gains { c, r } = Gains::new(parameter, self.iterations, self.done);
            *value = (*value + r * c * result as f64 * flip).clamp(parameter.least, parameter.most);
        }
    }
}

/// What is played for a value: whole numbers are rounded down or up by a draw from 0 to 1.
fn played(parameter: &Parameter, value: f64, draw: f64) -> f64 {
    let value = if parameter.is_whole { (value + draw).floor() } else { value };
    // Words of players do not say -0.
    value.clamp(parameter.least, parameter.most) + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(line: &str) -> Parameter {
        line.parse().unwrap()
    }

    #[track_caller]
    fn near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() <= 1e-9 * wanted.abs(), "{found} is not {wanted}");
    }

    #[test]
    fn gains_are_those_of_the_formulas() {
        // By hand, N = 1000, A = 100: c = 2 · 1000^0.101 = 4.0182, a = 0.002 · 4 · 1100^0.602 = 0.5420,
        // and R_1 = 0.5420 / 101^0.602 / 4.0182^2 = 0.002086.
        let real = parameter("param.a, float, 10, 0, 100, 2, 0.002");
        let first = Gains::new(&real, 1000, 1);
        near(first.c, 2.0 * (0.101 * 1000f64.ln()).exp());
        near(first.r, 0.008 * (0.602 * (1100.0f64 / 101.0).ln()).exp() / (first.c * first.c));
        assert!((first.c - 4.0183).abs() < 1e-3 && (first.r - 0.002_085).abs() < 1e-5, "{first:?}");
        // In the last iteration they are what the line says.
        let last = Gains::new(&real, 1000, 1000);
        near(last.c, 2.0);
        near(last.r, 0.002);
        // Whole numbers are moved by one half at least, and R follows.
        let whole = parameter("param.a, int, 10, 0, 100, 0.1, 0.002");
        let last = Gains::new(&whole, 1000, 1000);
        near(last.c, 0.5);
        near(last.r, 0.002 * 0.01 / 0.25);
    }

    #[test]
    fn a_step_is_that_of_the_formulas() {
        // One iteration: A = 0.1, c_1 = C_end, R_1 = R_end. The value moves by 0.25 · 2 · 3 in the direction of the coin.
        let mut tuner = Tuner::new(vec![parameter("param.a, float, 10, 0, 100, 2, 0.25")], 1, 1);
        let trial = tuner.trial().unwrap();
        let flip = trial.flips[0];
        near(trial.plus[0], 10.0 + 2.0 * flip);
        near(trial.minus[0], 10.0 - 2.0 * flip);
        tuner.learn(3);
        near(tuner.values()[0], 10.0 + 1.5 * flip);
        assert_eq!((tuner.done(), tuner.trial()), (1, None));
        let end = tuner.values().to_vec();
        tuner.learn(3);
        assert_eq!((tuner.done(), tuner.values()), (1, end.as_slice()));
    }

    #[test]
    fn values_and_players_stay_in_the_range() {
        for line in ["param.a, float, 0.5, 0, 1, 0.8, 5", "param.a, int, 0, -1, 1, 2, 5"] {
            let mut tuner = Tuner::new(vec![parameter(line)], 200, 3);
            let (least, most) = (tuner.parameters()[0].least, tuner.parameters()[0].most);
            while let Some(trial) = tuner.trial() {
                let result = if tuner.done().is_multiple_of(3) { 16 } else { -16 };
                tuner.learn(result);
                for value in [trial.plus[0], trial.minus[0], tuner.values()[0]] {
                    assert!((least..=most).contains(&value), "{line}: {value}");
                }
            }
        }
    }

    #[test]
    fn whole_numbers_are_rounded_with_the_right_mean() {
        let whole = parameter("param.a, int, 0, -100, 100, 1, 1");
        let draws = (0..1000).map(|draw| f64::from(draw) / 1000.0);
        let values: Vec<f64> = draws.map(|draw| played(&whole, -2.3, draw)).collect();
        assert!(values.iter().all(|&value| value == -2.0 || value == -3.0));
        near(values.iter().sum::<f64>() / 1000.0, -2.3);
    }

    /// Elo that a player loses by being away from the best values.
    fn elo_lost(values: &[f64], best: &[f64], scale: &[f64]) -> f64 {
        values
            .iter()
            .zip(best)
            .zip(scale)
            .map(|((value, best), scale)| ((value - best) / scale).powi(2))
            .sum()
    }

    /// A run in which each iteration plays sixteen games of a logistic model, with draws.
    fn tuned(seed: u64) -> Vec<Vec<f64>> {
        let lines = [
            "param.a, float, 20, 0, 100, 5, 0.004",
            "param.b, float, 0.2, 0, 1, 0.05, 0.004",
            "param.c, int, 3, 0, 40, 2, 0.004",
        ];
        let (best, scale) = ([60.0, 0.7, 21.0], [2.5, 0.03, 1.2]);
        let mut tuner = Tuner::new(lines.map(parameter).to_vec(), 3000, seed);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut path = Vec::new();
        while let Some(trial) = tuner.trial() {
            let elo = elo_lost(&trial.minus, &best, &scale) - elo_lost(&trial.plus, &best, &scale);
            let wins = 1.0 / (1.0 + (-(elo / 400.0) * std::f64::consts::LN_10).exp());
            let game = |draw: f64| if draw < 0.7 * wins { 1 } else { -i64::from(draw >= 0.7 * wins + 0.3) };
            tuner.learn((0..16).map(|_| game(random.random())).sum());
            path.push(tuner.values().to_vec());
        }
        path
    }

    #[test]
    fn a_noisy_match_leads_to_the_best_values() {
        for seed in 1..=5 {
            let path = tuned(seed);
            let end = path.last().unwrap();
            // The start is some 600 Elo away. What is left is a few Elo: a tenth of the way for each parameter.
            for ((value, best), error) in end.iter().zip([60.0, 0.7, 21.0]).zip([4.0, 0.05, 1.8]) {
                assert!((value - best).abs() < error, "seed {seed}: {end:?}");
            }
        }
    }

    #[test]
    fn the_same_seed_goes_the_same_way() {
        assert_eq!(tuned(9), tuned(9));
        assert_ne!(tuned(9).last(), tuned(10).last());
    }
}
