//! `grenier tournament`: a match from a file.

use std::path::PathBuf;

use clap::Args;
use grenier_arena::read_config;

use crate::contest::Contest;
use crate::failure::Failure;
use crate::output::Output;

/// Play the tournament that a TOML or JSON file describes.
///
/// The keys are those of `grenier match`: game, format ("round-robin", "gauntlet" or "knockout"), rounds, games, repeat,
/// concurrency, seed, recover, max-moves, event; the tables openings, draw, resign, sprt and each; and the table engine
/// once a player. `grenier match` writes such a file beside its results.
///
/// Example: grenier tournament cup.toml --out results/cup
#[derive(Debug, Args)]
pub struct Tournament {
    /// The file.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The name of the files to write, without ending [default: that of FILE with -results].
    #[arg(long, value_name = "NAME")]
    out: Option<PathBuf>,

    /// Draw charts to NAME-elo.svg, NAME-llr.svg and NAME-table.svg at the end.
    #[arg(long)]
    svg: bool,
}

impl Tournament {
    /// Plays it.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let text = std::fs::read_to_string(&self.file)
            .map_err(|error| Failure::Data(format!("{}: {error}", self.file.display())))?;
        let config = read_config(&self.file, &text).map_err(Failure::Data)?;
        let wrong = |reason: String| Failure::Data(format!("{}: {reason}", self.file.display()));
        config.check().map_err(wrong)?;
        let name = self.out.unwrap_or_else(|| {
            let mut name = self.file.with_extension("").into_os_string();
            name.push("-results");
            PathBuf::from(name)
        });
        Contest { config, name, begun: None, svg: self.svg }.run(output)
    }
}
