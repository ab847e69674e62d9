//! Counts as a distribution of scores.

/// What stands for a count of zero, so that no outcome is impossible (as fishtest and fastchess have it).
const REGULAR_COUNT: f64 = 1e-3;

/// The most outcomes of a sample.
pub(super) const MOST: usize = 5;

/// The observed distribution of scores, 0 to 1, of single games (3 outcomes) or of pairs (5 outcomes).
///
/// Outcomes that were never seen are given a thousandth of a count, so every probability is above zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    probabilities: [f64; MOST],
    outcomes: usize,
    total: f64,
    games: u32,
}

impl Sample {
    /// A sample of equidistant outcomes, the worst first; `games` belong to each. `None` if all counts are zero.
    pub(super) fn new(counts: &[u64], games: u32) -> Option<Sample> {
        if counts.iter().all(|&count| count == 0) {
            return None;
        }
        let mut probabilities = [0.0; MOST];
        for (p, &count) in probabilities.iter_mut().zip(counts) {
            *p = if count == 0 { REGULAR_COUNT } else { count as f64 };
        }
        let total: f64 = probabilities.iter().sum();
        probabilities.iter_mut().for_each(|p| *p /= total);
        Some(Sample { probabilities, outcomes: counts.len(), total, games })
    }

    /// The probabilities of the outcomes, the worst first.
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities[..self.outcomes]
    }

    /// The score of an outcome, 0 to 1.
    pub(super) fn score(&self, outcome: usize) -> f64 {
        outcome as f64 / (self.outcomes - 1) as f64
    }

    /// N: the number of observations, each of one game or of a pair.
    pub fn total(&self) -> f64 {
        self.total
    }

    /// Games of an observation: 1, or 2 for pairs.
    pub fn games_each(&self) -> u32 {
        self.games
    }

    /// μ: the mean score.
    pub fn mean(&self) -> f64 {
        self.mean_of(self.probabilities())
    }

    /// σ²: the variance of the score of one observation.
    pub fn variance(&self) -> f64 {
        self.variance_of(self.probabilities())
    }

    pub(super) fn mean_of(&self, probabilities: &[f64]) -> f64 {
        probabilities.iter().enumerate().map(|(at, p)| p * self.score(at)).sum()
    }

    pub(super) fn variance_of(&self, probabilities: &[f64]) -> f64 {
        let mean = self.mean_of(probabilities);
        probabilities.iter().enumerate().map(|(at, p)| p * (self.score(at) - mean).powi(2)).sum()
    }
}
