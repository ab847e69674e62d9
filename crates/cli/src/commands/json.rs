//! `grenier json`: analysis of many positions for other programs.

use std::io::{self, BufReader};
use std::thread::available_parallelism;

use clap::Args;
use clap::builder::{NonEmptyStringValueParser, RangedU64ValueParser};
use grenier_engine::queries::{Served, Setup, serve};
use grenier_engine::tables::Source;

use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;

/// Answer queries for analysis: JSON lines in, JSON lines out, several positions at a time.
///
/// A query is an object on a line of the standard input; each of its results is an object on a line of the standard
/// output, with the query's id, when it is found. The end of the input ends the program once everything is answered.
///
/// {"id":"q1","game":"kpe","moves":["D","c"],"nodes":100000} searches the position after two moves of Kpé. The fields:
/// id; game and position (text; the start if it is missing); moves (played from there); analyzeTurns (after how many
/// moves to search, a list; after all if it is missing); multipv; allowMoves (consider no others); depth, nodes,
/// timeSeconds (3 seconds if none of them ends the search); engine ("ab" or "mcts"); params (of the search, by name);
/// seed; threads; priority (the highest first); pvLength (the most moves of a line); reportDuringSearchEvery (seconds
/// between partial results).
///
/// {"id":"t","action":"terminate","terminateId":"q1"} ends a query; the other actions are terminate_all, clear_cache
/// and query_version. What is wrong is answered by {"error":…,"field":…,"id":…}.
///
/// Example: echo '{"id":"q1","game":"awale","depth":12,"multipv":3}' | grenier json
#[derive(Debug, Args)]
pub struct Json {
    /// Searches at a time [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    workers: Option<usize>,

    /// Memory of each worker's search, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = RangedU64ValueParser::<usize>::new().range(1..=grenier_engine::MOST_HASH as u64))]
    hash: usize,

    /// The folder of exact tables; "usual" is the one that `tables build` fills, or tiny tables made in memory if it has
    /// none of the game, and "none" is for none.
    #[arg(long, value_name = "DIR", default_value = "usual", value_parser = NonEmptyStringValueParser::new())]
    tables: String,

    /// Megabytes of the tables on disk to unpack before the first search, the smallest layers first [default: 512 where a
    /// search comes down to them].
    #[arg(long, value_name = "MB", value_parser = RangedU64ValueParser::<usize>::new().range(0..=grenier_engine::MOST_HASH as u64))]
    unpack: Option<usize>,

    /// The weights of all searches: "shipped", "hand-set", "material" (what captures win alone), or a file such as
    /// `grenier weights` prints, which fits the queries of one game.
    #[arg(long, value_name = "WEIGHTS", default_value = "shipped", value_parser = NonEmptyStringValueParser::new())]
    weights: String,

    /// Searches that may wait; when there are as many, nothing more is read.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 20))]
    queue: usize,

    /// Let workers use what their earlier searches have learnt: mostly faster, but answers depend on what was asked
    /// before.
    #[arg(long)]
    keep: bool,
}

impl Json {
    /// Serves until the input ends, or Ctrl-C.
    pub fn run(self, _: &mut Output) -> Result<(), Failure> {
        let cores = || available_parallelism().map_or(1, usize::from);
        let Json { workers, hash, queue, keep, tables, unpack, weights } = self;
        let tables = Source::called(&tables).unpacked(unpack);
        let weights = super::weights::weights(&weights)?;
        let setup = Setup { workers: workers.unwrap_or_else(cores), hash, tables, weights, queue, keep };
        match serve(BufReader::new(io::stdin()), io::stdout(), &setup, interrupt::flag())? {
            Served::All => Ok(()),
            Served::Interrupted(skipped) => {
                let (positions, were) =
                    if skipped == 1 { ("position", "was") } else { ("positions", "were") };
                Err(Failure::Data(format!("interrupted: {skipped} {positions} {were} not analysed")))
            }
        }
    }
}
