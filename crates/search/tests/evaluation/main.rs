//! The evaluators: features against a plain reading of the board, the contract, and numbers worked out by hand.
#![allow(clippy::unwrap_used)]

mod mancalas;
mod squares;

use std::collections::BTreeMap;
use std::sync::Arc;

use grenier_core::awale::Awale;
use grenier_core::capture::{Five, Nine, Seven};
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;
use grenier_core::{Notation, Position, Rules, Symmetric};
use grenier_search::eval::linear::SETS;
use grenier_search::eval::network::{Network, WIDTH};
use grenier_search::eval::{Evaluated, Evaluator, Linear, WIN, Weights};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Features by name.
type Named = BTreeMap<&'static str, i32>;

/// A game whose features a plain reading can find too.
trait Plain: Notation + Evaluated + Symmetric {
    /// The features, square by square or seed by seed.
    fn plain(&self) -> Named;

    /// The same board seen from the other side, or `None` where the rules of placing forbid it.
    fn turned(&self) -> Option<Self>;

    /// The same position with other stores, or another counter of quiet plies.
    fn elsewhere(&self) -> Self;
}

fn features<P: Evaluated>(position: &P) -> Named {
    let table = P::Evaluator::FEATURES;
    let mut values = vec![0; table.len()];
    P::Evaluator::features(position, &mut values);
    table.iter().map(|feature| feature.name).zip(values).collect()
}

fn rules<P: Position>(words: &str) -> P::Rules {
    words
        .split('+')
        .filter(|word| !word.is_empty())
        .fold(P::Rules::default(), |rules, word| rules.with(word).unwrap())
}

/// Positions of random games, none of them over.
fn walks<P: Position>(words: &str, games: u64) -> Vec<P> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut next = Some(P::start(rules::<P>(words)));
        let first = positions.len();
        while let Some(position) = next.filter(|_| positions.len() < first + 200) {
            positions.push(position);
            next = position.random_child(&mut |n| rng.random_range(0..n));
        }
        positions.truncate(positions.len() - 1);
    }
    positions
}

/// All that holds for every evaluator, on positions of random games under the preset `words`.
fn check<P: Plain>(words: &str) {
    let evaluator = P::Evaluator::default();
    for position in walks::<P>(words, 12) {
        let text = position.text();
        assert_eq!(features(&position), position.plain(), "{text}");
        for symmetry in 0..P::SYMMETRIES {
            let seen = position.transformed(symmetry);
            assert_eq!(features(&seen), features(&position), "{text}, symmetry {symmetry}");
        }
        check_turned(&position);
        check_estimate(&evaluator, &position);
        let elsewhere = position.elsewhere();
        assert_eq!(elsewhere.key(), position.key(), "{text}");
        assert_eq!(future(&evaluator, &elsewhere), future(&evaluator, &position), "{text}");
    }
}

/// With the other player to move every difference changes its sign, and what the mover takes is what threatens.
fn check_turned<P: Plain>(position: &P) {
    let Some(turned) = position.turned() else { return };
    let mut expected = features(position);
    let (take, threat) = (expected["take"], expected["threat"]);
    expected.values_mut().for_each(|value| *value = -*value);
    expected.extend([("take", threat), ("threat", take)]);
    for tempo in ["tempo", "placed_tempo"] {
        expected.entry(tempo).and_modify(|value| *value = -*value);
    }
    assert_eq!(features(&turned), expected, "{}", position.text());
}

fn future<P: Position>(evaluator: &impl Evaluator<P>, position: &P) -> i32 {
    evaluator.evaluate(position) - evaluator.banked(position)
}

/// The estimate is the sum of features times weights and the network's value, and strictly inside the bounds.
fn check_estimate<P: Plain>(evaluator: &P::Evaluator, position: &P) {
    let (low, high) = evaluator.bounds(position);
    let estimate = evaluator.evaluate(position);
    if high - low > 1 {
        assert!(low < estimate && estimate < high, "{}: {estimate}", position.text());
    }
    let mut values = vec![0; evaluator.weights().len()];
    P::Evaluator::features(position, &mut values);
    let sum: i32 = values.iter().zip(evaluator.weights()).map(|(value, weight)| value * weight).sum();
    let mut rows = vec![0; P::Evaluator::SLOTS];
    P::Evaluator::rows(position, &mut rows);
    let sum = match evaluator.network() {
        None => sum,
        Some(network) if network.alone => network.value(&rows),
        Some(network) => sum + network.value(&rows),
    };
    let scaled = if high == WIN { sum * 12 / i32::from(pieces_of(position)) } else { sum };
    let wanted = (evaluator.banked(position) + scaled).clamp(low + 1, (high - 1).max(low + 1));
    assert!(high - low < 2 || estimate == wanted, "{}: {estimate}, not {wanted}", position.text());
}

