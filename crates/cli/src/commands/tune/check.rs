//! `grenier tune check`.

use std::path::PathBuf;

use clap::Args;
use grenier_engine::json::SCHEMA;
use grenier_engine::{Playable, Unit, Variant, Visitor};
use grenier_search::eval::Linear;
use grenier_tune::fit::{Judge, Set, Targets, Verdict};
use serde::Serialize;

use super::fit::share;
use crate::commands::weights::{weights, wrong};
use crate::failure::Failure;
use crate::output::Output;
use crate::position::variant;

/// Tell how well weights agree with training data: the loss, and the mean error where values are exact.
///
/// Example: grenier tune check kpe --data kpe-exact.txt --weights hand-set shipped new.toml
#[derive(Debug, Args)]
pub struct Check {
    /// The game, with its preset.
    #[arg(value_name = "GAME")]
    game: String,

    /// Files of training data.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,

    /// The weights: shipped, hand-set, material or files.
    #[arg(long, value_name = "WEIGHTS", num_args = 1.., default_value = "shipped")]
    weights: Vec<String>,

    /// The share of the search's value in what a sample should have, from 0 to 1; the rest is that of the result.
    #[arg(long, value_name = "SHARE", default_value_t = 0.7, value_parser = share)]
    eval_share: f64,
}

struct Work<'a> {
    arguments: &'a Check,
    variant: &'a Variant,
}

impl Visitor for Work<'_> {
    type Output = Result<(Vec<Verdict>, Unit, usize), Failure>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Self::Output {
        let Check { data, weights: words, eval_share, .. } = self.arguments;
        let sets = words
            .iter()
            .map(|word| weights(word)?.in_force::<P>().map_err(wrong))
            .collect::<Result<Vec<_>, _>>()?;
        let targets = Targets { eval_share: *eval_share };
        let read = Set::read::<P>(data, self.variant, rules, targets).map_err(Failure::Data)?;
        super::complain(&read);
        let unit = grenier_tune::data::unit::<P>();
        let judge = Judge::new(&read.set, unit);
        let mut verdicts = Vec::new();
        for set in sets {
            let evaluator = P::Evaluator::of(&set).map_err(Failure::data)?;
            verdicts.push(judge.verdict(evaluator.weights(), evaluator.network(), set.scale));
        }
        Ok((verdicts, unit, read.set.len()))
    }
}

#[derive(Serialize)]
struct CheckJson<'a> {
    schema: u32,
    game: &'a str,
    weights: &'a str,
    positions: usize,
    train: f64,
    held_out: f64,
    scale: i32,
    exact_error: Option<f64>,
}

impl Check {
    /// Checks.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let variant = variant(&self.game)?;
        let (verdicts, unit, positions) = variant.visit(Work { arguments: &self, variant: &variant })?;
        let named: Vec<(&str, &Verdict)> = self.weights.iter().map(String::as_str).zip(&verdicts).collect();
        if !output.is_json() {
            output.line(format!("{} positions", crate::report::large(positions as u64)))?;
            return super::print_verdicts(&named, unit, output);
        }
        for (weights, Verdict { losses, scale, exact_error }) in named {
            output.object(&CheckJson {
                schema: SCHEMA,
                game: &self.game,
                weights,
                positions,
                train: losses.train,
                held_out: losses.held_out,
                scale: *scale,
                exact_error: *exact_error,
            })?;
        }
        Ok(())
    }
}
