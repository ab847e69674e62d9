//! An engine with tables realises what they say: against itself exactly, against random moves at least.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;

use grenier_core::awale::Awale;
use grenier_core::capture::Five;
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;
use grenier_core::{Game, Notation, Player, Position};
use grenier_engine::tables::Source;
use grenier_engine::{EngineKind, Limits, Playable, Report, Request, Session, Settings};
use grenier_solver::build::{Order, build};
use grenier_solver::tables::Folder;
use grenier_solver::{Extent, Layer, Solvable, Tables};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plays a game from `start`; the second player moves at random if `random` is there. Gives the first player's result.
fn played<P: Playable>(
    session: &mut Session<P>,
    start: P,
    mut random: Option<&mut Xoshiro256PlusPlus>,
) -> i32 {
    let mut game = Game::new(start);
    loop {
        if let Some((outcome, _)) = game.result() {
            return outcome.worth_to(Player::First);
        }
        let mv = match random.as_deref_mut().filter(|_| game.position().turn() == Player::Second) {
            Some(random) => {
                let mut moves = Vec::new();
                game.position().legal_moves(&mut moves);
                moves[random.random_range(0..moves.len())]
            }
            None => {
                let request = Request::new(Limits::nodes(2_000));
                let report = session.analyse(&game, &request, &mut |_: &Report<P::Move>| {});
                assert!(session.damage().is_none());
                report.best().unwrap()
            }
        };
        game.play(mv).unwrap();
    }
}

/// From positions of the largest layer that the first player wins, and a few others.
fn check<P: Playable + Solvable>(most: u32, games: usize) {
    let dir = tempfile::tempdir().unwrap();
    let rules = P::Rules::default();
    let order = Order::<P> { rules, extent: Extent::Upto(most), dir: dir.path(), memory: 1 << 30 };
    build(&order, &AtomicBool::new(false), &|_| {}).unwrap();
    let tables = Tables::<P>::open(dir.path(), rules).unwrap();
    let layers = Folder::<P>::new(dir.path(), rules).layers().unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for kind in EngineKind::ALL {
        let tables_from = Source::Folder(dir.path().to_owned());
        let settings = Settings { engine: Some(kind), hash: 4, tables: tables_from, ..Settings::default() };
        let mut session = Session::<P>::new(&settings).unwrap();
        let (mut won, mut all) = (0, 0);
        while won < games {
            let layer = layers[random.random_range(layers.len() / 2..layers.len())];
            let Some(start) = P::at(rules, layer, random.random_range(0..layer.slots())) else { continue };
            let Some(value) = tables.probe(&start).unwrap() else { continue };
            let value = i32::from(value.future);
            all += 1;
            if value <= 0 && all % 10 != 0 {
                continue;
            }
            won += usize::from(value > 0);
            let text = start.text();
            assert_eq!(played(&mut session, start, None), value, "{text} against itself");
            assert!(played(&mut session, start, Some(&mut random)) >= value, "{text} against random");
        }
    }
}

#[test]
fn kpe_values_are_realised() {
    check::<Kpe>(14, 12);
}

#[test]
fn awale_values_are_realised() {
    check::<Awale>(8, 8);
}

#[test]
fn obridjie_values_are_realised() {
    check::<Obridjie>(8, 8);
}

#[test]
fn mraha_values_are_realised() {
    check::<Mraha>(4, 20);
}

#[test]
fn seega_values_are_realised() {
    check::<Seega<Five>>(5, 20);
}

/// A session with tables of M'raha to so many pieces, and where they are.
fn mraha_session(most: u32) -> (tempfile::TempDir, Session<Mraha>) {
    let dir = tempfile::tempdir().unwrap();
    let order = Order::<Mraha> {
        rules: Default::default(),
        extent: Extent::Upto(most),
        dir: dir.path(),
        memory: 1 << 30,
    };
    build(&order, &AtomicBool::new(false), &|_| {}).unwrap();
    let settings = Settings { hash: 4, tables: Source::Folder(dir.path().to_owned()), ..Settings::default() };
    let session = Session::new(&settings).unwrap();
    (dir, session)
}

#[test]
fn history_does_not_keep_a_won_position_from_being_won() {
    let (_dir, mut session) = mraha_session(4);
    let start = Mraha::parse_fields(Default::default(), "xx3/5/x4/5/4o x 0,0 0").unwrap();
    let mut game = Game::new(start);
    for text in ["a5-a4", "e1-d1", "a4-a5", "d1-e1"] {
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv).unwrap();
    }
    assert_eq!(game.occurrences(), 2);
    let mut is_first = true;
    while game.result().is_none() {
        let request = Request::new(Limits::nodes(100));
        let report = session.analyse(&game, &request, &mut |_: &Report<<Mraha as Position>::Move>| {});
        assert!(!(is_first && report.proven), "a worn history proves nothing");
        is_first = false;
        game.play(report.best().unwrap()).unwrap();
    }
    assert_eq!(game.result().unwrap().0.winner, Some(Player::First));
}
