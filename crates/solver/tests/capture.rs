//! The tables of the 5x5 games against a plain computation that shares only the rules of core, and against counts that
//! were made by somebody else's program.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use grenier_core::capture::Five;
use grenier_core::mraha::Mraha;
use grenier_core::seega::{Seega, SeegaRules};
use grenier_core::{OnlyRules, Player, Position};
use grenier_solver::index::squares::Pieces;
use grenier_solver::{Extent, Interrupted, Layer, Solvable, Solved, Value, Watch};

/// A 5x5 game, as the tests see it.
trait Game: Solvable<Layer = Pieces> {
    fn with(rules: Self::Rules, pieces: [u32; 2], turn: Player) -> Self;
    fn pieces(&self) -> [u32; 2];
}

impl Game for Mraha {
    fn with(_: OnlyRules, pieces: [u32; 2], turn: Player) -> Self {
        Mraha::set_up(pieces, turn).unwrap()
    }

    fn pieces(&self) -> [u32; 2] {
        Player::BOTH.map(|player| self.board().pieces(player))
    }
}

impl Game for Seega<Five> {
    fn with(rules: SeegaRules, pieces: [u32; 2], turn: Player) -> Self {
        Seega::set_up(rules, pieces, turn).unwrap()
    }

    fn pieces(&self) -> [u32; 2] {
        Player::BOTH.map(|player| self.board().pieces(player))
    }
}

fn all_solved<P: Game>(rules: P::Rules, layers: &[Pieces]) -> Solved<P> {
    let stop = AtomicBool::new(false);
    let mut solved = Solved::default();
    for &layer in layers {
        let watch = Watch::new(&stop);
        let bytes = P::solve(rules, layer, &solved, &watch).unwrap();
        assert_eq!(watch.done(), layer.positions(), "{}", layer.name());
        assert!((0..layer.slots()).all(|slot| bytes.get(slot) == 0 || layer.at(slot).is_some()));
        solved.insert(layer, bytes);
    }
    solved
}

fn upto<P: Game>(pieces: u32) -> Vec<Pieces> {
    P::plan(Extent::Upto(pieces)).unwrap()
}

/// The sets of `size` squares outside `taken`.
fn sets(size: u32, taken: u32) -> Vec<u32> {
    fn add(size: u32, from: u32, set: u32, taken: u32, all: &mut Vec<u32>) {
        if size == 0 {
            return all.push(set);
        }
        for square in (from..25).filter(|square| taken >> square & 1 == 0) {
            add(size - 1, square + 1, set | 1 << square, taken, all);
        }
    }
    let mut all = Vec::new();
    add(size, 0, 0, taken, &mut all);
    all
}

fn score(winner: Option<Player>) -> i8 {
    winner.map_or(0, |player| if player == Player::First { 1 } else { -1 })
}

/// What the plain computation knows of one position: the result for the first player, and the distance.
type Known = (i8, Option<u8>);

/// A child: in the same material, by number; or behind a capture, with its result.
enum Child {
    Inside(usize),
    Captured(i8),
}

/// All arrangements with the same material, both players to move, no symmetry used.
struct Plain {
    over: Vec<Option<i8>>,
    turns: Vec<i8>,
    children: Vec<Vec<Child>>,
    known: Vec<Option<Known>>,
}

