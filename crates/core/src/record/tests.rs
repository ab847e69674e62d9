use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::write::Numbers;
use super::*;
use crate::awale::Awale;
use crate::capture::{Five, Nine, Seven};
use crate::kpe::Kpe;
use crate::mraha::Mraha;
use crate::obridjie::Obridjie;
use crate::seega::Seega;
use crate::{Player, Rules};

/// A game of at most `plies` random moves, with comments at random.
pub(crate) fn random_record<P: Notation>(rules: P::Rules, plies: usize, rng: &mut impl Rng) -> Record<P> {
    let mut record = Record::new(Game::new(P::start(rules)));
    let mut moves = Vec::new();
    if rng.random_bool(0.2) {
        record.set_comment(0, "before the first move");
    }
    let commented = rng.random_range(0.0..1.0);
    for _ in 0..plies {
        if record.game().result().is_some() {
            break;
        }
        record.game().position().legal_moves(&mut moves);
        let comment = if rng.random_bool(commented) { "+0.31/12 0.104s, {wide}\n play" } else { "" };
        record.play(moves[rng.random_range(0..moves.len())], comment).unwrap();
    }
    if rng.random_bool(0.3) {
        record.set_closing(["", "a reason"][rng.random_range(0..2)]);
    }
    record
}

fn first<P: Notation>(text: &str) -> Result<Record<P>, RecordError> {
    Record::read(&split(text).next().expect("a game")?)
}

fn check_round_trips<P: Notation>(presets: &[&str]) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for preset in presets {
        let words = preset.split('+').filter(|word| !word.is_empty());
        let rules = words.fold(P::Rules::default(), |rules, word| rules.with(word).unwrap());
        for game in 0..120 {
            let mut record = random_record::<P>(rules, [0, 1, 30, 3000][game % 4], &mut rng);
            record.set_tag("Black", "a \"quoted\" \\ name");
            record.set_tag("Opening", "none");
            record.set_tag("TimeControl", "1+0.01");
            let text = record.to_string();
            assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
            let read = first::<P>(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(read.to_string(), text);
            assert_eq!(read.game().moves(), record.game().moves());
            assert_eq!(read.comments, record.comments, "{text}");
            assert_eq!((read.closing(), read.verdict()), (record.closing(), record.verdict()), "{text}");
        }
    }
}

#[test]
fn random_games_come_back_as_they_were() {
    check_round_trips::<Kpe>(&["", "skip-origin", "skip-origin+own-row"]);
    check_round_trips::<Awale>(&["", "abapa", "awari"]);
    check_round_trips::<Obridjie>(&[""]);
    check_round_trips::<Mraha>(&[""]);
    check_round_trips::<Seega<Five>>(&["", "nowall", "placement-captures"]);
    check_round_trips::<Seega<Seven>>(&["", "nowall+placement-captures"]);
}

#[test]
fn a_player_who_moves_twice_keeps_his_column() {
    let mut record = Record::new(Game::new(Seega::<Five>::start(Default::default())));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut moves = Vec::new();
    for _ in 0..14 {
        record.game().position().legal_moves(&mut moves);
        record.play(moves[rng.random_range(0..moves.len())], "").unwrap();
    }
    let text = record.to_string();
    let (_, moves) = text.split_once("\n\n").unwrap();
    let words: Vec<&str> = moves.split_whitespace().collect();
    // Twelve placements, the last one of them o's, then o moves again.
    assert_eq!((words[0], words[15], words[18], words[20]), ("1.", "6.", "7...", "8."), "{text}");
    assert_eq!(first::<Seega<Five>>(&text).unwrap().to_string(), text);
}

#[test]
fn the_preset_names_the_board() {
    let text = "[Game \"seega\"]\n[Preset \"7x7+nowall\"]\n*";
    let record = first::<Seega<Seven>>(text).unwrap();
    assert!(record.to_string().contains("[Preset \"7x7+nowall\"]\n"));
    assert_eq!(split(text).next().unwrap().unwrap().variant().as_deref(), Some("seega:7x7+nowall"));
    fails::<Seega<Five>>(text, (2, 10), "no preset of seega");
    fails::<Seega<Nine>>(text, (2, 10), "no preset of seega");
    fails::<Seega<Seven>>("[Preset \"nowall\"]\n*", (1, 10), "\"7x7\" belongs there");
    fails::<Seega<Seven>>("*", (1, 1), "\"7x7\" belongs there");
}

#[test]
fn a_record_looks_like_pgn() {
    let rules = crate::kpe::KpeRules::default().with("own-row").unwrap();
    let mut record = Record::new(Game::new(Kpe::start(rules)));
    record.set_tag("Termination", "abandoned");
    record.set_tag("Annotator", "n");
    record.set_tag("White", "Ama");
    record.set_tag("Result", "1-0");
    for (text, comment) in [("D", ""), ("c", "a good reply"), ("C", ""), ("c", "")] {
        let mv = record.game().position().parse_move(text).unwrap();
        record.play(mv, comment).unwrap();
    }
    record.set_closing("broken off");
    let wanted = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Ama\"]\n[Black \"?\"]\n\
                  [Result \"*\"]\n[Game \"kpe\"]\n[Preset \"own-row\"]\n[PlyCount \"4\"]\n[Termination \"abandoned\"]\n\
                  [Annotator \"n\"]\n\n1. D c {a good reply} 2. C c {} {broken off} *\n\n";
    assert_eq!(record.to_string(), wanted);
    assert_eq!(first::<Kpe>(wanted).unwrap().to_string(), wanted);
}

