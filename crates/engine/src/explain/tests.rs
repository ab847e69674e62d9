use std::collections::HashMap;

use grenier_core::awale::Awale;
use grenier_core::capture::Five;
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;
use grenier_core::{Game, Language, Player, Rules};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::{Playable, Variant, Visitor};

/// What is said of a move, in English.
fn said<P: Explain>(fields: &str, mv: &str) -> Vec<String> {
    said_under::<P>(P::Rules::default(), fields, mv)
}

fn said_under<P: Explain>(rules: P::Rules, fields: &str, mv: &str) -> Vec<String> {
    let position = P::parse_fields(rules, fields).unwrap();
    let mv = position.parse_move(mv).unwrap();
    explain(&Game::new(position), mv).iter().map(|phrase| phrase.text(Language::English)).collect()
}

fn says<P: Explain>(fields: &str, mv: &str, phrase: &str) {
    let all = said::<P>(fields, mv);
    assert!(all.iter().any(|said| said == phrase), "{fields} {mv}: {phrase:?} is not in {all:?}");
}

#[test]
fn awale_takes_threatens_saves_and_allows() {
    assert_eq!(said::<Awale>("0-0-0-0-2-1-1-0-0-1-0-0-0-0-S", "E")[0], "takes 2");
    assert_eq!(said::<Awale>("1-0-0-0-0-1-1-0-0-0-0-5-0-0-S", "A"), ["threatens 2 in a"]);
    assert_eq!(said::<Awale>("1-0-0-0-0-4-0-0-0-0-2-1-0-0-S", "A"), ["saves 2 in A"]);
    assert_eq!(said::<Awale>("0-1-0-0-0-4-0-0-0-0-0-3-0-0-S", "B"), ["allows 2 in C"]);
    assert_eq!(said::<Awale>("1-0-0-0-0-1-0-0-0-0-0-5-0-0-S", "A"), ["quiet"]);
    // A grand slam takes nothing (A4).
    let slam = said::<Awale>("0-0-0-0-5-2-1-1-0-0-0-0-0-0-S", "F");
    assert!(slam.iter().all(|said| !said.starts_with("takes")), "{slam:?}");
}

#[test]
fn a_bare_enemy_is_fed_or_starved() {
    says::<Awale>("6-4-4-2-2-0-0-0-0-0-0-0-10-10-S", "A", "must feed the enemy");
    assert_eq!(
        said::<Kpe>("5-0-0-1-1-0-0-0-20-21-S -", "D"),
        ["takes 2", "starves the enemy", "wins the game 27-21"]
    );
    // There is no duty to feed in Obridjie.
    assert!(
        !said::<Obridjie>("2-0-0-0-0-1-0-0-0-0-0-0-0-0-S", "F").contains(&"must feed the enemy".to_owned())
    );
}

#[test]
fn a_pit_that_goes_round_the_board_is_a_grenier() {
    let opened = said::<Awale>("0-0-0-12-0-0-0-0-0-0-0-0-0-0-S", "D");
    assert_eq!(opened[..3], ["the only move", "must feed the enemy", "opens the grenier of 12"]);
    says::<Awale>("0-1-11-0-0-0-0-0-0-4-0-0-0-0-S", "B", "builds the grenier in C (12)");
    says::<Kpe>("0-1-7-0-0-6-0-0-0-0-S -", "B", "builds the grenier in C (8)");
    says::<Kpe>("0-1-8-0-0-6-0-0-0-0-S -", "C", "opens the grenier of 8");
    let small = said::<Awale>("0-1-10-0-0-0-0-0-0-4-0-0-0-0-S", "B");
    assert!(small.iter().all(|said| !said.contains("grenier")), "{small:?}");
}

#[test]
fn kpe_lifts_and_unlocks() {
    says::<Kpe>("6-6-6-6-6-6-6-6-0-0-S ABCDabcd", "D", "a first lift, 3 to go");
    assert_eq!(
        said::<Kpe>("0-6-0-0-1-1-1-1-0-0-S B", "B"),
        [
            "the only move",
            "takes 8",
            "unlocks: may capture from now on",
            "starves the enemy",
            "wins the game 10-0"
        ]
    );
    let again = said::<Kpe>("6-6-6-6-6-6-6-6-0-0-S ABCabcd", "D");
    assert!(again.iter().all(|said| !said.contains("lift")), "{again:?}");
}

#[test]
fn obridjie_relays_and_gives() {
    says::<Obridjie>("0-0-0-0-0-1-1-0-0-0-0-0-0-0-S", "F", "a relay of 2 sowings");
    says::<Obridjie>("0-0-0-0-0-2-3-0-0-0-0-0-0-0-S", "F", "gives the enemy 4");
    says::<Obridjie>("0-0-0-0-0-1-3-0-0-0-0-0-0-0-S", "F", "takes 4");
}

