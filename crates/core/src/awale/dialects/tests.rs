use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::Game;
use crate::awale::Variant;

const EXAMPLE: &str = "0-5-5-5-0-5-5-1-6-6-5-5-0-0-N";
const PLAYSTRATEGY: &str = "5S,5S,6S,6S,1S,5S/1,5S,5S,5S,1,5S 0 0 N 2";
const OPENSPIEL: &str = "1 | 0 0 | 0 5 5 5 0 5 5 1 6 6 5 5";

fn standard() -> AwaleRules {
    AwaleRules::default()
}

fn read(text: &str) -> Result<Reading, ParseError> {
    Dialect::detect(text).read(standard(), text)
}

/// The house text of a foreign one.
#[track_caller]
fn ours(text: &str) -> String {
    read(text).unwrap_or_else(|error| panic!("{text}: {error}")).position.fields()
}

#[test]
fn one_position_in_all_dialects() {
    let texts = [
        (EXAMPLE, Dialect::Diagram, None),
        (PLAYSTRATEGY, Dialect::PlayStrategy, Some(2)),
        (OPENSPIEL, Dialect::OpenSpiel, None),
        ("EEFFAE/1EEE1E 0 0 N", Dialect::Legacy, None),
    ];
    let mut game = Game::new(Awale::start(standard()));
    for mv in ["A", "b", "E"] {
        game.play(game.position().parse_move(mv).unwrap()).unwrap();
    }
    for (text, dialect, move_number) in texts {
        assert_eq!(Dialect::detect(text), dialect);
        assert_eq!(read(text), Ok(Reading { position: *game.position(), move_number }), "{text}");
        let written = dialect.write(game.position(), move_number);
        assert_eq!(written, (dialect != Dialect::Legacy).then(|| text.to_owned()));
        assert_eq!(Dialect::from_name(dialect.name()), Some(dialect));
    }
}

#[test]
fn the_start_in_all_dialects() {
    let start = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
    for text in [
        start,
        "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1",
        "DDDDDD/DDDDDD 0 0 S",
        "0|0 0|4 4 4 4 4 4 4 4 4 4 4 4",
    ] {
        assert_eq!(ours(text), start);
    }
}

#[test]
fn underscores_stand_for_spaces_and_the_number_may_miss() {
    assert_eq!(ours(&PLAYSTRATEGY.replace(' ', "_")), EXAMPLE);
    let without = PLAYSTRATEGY.trim_end_matches(" 2");
    assert_eq!(read(without).unwrap().move_number, None);
    assert_eq!(Dialect::PlayStrategy.write(&read(without).unwrap().position, None).as_deref(), Some(without));
}

#[test]
fn runs_of_empty_pits() {
    assert_eq!(ours("6/6 24 24 S 80"), "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S");
    assert_eq!(ours("2,3s,3/1S,5 10 9 N 7"), "1-0-0-0-0-0-0-0-0-3-0-0-10-9-N");
    assert_eq!(ours("2C3/A5 J I N"), "1-0-0-0-0-0-0-0-0-3-0-0-10-9-N");
    assert_eq!(ours("5a/6 0 12 N"), "0-0-0-0-0-0-27-0-0-0-0-0-0-12-N");
}

#[test]
fn final_scores_are_undone_and_done() {
    // Famine: South takes the five seeds of his own row, 23 + 5 = 28 already shown.
    let shown = "6/5S,5 25 23 S 90";
    assert_eq!(ours(shown), "5-0-0-0-0-0-0-0-0-0-0-0-20-23-S");
    assert_eq!(Dialect::PlayStrategy.write(&read(shown).unwrap().position, Some(90)).as_deref(), Some(shown));
    // Won by majority: the site adds nothing, and the sum is not 48.
    let shown = "6/5S,5 30 13 S 90";
    assert_eq!(ours(shown), "5-0-0-0-0-0-0-0-0-0-0-0-30-13-S");
    assert_eq!(Dialect::PlayStrategy.write(&read(shown).unwrap().position, Some(90)).as_deref(), Some(shown));
    let error = read("6/5S,5 4 44 S 90").unwrap_err();
    assert_eq!(error.column, 8, "{error}");
}

#[test]
fn random_positions_come_back_in_every_dialect() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut moves = Vec::new();
    for variant in [Variant::Standard, Variant::Abapa, Variant::Awari] {
        let rules = AwaleRules { variant };
        for _ in 0..100 {
            let mut game = Game::new(Awale::start(rules));
            for number in 1..300 {
                check_position(game.position(), number);
                game.position().legal_moves(&mut moves);
                if game.result().is_some() {
                    break;
                }
                check_moves(game.position(), &moves);
                game.play(moves[rng.random_range(0..moves.len())]).unwrap();
            }
        }
    }
}

fn check_position(position: &Awale, number: u32) {
    for dialect in Dialect::ALL {
        let Some(text) = dialect.write(position, Some(number)) else { continue };
        assert_eq!(Dialect::detect(&text), dialect, "{text}");
        let read = dialect.read(position.rules(), &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.position, *position, "{text}");
        assert_eq!(read.move_number, (dialect == Dialect::PlayStrategy).then_some(number));
    }
}

fn check_moves(position: &Awale, moves: &[crate::mancala::Pit]) {
    for &mv in moves {
        let text = write_playstrategy_move(position, mv);
        assert_eq!(read_playstrategy_move(position, &text), Ok(mv), "{} {text}", position.text());
    }
}

