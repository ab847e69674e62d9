//! Exact values of all small positions, found by plain iteration over nothing but the rules, equal tables made by others.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashMap};

use grenier_core::awale::Awale;
use grenier_core::capture::Five;
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::seega::Seega;
use grenier_core::{Notation, Player, Position, Rules};

/// The positions with what each is worth to the first player above what endless play from it is worth (in the mancalas:
/// the future difference). Every position that can be reached must be among them.
///
/// Endless play is the first guess everywhere, so that a value above or below it is found only where it can be forced
/// by progress; each round then looks one ply further, until nothing changes. Layers come in the order of their epochs.
fn solved<P: Position>(positions: Vec<P>) -> Vec<(P, i32)> {
    let numbers: HashMap<u64, usize> = positions.iter().map(P::key).zip(0..).collect();
    assert_eq!(numbers.len(), positions.len(), "keys are exact");
    let mut layers: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (number, position) in positions.iter().enumerate() {
        layers.entry(position.epoch()).or_default().push(number);
    }
    let mut values = vec![0; positions.len()];
    for layer in layers.values() {
        let mut open = Vec::new();
        for &number in layer {
            let position = &positions[number];
            match position.outcome() {
                Some(outcome) => {
                    values[number] =
                        outcome.worth_to(Player::First) - position.endless().worth_to(Player::First);
                }
                None => open.push((number, choices(position, &numbers))),
            }
        }
        loop {
            let best = |(number, choices): &(usize, Vec<(usize, i32)>)| {
                let all = choices.iter().map(|(child, gain)| gain + values[*child]);
                let best = if positions[*number].turn() == Player::First { all.max() } else { all.min() };
                (*number, best.unwrap())
            };
            let changes: Vec<(usize, i32)> =
                open.iter().map(best).filter(|&(number, value)| values[number] != value).collect();
            if changes.is_empty() {
                break;
            }
            for (number, value) in changes {
                values[number] = value;
            }
        }
    }
    positions.into_iter().zip(values).collect()
}

/// The numbers of a position's children, and what the move itself brings the first player.
fn choices<P: Position>(position: &P, numbers: &HashMap<u64, usize>) -> Vec<(usize, i32)> {
    let mut choices = Vec::new();
    position.for_each_child(&mut Vec::new(), |_, child| {
        choices.push((
            numbers[&child.key()],
            child.endless().worth_to(Player::First) - position.endless().worth_to(Player::First),
        ));
    });
    choices
}

/// All ways to put `seeds` seeds into `pits` pits, as text.
fn sowings(pits: usize, seeds: usize) -> Vec<String> {
    if pits == 1 {
        return vec![seeds.to_string()];
    }
    let with =
        |first| sowings(pits - 1, seeds - first).into_iter().map(move |rest| format!("{first}-{rest}"));
    (0..=seeds).flat_map(with).collect()
}

