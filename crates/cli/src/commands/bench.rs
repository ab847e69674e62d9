//! `grenier bench`: speed and signature.

use clap::Args;
use grenier_engine::bench::{GameBench, SearchBench, bench};
use grenier_engine::json::SCHEMA;
use grenier_engine::{GameId, Playable, SetupError, Variant, Visitor};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::position::variant;
use crate::progress::Progress;
use crate::report::large;

/// Measure perft, random playouts and the search of fixed suites, on one thread.
///
/// The same program always searches the same nodes: the last lines are the total, and the speed. Example: grenier bench
#[derive(Debug, Args)]
pub struct Bench {
    /// Only this game [default: all games on all boards].
    #[arg(value_name = "GAME")]
    game: Option<String>,
}

#[derive(Serialize)]
struct BenchJson<'a> {
    schema: u32,
    #[serde(flatten)]
    bench: &'a GameBench,
}

impl Bench {
    /// Measures and prints.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let variants = match &self.game {
            Some(game) => vec![variant(game)?],
            None => GameId::ALL.iter().map(|&game| Variant::of(game)).collect(),
        };
        let mut searches = Vec::new();
        for variant in variants {
            let progress = Progress::start();
            progress.show(|| format!("{variant}: perft, playouts and searches, some seconds"));
            let bench = variant.visit(Measure).map_err(Failure::data)?;
            progress.end();
            print(&bench, output)?;
            searches.extend(bench.searches);
        }
        if !output.is_json() {
            let nodes: u64 = searches.iter().map(|search| search.nodes).sum();
            let seconds: f64 = searches.iter().map(|search| search.nodes as f64 / search.nps).sum();
            output.line(format!("{nodes} nodes"))?;
            output.line(format!("{:.0} nps", nodes as f64 / seconds))?;
        }
        Ok(())
    }
}

struct Measure;

impl Visitor for Measure {
    type Output = Result<GameBench, SetupError>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Self::Output {
        bench::<P>(rules)
    }
}

fn print(bench: &GameBench, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        output.object(&BenchJson { schema: SCHEMA, bench })?;
    } else {
        output.line(&bench.game)?;
        output.line(format!("  perft     {} moves/s", large(bench.perft as u64)))?;
        let (playouts, plies) = (large(bench.playouts as u64), bench.playout_plies);
        output.line(format!("  playouts  {playouts} games/s, {plies:.0} plies each"))?;
        for SearchBench { engine, nodes, nps, signature } in &bench.searches {
            let speed = large(*nps as u64);
            output
                .line(format!("  {engine:<8}  {nodes} nodes, {speed} nodes/s, signature {signature:08x}"))?;
        }
    }
    Ok(output.flush()?)
}
