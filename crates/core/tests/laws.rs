//! Laws that hold for every position of every game and preset, checked along random walks.
//!
//! `GRENIER_WALKS=1000 cargo test -p grenier-core --test laws --release` takes longer walks than the usual 20 a preset.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::fmt::Debug;

use grenier_core::capture::{Five, Nine, Seven};
use grenier_core::seega::Seega;
use grenier_core::{Game, Notation, Position, Rules, Symmetric};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plies after which a walk is cut off; no game of the vectors is longer than 600.
const LONGEST_WALK: usize = 3000;

fn walks() -> u64 {
    std::env::var("GRENIER_WALKS").map_or(20, |walks| walks.parse().expect("GRENIER_WALKS is a number"))
}

fn rules<P: Position>(tokens: &[&str]) -> P::Rules {
    tokens.iter().fold(P::Rules::default(), |rules, token| rules.with(token).unwrap())
}

/// Calls `check` with every position of some random games, and the moves of the previous position.
fn walk<P: Notation>(tokens: &[&str], mut check: impl FnMut(&Game<P>, &[P::Move])) {
    for seed in 0..walks() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(P::start(rules::<P>(tokens)));
        let (mut moves, mut earlier) = (Vec::new(), Vec::new());
        for ply in 0.. {
            assert!(ply < LONGEST_WALK, "a game must end: {}", game.position().text());
            check(&game, &earlier);
            if game.result().is_some() {
                break;
            }
            std::mem::swap(&mut moves, &mut earlier);
            game.position().legal_moves(&mut moves);
            game.play(moves[random.random_range(0..moves.len())]).unwrap();
            std::mem::swap(&mut moves, &mut earlier);
        }
    }
}

fn same<T: PartialEq + Debug, P: Notation>(position: &P, left: T, right: T) {
    assert_eq!(left, right, "{}", position.text());
}

/// Moves are legal exactly if generated, without duplicates and in their own order's sense; text round-trips.
fn moves_are_exact<P: Notation>(tokens: &[&str]) {
    walk::<P>(tokens, |game, earlier| {
        let now = game.position();
        let mut moves = vec![];
        now.legal_moves(&mut moves);
        same(now, moves.is_empty(), now.outcome().is_some());
        let mut sorted = moves.clone();
        sorted.sort();
        same(now, &sorted, &moves);
        sorted.dedup();
        same(now, sorted.len(), moves.len());
        for &mv in &moves {
            assert!(now.is_legal(mv), "{} {mv}", now.text());
            same(now, now.parse_move(&mv.to_string()), Ok(mv));
        }
        for mv in earlier.iter().filter(|mv| moves.binary_search(mv).is_err()) {
            assert!(!now.is_legal(*mv) && now.play(*mv).is_err(), "{} {mv}", now.text());
            assert!(now.parse_move(&mv.to_string()).is_err(), "{} {mv}", now.text());
        }
    });
}

fn text_round_trips<P: Notation>(tokens: &[&str]) {
    walk::<P>(tokens, |game, _| {
        let now = game.position();
        same(now, P::parse_fields(now.rules(), &now.fields()), Ok(*now));
        assert!(now.draw().lines().count() >= 3);
    });
}

/// The three ways to the next positions agree, and `distinct_moves` reaches each of them once.
fn successors_agree<P: Notation>(tokens: &[&str]) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(99);
    walk::<P>(tokens, |game, _| {
        let now = game.position();
        let (mut moves, mut scratch, mut children) = (vec![], vec![], vec![]);
        now.legal_moves(&mut moves);
        now.for_each_child(&mut scratch, |mv, child| children.push((mv, child)));
        let played: Vec<(P::Move, P)> = moves.iter().map(|&mv| (mv, now.play(mv).unwrap())).collect();
        same(now, &children, &played);

        let mut distinct = vec![];
        now.distinct_moves(&mut distinct);
        let reached: Vec<P> = distinct.iter().map(|&mv| now.play(mv).unwrap()).collect();
        assert!(reached.iter().enumerate().all(|(i, child)| !reached[..i].contains(child)), "{}", now.text());
        assert!(children.iter().all(|(_, child)| reached.contains(child)), "{}", now.text());
        let mut visited = vec![];
        now.for_each_distinct_child(&mut scratch, |mv, child| visited.push((mv, child)));
        same(now, visited, distinct.into_iter().zip(reached.iter().copied()).collect());

        let child = now.random_child(&mut |n| random.random_range(0..n));
        same(now, child.is_some(), !moves.is_empty());
        assert!(child.iter().all(|child| reached.contains(child)), "{}", now.text());
        for (_, child) in &children {
            assert!(child.epoch() <= now.epoch(), "{}", now.text());
        }
    });
}

