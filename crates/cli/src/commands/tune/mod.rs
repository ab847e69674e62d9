//! `grenier tune`: evaluation weights and search parameters.

mod data;

use clap::{Args, Subcommand};

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
}

impl Tune {
    /// Runs the command.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        match self.command {
            Command::Data(command) => command.run(output),
        }
    }
}
