//! The searches of the bench: a fixed suite of positions for each game.

use std::time::Duration;

use grenier_core::Game;
use grenier_search::{Limits, Report, Request};
use serde::Serialize;

use super::{Setup, positions};
use crate::{EngineKind, Playable, Session, Settings, SetupError};

/// Nodes a position of the alpha-beta suite. Fewer say nothing of the speed: they are over before the caches are warm.
const SUITE_NODES: u64 = 300_000;

/// Nodes a position of the Monte-Carlo suite.
const TREE_NODES: u64 = 1_000_000;

/// Memory of a search, in megabytes.
const HASH: usize = 16;

/// A search that took less says nothing of what more threads are worth.
const MEASURABLE: Duration = Duration::from_millis(1);

/// What one engine did on a game's suite.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchBench {
    /// `ab` or `mcts`.
    pub engine: &'static str,
    /// Positions entered by the fixed work of the suite.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: f64,
    /// A digest of nodes, moves and visits of all reports: it changes with any change of behaviour. More than one
    /// thread has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<u32>,
    /// Monte-Carlo: simulations a second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simulations: Option<f64>,
    /// Alpha-beta: what given depths take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_depth: Option<ToDepth>,
    /// What more than one thread are worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speedup: Option<Speedup>,
}

/// What it takes to search every line to a depth, without anything selective.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ToDepth {
    /// From the position in which the game begins.
    pub start: Reached,
    /// From each position of the suite: the geometric means.
    pub suite: Reached,
}

/// A depth, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reached {
    /// Plies of the last iteration. Positions whose value is proven before go no deeper.
    pub depth: u32,
    /// Positions entered.
    pub nodes: f64,
    /// Time in seconds.
    pub seconds: f64,
}

/// One search against the same one on one thread: medians over the suite, of positions that take long enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Speedup {
    /// Threads.
    pub threads: usize,
    /// How many times as many nodes a second.
    pub nps: f64,
    /// Alpha-beta: how many times as fast to the same depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_depth: Option<f64>,
}

/// Nodes and time of one search.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cost {
    nodes: u64,
    time: Duration,
}

impl Cost {
    fn of<M>(report: &Report<M>) -> Cost {
        Cost { nodes: report.nodes, time: report.time }
    }

    /// Seconds, at least those that a clock can tell.
    fn seconds(self) -> f64 {
        self.time.as_secs_f64().max(1e-6)
    }
}

/// Does the fixed work of a suite, and nothing else: nodes, speed and signature.
///
/// # Errors
/// [`SetupError`] if there is no memory for the search, or a parameter is wrong.
pub fn work<P: Playable>(
    kind: EngineKind,
    rules: P::Rules,
    setup: &Setup,
) -> Result<SearchBench, SetupError> {
    let reports = reports::<P>(kind, rules, setup, setup.threads)?;
    let seconds = reports.iter().map(|report| Cost::of(report).seconds()).sum::<f64>();
    let nodes = reports.iter().map(|report| report.nodes).sum();
    let visits = reports.iter().flat_map(|report| &report.lines).map(|line| line.visits.unwrap_or(0));
    Ok(SearchBench {
        engine: kind.word(),
        nodes,
        nps: nodes as f64 / seconds,
        signature: (setup.threads == 1).then(|| reports.iter().fold(FNV_OFFSET, digest)),
        simulations: (kind == EngineKind::Mcts).then(|| visits.sum::<u64>() as f64 / seconds),
        to_depth: None,
        speedup: None,
    })
}

/// Does the work of a suite, then measures the time to a depth searched in full, and what more than one thread are worth.
pub(super) fn measured<P: Playable>(
    kind: EngineKind,
    rules: P::Rules,
    setup: &Setup,
) -> Result<SearchBench, SetupError> {
    let mut bench = work::<P>(kind, rules, setup)?;
    let setup = &setup.full_width();
    let suite = positions::<P>(P::BENCH, rules);
    let [start_depth, suite_depth] = P::BENCH_DEPTHS;
    let is_to_depth = kind == EngineKind::AlphaBeta;
    let request = if is_to_depth { Request::new(Limits::depth(suite_depth)) } else { fixed_work(kind) };
    // One position after the other is searched both ways: a machine that gets slower meanwhile slows both.
    let cost = |position: &P, threads| -> Result<Cost, SetupError> {
        let reports = searched(kind, std::slice::from_ref(position), &request, setup, threads)?;
        Ok(Cost::of(&reports[0]))
    };
    if is_to_depth {
        let many: Vec<Cost> =
            suite.iter().map(|position| cost(position, setup.threads)).collect::<Result<_, _>>()?;
        let request = Request::new(Limits::depth(start_depth));
        let start = searched(kind, &[P::start(rules)], &request, setup, setup.threads)?;
        let start = mean(start_depth, &[Cost::of(&start[0])]);
        bench.to_depth = Some(ToDepth { start, suite: mean(suite_depth, &many) });
    }
    if setup.threads > 1 {
        let both = |position| Ok((cost(position, 1)?, cost(position, setup.threads)?));
        let pairs: Vec<(Cost, Cost)> = suite.iter().map(both).collect::<Result<_, SetupError>>()?;
        bench.speedup = speedup(setup.threads, &pairs, is_to_depth);
    }
    Ok(bench)
}

/// The reports of the suite's fixed work.
fn reports<P: Playable>(
    kind: EngineKind,
    rules: P::Rules,
    setup: &Setup,
    threads: usize,
) -> Result<Vec<Report<P::Move>>, SetupError> {
    searched(kind, &positions::<P>(P::BENCH, rules), &fixed_work(kind), setup, threads)
}

