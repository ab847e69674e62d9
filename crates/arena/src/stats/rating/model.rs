//! The likelihood, its maximum by Fisher's scoring, and the covariance there.
//!
//! The parameters are the strengths of the players, the advantage h and ln ν. In d and ln ν the result of a game is an
//! exponential family, with the statistics (win − loss)/2 and draw. The expected score E, a function of the strengths, and
//! ln ν are a mixed parametrisation of it (O. Barndorff-Nielsen, *Information and Exponential Families*, 1978): their Fisher
//! information has no common term, so strengths and draws are estimated independently of each other.

use super::matrix::Matrix;
use crate::stats::Trinomial;

/// Virtual games that a player brings.
const VIRTUAL: f64 = 0.5;

/// A change of parameters that ends the search.
const SMALL: f64 = 1e-10;

/// Rounds of the search.
const MOST_ROUNDS: usize = 200;

/// All games in which one player began against another, from the first one's view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairing {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) results: Trinomial,
}

/// The most likely parameters.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    players: usize,
    parameters: Vec<f64>,
    covariance: Matrix,
    /// Players of each player's group.
    group_size: Vec<f64>,
}

impl Fit {
    /// Fits the results of players that are in these groups; `None` if the search fails.
    pub(super) fn new(players: usize, pairings: &[Pairing], groups: &[usize]) -> Option<Fit> {
        let mut problem = Problem { players, pairings, groups, games: vec![0.0; players] };
        for pairing in pairings {
            problem.games[pairing.first] += pairing.results.games() as f64;
            problem.games[pairing.second] += pairing.results.games() as f64;
        }
        let mut now = vec![0.0; players + 2];
        let mut here = problem.at(&now);
        for _ in 0..MOST_ROUNDS {
            let step = here.information.cholesky()?.solve(&here.gradient);
            let length = step.iter().fold(0.0, |most: f64, change| most.max(change.abs()));
            if !length.is_finite() {
                return None;
            }
            if length < SMALL {
                break;
            }
            (now, here) = problem.step(now, &here, &step);
        }
        let covariance = here.information.cholesky()?.inverse();
        let size = |group: &usize| groups.iter().filter(|other| *other == group).count() as f64;
        Some(Fit { players, parameters: now, covariance, group_size: groups.iter().map(size).collect() })
    }

    /// r: the mean of a group is 0.
    pub(super) fn strength(&self, player: usize) -> f64 {
        self.parameters[player]
    }

    /// h.
    pub(super) fn advantage(&self) -> f64 {
        self.parameters[self.players]
    }

    pub(super) fn advantage_variance(&self) -> f64 {
        self.covariance.at(self.players, self.players).max(0.0)
    }

    /// ν.
    pub(super) fn draws(&self) -> f64 {
        self.parameters[self.players + 1].exp()
    }

    /// Variance of a strength as the distance to the mean of the group.
    pub(super) fn variance(&self, player: usize) -> f64 {
        // What was added to make the information regular is taken off again.
        (self.covariance.at(player, player) - self.group_size[player].powi(-2)).max(0.0)
    }

    /// Variance of the difference of two strengths.
    pub(super) fn difference_variance(&self, one: usize, other: usize) -> f64 {
        let at = |row, column| self.covariance.at(row, column);
        (at(one, one) + at(other, other) - 2.0 * at(one, other)).max(0.0)
    }
}

struct Problem<'a> {
    players: usize,
    pairings: &'a [Pairing],
    groups: &'a [usize],
    /// Games of every player.
    games: Vec<f64>,
}

/// The likelihood and its derivatives at a point.
struct Point {
    likelihood: f64,
    gradient: Vec<f64>,
    /// The Fisher information, made regular along the shift of each group.
    information: Matrix,
}

