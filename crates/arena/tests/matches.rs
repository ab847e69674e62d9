//! Matches from end to end: order, reproducibility, adjudication, interruption.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grenier_arena::{
    Choice, Clocks, Config, DrawRule, Ending, Event, Fault, FaultKind, Format, Journal, Match, NoMove,
    Outcome, Played, Player, PlayerLimits, PlayerSpec, ResignRule, Termination, make_player,
};
use grenier_core::awale::Awale;
use grenier_core::kpe::Kpe;
use grenier_core::{Game, Position, Rules};
use grenier_engine::{Playable, WeightsChoice};

fn config(game: &str, rounds: usize, players: &[&str]) -> Config {
    let mut config = Config::new(game);
    config.rounds = rounds;
    config.engines =
        players.iter().map(|words| PlayerSpec::parse(words.split_whitespace()).unwrap()).collect();
    config
}

/// Runs a match, stopped after `enough` games if there are so many.
fn run_until<P: Playable>(config: &Config, name: &Path, resume: bool, enough: usize) -> Outcome {
    let stop = AtomicBool::new(false);
    let make = |spec: &PlayerSpec| make_player::<P>(spec);
    let (mut journal, before) = if resume {
        let (journal, saved, before) = Journal::resume(name).unwrap();
        assert_eq!(&saved, config);
        (journal, before)
    } else {
        (Journal::create(name, config).unwrap(), Vec::new())
    };
    let game = config.game.split_once(':').map_or("", |(_, preset)| preset);
    let tokens = game.split('+').filter(|token| !token.is_empty());
    let rules = tokens.fold(P::Rules::default(), |rules, token| rules.with(token).unwrap());
    let the_match = Match::<P>::new(config, rules, &make, &stop).unwrap();
    let mut counted = 0;
    the_match
        .run(&mut journal, before, &mut |event| {
            if let Event::Game(..) = event {
                counted += 1;
                stop.store(counted >= enough, Ordering::Relaxed);
            }
        })
        .unwrap()
}

fn run<P: Playable>(config: &Config, name: &Path) -> Outcome {
    run_until::<P>(config, name, false, usize::MAX)
}

/// A file of a match without what differs from run to run: times in comments.
fn records(name: &Path) -> String {
    let text = std::fs::read_to_string(name.with_extension("pgn")).unwrap();
    // A comment is `+0.31/12 0.104s`; lines are filled, so that the words are compared, not the lines.
    let is_time = |word: &&str| !word.trim_end_matches(['}', ')']).ends_with('s') || !word.contains('.');
    text.split_whitespace().filter(is_time).collect::<Vec<_>>().join(" ")
}

#[test]
fn records_do_not_depend_on_the_number_of_games_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config("kpe", 4, &["name=a engine=ab nodes=500", "name=b engine=mcts nodes=3000"]);
    let mut texts = Vec::new();
    for concurrency in [1, 2, 5] {
        config.concurrency = concurrency;
        let name = folder.path().join(format!("c{concurrency}"));
        let outcome = run::<Kpe>(&config, &name);
        assert_eq!((outcome.games.len(), outcome.ending), (8, Ending::Finished));
        assert!(outcome.games.iter().map(|game| game.pairing.number).eq(1..=8));
        texts.push(records(&name));
    }
    assert!(texts[0].contains("[White \"a\"]") && texts[0].contains("/"));
    assert_eq!(texts[0], texts[1]);
    assert_eq!(texts[0], texts[2]);
}

#[test]
fn an_interrupted_match_plays_exactly_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config("kpe", 15, &["name=a engine=ab nodes=2000", "name=b engine=greedy"]);
    config.concurrency = 2;
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let undisturbed = run::<Kpe>(&config, &whole);
    let mut outcome = run_until::<Kpe>(&config, &parts, false, 2);
    let mut runs = 1;
    while outcome.ending == Ending::Interrupted {
        outcome = run_until::<Kpe>(&config, &parts, true, outcome.games.len() + 3);
        runs += 1;
    }
    assert!(runs > 2);
    assert_eq!(outcome.standing.pairs(), undisturbed.standing.pairs());
    assert_eq!(outcome.standing.total(0), undisturbed.standing.total(0));
    assert_eq!(records(&whole), records(&parts));
}

