//! The files `positions/*/endgames.txt`: they are what their heads say, and every value is exact.
//!
//! Small endgames are compared with tables that are solved here, some of all sizes with proofs that know no tables. With
//! `GRENIER_ENDGAMES=all` in the environment tables for all of them are solved, and many more are proven.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use grenier_core::{Player, Tally};
use grenier_engine::solve::{Means, solve};
use grenier_engine::tables::{Source, score};
use grenier_engine::{Evaluator, Limits, Playable, SolvableVisitor, Variant, Visitor, entries};
use grenier_solver::{Extent, Layer, Lookup, Solvable, Solved, Watch};

/// Lines that each file must have at least.
const LEAST: usize = 200;

fn file(game: &str) -> String {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../positions").join(game).join("endgames.txt");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Is everything to be checked, however long it takes?
fn is_long() -> bool {
    std::env::var("GRENIER_ENDGAMES").is_ok_and(|what| what == "all")
}

/// A line of a file.
struct Line<P: Playable> {
    position: P,
    moves: Vec<(P::Move, i32)>,
    id: String,
}

/// A value as a number: seeds, or 1, 0, -1 for a win, a draw, a loss.
fn number(value: &str) -> Option<i32> {
    match value {
        "win" => Some(1),
        "draw" => Some(0),
        "loss" => Some(-1),
        seeds if seeds.starts_with(['+', '-']) => seeds.parse().ok(),
        _ => None,
    }
}

fn lines<P: Playable>(text: &str, rules: P::Rules) -> Result<Vec<Line<P>>, String> {
    let line = |entry: grenier_engine::Entry<'_>| {
        let game = entry.game::<P>(rules).map_err(|error| error.to_string())?;
        let position = *game.position();
        let suite = entry.suite().ok_or("a record is no line")?;
        let id = suite.id().ok_or("a line has no id")?.to_owned();
        let of_move = |(mv, value): (&str, &str)| {
            let mv = position.parse_move(mv).map_err(|error| format!("{id}: {mv}: {error}"))?;
            Ok((mv, number(value).ok_or(format!("{id}: {value} is no value"))?))
        };
        let moves = suite.values().map(of_move).collect::<Result<Vec<_>, String>>()?;
        if moves.len() + 1 != suite.operations.len() {
            return Err(format!("{id}: there is something else than moves and a name"));
        }
        Ok(Line { position, moves, id })
    };
    entries(text, None).into_iter().map(|entry| line(entry.map_err(|error| error.to_string())?)).collect()
}

/// Seeds in store, or pieces on the board, that the player to move has more than the enemy.
fn standing<P: Playable>(position: &P, player: Player) -> i32 {
    let [first, second] = match position.endless().tally {
        Tally::Stores(stores) => stores.map(i32::from),
        _ => {
            let fields = position.fields();
            let board = fields.split(' ').next().unwrap_or_default();
            ['x', 'o'].map(|piece| board.matches(piece).count() as i32)
        }
    };
    if player == Player::First { first - second } else { second - first }
}

/// More than any difference of pieces or stores.
const WIN: i32 = 1000;

/// Plain minimax that counts stores or pieces, for `player`.
fn glance<P: Playable>(position: &P, player: Player, depth: u32) -> i32 {
    if let Some(outcome) = position.outcome() {
        return match outcome.tally {
            Tally::Stores(stores) => {
                let difference = i32::from(stores[0]) - i32::from(stores[1]);
                if player == Player::First { difference } else { -difference }
            }
            _ => outcome.winner.map_or(0, |winner| if winner == player { WIN } else { -WIN }),
        };
    }
    if depth == 0 {
        return standing(position, player);
    }
    let mut values = Vec::new();
    position.for_each_child(&mut Vec::new(), |_, child| values.push(glance(&child, player, depth - 1)));
    let best = if position.turn() == player { values.into_iter().max() } else { values.into_iter().min() };
    best.unwrap()
}

/// The first of the moves that seem best `depth` plies ahead.
fn glanced<P: Playable>(position: &P, depth: u32) -> P::Move {
    let mut values = Vec::new();
    position.for_each_child(&mut Vec::new(), |mv, child| {
        values.push((mv, glance(&child, position.turn(), depth - 1)));
    });
    let most = values.iter().map(|&(_, value)| value).max().unwrap();
    values.iter().find(|&&(_, value)| value == most).unwrap().0
}