#[test]
fn mraha_jumps() {
    assert_eq!(said::<Mraha>("4o/5/5/5/xo3 x 0,0 9", "a1xc1"), ["wins the piece on b1"]);
    assert_eq!(
        said::<Mraha>("5/5/5/5/xo1o1 x 0,0 0", "a1xc1"),
        ["takes the piece on b1", "threatens the piece on d1", "leaves the piece on c1 to be taken"]
    );
    assert_eq!(
        said::<Mraha>("5/5/5/2o2/xo3 x 0,0 0", "a1xc1xc3"),
        ["takes 2 (b1, c2)", "occupies the centre", "wins the game"]
    );
    assert_eq!(said::<Mraha>("5/5/5/5/2xo1 x 0,0 0", "c1-c2"), ["saves the piece on c1"]);
    assert_eq!(said::<Mraha>("5/x4/5/x4/oxx2 x 0,0 0", "a4-a3"), ["blocks the enemy", "wins the game"]);
}

#[test]
fn a_piece_that_moves_from_one_danger_to_another_is_not_saved() {
    // d1 threatens c1, and e2 threatens d2 once the piece has come there from d1's side.
    let moved = said::<Mraha>("5/5/5/2x1o/5 x 0,0 0", "c2-d2");
    assert_eq!(moved, ["leaves the piece on d2 to be taken"]);
    let between = said::<Mraha>("5/5/5/1ox1o/5 x 0,0 0", "c2-d2");
    assert!(between.iter().all(|said| !said.starts_with("saves")), "{between:?}");
}

#[test]
fn seega_encloses() {
    type Small = Seega<Five>;
    assert_eq!(said::<Small>("o4/5/5/x4/1ox2 x 0,0 7", "a2xa1"), ["the only move", "wins the piece on b1"]);
    says::<Small>("4o/x4/5/1o3/1x3 x 0,0 0", "a4-b4", "threatens the piece on b2");
    says::<Small>("4x/5/5/2o2/ox3 x 0,0 0", "e5-e4", "loses the piece on b1");
    says::<Small>("4x/5/5/2o2/ox3 x 0,0 0", "b1-c1", "saves the piece on b1");
    says::<Small>("4o/5/5/2x2/5 x 0,0 0", "c2-c3", "occupies the centre");
    says::<Small>("4o/5/5/o4/x1o2 o 0,0 0", "c1-b1", "blocks the enemy");
    says::<Small>("4o/5/5/o4/xo3 o 0,0 4", "b1-c1", "must free the enemy");
    says::<Small>("5/5/5/o4/xo3 x 0,0 3", "pass", "must pass");
    says::<Small>("xxxxx/xxxxx/oo1oo/xxooo/1ooo1 o 0,2 0", "a1e1", "ends the placement");
    let wall = said::<Small>("4x/1x3/xxxx1/oooo1/1o3 x 0,0 0", "e5-e4");
    assert_eq!(wall, ["walls in the enemy", "wins the game 6-5"]);
}

#[test]
fn pieces_placed_take_under_their_preset_only() {
    type Small = Seega<Five>;
    let rules = Rules::with(grenier_core::seega::SeegaRules::default(), "placement-captures").unwrap();
    let taken = said_under::<Small>(rules, "5/5/5/5/xo3 x 10,10 0", "c1e5");
    assert!(taken[0].ends_with("the piece on b1"), "{taken:?}");
    assert_eq!(said::<Small>("5/5/5/5/xo3 x 10,10 0", "c1e5"), ["quiet"]);
}

#[test]
fn a_game_can_end_by_repetition() {
    let start = Mraha::parse_fields(Default::default(), "x4/5/5/5/4o x 0,0 0").unwrap();
    let mut game = Game::new(start);
    let mut last = Vec::new();
    for mv in ["a5-a4", "e1-e2", "a4-a5", "e2-e1", "a5-a4", "e1-e2", "a4-a5", "e2-e1"] {
        let mv = game.position().parse_move(mv).unwrap();
        last = explain(&game, mv);
        game.play(mv).unwrap();
    }
    assert_eq!(last, [Phrase::Ends { end: End::Draw, counts: None, by_repetition: true }]);
    assert_eq!(last[0].text(Language::English), "draws the game by repetition");
}

