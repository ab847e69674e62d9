//! The most likely distributions under a hypothesis, and the likelihood ratio of two hypotheses.
//!
//! Sources: M. Van den Bergh, *The Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution* (the
//! first constraint) and *Comments on Normalized Elo* (the second), which fishtest follows. With observed frequencies p̂ and N observations of scores x:
//!
//! - Under the constraint E(x) = s the likelihood is greatest at pᵢ = p̂ᵢ / (1 + θ(xᵢ − s)), where θ is the root of
//!   Σ p̂ᵢ(xᵢ − s) / (1 + θ(xᵢ − s)) = 0 (in statistics: empirical likelihood, A. Owen 1988).
//! - Under the constraint (E(x) − ½)/σ = t the same formula holds with the linearised constraint
//!   aᵢ = xᵢ − ½ − ½·t·σ·(1 + ((μ − xᵢ)/σ)²) in place of xᵢ − s; μ and σ are those of the solution, which is therefore
//!   iterated to a fixed point.
//! - LLR = N · Σ p̂ᵢ · ln(p¹ᵢ / p⁰ᵢ).

use super::Sample;
use super::sample::MOST;

/// Change of a probability at which the fixed point is reached.
const FIXED: f64 = 1e-11;

/// Rounds towards the fixed point; ordinary hypotheses need about ten.
const MOST_ROUNDS: usize = 200;

/// Steps of the root finder: enough to halve any interval of numbers of the usual size down to rounding errors.
const MOST_STEPS: usize = 200;

/// Probabilities of the outcomes of a sample.
type Distribution = [f64; MOST];

/// The log-likelihood ratio of two distributions; what was observed decides.
pub(super) fn log_likelihood_ratio(sample: &Sample, zero: &Distribution, one: &Distribution) -> f64 {
    let terms = sample.probabilities().iter().zip(zero).zip(one).map(|((p, p0), p1)| p * (p1 / p0).ln());
    sample.total() * terms.sum::<f64>()
}

/// The most likely distribution with mean `score`; `None` if no distribution has it.
pub(super) fn with_mean(sample: &Sample, score: f64) -> Option<Distribution> {
    let deviations: Distribution = std::array::from_fn(|at| sample.score(at) - score);
    tilted(sample.probabilities(), &deviations)
}

/// The most likely distribution with (mean − ½)/σ = `t`; `None` if the search for it fails.
pub(super) fn with_t_value(sample: &Sample, t: f64) -> Option<Distribution> {
    let outcomes = sample.probabilities().len();
    let mut uniform = [0.0; MOST];
    uniform[..outcomes].fill(1.0 / outcomes as f64);
    fixed_point(sample, t, uniform, 1.0).or_else(|| by_small_steps(sample, t))
}

/// Leads from the observed distribution, which is most likely under its own t, to the wanted t.
fn by_small_steps(sample: &Sample, t: f64) -> Option<Distribution> {
    let own = (sample.mean() - 0.5) / sample.variance().sqrt();
    let mut observed = [0.0; MOST];
    observed[..sample.probabilities().len()].copy_from_slice(sample.probabilities());
    [(8, 1.0), (64, 0.5), (256, 0.2)].into_iter().find_map(|(steps, pace)| {
        let share = |step: i32| own + (t - own) * f64::from(step) / f64::from(steps);
        (1..=steps).try_fold(observed, |from, step| fixed_point(sample, share(step), from, pace))
    })
}

/// Iterates from a distribution near the solution; `pace` is the part of each round's change that is made.
fn fixed_point(sample: &Sample, t: f64, from: Distribution, pace: f64) -> Option<Distribution> {
    let outcomes = sample.probabilities().len();
    let mut now = from;
    for _ in 0..MOST_ROUNDS {
        let mean = sample.mean_of(&now[..outcomes]);
        let sigma = sample.variance_of(&now[..outcomes]).sqrt();
        let linearised = std::array::from_fn(|at| {
            let x = sample.score(at);
            x - 0.5 - 0.5 * t * sigma * (1.0 + ((mean - x) / sigma).powi(2))
        });
        let next = tilted(sample.probabilities(), &linearised)?;
        let change = next.iter().zip(&now).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        if change < FIXED {
            return Some(next);
        }
        now.iter_mut().zip(&next).for_each(|(now, next)| *now += pace * (next - *now));
    }
    None
}

