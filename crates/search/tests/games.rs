//! The five games: fixed depths equal minimax, and what is proven equals retrograde analysis.

use std::collections::HashMap;

use grenier_core::awale::Awale;
use grenier_core::capture::{Five, Seven};
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;
use grenier_core::{Game, Notation, Player, Position, Rules, Symmetric};
use grenier_search::alphabeta::{AlphaBeta, Options};
use grenier_search::eval::Linear;
use grenier_search::mcts::{self, Mcts};
use grenier_search::{
    Evaluated, Evaluator, Limits, NoOracle, Report, Request, Searcher, Silent, Table, minimax,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Runs a generic test for every game under every preset named here.
macro_rules! every_game {
    ($test:ident($($argument:expr),*)) => {
        $test::<Kpe>(&[], $($argument),*);
        $test::<Kpe>(&["skip-origin"], $($argument),*);
        $test::<Kpe>(&["own-row"], $($argument),*);
        $test::<Awale>(&[], $($argument),*);
        $test::<Awale>(&["abapa"], $($argument),*);
        $test::<Awale>(&["awari"], $($argument),*);
        $test::<Obridjie>(&[], $($argument),*);
        $test::<Mraha>(&[], $($argument),*);
        $test::<Seega<Five>>(&[], $($argument),*);
        $test::<Seega<Five>>(&["nowall"], $($argument),*);
        $test::<Seega<Five>>(&["placement-captures"], $($argument),*);
        $test::<Seega<Seven>>(&[], $($argument),*);
    };
}

fn rules<P: Position>(words: &[&str]) -> P::Rules {
    let with = |rules: P::Rules, word: &&str| rules.with(word).expect("a preset of the game");
    words.iter().fold(P::Rules::default(), with)
}

/// The evaluator that counts features as they were set by hand: how much a budget proves hangs on the weights, and these do
/// not change.
fn features<P: Evaluated>() -> P::Evaluator {
    let weights = P::Evaluator::built_in("hand-set").expect("a built-in set");
    P::Evaluator::of(weights).expect("weights of the game")
}

/// A game after some random moves.
fn wandered<P: Position>(rules: P::Rules, plies: usize, rng: &mut Xoshiro256PlusPlus) -> Game<P> {
    let mut game = Game::new(P::start(rules));
    let mut moves = Vec::new();
    for _ in 0..plies {
        game.position().legal_moves(&mut moves);
        if game.result().is_some() {
            break;
        }
        game.play(moves[rng.random_range(0..moves.len())]).expect("a legal move");
    }
    game
}

fn search<P: Evaluated>(options: Options) -> AlphaBeta<P, P::Evaluator> {
    AlphaBeta::new(features::<P>(), NoOracle, Table::new(1).expect("a megabyte"), options)
}

fn fixed_depths<P: Evaluated + Notation>(words: &[&str], seed: u64) {
    let rules = rules::<P>(words);
    let evaluator = features::<P>();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for round in 0..12 {
        let game = wandered::<P>(rules, 14 + 4 * round, &mut rng);
        let mut moves = Vec::new();
        game.position().legal_moves(&mut moves);
        if game.result().is_some() {
            continue;
        }
        let mut budget = 40_000.0;
        for depth in 1..=5 {
            budget /= moves.len().max(2) as f64;
            if budget < 1.0 {
                break;
            }
            for table in [false, true] {
                let options =
                    Options { repetition: false, exact_depth_only: true, table, ..Options::default() }
                        .full_width();
                let truth = minimax(&game, &evaluator, Some(depth), false).value;
                let report =
                    search::<P>(options).search(&game, &Request::new(Limits::depth(depth)), &mut Silent);
                assert_eq!(report.score(), Some(truth), "{} depth {depth}", game.position().text());
            }
            let truth = minimax(&game, &evaluator, Some(depth), true).value;
            let options = Options { table: false, ..Options::default() }.full_width();
            let report = search::<P>(options).search(&game, &Request::new(Limits::depth(depth)), &mut Silent);
            assert_eq!(report.score(), Some(truth), "{} depth {depth}", game.position().text());
        }
    }
}

#[test]
fn fixed_depths_equal_minimax() {
    every_game!(fixed_depths(5));
}

fn evaluations<P: Evaluated + Notation>(words: &[&str], seed: u64) {
    let evaluator = features::<P>();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..30 {
        let mut game = Game::new(P::start(rules::<P>(words)));
        let mut moves = Vec::new();
        let mut before: Option<(P, (i32, i32))> = None;
        for _ in 0..150 {
            let position = *game.position();
            let (low, high) = evaluator.bounds(&position);
            if let Some((earlier, (lowest, highest))) = before {
                let (low, high) = if earlier.turn() == position.turn() { (low, high) } else { (-high, -low) };
                assert!(lowest <= low && high <= highest, "bounds only narrow: {}", position.text());
            }
            let mut values = vec![evaluator.terminal(&position, position.endless())];
            values.extend(position.outcome().map(|outcome| evaluator.terminal(&position, outcome)));
            assert!(values.iter().all(|value| (low..=high).contains(value)), "{}", position.text());
            if game.result().is_some() {
                break;
            }
            let value = evaluator.evaluate(&position);
            assert!(low < value && value < high, "{}", position.text());
            before = Some((position, (low, high)));
            position.legal_moves(&mut moves);
            game.play(moves[rng.random_range(0..moves.len())]).expect("a legal move");
        }
    }
}

#[test]
fn estimates_and_ends_lie_within_bounds() {
    every_game!(evaluations(3));
}

/// Future values of all positions that can be reached from `root`, by retrograde analysis, as the first player sees
/// them.
struct Truth<P: Evaluated> {
    evaluator: P::Evaluator,
    future: HashMap<u64, i32>,
}

fn to_first<P: Position>(position: &P, value: i32) -> i32 {
    if position.turn() == Player::First { value } else { -value }
}

/// The same position with its quiet counter at 0.
fn rested<P: Notation>(position: P) -> P {
    if position.quiet_plies() == 0 {
        return position;
    }
    let fields = position.fields();
    let (board, _) = fields.rsplit_once(' ').expect("the counter is the last field");
    P::parse_fields(position.rules(), &format!("{board} 0")).expect("the same board is legal")
}

impl<P: Evaluated + Notation> Truth<P> {
    fn of(root: &P, step: i32) -> Truth<P> {
        let mut truth = Truth { evaluator: P::Evaluator::default(), future: HashMap::new() };
        let mut reached = HashMap::from([(root.key(), *root)]);
        let mut open = vec![*root];
        let mut moves = Vec::new();
        while let Some(position) = open.pop() {
            position.legal_moves(&mut moves);
            for &mv in &moves {
                let child = rested(position.play_unchecked(mv));
                if reached.insert(child.key(), child).is_none() {
                    open.push(child);
                }
            }
        }
        let mut layers: Vec<u32> = reached.values().map(P::epoch).collect();
        layers.sort_unstable();
        layers.dedup();
        for layer in layers {
            truth.solve(reached.values().filter(|p| p.epoch() == layer), step);
        }
        truth
    }

    fn banked(&self, position: &P) -> i32 {
        to_first(position, self.evaluator.banked(position))
    }

    fn solve<'p>(&mut self, layer: impl Iterator<Item = &'p P>, step: i32) {
        let layer: Vec<&P> = layer.collect();
        let (low, high) = self.evaluator.bounds(layer[0]);
        let room = (high - low) / 2;
        let mut values: HashMap<u64, i32> = layer.iter().map(|p| (p.key(), -room)).collect();
        let mut threshold = -room + step;
        while threshold <= room {
            let endless = |p: &P| to_first(p, self.evaluator.terminal(p, p.endless())) - self.banked(p);
            let mut holds: HashMap<u64, bool> =
                layer.iter().map(|p| (p.key(), endless(p) >= threshold)).collect();
            loop {
                let mut changed = false;
                for p in &layer {
                    let now = self.reaches(p, threshold, &holds);
                    changed |= holds.insert(p.key(), now) != Some(now);
                }
                if !changed {
                    break;
                }
            }
            for (key, _) in holds.iter().filter(|(_, holds)| **holds) {
                values.insert(*key, threshold);
            }
            threshold += step;
        }
        self.future.extend(values);
    }

    fn reaches(&self, p: &P, threshold: i32, holds: &HashMap<u64, bool>) -> bool {
        if let Some(outcome) = p.outcome() {
            return to_first(p, self.evaluator.terminal(p, outcome)) - self.banked(p) >= threshold;
        }
        let mut moves = Vec::new();
        p.legal_moves(&mut moves);
        let mut good = moves.iter().map(|&mv| {
            let child = p.play_unchecked(mv);
            let same = holds.get(&child.key()).copied();
            same.unwrap_or_else(|| {
                self.future[&child.key()] + self.banked(&child) - self.banked(p) >= threshold
            })
        });
        if p.turn() == Player::First { good.any(|good| good) } else { good.all(|good| good) }
    }

    /// The whole value for the side to move.
    fn value(&self, p: &P) -> i32 {
        to_first(p, self.future[&p.key()] + self.banked(p))
    }
}

