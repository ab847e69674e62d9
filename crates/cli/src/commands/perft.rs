//! `grenier perft`: leaf counts.

use std::time::Instant;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use grenier_engine::json::SCHEMA;
use grenier_engine::{Playable, parallel_perft};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::position::{PositionArguments, Work};
use crate::progress::Progress;
use crate::report::large;

/// Count the leaves of the game tree for each depth from 1 on, every leaf played.
///
/// Finished games have no leaves below them; repetition is ignored. Example: grenier perft awale startpos --depth 8
#[derive(Debug, Args)]
pub struct Perft {
    #[command(flatten)]
    position: PositionArguments,

    /// The greatest depth, in plies.
    #[arg(long, short, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=64))]
    depth: usize,

    /// Split the last count by first move.
    #[arg(long)]
    divide: bool,

    /// Threads that count.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: usize,
}

#[derive(Serialize)]
struct PerftJson {
    schema: u32,
    position: String,
    counts: Vec<u64>,
    nps: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<DivideJson>>,
}

#[derive(Serialize)]
struct DivideJson {
    #[serde(rename = "move")]
    mv: String,
    count: u64,
}

impl Perft {
    /// Counts them.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()
            .map_err(|error| Failure::data(format!("the threads could not be started: {error}")))?;
        self.position.bring_to(Count { depth: self.depth, divide: self.divide, pool, output })
    }
}

struct Count<'a> {
    depth: usize,
    divide: bool,
    pool: rayon::ThreadPool,
    output: &'a mut Output,
}

impl Work for Count<'_> {
    fn work<P: Playable>(self, position: P) -> Result<(), Failure> {
        let started = Instant::now();
        let mut counts = Vec::new();
        for depth in 1..=self.depth {
            let progress = Progress::start();
            progress.show(|| format!("counting depth {depth}"));
            let count = self.pool.install(|| parallel_perft(&position, depth));
            progress.end();
            counts.push(count);
            if !self.output.is_json() {
                self.output.line(format!("{depth:>3} {count:>16}"))?;
                self.output.flush()?;
            }
        }
        let nps = counts.iter().sum::<u64>() as f64 / started.elapsed().as_secs_f64().max(1e-9);
        let divide = self.divide.then(|| self.divided(&position));
        if self.output.is_json() {
            let position = position.text();
            return Ok(self.output.object(&PerftJson { schema: SCHEMA, position, counts, nps, divide })?);
        }
        for part in divide.into_iter().flatten() {
            self.output.line(format!("{:<12} {:>16}", part.mv, part.count))?;
        }
        self.output.line(format!("{} moves/s", large(nps as u64)))?;
        Ok(())
    }
}

impl Count<'_> {
    fn divided<P: Playable>(&self, position: &P) -> Vec<DivideJson> {
        let (mut moves, mut parts) = (Vec::new(), Vec::new());
        position.for_each_child(&mut moves, |mv, child| parts.push((mv, child)));
        let count = |child: &P| self.pool.install(|| parallel_perft(child, self.depth - 1));
        let mut parts: Vec<DivideJson> =
            parts.iter().map(|(mv, child)| DivideJson { mv: mv.to_string(), count: count(child) }).collect();
        parts.sort_by(|a, b| a.mv.cmp(&b.mv));
        parts
    }
}