/// Pieces of a side in the capture games, from the text of the start.
fn pieces_of<P: Notation>(position: &P) -> u8 {
    let start = P::start(position.rules()).fields();
    start.split(&[' ', ','][..]).nth(2).and_then(|hand| hand.parse().ok()).unwrap_or(12)
}

#[test]
fn kpe_features() {
    for words in ["", "skip-origin", "own-row", "skip-origin+own-row"] {
        check::<Kpe>(words);
    }
}

#[test]
fn awale_features() {
    for words in ["", "abapa", "awari"] {
        check::<Awale>(words);
    }
}

#[test]
fn obridjie_features() {
    check::<Obridjie>("");
}

#[test]
fn mraha_features() {
    check::<Mraha>("");
}

#[test]
fn seega_features() {
    for words in ["", "nowall", "placement-captures", "nowall+placement-captures"] {
        check::<Seega<Five>>(words);
    }
    check::<Seega<Seven>>("");
    check::<Seega<Nine>>("nowall");
}

#[test]
fn other_weights_are_taken_if_there_is_one_for_each_feature() {
    fn check<P: Plain>() {
        let count = P::Evaluator::FEATURES.len();
        assert_eq!(P::Evaluator::default().weights().len(), count);
        for wrong in [0, count - 1, count + 1] {
            assert!(P::Evaluator::with_weights(&vec![1; wrong]).is_none());
        }
        let mut weights: Vec<i32> = (1..).take(count).collect();
        let evaluator = P::Evaluator::with_weights(&weights).unwrap();
        assert_eq!(evaluator.weights(), weights);
        weights.fill(0);
        let material = P::Evaluator::with_weights(&weights).unwrap();
        for position in walks::<P>("", 3) {
            check_estimate(&evaluator, &position);
            assert_eq!(material.evaluate(&position), material.banked(&position));
        }
    }
    check::<Kpe>();
    check::<Awale>();
    check::<Obridjie>();
    check::<Mraha>();
    check::<Seega<Five>>();
    check::<Seega<Nine>>();
}

#[test]
fn built_in_weights_are_read_and_others_are_refused() {
    fn check<P: Plain>(name: &str) {
        for set in SETS {
            let weights = P::Evaluator::built_in(set).unwrap();
            assert_eq!(weights.game, name);
            assert_eq!(Weights::parse(&weights.text()).as_ref(), Ok(weights));
            let evaluator = P::Evaluator::of(weights).unwrap();
            let wanted: Vec<i32> = P::Evaluator::FEATURES
                .iter()
                .map(|feature| weights.features.iter().find(|(name, _)| name == feature.name).unwrap().1)
                .collect();
            assert_eq!(evaluator.weights(), wanted);
        }
        assert!(P::Evaluator::built_in("none").is_none());
        let good = P::Evaluator::built_in("hand-set").unwrap();
        let refused = |change: &dyn Fn(&mut Weights), part: &str| {
            let mut weights = good.clone();
            change(&mut weights);
            let error = P::Evaluator::of(&weights).err().unwrap().to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        };
        refused(&|weights| weights.game = "chess".to_owned(), "of chess");
        refused(&|weights| weights.features.truncate(3), "is missing");
        refused(&|weights| weights.features[1].0 = "bishops".to_owned(), "no feature bishops");
        let rows = P::Evaluator::SLOTS * P::Evaluator::CATEGORIES;
        let network = |rows, row| {
            let neurons = [0; WIDTH];
            Some(Arc::new(Network {
                alone: false,
                rows: vec![[row; WIDTH]; rows],
                bias: neurons,
                output: neurons,
                offset: 0,
            }))
        };
        if P::Evaluator::SLOTS > 0 {
            refused(&|weights| weights.network = network(rows - 1, 0), "rows");
            refused(&|weights| weights.network = network(rows, 20_000), "rows");
        }
        let fitting = Weights { network: network(rows, 1), ..good.clone() };
        assert_eq!(P::Evaluator::of(&fitting).unwrap().network().is_some(), P::Evaluator::SLOTS > 0);
    }
    check::<Kpe>("kpe");
    check::<Awale>("awale");
    check::<Obridjie>("obridjie");
    check::<Mraha>("mraha");
    check::<Seega<Five>>("seega");
    check::<Seega<Seven>>("seega");
}