#[test]
fn moves_of_playstrategy_end_where_the_last_seed_falls() {
    let start = Awale::start(standard());
    let texts: Vec<String> = "ABCDEF"
        .chars()
        .map(|c| write_playstrategy_move(&start, start.parse_move(&c.to_string()).unwrap()))
        .collect();
    assert_eq!(texts, ["a1e1", "b1f1", "c1f2", "d1e2", "e1d2", "f1c2"]);
    let north = start.play(start.parse_move("A").unwrap()).unwrap();
    assert_eq!(write_playstrategy_move(&north, north.parse_move("a").unwrap()), "f2b2");
    // Twelve seeds and twenty-three pass over the origin and end behind it.
    for seeds in [12, 23] {
        let heap = Awale::parse_fields(standard(), &format!("{seeds}-0-0-0-0-0-1-0-0-0-0-0-0-0-S")).unwrap();
        assert_eq!(write_playstrategy_move(&heap, heap.parse_move("A").unwrap()), "a1b1");
    }
}

#[test]
fn wrong_moves_of_playstrategy_name_the_column() {
    let start = Awale::start(standard());
    let column = |text: &str| read_playstrategy_move(&start, text).unwrap_err().column;
    for (text, wanted) in [
        ("", 1),
        ("g1e1", 1),
        ("a3e1", 2),
        ("a1", 3),
        ("a1e", 4),
        ("a1f1", 3),
        ("a1e1x", 5),
        ("a2b2", 1),
        ("é1e1", 1),
    ] {
        assert_eq!(column(text), wanted, "{text}");
    }
}

#[test]
fn errors_name_the_column() {
    let errors = [
        ("4-4-x", 5),
        ("5S,5S,6S,6S,1S/1,5S,5S,5S,1,5S 0 0 N 2", 15),
        ("5S,5S,6S,6S,1S,5S,1/1,5S,5S,5S,1,5S 0 0 N 2", 19),
        ("5S,5S,6S,6S,1S,5S 0 0 N 2", 18),
        ("5S,5S,6S,6S,1S,5S/1,5S,5S,5S,1,5S/6 0 0 N 2", 34),
        ("5S,5S,6S,,1S,5S/1,5S,5S,5S,1,5S 0 0 N", 10),
        ("5S,5S,6S,7,1S,5S/1,5S,5S,5S,1,5S 0 0 N", 10),
        ("5S,5S,6S,xS,1S,5S/1,5S,5S,5S,1,5S 0 0 N", 10),
        ("5S,5S,6S,6S,1S,5S/1,5S,5S,5S,1,5S 1 0 N", 35),
        ("5S,5S,6S,6S,1S,5S/1,9S,9S,9S,1,5S 0 0 N", 27),
        ("5S,5S,6S,6S,1S,5S/1,5S,5S,5S,1,5S 0 0", 38),
        ("5S,5S,6S,6S,1S,5S/1,5S,5S,5S,1,5S 0 0 X", 39),
        ("5S,5S,6S,6S,1S,5S/1,5S,5S,5S,1,5S 0 0 N x", 41),
        ("5S,5S,6S,6S,1S,5S/1,5S,5S,5S,1,5S 0 0 N 2 3", 43),
        ("2 | 0 0 | 0 5 5 5 0 5 5 1 6 6 5 5", 1),
        (" | 0 0 | 0 5 5 5 0 5 5 1 6 6 5 5", 2),
        ("1 | 0 | 0 5 5 5 0 5 5 1 6 6 5 5", 7),
        ("1 | 0 0 0 | 0 5 5 5 0 5 5 1 6 6 5 5", 9),
        ("1 | 0 0", 8),
        ("1 | 0 0 | 0 5 5 5 0 5 5 1 6 6 5", 32),
        ("1 | 0 0 | 0 5 5 5 0 5 5 1 6 6 5 5 5", 35),
        ("1 | 0 0 | 0 5 5 5 0 5 5 1 6 6 5 6", 33),
        ("1 | 0 0 | 0 5 5 5 0 5 5 1 6 6 5 5 | 1", 35),
        ("EEFFAE/1EEE1z 0 0 N", 13),
        ("EEFF0E/1EEE1E 0 0 N", 5),
        ("EEFFA/1EEE1E 0 0 N", 6),
        ("EEFFAEA/1EEE1E 0 0 N", 7),
        ("EEFFAE/1EEE1E 0 x0 N", 17),
        ("EEFFAE/1EEE1E A 0 N", 15),
    ];
    for (text, column) in errors {
        let error = read(text).expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
    }
}

/// `text` with some characters replaced, dropped or doubled.
fn damaged(text: &str, rng: &mut impl Rng) -> String {
    const ODD: [char; 12] = ['-', '|', '/', ',', ' ', '_', 'S', '9', 'z', 'é', '\n', '0'];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..4) {
        let at = rng.random_range(0..chars.len());
        match rng.random_range(0..3) {
            0 => chars[at] = ODD[rng.random_range(0..ODD.len())],
            1 => chars.insert(at, chars[at]),
            _ => drop(chars.remove(at)),
        }
        chars.push(' ');
    }
    chars.into_iter().collect()
}

#[test]
fn damaged_positions_are_errors_not_panics() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let texts = [EXAMPLE, PLAYSTRATEGY, OPENSPIEL, "EEFFAE/1EEE1E 0 0 N", "6/5S,5 25 23 S 90"];
    for round in 0..20_000 {
        let text = damaged(texts[round % texts.len()], &mut rng);
        for dialect in Dialect::ALL {
            if let Err(error) = dialect.read(standard(), &text) {
                assert!((1..=text.chars().count() + 1).contains(&error.column), "{text:?}: {error}");
            }
        }
    }
}