/// p̂ᵢ / (1 + θaᵢ) with the θ that makes Σ pᵢaᵢ = 0; `None` if the aᵢ have all one sign.
///
/// The root may lie so near to a pole θ = −1/e, where e is the least or the greatest aᵢ, that 1 + θe is lost in rounding.
/// With rᵢ = aᵢ/e and θ = (v − 1)/e the denominator is (1 − rᵢ) + v·rᵢ, exact at the pole v = 0; v = 1 changes nothing.
fn tilted(observed: &[f64], a: &Distribution) -> Option<Distribution> {
    let a = &a[..observed.len()];
    let (least, most) = a.iter().fold((f64::MAX, f64::MIN), |(low, high), &a| (low.min(a), high.max(a)));
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let sum: f64 = observed.iter().zip(a).map(|(p, a)| p * a).sum();
    let extreme = if sum > 0.0 { least } else { most };
    let mut ratios = [0.0; MOST];
    ratios.iter_mut().zip(a).for_each(|(ratio, a)| *ratio = a / extreme);
    let v = root(observed, &ratios);
    let mut result = [0.0; MOST];
    for ((p, observed), r) in result.iter_mut().zip(observed).zip(ratios) {
        *p = observed / ((1.0 - r) + v * r);
    }
    result.iter().all(|p| p.is_finite()).then_some(result)
}

/// The root in (0, 1] of the falling function Σ p̂ᵢrᵢ/((1 − rᵢ) + v·rᵢ), where the greatest rᵢ is 1: Newton's method, and
/// halving (of the exponent) where that would leave the bracket.
fn root(observed: &[f64], ratios: &Distribution) -> f64 {
    let at_pole: f64 = observed.iter().zip(ratios).filter(|(_, r)| **r == 1.0).map(|(p, _)| p).sum();
    let longest = ratios.iter().fold(1.0, |most: f64, r| most.max(r.abs()));
    // Terms below zero are at least −p̂ᵢ|rᵢ|, so before this the term of the pole outweighs them.
    let (mut low, mut high) = (at_pole / longest * 0.99, 1.0);
    let mut v: f64 = 1.0;
    for _ in 0..MOST_STEPS {
        let (mut value, mut slope) = (0.0, 0.0);
        for (p, r) in observed.iter().zip(ratios) {
            let term = r / ((1.0 - r) + v * r);
            value += p * term;
            slope -= p * term * term;
        }
        if value > 0.0 {
            low = v;
        } else {
            high = v;
        }
        let newton = v - value / slope;
        let next = if low <= newton && newton <= high { newton } else { (low * high).sqrt() };
        if (next - v).abs() <= 4.0 * f64::EPSILON * v {
            return next;
        }
        v = next;
    }
    v
}

#[cfg(test)]
mod tests {
    use super::super::Pentanomial;
    use super::*;

    #[test]
    fn the_constraints_hold_and_nothing_near_is_more_likely() {
        for counts in [[3, 10, 40, 12, 5], [379, 10170, 21828, 10640, 343], [0, 0, 7, 0, 0], [0, 0, 0, 0, 9]]
        {
            let sample = Pentanomial(counts).sample().unwrap();
            for t in [-0.3, -0.01, 0.0, 0.02, 0.5] {
                let p = with_t_value(&sample, t).unwrap();
                let reached = (sample.mean_of(&p) - 0.5) / sample.variance_of(&p).sqrt();
                assert!((reached - t).abs() < 1e-8, "{counts:?} {t} {reached}");
                assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            }
            for score in [0.1, 0.5, 0.52, 0.9] {
                let p = with_mean(&sample, score).unwrap();
                assert!((sample.mean_of(&p) - score).abs() < 1e-9);
                // Moving along the constraint only loses likelihood.
                for step in [1e-6, -1e-6] {
                    let moved = std::array::from_fn(|at| p[at] + step * [1.0, -2.0, 1.0, 0.0, 0.0][at]);
                    if moved.iter().all(|p| *p > 0.0) {
                        assert!(log_likelihood_ratio(&sample, &p, &moved) <= 1e-9);
                    }
                }
            }
            assert!(with_mean(&sample, 1.0).is_none());
        }
    }

    #[test]
    fn far_t_values_are_reached_by_small_steps() {
        for counts in [[3, 10, 40, 12, 5], [0, 0, 50, 0, 0], [0, 0, 0, 0, 30], [20, 0, 0, 0, 0]] {
            let sample = Pentanomial(counts).sample().unwrap();
            for t in [-1.0, -0.7, 0.7, 1.0] {
                let p = with_t_value(&sample, t).unwrap_or_else(|| panic!("{counts:?} {t}"));
                let reached = (sample.mean_of(&p) - 0.5) / sample.variance_of(&p).sqrt();
                assert!((reached - t).abs() < 1e-6, "{counts:?} {t} {reached}");
            }
        }
    }
}
