//! Moves by their exact values: their order makes progress, and their distances are those of a plain computation.

#![allow(clippy::unwrap_used)]

mod common;

use common::solved;
use grenier_core::awale::Awale;
use grenier_core::capture::Five;
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;
use grenier_core::{Notation, Player, Position, Tally};
use grenier_solver::{Extent, Layer, Lookup, Rated, Solvable, Solved};

fn last_layer<P: Solvable>(most: u32) -> P::Layer {
    *P::plan(Extent::Upto(most)).unwrap().last().unwrap()
}

fn rated<P: Solvable>(solved: &Solved<P>, position: &P) -> Vec<Rated<P::Move>> {
    let Ok(moves) = solved.moves(position);
    moves.unwrap()
}

fn future<P: Solvable>(solved: &Solved<P>, position: &P) -> i32 {
    i32::from(solved.probe(position).unwrap().future)
}

/// What endless play still changes for the player to move: nothing in the mancalas, all in the others.
fn endless_future<P: Position>(position: &P) -> i32 {
    let endless = position.endless();
    match endless.tally {
        Tally::Stores(_) => 0,
        _ if position.turn() == Player::First => endless.worth_to(Player::First),
        _ => -endless.worth_to(Player::First),
    }
}

/// Both sides play the first of their moves, until the game is over or endless play would give the same: the value is reached,
/// and in as many plies up to the first move that cannot be taken back as was foretold.
fn play_realises_values<P: Solvable>(most: u32, step: usize) {
    let solved = solved::<P>(Default::default(), Extent::Upto(most));
    let layer = last_layer::<P>(most);
    for slot in (0..layer.slots()).step_by(step) {
        let Some(start) = P::at(Default::default(), layer, slot) else { continue };
        let value = future(&solved, &start);
        let (mut here, mut plies, mut left_after) = (start, 0, None);
        while here.outcome().is_none() && future(&solved, &here) != endless_future(&here) {
            here = here.play(rated(&solved, &here)[0].mv).unwrap();
            plies += 1;
            assert!(plies < 1000, "no progress from {}", start.text());
            let is_left = here.layer() != start.layer() || here.outcome().is_some();
            left_after = left_after.or(is_left.then_some(plies));
        }
        assert_eq!(
            here.outcome().unwrap_or(here.endless()).worth_to(Player::First),
            value,
            "{}",
            start.text()
        );
        if start.outcome().is_none() && value != endless_future(&start) {
            assert_eq!(rated(&solved, &start)[0].distance, left_after, "{}", start.text());
        }
    }
}

#[test]
fn play_by_the_first_moves_realises_the_value() {
    play_realises_values::<Kpe>(12, 41);
    play_realises_values::<Awale>(6, 97);
    play_realises_values::<Mraha>(4, 101);
    play_realises_values::<Seega<Five>>(4, 101);
    play_realises_values::<Obridjie>(4, 11);
    play_realises_values::<Obridjie>(8, 1009);
}

/// The plies to the next move out of the layer of all its positions: round by round, from all best moves of all positions.
fn plain_distances<P: Solvable>(solved: &Solved<P>, layer: P::Layer) -> Vec<Option<u32>> {
    let banked = |position: &P, player: Player| {
        let taken = position.endless().worth_to(Player::First);
        if player == Player::First { taken } else { -taken }
    };
    // The slots to which best moves lead, `None` for a move out of the layer.
    let best = |slot: u64| -> Option<(i32, Vec<Option<u64>>)> {
        let position = P::at(Default::default(), layer, slot)?;
        let value = future(solved, &position);
        if position.outcome().is_some() || value == 0 {
            return None;
        }
        let mut leads = Vec::new();
        position.for_each_child(&mut Vec::new(), |_, child| {
            let rest = future(solved, &child);
            let rest = if child.turn() == position.turn() { rest } else { -rest };
            let gain = banked(&child, position.turn()) - banked(&position, position.turn());
            if gain + rest == value {
                let stays = child.layer() == Some(layer) && child.outcome().is_none();
                leads.push(stays.then(|| child.slot()));
            }
        });
        Some((value, leads))
    };
    let all: Vec<_> = (0..layer.slots()).map(best).collect();
    let mut distances: Vec<Option<u32>> = vec![None; all.len()];
    for round in 1.. {
        let is_done = |lead: &Option<u64>| lead.is_none_or(|slot| distances[slot as usize].is_some());
        let news: Vec<usize> = (0..all.len())
            .filter(|&slot| distances[slot].is_none())
            .filter(|&slot| match &all[slot] {
                Some((1.., leads)) => leads.iter().any(is_done),
                Some((_, leads)) => leads.iter().all(is_done),
                None => false,
            })
            .collect();
        if news.is_empty() {
            break;
        }
        news.into_iter().for_each(|slot| distances[slot] = Some(round));
    }
    distances
}

