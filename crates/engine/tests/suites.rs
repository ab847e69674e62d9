//! The suites `positions/*/clauses.txt`: every operation of every line is checked.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use grenier_engine::{Operation, Playable, PositionText, SuiteLine, Variant, Visitor};

/// Lines that each game must have at least.
const LEAST: usize = 20;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../positions")
}

/// Checks a line and returns its variant.
fn check(line: &SuiteLine<'_>) -> Result<Variant, String> {
    let text = PositionText::split(line.position, None).map_err(|error| error.to_string())?;
    let variant = text.variant.clone();
    variant.visit(Check { text, operations: &line.operations })?;
    Ok(variant)
}

struct Check<'a> {
    text: PositionText<'a>,
    operations: &'a [Operation<'a>],
}

impl Visitor for Check<'_> {
    type Output = Result<(), String>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Result<(), String> {
        let position: P = self.text.read(rules).map_err(|error| error.to_string())?;
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mut legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
        legal.sort();
        for operation in self.operations {
            let operands = operation.operands.as_slice();
            match (operation.name, operands) {
                ("id", [_]) => {}
                ("lm", _) => same("the legal moves", &legal.join(" "), &sorted(operands))?,
                ("bm", [_, ..]) => {
                    for mv in operands {
                        position.parse_move(mv).map_err(|error| format!("bm {mv}: {error}"))?;
                    }
                }
                ("to", [mv, fields]) => {
                    let mv = position.parse_move(mv).map_err(|error| format!("to {mv}: {error}"))?;
                    same(&format!("the position after {mv}"), &position.play_unchecked(mv).fields(), fields)?;
                }
                ("over", [winner]) => {
                    let outcome = position.outcome().ok_or("the game is not over")?;
                    let real = outcome.winner.map_or("draw".to_owned(), |player| player.to_string());
                    same("the winner", &real, winner)?;
                }
                (name, _) => return Err(format!("the operation {name} {operands:?} is not known")),
            }
        }
        Ok(())
    }
}

fn sorted(operands: &[&str]) -> String {
    let mut operands = operands.to_vec();
    operands.sort_unstable();
    operands.join(" ")
}

fn same(what: &str, real: &str, wanted: &str) -> Result<(), String> {
    if real == wanted { Ok(()) } else { Err(format!("{what}: {real}, not {wanted}")) }
}

/// Checks one file; returns the number of lines, what is wrong with them, and the variants met.
fn check_file(game: &str, text: &str) -> (usize, Vec<String>, Vec<String>) {
    let (mut lines, mut wrong, mut variants, mut ids) = (0, Vec::new(), Vec::new(), Vec::new());
    for (number, text) in (1..).zip(text.lines()) {
        let Some(line) = SuiteLine::parse(text).unwrap() else { continue };
        lines += 1;
        match check(&line) {
            Ok(variant) if variant.game().name() != game => wrong.push(format!("{number}: not of this game")),
            Ok(variant) => variants.push(variant.to_string()),
            Err(reason) => wrong.push(format!("{number}: {reason}")),
        }
        match line.id() {
            Some(id) if !ids.contains(&id) => ids.push(id),
            id => wrong.push(format!("{number}: {id:?} is no id, or not the first of its name")),
        }
        if line.operations.len() < 2 {
            wrong.push(format!("{number}: nothing is checked"));
        }
    }
    (lines, wrong, variants)
}

#[test]
fn every_clause_suite_is_right() {
    let mut wrong = Vec::new();
    for game in Variant::names() {
        let path = folder().join(game).join("clauses.txt");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (lines, errors, _) = check_file(game, &text);
        assert!(lines >= LEAST, "{game} has {lines} lines");
        assert!(text.starts_with("# "), "{game}: a head says what the file is");
        wrong.extend(errors.into_iter().map(|error| format!("{game}, line {error}")));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_preset_has_lines() {
    for variant in [
        "kpe:skip-origin",
        "kpe:own-row",
        "awale:abapa",
        "awale:awari",
        "seega:nowall",
        "seega:placement-captures",
        "seega:7x7",
        "seega:9x9",
    ] {
        let game = variant.split(':').next().unwrap();
        let text = fs::read_to_string(folder().join(game).join("clauses.txt")).unwrap();
        assert!(check_file(game, &text).2.iter().any(|met| met == variant), "{variant}");
    }
}

#[test]
fn what_is_wrong_or_unknown_fails() {
    let start = "awale 0-0-0-0-0-1-1-1-0-0-0-0-23-22-S";
    let failure = |operations: &str| {
        let line = format!("{start} ; {operations}");
        check(&SuiteLine::parse(&line).unwrap().unwrap()).expect_err(operations)
    };
    for (operations, part) in [
        ("am F", "am [\"F\"] is not known"),
        ("lm F ; c9 x", "c9 [\"x\"] is not known"),
        ("id", "not known"),
        ("bm", "not known"),
        ("to F", "not known"),
        ("over", "not known"),
        ("lm", "the legal moves: F, not "),
        ("lm E F", "the legal moves: F, not E F"),
        ("bm E", "bm E"),
        ("to E \"\"", "to E"),
        ("to F \"0-0-0-0-0-0-0-1-0-0-0-0-25-22-S\"", "the position after F"),
        ("over first", "not over"),
    ] {
        let reason = failure(operations);
        assert!(reason.contains(part), "{operations}: {reason}");
    }
    let right = format!("{start} ; id \"x\" ; bm F ; lm F");
    assert!(check(&SuiteLine::parse(&right).unwrap().unwrap()).is_ok());
    let line = SuiteLine::parse("awale 0-0-0-0-0-0-0-0-0-0-0-0-24-24-S ; over first").unwrap().unwrap();
    assert!(check(&line).unwrap_err().contains("the winner: draw, not first"));
}
