//! Certificates pass a reader that knows nothing but the rules, and damaged ones do not.

#![allow(clippy::unwrap_used)]

#[path = "../../core/examples/check-certificate.rs"]
mod check_certificate;
mod common;

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use check_certificate::proven;
use grenier_core::kpe::{Kpe, KpeRules};
use grenier_core::mancala::Pit;
use grenier_core::obridjie::Obridjie;
use grenier_core::{Notation, OnlyRules};
use grenier_solver::{Certificate, CertificateError, Extent, Layer, Solvable, Solved, Watch};

/// Bytes of an entry: key, claim, pit, rank.
const ENTRY: usize = 12;

fn certificate<P: Solvable<Move = Pit>>(
    root: &P,
    value_of: &mut dyn FnMut(&P) -> Option<i8>,
) -> Result<Vec<u8>, CertificateError> {
    let stop = AtomicBool::new(false);
    let certificate = Certificate::prove(root, value_of, &Watch::new(&stop))?;
    let mut bytes = Vec::new();
    certificate.write(&mut bytes).unwrap();
    Ok(bytes)
}

fn certified<P: Solvable<Move = Pit>>(root: &P, solved: &Solved<P>) -> Vec<u8> {
    certificate(root, &mut |position| Some(solved.probe(position)?.future)).unwrap()
}

/// Certificates of every `step`th position of a layer pass; their values.
fn pass<P: Solvable<Move = Pit>>(
    rules: P::Rules,
    layer: P::Layer,
    step: usize,
    solved: &Solved<P>,
) -> BTreeSet<i8> {
    let positions = (0..layer.slots()).step_by(step).map(|slot| P::at(rules, layer, slot).unwrap());
    let values = positions.map(|position| {
        let value = solved.probe(&position).unwrap().future;
        let report = proven(&certified(&position, solved)).unwrap();
        let end = format!("{} is worth {value:+} to the player to move", position.text());
        assert!(report.ends_with(&end), "{report}");
        // Nothing stands there that is not needed.
        for line in report.lines().filter(|line| line.contains("entries met")) {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(words[2], words[4], "{line}");
        }
        value
    });
    values.collect()
}

#[test]
fn certificates_of_small_positions_pass() {
    let solved = common::solved::<Obridjie>(OnlyRules, Extent::Upto(12));
    let layer = Obridjie::plan(Extent::Upto(12)).unwrap().pop().unwrap();
    let values = pass(OnlyRules, layer, 100_003, &solved);
    assert!(values.len() > 2, "{values:?}");

    let rules = KpeRules::default();
    let solved = common::solved::<Kpe>(rules, Extent::Upto(8));
    let layer = Kpe::plan(Extent::Upto(8)).unwrap().pop().unwrap();
    let values = pass(rules, layer, 101, &solved);
    assert!(values.len() > 5, "{values:?}");
}

/// A position that takes up to nine plies without a capture to win four seeds.
fn long_certificate() -> Vec<u8> {
    let solved = common::solved(OnlyRules, Extent::Upto(8));
    let position = Obridjie::parse_fields(OnlyRules, "1-0-1-0-0-2-1-0-0-3-0-0-0-0-S").unwrap();
    certified(&position, &solved)
}

/// Where the entries begin.
fn body(bytes: &[u8]) -> usize {
    bytes.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2
}

/// How many entries the head announces.
fn counts(bytes: &[u8]) -> [usize; 2] {
    let head = std::str::from_utf8(&bytes[..body(bytes)]).unwrap();
    ["lower ", "upper "]
        .map(|name| head.lines().find_map(|line| line.strip_prefix(name)?.parse().ok()).unwrap())
}

#[test]
fn every_entry_is_needed() {
    let bytes = long_certificate();
    proven(&bytes).unwrap();
    let (body, [lower, upper]) = (body(&bytes), counts(&bytes));
    let head = std::str::from_utf8(&bytes[..body]).unwrap();
    for missing in 0..lower + upper {
        let [less, more] = if missing < lower { [lower - 1, upper] } else { [lower, upper - 1] };
        let head = head
            .replace(&format!("lower {lower}"), &format!("lower {less}"))
            .replace(&format!("upper {upper}"), &format!("upper {more}"));
        let mut entries = bytes[body..].to_vec();
        entries.drain(missing * ENTRY..(missing + 1) * ENTRY);
        let damaged = [head.as_bytes(), &entries].concat();
        assert!(proven(&damaged).is_err(), "entry {missing} is not needed");
    }
}

#[test]
fn better_values_than_the_truth_do_not_pass() {
    let bytes = long_certificate();
    let (body, [lower, _]) = (body(&bytes), counts(&bytes));
    let head = std::str::from_utf8(&bytes[..body]).unwrap();
    for other in ["value 0", "value 8"] {
        let damaged = [head.replace("value 4", other).as_bytes(), &bytes[body..]].concat();
        let error = proven(&damaged).unwrap_err().to_string();
        assert!(error.contains("the root claims"), "{error}");
    }
    // A strategy that claims more everywhere.
    let mut damaged = [head.replace("value 4", "value 8").as_bytes(), &bytes[body..]].concat();
    for entry in 0..lower {
        damaged[body + entry * ENTRY + 8] = damaged[body + entry * ENTRY + 8].wrapping_add(4);
    }
    assert!(proven(&damaged).unwrap_err().to_string().starts_with("lower bound"));
}

/// A claim that endless play would break cannot rest on a cycle.
#[test]
fn ranks_must_fall() {
    let mut bytes = long_certificate();
    let (body, [lower, upper]) = (body(&bytes), counts(&bytes));
    let ranks = (0..lower + upper).map(|entry| body + entry * ENTRY + 10);
    let most = ranks.clone().map(|at| u16::from_le_bytes([bytes[at], bytes[at + 1]])).max();
    assert!(most > Some(3), "this proof needs ranks");
    for at in ranks {
        bytes[at..at + 2].copy_from_slice(&[1, 0]);
    }
    let error = proven(&bytes).unwrap_err().to_string();
    assert!(error.contains("makes no progress"), "{error}");
}

#[test]
fn wrong_values_give_no_certificate() {
    let solved = common::solved::<Obridjie>(OnlyRules, Extent::Upto(8));
    let position = Obridjie::parse_fields(OnlyRules, "1-1-1-1-0-0-1-1-1-1-0-0-0-0-S").unwrap();
    let wrong = solved.probe(&position).unwrap().future + 4;
    let mut value_of = |asked: &Obridjie| {
        if *asked == position { Some(wrong) } else { Some(solved.probe(asked)?.future) }
    };
    for result in [certificate(&position, &mut value_of), certificate(&position, &mut |_| None)] {
        assert_eq!(result, Err(CertificateError::Unknown(position.text())));
    }
}