#[test]
fn a_cut_off_line_is_dropped_and_its_game_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let config = config("awale", 2, &["name=a engine=greedy", "name=b engine=random"]);
    let name = folder.path().join("m");
    let first = run::<Awale>(&config, &name);
    let path = name.with_extension("jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 40]).unwrap();
    let again = run_until::<Awale>(&config, &name, true, usize::MAX);
    assert_eq!(again.games.len(), 4);
    assert_eq!(first.standing.total(0), again.standing.total(0));
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 4);
}

#[test]
fn a_match_that_is_there_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let config = config("kpe", 1, &["engine=random", "engine=random"]);
    let name = folder.path().join("m");
    run::<Kpe>(&config, &name);
    assert!(Journal::create(&name, &config).unwrap_err().contains("--resume"));
    let (_open, ..) = Journal::resume(&name).unwrap();
    assert!(Journal::resume(&name).unwrap_err().contains("running already"));
}

#[test]
fn strong_play_beats_random_play_in_every_pair() {
    let folder = tempfile::tempdir().unwrap();
    let config = config("awale:abapa", 3, &["name=a engine=ab nodes=2000", "name=r engine=random"]);
    let outcome = run::<Awale>(&config, &folder.path().join("m"));
    assert_eq!((outcome.standing.total(0).wins, outcome.standing.pairs().0), (6, [0, 0, 0, 0, 3]));
    assert!(folder.path().join("m.ogn").exists());
}

#[test]
fn rules_of_adjudication_end_games() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["name=a engine=ab nodes=1000", "name=b engine=ab nodes=1000"];
    let mut config = config("kpe", 2, &players);
    config.draw = Some(DrawRule { movenumber: 10, movecount: 2, score: 10_000 });
    let outcome = run::<Kpe>(&config, &folder.path().join("draw"));
    assert!(
        outcome.games.iter().all(|game| game.termination == Termination::DrawRule && game.moves.len() == 10)
    );
    config.draw = None;
    config.resign = Some(ResignRule { movecount: 2, score: 300, twosided: true });
    let outcome = run::<Kpe>(&config, &folder.path().join("resign"));
    assert!(outcome.games.iter().any(|game| game.termination == Termination::ResignRule));
    config.resign = None;
    config.max_moves = Some(7);
    let outcome = run::<Kpe>(&config, &folder.path().join("moves"));
    assert!(
        outcome.games.iter().all(|game| game.termination == Termination::MaxMoves && game.moves.len() == 7)
    );
}

#[test]
fn many_players_meet_in_all_formats() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["name=a engine=random", "name=b engine=greedy", "name=c engine=random"];
    for (format, games) in [(Format::RoundRobin, 12), (Format::Gauntlet, 8)] {
        let mut config = config("kpe", 2, &players);
        config.format = format;
        let outcome = run::<Kpe>(&config, &folder.path().join(format!("{format:?}")));
        assert_eq!(outcome.standing.games(), games);
    }
    let mut config = config("kpe", 2, &players);
    config.format = Format::Knockout;
    config.concurrency = 3;
    let outcome = run::<Kpe>(&config, &folder.path().join("knockout"));
    assert_eq!(outcome.ending, Ending::Finished);
    assert!(outcome.standing.games() >= 8);
}

/// A player that does what the test says when a game begins; it never gets to choose.
struct Scripted<F>(F);

impl<F: FnMut(u64) -> Result<(), Fault> + Send> Player<Kpe> for Scripted<F> {
    fn new_game(&mut self, _start: &Game<Kpe>, seed: u64) -> Result<(), Fault> {
        self.0(seed)
    }

    fn choose(
        &mut self,
        _game: &Game<Kpe>,
        _limits: &PlayerLimits,
        _clocks: &Clocks,
        _patience: Option<Duration>,
        _stop: &AtomicBool,
    ) -> Result<Choice<<Kpe as Position>::Move>, NoMove> {
        Err(Fault::new(FaultKind::Crashed, "scripted").into())
    }
}

/// Runs a match of players that begin a game as the test says.
fn run_scripted(
    config: &Config,
    name: &Path,
    begin: impl Fn(u64) -> Result<(), Fault> + Copy + Send + Sync + 'static,
) -> Result<Outcome, String> {
    let stop = AtomicBool::new(false);
    let make = move |_: &PlayerSpec| Ok(Box::new(Scripted(begin)) as Box<dyn Player<Kpe>>);
    let mut journal = Journal::create(name, config).unwrap();
    Match::<Kpe>::new(config, Default::default(), &make, &stop).unwrap().run(
        &mut journal,
        Vec::new(),
        &mut |_| {},
    )
}

