//! One test a clause, and a plain seed-by-seed reference over random walks.

use std::collections::HashSet;

use super::Obridjie;
use crate::mancala::testing::{Lcg, final_stores, moves, pits_in, played, position, stores_of};
use crate::{Game, Notation, Player, Position, Reason};

fn obridjie(fields: &str) -> Obridjie {
    position(&[], fields)
}

#[test]
fn the_worked_game_of_the_rules() {
    let start = Obridjie::start(Default::default());
    for (moves, fields) in [
        ("A", "2-7-1-6-1-6-6-6-0-1-6-6-0-0-N"),
        ("A a", "2-10-0-2-0-9-1-10-1-0-1-0-8-4-S"),
        ("A a D", "3-11-1-1-1-0-2-11-2-1-2-1-8-4-N"),
        ("A a D d", "1-1-2-2-2-1-3-12-3-1-1-3-12-4-S"),
        ("A a D d B", "2-1-1-0-0-1-1-1-1-2-2-0-20-16-N"),
    ] {
        assert_eq!(played(start, moves), fields);
    }
}

#[test]
fn o1_the_stores_are_not_sown() {
    assert_eq!(played(obridjie("0-0-0-0-0-2-0-0-0-0-0-0-5-6-S"), "F"), "0-0-0-0-0-0-1-1-0-0-0-0-5-6-N");
}

#[test]
fn o2_the_origin_is_sown() {
    // Twelve seeds give every pit one, the origin last; it is empty, so the move ends.
    assert_eq!(played(obridjie("0-12-0-0-0-0-0-0-0-0-0-0-0-0-S"), "B"), "1-1-1-1-1-1-1-1-1-1-1-1-0-0-N");
}

#[test]
fn o3_fours_on_the_way_go_to_the_owner_of_the_pit() {
    // South sows over North's three in a: North takes the four. Over his own three in F: he takes it.
    assert_eq!(played(obridjie("0-0-0-0-0-2-3-0-0-0-0-0-0-0-S"), "F"), "0-0-0-0-0-0-0-1-0-0-0-0-0-4-N");
    assert_eq!(played(obridjie("0-0-0-0-2-3-0-0-0-0-0-0-0-0-S"), "E"), "0-0-0-0-0-0-1-0-0-0-0-0-4-0-N");
    // Also in the laps before the last: A's 26 seeds pass F twice and make its two seeds four the second time. The
    // last seed falls on two in C, which are sown on to F, empty since its capture.
    assert_eq!(played(obridjie("26-0-0-0-0-2-0-0-0-0-0-0-0-0-S"), "A"), "2-3-0-3-3-1-2-2-2-2-2-2-4-0-N");
}

#[test]
fn o4_the_last_seed_captures_for_the_mover_wherever_it_falls() {
    assert_eq!(played(obridjie("0-0-0-0-0-1-3-0-0-0-0-0-0-0-S"), "F"), "0-0-0-0-0-0-0-0-0-0-0-0-4-0-N");
    assert_eq!(played(obridjie("0-0-0-0-1-3-0-0-0-0-0-0-0-0-S"), "E"), "0-0-0-0-0-0-0-0-0-0-0-0-4-0-N");
    assert_eq!(played(obridjie("3-0-0-0-0-0-0-0-0-0-0-1-0-0-N"), "f"), "0-0-0-0-0-0-0-0-0-0-0-0-0-4-S");
}

#[test]
fn o5_a_last_seed_in_an_occupied_pit_relays_until_an_empty_one() {
    // A's seed falls on the two in B: three are sown to E, where the last falls in an empty pit.
    assert_eq!(played(obridjie("1-2-0-0-0-0-0-0-0-0-0-0-0-0-S"), "A"), "0-0-1-1-1-0-0-0-0-0-0-0-0-0-N");
    // A pit emptied during this move is empty: the second sowing of twelve ends in its own origin.
    assert_eq!(played(obridjie("1-11-0-0-0-0-0-0-0-0-0-0-0-0-S"), "A"), "1-1-1-1-1-1-1-1-1-1-1-1-0-0-N");
}

#[test]
fn o6_the_fours_of_the_start_are_no_captures() {
    let start = Obridjie::start(Default::default());
    let mut moves = Vec::new();
    start.legal_moves(&mut moves);
    assert_eq!(moves.len(), 6);
    // A four that is passed becomes five; a four that is not sown stays.
    assert_eq!(played(obridjie("0-0-0-0-1-0-4-0-0-0-0-0-0-0-S"), "E"), "0-0-0-0-0-1-4-0-0-0-0-0-0-0-N");
    assert_eq!(played(obridjie("0-0-0-0-0-2-4-0-0-0-0-0-0-0-S"), "F"), "0-0-0-0-0-0-5-1-0-0-0-0-0-0-N");
}

#[test]
fn o7_an_endless_relay_is_no_legal_move() {
    let endless = obridjie("0-1-0-1-2-0-1-0-1-0-2-1-0-0-S");
    assert!(!moves(&endless).contains('E'));
    let error = endless.parse_move("E").unwrap_err();
    assert!(error.reason.contains("never ends"), "{error}");
    assert!(endless.play(crate::mancala::Pit::new(Player::First, 4)).is_err());
}