/// Win (1), draw (0) or loss (-1) of the game for the player to move, if the future is worth so much to it.
fn result<P: Playable>(position: &P, value: i32) -> i32 {
    match position.endless().tally {
        Tally::Stores(_) => (value + standing(position, position.turn())).signum(),
        _ => value,
    }
}

/// Checks all that the head says, but not the values.
fn check_line<P: Playable>(line: &Line<P>) -> Result<(), String> {
    let Line { position, moves, id } = line;
    let fault = |what: &str| Err(format!("{id}: {what}"));
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let listed: HashSet<P::Move> = moves.iter().map(|&(mv, _)| mv).collect();
    if listed.len() != moves.len() || listed != legal.iter().copied().collect() {
        return fault("the moves are not the legal ones, each once");
    }
    if moves.len() < 3 {
        return fault("there are few moves to choose from");
    }
    if !moves.is_sorted_by(|a, b| a.1 >= b.1) {
        return fault("the best move is not first");
    }
    let (best, next) = (moves[0], moves[1]);
    let is_clear = best.1 >= next.1 + 2 || result(position, best.1) > result(position, next.1);
    if !is_clear {
        return fault("the best move is not clearly better");
    }
    if (1..=2).any(|depth| glanced(position, depth) == best.0) {
        return fault("a glance finds the best move");
    }
    if position.quiet_plies() != 0 {
        return fault("quiet plies have gone by");
    }
    Ok(())
}

/// Every line can be what it says.
struct Sound(String);

impl Visitor for Sound {
    type Output = ();

    fn visit<P: Playable>(self, rules: P::Rules) {
        let lines = lines::<P>(&self.0, rules).unwrap();
        assert!(lines.len() >= LEAST, "{} has {} lines", P::NAME, lines.len());
        let (mut ids, mut keys) = (HashSet::new(), HashSet::new());
        for line in &lines {
            check_line(line).unwrap();
            assert!(ids.insert(line.id.clone()), "{}: twice", line.id);
            let images = (0..P::SYMMETRIES).map(|symmetry| line.position.transformed(symmetry));
            let first = images.map(|image| (image.turn(), image.key())).min();
            assert!(keys.insert(first), "{}: equal to another under symmetry", line.id);
        }
    }
}

#[test]
fn every_line_is_sound() {
    for game in Variant::names() {
        let text = file(game);
        assert!(text.contains(&format!("scripts/make-endgames positions {game} ")), "{game}: who made it?");
        Variant::parse(game).unwrap().visit(Sound(text));
    }
}

/// Compares the values with tables of all positions with as many seeds or pieces, as far as they are solved fast.
/// Gives the number of lines compared.
struct Tabled(String);

impl SolvableVisitor for Tabled {
    type Output = Result<usize, String>;

    fn visit<P: Playable + Solvable>(self, rules: P::Rules) -> Self::Output {
        let lines = lines::<P>(&self.0, rules)?;
        let material = |line: &Line<P>| line.position.layer().map(Layer::material);
        let greatest = lines.iter().filter_map(material).max().unwrap_or_default();
        let most = if is_long() { greatest } else { P::QUICK };
        let solved = solved::<P>(rules, most);
        let covered = lines.iter().filter(|line| material(line).is_some_and(|size| size <= most));
        let mut count = 0;
        for line in covered {
            let Ok(rated) = solved.moves(&line.position);
            let rated = rated.ok_or(format!("{}: no table has it", line.id))?;
            for &(mv, value) in &line.moves {
                let exact = rated.iter().find(|rated| rated.mv == mv).map(|rated| rated.value);
                if exact != Some(value) {
                    return Err(format!("{}: {mv} is worth {exact:?}, not {value}", line.id));
                }
            }
            count += 1;
        }
        Ok(count)
    }
}