impl Problem<'_> {
    /// Goes along `step`, or as far as the likelihood does not fall.
    fn step(&self, from: Vec<f64>, here: &Point, step: &[f64]) -> (Vec<f64>, Point) {
        let mut share = 1.0;
        loop {
            let to: Vec<f64> = from.iter().zip(step).map(|(x, change)| x + share * change).collect();
            let there = self.at(&to);
            let rounding = 1e-12 * (1.0 + here.likelihood.abs());
            if there.likelihood >= here.likelihood - rounding || share < 1e-6 {
                return (to, there);
            }
            share /= 2.0;
        }
    }

    fn at(&self, parameters: &[f64]) -> Point {
        let side = self.players + 2;
        let mut point = Point { likelihood: 0.0, gradient: vec![0.0; side], information: Matrix::zero(side) };
        for pairing in self.pairings {
            self.add_games(pairing, parameters, &mut point);
            self.add_virtual_games(pairing, parameters, &mut point);
        }
        self.add_priors(parameters, &mut point);
        for one in 0..self.players {
            for other in 0..self.players {
                if self.groups[one] == self.groups[other] {
                    point.information.add(one, other, 1.0);
                }
            }
        }
        point
    }

    fn add_games(&self, pairing: &Pairing, parameters: &[f64], point: &mut Point) {
        let (h, log_nu) = (self.players, self.players + 1);
        let strength = parameters[pairing.first] - parameters[pairing.second] + parameters[h];
        let half = half_distance(strength, parameters[log_nu].exp());
        // Everything is divided by the largest term, so nothing overflows.
        let logs = [half, -half, parameters[log_nu]];
        let most = logs.iter().copied().fold(f64::MIN, f64::max);
        let terms = logs.map(|log| (log - most).exp());
        let sum: f64 = terms.iter().sum();
        let [win, loss, draw] = terms.map(|term| term / sum);

        let Trinomial { wins, losses, draws } = pairing.results;
        let counts = [wins, losses, draws].map(|count| count as f64);
        let games: f64 = counts.iter().sum();
        let log_z = most + sum.ln();
        point.likelihood += counts.iter().zip(logs).map(|(count, log)| count * (log - log_z)).sum::<f64>();

        // Of the statistics, a game: means, variance of (win − loss)/2, and the derivative of E.
        let balance = (win - loss) / 2.0;
        let variance = win * loss + draw * (win + loss) / 4.0;
        let rise = score_of(strength) * score_of(-strength);
        let surplus = (counts[0] - counts[1]) / 2.0 - games * balance;
        let by_draws = draw * balance / variance;

        let direction = [(pairing.first, 1.0), (pairing.second, -1.0), (h, 1.0)];
        for (at, sign) in direction {
            point.gradient[at] += sign * surplus * rise / variance;
        }
        point.information.add_outer(&direction, games * rise * rise / variance);
        point.gradient[log_nu] += counts[2] - games * draw + surplus * by_draws;
        point.information.add(log_nu, log_nu, games * draw * (1.0 - draw - by_draws * balance));
    }

    /// Half won and half lost games of the model without draws and advantage.
    fn add_virtual_games(&self, pairing: &Pairing, parameters: &[f64], point: &mut Point) {
        let games = pairing.results.games() as f64;
        let share = games / self.games[pairing.first] + games / self.games[pairing.second];
        let d = parameters[pairing.first] - parameters[pairing.second];
        let even = Even::at(d, VIRTUAL * share);
        point.likelihood += even.likelihood;
        point.gradient[pairing.first] += even.slope;
        point.gradient[pairing.second] -= even.slope;
        point.information.add_outer(&[(pairing.first, 1.0), (pairing.second, -1.0)], even.information);
    }

    /// One virtual game that the first player half wins and half loses, and one of equals that is half drawn.
    fn add_priors(&self, parameters: &[f64], point: &mut Point) {
        let (h, log_nu) = (self.players, self.players + 1);
        let even = Even::at(parameters[h], 1.0);
        point.likelihood += even.likelihood;
        point.gradient[h] += even.slope;
        point.information.add(h, h, even.information);
        // ½·ln ν − ln(2 + ν) is the same function, shifted by ln 2.
        let even = Even::at(parameters[log_nu] - std::f64::consts::LN_2, 1.0);
        point.likelihood += even.likelihood;
        point.gradient[log_nu] += even.slope;
        point.information.add(log_nu, log_nu, even.information);
    }
}

/// E: the expected score at a difference of strengths.
fn score_of(strength: f64) -> f64 {
    1.0 / (1.0 + (-strength).exp())
}

/// d/2, for which the expected score (e^(d/2) + ν/2) / (e^(d/2) + e^(−d/2) + ν) is E: with y = e^(d/2) the root of
/// (1 − E)·y² − ν(E − ½)·y − E = 0.
fn half_distance(strength: f64, nu: f64) -> f64 {
    let size = strength.abs();
    let (score, missing) = (score_of(size), score_of(-size));
    let middle = nu * (score - 0.5);
    let root = (middle + (middle * middle + 4.0 * score * missing).sqrt()) / (2.0 * missing);
    root.ln().copysign(strength)
}

/// −w·ln(2·cosh(d/2)): w games, half won and half lost, at the difference d.
struct Even {
    likelihood: f64,
    slope: f64,
    information: f64,
}

impl Even {
    fn at(d: f64, weight: f64) -> Even {
        let (tanh, half) = ((d / 2.0).tanh(), (d / 2.0).abs());
        Even {
            likelihood: -weight * (half + (-2.0 * half).exp().ln_1p()),
            slope: -weight * tanh / 2.0,
            information: weight * (1.0 - tanh * tanh) / 4.0,
        }
    }
}
