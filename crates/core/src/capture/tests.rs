//! Text of boards and turns, on all sizes.

use super::harness::dice;
use super::{Board, Direction, Five, Kind, Nine, Seven, Size, Turn, parse_turn, symmetry};
use crate::Player;

fn refusal<S: Size>(text: &str) -> (usize, String) {
    let error = Board::<S>::parse(text).expect_err(text);
    (error.column, error.reason)
}

#[test]
fn positions_that_the_rules_forbid_are_refused() {
    for (text, column, words) in [
        ("", 1, "board is missing"),
        ("5/5/5/5/5", 10, "side to move is missing"),
        ("5/5/5/5/5 x", 12, "hand"),
        ("5/5/5/5/5 x 0,0", 16, "quiet plies is missing"),
        ("5/5/5/5/5 x 0,0 0 z", 19, "one field too many"),
        ("5/5/5/5 x 0,0 0", 1, "5 rows"),
        ("5/5/5/5/5/5 x 0,0 0", 11, "5 rows"),
        ("5/5/5/5/4 x 0,0 0", 10, "has 4 squares"),
        ("5/5/x5/5/5 x 0,0 0", 6, "more than 5"),
        ("5/5/5x/5/5 x 0,0 0", 6, "more than 5"),
        ("5/5/5//5 x 0,0 0", 7, "has 0 squares"),
        ("5/5/2X2/5/5 x 0,0 0", 6, "no piece"),
        ("5/5/500/5/5 x 0,0 0", 6, "no piece"),
        ("xxxxx/xxxxx/2xxx/5/5 x 0,0 0", 16, "has 12"),
        ("5/5/5/5/5 S 0,0 0", 11, "x or o"),
        ("5/5/5/5/5 x 0 0", 13, "pair of hands"),
        ("5/5/5/5/5 x 0,0,0 0", 13, "pair of hands"),
        ("5/5/5/5/5 x 13,0 0", 13, "more than 12"),
        ("5/5/5/5/5 x 0,-1 0", 15, "no digit"),
        ("xxx2/5/5/5/5 x 10,10 0", 16, "13 pieces"),
        ("5/5/5/ooo2/5 x 10,10 0", 19, "13 pieces"),
        ("5/5/5/5/5 x 2,4 0", 13, "equal"),
        ("5/5/5/5/5 o 4,4 0", 13, "two more"),
        ("5/5/5/5/5 o 0,3 0", 13, "two more"),
        ("5/5/1ox2/5/5 x 2,2 0", 7, "closed"),
        ("5/5/11o11/5/5 o 2,4 0", 7, "closed"),
        ("5/5/5/5/5 x 0,0 101", 17, "more than 100"),
        ("5/5/5/5/5 x 0,0 x", 17, "no digit"),
        ("é/5/5/5/5 x 0,0 0", 1, "no piece"),
    ] {
        let (at, reason) = refusal::<Five>(text);
        assert!(at == column && reason.contains(words), "{text}: {at} {reason}");
    }
    assert!(refusal::<Seven>("5/5/5/5/5 x 0,0 0").1.contains("7 rows"));
}

#[test]
fn hands_that_can_go_on_are_read() {
    for text in ["o 10,12", "x 1,1", "o 0,1", "o 0,2", "o 0,0", "x 0,0", "o 1,3"] {
        let text = format!("5/5/5/5/5 {text} 0");
        assert!(Board::<Five>::parse(&text).is_ok(), "{text}");
    }
}

struct Text<S: Size>(Board<S>);

impl<S: Size> std::fmt::Display for Text<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.write(f)
    }
}

#[test]
fn any_digits_that_add_up_are_read_and_the_longest_runs_written() {
    let board = Board::<Five>::parse(" 11111/23/1x12/5/41\tx  0,0 7 ").unwrap();
    assert_eq!(Text(board).to_string(), "5/5/1x3/5/5 x 0,0 7");
    let board = Board::<Nine>::parse("54/9/9/9/9/9/9/9/111111o11 o 0,0 100").unwrap();
    assert_eq!(Text(board).to_string(), "9/9/9/9/9/9/9/9/6o2 o 0,0 100");
}