fn solved<P: Solvable>(rules: P::Rules, most: u32) -> Solved<P> {
    let stop = AtomicBool::new(false);
    let mut solved = Solved::default();
    for layer in P::plan(Extent::Upto(most)).unwrap() {
        let bytes = P::solve(rules, layer, &solved, &Watch::new(&stop)).unwrap();
        solved.insert(layer, bytes);
    }
    solved
}

fn check_tables(game: &str, text: String) -> Result<usize, String> {
    Variant::parse(game).unwrap().visit_solvable(Tabled(text)).expect("the game has tables")
}

#[test]
fn values_are_those_of_tables() {
    for game in Variant::names() {
        let compared = check_tables(game, file(game)).unwrap();
        assert!(compared >= 40, "{game}: only {compared}");
        assert!(!is_long() || compared >= LEAST, "{game}: only {compared}");
    }
}

/// Compares the values with proofs by search that know no tables, move by move, of every so many lines, the largest
/// endgames first. A proof that takes too many nodes still has bounds. Gives how many values were proven, and compared.
struct Proven {
    text: String,
    step: usize,
    nodes: u64,
}

impl Visitor for Proven {
    type Output = Result<[usize; 2], String>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Self::Output {
        let mut counts = [0, 0];
        for line in lines::<P>(&self.text, rules)?.iter().rev().step_by(self.step) {
            for &(mv, value) in &line.moves {
                let [low, high] = proven(&line.position, mv, self.nodes);
                if !(low..=high).contains(&score::<P>(value)) {
                    let id = &line.id;
                    return Err(format!("{id}: {mv} is worth {low} to {high} hundredths, not {value}"));
                }
                counts = [counts[0] + usize::from(low == high), counts[1] + 1];
            }
        }
        Ok(counts)
    }
}

/// Bounds of what a move is worth to the player who makes it, as searches count it: a proof of the position that it
/// leads to.
fn proven<P: Playable>(position: &P, mv: P::Move, nodes: u64) -> [i32; 2] {
    let means = Means { hash: 1024, tables: Source::None, limits: Limits::nodes(nodes) };
    let child = position.play(mv).unwrap();
    let verdict = solve(&child, &means, &AtomicBool::new(false), &mut |_| ()).unwrap();
    let evaluator = P::Evaluator::default();
    let [low, high] = [verdict.value.low, verdict.value.high].map(|future| future + evaluator.banked(&child));
    let whole = if child.turn() == position.turn() { [low, high] } else { [-high, -low] };
    whole.map(|whole| whole - evaluator.banked(position))
}

fn check_proofs(game: &str, text: String, step: usize, nodes: u64) -> Result<[usize; 2], String> {
    Variant::parse(game).unwrap().visit(Proven { text, step, nodes })
}

#[test]
fn proofs_without_tables_agree() {
    let (step, nodes) = if is_long() { (6, 50_000) } else { (24, 50_000) };
    for game in Variant::names() {
        let [exact, all] = check_proofs(game, file(game), step, nodes).unwrap();
        assert!(exact >= 6, "{game}: only {exact} values of {all} were proven");
    }
}

#[test]
fn what_is_wrong_fails() {
    let good = "kpe 0-0-1-0-0-0-3-0-24-20-S - ; C:+2 ; id \"x\"";
    let read = |text: &str| lines::<grenier_core::kpe::Kpe>(text, Default::default());
    assert_eq!(read(good).unwrap().len(), 1);
    for (from, to) in
        [("C:", "D:"), ("+2", "2"), ("+2", "+x"), ("id", "di"), ("C:+2", "C:+2 ; bm C"), ("0-0-1", "0-1")]
    {
        assert!(read(&good.replace(from, to)).is_err(), "{to}");
    }
    assert!(check_line(&read(good).unwrap()[0]).is_err(), "one move");
    assert_eq!(check_tables("kpe", good.to_owned()), Ok(1));
    assert_eq!(check_proofs("kpe", good.to_owned(), 1, 20_000), Ok([1, 1]));
    let wrong = good.replace("+2", "+4");
    assert!(check_tables("kpe", wrong.clone()).unwrap_err().contains("C is worth Some(2), not 4"));
    assert!(
        check_proofs("kpe", wrong, 1, 20_000)
            .unwrap_err()
            .contains("C is worth 200 to 200 hundredths, not 4")
    );
}