impl Plain {
    /// The positions with `counts` pieces, their children from `below`.
    fn new<P: Game>(rules: P::Rules, counts: [u32; 2], below: &HashMap<u64, Known>) -> (Vec<P>, Plain) {
        let positions: Vec<P> = sets(counts[0], 0)
            .into_iter()
            .flat_map(|x| sets(counts[1], x).into_iter().map(move |o| [x, o]))
            .flat_map(|pieces| Player::BOTH.map(|turn| P::with(rules, pieces, turn)))
            .collect();
        let numbers: HashMap<u64, usize> =
            positions.iter().enumerate().map(|(number, position)| (position.key(), number)).collect();
        let mut moves = Vec::new();
        let mut children_of = |position: &P| {
            position.legal_moves(&mut moves);
            let child = |&mv| {
                let child = position.play_unchecked(mv);
                let inside = numbers.get(&child.key()).copied();
                inside.map_or_else(|| Child::Captured(below[&child.key()].0), Child::Inside)
            };
            moves.iter().map(child).collect::<Vec<_>>()
        };
        let children = positions.iter().map(&mut children_of).collect();
        let over = positions.iter().map(|position| position.outcome().map(|end| score(end.winner))).collect();
        let turns = positions.iter().map(|position| score(Some(position.turn()))).collect();
        let known = vec![None; positions.len()];
        (positions, Plain { over, turns, children, known })
    }

    /// Finds what `attacker` can force to be worth `result` to the first player in 0, 1, 2, … plies; positions that are
    /// known already are worth more to him.
    fn force(&mut self, attacker: i8, result: i8) {
        for plies in 0u8.. {
            let found: Vec<usize> = (0..self.known.len())
                .filter(|&number| self.known[number].is_none())
                .filter(|&number| self.is_forced(number, attacker, result, plies))
                .collect();
            if plies > 0 && found.is_empty() {
                break;
            }
            for number in found {
                self.known[number] = Some((result, Some(plies)));
            }
        }
    }

    /// Does `attacker` reach the result from here in so many plies, by what is known of fewer?
    fn is_forced(&self, number: usize, attacker: i8, result: i8, plies: u8) -> bool {
        let value = |child: &Child| match *child {
            Child::Captured(value) => Some(value),
            Child::Inside(number) => self.known[number].map(|known| known.0),
        };
        let is_enough =
            |child: &Child| value(child).is_some_and(|value| value * attacker >= result * attacker);
        match self.over[number] {
            Some(end) => plies == 0 && end == result,
            None if plies == 0 => false,
            None if self.turns[number] == attacker => {
                self.children[number].iter().any(|child| value(child) == Some(result))
            }
            None => self.children[number].iter().all(is_enough),
        }
    }
}

/// The values of all arrangements with so many pieces, from those with fewer in `below`.
fn plainly<P: Game>(rules: P::Rules, counts: [u32; 2], below: &HashMap<u64, Known>) -> Vec<(P, Known)> {
    let (positions, mut plain) = Plain::new::<P>(rules, counts, below);
    let endless = score(positions[0].endless().winner);
    assert!(positions.iter().all(|position| score(position.endless().winner) == endless));
    match endless {
        0 => {
            plain.force(1, 1);
            plain.force(-1, -1);
        }
        leader => {
            plain.force(-leader, -leader);
            plain.force(-leader, 0);
        }
    }
    let known = plain.known.into_iter().map(|known| known.unwrap_or((endless, None)));
    positions.into_iter().zip(known).collect()
}

/// Compares all layers with at most so many pieces on either side, and both together.
fn compare<P: Game>(rules: P::Rules, most: u32, all: u32) {
    let solved = all_solved::<P>(rules, &upto::<P>(all));
    let mut below: HashMap<u64, Known> = HashMap::new();
    for total in 1..=all {
        for x in 0..=total.min(most) {
            let o = total - x;
            if o > most {
                continue;
            }
            let mut results: [[u64; 3]; 2] = [[0; 3]; 2];
            let layer = plainly::<P>(rules, [x, o], &below);
            for (position, (result, distance)) in layer {
                let turn = position.turn();
                results[turn.index()][(1 - result) as usize] += 1;
                below.insert(position.key(), (result, distance));
                if x > 0 && o > 0 {
                    let expected = Value { future: result * score(Some(turn)), distance };
                    assert_eq!(solved.probe(&position), Some(expected), "{}", position.text());
                }
            }
            if x >= o && o > 0 {
                assert_eq!(counted(&solved, [x, o]), results, "{x}v{o}");
            }
        }
    }
}

