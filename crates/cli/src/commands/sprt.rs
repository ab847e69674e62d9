//! `grenier sprt`: what counts of a match say of a sequential test.

use std::str::FromStr;

use clap::{Args, ValueEnum};
use grenier_arena::stats::{self, MatchReport, Pentanomial, SprtVerdict, Trinomial};
use grenier_engine::json::SCHEMA;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;

/// Test counts of a match: Elo, and whether the sequential probability ratio test has ended.
///
/// COUNTS are pairs of games by their points, LL,LD,WL+DD,WD,WW; or single games, in the order W,L,D. Both bounds must be
/// given: no bound is right for every question. Example: grenier sprt 379,10170,21828,10640,343 --elo0 0 --elo1 2
#[derive(Debug, Args)]
pub struct Sprt {
    /// Five counts of pairs, LL,LD,WL+DD,WD,WW, or three of games, W,L,D.
    #[arg(value_name = "COUNTS")]
    counts: Counts,

    /// Strength of the null hypothesis H0, in Elo of the model.
    #[arg(long, value_name = "E", allow_negative_numbers = true)]
    elo0: Option<f64>,

    /// Strength of the alternative H1, in Elo of the model.
    #[arg(long, value_name = "E", allow_negative_numbers = true)]
    elo1: Option<f64>,

    /// Probability of accepting H1 under H0.
    #[arg(long, value_name = "A", default_value_t = 0.05, allow_negative_numbers = true)]
    alpha: f64,

    /// Probability of accepting H0 under H1.
    #[arg(long, value_name = "B", default_value_t = 0.05, allow_negative_numbers = true)]
    beta: f64,

    /// What the strengths are measured in.
    #[arg(long, value_enum, default_value_t = Model::Normalized)]
    model: Model,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Model {
    /// Normalized Elo: the effect size.
    Normalized,
    /// Elo by the logistic curve.
    Logistic,
}

#[derive(Clone, Copy, Debug)]
enum Counts {
    Pairs(Pentanomial),
    Games(Trinomial),
}

impl FromStr for Counts {
    type Err = String;

    fn from_str(text: &str) -> Result<Counts, String> {
        let read = |word: &str| {
            let count: Option<u64> = word.trim().parse().ok().filter(|&count| count <= u64::from(u32::MAX));
            count.ok_or_else(|| format!("\"{}\" is no count", word.escape_debug()))
        };
        let counts: Vec<u64> = text.split(',').map(read).collect::<Result<_, _>>()?;
        match counts[..] {
            [wins, losses, draws] => Ok(Counts::Games(Trinomial { wins, losses, draws })),
            [a, b, c, d, e] => Ok(Counts::Pairs(Pentanomial([a, b, c, d, e]))),
            _ => {
                let number = counts.len();
                Err(format!(
                    "these are {number} counts: five of pairs, LL,LD,WL+DD,WD,WW, or three of games, W,L,D, are wanted"
                ))
            }
        }
    }
}

#[derive(Serialize)]
struct SprtJson {
    schema: u32,
    #[serde(flatten)]
    report: MatchReport,
}

impl Sprt {
    /// Tests them.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let test = self.test()?;
        let report = match self.counts {
            Counts::Pairs(pairs) => MatchReport::of_pairs(pairs, None, Some(&test)),
            Counts::Games(games) => MatchReport::of_games(games, Some(&test)),
        };
        if output.is_json() {
            return Ok(output.object(&SprtJson { schema: SCHEMA, report })?);
        }
        output.line(report)?;
        let Some(status) = report.sprt else { return Ok(()) };
        let (model, lower, upper) = (test.model().name(), status.lower, status.upper);
        let llr = status.llr.map_or("unknown".to_owned(), |llr| format!("{llr:.6}"));
        let unit = match self.counts {
            Counts::Pairs(_) => "pairs",
            Counts::Games(_) => "single games",
        };
        output
            .line(format!("LLR of the {model} model over {unit}: {llr}, bounds {lower:.6} and {upper:.6}"))?;
        let reason = match status.verdict {
            SprtVerdict::H0 => format!(": at most {} Elo ({model})", test.elo0()),
            SprtVerdict::H1 => format!(": at least {} Elo ({model})", test.elo1()),
            SprtVerdict::Continue => ": more games are needed".to_owned(),
        };
        Ok(output.line(format!("Verdict: {}{reason}", status.verdict.words()))?)
    }

    fn test(&self) -> Result<stats::Sprt, Failure> {
        let (Some(elo0), Some(elo1)) = (self.elo0, self.elo1) else {
            let missing = match (self.elo0, self.elo1) {
                (None, None) => "--elo0 and --elo1 are",
                (None, _) => "--elo0 is",
                _ => "--elo1 is",
            };
            return Err(Failure::Usage(format!(
                "{missing} missing: a test needs the strengths of both hypotheses, such as --elo0 0 --elo1 5"
            )));
        };
        let model = match self.model {
            Model::Normalized => stats::Model::Normalized,
            Model::Logistic => stats::Model::Logistic,
        };
        stats::Sprt::new(elo0, elo1, self.alpha, self.beta, model)
            .map_err(|error| Failure::Usage(error.to_string()))
    }
}