/// Proofs found for endings against retrograde analysis. Gives the number of endings and of proofs.
fn endings<P: Evaluated + Notation + Symmetric>(
    words: &[&str],
    texts: &[String],
    step: i32,
) -> (usize, usize) {
    let (mut all, mut proven) = (0, 0);
    let mut alphabeta = search::<P>(Options::default());
    for text in texts {
        let position = P::parse_fields(rules::<P>(words), text).expect(text);
        if position.outcome().is_some() {
            continue;
        }
        let truth = Truth::of(&position, step);
        let game = Game::new(position);
        let mut monte_carlo = Mcts::plain(features::<P>(), mcts::Options::default(), 16);
        let request = Request::new(Limits::nodes(160_000)).multipv(9);
        let reports = [
            alphabeta.search(&game, &request, &mut Silent),
            monte_carlo.search(&game, &request, &mut Silent),
        ];
        all += 1;
        proven += usize::from(reports[0].proven);
        for report in reports {
            check(&truth, &position, &report);
        }
    }
    (all, proven)
}

fn check<P: Evaluated + Notation>(truth: &Truth<P>, position: &P, report: &Report<P::Move>) {
    let text = position.text();
    assert!(!report.proven || report.score() == Some(truth.value(position)), "{text} {report:?}");
    for line in report.lines.iter().filter(|line| line.proven) {
        let child = position.play_unchecked(line.mv);
        let value = truth.value(&child);
        let value = if child.turn() == position.turn() { value } else { -value };
        assert_eq!(line.score, value, "{text} {report:?}");
    }
}

