//! The clauses of Seega one by one, then everything against the slow reference.

use super::{Seega, SeegaRules, reference};
use crate::capture::harness::{check_chances, check_laws, compare, dice, random_board, walk};
use crate::capture::plain::Plain;
use crate::capture::{Five, Nine, Seven, Size};
use crate::{
    Game, Notation, Outcome, Player, Position, PresetError, Reason, Rules, Symmetric, Tally, Victory,
};

const PLAIN: SeegaRules = SeegaRules { nowall: false, placement_captures: false };
const NOWALL: SeegaRules = SeegaRules { nowall: true, ..PLAIN };
const PLACING: SeegaRules = SeegaRules { placement_captures: true, ..PLAIN };

fn read<S: Size>(rules: SeegaRules, text: &str) -> Seega<S> {
    Seega::parse_fields(rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A 5x5 position in which walls win nothing, so that the other clauses can be seen.
fn at(text: &str) -> Seega<Five> {
    read(NOWALL, text)
}

fn moves<S: Size>(position: &Seega<S>) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

fn played<S: Size>(start: Seega<S>, moves: &str) -> Seega<S> {
    let play = |position: Seega<S>, mv: &str| position.play(position.parse_move(mv).unwrap()).unwrap();
    moves.split(' ').fold(start, play)
}

fn after(text: &str, moves: &str) -> String {
    played(at(text), moves).fields()
}

fn grande(first: u8, second: u8) -> Option<Outcome> {
    Some(Outcome::by_pieces([first, second]))
}

#[test]
fn s1_two_pieces_a_turn_never_on_the_centre_and_none_is_taken() {
    let start = Seega::<Five>::start(PLAIN);
    assert_eq!(start.text(), "seega 5/5/5/5/5 x 12,12 0");
    assert_eq!(moves(&start).len(), 276);
    assert!(moves(&start).iter().all(|mv| !mv.contains("c3")));
    assert_eq!(after("5/5/5/5/1o3 x 10,10 0", "a1c1"), "5/5/5/5/xox2 o 8,10 0");
}

#[test]
fn s2_o_places_last_and_moves_first() {
    let second = at(&after("xxxxx/ooooo/ox1xo/xxxxx/ooo2 o 0,2 0", "d1e1"));
    assert_eq!((second.turn(), second.board().is_placing()), (Player::Second, false));
    assert_eq!(after("5/5/5/5/xo3 o 0,1 0", "c1"), "5/5/5/5/xoo2 o 0,0 0");
}

#[test]
fn s3_one_step_and_the_centre_is_open() {
    assert_eq!(moves(&at("5/5/5/2x2/4o x 0,0 3")), ["c2-c1", "c2-b2", "c2-d2", "c2-c3"]);
    assert_eq!(after("5/5/5/2x2/4o x 0,0 3", "c2-c3"), "5/5/2x2/5/4o o 0,0 4");
}

#[test]
fn s4_only_the_piece_that_moved_captures() {
    // Left, right and up at once.
    assert_eq!(after("2x2/2o2/xo1ox/2x2/5 x 0,0 7", "c2xc3"), "2x2/5/x1x1x/5/5 o 0,0 0");
    // The enemies enclosed by other pieces stay.
    assert_eq!(after("1x3/xo3/2ox1/1o3/1x3 x 0,0 7", "a4-a3"), "1x3/1o3/x1ox1/1o3/1x3 o 0,0 8");
    assert_eq!(after("4o/5/xox2/5/4x x 0,0 7", "e1-e2"), "4o/5/xox2/4x/5 o 0,0 8");
    // Moving between two enemies is safe, and those who stood there take nothing.
    assert_eq!(after("5/5/5/1x3/o1o2 x 0,0 0", "b2-b1"), "5/5/5/5/oxo2 o 0,0 1");
    assert!(moves(&at("5/5/5/5/oxo2 o 0,0 1")).iter().all(|mv| mv.contains('-')));
}

#[test]
fn s4_the_helper_is_another_piece() {
    // b1 would enclose c1 only together with itself.
    assert_eq!(after("5/5/5/5/x1o2 x 0,0 0", "a1-b1"), "5/5/5/5/1xo2 o 0,0 1");
}

#[test]
fn s5_the_centre_is_safe_and_helps_but_edges_and_the_empty_centre_do_not() {
    assert_eq!(after("5/5/x1ox1/5/5 x 0,0 0", "a3-b3"), "5/5/1xox1/5/5 o 0,0 1");
    assert_eq!(after("5/5/2x2/2o2/1x3 x 0,0 0", "b1xc1"), "5/5/2x2/5/2x2 o 0,0 0");
    assert_eq!(after("5/5/5/2o2/1x3 x 0,0 0", "b1-c1"), "5/5/5/2o2/2x2 o 0,0 1");
    assert_eq!(after("5/5/5/5/o1x2 x 0,0 0", "c1-b1"), "5/5/5/5/ox3 o 0,0 1");
}

#[test]
fn s6_a_capture_is_compulsory_and_goes_on() {
    let worked = at("xoxoo/oxxxo/xo1ox/oxxoo/xooxx x 0,0 0");
    assert_eq!(moves(&worked), ["c2xc3xd3", "c4xc3xd3"]);
    let error = worked.parse_move("c2xc3").unwrap_err();
    assert!(error.column == 4 && error.reason.contains("must go on"), "{error}");
    assert_eq!(played(worked, "c2xc3xd3").fields(), "xoxoo/oxxxo/x2xx/ox2o/xooxx o 0,0 0");
    let compulsory = at("5/5/5/x4/1ox2 x 0,0 0");
    assert_eq!(moves(&compulsory), ["a2xa1"]);
    let error = compulsory.parse_move("a2-a3").unwrap_err();
    assert!(error.column == 1 && error.reason.contains("must be played"), "{error}");
}

#[test]
fn s7_who_cannot_move_passes_and_only_then() {
    let stuck = "5/5/5/o4/xo3 x 0,0 6";
    assert_eq!(moves(&at(stuck)), ["pass"]);
    assert_eq!(after(stuck, "pass"), "5/5/5/o4/xo3 o 0,0 7");
    let error = at("5/5/5/5/xo3 x 0,0 6").parse_move("pass").unwrap_err();
    assert!(error.reason.contains("cannot move"), "{error}");
}

#[test]
fn s8_an_enemy_who_cannot_move_is_freed() {
    // Only the pieces beside a1 free it.
    let held = at("5/5/5/o3o/xo3 o 0,0 7");
    assert_eq!(moves(&held), ["b1-c1", "b1-b2", "a2-b2", "a2-a3"]);
    let error = held.parse_move("e2-e3").unwrap_err();
    assert!(error.reason.contains("must be given a move"), "{error}");
}

#[test]
fn s8_holds_before_any_pass() {
    // x has not passed, his last slide shut himself in.
    let shut = played(at("5/5/5/ox3/1o3 x 0,0 0"), "b2-b3");
    assert_eq!(shut.outcome(), None);
    assert!(
        moves(&at("5/5/5/oo3/xo3 o 0,0 1")).iter().all(|mv| mv.starts_with("a2") || mv.starts_with("b1"))
    );
}

#[test]
fn s8_without_a_freeing_move_the_game_is_over() {
    // a1 is shut in by a2 and b1, which are shut in themselves; others can move, but free nobody.
    let over = at("5/o4/oo3/ooo2/xooo1 o 0,0 3");
    assert_eq!(over.outcome(), grande(1, 9));
    assert!(moves(&over).is_empty());
    // It is the same for x to move: he passes, and then the game is over.
    let passing = at("5/o4/oo3/ooo2/xooo1 x 0,0 3");
    assert_eq!(moves(&passing), ["pass"]);
    assert_eq!(played(passing, "pass").outcome(), grande(1, 9));
}

#[test]
fn s10_the_game_is_over_when_a_side_has_no_piece_left() {
    assert_eq!(at("5/5/5/5/xx3 o 0,0 0").outcome(), grande(2, 0));
    assert_eq!(at("5/5/5/5/5 o 0,0 0").outcome(), grande(0, 0));
    assert_eq!(played(at("5/5/5/x4/1ox2 x 0,0 0"), "a2xa1").outcome(), grande(2, 0));
}

#[test]
fn s10_a_hundred_quiet_plies_end_it() {
    assert_eq!(at("5/5/5/5/xx2o x 0,0 99").outcome(), None);
    assert_eq!(at("5/5/5/5/xx2o x 0,0 100").outcome(), grande(2, 1));
    assert_eq!(at("5/5/5/5/x3o x 0,0 100").outcome(), grande(1, 1));
    assert!(moves(&at("5/5/5/5/x3o x 0,0 100")).is_empty());
    // A pass is a ply.
    assert_eq!(played(at("5/5/5/o4/xo3 x 0,0 99"), "pass").outcome(), grande(1, 2));
}

#[test]
fn s10_repetition_ends_it_for_the_majority() {
    let mut game = Game::new(at("5/5/5/5/xx2o x 0,0 0"));
    for mv in "a1-a2 e1-e2 a2-a1 e2-e1 a1-a2 e1-e2 a2-a1 e2-e1".split(' ') {
        assert_eq!(game.result(), None);
        game.play(game.position().parse_move(mv).unwrap()).unwrap();
    }
    assert_eq!(game.result(), Some((Outcome::by_pieces([2, 1]), Reason::Repetition)));
}

const WALLED: &str = "1xx2/1xxxx/xx1xx/ooooo/1oo2 x 0,0 0";

fn petite(first: u8, second: u8, winner: Player) -> Option<Outcome> {
    let tally = Tally::Pieces { victory: Victory::Petite, pieces: [first, second] };
    Some(Outcome { winner: Some(winner), tally })
}

/// The conditions of S9 for each group of the frontier of `x`, by the reference.
fn conditions(text: &str) -> Vec<[bool; 3]> {
    let plain = Plain::read(text);
    let groups = reference::groups(&plain, 'x');
    groups.iter().map(|group| reference::conditions(&plain, 'x', group)).collect()
}

#[test]
fn s9_a_wall_wins_for_the_side_with_more_pieces() {
    assert_eq!(read::<Five>(PLAIN, WALLED).outcome(), petite(10, 7, Player::First));
    assert!(moves(&read::<Five>(PLAIN, WALLED)).is_empty());
    assert_eq!(read::<Five>(NOWALL, WALLED).outcome(), None);
    // It does not matter who is to move, and it comes before S10.
    assert_eq!(
        read::<Five>(PLAIN, &WALLED.replace("x 0,0 0", "o 0,0 100")).outcome(),
        petite(10, 7, Player::First)
    );
    let swapped: String = WALLED
        .chars()
        .map(|c| match c {
            'x' => 'o',
            'o' => 'x',
            c => c,
        })
        .collect();
    assert_eq!(read::<Five>(PLAIN, &swapped).outcome(), petite(7, 10, Player::Second));
    // Not while pieces are in hand, and not with equal numbers.
    assert_eq!(read::<Five>(PLAIN, &WALLED.replace("0,0", "2,2")).outcome(), None);
    assert_eq!(conditions("5/1x3/xxxxx/ooooo/1o3 x 0,0 0"), [[true; 3]]);
    assert_eq!(read::<Five>(PLAIN, "5/1x3/xxxxx/ooooo/1o3 x 0,0 0").outcome(), None);
    assert_eq!(read::<Five>(PLAIN, "5/1x3/xxxxx/oooo1/1o3 x 0,0 0").outcome(), petite(6, 5, Player::First));
}

#[test]
fn s9_each_condition_alone_can_fail() {
    for (text, wanted) in [
        ("5/1x3/xxxxx/5/1o1o1 x 0,0 0", [true, true, true]),
        // A corner is cut off: the group touches two edges that are not opposite.
        ("x1x2/1x3/x4/5/1o1o1 x 0,0 0", [false, true, true]),
        // The tooth on b2 could be taken between a2 and c2.
        ("5/1x3/xxxxx/ox1o1/5 x 0,0 0", [true, false, true]),
        // The piece on the centre could not.
        ("2x2/xx1xx/2x2/ooo2/5 x 0,0 0", [true, true, true]),
        // Nobody is behind the wall.
        ("5/5/xxxxx/o1o1o/5 x 0,0 0", [true, true, false]),
        // Who is behind it cannot move.
        ("xxxxx/xxxxx/o1o1o/5/5 x 0,0 0", [true, true, false]),
    ] {
        assert_eq!(conditions(text), [wanted], "{text}");
        let is_wall = wanted == [true; 3];
        assert_eq!(read::<Five>(PLAIN, text).outcome().is_some(), is_wall, "{text}");
    }
}

#[test]
fn s11_pieces_placed_take_after_both_are_set() {
    let position: Seega<Five> = read(PLACING, "5/5/5/5/1o1o1 x 10,10 0");
    // c1 takes b1 with a1; it is automatic, and no duty.
    assert_eq!(played(position, "a1c1").fields(), "5/5/5/5/x1xo1 o 8,10 0");
    assert_eq!(moves(&position).len(), 22 * 21 / 2);
    // Several at once, by both pieces.
    let position: Seega<Five> = read(PLACING, "5/5/5/5/xo1ox x 6,6 0");
    assert_eq!(played(position, "c1e5").fields(), "4x/5/5/5/x1x1x o 4,6 0");
    // Enclosed by pieces that stood already: not taken. Moving in between is safe in both phases.
    let position: Seega<Five> = read(PLACING, "5/5/5/5/x1x2 o 8,10 0");
    assert_eq!(played(position, "b1e5").fields(), "4o/5/5/5/xox2 x 8,8 0");
}

#[test]
fn s11_the_centre_stays_closed_and_empty_it_helps_nobody() {
    let position: Seega<Five> = read(PLACING, "5/5/1o3/5/5 x 10,10 0");
    assert!(position.parse_move("a3c3").unwrap_err().reason.contains("closed"));
    assert_eq!(played(position, "a3e5").fields(), "4x/5/xo3/5/5 o 8,10 0");
}

#[test]
fn s12_larger_boards_have_more_pieces() {
    assert_eq!(Seega::<Seven>::start(PLAIN).text(), "seega:7x7 7/7/7/7/7/7/7 x 24,24 0");
    assert_eq!(Seega::<Nine>::start(NOWALL).text(), "seega:9x9+nowall 9/9/9/9/9/9/9/9/9 x 40,40 0");
    assert_eq!(moves(&Seega::<Seven>::start(PLAIN)).len(), 48 * 47 / 2);
    let corner: Seega<Nine> = read(PLAIN, "7ox/7x1/9/9/9/9/9/9/9 o 0,0 0");
    assert_eq!(moves(&corner), ["h9-g9"]);
    let far: Seega<Nine> = read(PLAIN, "6xo1/7x1/9/9/9/9/9/9/9 x 0,0 0");
    assert_eq!(moves(&far).len(), 5);
    let taking: Seega<Nine> = read(PLAIN, "6xo1/8x/9/9/9/9/9/9/ooooooooo x 0,0 0");
    assert_eq!(moves(&taking), ["i8xi9"]);
    assert_eq!(played(taking, "i8xi9").fields(), "6x1x/9/9/9/9/9/9/9/ooooooooo o 0,0 0");
}

#[test]
fn presets_have_words() {
    let rules = PLAIN.with("placement-captures").unwrap().with("nowall").unwrap();
    assert_eq!(rules.tokens(), ["nowall", "placement-captures"]);
    assert!(matches!(PLAIN.with("7x7"), Err(PresetError::Unknown(_))));
}

fn outcome_of(plain: &Plain, rules: SeegaRules) -> Option<Outcome> {
    let (winner, by_wall) = reference::outcome(plain, rules)?;
    let winner = match winner {
        'x' => Some(Player::First),
        'o' => Some(Player::Second),
        _ => None,
    };
    let victory = if by_wall { Victory::Petite } else { Victory::Grande };
    let pieces = ['x', 'o'].map(|player| plain.all(player).len() as u8);
    Some(Outcome { winner, tally: Tally::Pieces { victory, pieces } })
}

fn check<S: Size>(position: &Seega<S>) {
    let plain = Plain::read(&position.fields());
    assert_eq!(position.outcome(), outcome_of(&plain, position.rules()), "{}", position.text());
    compare(position, &reference::moves(&plain, position.rules()));
}

#[test]
fn everything_equals_the_slow_reference() {
    for rules in [PLAIN, NOWALL, PLACING] {
        walk(Seega::<Five>::start(rules), 25, 300, check);
        for seed in 0..2000 {
            check::<Five>(&random_board(rules, 5, 15 + (seed % 81) as u32, seed));
        }
    }
    walk(Seega::<Seven>::start(PLAIN), 2, 400, |position| {
        if !position.board().is_placing() {
            check(position);
        }
    });
    for seed in 0..300 {
        check::<Seven>(&random_board(PLAIN, 7, 15 + (seed % 81) as u32, seed));
        check::<Nine>(&random_board(NOWALL, 9, 15 + (seed % 81) as u32, seed));
    }
}

/// A board with a ragged line of one side from edge to edge, with gaps and teeth now and then, and random pieces on
/// both sides of it.
fn lined_board<S: Size>(seed: u64) -> Seega<S> {
    let mut roll = dice(seed);
    let side = S::SIDE as i32;
    let (mut height, mut left) = (roll(side as u32) as i32, [i32::from(S::PIECES); 2]);
    let mut files = Vec::new();
    for _ in 0..side {
        height = (height + roll(3) as i32 - 1).clamp(0, side - 1);
        let file: String = (0..side)
            .map(|row| {
                let letter = match (row - height, roll(30)) {
                    (0, 1..) | (1.., 0..10) | (-1, 0) => 'x',
                    (..0, 1..10) | (1.., 29) => 'o',
                    _ => '1',
                };
                let hand = if letter == 'x' { &mut left[0] } else { &mut left[1] };
                *hand -= i32::from(letter != '1');
                if *hand < 0 { '1' } else { letter }
            })
            .collect();
        files.push(file);
    }
    // Files become rows; a symmetry turns them about.
    let position: Seega<S> = read(PLAIN, &format!("{} x 0,0 0", files.join("/")));
    position.transformed(roll(8) as u8)
}

fn compare_walls<S: Size>(boards: u64) -> [u32; 2] {
    let mut answers = [0; 2];
    let random =
        (0..boards).map(|seed| random_board::<Seega<S>>(PLAIN, S::SIDE, 40 + (seed % 60) as u32, seed));
    for position in random.chain((0..boards).map(lined_board::<S>)) {
        let plain = Plain::read(&position.fields());
        for (player, letter) in Player::BOTH.into_iter().zip(['x', 'o']) {
            let (own, enemy) = (position.board().pieces(player), position.board().pieces(player.other()));
            let found = super::walls::has_wall::<S>(own, enemy);
            assert_eq!(found, reference::has_wall(&plain, letter), "{letter} {}", position.text());
            answers[usize::from(found)] += 1;
        }
    }
    answers
}

#[test]
fn s9_equals_the_slow_reference() {
    let (five, seven) = (compare_walls::<Five>(10_000), compare_walls::<Seven>(2_000));
    let nine = compare_walls::<Nine>(1_000);
    for (size, [no, yes]) in [(5, five), (7, seven), (9, nine)] {
        assert!(no > 500 && yes > 60, "{size}: {no} without a wall, {yes} with one");
    }
}

#[test]
fn laws_hold_and_chances_are_equal() {
    for rules in [PLAIN, PLACING] {
        let mut number = 0;
        walk(Seega::<Five>::start(rules), 25, 300, |position| {
            check_laws(position);
            number += 1;
            if number % 3 == 0 {
                check_chances(position);
            }
        });
    }
    walk(Seega::<Nine>::start(PLAIN), 1, 60, check_laws);
    for seed in 0..500 {
        check_chances::<Seega<Five>>(&random_board(NOWALL, 5, 20 + (seed % 70) as u32, seed));
        check_chances::<Seega<Nine>>(&random_board(NOWALL, 9, 20 + (seed % 70) as u32, seed));
    }
}