#[test]
fn a_comment_brings_the_number_back() {
    let text = "1. A {x} 1... f {y} 2. B *";
    let written = first::<Awale>(text).unwrap().to_string();
    assert!(written.ends_with("\n\n1. A {x} 1... f {y} 2. B *\n\n"), "{written}");
}

#[test]
fn numbers_tell_turns_in_a_row_apart() {
    let turns = [0, 1, 0, 1, 1, 0, 0, 1, 1, 1].map(|index| Player::BOTH[index]);
    let mut numbers = Numbers::default();
    let got = turns.map(|turn| numbers.next(turn).to_string());
    assert_eq!(got, ["1.", "1...", "2.", "2...", "3...", "4.", "5.", "5...", "6...", "7..."]);
    assert_eq!(Numbers::default().next(Player::Second).to_string(), "1...");
}

#[test]
fn a_start_that_was_set_up_is_kept() {
    let fen = "1-1-2-2-1-0-0-0-1-0-1-0-19-20-S";
    for value in [fen.to_owned(), format!("awale {fen}")] {
        let record = first::<Awale>(&format!("[FEN \"{value}\"]\n1. A *")).unwrap();
        let text = record.to_string();
        assert!(text.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")), "{text}");
        assert_eq!(first::<Awale>(&text).unwrap().game().start().fields(), fen);
    }
}

#[test]
fn a_file_holds_many_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut file = String::new();
    for _ in 0..50 {
        file += &random_record::<Awale>(Default::default(), 40, &mut rng).to_string();
        file += &random_record::<Obridjie>(Default::default(), 40, &mut rng).to_string();
    }
    let games: Vec<RawGame<'_>> = split(&file).collect::<Result<_, _>>().unwrap();
    assert_eq!(games.len(), 100);
    let mut again = String::new();
    for game in &games {
        again += &match game.variant().as_deref() {
            Some("awale") => Record::<Awale>::read(game).unwrap().to_string(),
            _ => Record::<Obridjie>::read(game).unwrap().to_string(),
        };
    }
    assert_eq!(again, file);
}

#[test]
fn nothing_but_space_holds_no_game() {
    assert_eq!(split("").count(), 0);
    assert_eq!(split(" \n% x\n (1. A) $3 ").count(), 0);
}

#[test]
fn reading_skips_what_is_not_the_game() {
    let text =
        "% escaped\n[Event \"x\"] ; a remark\n1.A! (1. B (1. C) b) $5 a?? { a } 2 . B 2...b (3. F) *  {end}";
    let record = first::<Awale>(text).unwrap();
    let moves: Vec<String> = record.game().moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["A", "a", "B", "b"]);
    assert_eq!([0, 1, 2, 3, 4].map(|ply| record.comment(ply)), ["a remark", "", "a", "", "end"]);
}

#[test]
fn the_only_comment_closes_the_game() {
    let record = first::<Awale>("1. A a {time} 0-1").unwrap();
    assert_eq!((record.comment(2), record.closing()), ("", "time"));
    let record = first::<Awale>("1. A a {a fine move} {} 0-1").unwrap();
    assert_eq!((record.comment(2), record.closing()), ("a fine move", ""));
}

/// Where a record goes wrong, and words that the message must have.
#[track_caller]
fn fails<P: Notation>(text: &str, place: (usize, usize), words: &str) {
    let error = first::<P>(text).expect_err(text);
    assert_eq!((error.line, error.column), place, "{error}");
    assert!(error.reason.contains(words), "{error}");
}

#[test]
fn errors_name_the_place_and_the_move() {
    fails::<Awale>("1. A a\n2. X b *", (2, 4), "move 2. \"X\": ");
    fails::<Awale>("1. A {c} 1... Ab *", (1, 15), "move 1... \"Ab\": ");
    fails::<Awale>("1. A b 2. Bx *", (1, 12), "move 2. \"Bx\": ");
    fails::<Awale>("[Game \"kpe\"]\n*", (1, 8), "not \"awale\"");
    fails::<Awale>("[Preset \"abapa+wide\"]\n*", (1, 16), "abapa, awari are");
    fails::<Awale>("[Preset \"abapa+awari\"]\n*", (1, 16), "contradicts \"abapa\"");
    fails::<Obridjie>("[Preset \"abapa\"]\n*", (1, 10), "has none");
    fails::<Awale>("[FEN \"awale 4-4-x\"]\n*", (1, 17), "tag FEN");
    fails::<Awale>("[SetUp \"1\"]\n*", (1, 9), "no tag FEN");
    fails::<Awale>("[SetUp \"0\"]\n[FEN \"x\"]\n*", (1, 9), "there is a tag FEN");
    fails::<Awale>("[A \"1\"]\n[A \"1\"]\n*", (2, 1), "second time");
    fails::<Awale>("1. A a\n", (2, 1), "without its result");
    fails::<Awale>("1. A a\n[Event \"?\"]", (2, 1), "without its result");
    fails::<Awale>("1. A a 2x *", (1, 8), "neither a move number nor a result");
    fails::<Awale>("1. A a 26-22", (1, 8), "no result");
    fails::<Awale>("1. A a {open", (1, 8), "not closed");
    fails::<Awale>("[Result \"1-0\"]\n1. A a 0-1", (1, 10), "ends with \"0-1\"");
}

