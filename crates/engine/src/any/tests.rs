use std::sync::atomic::AtomicBool;

use grenier_core::Language;

use super::*;
use crate::{WeightsChoice, entries};

static NEVER: AtomicBool = AtomicBool::new(false);

fn start(name: &str) -> AnyGame {
    AnyGame::start(&Variant::parse(name).unwrap())
}

fn desk(tables: Source) -> Desk {
    Desk::new(4, tables, WeightsChoice::default())
}

fn nodes(nodes: u64) -> Ask {
    Ask { limits: Limits::nodes(nodes), multipv: 2, explained: Some(Language::French), ..Ask::default() }
}

const VARIANTS: [&str; 9] = [
    "kpe",
    "kpe:own-row",
    "awale",
    "awale:abapa",
    "obridjie",
    "mraha",
    "seega",
    "seega:7x7+nowall",
    "seega:9x9",
];

#[test]
fn games_of_all_variants_are_played_to_their_end_by_the_weakest_level() {
    for name in VARIANTS {
        let mut game = start(name);
        let mut desk = desk(Source::None);
        let level = Level::new(1).unwrap();
        for seed in 0..2000 {
            let budget = (Limits::default(), seed);
            let Some(chosen) = game.choose(&mut desk, level, budget, &NEVER, &mut |_| {}).unwrap() else {
                break;
            };
            assert_eq!(chosen.position, game.position());
            game.play(&chosen.mv).unwrap();
            let state = game.state(Language::English);
            assert_eq!(state.last.as_ref().map(|last| last.mv.as_str()), Some(chosen.mv.as_str()));
            assert_eq!(state.legal.is_empty(), state.result.is_some(), "{}", state.position);
        }
        assert!(game.is_over(), "{name}: {}", game.position());
        assert!(game.state(Language::French).result.is_some_and(|result| !result.text.contains("wins")));
        let written = &game.records(&Heading::default())[0].text;
        let entry = entries(written, None).remove(0).unwrap();
        let read = AnyGame::import(&entry).unwrap();
        assert_eq!((read.game.moves(), read.game.position()), (game.moves(), game.position()));
    }
}

#[test]
fn the_same_seed_chooses_the_same_move_and_seeds_differ() {
    let game = start("awale");
    let mut desk = desk(Source::None);
    let mut chosen = |seed| {
        let budget = (Limits::default(), seed);
        game.choose(&mut desk, Level::new(1).unwrap(), budget, &NEVER, &mut |_| {}).unwrap().unwrap().mv
    };
    let first: Vec<String> = (0..20).map(&mut chosen).collect();
    let again: Vec<String> = (0..20).map(&mut chosen).collect();
    assert_eq!(first, again);
    assert!(first.iter().any(|mv| *mv != first[0]), "{first:?}");
}

#[test]
fn the_full_level_is_the_engine_itself() {
    let game = start("kpe");
    let analysis = game.analyse(&mut desk(Source::None), &nodes(5000), &NEVER, &mut |_| {}).unwrap();
    let budget = (Limits::nodes(5000), 0);
    let chosen = game.choose(&mut desk(Source::None), Level::FULL, budget, &NEVER, &mut |_| {}).unwrap();
    assert_eq!(chosen.unwrap().mv, analysis.lines[0].mv);
    assert!(!analysis.lines[0].explained.is_empty());
}

#[test]
fn a_raised_flag_stops_reviews_and_levels() {
    let stop = AtomicBool::new(true);
    let mut game = start("awale");
    game.play("C").unwrap();
    let mut seen = 0;
    let review = game.review(&mut desk(Source::None), &nodes(1000), &stop, &mut |_| seen += 1).unwrap();
    assert_eq!((review.moves, review.reviewed, seen), (1, 0, 0));
}

#[test]
fn reviews_tell_of_every_move_and_count_them() {
    let mut game = start("awale");
    for mv in ["A", "a", "B"] {
        game.play(mv).unwrap();
    }
    let mut seen = Vec::new();
    let review = game.review(&mut desk(Source::None), &nodes(2000), &NEVER, &mut |mv| seen.push(mv)).unwrap();
    assert_eq!(seen.iter().map(|mv| mv.played.mv.as_str()).collect::<Vec<_>>(), ["A", "a", "B"]);
    assert_eq!(review.reviewed, 3);
    assert_eq!(review.players[0].moves, 2);
}

#[test]
fn tables_tell_every_move_where_they_cover_the_position() {
    let covered = AnyGame::read("kpe 0-0-1-0-0-0-3-0-24-20-S -", None).unwrap();
    let probed = covered.probe(&Source::Usual).unwrap().unwrap();
    assert_eq!(probed.moves.len(), covered.legal().moves.len());
    assert!(start("kpe").probe(&Source::None).unwrap().is_none());
    assert!(start("seega:7x7").probe(&Source::Usual).unwrap().is_none());
}

#[test]
fn tables_are_silent_where_history_may_end_the_game_otherwise() {
    let mut game = AnyGame::read("mraha 4o/5/5/5/xxx2 x 0,0 0", None).unwrap();
    assert!(game.probe(&Source::Usual).unwrap().is_some());
    for mv in ["a1-a2", "e5-e4", "a2-a1", "e4-e5"] {
        game.play(mv).unwrap();
    }
    assert!(game.probe(&Source::Usual).unwrap().is_none());
}

#[test]
fn wrong_moves_are_refused_and_change_nothing() {
    let mut game = start("mraha");
    let before = game.position();
    for mv in ["", "c3", "a1", "a1a1", "zz", "a1b1c1", "é"] {
        assert!(game.play(mv).is_err(), "{mv}");
        assert!(game.check(mv).is_err(), "{mv}");
    }
    assert_eq!(game.position(), before);
    assert!(game.explain("c3", Language::English).is_empty());
}

#[test]
fn a_game_can_be_looked_at_as_it_was() {
    let mut game = start("awale");
    for mv in ["A", "a", "B"] {
        game.play(mv).unwrap();
    }
    assert_eq!(game.at(1).moves(), ["A"]);
    assert_eq!(game.at(9).position(), game.position());
    assert_eq!(game.at(0).position(), game.beginning());
}

#[test]
fn positions_are_written_in_all_notations_and_read_again() {
    let game = start("awale");
    for written in game.positions() {
        let known = Variant::parse("awale").unwrap();
        let again = AnyGame::read(&written.text, Some(&known)).unwrap();
        assert_eq!(again.position(), game.position(), "{}", written.format);
    }
    assert_eq!(game.positions().len(), 4);
}

#[test]
fn the_rules_begin_with_the_name_of_the_game() {
    for name in VARIANTS {
        let rules = start(name).rules(Language::French);
        assert!(rules.len() > 6 && rules[0].contains('\u{a0}'), "{name}: {}", rules[0]);
    }
    assert!(start("kpe").rules(Language::English)[1].starts_with("K1 "));
}
