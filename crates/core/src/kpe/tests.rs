//! One test a clause, and a plain seed-by-seed reference over random walks.

use super::Kpe;
use crate::mancala::testing::{Lcg, final_stores, moves, pits_in, played, position, stores_of};
use crate::{Game, Notation, Player, Position, Reason};

fn kpe(fields: &str) -> Kpe {
    position(&[], fields)
}

#[test]
fn k1_one_lap_counter_clockwise_from_an_own_filled_pit() {
    let start = Kpe::start(Default::default());
    assert_eq!(start.fields(), "6-6-6-6-6-6-6-6-0-0-S ABCDabcd");
    assert_eq!(played(start, "D"), "7-7-6-0-7-7-7-7-0-0-N ABCabcd");
    // No relay: the last seed falls in a filled pit and the move is over. Empty pits are not lifted.
    assert_eq!(played(kpe("1-3-0-0-1-0-0-0-0-0-S -"), "A"), "0-4-0-0-1-0-0-0-0-0-N -");
    assert_eq!(moves(&kpe("1-3-0-0-1-0-0-0-0-0-S -")), "A B");
}

#[test]
fn k2_the_origin_is_sown_unless_the_preset_skips_it() {
    assert_eq!(played(kpe("0-8-0-0-1-0-0-0-0-0-S -"), "B"), "1-1-1-1-2-1-1-1-0-0-N -");
    let skipping: Kpe = position(&["skip-origin"], "0-8-0-0-1-0-0-0-0-0-S -");
    assert_eq!(played(skipping, "B"), "1-0-2-1-2-1-1-1-0-0-N -");
    // Sixteen seeds go round twice and pass the origin twice.
    assert_eq!(played(kpe("16-0-0-0-0-0-0-0-0-0-S -"), "A"), "2-2-2-2-2-2-2-2-0-0-N -");
    let skipping: Kpe = position(&["skip-origin"], "16-0-0-0-0-0-0-0-0-0-S -");
    assert_eq!(played(skipping, "A"), "0-3-3-2-2-2-2-2-0-0-N -");
}

#[test]
fn k3_k5_a_locked_player_captures_nothing() {
    // The same sowing ends on four; with one pit unlifted it just ends.
    assert_eq!(played(kpe("6-0-0-2-1-3-6-6-0-0-S A"), "D"), "6-0-0-0-2-4-6-6-0-0-N A");
    assert_eq!(played(kpe("6-0-0-2-1-3-6-6-0-0-S -"), "D"), "6-0-0-0-0-0-6-6-6-0-N -");
    // North's lock does not hinder South.
    assert_eq!(played(kpe("6-0-0-2-1-3-6-6-0-0-S cd"), "D"), "6-0-0-0-0-0-6-6-6-0-N cd");
}

#[test]
fn k4_the_move_that_lifts_the_last_pit_may_capture() {
    assert_eq!(played(kpe("0-6-0-0-1-1-1-1-0-0-S B"), "B"), "0-0-1-1-0-0-0-0-8-0-N -");
}

#[test]
fn k6_twos_and_fours_backwards_without_a_gap() {
    assert_eq!(played(kpe("0-0-0-2-1-3-6-6-0-0-S -"), "D"), "0-0-0-0-0-0-6-6-6-0-N -");
    // c becomes two, b is three: the run stops there although a holds two.
    assert_eq!(played(kpe("0-0-0-3-1-2-1-6-0-0-S -"), "D"), "0-0-0-0-2-3-0-6-2-0-N -");
    // Three is no capture at all.
    assert_eq!(played(kpe("0-0-0-1-2-0-0-0-0-0-S -"), "D"), "0-0-0-0-3-0-0-0-0-0-N -");
    // In one's own row nothing is captured, nor behind an ending there.
    assert_eq!(played(kpe("1-1-0-0-2-0-0-0-0-0-S -"), "A"), "0-2-0-0-2-0-0-0-0-0-N -");
}

#[test]
fn k7_everything_may_be_captured() {
    assert_eq!(played(kpe("1-0-0-1-1-0-0-0-0-0-S -"), "D"), "1-0-0-0-0-0-0-0-2-0-N -");
}

#[test]
fn k8_a_bare_enemy_is_left_a_seed_if_that_can_be_done() {
    assert_eq!(moves(&kpe("4-14-0-0-0-0-0-0-20-10-S -")), "A");
    // Nothing reaches: any move is legal.
    assert_eq!(moves(&kpe("1-1-1-0-0-0-0-0-20-10-S -")), "A B C");
    // What reaches is captured again in the same move: then, too, any move is legal.
    assert_eq!(moves(&kpe("0-14-0-0-0-0-0-0-0-0-S -")), "B");
    // An enemy with seeds need not be left any.
    assert_eq!(moves(&kpe("1-0-0-1-1-0-0-0-0-0-S -")), "A D");
}

#[test]
fn k9_an_empty_row_to_move_ends_the_game_and_own_seeds_count() {
    let over = kpe("0-0-0-0-0-2-0-0-28-18-S -");
    assert_eq!((moves(&over).as_str(), final_stores(&over)), ("", [28, 20]));
    assert_eq!(over.outcome().unwrap().winner, Some(Player::First));
    assert_eq!(kpe("0-0-0-0-0-0-0-0-24-24-N -").outcome().unwrap().winner, None);
    assert_eq!(kpe("0-0-0-0-0-2-0-0-28-18-N -").outcome(), None);
}