#[test]
fn every_phrase_has_words_of_its_own_in_both_languages() {
    let pits = vec!["c".to_owned(), "d".to_owned()];
    let all = [
        Phrase::OnlyMove,
        Phrase::MustFeed,
        Phrase::MustFree,
        Phrase::Passes,
        Phrase::TakesSeeds(4),
        Phrase::GivesSeeds(4),
        Phrase::Relay(4),
        Phrase::Unlocks,
        Phrase::FirstLift(2),
        Phrase::OpensGrenier(13),
        Phrase::BuildsGrenier("C".to_owned(), 13),
        Phrase::ThreatensSeeds(4, pits.clone()),
        Phrase::SavesSeeds(4, pits.clone()),
        Phrase::AllowsSeeds(4, Vec::new()),
        Phrase::Starves,
        Phrase::WinsPiece("c2".to_owned()),
        Phrase::TakesPieces(pits.clone()),
        Phrase::TakesPieces(vec!["c2".to_owned()]),
        Phrase::ThreatensPieces(pits.clone()),
        Phrase::SavesPieces(pits.clone()),
        Phrase::LeavesPieces(pits.clone()),
        Phrase::LosesPieces(pits.clone()),
        Phrase::Centre,
        Phrase::Blocks,
        Phrase::WallsIn,
        Phrase::EndsPlacement,
        Phrase::Ends { end: End::Win, counts: Some([28, 20]), by_repetition: false },
        Phrase::Ends { end: End::Loss, counts: None, by_repetition: true },
        Phrase::Ends { end: End::Draw, counts: None, by_repetition: false },
        Phrase::Quiet,
    ];
    let mut seen = HashMap::new();
    for phrase in &all {
        for language in [Language::English, Language::French] {
            let text = phrase.text(language);
            assert_eq!(seen.insert(text.clone(), phrase), None, "{text}");
        }
    }
    assert_eq!(all[11].text(Language::English), "threatens 4 in c, d");
    assert_eq!(all[18].text(Language::French), "menace les pièces en c, d");
}

/// What stands in a position, read from its text: seeds in the stores, or the pieces by square.
#[derive(Debug)]
enum Seen {
    Stores([i32; 2]),
    Pieces(HashMap<String, char>),
}

fn seen<P: Playable>(position: &P) -> Seen {
    let fields = position.fields();
    let board = fields.split(' ').next().unwrap();
    if !board.contains('/') {
        let numbers: Vec<i32> = board.split('-').filter_map(|number| number.parse().ok()).collect();
        let [.., south, north] = numbers[..] else { panic!("{fields}") };
        return Seen::Stores([south, north]);
    }
    let rows: Vec<&str> = board.split('/').collect();
    let mut pieces = HashMap::new();
    for (from_top, row) in rows.iter().enumerate() {
        let mut file = b'a';
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(run) => file += run as u8,
                None => {
                    pieces.insert(format!("{}{}", char::from(file), rows.len() - from_top), letter);
                    file += 1;
                }
            }
        }
    }
    Seen::Pieces(pieces)
}

/// What `mover` has got by a move: seeds.
fn seeds_gained(before: &Seen, after: &Seen, mover: usize) -> i32 {
    match (before, after) {
        (Seen::Stores(before), Seen::Stores(after)) => after[mover] - before[mover],
        _ => 0,
    }
}

/// The squares of the pieces that the enemy of `mover` has lost, sorted by name.
fn squares_taken(before: &Seen, after: &Seen, mover: usize) -> Vec<String> {
    let (Seen::Pieces(before), Seen::Pieces(after)) = (before, after) else { return Vec::new() };
    let enemy = ['o', 'x'][mover];
    let gone = before.iter().filter(|(square, piece)| **piece == enemy && after.get(*square) != Some(&enemy));
    let mut gone: Vec<String> = gone.map(|(square, _)| square.clone()).collect();
    gone.sort();
    gone
}

fn sorted(squares: &[String]) -> Vec<String> {
    let mut squares = squares.to_vec();
    squares.sort();
    squares
}

