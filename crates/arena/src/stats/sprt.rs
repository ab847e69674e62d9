//! The sequential probability ratio test: when a match has said enough.
//!
//! Two hypotheses, strength `elo0` and strength `elo1`; the match ends when the log-likelihood ratio leaves the bounds
//! ln(β/(1−α)) and ln((1−β)/α). Sources: A. Wald, *Sequential Tests of Statistical Hypotheses*, 1945 (the bounds);
//! X. Li, J. Liu, Z. Ying, *Generalized Sequential Probability Ratio Test for Separate Families of Hypotheses*, 2014, and
//! M. Van den Bergh's notes for fishtest (the ratio of the greatest likelihoods under either hypothesis, see `mle`).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::elo::NELO_UNIT;
use super::mle::{log_likelihood_ratio, with_mean, with_t_value};
use super::{Sample, score_of_elo};

/// The largest bound, in Elo of either kind.
const FARTHEST: f64 = 500.0;

/// What the hypotheses are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalized Elo: the length of a test does not depend on the share of draws.
    #[default]
    Normalized,
    /// Elo by the logistic curve.
    Logistic,
}

impl Model {
    /// The model's name.
    pub const fn name(self) -> &'static str {
        match self {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        }
    }
}

impl FromStr for Model {
    type Err = String;

    fn from_str(text: &str) -> Result<Model, String> {
        let known = [Model::Normalized, Model::Logistic].into_iter().find(|model| model.name() == text);
        known.ok_or_else(|| format!("\"{}\" is no model: normalized or logistic is", text.escape_debug()))
    }
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SprtError {
    /// This bound, `elo0` or `elo1`, is no number of at most ±500.
    Bound(&'static str, f64),
    /// `elo0` must be less than `elo1`.
    Order(f64, f64),
    /// This probability, `alpha` or `beta`, is not between 0 and ½.
    Probability(&'static str, f64),
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SprtError::Bound(name, value) => write!(f, "{name} is {value}: at most ±{FARTHEST} makes sense"),
            SprtError::Order(elo0, elo1) => {
                write!(f, "elo0 is {elo0} and elo1 is {elo1}: elo0 must be less than elo1")
            }
            SprtError::Probability(name, value) => {
                write!(f, "{name} is {value}: a probability above 0 and below 0.5 is wanted, such as 0.05")
            }
        }
    }
}

impl std::error::Error for SprtError {}

/// A sequential test of the hypothesis `elo1` against `elo0`.
///
/// ```
/// use grenier_arena::stats::{Model, Pentanomial, Sprt, SprtVerdict};
///
/// let test = Sprt::new(0.0, 2.0, 0.05, 0.05, Model::Normalized)?;
/// let status = test.status(Pentanomial([379, 10170, 21828, 10640, 343]).sample().as_ref());
/// assert!((status.llr.unwrap() - 2.945495).abs() < 1e-3);
/// assert_eq!(status.verdict, SprtVerdict::H1);
/// # Ok::<(), grenier_arena::stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl Sprt {
    /// A test with the strengths of its hypotheses and the error rates: `alpha` of accepting `elo1` under `elo0`, `beta`
    /// of accepting `elo0` under `elo1`.
    ///
    /// # Errors
    /// [`SprtError`] if the numbers make no test.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Sprt, SprtError> {
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !elo.is_finite() || elo.abs() > FARTHEST {
                return Err(SprtError::Bound(name, elo));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Probability(name, value));
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The strength of the null hypothesis.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The strength of the alternative.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// What the strengths are measured in.
    pub fn model(&self) -> Model {
        self.model
    }

    /// The bound at which H0 is accepted, below zero: ln(β/(1−α)).
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The bound at which H1 is accepted, above zero: ln((1−β)/α).
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of H1 to H0; `None` if a hypothesis is out of reach of the observed distribution.
    pub fn llr(&self, sample: &Sample) -> Option<f64> {
        let most_likely = |elo: f64| match self.model {
            Model::Logistic => with_mean(sample, score_of_elo(elo)),
            // The effect size of an observation of g games is √g times that of a game.
            Model::Normalized => {
                with_t_value(sample, elo / NELO_UNIT * f64::from(sample.games_each()).sqrt())
            }
        };
        let llr = log_likelihood_ratio(sample, &most_likely(self.elo0)?, &most_likely(self.elo1)?);
        llr.is_finite().then_some(llr)
    }

    /// What a log-likelihood ratio decides.
    pub fn verdict(&self, llr: f64) -> SprtVerdict {
        if llr >= self.upper() {
            SprtVerdict::H1
        } else if llr <= self.lower() {
            SprtVerdict::H0
        } else {
            SprtVerdict::Continue
        }
    }

    /// Where the test stands; without a sample at 0.
    pub fn status(&self, sample: Option<&Sample>) -> SprtStatus {
        let llr = match sample {
            None => Some(0.0),
            Some(sample) => self.llr(sample),
        };
        let (lower, upper) = (self.lower(), self.upper());
        SprtStatus {
            test: *self,
            llr,
            fraction: llr.map(|llr| if llr < 0.0 { -llr / lower } else { llr / upper }),
            lower,
            upper,
            verdict: llr.map_or(SprtVerdict::Continue, |llr| self.verdict(llr)),
        }
    }
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SprtVerdict {
    /// The strength is at most `elo0`.
    H0,
    /// The strength is at least `elo1`.
    H1,
    /// More games are needed.
    #[serde(rename = "continue")]
    Continue,
}

impl SprtVerdict {
    /// The verdict in words.
    pub const fn words(self) -> &'static str {
        match self {
            SprtVerdict::H0 => "H0 accepted",
            SprtVerdict::H1 => "H1 accepted",
            SprtVerdict::Continue => "go on",
        }
    }
}

/// Where a test stands. Its `Display` is the line of the report block, with the model at the end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtStatus {
    /// The test.
    #[serde(flatten)]
    pub test: Sprt,
    /// The log-likelihood ratio.
    pub llr: Option<f64>,
    /// Its share of the bound on its side, negative below zero.
    pub fraction: Option<f64>,
    /// The bound of H0.
    pub lower: f64,
    /// The bound of H1.
    pub upper: f64,
    /// What it decides.
    pub verdict: SprtVerdict,
}

impl fmt::Display for SprtStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.llr.zip(self.fraction) {
            Some((llr, fraction)) => write!(f, "LLR: {llr:.2} ({:.1}%)", 100.0 * fraction)?,
            None => write!(f, "LLR: - (-)")?,
        }
        let Sprt { elo0, elo1, model, .. } = self.test;
        write!(f, " ({:.2}, {:.2}) [{elo0:.2}, {elo1:.2}] {}", self.lower, self.upper, model.name())
    }
}