fn distances_are_right<P: Solvable>(most: u32) -> u32 {
    let solved = solved::<P>(Default::default(), Extent::Upto(most));
    let layer = last_layer::<P>(most);
    let distances = plain_distances(&solved, layer);
    for slot in 0..layer.slots() {
        let position = P::at(Default::default(), layer, slot).unwrap();
        let value = future(&solved, &position);
        for Rated { mv, value: worth, distance } in rated(&solved, &position) {
            let child = position.play(mv).unwrap();
            let wanted = if child.layer() != Some(layer) || child.outcome().is_some() {
                Some(1)
            } else {
                distances[child.slot() as usize].map(|plies| plies + 1)
            };
            // Told of best moves; of those that are not the nearest it may be left out.
            let is_nearest = value < 0 || wanted == distances[slot as usize];
            if distance.is_some() || (worth == value && is_nearest) {
                assert_eq!(distance, wanted, "{mv} in {}", position.text());
            }
        }
    }
    distances.into_iter().flatten().max().unwrap()
}

#[test]
fn distances_are_those_of_a_plain_computation() {
    assert!(distances_are_right::<Kpe>(8) > 8);
    assert!(distances_are_right::<Awale>(4) > 4);
    assert!(distances_are_right::<Obridjie>(4) > 1);
}

#[test]
fn moves_are_rated_best_first() {
    let solved = solved::<Kpe>(Default::default(), Extent::Upto(12));
    let layer = last_layer::<Kpe>(12);
    for slot in (0..layer.slots()).step_by(29) {
        let position = Kpe::at(Default::default(), layer, slot).unwrap();
        let rated = rated(&solved, &position);
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mut moves: Vec<_> = rated.iter().map(|rated| rated.mv).collect();
        moves.sort();
        legal.sort();
        assert_eq!(moves, legal);
        assert!(rated.is_sorted_by_key(|rated| -rated.value));
        if let Some(best) = rated.first() {
            assert_eq!(best.value, future(&solved, &position), "{}", position.text());
        }
        let mut ties = rated.iter().take_while(|tie| tie.value == rated[0].value).map(|tie| tie.distance);
        match rated.first().map_or(0, |best| best.value) {
            1.. => {
                assert!(rated[0].distance.is_some());
                assert!(ties.map(|plies| plies.unwrap_or(u32::MAX)).is_sorted());
            }
            0 => {}
            _ => assert!(ties.all(|plies| plies.is_some() && plies <= rated[0].distance)),
        }
    }
}

/// The published example: pits 1 1 1 1 1 2 4 2 3 0 0 0 are worth 0, and their moves -1 -1 -2 -2 -2 0 (T. R. Lincke, ETH Zürich
/// 2002). It has 16 seeds, which takes a few seconds.
#[test]
#[ignore = "solves 16 seeds"]
fn the_published_awari_example_comes_out() {
    let rules = grenier_core::Rules::with(Default::default(), "awari").unwrap();
    let solved = solved::<Awale>(rules, Extent::Upto(16));
    let position = Awale::parse_fields(rules, "1-1-1-1-1-2-4-2-3-0-0-0-0-0-S").unwrap();
    let mut moves = rated(&solved, &position);
    moves.sort_by_key(|rated| rated.mv);
    assert_eq!(future(&solved, &position), 0);
    assert_eq!(moves.iter().map(|rated| rated.value).collect::<Vec<_>>(), [-1, -1, -2, -2, -2, 0]);
}

#[test]
fn lines_make_the_value_come_true() {
    let solved = solved::<Kpe>(Default::default(), Extent::Upto(12));
    let position = Kpe::parse_fields(Default::default(), "1-2-0-1-3-1-0-2-0-0-S -").unwrap();
    let Ok(line) = solved.line(&position, 500);
    let end = line.iter().fold(position, |here, &mv| here.play(mv).unwrap());
    assert_eq!(end.outcome().unwrap_or(end.endless()).worth_to(Player::First), future(&solved, &position));
    let Ok(short) = solved.line(&position, 3);
    assert_eq!(short, line[..3]);
    // Not covered by these tables: nothing is said.
    let unknown = Kpe::start(Default::default());
    assert_eq!(solved.moves(&unknown), Ok(None));
    assert_eq!(solved.line(&unknown, 9), Ok(Vec::new()));
}

/// Counted for whole layers at once, plies are those that a search from each position finds.
#[test]
fn plies_of_layers_are_the_distances_of_moves() {
    let tables = common::solved::<Kpe>(Default::default(), Extent::Upto(10));
    let layer = *Kpe::plan(Extent::Upto(10)).unwrap().last().unwrap();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let plies = grenier_solver::longest::plies(
        Default::default(),
        layer,
        &tables,
        &grenier_solver::Watch::new(&stop),
    )
    .unwrap();
    let mut counted = 0;
    for slot in (0..layer.slots()).step_by(7) {
        let position = Kpe::at(Default::default(), layer, slot).unwrap();
        let Ok(moves) = tables.moves(&position);
        let best = moves.unwrap().first().filter(|best| best.value != 0).and_then(|best| best.distance);
        assert_eq!(u32::from(plies[slot as usize]), best.unwrap_or(0), "{}", position.text());
        counted += u32::from(best.is_some());
    }
    assert!(counted > 1000, "{counted}");
}
