//! Elo, normalized Elo and the likelihood of superiority, from the score of a match.
//!
//! Sources: A. Elo, *The Rating of Chessplayers*, 1978 (the logistic curve as FIDE and computer chess use it);
//! M. Van den Bergh, *Normalized Elo*, 2020 (the effect size in units that look like Elo); the 95 % bars are the normal
//! approximation that fishtest and fastchess print.

use serde::Serialize;

use super::Sample;

/// Scores are kept this far from 0 and 1, where the Elo scale ends.
const SCORE_MARGIN: f64 = 1e-3;

/// Two-sided 95 % of the normal distribution.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

/// Normalized Elo of an effect of one standard deviation a game: 800 / ln 10, twice the slope of the Elo curve's inverse.
pub(super) const NELO_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// An estimate with its 95 % error bar.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
}

/// The Elo difference at which `score` (0 to 1) is expected: −400·log₁₀(1/s − 1). The score is clamped to
/// \[0.001, 0.999\].
///
/// ```
/// use grenier_arena::stats::elo_of_score;
///
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert_eq!(elo_of_score(0.75).round(), 191.0);
/// assert!(elo_of_score(1.0).is_finite());
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(SCORE_MARGIN, 1.0 - SCORE_MARGIN);
    // The sum turns the -0 of an even score into 0.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// The score that is expected at an Elo difference: 1 / (1 + 10^(−d/400)).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Φ, the distribution function of the standard normal distribution.
pub fn normal_cdf(z: f64) -> f64 {
    libm::erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

impl Sample {
    /// The standard error of the mean score: σ/√N.
    fn standard_error(&self) -> f64 {
        (self.variance() / self.total()).sqrt()
    }

    /// The Elo difference; the bar is half the distance of the Elos of μ ± 1.96·σ/√N.
    pub fn elo(&self) -> Interval {
        let (mean, margin) = (self.mean(), Z_95 * self.standard_error());
        let error = (elo_of_score(mean + margin) - elo_of_score(mean - margin)) / 2.0;
        Interval { value: elo_of_score(mean), error }
    }

    /// Normalized Elo: (μ − ½)/(σ√g)·800/ln 10 with g games an observation; the bar is 1.96/√(gN)·800/ln 10.
    pub fn normalized_elo(&self) -> Interval {
        let games = f64::from(self.games_each());
        let effect = (self.mean() - 0.5) / (self.variance() * games).sqrt();
        Interval { value: effect * NELO_UNIT, error: Z_95 / (games * self.total()).sqrt() * NELO_UNIT }
    }

    /// The likelihood of superiority: Φ((μ − ½)/(σ/√N)).
    pub fn superiority(&self) -> f64 {
        normal_cdf((self.mean() - 0.5) / self.standard_error())
    }
}