/// For x and for o to move: arrangements that the first player wins, that are drawn, that the second wins, by weights.
fn counted<P: Game>(solved: &Solved<P>, [x, o]: [u32; 2]) -> [[u64; 3]; 2] {
    let layer = Pieces::new(x, o).unwrap();
    let bytes = solved.get(layer).unwrap();
    let mut results = [[0; 3]; 2];
    for slot in 0..layer.slots() {
        let Some(position) = P::at(Default::default(), layer, slot) else { continue };
        let future = position.value(bytes.get(slot)).future;
        let counts = layer.counts(slot).map(u32::from);
        let weight = u64::from(layer.weight(slot));
        if counts == [x, o] {
            results[0][(1 - future) as usize] += weight;
        }
        if counts == [o, x] {
            results[1][(1 + future) as usize] += weight;
        }
    }
    results
}

#[test]
fn small_tables_of_mraha_are_the_plain_ones() {
    compare::<Mraha>(OnlyRules, 2, 4);
}

#[test]
fn small_tables_of_seega_are_the_plain_ones() {
    compare::<Seega<Five>>(SeegaRules::default(), 2, 4);
    compare::<Seega<Five>>(SeegaRules { nowall: true, placement_captures: true }, 2, 4);
}

#[test]
#[ignore = "minutes"]
fn tables_to_five_pieces_are_the_plain_ones() {
    compare::<Mraha>(OnlyRules, 4, 5);
    compare::<Seega<Five>>(SeegaRules::default(), 4, 5);
}