#[test]
fn results_must_agree_with_the_board() {
    let over = "[FEN \"0-0-0-0-0-1-0-0-0-0-0-0-30-17-S\"]\n";
    fails::<Awale>(&format!("{over}0-1"), (2, 1), "it is \"1-0\"");
    fails::<Awale>(&format!("{over}*"), (2, 1), "contradicts the board");
    fails::<Awale>(&format!("{over}1. F 1-0"), (2, 4), "the game is over already");
    assert_eq!(first::<Awale>(&format!("{over}1-0")).unwrap().verdict(), Verdict::Won(Player::First));
    assert_eq!(first::<Awale>("1. A 1-0").unwrap().verdict(), Verdict::Won(Player::First));
}

#[test]
fn a_record_states_the_result_of_its_game() {
    let over = Awale::parse_fields(Default::default(), "0-0-0-0-0-1-0-0-0-0-0-0-30-17-S").unwrap();
    let mut record = Record::new(Game::new(over));
    record.adjudicate(Verdict::Draw);
    assert_eq!(
        (record.verdict(), record.closing()),
        (Verdict::Won(Player::First), "South wins, seeds 31-17")
    );
    let mut record = Record::new(Game::new(Awale::start(Default::default())));
    record.adjudicate(Verdict::Draw);
    assert_eq!(record.verdict(), Verdict::Draw);
}

#[test]
fn a_megabyte_on_one_line_is_read() {
    let text = format!("1. A {{{}}} a {} *", "word ".repeat(200_000), "(A) ".repeat(100_000));
    assert_eq!(first::<Awale>(&text).unwrap().game().moves().len(), 2);
    fails::<Awale>(&format!("{}1. Q *", " ".repeat(1_000_000)), (1, 1_000_004), "move 1. \"Q\"");
}

#[test]
fn tags_take_any_text() {
    let mut record = Record::new(Game::new(Kpe::start(Default::default())));
    record.set_tag("a b", "x\ny");
    record.set_tag("", "nothing");
    assert_eq!(record.tag("a_b"), Some("x y"));
    assert_eq!(first::<Kpe>(&record.to_string()).unwrap().tag("a_b"), Some("x y"));
}

/// `text` with one to four random changes.
pub(crate) fn mutated(text: &str, rng: &mut impl Rng) -> String {
    const ODD: [&str; 20] = [
        "{", "}", "(", ")", "[", "]", ";", "\"", "\\", "%", "*", "$", "1-0", "+9", "é", "\n", "\u{feff}",
        "-", ".", "\0",
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..5) {
        let at = rng.random_range(0..=chars.len());
        let end = (at + rng.random_range(0..6)).min(chars.len());
        match rng.random_range(0..4) {
            0 => drop(chars.drain(at..end)),
            1 => drop(chars.splice(at..end, ODD[rng.random_range(0..ODD.len())].chars())),
            2 => {
                let copy: Vec<char> = chars[at..end].to_vec();
                drop(chars.splice(at..at, copy));
            }
            _ => chars.truncate(end),
        }
    }
    chars.into_iter().collect()
}

/// An error's place lies in the text.
pub(crate) fn check_place(error: &RecordError, text: &str) {
    let line =
        text.split('\n').nth(error.line - 1).unwrap_or_else(|| panic!("{error}: no such line in {text:?}"));
    assert!(error.column <= line.chars().count() + 1 && error.column > 0, "{error} in {text:?}");
}

#[test]
fn damaged_records_are_errors_not_panics() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20_000);
    let mut errors = 0;
    let mut record = String::new();
    for round in 0..20_000 {
        if round % 100 == 0 {
            record = random_record::<Kpe>(Default::default(), 60, &mut rng).to_string();
        }
        let text = mutated(&record, &mut rng);
        for raw in split(&text) {
            match raw.and_then(|raw| Record::<Kpe>::read(&raw)) {
                Ok(read) => {
                    assert_eq!(first::<Kpe>(&read.to_string()).unwrap().to_string(), read.to_string());
                }
                Err(error) => {
                    errors += 1;
                    check_place(&error, &text);
                }
            }
        }
    }
    assert!(errors > 5_000, "{errors}");
}
