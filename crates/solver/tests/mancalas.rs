//! Tables of Kpé and Awalé against plain iteration over the rules, and against published numbers.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;

use common::{plain_values, solved, sowings};
use grenier_core::awale::Awale;
use grenier_core::kpe::Kpe;
use grenier_core::{Notation, Rules};
use grenier_solver::{Extent, Layer, Solvable, Solved};

/// Positions of the game with each of these fields, either side to move.
fn read<P: Notation>(rules: P::Rules, boards: impl Iterator<Item = (String, String)>) -> Vec<P> {
    boards
        .flat_map(|(board, locks)| ["S", "N"].map(|side| format!("{board}-0-0-{side}{locks}")))
        .filter_map(|text| P::parse_fields(rules, &text).ok())
        .collect()
}

fn compare<P: Solvable>(tables: &Solved<P>, positions: Vec<P>) -> usize {
    let values = plain_values(positions);
    for (position, value) in &values {
        let found = tables.probe(position).map(|value| i32::from(value.future));
        assert_eq!(found, Some(*value), "{}", position.text());
    }
    values.len()
}

fn rules<P: Notation>(words: &[&str]) -> P::Rules {
    words.iter().fold(P::Rules::default(), |rules, word| rules.with(word).unwrap())
}

/// The text of a pair of masks of unlifted pits.
fn locks(masks: [u8; 2]) -> String {
    let letters = |mask: u8, from: u8| {
        (0..4).filter(move |bit| mask >> bit & 1 == 1).map(move |bit| char::from(from + bit))
    };
    let text: String = letters(masks[0], b'A').chain(letters(masks[1], b'a')).collect();
    format!(" {}", if text.is_empty() { "-" } else { &text })
}

#[test]
fn kpe_unlocked_equals_plain_iteration() {
    for words in [&[][..], &["skip-origin"]] {
        let tables = solved::<Kpe>(rules::<Kpe>(words), Extent::Upto(10));
        let boards =
            (0..=10).step_by(2).flat_map(|seeds| sowings(8, seeds)).map(|board| (board, " -".to_owned()));
        assert_eq!(compare(&tables, read::<Kpe>(rules::<Kpe>(words), boards)), 2 * 27_966);
    }
}

/// Positions with one side locked, down to all that they lead to. The masks are those of at most two pits, so that few
/// seeds are enough.
#[test]
fn kpe_locked_equals_plain_iteration() {
    for words in [&[][..], &["skip-origin"]] {
        let rules = rules::<Kpe>(words);
        let stop = std::sync::atomic::AtomicBool::new(false);
        let mut tables: Solved<Kpe> = Solved::default();
        for layer in Kpe::plan(Extent::Complete).unwrap() {
            let bits = layer.unlifted().map(u8::count_ones);
            if layer.seeds() <= 14 && bits[0] <= 2 && bits[1] == 0 {
                let bytes = Kpe::solve(rules, layer, &tables, &grenier_solver::Watch::new(&stop)).unwrap();
                tables.insert(layer, bytes);
            }
        }
        let few = |mask: &u8| mask.count_ones() <= 2;
        let masks = (0..16).filter(few).flat_map(|mask| [[mask, 0], [0, mask]]);
        let mut masks: Vec<[u8; 2]> = masks.collect();
        masks.dedup();
        let boards: Vec<String> = (0..=14).step_by(2).flat_map(|seeds| sowings(8, seeds)).collect();
        let boards =
            masks.iter().flat_map(|&masks| boards.iter().map(move |board| (board.clone(), locks(masks))));
        let positions = read::<Kpe>(rules, boards);
        let locked = positions.iter().filter(|position| position.unlifted() != [0, 0]).count();
        assert!(locked > 10_000, "{locked}");
        compare(&tables, positions);
    }
}

#[test]
fn awale_equals_plain_iteration() {
    for words in [&[][..], &["awari"]] {
        let tables = solved::<Awale>(rules::<Awale>(words), Extent::Upto(7));
        let boards = (0..=7).flat_map(|seeds| sowings(12, seeds)).map(|board| (board, String::new()));
        assert_eq!(compare(&tables, read::<Awale>(rules::<Awale>(words), boards)), 2 * 50_388);
    }
}

/// Positions of a layer by value.
fn histogram<P: Solvable>(rules: P::Rules, tables: &Solved<P>, layer: P::Layer) -> BTreeMap<i8, u64> {
    let bytes = tables.get(layer).unwrap();
    let mut histogram = BTreeMap::new();
    for slot in 0..bytes.len() {
        if let Some(position) = P::at(rules, layer, slot) {
            *histogram.entry(position.value(bytes.get(slot)).future).or_default() += 1;
        }
    }
    histogram
}

/// An independent implementation's counts, from the mover's view: positions lost, equal and won.
#[test]
fn kpe_counts_are_the_independent_ones() {
    let known: [(u8, [u64; 3]); 7] = [
        (0, [0, 1, 0]),
        (2, [18, 9, 9]),
        (4, [137, 73, 120]),
        (6, [463, 642, 611]),
        (8, [1569, 2225, 2641]),
        (10, [4164, 7115, 8169]),
        (12, [11879, 15100, 23409]),
    ];
    let tables = solved::<Kpe>(Default::default(), Extent::Upto(12));
    for (layer, (seeds, counts)) in Kpe::plan(Extent::Upto(12)).unwrap().into_iter().zip(known) {
        assert_eq!(layer.seeds(), seeds);
        let mut found = [0; 3];
        for (value, count) in histogram(Default::default(), &tables, layer) {
            found[(value.signum() + 1) as usize] += count;
        }
        assert_eq!(found, counts, "{seeds} seeds");
    }
}

/// T. R. Lincke, "Exploring the Computational Limits of Large Exhaustive Search Problems", ETH Zürich 2002, appendix B: the
/// arrangements of every number of seeds by the mover's future difference.
const AWARI: &str = include_str!("data/awari-histograms.json");

/// To nine seeds, or as many as `GRENIER_AWARI` says, 20 at the most.
#[test]
fn awari_counts_are_the_published_ones() {
    let most = std::env::var("GRENIER_AWARI").map_or(9, |seeds| seeds.parse().unwrap());
    let published: serde_json::Value = serde_json::from_str(AWARI).unwrap();
    let rules = rules::<Awale>(&["awari"]);
    let tables = solved::<Awale>(rules, Extent::Upto(most));
    for layer in Awale::plan(Extent::Upto(most)).unwrap() {
        let counts = published["layers"][layer.name()].as_object().unwrap();
        let wanted: BTreeMap<i8, u64> =
            counts.iter().map(|(value, count)| (value.parse().unwrap(), count.as_u64().unwrap())).collect();
        assert_eq!(histogram(rules, &tables, layer), wanted, "{} seeds", layer.name());
    }
}

/// Every slot is the place of the position that stands there, in layers of every kind.
#[test]
fn slots_are_places() {
    fn check<P: Solvable>(layer: P::Layer, step: usize) {
        for slot in (0..layer.slots()).step_by(step) {
            let position = P::at(Default::default(), layer, slot).unwrap();
            assert_eq!((position.layer(), position.slot()), (Some(layer), slot), "{}", position.text());
        }
    }
    for layer in Kpe::plan(Extent::Complete).unwrap() {
        check::<Kpe>(layer, 1 + layer.slots() as usize / 50);
    }
    for layer in Awale::plan(Extent::Upto(24)).unwrap() {
        check::<Awale>(layer, 1 + layer.slots() as usize / 500);
    }
}