/// By number of seeds up to `most`, and for each player to move: how many boards of `pits` pits have each future
/// difference, seen by that player. `locks` is what follows the side to move in the text.
fn histograms<P: Notation>(
    rules: P::Rules,
    pits: usize,
    most: usize,
    locks: &str,
) -> BTreeMap<(u32, Player), BTreeMap<i32, u32>> {
    let text = (0..=most).flat_map(|seeds| sowings(pits, seeds));
    let positions = text
        .flat_map(|board| ["S", "N"].map(|side| format!("{board}-0-0-{side}{locks}")))
        .map(|text| P::parse_fields(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}")));
    let mut histograms: BTreeMap<_, BTreeMap<i32, u32>> = BTreeMap::new();
    for (position, value) in solved(positions.collect()) {
        let value = if position.turn() == Player::First { value } else { -value };
        let histogram = histograms.entry((position.epoch(), position.turn())).or_default();
        *histogram.entry(value).or_default() += 1;
    }
    histograms
}

/// T. R. Lincke, "Exploring the Computational Limits of Large Exhaustive Search Problems", ETH Zürich 2002, appendix B:
/// the arrangements of 0, 1, 2, ... seeds by the mover's future difference, endless play 0.
const AWARI: [&[(i32, u32)]; 7] = [
    &[(0, 1)],
    &[(-1, 7), (1, 5)],
    &[(-2, 40), (0, 13), (2, 25)],
    &[(-3, 177), (-1, 1), (0, 63), (1, 7), (3, 116)],
    &[(-4, 532), (-2, 110), (0, 143), (2, 165), (4, 415)],
    &[(-5, 1892), (-3, 2), (-2, 85), (-1, 224), (1, 121), (2, 184), (3, 22), (5, 1838)],
    &[(-6, 4242), (-4, 116), (-2, 772), (0, 1548), (2, 550), (3, 62), (4, 302), (6, 4784)],
];

#[test]
fn awari_values_are_those_of_the_published_databases() {
    let rules = Rules::with(Default::default(), "awari").unwrap();
    let histograms = histograms::<Awale>(rules, 12, AWARI.len() - 1, "");
    for (seeds, published) in (0..).zip(AWARI) {
        for mover in Player::BOTH {
            assert_eq!(
                histograms[&(seeds, mover)],
                published.iter().copied().collect(),
                "{seeds} seeds, {mover:?}"
            );
        }
    }
}

/// Worked out by an independent implementation of the rules: seeds, and how many of their arrangements, every pit
/// lifted, have a future difference below, at and above zero for the mover.
const KPE: [(u32, [u32; 3]); 5] =
    [(0, [0, 1, 0]), (2, [18, 9, 9]), (4, [137, 73, 120]), (6, [463, 642, 611]), (8, [1569, 2225, 2641])];

#[test]
fn unlocked_kpe_values_are_those_of_another_implementation() {
    let histograms = histograms::<Kpe>(Default::default(), 8, 8, " -");
    for (seeds, wanted) in KPE {
        for mover in Player::BOTH {
            let mut found = [0; 3];
            for (value, count) in &histograms[&(seeds, mover)] {
                found[(1 + value.signum()) as usize] += count;
            }
            assert_eq!(found, wanted, "{seeds} seeds, {mover:?}");
        }
    }
}

/// All ways to put up to `x` and `o` pieces on `squares` squares, as text.
fn arrangements(squares: usize, x: usize, o: usize) -> Vec<String> {
    if squares == 0 {
        return vec![String::new()];
    }
    let begun = |piece: &str, x, o| -> Vec<String> {
        arrangements(squares - 1, x, o).into_iter().map(|rest| format!("{piece}{rest}")).collect()
    };
    let mut all = begun("1", x, o);
    all.extend((x > 0).then(|| begun("x", x - 1, o)).into_iter().flatten());
    all.extend((o > 0).then(|| begun("o", x, o - 1)).into_iter().flatten());
    all
}

/// Pieces of x and of o, and the player to move.
type Layer = (usize, usize, Player);

/// The numbers of positions with up to two pieces a side that the first player wins, that are drawn, and that the
/// second player wins.
fn results<P: Notation>() -> BTreeMap<Layer, [u32; 3]> {
    let mut layers = Vec::new();
    let mut positions = Vec::new();
    for squares in arrangements(25, 2, 2) {
        let rows = [0, 5, 10, 15, 20].map(|row| &squares[row..row + 5]).join("/");
        let count = |piece: &str| squares.matches(piece).count();
        for (side, turn) in ["x", "o"].into_iter().zip(Player::BOTH) {
            positions.push(P::parse_fields(Default::default(), &format!("{rows} {side} 0,0 0")).unwrap());
            layers.push((count("x"), count("o"), turn));
        }
    }
    let mut results: BTreeMap<Layer, [u32; 3]> = BTreeMap::new();
    for (layer, (position, value)) in layers.into_iter().zip(solved(positions)) {
        let value = value + position.endless().worth_to(Player::First);
        results.entry(layer).or_default()[(1 - value) as usize] += 1;
    }
    results
}

/// Worked out by an independent implementation of the rules, the quiet plies left aside: pieces of x and of o, and for
/// x to move, then for o, how many arrangements x wins, are drawn, and o wins.
type Wanted = [(usize, usize, [[u32; 3]; 2]); 4];

fn check_results<P: Notation>(wanted: Wanted) {
    let results = results::<P>();
    for (x, o, counts) in wanted {
        for (turn, counts) in Player::BOTH.into_iter().zip(counts) {
            assert_eq!(results[&(x, o, turn)], counts, "{x} against {o}, {turn:?} to move");
        }
    }
}

#[test]
fn mraha_with_up_to_two_pieces_a_side_is_as_in_another_implementation() {
    check_results::<Mraha>([
        (1, 1, [[60, 540, 0], [0, 540, 60]]),
        (2, 1, [[4100, 2800, 0], [2854, 3974, 72]]),
        (1, 2, [[72, 3974, 2854], [0, 2800, 4100]]),
        (2, 2, [[12156, 63548, 196], [196, 63548, 12156]]),
    ]);
}

#[test]
fn seega_with_up_to_two_pieces_a_side_is_as_in_another_implementation() {
    check_results::<Seega<Five>>([
        (1, 1, [[0, 600, 0], [0, 600, 0]]),
        (2, 1, [[6900, 0, 0], [6900, 0, 0]]),
        (1, 2, [[0, 0, 6900], [0, 0, 6900]]),
        (2, 2, [[2992, 72780, 128], [128, 72780, 2992]]),
    ]);
}
