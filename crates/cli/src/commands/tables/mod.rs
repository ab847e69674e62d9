//! `grenier tables`: exact tables on disk.

mod build;
mod probe;
mod stats;
mod verify;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use grenier_engine::tables::usual_folder;
use grenier_engine::{SolvableVisitor, Variant};

use crate::failure::Failure;
use crate::output::Output;

/// Make, check and look up tables of exact values.
///
/// A table holds what every position with some number of seeds or pieces is worth under perfect play. Searches and
/// `solve` use the tables that they find.
///
/// Example: grenier tables build kpe --seeds 30
#[derive(Debug, Args)]
pub struct Tables {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Build),
    Verify(verify::Verify),
    Probe(probe::Probe),
    Stats(stats::Stats),
}

impl Tables {
    /// Runs the command.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        match self.command {
            Command::Build(command) => command.run(output),
            Command::Verify(command) => command.run(output),
            Command::Probe(command) => command.run(output),
            Command::Stats(command) => command.run(output),
        }
    }
}

/// The folder of tables.
#[derive(Debug, Args)]
struct Folder {
    /// The folder of tables [default: grenier/tables in the user's data folder].
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl Folder {
    fn path(&self) -> Result<PathBuf, Failure> {
        let usual = || usual_folder().ok_or("there is no home folder for tables: name one with --tables");
        self.tables.clone().map_or_else(usual, Ok).map_err(|reason| Failure::Usage(reason.to_owned()))
    }
}

/// Memory and threads of a long piece of work.
#[derive(Debug, Args)]
struct Means {
    /// Memory for it, in megabytes; what does not fit is refused before it begins.
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,

    /// Threads [default: the number of cores].
    #[arg(long, value_name = "T", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=grenier_engine::MOST_THREADS as u64))]
    threads: Option<usize>,
}

impl Means {
    fn bytes(&self) -> u64 {
        self.memory << 20
    }

    /// Does `work` on these threads.
    fn work<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        let Some(threads) = self.threads else { return Ok(work()) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Failure::data(format!("--threads {threads}: {error}")))?;
        Ok(pool.install(work))
    }
}

/// Brings `visitor` to a game that has tables.
fn solvable<V: SolvableVisitor>(game: &str, visitor: V) -> Result<V::Output, Failure> {
    let variant: Variant = crate::position::variant(game)?;
    variant.visit_solvable(visitor).ok_or_else(|| {
        Failure::data(format!(
            "{variant} has no tables: endless play has no value of its own, or the board is too large"
        ))
    })
}

/// A time to wait, as people say it.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

/// A size, as people say it.
fn size(bytes: u64) -> String {
    match bytes as f64 {
        b if b < 1e6 => format!("{:.1} kB", b / 1e3),
        b if b < 1e9 => format!("{:.1} MB", b / 1e6),
        b => format!("{:.2} GB", b / 1e9),
    }
}
