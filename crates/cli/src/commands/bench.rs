//! `grenier bench`: speed and signature.

use clap::Args;
use clap::builder::{NonEmptyStringValueParser, RangedU64ValueParser};
use grenier_engine::bench::{GameBench, Reached, SearchBench, Setup, bench};
use grenier_engine::json::SCHEMA;
use grenier_engine::{EngineKind, GameId, MOST_THREADS, Playable, SetupError, Variant, Visitor};
use serde::Serialize;

use super::weights::weights;
use crate::failure::Failure;
use crate::output::Output;
use crate::position::variant;
use crate::progress::Progress;
use crate::report::large;

/// Measure perft, random playouts and the search of fixed suites.
///
/// On one thread the same program always searches the same nodes: their number and the signature change only with its
/// behaviour. Alpha-beta also searches to a fixed depth, from the start and from each position of the suite (geometric
/// means). With several threads the searches are measured against one (medians over the suite). The last lines are all
/// nodes of the suites, and their speed.
///
/// Example: grenier bench kpe --engine mcts --param exploration=0.8
#[derive(Debug, Args)]
pub struct Bench {
    /// Only this game [default: all games on all boards].
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// Only this kind of search, ab or mcts [default: both].
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    engine: Option<EngineKind>,

    /// Threads of each search.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_THREADS as u64))]
    threads: usize,

    /// A parameter of the search that differs from its default; `grenier params` lists them. May be given several times.
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = param)]
    params: Vec<(String, String)>,

    /// The weights of the evaluation: "shipped", "hand-set", "material" (what captures win alone), or a file such as
    /// `grenier weights` prints.
    #[arg(long, value_name = "WEIGHTS", default_value = "shipped", value_parser = NonEmptyStringValueParser::new())]
    weights: String,
}

#[derive(Serialize)]
struct BenchJson<'a> {
    schema: u32,
    #[serde(flatten)]
    bench: &'a GameBench,
}

/// Reads `ab` or `mcts`.
pub fn engine(word: &str) -> Result<EngineKind, String> {
    EngineKind::called(word).ok_or_else(|| "ab or mcts is wanted".to_owned())
}

fn param(word: &str) -> Result<(String, String), String> {
    let (name, value) = word.split_once('=').ok_or("NAME=VALUE is wanted")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl Bench {
    /// Measures and prints.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let variants = match &self.game {
            Some(game) => vec![variant(game)?],
            None => GameId::ALL.iter().map(|&game| Variant::of(game)).collect(),
        };
        let weights = weights(&self.weights)?;
        let setup = Setup { engine: self.engine, threads: self.threads, params: self.params, weights };
        setup.check().map_err(|reason| Failure::Usage(format!("--param: {reason}")))?;
        let mut searches = Vec::new();
        for variant in variants {
            let progress = Progress::start();
            progress.show(|| format!("{variant}: perft, playouts and searches, some seconds"));
            let bench = variant.visit(Measure { setup: &setup }).map_err(Failure::data)?;
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

struct Measure<'a> {
    setup: &'a Setup,
}

impl Visitor for Measure<'_> {
    type Output = Result<GameBench, SetupError>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Self::Output {
        bench::<P>(rules, self.setup)
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
        for search in &bench.searches {
            print_search(search, output)?;
        }
    }
    Ok(output.flush()?)
}

fn print_search(search: &SearchBench, output: &mut Output) -> Result<(), Failure> {
    let SearchBench { engine, nodes, nps, .. } = search;
    let mut line = format!("  {engine:<8}  {nodes} nodes, {} nodes/s", large(*nps as u64));
    if let Some(simulations) = search.simulations {
        line += &format!(", {} simulations/s", large(simulations as u64));
    }
    if let Some(signature) = search.signature {
        line += &format!(", signature {signature:08x}");
    }
    output.line(line)?;
    if let Some(to_depth) = search.to_depth {
        let (start, suite) = (reached(to_depth.start), reached(to_depth.suite));
        output.line(format!("            the start to {start}; the suite to {suite} (mean)"))?;
    }
    if let Some(speedup) = search.speedup {
        let to_depth = speedup.to_depth.map(|times| format!(", {times:.2} times as fast to depth"));
        let (threads, nps) = (speedup.threads, speedup.nps);
        output.line(format!(
            "            {threads} threads: {nps:.2} times the nodes/s{} (median)",
            to_depth.unwrap_or_default()
        ))?;
    }
    Ok(())
}

fn reached(Reached { depth, nodes, seconds }: Reached) -> String {
    format!("depth {depth}: {nodes:.0} nodes, {:.1} ms", seconds * 1e3)
}
