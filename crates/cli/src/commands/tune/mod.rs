//! `grenier tune`: evaluation weights and search parameters.

mod check;
mod data;
mod fit;
mod spsa;

use clap::{Args, Subcommand};
use grenier_engine::Unit;
use grenier_tune::fit::{Read, Verdict};

use crate::failure::Failure;
use crate::output::Output;

/// Find better evaluation weights and search parameters: make data, fit weights to them, or move parameters by matches.
///
/// Whether the result plays better is for a match to say: grenier match GAME --engine weights=new.toml --engine …
#[derive(Debug, Args)]
pub struct Tune {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Data(data::Data),
    Fit(Box<fit::Fit>),
    Check(check::Check),
    Spsa(Box<spsa::Spsa>),
}

impl Tune {
    /// Runs the command.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        match self.command {
            Command::Data(command) => command.run(output),
            Command::Fit(command) => command.run(output),
            Command::Check(command) => command.run(output),
            Command::Spsa(command) => command.run(output),
        }
    }
}

/// Says on the standard error what of the data could not be read.
fn complain(read: &Read) {
    for (path, damage) in &read.damage {
        eprintln!("grenier: {}: {damage}: passed over", path.display());
    }
    let more = read.damaged - read.damage.len();
    if more > 0 {
        eprintln!("grenier: {more} more damaged lines or blocks were passed over");
    }
}

/// A table of how good weights are.
fn print_verdicts(verdicts: &[(&str, &Verdict)], unit: Unit, output: &mut Output) -> Result<(), Failure> {
    let (loss, error) = match unit {
        Unit::Seeds => ("squared error, seeds²", "error, seeds"),
        Unit::Expectation => ("logistic loss", "error, result"),
    };
    let width = verdicts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(8);
    output.line(format!(
        "  {:<width$}  {loss:>21}  {:>9}  {:>6}  exact values: {error}",
        "", "held out", "scale"
    ))?;
    for (name, Verdict { losses, scale, exact_error }) in verdicts {
        let exact = exact_error.map_or_else(|| "none".to_owned(), |error| format!("{error:.4}"));
        let (train, held_out) = (losses.train, losses.held_out);
        output.line(format!("  {name:<width$}  {train:>21.5}  {held_out:>9.5}  {scale:>6}  {exact:>8}"))?;
    }
    Ok(())
}
