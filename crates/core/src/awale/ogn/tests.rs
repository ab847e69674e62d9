use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::Player;
use crate::record::split;
use crate::record::tests::{check_place, mutated, random_record};

fn first(text: &str) -> Result<Record<Awale>, RecordError> {
    read(&split(text).next().expect("a game")?)
}

#[test]
fn random_games_come_back_as_they_were() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    for (variant, _) in VARIANTS {
        for game in 0..100 {
            let mut record =
                random_record::<Awale>(AwaleRules { variant }, [0, 1, 50, 3000][game % 4], &mut rng);
            record.set_tag("White", "Ama \"A\"");
            record.set_tag("Annotator", "n");
            if rng.random_bool(0.3) {
                record.adjudicate(Verdict::ALL[rng.random_range(0..4)]);
            }
            let text = write(&record);
            assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
            let read = first(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(write(&read), text);
            assert_eq!(read.to_string(), record.to_string());
        }
    }
}

#[test]
fn a_record_looks_like_auales() {
    let text = "[Variant \"Oware Abapa\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[South \"A\"]\n\
                [North \"B\"]\n[Result \"*\"]\n\n1. F f 2. B e 3. B c 4. D a+2 *\n\n";
    let record = first(text).unwrap();
    assert_eq!((record.tag("White"), record.tag("Black")), (Some("A"), Some("B")));
    assert_eq!(record.game().position().stores(), [0, 2]);
    assert_eq!(record.game().start().rules().variant, Variant::Abapa);
    assert_eq!(write(&record), text);
}

#[test]
fn the_variant_defaults_to_abapa_and_numbers_may_miss() {
    let record = first("1. F f 2. B e 3. B c 4. D a {no number} (4... b) *").unwrap();
    assert_eq!(record.game().start().rules().variant, Variant::Abapa);
    assert!(write(&record).contains("4. D a+2 {no number} *"), "{}", write(&record));
}

#[test]
fn a_game_that_was_set_up_and_is_over_has_its_score() {
    let record = first("[Variant \"Awale\"]\n[FEN \"0-0-0-0-0-1-1-0-0-0-0-0-25-20-S\"]\n26-21").unwrap();
    assert_eq!(record.verdict(), Verdict::Won(Player::First));
    assert!(write(&record).contains("[Result \"26-21\"]\n[FEN \"0-0-0-0-0-1-1-0-0-0-0-0-25-20-S\"]"));
}

#[test]
fn scores_of_broken_off_games_are_verdicts() {
    assert_eq!(first("1. F 25-10").unwrap().verdict(), Verdict::Won(Player::First));
    assert_eq!(first("1. F 24-24").unwrap().verdict(), Verdict::Draw);
    assert_eq!(first("1. F 0-1").unwrap().verdict(), Verdict::Won(Player::Second));
    assert_eq!(first("1. F 1/2-1/2").unwrap().verdict(), Verdict::Draw);
}

#[track_caller]
fn fails(text: &str, place: (usize, usize), words: &str) {
    let error = first(text).expect_err(text);
    assert_eq!((error.line, error.column), place, "{error}");
    assert!(error.reason.contains(words), "{error}");
}

#[test]
fn errors_name_the_place_and_the_move() {
    fails("1. F f 2. B e 3. B c\n4. D a+3 *", (2, 7), "move 4... \"a+3\": a captures 2 seeds, not 3");
    fails("1. F+1 *", (1, 5), "move 1. \"F+1\": F captures 0 seeds, not 1");
    fails("1. F+ *", (1, 6), "move 1. \"F+\"");
    fails("1. F+x *", (1, 6), "move 1. \"F+x\"");
    fails("1. F F *", (1, 6), "move 1... \"F\"");
    fails("[Variant \"Kalah\"]\n*", (1, 11), "Oware Abapa, Awale, Awari are");
    fails("[FEN \"x\"]\n*", (1, 7), "tag FEN");
    fails("[Result \"26-22\"]\n1. F f *", (1, 10), "ends with \"*\"");
    fails("1. F f 30-30", (1, 8), "no result");
    fails("1. F f 1/3-1", (1, 8), "no result");
    fails("1. F f 2. B e 3. B c 4. D a+2 40-1", (1, 31), "the stores are 0-2");
    fails("[FEN \"0-0-0-0-0-1-1-0-0-0-0-0-25-20-S\"]\n[Variant \"Awale\"]\n25-22", (3, 1), "it is \"26-21\"");
    fails("1. F f 2. B", (1, 12), "without its result");
}

#[test]
fn records_change_from_one_form_to_the_other() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let record = random_record::<Awale>(AwaleRules { variant: Variant::Abapa }, 3000, &mut rng);
    let [ogn, pgn] =
        [write(&record), record.to_string()].map(|text| is_ogn(&split(&text).next().unwrap().unwrap()));
    assert!(ogn && !pgn);
    let from_ogn = first(&write(&record)).unwrap();
    let from_pgn = Record::<Awale>::read(&split(&record.to_string()).next().unwrap().unwrap()).unwrap();
    assert_eq!(from_ogn.game().moves(), from_pgn.game().moves());
    assert_eq!(from_ogn.verdict(), from_pgn.verdict());
}

#[test]
fn damaged_records_are_errors_not_panics() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20_001);
    let (mut errors, mut text) = (0, String::new());
    for round in 0..20_000 {
        if round % 100 == 0 {
            let (variant, _) = VARIANTS[round / 100 % 3];
            text = write(&random_record::<Awale>(AwaleRules { variant }, 60, &mut rng));
        }
        let text = mutated(&text, &mut rng);
        for raw in split(&text) {
            match raw.and_then(|raw| read(&raw)) {
                Ok(read) => assert_eq!(write(&first(&write(&read)).unwrap()), write(&read)),
                Err(error) => {
                    errors += 1;
                    check_place(&error, &text);
                }
            }
        }
    }
    assert!(errors > 5_000, "{errors}");
}
