//! The clauses of M'raha wa bwe one by one, then everything against the slow reference.

use super::{Mraha, reference};
use crate::capture::harness::{check_chances, check_distinct, check_laws, compare, random_board, walk};
use crate::capture::plain::Plain;

use crate::{Game, Notation, OnlyRules, Outcome, Player, Position, Reason};

fn at(text: &str) -> Mraha {
    Mraha::parse_fields(OnlyRules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(position: &Mraha) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

fn after(text: &str, moves: &str) -> String {
    let play = |position: Mraha, mv: &str| position.play(position.parse_move(mv).unwrap()).unwrap();
    moves.split(' ').fold(at(text), play).fields()
}

fn refusal(position: &str, mv: &str) -> (usize, String) {
    let error = at(position).parse_move(mv).unwrap_err();
    (error.column, error.reason)
}

const WON_BY_O: Option<Outcome> = Some(Outcome::bare(Some(Player::Second)));
const DRAWN: Option<Outcome> = Some(Outcome::bare(None));

#[test]
fn m1_two_pieces_a_turn_never_on_the_centre() {
    let start = Mraha::start(OnlyRules);
    assert_eq!(start.text(), "mraha 5/5/5/5/5 x 12,12 0");
    let all = moves(&start);
    assert_eq!(all.len(), 276);
    assert_eq!((all[0].as_str(), all[275].as_str()), ("a1b1", "d5e5"));
    assert!(all.iter().all(|mv| !mv.contains("c3")));
    assert_eq!(after("5/5/5/5/5 x 12,12 0", "a1b1 c1e5"), "4o/5/5/5/xxo2 x 10,10 0");
    assert_eq!(after("5/5/5/5/5 x 1,1 0", "a1 b1"), "5/5/5/5/xo3 x 0,0 0");
}

#[test]
fn m2_x_also_moves_first_and_the_centre_is_open() {
    let last = "xxxxx/ooooo/ox1xo/xxxxx/ooo2 o 0,2 0";
    assert_eq!(moves(&at(last)), ["d1e1"]);
    let second = at(&after(last, "d1e1"));
    assert_eq!(second.turn(), Player::First);
    assert!(moves(&second).contains(&"b3-c3".to_owned()));
}

#[test]
fn m3_slides_go_one_square_to_an_empty_one() {
    assert_eq!(moves(&at("5/5/2x2/2x2/4o x 0,0 3")), ["c2-c1", "c2-b2", "c2-d2", "c3-b3", "c3-d3", "c3-c4"]);
    assert_eq!(after("5/5/5/5/x3o x 0,0 3", "a1-a2"), "5/5/5/x4/4o o 0,0 4");
}

#[test]
fn m4_a_jump_takes_the_piece_jumped_over() {
    assert_eq!(after("5/5/5/5/xo3 x 0,0 9", "a1xc1"), "5/5/5/5/2x2 o 0,0 0");
    assert_eq!(moves(&at("5/5/5/5/xoo2 x 0,0 9")), ["a1-a2"]);
}

#[test]
fn m5_the_piece_turns_between_jumps_and_may_stop() {
    let straight = "5/5/5/5/xo1o1 x 0,0 0";
    assert_eq!(moves(&at(straight)), ["a1-a2", "a1xc1"]);
    let corner = "5/5/5/2o2/xo3 x 0,0 0";
    assert_eq!(moves(&at(corner)), ["a1-a2", "a1xc1", "a1xc1xc3"]);
    assert_eq!(after(corner, "a1xc1xc3"), "5/5/2x2/5/5 o 0,0 0");
    let (column, reason) = refusal(straight, "a1xc1xe1");
    assert!(column == 7 && reason.contains("right angle"), "{column} {reason}");
}

#[test]
fn m5_a_piece_may_jump_in_a_ring() {
    let ring = at("5/5/1o3/o1o2/xo3 x 0,0 0");
    let all = moves(&ring);
    assert!(
        all.contains(&"a1xc1xc3xa3xa1".to_owned()) && all.contains(&"a1xa3xc3xc1xa1".to_owned()),
        "{all:?}"
    );
    let mut legal = Vec::new();
    ring.legal_moves(&mut legal);
    check_distinct(&ring, &legal);
    let mut distinct = Vec::new();
    ring.distinct_moves(&mut distinct);
    // Both ways round end alike, and nothing else does.
    assert_eq!(distinct.len(), legal.len() - 1);
}

#[test]
fn m6_capturing_is_not_compulsory() {
    assert_eq!(moves(&at("5/5/5/5/xo3 x 0,0 0")), ["a1-a2", "a1xc1"]);
}

#[test]
fn m7_without_a_move_or_a_piece_the_player_to_move_has_lost() {
    assert_eq!(at("5/5/5/5/o4 x 0,0 0").outcome(), WON_BY_O);
    assert_eq!(at("5/5/2o2/2o2/xooo1 x 0,0 0").outcome(), None);
    assert_eq!(at("o4/o4/o4/oo3/xoo2 x 0,0 0").outcome(), WON_BY_O);
    assert_eq!(at("o4/o4/5/oo3/xoo2 x 0,0 0").outcome(), None);
}

#[test]
fn m7_holds_at_the_start_of_the_second_phase() {
    // The only empty square is the centre, and o stands around it, two deep where x could jump.
    let stuck = after("xxoxx/xxoxx/oo1oo/xxoxx/1ooo1 o 0,2 0", "a1e1");
    assert_eq!(at(&stuck).turn(), Player::First);
    assert_eq!(at(&stuck).outcome(), WON_BY_O);
    assert!(moves(&at(&stuck)).is_empty());
}

#[test]
fn m8_a_hundred_quiet_plies_draw_but_m7_comes_first() {
    assert_eq!(at("5/5/5/5/x3o x 0,0 99").outcome(), None);
    assert_eq!(at("5/5/5/5/x3o x 0,0 100").outcome(), DRAWN);
    assert_eq!(at("o4/o4/o4/oo3/xoo2 x 0,0 100").outcome(), WON_BY_O);
    assert!(moves(&at("5/5/5/5/x3o x 0,0 100")).is_empty());
}

#[test]
fn m8_the_third_occurrence_draws() {
    let mut game = Game::new(at("5/5/5/5/x3o x 0,0 0"));
    for mv in "a1-a2 e1-e2 a2-a1 e2-e1 a1-a2 e1-e2 a2-a1".split(' ') {
        game.play(game.position().parse_move(mv).unwrap()).unwrap();
    }
    assert_eq!(game.result(), None);
    game.play(game.position().parse_move("e2-e1").unwrap()).unwrap();
    assert_eq!(game.result(), Some((Outcome::bare(None), Reason::Repetition)));
}

#[test]
fn illegal_moves_say_why() {
    let position = "5/5/2o2/2x2/o3x x 0,0 0";
    for (mv, column, words) in [
        ("a1-a2", 1, "the enemy's"),
        ("b1-b2", 1, "no piece"),
        ("c2-c3", 4, "occupied"),
        ("c2-c4", 4, "not next to c2"),
        ("c2xc3", 4, "not two squares"),
        ("c2xa2", 4, "no enemy piece"),
        ("c2xc4xc6", 7, "no square"),
        ("c2-b2-a2", 6, "follows the end"),
        ("a1b1", 1, "all pieces stand"),
        ("pass", 1, "may pass"),
        ("", 1, "missing"),
    ] {
        let (at, reason) = refusal(position, mv);
        assert!(at == column && reason.contains(words), "{mv}: {at} {reason}");
    }
    let placing = "5/5/5/5/x3o x 10,10 0";
    for (mv, column, words) in [
        ("b1a2", 0, ""),
        ("b2b1", 1, "write b1b2"),
        ("b1b1", 3, "same square"),
        ("a1b1", 1, "occupied"),
        ("b1e1", 3, "occupied"),
        ("b1c3", 3, "closed"),
        ("b1", 1, "two pieces"),
        ("a1-a2", 1, "to be placed"),
    ] {
        if column > 0 {
            let (at, reason) = refusal(placing, mv);
            assert!(at == column && reason.contains(words), "{mv}: {at} {reason}");
        } else {
            assert!(at(placing).parse_move(mv).is_ok());
        }
    }
}

#[test]
fn everything_equals_the_slow_reference() {
    let mut seen = 0;
    let mut check = |position: &Mraha| {
        let plain = Plain::read(&position.fields());
        assert_eq!(plain.write(), position.fields());
        let wanted = reference::outcome(&plain).map(|winner| {
            Outcome::bare(match winner {
                'x' => Some(Player::First),
                'o' => Some(Player::Second),
                _ => None,
            })
        });
        assert_eq!(position.outcome(), wanted, "{}", position.text());
        compare(position, &reference::moves(&plain));
        seen += 1;
    };
    walk(Mraha::start(OnlyRules), 60, 300, &mut check);
    for seed in 0..4000 {
        check(&random_board(OnlyRules, 5, 15 + (seed % 81) as u32, seed));
    }
    assert!(seen > 8000, "{seen}");
}

#[test]
fn laws_hold_and_chances_are_equal() {
    let mut number = 0;
    walk(Mraha::start(OnlyRules), 30, 300, |position| {
        check_laws(position);
        number += 1;
        if number % 3 == 0 {
            check_chances(position);
        }
    });
    (0..1500)
        .for_each(|seed| check_chances::<Mraha>(&random_board(OnlyRules, 5, 20 + (seed % 70) as u32, seed)));
}