#[test]
fn a_panic_in_a_game_ends_the_match_with_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config("kpe", 50, &["name=a engine=random", "name=b engine=random"]);
    config.concurrency = 3;
    config.recover = true;
    let reason = run_scripted(&config, &folder.path().join("m"), |_| panic!("scripted")).unwrap_err();
    assert!(reason.contains("broke off"), "{reason}");
}

#[test]
fn both_sides_get_different_seeds_also_without_the_last_bit() {
    static SEEDS: Mutex<Vec<u64>> = Mutex::new(Vec::new());
    let folder = tempfile::tempdir().unwrap();
    let mut config = config("kpe", 20, &["name=a engine=random", "name=b engine=random"]);
    config.recover = true;
    run_scripted(&config, &folder.path().join("m"), |seed| {
        SEEDS.lock().unwrap().push(seed >> 1);
        Ok(())
    })
    .unwrap();
    let mut seeds = SEEDS.lock().unwrap().clone();
    assert_eq!(seeds.len(), 80);
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 80);
}

#[test]
fn files_that_are_not_of_a_match_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let config = config("kpe", 1, &["engine=random", "engine=random"]);
    for ending in ["toml", "pgn"] {
        let name = folder.path().join(format!("own-{ending}"));
        let path = name.with_extension(ending);
        std::fs::write(&path, "mine").unwrap();
        let reason = Journal::create(&name, &config).unwrap_err();
        assert!(reason.contains("another --out"), "{reason}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
        assert!(!name.with_extension("jsonl").exists());
    }
}

#[test]
fn a_journal_of_other_players_or_openings_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (name, stop) = (folder.path().join("m"), AtomicBool::new(false));
    let config = config("kpe", 2, &["name=a engine=random", "name=b engine=random"]);
    run::<Kpe>(&config, &name);
    let resumed = |change: &dyn Fn(&mut Config)| {
        let (mut journal, mut config, before) = Journal::resume(&name).unwrap();
        change(&mut config);
        let make = |spec: &PlayerSpec| make_player::<Kpe>(spec);
        let the_match = Match::<Kpe>::new(&config, Default::default(), &make, &stop).unwrap();
        the_match.run(&mut journal, before, &mut |_| {}).map(|outcome| outcome.games.len())
    };
    let others = resumed(&|config| config.engines[1].name = Some("c".to_owned()));
    assert!(others.unwrap_err().contains("by others"));
    let openings = resumed(&|config| config.openings.start = Some(2));
    assert!(openings.unwrap_err().contains("another opening"));
    // More rounds make a match longer.
    assert_eq!(resumed(&|config| config.rounds = 3), Ok(6));
}

#[test]
fn terms_edited_in_the_file_of_a_match_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let (name, stop) = (folder.path().join("m"), AtomicBool::new(false));
    let players =
        ["name=a engine=mcts nodes=300 param.exploration=0.8", "name=b engine=ab nodes=50 threads=1"];
    let config = config("kpe", 1, &players);
    run::<Kpe>(&config, &name);
    let path = name.with_extension("toml");
    let text = std::fs::read_to_string(&path).unwrap();
    let resumed = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let (mut journal, config, before) = Journal::resume(&name).unwrap();
        let make = |spec: &PlayerSpec| make_player::<Kpe>(spec);
        let the_match = Match::<Kpe>::new(&config, Default::default(), &make, &stop)?;
        the_match.run(&mut journal, before, &mut |_| {}).map(|outcome| outcome.games.len())
    };
    for (from, to, part) in [
        ("nodes = 300", "nodes = 400", "by a with \"engine=mcts nodes=300 param.exploration=0.8\", not with"),
        ("nodes = 50", "nodes = 50\ndepth = 3", "depth=3"),
        ("\"0.8\"", "\"0.9\"", "param.exploration=0.9"),
        ("threads = 1", "threads = 2", "threads=2"),
        ("seed = 1", "seed = 2", "the seed 1, not 2"),
        ("rounds = 1", "rounds = 1\nmax-moves = 9", "max-moves"),
        // What cannot be played at all is told before.
        ("\"0.8\"", "\"80\"", "a (mcts): exploration is"),
        ("\"exploration\"", "\"explore\"", "there is no parameter"),
    ] {
        let reason = resumed(from, to).unwrap_err();
        assert!(reason.contains(part) && !reason.contains('\n'), "{to}: {reason}");
    }
    assert_eq!(resumed("rounds = 1", "rounds = 2"), Ok(4));
}

