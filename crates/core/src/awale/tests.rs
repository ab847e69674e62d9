//! One test a clause, and a plain seed-by-seed reference over random walks.

use super::{Awale, Variant};
use crate::mancala::testing::{Lcg, final_stores, moves, pits_in, played, position, stores_of};
use crate::{Game, Notation, Perft, Player, Position, PresetError, Reason, Rules};

fn awale(fields: &str) -> Awale {
    position(&[], fields)
}

#[test]
fn a1_one_lap_counter_clockwise() {
    let start = Awale::start(Default::default());
    assert_eq!(start.fields(), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
    assert_eq!(played(start, "A b E"), "0-5-5-5-0-5-5-1-6-6-5-5-0-0-N");
    assert_eq!(moves(&awale("0-5-5-5-0-5-5-1-6-6-5-5-0-0-S")), "B C D F");
}

#[test]
fn a2_the_origin_is_skipped_on_every_round() {
    let once = awale("0-0-0-12-0-0-0-0-0-0-0-0-0-0-S");
    assert_eq!(played(once, "D"), "1-1-1-0-2-1-1-1-1-1-1-1-0-0-N");
    let twice = awale("0-0-0-23-0-0-1-0-0-0-0-0-0-0-S");
    assert_eq!(played(twice, "D"), "2-2-2-0-3-2-3-2-2-2-2-2-0-0-N");
}

#[test]
fn a2_the_strategy_table_of_reach_follows() {
    // A pit ends in the enemy row with 6-11 or 17-22 seeds from A, one less with each pit to the right.
    for (pit, letter) in ('A'..='F').enumerate() {
        for seeds in 1..=22 {
            let mut pits = [0; 12];
            pits[pit] = seeds;
            pits[11] = 4;
            let pits: Vec<String> = pits.iter().map(ToString::to_string).collect();
            let before = awale(&format!("{}-0-0-S", pits.join("-")));
            let last = (pit + seeds + (seeds - 1) / 11) % 12;
            let first = 6 - pit;
            let reaches = (first..first + 6).contains(&seeds) || (first + 11..first + 17).contains(&seeds);
            assert_eq!(last >= 6, reaches, "{letter} with {seeds}");
            let after = played(before, &letter.to_string());
            let fields: Vec<usize> = after.split('-').filter_map(|field| field.parse().ok()).collect();
            assert!(fields[last] > 0 || fields[12] > 0, "{letter} with {seeds} ends in pit {last}: {after}");
        }
    }
}

#[test]
fn a3_twos_and_threes_backwards_without_a_gap() {
    // d, c and b become two, three and two; a holds four and stops the run.
    assert_eq!(played(awale("0-0-0-0-0-4-3-1-2-1-1-0-0-0-S"), "F"), "0-0-0-0-0-0-4-0-0-0-1-0-7-0-N");
    // The last seed makes four: nothing, whatever lies behind.
    assert_eq!(played(awale("0-0-0-0-0-2-1-3-0-0-1-0-0-0-S"), "F"), "0-0-0-0-0-0-2-4-0-0-1-0-0-0-N");
    // Own pits are never captured.
    assert_eq!(played(awale("1-1-0-0-0-0-1-1-1-1-0-0-0-0-S"), "A"), "0-2-0-0-0-0-1-1-1-1-0-0-0-0-N");
}

#[test]
fn a4_a_grand_slam_is_played_and_captures_nothing() {
    assert_eq!(played(awale("0-0-0-0-5-2-1-1-0-0-0-0-0-0-S"), "F"), "0-0-0-0-5-0-2-2-0-0-0-0-0-0-N");
    let spared = awale("0-0-0-0-5-2-1-1-0-0-0-1-0-0-S");
    assert_eq!(played(spared, "F"), "0-0-0-0-5-0-0-0-0-0-0-1-4-0-N");
}

#[test]
fn a5_a_bare_enemy_must_be_fed() {
    assert_eq!(moves(&awale("6-4-4-2-2-0-0-0-0-0-0-0-10-10-S")), "A C E");
    assert_eq!(moves(&awale("0-0-0-0-0-0-6-4-4-2-2-0-10-10-N")), "a c e");
    assert_eq!(moves(&awale("6-4-4-2-2-0-0-0-0-0-0-1-10-10-S")), "A B C D E");
}

#[test]
fn a6_famine_gives_the_rest_to_the_player_to_move() {
    let famine = awale("5-4-3-2-1-0-0-0-0-0-0-0-20-10-S");
    assert_eq!((moves(&famine).as_str(), final_stores(&famine)), ("", [35, 10]));
    // A player to move without seeds loses the rest to the enemy.
    let bare = awale("5-4-3-2-1-0-0-0-0-0-0-0-20-10-N");
    assert_eq!(final_stores(&bare), [35, 10]);
    // Also under abapa.
    let famine: Awale = position(&["abapa"], "5-4-3-2-1-0-0-0-0-0-0-0-20-10-S");
    assert_eq!(final_stores(&famine), [35, 10]);
}

#[test]
fn a6_is_tested_before_a7() {
    // Three seeds, all South's and out of reach: famine gives South all; own rows would give the same. With North's
    // seeds bare and South to move without any, the enemy takes the rest.
    assert_eq!(final_stores(&awale("1-1-0-0-0-0-0-0-0-0-0-0-23-23-S")), [25, 23]);
    assert_eq!(final_stores(&awale("0-0-0-0-0-0-1-0-1-0-0-0-23-23-S")), [23, 25]);
}

#[test]
fn a7_two_seeds_or_three_out_of_reach_end_the_game() {
    let two = awale("1-0-0-0-0-0-0-1-0-0-0-0-23-23-S");
    assert_eq!((moves(&two).as_str(), final_stores(&two)), ("", [24, 24]));
    // F takes the seed in a by making it two: the game goes on.
    let capturable = awale("0-0-0-0-0-1-1-1-0-0-0-0-23-22-S");
    assert_eq!(moves(&capturable), "F");
    // Three seeds that only chase each other: South has one seed just behind North's pair and never gains on it.
    let mut ends = 0;
    let mut goes_on = 0;
    for_all_boards_of_three(|position| {
        let expected = can_capture(position, &mut Vec::new());
        let is_famine = moves(&with(position, Variant::Abapa)).is_empty();
        match position.outcome() {
            None => goes_on += usize::from(expected),
            Some(_) if is_famine => {}
            Some(outcome) => {
                assert!(!expected, "{}", position.text());
                ends += 1;
                let own = |player: usize| {
                    position.stores()[player] + crate::mancala::ring::seeds(position.rows()[player])
                };
                assert_eq!(stores_of(outcome), [own(0), own(1)]);
            }
        }
        assert_eq!(position.outcome().is_none(), expected && !is_famine, "{}", position.text());
    });
    assert!(ends > 10 && goes_on > 10, "both answers are met: {ends}, {goes_on}");
    // The preset abapa plays on.
    assert_eq!(moves(&position::<Awale>(&["abapa"], "1-0-0-0-0-0-0-1-0-0-0-0-23-23-S")), "A");
}

/// The same board under another rule set.
fn with(position: &Awale, variant: Variant) -> Awale {
    Awale::parse_fields(super::AwaleRules { variant }, &position.fields()).unwrap()
}

/// Searches every line of play without A7 for a capture.
fn can_capture(position: &Awale, seen: &mut Vec<Awale>) -> bool {
    let open = with(position, Variant::Abapa);
    if seen.contains(&open) {
        return false;
    }
    seen.push(open);
    let mut moves = Vec::new();
    open.legal_moves(&mut moves);
    moves.iter().any(|&mv| {
        let next = open.play(mv).unwrap();
        next.epoch() < open.epoch() || can_capture(&next, seen)
    })
}

fn for_all_boards_of_three(mut visit: impl FnMut(&Awale)) {
    for (a, b, c) in (0..12).flat_map(|a| (a..12).flat_map(move |b| (b..12).map(move |c| (a, b, c)))) {
        let mut pits = [0; 12];
        [a, b, c].iter().for_each(|&pit: &usize| pits[pit] += 1);
        let pits: Vec<String> = pits.iter().map(ToString::to_string).collect();
        for side in ["S", "N"] {
            visit(&awale(&format!("{}-20-25-{side}", pits.join("-"))));
        }
    }
}

/// Plays the first legal move until the game ends.
fn first_moves(tokens: &[&str], fields: &str) -> Game<Awale> {
    let mut game = Game::new(position::<Awale>(tokens, fields));
    while game.result().is_none() {
        let mut moves = Vec::new();
        game.position().legal_moves(&mut moves);
        game.play(*moves.last().unwrap()).unwrap();
    }
    game
}

#[test]
fn a8_repetition_shares_and_an_odd_seed_counts_for_nobody() {
    let three = awale("0-0-0-1-0-0-0-1-1-0-0-0-20-21-S");
    assert_eq!(stores_of(three.endless()), [21, 22]);
    let four = "1-0-0-1-0-0-1-0-0-1-0-0-22-22-S";
    let game = first_moves(&[], four);
    if let Some((outcome, Reason::Repetition)) = game.result() {
        assert_eq!(game.occurrences(), 3);
        assert_eq!(stores_of(outcome), [24, 24]);
    }
    // One seed each goes round for ever under abapa, where the second occurrence ends the game with own rows.
    let game = first_moves(&["abapa"], "2-0-0-0-0-0-1-0-0-0-0-0-22-23-S");
    let (outcome, reason) = game.result().unwrap();
    assert_eq!((reason, game.occurrences()), (Reason::Repetition, 2));
    assert_eq!(stores_of(outcome), stores_of(game.position().board.own_rows_taken()));
}

#[test]
fn a9_play_goes_on_past_25() {
    let decided = awale("0-0-0-0-2-0-3-0-0-0-0-4-29-10-S");
    assert_eq!(decided.outcome(), None);
    assert_eq!(awale("0-0-0-0-0-0-0-0-0-0-0-0-24-24-S").outcome().unwrap().winner, None);
}

#[test]
fn a10_awari_forbids_what_bares_the_enemy() {
    let awari = |fields| position::<Awale>(&["awari"], fields);
    // F would take all: illegal, since E leaves something.
    assert_eq!(moves(&awari("0-0-0-0-1-2-1-1-0-0-0-0-20-20-S")), "E");
    // Every move bares the enemy: all are legal, and the grand slam captures.
    assert_eq!(moves(&awari("0-0-0-0-0-2-1-1-0-0-0-0-20-20-S")), "F");
    assert_eq!(played(awari("0-0-0-0-0-2-1-1-0-0-0-0-20-20-S"), "F"), "0-0-0-0-0-0-0-0-0-0-0-0-24-20-N");
    // Who cannot move leaves the rest to the enemy.
    let over = awari("0-0-0-0-0-0-2-0-1-0-0-0-20-20-S");
    assert_eq!(final_stores(&over), [20, 23]);
    assert_eq!(over.outcome().unwrap().winner, Some(Player::Second));
    // A bare enemy that cannot be fed: all moves are legal (no famine), two seeds play on (no A7).
    assert_eq!(moves(&awari("1-1-0-0-0-0-0-0-0-0-0-0-20-20-S")), "A B");
    // Endless play shares the rest.
    assert_eq!(stores_of(awari("1-0-0-0-0-0-1-1-0-0-0-0-20-20-S").endless()), [21, 21]);
}

#[test]
fn perft_of_the_published_counts() {
    let start = Awale::start(Default::default());
    let counts: Vec<u64> = (1..=10).map(|depth| Perft::new().count(&start, depth)).collect();
    assert_eq!(counts, [6, 36, 190, 1014, 5219, 27332, 139_157, 711_414, 3_592_872, 18_137_964]);
}

#[test]
fn presets_exclude_each_other() {
    let abapa = super::AwaleRules::default().with("abapa").unwrap();
    assert_eq!(abapa.with("awari"), Err(PresetError::Conflict("abapa")));
    assert_eq!(abapa.with("abapa"), Ok(abapa));
    assert!(matches!(abapa.with("x"), Err(PresetError::Unknown(_))));
}

/// The clauses as they read, a seed at a time: pits and stores after lifting `pit`.
fn reference(position: &Awale, pit: usize, awari: bool) -> (Vec<u8>, [u8; 2]) {
    let me = position.turn().index();
    let mut pits = pits_in::<6>(position.rows());
    let mut stores = position.stores();
    let from = 6 * me + pit;
    let mut at = from;
    for _ in 0..std::mem::take(&mut pits[from]) {
        at = (at + 1) % 12;
        if at == from {
            at = (at + 1) % 12;
        }
        pits[at] += 1;
    }
    let before = pits.clone();
    while at / 6 != me && matches!(pits[at], 2 | 3) {
        stores[me] += std::mem::take(&mut pits[at]);
        at = (at + 11) % 12;
    }
    let slam = pits[6 * (1 - me)..][..6].iter().all(|&n| n == 0);
    if slam && !awari { (before, position.stores()) } else { (pits, stores) }
}

#[test]
fn random_walks_agree_with_a_seed_by_seed_reference() {
    for (tokens, awari) in [(&[] as &[&str], false), (&["abapa"], false), (&["awari"], true)] {
        let mut random = Lcg(11);
        for _ in 0..300 {
            let mut now: Awale = position(tokens, "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
            for _ in 0..200 {
                let (me, pits) = (now.turn().index(), pits_in::<6>(now.rows()));
                let bare = |pits: &[u8]| pits[6 * (1 - me)..][..6].iter().all(|&n| n == 0);
                let filled: Vec<usize> = (0..6).filter(|pit| pits[6 * me + pit] > 0).collect();
                let feeds = |pit: &usize| !bare(&reference(&now, *pit, awari).0);
                let mut wanted = filled.clone();
                if awari && filled.iter().any(feeds) || !awari && bare(&pits) {
                    wanted.retain(feeds);
                }
                let mut moves = Vec::new();
                now.legal_moves(&mut moves);
                if !(moves.is_empty() && tokens.is_empty() && pits.iter().sum::<u8>() <= 3) {
                    assert_eq!(
                        moves.iter().map(|mv| mv.index()).collect::<Vec<_>>(),
                        wanted,
                        "{}",
                        now.text()
                    );
                }
                let Some(&mv) = moves.get(random.below(moves.len() as u32) as usize) else { break };
                let next = now.play(mv).unwrap();
                let got = (pits_in::<6>(next.rows()), next.stores());
                assert_eq!(got, reference(&now, mv.index(), awari), "{} {mv}", now.text());
                now = next;
            }
        }
    }
}
