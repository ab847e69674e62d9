//! Positions, perft counts and whole games worked out by an independent implementation of the rules.
//!
//! A file of `tests/vectors/` has perft counts of some positions and some random games: every ply with its position,
//! its legal moves (a bare number where they are more than 40) and the move played, then the result.

#![allow(clippy::unwrap_used)]

use grenier_core::capture::{Five, Nine, Seven};
use grenier_core::{Game, Notation, Outcome, Perft, Reason, Rules, Tally};
use serde_json::Value;

/// Reads positions of one variant from vectors' text.
fn parse<P: Notation>(rules: P::Rules, text: &str) -> P {
    P::parse_fields(rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn check_perft<P: Notation>(rules: P::Rules, vector: &Value) {
    let position: P = parse(rules, vector["pos"].as_str().expect("a position"));
    let counts = vector["counts"].as_array().expect("counts");
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(Perft::new().count(&position, depth), count.as_u64().unwrap(), "{vector}");
    }
}

/// The moves of `ply` are those of `position`, as texts in any order, or their number.
fn check_moves<P: Notation>(position: &P, wanted: &Value) {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    match wanted {
        Value::Array(wanted) => {
            let mut wanted: Vec<&str> = wanted.iter().map(|mv| mv.as_str().unwrap()).collect();
            wanted.sort_unstable();
            assert_eq!(texts, wanted, "{}", position.text());
        }
        number => assert_eq!(texts.len() as u64, number.as_u64().unwrap(), "{}", position.text()),
    }
    for (mv, other) in moves.iter().zip(moves.iter().skip(1)) {
        assert_ne!(mv, other);
    }
}

fn check_result((outcome, reason): (Outcome, Reason), wanted: &Value) {
    assert_eq!(outcome.winner.map_or("draw".to_owned(), |player| player.to_string()), wanted["winner"]);
    assert_eq!(reason == Reason::Repetition, wanted["reason"] == "repetition", "{wanted}");
    match outcome.tally {
        Tally::Stores(stores) => assert_eq!(serde_json::json!(stores), wanted["stores"]),
        Tally::Pieces { victory, pieces } => {
            assert_eq!(victory.word(), wanted["victory"]);
            assert_eq!(serde_json::json!(pieces), wanted["pieces"]);
        }
        Tally::Bare => {}
    }
}

fn check_game<P: Notation>(rules: P::Rules, vector: &Value) {
    let plies = vector["plies"].as_array().expect("plies");
    let mut game = Game::new(parse::<P>(rules, plies[0][0].as_str().unwrap()));
    for ply in plies {
        assert_eq!(game.position().fields(), ply[0].as_str().unwrap());
        assert_eq!(game.result(), None, "{ply}");
        check_moves(game.position(), &ply[1]);
        let mv =
            game.position().parse_move(ply[2].as_str().unwrap()).unwrap_or_else(|e| panic!("{ply}: {e}"));
        game.play(mv).unwrap();
    }
    assert_eq!(game.position().fields(), vector["final"].as_str().unwrap());
    match (&vector["result"], game.result()) {
        (Value::String(word), None) => assert_eq!(word, "unfinished"),
        (wanted, Some(result)) => check_result(result, wanted),
        (wanted, None) => panic!("{wanted} is wanted, but the game goes on in {}", game.position().text()),
    }
}

fn check_file<P: Notation>(text: &str, tokens: &[&str]) {
    let vectors: Value = serde_json::from_str(text).expect("a vector file is JSON");
    let rules = tokens.iter().fold(P::Rules::default(), |rules, token| rules.with(token).unwrap());
    assert_eq!(P::variant(rules), vectors["game"].as_str().unwrap());
    let (perft, games) = (vectors["perft"].as_array().unwrap(), vectors["games"].as_array().unwrap());
    assert!(!perft.is_empty() && !games.is_empty());
    perft.iter().for_each(|vector| check_perft::<P>(rules, vector));
    games.iter().for_each(|vector| check_game::<P>(rules, vector));
}

macro_rules! vectors {
    ($($name:ident: $position:ty, $file:literal, $tokens:expr;)*) => {
        $(#[test]
        fn $name() {
            check_file::<$position>(include_str!(concat!("vectors/", $file)), &$tokens);
        })*
    };
}

vectors! {
    kpe: grenier_core::kpe::Kpe, "kpe.json", [];
    kpe_skip_origin: grenier_core::kpe::Kpe, "kpe-skip.json", ["skip-origin"];
    kpe_own_row: grenier_core::kpe::Kpe, "kpe-own-row.json", ["own-row"];
    awale: grenier_core::awale::Awale, "awale.json", [];
    awale_abapa: grenier_core::awale::Awale, "awale-abapa.json", ["abapa"];
    awale_awari: grenier_core::awale::Awale, "awale-awari.json", ["awari"];
    obridjie: grenier_core::obridjie::Obridjie, "obridjie.json", [];
    mraha: grenier_core::mraha::Mraha, "mraha.json", [];
    seega: grenier_core::seega::Seega<Five>, "seega.json", [];
    seega_nowall: grenier_core::seega::Seega<Five>, "seega-nowall.json", ["nowall"];
    seega_placement_captures: grenier_core::seega::Seega<Five>, "seega-placement-captures.json", ["placement-captures"];
    seega_7x7: grenier_core::seega::Seega<Seven>, "seega-7x7.json", [];
    seega_9x9: grenier_core::seega::Seega<Nine>, "seega-9x9.json", [];
}