/// The fixed work on a position.
fn fixed_work<M>(kind: EngineKind) -> Request<'static, M> {
    match kind {
        EngineKind::AlphaBeta => Request::new(Limits::nodes(SUITE_NODES)),
        // All lines, so that their visits are all simulations.
        EngineKind::Mcts => Request::new(Limits::nodes(TREE_NODES)).multipv(usize::MAX),
    }
}

/// Searches positions one after the other, none of them with what the ones before have learnt.
fn searched<P: Playable>(
    kind: EngineKind,
    positions: &[P],
    request: &Request<'_, P::Move>,
    setup: &Setup,
    threads: usize,
) -> Result<Vec<Report<P::Move>>, SetupError> {
    let settings = Settings {
        engine: Some(kind),
        hash: HASH,
        threads,
        params: setup.params_of(kind),
        weights: setup.weights.clone(),
        ..Settings::default()
    };
    let mut session = Session::<P>::new(&settings)?;
    let mut search = |&position: &P| {
        session.forget();
        session.analyse(&Game::new(position), request, &mut |_: &Report<P::Move>| {})
    };
    Ok(positions.iter().map(&mut search).collect())
}

/// Geometric means: those of a suite do not hang on its hardest position.
fn mean(depth: u32, costs: &[Cost]) -> Reached {
    let mean = |value: &dyn Fn(&Cost) -> f64| {
        (costs.iter().map(|cost| value(cost).ln()).sum::<f64>() / costs.len() as f64).exp()
    };
    Reached { depth, nodes: mean(&|cost| cost.nodes.max(1) as f64), seconds: mean(&|cost| cost.seconds()) }
}

/// What threads are worth, from each position's cost on one and on all; `None` if nothing took long enough.
fn speedup(threads: usize, pairs: &[(Cost, Cost)], is_to_depth: bool) -> Option<Speedup> {
    let is_measurable = |(one, many): &&(Cost, Cost)| one.time.max(many.time) >= MEASURABLE;
    let pairs: Vec<&(Cost, Cost)> = pairs.iter().filter(is_measurable).collect();
    let speed = |cost: &Cost| cost.nodes as f64 / cost.seconds();
    let nps = median(pairs.iter().map(|(one, many)| speed(many) / speed(one)).collect())?;
    let to_depth = median(pairs.iter().map(|(one, many)| one.seconds() / many.seconds()).collect());
    Some(Speedup { threads, nps, to_depth: to_depth.filter(|_| is_to_depth) })
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let upper = values.len() / 2;
    let lower = values.len().checked_sub(1)? / 2;
    Some((values[lower] + values[upper]) / 2.0)
}

/// FNV-1a, the hash of Fowler, Noll and Vo in 32 bits.
const FNV_OFFSET: u32 = 0x811c_9dc5;
const FNV_PRIME: u32 = 0x0100_0193;

fn digest<M: std::fmt::Display>(signature: u32, report: &Report<M>) -> u32 {
    let mut text = format!("{} {}", report.nodes, report.depth);
    for line in &report.lines {
        text += &format!(" {} {} {:?}", line.mv, line.score, line.visits);
    }
    text.bytes().fold(signature, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(FNV_PRIME))
}

#[cfg(test)]
mod tests {
    use grenier_core::kpe::Kpe;

    use super::*;

    fn costs_of(list: &[(u64, u64)]) -> Vec<Cost> {
        list.iter().map(|&(nodes, ms)| Cost { nodes, time: Duration::from_millis(ms) }).collect()
    }

    #[test]
    fn the_work_has_a_signature_that_parameters_change() {
        let signature = |kind, params: &[(&str, &str)]| {
            let params = params.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
            let setup = Setup { params, ..Setup::default() };
            assert_eq!(setup.check(), Ok(()));
            let bench = work::<Kpe>(kind, Default::default(), &setup).unwrap();
            assert!(bench.nodes > 0 && bench.nps > 0.0);
            assert_eq!(bench.simulations.is_some(), kind == EngineKind::Mcts);
            bench.signature.unwrap()
        };
        let usual = signature(EngineKind::AlphaBeta, &[]);
        assert_eq!(signature(EngineKind::AlphaBeta, &[]), usual);
        assert_ne!(signature(EngineKind::AlphaBeta, &[("ordering", "0")]), usual);
        // Another engine's parameter is passed over.
        assert_eq!(signature(EngineKind::AlphaBeta, &[("exploration", "1")]), usual);
    }

    #[test]
    fn speedups_are_medians_of_what_took_long_enough() {
        let one = costs_of(&[(100, 100), (100, 100), (100, 100), (1, 0)]);
        let many = costs_of(&[(100, 50), (200, 100), (150, 25), (1000, 0)]);
        let pairs: Vec<(Cost, Cost)> = one.into_iter().zip(many).collect();
        let found = speedup(2, &pairs, true).unwrap();
        assert_eq!((found.nps, found.to_depth), (2.0, Some(2.0)));
        assert_eq!(speedup(2, &pairs[3..], true), None);
    }

    #[test]
    fn the_mean_is_geometric() {
        let Reached { depth, nodes, seconds } = mean(7, &costs_of(&[(10, 1000), (1000, 4000)]));
        assert!(depth == 7 && (nodes - 100.0).abs() < 1e-6 && (seconds - 2.0).abs() < 1e-6);
    }
}
