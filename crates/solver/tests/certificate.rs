//! Certificates pass a reader that knows nothing but the rules, and damaged ones do not.

#![allow(clippy::unwrap_used)]

#[path = "../../core/examples/check_certificate.rs"]
mod check_certificate;

use std::sync::atomic::AtomicBool;

use check_certificate::check;
use grenier_core::obridjie::Obridjie;
use grenier_core::{Notation, OnlyRules};
use grenier_solver::{CertificateError, Extent, Layer, Solvable, Solved, Watch, write_certificate};

fn tables(seeds: u32) -> Solved<Obridjie> {
    let stop = AtomicBool::new(false);
    let mut solved = Solved::default();
    for layer in Obridjie::plan(Extent::Upto(seeds)).unwrap() {
        let bytes = Obridjie::solve(OnlyRules, layer, &solved, &Watch::new(&stop)).unwrap();
        solved.insert(layer, bytes);
    }
    solved
}

fn certificate(
    root: &Obridjie,
    value_of: &mut dyn FnMut(&Obridjie) -> Option<i8>,
) -> Result<String, CertificateError> {
    let stop = AtomicBool::new(false);
    let mut text = Vec::new();
    let claims = write_certificate(root, value_of, &Watch::new(&stop), &mut text)?;
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.lines().count() as u64, claims + 1);
    Ok(text)
}

/// The certificate of a position that takes up to nine plies without a capture to win four seeds.
fn long_certificate() -> String {
    let solved = tables(8);
    let position = Obridjie::parse_fields(OnlyRules, "1-0-1-0-0-2-1-0-0-3-0-0-0-0-S").unwrap();
    let text = certificate(&position, &mut |position| Some(solved.probe(position)?.future)).unwrap();
    let ranks = text.lines().skip(1).filter_map(|line| line.split(' ').nth(3)?.parse::<u32>().ok());
    assert!(ranks.max() > Some(3), "this position's proof needs ranks");
    text
}

#[test]
fn certificates_of_small_positions_pass() {
    let solved = tables(12);
    let mut value_of = |position: &Obridjie| Some(solved.probe(position)?.future);
    let layer = Obridjie::plan(Extent::Upto(12)).unwrap().pop().unwrap();
    let mut values = std::collections::BTreeSet::new();
    for slot in (0..layer.slots()).step_by(100_003) {
        let position = Obridjie::at(OnlyRules, layer, slot).unwrap();
        let text = certificate(&position, &mut value_of).unwrap();
        let value = value_of(&position).unwrap();
        values.insert(value);
        let proven = check(&text).unwrap();
        assert!(proven.ends_with(&format!("{} is worth {value}", position.text())), "{proven}");
    }
    assert!(values.len() > 2, "{values:?}");
}

#[test]
fn every_line_is_needed() {
    let text = long_certificate();
    check(&text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for missing in 0..lines.len() {
        let damaged: Vec<&str> =
            lines.iter().enumerate().filter(|(at, _)| *at != missing).map(|(_, line)| *line).collect();
        assert!(
            check(&damaged.join("\n")).is_err(),
            "line {} is not needed: {}",
            missing + 1,
            lines[missing]
        );
    }
}

#[test]
fn better_values_than_the_truth_do_not_pass() {
    let text = long_certificate();
    let value: i32 = text.split(' ').nth(2).unwrap().parse().unwrap();
    for other in [value - 4, value + 4] {
        let claimed = text.replacen(&format!(" {value} "), &format!(" {other} "), 1);
        let error = check(&claimed).unwrap_err();
        assert!(error.contains("is not claimed to be"), "{error}");
    }
    let raised = text.lines().map(|line| match line.split_once(' ') {
        Some((">=", rest)) => {
            let (level, rest) = rest.split_once(' ').unwrap();
            format!(">= {} {rest}", level.parse::<i32>().unwrap() + 4)
        }
        _ => line.to_owned(),
    });
    assert!(check(&raised.collect::<Vec<_>>().join("\n")).is_err());
}

/// A claim that endless play would break cannot rest on a cycle.
#[test]
fn ranks_must_fall() {
    let text = long_certificate();
    let levelled = text.lines().map(|line| {
        let words: Vec<&str> = line.splitn(5, ' ').collect();
        let is_ranked = words[0] != "certificate" && words[3] != "-";
        if is_ranked {
            format!("{} {} {} 1 {}", words[0], words[1], words[2], words[4])
        } else {
            line.to_owned()
        }
    });
    let error = check(&levelled.collect::<Vec<_>>().join("\n")).unwrap_err();
    assert!(error.contains("rank does not fall"), "{error}");
    let bare = text.lines().map(|line| {
        let words: Vec<&str> = line.splitn(5, ' ').collect();
        if words[0] == "certificate" {
            line.to_owned()
        } else {
            [words[0], words[1], words[2], "-", words[4]].join(" ")
        }
    });
    let error = check(&bare.collect::<Vec<_>>().join("\n")).unwrap_err();
    assert!(error.contains("no rank"), "{error}");
}

#[test]
fn wrong_values_give_no_certificate() {
    let solved = tables(8);
    let position = Obridjie::parse_fields(OnlyRules, "1-1-1-1-0-0-1-1-1-1-0-0-0-0-S").unwrap();
    let layer = position.layer().unwrap();
    let wrong = solved.probe(&position).unwrap().future + 4;
    let mut value_of = |asked: &Obridjie| {
        if asked.layer() == Some(layer) && asked.slot() == position.slot() {
            return Some(wrong);
        }
        Some(solved.probe(asked)?.future)
    };
    let result = certificate(&position, &mut value_of);
    assert!(matches!(result, Err(CertificateError::Unknown(_))));
    let result = certificate(&position, &mut |_| None);
    assert!(matches!(result, Err(CertificateError::Unknown(_))));
}

#[test]
fn bad_text_is_named() {
    for (text, error) in [
        ("", "line 1: expected"),
        ("certificate 2 0 obridjie 0-0-0-0-0-0-0-0-0-0-0-0-0-0-S", "line 1: expected"),
        ("certificate 1 x obridjie 0-0-0-0-0-0-0-0-0-0-0-0-0-0-S", "line 1: the value"),
        ("certificate 1 0 seega 5/5/5/5/5 x 12,12 0", "line 1: seega is no mancala"),
        ("certificate 1 0 kpe:own-row 6-6-6-6-6-6-6-6-0-0-S ABCDabcd", "line 1: kpe:own-row has no values"),
        ("certificate 1 0 obridjie 0-0-0-0-0-0-0-0-0-0-0-0-0-0-S\n= 0 - - 0", "line 2: a bound"),
        ("certificate 1 0 obridjie 0-0-0-0-0-0-0-0-0-0-0-0-0-0-S\n>= 0 -", "line 2: expected"),
    ] {
        let found = check(text).unwrap_err();
        assert!(found.starts_with(error), "{text}: {found}");
    }
    let over = "certificate 1 0 obridjie 0-0-0-0-0-0-0-0-0-0-0-0-0-0-S\n\
                >= 0 - - 0-0-0-0-0-0-0-0-0-0-0-0-0-0-S\n<= 0 - - 0-0-0-0-0-0-0-0-0-0-0-0-0-0-S";
    assert!(check(over).is_ok());
}