#[test]
fn turns_are_small_and_read_back() {
    assert_eq!(size_of::<Turn<Five>>(), 8);
    for text in ["a1b1", "e5", "c3-c4", "a1xb1xb2xa2xa1", "pass"] {
        assert_eq!(parse_turn::<Five>(text, Kind::Capture).unwrap().to_string(), text);
    }
    let long = ["i9", "i7", "g7", "g9", "i9", "i7"].join("x");
    let turn = parse_turn::<Nine>(&long, Kind::Jump).unwrap();
    assert_eq!((turn.to_string(), turn.steps()), (long, 5));
    let endless = "a1xb1xb2xa2".to_owned() + &"xa1xb1xb2xa2".repeat(10);
    let error = parse_turn::<Nine>(&endless, Kind::Capture).unwrap_err();
    assert!(error.reason.contains("more than 40"), "{error}");
}

#[test]
fn turns_are_ordered_by_origin_then_by_landings() {
    let texts = [
        "a1b1",
        "a1c1",
        "b1c1",
        "a1",
        "a1-b1",
        "a1-a2",
        "b1-a1",
        "a1xb1",
        "a1xb1xb2",
        "a1xb1xb2xa2",
        "a1xa2",
    ];
    let turns: Vec<Turn<Five>> = texts.map(|text| parse_turn(text, Kind::Capture).unwrap()).to_vec();
    assert!(turns.is_sorted());
}

#[test]
fn malformed_turns_name_the_column() {
    for (text, column, words) in [
        ("f1", 1, "a1 to e5"),
        ("a6-a5", 1, "no square"),
        ("a1-", 4, "missing"),
        ("a1x", 4, "missing"),
        ("a1xb1-b2", 6, "follows the end"),
        ("a1b", 3, "no square"),
        ("a1b1c1", 5, "follows the end"),
        ("a1-e1", 4, "not next"),
        ("e1-a2", 4, "not next"),
        ("passe", 1, "no square"),
        ("a1é", 3, "no square"),
    ] {
        let error = parse_turn::<Five>(text, Kind::Capture).unwrap_err();
        assert!(error.column == column && error.reason.contains(words), "{text}: {error}");
    }
}

fn check_steps<S: Size>() {
    for square in 0..S::SQUARES {
        for direction in Direction::ALL {
            let there = S::step(super::Bits::square(square), direction);
            let back = S::step(there, direction.opposite());
            assert!(there == super::Bits::NONE || back == super::Bits::square(square));
            assert!(there & S::ALL == there);
        }
    }
    let edges = |direction| S::step(S::ALL, direction);
    let lost = Direction::ALL.map(|direction| super::Bits::count(S::ALL & !edges(direction)) as usize);
    assert_eq!(lost, [S::SIDE; 4]);
}

#[test]
fn steps_do_not_wrap() {
    check_steps::<Five>();
    check_steps::<Seven>();
    check_steps::<Nine>();
}

#[test]
fn symmetries_of_boards_are_eight_different_ones() {
    let mut roll = dice(5);
    let set = (0..30).fold(0u128, |set, _| set | 1 << roll(81));
    let mut seen: Vec<u128> = (0..8).map(|symmetry| symmetry::transformed::<Nine>(set, symmetry)).collect();
    assert_eq!(seen[0], set);
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 8);
}

#[test]
fn the_drawing_shows_pieces_hands_and_the_side_to_move() {
    let drawing = Board::<Five>::parse("x4/5/5/5/4o o 2,4 0").unwrap().draw();
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines[1], "5 | x |   |   |   |   |  o 1, 4 in hand <- to move");
    assert_eq!(lines[5], "3 |   |   | . |   |   |");
    assert_eq!(lines[9], "1 |   |   |   |   | o |  x 1, 2 in hand");
    assert_eq!(lines[11], "    a   b   c   d   e");
    assert_eq!(Board::<Five>::start().turn, Player::First);
}