/// A network that tells every category of every slot apart, and values worked out from the board alone.
#[test]
fn every_slot_sees_what_stands_in_it() {
    fn check<P: Plain>(words: &str) {
        let mut seen = vec![std::collections::HashSet::new(); P::Evaluator::SLOTS];
        let mut rows = vec![0; P::Evaluator::SLOTS];
        let mut keys = std::collections::HashMap::new();
        for position in walks::<P>(words, 40) {
            P::Evaluator::rows(&position, &mut rows);
            for (slot, &row) in rows.iter().enumerate() {
                assert_eq!(usize::from(row) / P::Evaluator::CATEGORIES, slot, "{}", position.text());
                seen[slot].insert(row);
            }
            let before = keys.insert(rows.clone(), position.future_key());
            // Full pits share a category, and whose turn it is does not matter where sides are alike.
            let is_full = rows.iter().any(|row| usize::from(*row) % P::Evaluator::CATEGORIES == 23);
            assert!(is_full || before.is_none_or(|key| key == position.future_key()), "{}", position.text());
        }
        assert!(seen.iter().all(|categories| categories.len() > 2), "{seen:?}");
    }
    check::<Kpe>("");
    check::<Awale>("");
    check::<Obridjie>("");
}

#[test]
fn features_have_names_of_their_own_and_meanings() {
    fn check<P: Evaluated>() {
        let table = P::Evaluator::FEATURES;
        for (number, feature) in table.iter().enumerate() {
            assert!(table[..number].iter().all(|other| other.name != feature.name), "{}", feature.name);
            assert!(feature.about.ends_with('.') && !feature.about.contains('\n'), "{}", feature.about);
        }
    }
    check::<Kpe>();
    check::<Awale>();
    check::<Obridjie>();
    check::<Mraha>();
    check::<Seega<Five>>();
}

/// Checks some features of a position.
fn expect<P: Notation + Evaluated>(words: &str, fields: &str, wanted: &[(&str, i32)]) {
    let position = P::parse_fields(rules::<P>(words), fields).unwrap();
    let found = features(&position);
    for (name, value) in wanted {
        assert_eq!(found[name], *value, "{name} of {fields}");
    }
}

#[test]
fn kpe_features_worked_out_by_hand() {
    expect::<Kpe>(
        "",
        "0-0-0-2-3-3-6-6-0-0-S -",
        &[
            // D ends in b; it makes b four, and a four before it.
            ("take", 8),
            // b ends in A and makes it one; a, c and d end at home.
            ("threat", 0),
            ("seeds", 2 - 18),
            ("choices", 1 - 4),
            ("pairs", 1),
            ("triples", -2),
            // a alone keeps all its seeds at home.
            ("staying", -1),
            ("grenier", 0),
            ("locks", 0),
            ("tempo", 1),
        ],
    );
    // The same sowing with A and B still to be lifted takes nothing (K3).
    expect::<Kpe>(
        "",
        "6-6-0-2-3-3-0-0-0-0-S AB",
        &[("take", 0), ("locks", 2), ("locked", 1), ("seeds", 14 - 6)],
    );
    // B is the last pit to be lifted (K4). It ends in d, and makes all four pits two.
    expect::<Kpe>(
        "",
        "0-6-0-0-1-1-1-1-0-0-S B",
        &[("take", 8), ("locks", 1), ("singles", -4), ("staying", -3)],
    );
    // Eleven seeds of A end in D again (K2), twelve in a, which then holds two; where the origin is skipped, eleven do.
    expect::<Kpe>("", "11-0-0-0-0-9-9-9-0-0-S -", &[("take", 0), ("grenier", 11 - 27)]);
    expect::<Kpe>("", "12-0-0-0-0-9-9-9-0-0-S -", &[("take", 2), ("grenier", 12 - 27)]);
    expect::<Kpe>("skip-origin", "11-0-0-0-0-9-9-9-0-0-S -", &[("take", 2)]);
}