/// Random boards of so many seeds in so many pits, stores and side to move random.
fn boards(pits: usize, seeds: usize, count: usize, tail: &str) -> Vec<String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seeds as u64);
    let board = |_| {
        let mut board = vec![0; pits];
        for _ in 0..seeds {
            board[rng.random_range(0..pits)] += 1;
        }
        let pits: Vec<String> = board.iter().map(u32::to_string).collect();
        let store = rng.random_range(0..=(48 - seeds));
        let turn = ["S", "N"][rng.random_range(0..2)];
        format!("{}-{}-{}-{turn}{tail}", pits.join("-"), store, 48 - seeds - store)
    };
    (0..count).map(board).collect()
}

fn assert_share((all, proven): (usize, usize), percent: usize) {
    assert!(proven * 100 >= all * percent, "{proven} of {all} proven");
}

#[test]
fn small_mancala_endings_are_proven_at_their_values() {
    // Play goes round in circles where few seeds are left, and what rests on a circle cannot be stored: with six seeds
    // in twelve pits most values stay open at this node limit.
    for (seeds, count, percent) in [(2, 12, 100), (4, 8, 80), (6, 4, 0)] {
        let boards12 = boards(12, seeds, count, "");
        assert_share(endings::<Kpe>(&[], &boards(8, seeds, count, " -"), 100), 70);
        assert_share(endings::<Kpe>(&["skip-origin"], &boards(8, seeds, count, " -"), 100), 70);
        assert_share(endings::<Awale>(&[], &boards12, 100), percent);
        assert_share(endings::<Awale>(&["awari"], &boards12, 100), percent);
        assert_share(endings::<Obridjie>(&[], &boards12, 100), percent);
    }
}

#[test]
fn small_5x5_endings_are_proven_at_their_values() {
    let texts = [
        "x4/5/5/5/o4 x 0,0 0",
        "xx3/5/2o2/5/5 x 0,0 0",
        "x1x2/5/1o3/5/5 o 0,0 0",
        "xxo2/5/5/5/5 o 0,0 0",
        "o4/1x3/5/3x1/5 x 0,0 0",
        "5/5/xox2/5/5 o 0,0 0",
        "xo3/x4/5/5/5 o 0,0 0",
        "xo3/5/5/5/5 x 0,0 0",
        "x1o2/5/5/5/5 o 0,0 0",
        "x4/1o3/x4/5/5 o 0,0 0",
        "5/1oo2/2x2/5/5 x 0,0 0",
    ]
    .map(str::to_owned);
    let results = [
        endings::<Mraha>(&[], &texts, 10_000),
        endings::<Seega<Five>>(&[], &texts, 10_000),
        endings::<Seega<Five>>(&["nowall"], &texts, 10_000),
    ];
    assert!(results.iter().all(|&(_, proven)| proven > 0), "{results:?}");
}