/// First (x) wins, draws, second (o) wins, for x and for o to move, over all arrangements: made once by an independent
/// program from the rules.
type Counts = (&'static str, [[u64; 3]; 2]);

const MRAHA: [Counts; 3] = [
    ("1v1", [[60, 540, 0], [0, 540, 60]]),
    ("2v1", [[4100, 2800, 0], [2854, 3974, 72]]),
    ("2v2", [[12156, 63548, 196], [196, 63548, 12156]]),
];

const SEEGA: [Counts; 3] = [
    ("1v1", [[0, 600, 0], [0, 600, 0]]),
    ("2v1", [[6900, 0, 0], [6900, 0, 0]]),
    ("2v2", [[2992, 72780, 128], [128, 72780, 2992]]),
];

fn check_counts<P: Game>(known: &[Counts]) {
    let solved = all_solved::<P>(Default::default(), &upto::<P>(4));
    for (name, counts) in known {
        let layer = Pieces::parse(name).unwrap();
        let pieces = [layer.more(), layer.fewer()].map(u32::from);
        assert_eq!(counted(&solved, pieces), *counts, "{name}");
        let [x, o] = pieces;
        let swapped = [1, 0].map(|turn| {
            let [wins, draws, losses]: [u64; 3] = counts[turn];
            [losses, draws, wins]
        });
        assert_eq!(counted(&solved, [o, x]), swapped, "{name} with colours exchanged");
    }
}

#[test]
fn results_have_the_known_counts() {
    check_counts::<Mraha>(&MRAHA);
    check_counts::<Seega<Five>>(&SEEGA);
}

/// Every entry follows from its children, and every distance from theirs: together these two leave no other table. Returns
/// how often each value (-1, 0, 1) occurs where endless play is worth -1, 0, 1.
fn follows_from_children<P: Game>(rules: P::Rules, pieces: u32) -> [[u64; 3]; 3] {
    let layers = upto::<P>(pieces);
    let solved = all_solved::<P>(rules, &layers);
    let mut seen = [[0; 3]; 3];
    for &layer in &layers {
        for slot in 0..layer.slots() {
            let Some(position) = P::at(rules, layer, slot) else { continue };
            let value = solved.probe(&position).unwrap();
            let endless = score(position.endless().winner);
            seen[(1 + endless) as usize][(1 + value.future) as usize] += 1;
            assert_eq!(value.distance.is_none(), value.future == endless, "{}", position.text());
            assert_eq!(value, by_children(&position, endless, &solved), "{}", position.text());
        }
    }
    seen
}

fn by_children<P: Game>(position: &P, endless: i8, solved: &Solved<P>) -> Value {
    if let Some(end) = position.outcome() {
        let future = score(end.winner);
        return Value { future, distance: (future != endless).then_some(0) };
    }
    let material = position.pieces().map(u32::count_ones);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let children: Vec<(i8, u8)> = moves
        .iter()
        .map(|&mv| {
            let child = position.play_unchecked(mv);
            let value = solved.probe(&child).unwrap_or_else(|| Value {
                future: score(child.outcome().unwrap().winner) * score(Some(child.turn())),
                distance: None,
            });
            let is_capture = child.pieces().map(u32::count_ones) != material;
            (-value.future, if is_capture { 0 } else { value.distance.unwrap_or(0) })
        })
        .collect();
    let future = children.iter().map(|child| child.0).max().unwrap();
    let distances = children.iter().filter(|child| child.0 == future).map(|child| child.1 + 1);
    let distance = if future > endless { distances.min() } else { distances.max() };
    Value { future, distance: distance.filter(|_| future != endless) }
}

#[test]
fn entries_follow_from_their_children() {
    let [never, seen, never_too] = follows_from_children::<Mraha>(OnlyRules, 5);
    assert!(seen.iter().all(|&count| count > 0) && never == [0; 3] && never_too == [0; 3]);
    // With six pieces the side that has fewer can force a draw, but not yet a win.
    let seen = follows_from_children::<Seega<Five>>(SeegaRules::default(), 6);
    assert!(seen[1].iter().all(|&count| count > 0) && seen[0][1] > 0 && seen[2][1] > 0, "{seen:?}");
    assert_eq!([seen[0][2], seen[2][0]], [0; 2]);
}

#[test]
#[ignore = "minutes"]
fn entries_follow_from_their_children_to_eight_pieces() {
    follows_from_children::<Mraha>(OnlyRules, 8);
    for nowall in [false, true] {
        let seen = follows_from_children::<Seega<Five>>(SeegaRules { nowall, ..Default::default() }, 8);
        assert!(seen.iter().flatten().all(|&count| count > 0), "{seen:?}");
    }
}

#[test]
fn threads_do_not_change_tables() {
    // The layer 3v2 is just large enough to be cut into parts.
    let tables = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let layers = upto::<Seega<Five>>(5);
            let solved = all_solved::<Seega<Five>>(SeegaRules::default(), &layers);
            let bytes = |layer: &Pieces| {
                let bytes = solved.get(*layer).unwrap();
                (0..bytes.len()).map(|slot| bytes.get(slot)).collect::<Vec<u8>>()
            };
            layers.iter().map(bytes).collect::<Vec<_>>()
        })
    };
    assert_eq!(tables(1), tables(3));
}

#[test]
fn a_told_solver_stops() {
    let stop = AtomicBool::new(true);
    let layer = Pieces::parse("1v1").unwrap();
    let result = Mraha::solve(OnlyRules, layer, &Solved::default(), &Watch::new(&stop));
    assert_eq!(result.unwrap_err(), Interrupted.into());
}

#[test]
fn positions_without_a_layer_are_unknown() {
    let solved = all_solved::<Mraha>(OnlyRules, &upto::<Mraha>(3));
    assert_eq!(solved.probe(&Mraha::start(OnlyRules)), None);
    for pieces in [[1, 0], [0, 1], [0b11, 0b1100]] {
        assert_eq!(solved.probe(&Mraha::set_up(pieces, Player::First).unwrap()), None);
    }
    assert_eq!(Mraha::plan(Extent::Complete), None);
}