#[test]
fn awale_features_worked_out_by_hand() {
    expect::<Awale>(
        "",
        "0-0-0-0-2-3-1-2-1-0-0-14-0-0-S",
        &[
            // E ends in a and takes two; F ends in c and takes two, three of b and two of a.
            ("take", 2 + 7),
            // a, b and c end at home; f goes round, which is not counted.
            ("threat", 0),
            ("seeds", 5 - 18),
            ("choices", 2 - 4),
            ("singles", -2),
            ("pairs", 1 - 1),
            ("grenier", -14),
            // Two seeds in E and three in F; two in b, one in c and fourteen in f.
            ("advance", (4 * 2 + 5 * 3) - (2 + 2 + 5 * 14)),
            ("door", 1 - 1),
            ("tempo", 1),
        ],
    );
    // F ends in a and takes two. f would end in B, and take two of it and three of A.
    expect::<Awale>("", "2-1-0-0-0-1-1-0-0-0-0-2-0-0-S", &[("take", 2), ("threat", 5), ("door", 0)]);
}

#[test]
fn obridjie_features_worked_out_by_hand() {
    expect::<Obridjie>(
        "",
        "1-0-0-3-0-7-3-1-0-0-2-5-0-0-S",
        &[
            // D ends in a, which holds three.
            ("take", 1),
            // a ends in d, b in c, e in A, f in E: none of them holds three.
            ("threat", 0),
            ("singles", 1 - 1),
            ("pairs", -1),
            ("triples", 1 - 1),
            ("greniers", 1 - 1),
            ("grenier", 7 - 5),
            ("tempo", 1),
        ],
    );
    // Whole laps are not counted: twelve seeds of A would end in A.
    expect::<Obridjie>("", "12-0-0-3-0-0-0-0-0-0-0-0-0-0-S", &[("take", 0), ("triples", 1), ("greniers", 1)]);
}

#[test]
fn mraha_features_worked_out_by_hand() {
    expect::<Mraha>(
        "",
        "5/2o2/xox2/5/1oo2 x 0,0 0",
        &[
            // c3 can jump over c4; behind b3 stands an own piece.
            ("take", 1),
            // c3, by b3 and by c4; a3 stands on the edge.
            ("threat", 1),
            ("pieces", 2 - 4),
            ("centre", 1),
            // a2, a4, c2, d3; b4, d4, c5, b2, a1, c2, d1.
            ("ways", 4 - 7),
            ("placed_edge", 0),
            ("tempo", 1),
        ],
    );
    expect::<Mraha>(
        "",
        "4o/5/4o/5/xx3 x 10,10 0",
        &[
            ("pieces", 0),
            ("placed_edge", 2 - 2),
            ("placed_pairs", 1),
            ("placed_hand", 0),
            ("placed_tempo", 1),
            ("tempo", 0),
        ],
    );
}

#[test]
fn seega_features_worked_out_by_hand() {
    expect::<Seega<Five>>(
        "",
        "5/2x2/1ox1x/1xo2/2o2 x 0,0 0",
        &[
            // b3, when c4 steps to b4. Nothing reaches a3 to take b3, nor d2 to take c2.
            ("take", 1),
            // b2, when c1 steps to b1. On the centre c3 is safe (S5).
            ("threat", 1),
            ("pieces", 4 - 3),
            ("centre", 1),
            ("blocked", 0),
            ("tempo", 1),
        ],
    );
    // x is shut in; o can slide to a3, b2 and c1.
    expect::<Seega<Five>>("", "5/5/5/o4/xo3 x 0,0 0", &[("blocked", 1), ("ways", -3), ("take", 0)]);
    // o is to place, with two more pieces in hand.
    expect::<Seega<Five>>(
        "",
        "5/5/5/5/x3x o 10,12 0",
        &[
            ("placed_hand", 2),
            ("placed_corners", -2),
            ("placed_edge", -2),
            ("placed_ways", -4),
            ("pieces", 0),
        ],
    );
    expect::<Seega<Five>>("", "5/5/x4/5/2x2 o 10,12 0", &[("placed_gates", -2), ("placed_pairs", 0)]);
}
