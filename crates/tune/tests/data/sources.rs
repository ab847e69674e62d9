//! The sources: games of the search, records and tables.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use grenier_core::awale::Awale;
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::record::Record;
use grenier_core::{Game, Player, Position};
use grenier_engine::tables::Source as Tables;
use grenier_engine::{EngineKind, Evaluator, Playable, Settings};
use grenier_solver::Solvable;
use grenier_tune::data::{
    Ended, Filter, Found, FromTables, Goal, Records, Result as GameResult, SelfPlay, Source, gather,
};

use super::{add, file, open, samples};

static GO: AtomicBool = AtomicBool::new(false);

fn settings(tables: Tables) -> Settings {
    Settings { engine: Some(EngineKind::AlphaBeta), hash: 1, tables, ..Settings::default() }
}

fn games<P: Playable>(tables: Tables) -> SelfPlay<P> {
    SelfPlay {
        rules: P::Rules::default(),
        nodes: 20,
        opening: 2..=12,
        every: 4,
        longest: 120,
        seed: 7,
        settings: settings(tables),
    }
}

/// What a job finds.
fn found<P: Playable, S: Source<P>>(source: &S, job: u64) -> Vec<Found<P>> {
    source.job(&mut source.worker().unwrap(), job, &GO).unwrap().unwrap()
}

#[test]
fn games_do_not_hang_on_threads_and_interruptions() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts, other] = ["whole.bin", "parts.bin", "other.bin"].map(|name| file(&folder, name));
    let source = games::<Awale>(Tables::None);
    assert_eq!(add(&source, &whole, Goal::Jobs(130), 2), Ok(Ended::Finished));
    // Sixty-four games are a block, whatever is asked for.
    assert_eq!(add(&source, &parts, Goal::Samples(1), 1), Ok(Ended::Finished));
    assert_eq!(open::<Awale>(&parts).unwrap().counts().jobs, 64);
    assert_eq!(add(&source, &parts, Goal::Jobs(130), 1), Ok(Ended::Finished));
    let bytes = fs::read(&whole).unwrap();
    assert!(bytes == fs::read(&parts).unwrap());
    add(&SelfPlay { seed: 8, ..source }, &other, Goal::Jobs(130), 2).unwrap();
    assert!(bytes != fs::read(&other).unwrap());
    assert!(samples::<Awale>(&whole).iter().all(|sample| {
        let margin = sample.margin.unwrap();
        sample.result == GameResult::of_margin(margin) && sample.eval.abs() <= 48.0 && !sample.exact
    }));
}

/// Stops at the second job, while others may be at work.
struct Stopping<'a>(SelfPlay<Kpe>, &'a AtomicBool);

impl Source<Kpe> for Stopping<'_> {
    type Worker = <SelfPlay<Kpe> as Source<Kpe>>::Worker;

    fn worker(&self) -> Result<Self::Worker, String> {
        self.0.worker()
    }

    fn jobs(&self) -> Option<u64> {
        self.0.jobs()
    }

    fn job(
        &self,
        worker: &mut Self::Worker,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Found<Kpe>>>, String> {
        if number == 70 {
            self.1.store(true, Ordering::Relaxed);
        }
        self.0.job(worker, number, stop)
    }
}

#[test]
fn a_run_that_is_told_to_stop_can_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole.txt", "parts.txt"].map(|name| file(&folder, name));
    let source = games::<Kpe>(Tables::None);
    add(&source, &whole, Goal::Jobs(130), 2).unwrap();
    let stop = AtomicBool::new(false);
    {
        let mut store = open::<Kpe>(&parts).unwrap();
        let (goal, stopping) = (Goal::Jobs(130), Stopping(source.clone(), &stop));
        let ended = gather(&stopping, &mut store, Filter { noisy: false }, goal, &stop, &mut |_| ());
        assert_eq!((ended, store.counts().jobs), (Ok(Ended::Interrupted), 64));
    }
    let bytes = fs::read(&whole).unwrap();
    let kept = fs::read(&parts).unwrap();
    assert!(kept.len() > 200 && kept.len() < bytes.len() && bytes.starts_with(&kept));
    assert_eq!(add(&source, &parts, Goal::Jobs(130), 2), Ok(Ended::Finished));
    assert!(bytes == fs::read(&parts).unwrap());
}

#[test]
fn noisy_positions_are_counted_or_kept() {
    let folder = tempfile::tempdir().unwrap();
    let source = games::<Kpe>(Tables::None);
    let all: Vec<Found<Kpe>> = (0..64).flat_map(|job| found(&source, job)).collect();
    let noisy = all.iter().filter(|(_, is_quiet)| !is_quiet).count() as u64;
    assert!(noisy > 20 && noisy < all.len() as u64, "{noisy} of {}", all.len());
    let count = |name: &str, keep: bool| {
        let mut store = open::<Kpe>(&file(&folder, name)).unwrap();
        gather(&source, &mut store, Filter { noisy: keep }, Goal::Jobs(64), &GO, &mut |_| ()).unwrap();
        store.counts().clone()
    };
    let (quiet, kept) = (count("quiet.txt", false), count("kept.txt", true));
    assert_eq!((quiet.found, quiet.noisy), (all.len() as u64, noisy));
    assert_eq!((kept.found, kept.noisy), (quiet.found, 0));
    assert_eq!(kept.samples + kept.twice, kept.found);
    assert!(kept.samples > quiet.samples);
}