/// Checks what is said of one move against the texts of the positions before it, after it, and after every reply.
fn check<P: Playable>(game: &Game<P>, mv: P::Move) {
    let before = game.position();
    let after = before.play_unchecked(mv);
    let (mover, enemy) = (before.turn().index(), before.turn().other().index());
    let here = format!("{} {mv}", before.text());
    let phrases = explain(game, mv);
    assert!(!phrases.is_empty() && (phrases.len() == 1 || !phrases.contains(&Phrase::Quiet)), "{here}");
    let number = |of: fn(&Phrase) -> Option<u8>| phrases.iter().find_map(of).map_or(0, i32::from);
    let squares =
        |of: fn(&Phrase) -> Option<&Vec<String>>| phrases.iter().find_map(of).cloned().unwrap_or_default();

    let (was, is) = (seen(before), seen(&after));
    let taken = number(|phrase| if let Phrase::TakesSeeds(n) = phrase { Some(*n) } else { None });
    assert_eq!(taken, seeds_gained(&was, &is, mover), "{here}");
    let given = number(|phrase| if let Phrase::GivesSeeds(n) = phrase { Some(*n) } else { None });
    assert_eq!(given, seeds_gained(&was, &is, enemy), "{here}");
    let mut took = squares(|phrase| if let Phrase::TakesPieces(all) = phrase { Some(all) } else { None });
    took.extend(phrases.iter().filter_map(|phrase| match phrase {
        Phrase::WinsPiece(square) => Some(square.clone()),
        _ => None,
    }));
    assert_eq!(sorted(&took), squares_taken(&was, &is, mover), "{here}");

    let mut replies = Vec::new();
    if after.turn() != before.turn() {
        after.legal_moves(&mut replies);
    }
    let replied: Vec<Seen> = replies.iter().map(|&reply| seen(&after.play_unchecked(reply))).collect();
    let allowed = number(|phrase| if let Phrase::AllowsSeeds(n, _) = phrase { Some(*n) } else { None });
    let most = replied.iter().map(|reply| seeds_gained(&is, reply, enemy)).max().unwrap_or(0);
    assert_eq!(allowed, most, "{here}");
    let lost: Vec<Vec<String>> = replied.iter().map(|reply| squares_taken(&is, reply, enemy)).collect();
    let loses = squares(|phrase| if let Phrase::LosesPieces(all) = phrase { Some(all) } else { None });
    let leaves = squares(|phrase| if let Phrase::LeavesPieces(all) = phrase { Some(all) } else { None });
    let mut some: Vec<String> = lost.concat();
    some.sort();
    some.dedup();
    let in_all = |square: &String| lost.iter().all(|lost| lost.contains(square));
    let (every, not_every): (Vec<String>, Vec<String>) = some.into_iter().partition(in_all);
    assert_eq!((sorted(&loses), sorted(&leaves)), (every, not_every), "{here}");
    if phrases.iter().any(|phrase| matches!(phrase, Phrase::WinsPiece(_))) {
        assert!(loses.is_empty() && leaves.is_empty(), "{here}");
    }

    let mut next = game.clone();
    next.play(mv).unwrap();
    let says_over = phrases.iter().any(|phrase| matches!(phrase, Phrase::Ends { .. }));
    assert_eq!(says_over, next.result().is_some(), "{here}");
    let mut alternatives = Vec::new();
    before.legal_moves(&mut alternatives);
    assert_eq!(phrases.contains(&Phrase::OnlyMove), alternatives.len() == 1, "{here}");
}

struct RandomGames(u64);

impl Visitor for RandomGames {
    type Output = ();

    fn visit<P: Playable>(self, rules: P::Rules) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.0);
        let mut moves = Vec::new();
        for _ in 0..6 {
            let mut game = Game::new(P::start(rules));
            while game.result().is_none() && game.moves().len() < 160 {
                game.position().legal_moves(&mut moves);
                let mv = moves[rng.random_range(0..moves.len())];
                check(&game, mv);
                game.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn what_is_said_in_random_games_is_true() {
    let variants = [
        "kpe",
        "kpe:skip-origin",
        "awale",
        "awale:abapa",
        "awale:awari",
        "obridjie",
        "mraha",
        "seega",
        "seega:nowall",
        "seega:placement-captures",
        "seega:7x7",
    ];
    for (seed, variant) in (1..).zip(variants) {
        Variant::parse(variant).unwrap().visit(RandomGames(seed));
    }
}

/// The position with the other side to move reads back, in every position of random games in which pieces stand.
struct Turned(u64);

impl Visitor for Turned {
    type Output = usize;

    fn visit<P: Playable>(self, rules: P::Rules) -> usize {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.0);
        let mut position = P::start(rules);
        let mut turned = 0;
        while let Some(next) = position.random_child(&mut |n| rng.random_range(0..n)).filter(|_| turned < 300)
        {
            position = next;
            let flip = |fields: &str| {
                let (from, to) = match position.turn() {
                    Player::First => (["-S", " x "], ["-N", " o "]),
                    Player::Second => (["-N", " o "], ["-S", " x "]),
                };
                let at = usize::from(fields.contains('/'));
                Some(fields.replacen(from[at], to[at], 1))
            };
            if position.fields().contains('/') && !position.fields().contains(" 0,0 ") {
                continue;
            }
            let other = with_other_turn(&position, flip).unwrap_or_else(|| panic!("{}", position.text()));
            assert_ne!(other.turn(), position.turn());
            turned += 1;
        }
        turned
    }
}

#[test]
fn every_position_can_be_seen_with_the_other_side_to_move() {
    for variant in ["kpe", "kpe:skip-origin", "awale", "obridjie", "mraha", "seega"] {
        assert!(Variant::parse(variant).unwrap().visit(Turned(5)) > 0, "{variant}");
    }
}