/// Plays a cycle of one seed each round the board until the game ends; returns the plies played.
fn cycle(tokens: &[&str]) -> (Game<Kpe>, usize) {
    let mut game = Game::new(position::<Kpe>(tokens, "1-0-0-0-1-0-0-0-24-20-S -"));
    while game.result().is_none() {
        let mut moves = Vec::new();
        game.position().legal_moves(&mut moves);
        game.play(moves[0]).unwrap();
    }
    let plies = game.moves().len();
    (game, plies)
}

#[test]
fn k10_the_third_occurrence_shares_the_board() {
    let (game, plies) = cycle(&[]);
    let (outcome, reason) = game.result().unwrap();
    assert_eq!((stores_of(outcome), reason), ([25, 21], Reason::Repetition));
    // After eight plies each seed stands where the other stood: the start has come back.
    assert_eq!((plies, game.occurrences()), (16, 3));
    let own_row: Kpe = position(&["own-row"], "3-0-0-0-1-0-0-0-24-20-S -");
    assert_eq!(stores_of(own_row.endless()), [27, 21]);
    assert_eq!(stores_of(kpe("3-0-0-0-1-0-0-0-24-20-S -").endless()), [26, 22]);
}

#[test]
fn text_that_no_game_allows_is_refused_with_its_column() {
    for (fields, column, part) in [
        ("", 1, "missing"),
        ("6-6-6-6-6-6-6-6-0-0-S", 22, "not yet lifted"),
        ("6-6-6-6-6-6-6-6-0-1-S -", 19, "too many seeds"),
        ("6-6-6-6-6-6-6-5-0-0-S abcd", 26, "at least 6"),
        ("6-6-6-6-6-6-6-6-0-0-S ABA", 25, "twice"),
        ("6-6-6-6-6-6-6-6-0-0-S ABE", 25, "no pit"),
        ("6-6-6-6-6-6-6-6-0-0-X -", 21, "S or N"),
        ("6-6-6-6-6-6-6-0-0-S -", 19, "no digit"),
        ("6-6-6-6-6-6-6-6-0-0-S - x", 25, "nothing may follow"),
        ("6-6-6-6-6-6-6-6-0-0-S-1 -", 23, "too many fields"),
        ("6-6-6-6-6--6-6-0-0-S -", 11, "missing"),
    ] {
        let error = Kpe::parse_fields(Default::default(), fields).expect_err(fields);
        assert_eq!(error.column, column, "{fields}: {error}");
        assert!(error.reason.contains(part), "{fields}: {error}");
    }
}

/// The clauses as they read, a seed at a time.
fn reference(position: &Kpe, pit: usize, skip: bool) -> (Vec<u8>, [u8; 2], [u8; 2]) {
    let me = position.turn().index();
    let mut pits = pits_in::<4>(position.rows());
    let (mut stores, mut unlifted) = (position.stores(), position.unlifted());
    let from = 4 * me + pit;
    let mut at = from;
    for _ in 0..std::mem::take(&mut pits[from]) {
        at = (at + 1) % 8;
        if skip && at == from {
            at = (at + 1) % 8;
        }
        pits[at] += 1;
    }
    unlifted[me] &= !(1 << pit);
    while unlifted[me] == 0 && at / 4 != me && matches!(pits[at], 2 | 4) {
        stores[me] += std::mem::take(&mut pits[at]);
        at = (at + 7) % 8;
    }
    (pits, stores, unlifted)
}

#[test]
fn random_walks_agree_with_a_seed_by_seed_reference() {
    for (tokens, skip) in [(&[] as &[&str], false), (&["skip-origin"], true), (&["own-row"], false)] {
        let mut random = Lcg(7);
        for _ in 0..300 {
            let mut now: Kpe = position(tokens, "6-6-6-6-6-6-6-6-0-0-S ABCDabcd");
            for _ in 0..200 {
                let (me, pits) = (now.turn().index(), pits_in::<4>(now.rows()));
                let filled: Vec<usize> = (0..4).filter(|pit| pits[4 * me + pit] > 0).collect();
                let feeds =
                    |pit: &usize| reference(&now, *pit, skip).0[4 * (1 - me)..][..4].iter().any(|&n| n > 0);
                let mut wanted = filled.clone();
                if pits[4 * (1 - me)..][..4].iter().all(|&n| n == 0) && filled.iter().any(feeds) {
                    wanted.retain(feeds);
                }
                let mut moves = Vec::new();
                now.legal_moves(&mut moves);
                assert_eq!(moves.iter().map(|mv| mv.index()).collect::<Vec<_>>(), wanted, "{}", now.text());
                let Some(&mv) = moves.get(random.below(moves.len() as u32) as usize) else { break };
                let next = now.play(mv).unwrap();
                let got = (pits_in::<4>(next.rows()), next.stores(), next.unlifted());
                assert_eq!(got, reference(&now, mv.index(), skip), "{} {mv}", now.text());
                assert_eq!(next.turn(), now.turn().other());
                now = next;
            }
        }
    }
}