#[test]
fn o7_every_relay_of_small_boards_is_judged_exactly() {
    // Random boards of few seeds against a reference that remembers every state of the relay in a set.
    let mut random = Lcg(3);
    let mut endless = 0;
    for _ in 0..200_000 {
        let mut pits = [0u8; 12];
        for _ in 0..9 + random.below(8) {
            pits[random.below(12) as usize] += 1;
        }
        let pits: Vec<String> = pits.iter().map(ToString::to_string).collect();
        let position = obridjie(&format!("{}-0-0-S", pits.join("-")));
        check_against_reference(&position);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let filled = pits_in::<6>(position.rows())[..6].iter().filter(|&&n| n > 0).count();
        endless += filled - moves.len();
    }
    assert!(endless > 8, "endless relays are met: {endless}");
}

#[test]
fn o8_no_legal_move_ends_the_game_and_the_board_counts_for_nobody() {
    let over = obridjie("0-0-0-0-0-0-0-0-0-0-1-2-24-20-S");
    assert_eq!((moves(&over).as_str(), final_stores(&over)), ("", [24, 20]));
    assert_eq!(over.outcome().unwrap().winner, Some(Player::First));
}

#[test]
fn o9_repetition_ends_the_game_and_the_board_counts_for_nobody() {
    // Random play until one game ends by repetition.
    let mut game = Game::new(obridjie("1-0-1-0-1-0-0-1-0-0-0-0-12-32-S"));
    let mut random = Lcg(1);
    while game.result().is_none() {
        let mut moves = Vec::new();
        game.position().legal_moves(&mut moves);
        game.play(moves[random.below(moves.len() as u32) as usize]).unwrap();
        if game.result().is_some_and(|(_, reason)| reason == Reason::Position) {
            game = Game::new(*game.start());
        }
    }
    let (outcome, reason) = game.result().unwrap();
    assert_eq!((reason, game.occurrences()), (Reason::Repetition, 3));
    assert_eq!(stores_of(outcome), game.position().stores());
}

#[test]
fn there_is_no_duty_to_feed() {
    assert_eq!(moves(&obridjie("1-1-0-0-0-6-0-0-0-0-0-0-0-0-S")), "A B F");
}

/// The clauses as they read, a seed at a time; `None` for an endless relay.
fn reference(position: &Obridjie, pit: usize) -> Option<(Vec<u8>, [u8; 2])> {
    let me = position.turn().index();
    let mut pits = pits_in::<6>(position.rows());
    let mut stores = position.stores();
    let mut seen = HashSet::new();
    let mut at = 6 * me + pit;
    if pits[at] == 0 {
        return None;
    }
    loop {
        if !seen.insert((pits.clone(), at)) {
            return None;
        }
        let hand = std::mem::take(&mut pits[at]);
        for left in (0..hand).rev() {
            at = (at + 1) % 12;
            pits[at] += 1;
            if pits[at] == 4 {
                pits[at] = 0;
                stores[if left == 0 { me } else { at / 6 }] += 4;
            }
        }
        if pits[at] <= 1 {
            return Some((pits, stores));
        }
    }
}

fn check_against_reference(position: &Obridjie) {
    for pit in 0..6 {
        let mv = crate::mancala::Pit::new(position.turn(), pit);
        let got = position.play(mv).ok().map(|next| (pits_in::<6>(next.rows()), next.stores()));
        assert_eq!(got, reference(position, pit), "{} {mv}", position.text());
    }
}

#[test]
fn random_walks_agree_with_a_seed_by_seed_reference() {
    let mut random = Lcg(13);
    for _ in 0..400 {
        let mut now = Obridjie::start(Default::default());
        for _ in 0..150 {
            check_against_reference(&now);
            let Some(next) = now.random_child(&mut |n| random.below(n)) else { break };
            now = next;
        }
    }
}

#[test]
fn big_pits_agree_with_the_reference() {
    let mut random = Lcg(17);
    for _ in 0..20_000 {
        let mut pits = [0u8; 12];
        let mut left = 48;
        while left > 0 {
            let heap = (1 + random.below(30) as u8).min(left);
            pits[random.below(12) as usize] += heap;
            left -= heap;
        }
        let pits: Vec<String> = pits.iter().map(ToString::to_string).collect();
        check_against_reference(&obridjie(&format!("{}-0-0-S", pits.join("-"))));
    }
}

#[test]
fn sowings_of_a_relay_are_counted() {
    let start = Obridjie::start(Default::default());
    let sowings = |text: &str, mv: &str| {
        let position = obridjie(text);
        position.sowings(position.parse_move(mv).unwrap())
    };
    assert_eq!(sowings("0-0-0-0-0-1-0-0-0-0-0-0-0-0-S", "F"), 1);
    assert_eq!(sowings("0-0-0-0-0-1-1-0-0-0-0-0-0-0-S", "F"), 2);
    // The last seed makes four, which ends the move.
    assert_eq!(sowings("0-0-0-0-0-1-3-0-0-0-0-0-0-0-S", "F"), 1);
    assert!(start.sowings(start.parse_move("A").unwrap()) > 1);
}
