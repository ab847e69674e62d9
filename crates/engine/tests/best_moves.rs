//! The suites `positions/*/best-moves.txt`: they are what they say, the searches find the moves, and no proof of theirs
//! contradicts the values.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use grenier_core::Game;
use grenier_engine::json::{Analysis, ScoreValue};
use grenier_engine::{
    EngineKind, Entry, Limits, Playable, Report, Request, Session, Settings, Variant, Visitor, entries,
};

/// Lines that each suite must have at least.
const LEAST: usize = 30;

fn suite(game: &str) -> String {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../positions").join(game).join("best-moves.txt");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The nodes that the head of a suite allows.
fn budget(text: &str) -> u64 {
    let line =
        text.lines().find_map(|line| line.strip_prefix("# budget: ")).expect("the head names a budget");
    line.strip_suffix(" nodes").unwrap().parse().unwrap()
}

/// A line of a suite.
struct Line<P: Playable> {
    game: Game<P>,
    best: Vec<String>,
    value: String,
    /// No other move is worth more.
    next: String,
    id: String,
}

fn line<P: Playable>(entry: &Entry<'_>, rules: P::Rules) -> Line<P> {
    let suite = entry.suite().expect("lines, not records");
    let one = |name: &str| match suite.operands(name) {
        Some(&[operand]) => operand.to_owned(),
        other => panic!("line {}: {name} {other:?}", entry.line),
    };
    let best = suite.operands("bm").expect("the best moves").iter().map(|&mv| mv.to_owned()).collect();
    let game = entry.game::<P>(rules).unwrap();
    Line { game, best, value: one("value"), next: one("next"), id: one("id") }
}

fn lines<P: Playable>(text: &str, rules: P::Rules) -> Vec<Line<P>> {
    entries(text, None).into_iter().map(|entry| line(&entry.unwrap(), rules)).collect()
}

fn session<P: Playable>(kind: EngineKind) -> Session<P> {
    Session::new(&Settings { engine: Some(kind), hash: 16, ..Settings::default() }).unwrap()
}

fn analysed<P: Playable>(session: &mut Session<P>, line: &Line<P>, nodes: u64, multipv: usize) -> Analysis {
    session.forget();
    let request = Request::new(Limits::nodes(nodes)).multipv(multipv);
    let report = session.analyse(&line.game, &request, &mut |_: &Report<P::Move>| {});
    Analysis::new(session.kind(), &*session.evaluator(), &line.game, &report)
}

/// A value as a number: seeds, or 1, 0, -1 for a win, a draw, a loss.
fn number(value: &str) -> i32 {
    match value {
        "win" => 1,
        "draw" => 0,
        "loss" => -1,
        seeds => seeds.parse().unwrap_or_else(|_| panic!("{seeds:?} is no value")),
    }
}

fn proven(score: ScoreValue) -> i32 {
    match score {
        ScoreValue::Whole(seeds) => seeds,
        ScoreValue::Word(word) => number(word),
        ScoreValue::Decimal(estimate) => panic!("{estimate} is no proven value"),
    }
}

fn every_game<V: Visitor<Output = ()>>(visitor: impl Fn(String) -> V) {
    for game in Variant::names() {
        Variant::parse(game).unwrap().visit(visitor(suite(game)));
    }
}

/// Every line can be what it says.
struct Sound(String);

impl Visitor for Sound {
    type Output = ();

    fn visit<P: Playable>(self, rules: P::Rules) {
        let lines = lines::<P>(&self.0, rules);
        assert!(lines.len() >= LEAST, "{} has {} lines", P::NAME, lines.len());
        assert!(budget(&self.0) > 0);
        let (mut ids, mut keys) = (HashSet::new(), HashSet::new());
        for Line { game, best, value, next, id } in &lines {
            let position = game.position();
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            assert!(!best.is_empty() && best.len() < legal.len(), "{id}: there is a choice");
            best.iter().for_each(|mv| assert!(position.parse_move(mv).is_ok(), "{id}: {mv}"));
            assert!(number(value) > number(next), "{id}: a best move is better");
            assert_eq!(position.quiet_plies(), 0, "{id}");
            assert!(ids.insert(id.clone()), "{id}: twice");
            let images = (0..P::SYMMETRIES).map(|symmetry| position.transformed(symmetry));
            let first = images.map(|image| (image.turn(), image.key())).min();
            assert!(keys.insert(first), "{id}: equal to another under symmetry");
        }
    }
}

#[test]
fn every_line_is_sound() {
    every_game(Sound);
}

/// Lines whose best move a search finds within the budget, and all lines.
struct Found(String, EngineKind);

impl Visitor for Found {
    type Output = (usize, usize);

    fn visit<P: Playable>(self, rules: P::Rules) -> (usize, usize) {
        let (lines, nodes) = (lines::<P>(&self.0, rules), budget(&self.0));
        let mut session = session::<P>(self.1);
        let is_found = |line: &&Line<P>| {
            let analysis = analysed(&mut session, line, nodes, 1);
            line.best.contains(&analysis.lines[0].mv)
        };
        (lines.iter().filter(is_found).count(), lines.len())
    }
}

fn check_found(game: &str, kind: EngineKind, percent: usize) {
    let (found, all) = Variant::parse(game).unwrap().visit(Found(suite(game), kind));
    assert!(found * 100 >= all * percent, "{game}, {}: {found} of {all}", kind.word());
}

/// What the heads of the suites promise.
const PROMISED: usize = 90;

#[test]
fn alpha_beta_finds_the_best_moves_of_the_mancalas() {
    for game in ["kpe", "awale", "obridjie"] {
        check_found(game, EngineKind::AlphaBeta, PROMISED);
    }
}

#[test]
fn alpha_beta_finds_the_best_moves_on_5x5() {
    for game in ["mraha", "seega"] {
        check_found(game, EngineKind::AlphaBeta, PROMISED);
    }
}

#[test]
fn monte_carlo_finds_most_best_moves_on_5x5() {
    check_found("mraha", EngineKind::Mcts, 50);
    check_found("seega", EngineKind::Mcts, 50);
}

/// What a search proves agrees with the values.
struct Agrees(String, EngineKind);

/// Nodes of each search; every so many lines one is searched.
const PROOF_NODES: u64 = 50_000;
const PROOF_STEP: usize = 3;

impl Visitor for Agrees {
    type Output = ();

    fn visit<P: Playable>(self, rules: P::Rules) {
        let mut session = session::<P>(self.1);
        for line in lines::<P>(&self.0, rules).iter().step_by(PROOF_STEP) {
            let analysis = analysed(&mut session, line, PROOF_NODES, usize::MAX);
            for found in analysis.lines.iter().filter(|found| found.proven) {
                let score = proven(found.score);
                if line.best.contains(&found.mv) {
                    assert_eq!(score, number(&line.value), "{}: {}", line.id, found.mv);
                } else {
                    assert!(score <= number(&line.next), "{}: {} is worth {score}", line.id, found.mv);
                }
            }
        }
    }
}

#[test]
fn no_proof_contradicts_the_values() {
    for kind in EngineKind::ALL {
        every_game(|text| Agrees(text, kind));
    }
}