#[test]
fn weights_edited_since_a_game_was_played_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let (name, file, stop) = (folder.path().join("m"), folder.path().join("w.toml"), AtomicBool::new(false));
    let text = WeightsChoice::called("hand-set").unwrap().in_force::<Kpe>().unwrap().text();
    std::fs::write(&file, &text).unwrap();
    let with_file = format!("name=a engine=ab nodes=50 weights={}", file.display());
    let config = config("kpe", 1, &[&with_file, "name=b engine=greedy weights=material weight.choices=3"]);
    run::<Kpe>(&config, &name);
    let resumed = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        std::fs::write(&file, text.replacen(from, to, 1)).unwrap();
        let (mut journal, mut config, before) = Journal::resume(&name).unwrap();
        config.rounds = 2;
        let make = |spec: &PlayerSpec| make_player::<Kpe>(spec);
        let the_match = Match::<Kpe>::new(&config, Default::default(), &make, &stop)?;
        the_match.run(&mut journal, before, &mut |_| {}).map(|outcome| outcome.games.len())
    };
    for (from, to, part) in [
        (
            "choices = ",
            "choices = 1",
            "game 1 of the journal was played by a with other weights than its file holds now",
        ),
        ("scale = ", "scale = 1", "by a with other weights"),
        ("choices = ", "choose = ", "a: weights: "),
        ("\"kpe\"", "\"awale\"", "these are weights of awale, not of kpe"),
    ] {
        let reason = resumed(from, to).unwrap_err();
        assert!(reason.contains(part) && !reason.contains('\n'), "{to}: {reason}");
    }
    // Its origin is no part of what it holds.
    assert_eq!(resumed("[weights]", "[made.again]\n[weights]"), Ok(4));
}

#[test]
fn a_file_of_weights_is_read_once_for_a_whole_match() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.toml");
    let set = |name: &str| WeightsChoice::called(name).unwrap().in_force::<Kpe>().unwrap().text();
    let with_file = format!("name=a engine=ab nodes=200 weights={}", file.display());
    let mut games = Vec::new();
    for (name, edited) in [("steady", "hand-set"), ("edited", "material")] {
        std::fs::write(&file, set("hand-set")).unwrap();
        let config = config("kpe", 3, &[&with_file, "name=b engine=ab nodes=200"]);
        let path = folder.path().join(name);
        let (make, stop) = (|spec: &PlayerSpec| make_player::<Kpe>(spec), AtomicBool::new(false));
        let the_match = Match::<Kpe>::new(&config, Default::default(), &make, &stop).unwrap();
        std::fs::write(&file, set(edited)).unwrap();
        let mut journal = Journal::create(&path, &config).unwrap();
        games.push(the_match.run(&mut journal, Vec::new(), &mut |_| {}).unwrap().games);
    }
    let moves = |games: &[Played]| -> Vec<Vec<String>> {
        games.iter().map(|game| game.moves.iter().map(|mv| mv.mv.clone()).collect()).collect()
    };
    assert_eq!(moves(&games[0]), moves(&games[1]));
}

#[test]
fn records_tell_the_time_control() {
    let folder = tempfile::tempdir().unwrap();
    for (players, tags) in [
        (["engine=greedy", "engine=random"], vec!["[TimeControl \"-\"]"]),
        (["engine=greedy tc=40/60+0.5", "engine=random tc=40/60+0.5"], vec!["[TimeControl \"40/60+0.5\"]"]),
        (
            ["engine=greedy tc=10+0.1", "engine=random st=2"],
            vec!["[WhiteTimeControl \"10+0.1\"]", "[BlackTimeControl \"2/move\"]"],
        ),
    ] {
        let config = config("kpe", 1, &players);
        let name = folder.path().join(tags.len().to_string() + &players[0].replace(['/', ' ', '.'], ""));
        run::<Kpe>(&config, &name);
        let text = std::fs::read_to_string(name.with_extension("pgn")).unwrap();
        assert!(tags.iter().all(|tag| text.contains(tag)), "{text}");
    }
}