/// Equal keys are equal positions, as repetition sees them.
fn keys_are_positions<P: Notation>(tokens: &[&str]) {
    let mut seen: HashMap<u64, P> = HashMap::new();
    let mut texts: HashMap<String, u64> = HashMap::new();
    walk::<P>(tokens, |game, _| {
        let now = game.position();
        let first = seen.entry(now.key()).or_insert(*now);
        assert!(first.repeats(now) && now.repeats(first), "{} and {}", first.text(), now.text());
        same(now, first.epoch(), now.epoch());
        // Text without counters and stores is not at hand; the same text must at least have the same key.
        same(now, *texts.entry(now.fields()).or_insert(now.key()), now.key());
    });
}

/// Symmetries commute with play, and what has the same future key is equal, or is so once the players change places.
fn symmetries_commute<P: Notation + Symmetric>(tokens: &[&str]) {
    let mut futures: HashMap<u64, P> = HashMap::new();
    walk::<P>(tokens, |game, _| {
        let now = game.position();
        same(now, now.transformed(0), *now);
        let first = futures.entry(now.future_key()).or_insert(*now);
        assert!(
            first.repeats(now) || first.transformed(1).repeats(now),
            "{} and {}",
            first.text(),
            now.text()
        );
        for symmetry in 0..P::SYMMETRIES {
            let seen = now.transformed(symmetry);
            let (mut moves, mut seen_moves) = (vec![], vec![]);
            now.legal_moves(&mut moves);
            seen.legal_moves(&mut seen_moves);
            same(now, moves.len(), seen_moves.len());
            for mv in moves {
                let seen_move = P::transformed_move(mv, symmetry);
                same(now, now.play(mv).unwrap().transformed(symmetry), seen.play(seen_move).unwrap());
            }
        }
    });
}

macro_rules! laws {
    ($($name:ident: $position:ty, $tokens:expr;)*) => {
        $(mod $name {
            #[allow(unused_imports)]
            use super::{Five, Nine, Seega, Seven};

            #[test]
            fn moves_are_exact() {
                super::moves_are_exact::<$position>(&$tokens);
            }
            #[test]
            fn text_round_trips() {
                super::text_round_trips::<$position>(&$tokens);
            }
            #[test]
            fn successors_agree() {
                super::successors_agree::<$position>(&$tokens);
            }
            #[test]
            fn keys_are_positions() {
                super::keys_are_positions::<$position>(&$tokens);
            }
            #[test]
            fn symmetries_commute() {
                super::symmetries_commute::<$position>(&$tokens);
            }
        })*
    };
}

laws! {
    kpe: grenier_core::kpe::Kpe, [];
    kpe_skip_origin: grenier_core::kpe::Kpe, ["skip-origin"];
    kpe_own_row: grenier_core::kpe::Kpe, ["own-row"];
    awale: grenier_core::awale::Awale, [];
    awale_abapa: grenier_core::awale::Awale, ["abapa"];
    awale_awari: grenier_core::awale::Awale, ["awari"];
    obridjie: grenier_core::obridjie::Obridjie, [];
    mraha: grenier_core::mraha::Mraha, [];
    seega: Seega<Five>, [];
    seega_nowall: Seega<Five>, ["nowall"];
    seega_placement_captures: Seega<Five>, ["placement-captures"];
    seega_7x7: Seega<Seven>, [];
    seega_7x7_nowall: Seega<Seven>, ["nowall"];
    seega_9x9: Seega<Nine>, [];
}

mod mancalas_keep_their_seeds {
    use super::walk;

    fn total(rows: [u64; 2], stores: [u8; 2]) -> u32 {
        rows.iter().flat_map(|row| row.to_le_bytes()).chain(stores).map(u32::from).sum()
    }

    #[test]
    fn kpe() {
        walk::<grenier_core::kpe::Kpe>(&[], |game, _| {
            assert_eq!(total(game.position().rows(), game.position().stores()), 48);
        });
    }

    #[test]
    fn awale() {
        walk::<grenier_core::awale::Awale>(&[], |game, _| {
            assert_eq!(total(game.position().rows(), game.position().stores()), 48);
        });
    }

    #[test]
    fn obridjie() {
        walk::<grenier_core::obridjie::Obridjie>(&[], |game, _| {
            assert_eq!(total(game.position().rows(), game.position().stores()), 48);
        });
    }
}