#[test]
fn a_source_that_has_no_more_is_exhausted() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "a.txt");
    // Two seeds lie in one or two of eight pits.
    let source = from_tables::<Kpe>(2);
    assert_eq!(add(&source, &path, Goal::Samples(1000), 2), Ok(Ended::Exhausted));
    let bytes = fs::read(&path).unwrap();
    assert!((1..=36).contains(&samples::<Kpe>(&path).len()));
    // Nothing is gained by trying again, and nothing is written.
    assert_eq!(add(&source, &path, Goal::Samples(1000), 1), Ok(Ended::Exhausted));
    assert!(bytes == fs::read(&path).unwrap());
}

#[test]
fn records_give_each_of_their_positions() {
    let folder = tempfile::tempdir().unwrap();
    let game = |seed: usize| {
        let mut game = Game::new(Kpe::start(Default::default()));
        let mut moves = Vec::new();
        while game.result().is_none() {
            game.position().legal_moves(&mut moves);
            game.play(moves[(seed * 31 + game.moves().len() * 7) % moves.len()]).unwrap();
        }
        game
    };
    let finished = game(1);
    let plies = finished.moves().len();
    let winner = finished.result().unwrap().0.winner;
    // A game that was broken off has no result of its own.
    let mut broken = Game::new(*finished.start());
    finished.moves()[..plies / 2].iter().for_each(|&mv| broken.play(mv).unwrap());
    let records = vec![Record::new(finished), Record::new(broken), Record::new(game(2))];
    let source = Records { records, nodes: 30, skip: 3, settings: settings(Tables::None) };
    let first = found(&source, 0);
    assert_eq!(first.len(), plies - 3);
    assert!(found(&source, 1).is_empty() && !found(&source, 2).is_empty());
    let wanted = match winner {
        Some(Player::First) => GameResult::First,
        Some(Player::Second) => GameResult::Second,
        None => GameResult::Draw,
    };
    assert!(first.iter().all(|(sample, _)| sample.result == wanted && sample.margin.is_some()));
    // There are no more games than there are.
    let path = file(&folder, "a.txt");
    assert_eq!(add(&source, &path, Goal::Samples(1_000_000), 2), Ok(Ended::Finished));
    assert_eq!(open::<Kpe>(&path).unwrap().counts().jobs, 3);
    assert_eq!(open::<Kpe>(&path).unwrap().counts().found as usize, plies - 3 + found(&source, 2).len());
}

fn from_tables<P: Playable + Solvable>(most: u32) -> FromTables<P> {
    FromTables::new(P::Rules::default(), 1..=most, &Tables::None, 3, &GO).unwrap()
}

/// Compares what is stored with what tables say of each position.
fn agree_with_tables<P: Playable + Solvable>(source: &FromTables<P>, path: &Path, seen: fn(&P, i32) -> f64) {
    add(source, path, Goal::Jobs(20), 2).unwrap();
    let samples = samples::<P>(path);
    assert!(samples.len() > 100, "{}", samples.len());
    for sample in &samples {
        let tables = P::layers_around(&sample.position, &GO).unwrap().unwrap();
        let future = i32::from(tables.value(&sample.position).unwrap().unwrap().future);
        assert_eq!(sample.eval, seen(&sample.position, future), "{}", sample.line());
        assert!(sample.exact && sample.result == GameResult::of_margin(sign::<P>(sample.eval)), "{sample:?}");
    }
    for result in [GameResult::First, GameResult::Draw, GameResult::Second] {
        assert!(samples.iter().any(|sample| sample.result == result), "{result:?}");
    }
}

fn sign<P: Playable>(eval: f64) -> i32 {
    match grenier_tune::data::unit::<P>() {
        grenier_engine::Unit::Seeds => eval as i32,
        grenier_engine::Unit::Expectation => (2.0 * eval) as i32 - 1,
    }
}

fn to_first<P: Position>(position: &P, value: i32) -> i32 {
    if position.turn() == Player::First { value } else { -value }
}

#[test]
fn exact_values_are_those_of_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let seeds = |position: &Kpe, future: i32| {
        let banked = <Kpe as grenier_engine::Evaluated>::Evaluator::default().banked(position) / 100;
        f64::from(to_first(position, future + banked))
    };
    agree_with_tables::<Kpe>(&from_tables(8), &file(&folder, "k.txt"), seeds);
    let result = |position: &Mraha, future: i32| (f64::from(to_first(position, future)) + 1.0) / 2.0;
    agree_with_tables::<Mraha>(&from_tables(4), &file(&folder, "m.txt"), result);
}

#[test]
fn tables_that_are_not_there_are_told() {
    for (material, part) in [(1..=40, "take too long"), (1..=1000, "take too long"), (0..=0, "no position")] {
        let told = FromTables::<Kpe>::new(Default::default(), material, &Tables::None, 1, &GO);
        let error = told.err().unwrap();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
    let stop = AtomicBool::new(true);
    // Whatever other tests have solved: not this game.
    let told = FromTables::<Awale>::new(Default::default(), 1..=9, &Tables::None, 1, &stop);
    assert_eq!(told.err().unwrap(), "interrupted");
}

#[test]
fn games_end_where_tables_begin() {
    let covered = |tables: Tables| {
        let source = games::<Kpe>(tables);
        let all: Vec<Found<Kpe>> = (0..8).flat_map(|job| found(&source, job)).collect();
        let is_covered = |(sample, _): &&Found<Kpe>| {
            let tables = Kpe::knowledge(&sample.position, &Tables::Usual, false).unwrap();
            tables.is_some_and(|tables| tables.value(&sample.position).unwrap().is_some())
        };
        (all.len(), all.iter().filter(is_covered).count())
    };
    let (with, without) = (covered(Tables::Usual), covered(Tables::None));
    assert_eq!(with.1, 0);
    assert!(without.1 > 0 && without.0 > with.0, "{with:?} {without:?}");
}
