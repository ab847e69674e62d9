//! Small positions of the real games against plain retrograde iteration, and plain recursion with counters.

use std::collections::{BTreeMap, HashMap};

use grenier_core::awale::Awale;
use grenier_core::capture::Five;
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;
use grenier_core::{Notation, Player};
use grenier_search::proof::Prover;
use grenier_search::{Evaluated, Evaluator, Limits, NoOracle, Resting};

use super::{check, rules, to_first, verdict};

/// Whole values for the first player of all positions given, by plain iteration from the values of endless play, layer
/// by layer. Everything that can be reached must be among them, with stores that only shift the values.
struct Truth<P: Evaluated> {
    evaluator: P::Evaluator,
    /// Above what endless play is worth.
    values: HashMap<u64, i32>,
}

impl<P: Evaluated> Truth<P> {
    fn of(positions: &[P]) -> Truth<P> {
        let mut truth: Truth<P> = Truth { evaluator: crate::features::<P>(), values: HashMap::new() };
        let mut layers: BTreeMap<u32, Vec<&P>> = BTreeMap::new();
        for position in positions {
            layers.entry(position.epoch()).or_default().push(position);
            truth.values.insert(position.key(), 0);
        }
        for layer in layers.values() {
            while layer.iter().filter(|&&position| truth.improve(position)).count() > 0 {}
        }
        truth
    }

    fn worth(&self, position: &P, outcome: grenier_core::Outcome) -> i32 {
        to_first(position, self.evaluator.terminal(position, outcome))
    }

    fn improve(&mut self, position: &P) -> bool {
        let value = match position.outcome() {
            Some(outcome) => self.worth(position, outcome),
            None => {
                let mut values = Vec::new();
                position.for_each_child(&mut Vec::new(), |_, child| {
                    values.push(self.values[&child.key()] + self.worth(&child, child.endless()));
                });
                let first = position.turn() == Player::First;
                (if first { values.into_iter().max() } else { values.into_iter().min() }).unwrap()
            }
        };
        let value = value - self.worth(position, position.endless());
        self.values.insert(position.key(), value) != Some(value)
    }

    fn whole(&self, position: &P) -> i32 {
        to_first(position, self.values[&position.key()] + self.worth(position, position.endless()))
    }
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

/// Every `every`th position with up to `most` seeds.
fn mancala<P: Evaluated + Notation + Resting>(
    words: &[&str],
    pits: usize,
    most: usize,
    every: usize,
    locks: &str,
) where
    P::Evaluator: Clone,
{
    let texts = (0..=most).flat_map(|seeds| sowings(pits, seeds));
    let positions: Vec<P> = texts
        .flat_map(|board| ["S", "N"].map(|side| format!("{board}-3-1-{side}{locks}")))
        .map(|text| P::parse_fields(rules::<P>(words), &text).unwrap())
        .collect();
    let truth = Truth::of(&positions);
    for position in positions.iter().rev().step_by(every) {
        check(position, crate::features::<P>(), NoOracle, &mut |p| truth.whole(p));
    }
}

#[test]
fn small_mancala_positions_have_their_retrograde_values() {
    mancala::<Kpe>(&[], 8, 6, 3, " -");
    mancala::<Kpe>(&["skip-origin"], 8, 6, 7, " -");
    mancala::<Awale>(&[], 12, 5, 37, "");
    mancala::<Awale>(&["awari"], 12, 5, 37, "");
    mancala::<Obridjie>(&[], 12, 5, 37, "");
}

/// All ways to put exactly `x` and `o` pieces on `squares` squares, as text.
fn arrangements(squares: usize, x: usize, o: usize) -> Vec<String> {
    if squares == 0 {
        return if x + o == 0 { vec![String::new()] } else { Vec::new() };
    }
    let mut all = Vec::new();
    for (piece, x_left, o_left) in
        [("1", Some(x), Some(o)), ("x", x.checked_sub(1), Some(o)), ("o", Some(x), o.checked_sub(1))]
    {
        if let (Some(x), Some(o)) = (x_left, o_left) {
            all.extend(arrangements(squares - 1, x, o).into_iter().map(|rest| format!("{piece}{rest}")));
        }
    }
    all
}

/// The whole value for the side to move under the quiet limit, by plain recursion over positions with their counters.
fn limited<P: Evaluated>(position: &P, known: &mut HashMap<(u64, u32), i32>) -> i32 {
    let place = (position.key(), position.quiet_plies());
    if let Some(&value) = known.get(&place) {
        return value;
    }
    let evaluator = crate::features::<P>();
    let value = match position.outcome() {
        Some(outcome) => evaluator.terminal(position, outcome),
        None => {
            let mut children = Vec::new();
            position.for_each_child(&mut Vec::new(), |_, child| children.push(child));
            let value = |child: &P| {
                let value = limited(child, known);
                if child.turn() == position.turn() { value } else { -value }
            };
            children.iter().map(value).max().unwrap()
        }
    };
    known.insert(place, value);
    value
}

fn capture<P: Evaluated + Notation + Resting>(
    words: &[&str],
    pieces: &[(usize, usize)],
    every: usize,
    quiet: &[u32],
) where
    P::Evaluator: Clone,
{
    let mut known = HashMap::new();
    for &(x, o) in pieces {
        for (number, squares) in arrangements(25, x, o).into_iter().step_by(every).enumerate() {
            let rows = [0, 5, 10, 15, 20].map(|row| &squares[row..row + 5]).join("/");
            let (side, quiet) = (["x", "o"][number % 2], quiet[number / 2 % quiet.len()]);
            let position = P::parse_fields(rules::<P>(words), &format!("{rows} {side} 0,0 {quiet}")).unwrap();
            check(&position, crate::features::<P>(), NoOracle, &mut |p| limited(p, &mut known));
        }
    }
}

#[test]
fn small_5x5_positions_have_the_values_of_plain_recursion_with_counters() {
    let quiet = [0, 40, 79, 80, 81, 88, 93, 95, 97, 98, 99, 100];
    capture::<Mraha>(&[], &[(1, 1)], 7, &quiet);
    capture::<Seega<Five>>(&[], &[(1, 1)], 29, &quiet);
    capture::<Mraha>(&[], &[(2, 1), (1, 2)], 211, &[90, 93, 95, 97, 98, 99]);
    capture::<Seega<Five>>(&["nowall"], &[(2, 1)], 409, &[93, 95, 97, 98]);
    capture::<Seega<Five>>(&[], &[(2, 2)], 6007, &[96, 97, 98]);
    capture::<Mraha>(&[], &[(2, 2)], 6007, &[96, 97, 98]);
}

/// Pieces of both sides, and how many positions of a sample the mover wins, draws and loses.
fn results<P: Evaluated + Notation + Resting>(x: usize, o: usize) -> [u32; 3] {
    let mut results = [0; 3];
    for squares in arrangements(25, x, o) {
        let rows = [0, 5, 10, 15, 20].map(|row| &squares[row..row + 5]).join("/");
        let position = P::parse_fields(P::Rules::default(), &format!("{rows} x 0,0 0")).unwrap();
        let prover = Prover::new(crate::features::<P>(), NoOracle, 64);
        let value = verdict(&prover, &position, Limits::default()).value.exact().unwrap();
        results[(1 - value.signum()) as usize] += 1;
    }
    results
}

#[test]
fn results_of_one_piece_a_side_are_those_of_another_implementation() {
    assert_eq!(results::<Mraha>(1, 1), [60, 540, 0]);
    assert_eq!(results::<Seega<Five>>(1, 1), [0, 600, 0]);
}
