//! Whole matches against engines that misbehave: each fault costs its game, is counted by reason and engine, and the
//! match goes on.

#![allow(clippy::unwrap_used)]

mod common;

use std::sync::atomic::AtomicBool;

use common::scripted;
use grenier_arena::{
    Config, Ending, FaultKind, Journal, Match, Outcome, PlayerSpec, Termination, make_player,
};
use grenier_core::kpe::Kpe;

/// A match of two games between a scripted engine and random play.
fn play(manner: &str, limits: &str, recover: bool) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::new("kpe");
    config.rounds = 1;
    config.recover = recover;
    let command = format!("cmd={} {manner}", scripted().display());
    let mut bad = PlayerSpec::parse([command.as_str(), "name=bad", "patience=0.8"]).unwrap();
    bad = bad.or(&PlayerSpec::parse(limits.split_whitespace()).unwrap());
    config.engines = vec![bad, PlayerSpec::parse(["engine=random", "name=good"]).unwrap()];
    let stop = AtomicBool::new(false);
    let make = |spec: &PlayerSpec| make_player::<Kpe>(spec);
    let mut journal = Journal::create(&folder.path().join("m"), &config).unwrap();
    let the_match = Match::<Kpe>::new(&config, Default::default(), &make, &stop).unwrap();
    the_match.run(&mut journal, Vec::new(), &mut |_| {}).unwrap()
}

/// Every game of the match is lost by this fault.
fn loses_by(manner: &str, limits: &str, kind: FaultKind) {
    let outcome = play(manner, limits, true);
    assert_eq!(outcome.ending, Ending::Finished, "{manner}");
    let counted: Vec<_> = outcome.standing.terminations().collect();
    assert_eq!(
        counted,
        [(Termination::Fault(kind), Some("bad"), 2)],
        "{manner}: {:?}",
        outcome.games[0].reason
    );
    assert_eq!(outcome.standing.total(0).losses, 2);
    assert!(outcome.games.iter().all(|game| game.reason.starts_with("bad: ")));
}

#[test]
fn a_crash_costs_the_game() {
    loses_by("crash-at-move 2", "depth=1", FaultKind::Crashed);
    loses_by("crash-with-child", "depth=1", FaultKind::Crashed);
}

#[test]
fn an_engine_that_never_starts_costs_the_game() {
    loses_by("die-at-start", "depth=1", FaultKind::NeverStarted);
    loses_by("never-start", "depth=1", FaultKind::NeverStarted);
}

#[test]
fn deafness_and_floods_and_garbage_cost_the_game() {
    loses_by("deaf-to-ping", "depth=1", FaultKind::Stalled);
    loses_by("flood", "depth=1", FaultKind::Flooded);
    loses_by("flood-line", "depth=1", FaultKind::Flooded);
    loses_by("garbage", "depth=1", FaultKind::Garbage);
    loses_by("babble", "depth=1", FaultKind::Garbage);
}

#[test]
fn an_illegal_move_costs_the_game() {
    loses_by("illegal", "depth=1", FaultKind::IllegalMove);
}

#[test]
fn time_is_charged_to_the_player_alone() {
    loses_by("slow 300", "st=0.1 timemargin=50", FaultKind::TimeForfeit);
    loses_by("slow 300", "tc=0.2+0.01", FaultKind::TimeForfeit);
    // Random play takes no time, and a margin forgives.
    let outcome = play("slow 60", "st=0.03 timemargin=2000", true);
    assert!(outcome.standing.terminations().all(|(why, ..)| !matches!(why, Termination::Fault(_))));
}

#[test]
fn without_recovery_a_breakdown_ends_the_match_after_its_game() {
    let outcome = play("crash-at-move 1", "depth=1", false);
    assert!(matches!(outcome.ending, Ending::Broken(ref reason) if reason.contains("bad: crashed")));
    assert_eq!(outcome.games.len(), 1);
    // An illegal move is no breakdown.
    assert_eq!(play("illegal", "depth=1", false).games.len(), 2);
}

#[test]
fn a_stall_costs_the_game_once_the_patience_is_over() {
    let outcome = play("stall-at-move 1", "st=0.05 timemargin=10", true);
    let stalled = Termination::Fault(FaultKind::Stalled);
    assert!(outcome.standing.terminations().eq([(stalled, Some("bad"), 2)]));
}

#[test]
fn a_good_engine_plays_to_the_end() {
    let outcome = play("good", "depth=1", false);
    assert_eq!((outcome.ending, outcome.games.len()), (Ending::Finished, 2));
    assert!(outcome.games.iter().all(|game| game.fault_of.is_none()));
}
