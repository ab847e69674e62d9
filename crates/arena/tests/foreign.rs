//! Foreign engines: what goes wrong with them, and that nothing of them is left.

mod common;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use common::{scripted, spec};
use grenier_arena::ugi::{Dialect, Launch, Timeouts};
use grenier_arena::{Choice, Clocks, Fault, FaultKind, Foreign, ForeignSpec, NoMove, Player, PlayerLimits};
use grenier_core::awale::Awale;
use grenier_core::kpe::Kpe;
use grenier_core::{Game, Position};
use grenier_engine::{GameId, Playable, Variant, Visitor};

fn limits() -> PlayerLimits {
    PlayerLimits { nodes: Some(100), ..PlayerLimits::default() }
}

fn choose<P: Playable>(player: &mut Foreign<P>, game: &Game<P>) -> Result<Choice<P::Move>, NoMove> {
    let patience = Some(Duration::from_secs(5));
    player.choose(game, &limits(), &Clocks::default(), patience, &AtomicBool::new(false))
}

/// The fault of an engine that gets ready, is asked for two moves at most, and must fail.
fn fault(spec: ForeignSpec) -> Fault {
    let mut player = Foreign::<Kpe>::new(spec);
    let mut game = Game::new(Kpe::start(Default::default()));
    if let Err(fault) = player.new_game(&game, 1) {
        return fault;
    }
    for _ in 0..2 {
        match choose(&mut player, &game) {
            Ok(choice) => game.play(choice.mv).expect("a choice is legal"),
            Err(NoMove::Fault(fault)) => return fault,
            Err(NoMove::Interrupted) => panic!("nobody has interrupted"),
        }
    }
    panic!("the engine has done nothing wrong")
}

fn kind(manner: &[&str]) -> FaultKind {
    fault(spec(manner)).kind
}

#[test]
fn a_good_engine_plays_any_game() {
    for &id in GameId::ALL {
        Variant::of(id).visit(PlayOn);
    }
}

struct PlayOn;

impl Visitor for PlayOn {
    type Output = ();

    fn visit<P: Playable>(self, rules: P::Rules) {
        let mut player = Foreign::<P>::new(spec(&["good"]));
        let mut game = Game::new(P::start(rules));
        player.new_game(&game, 42).expect("it gets ready");
        for _ in 0..10 {
            let choice = choose(&mut player, &game).expect("it plays");
            assert_eq!(choice.remark.score, Some(25));
            assert_eq!((choice.remark.depth, choice.remark.nodes), (Some(1), Some(8)));
            game.play(choice.mv).expect("the move is legal");
        }
        // Another game of the same engine, from a position.
        let other = Game::new(*game.position());
        player.new_game(&other, 43).expect("it gets ready again");
        assert!(choose(&mut player, &other).is_ok());
        assert_eq!(player.introduction().expect("it runs").name, "Scripted");
    }
}

#[test]
fn engines_that_never_start_are_told() {
    assert_eq!(kind(&["die-at-start"]), FaultKind::NeverStarted);
    let timeouts = Timeouts { start: Duration::from_millis(300), ..Timeouts::default() };
    let slow = fault(ForeignSpec { timeouts, ..spec(&["never-start"]) });
    assert_eq!(slow.kind, FaultKind::NeverStarted);
    assert!(slow.detail.contains("introduction"), "{}", slow.detail);
    let none = Launch { command: vec!["/no/such/engine".to_owned()], ..Launch::default() };
    let missing = fault(ForeignSpec { launch: none, ..ForeignSpec::default() });
    assert_eq!(missing.kind, FaultKind::NeverStarted);
    assert!(missing.detail.contains("/no/such/engine"), "{}", missing.detail);
    let option = vec![("Colour".to_owned(), "red".to_owned())];
    let unknown = fault(ForeignSpec { options: option, ..spec(&["good"]) });
    assert_eq!(unknown.kind, FaultKind::NeverStarted);
    assert!(unknown.detail.contains("no option Colour"), "{}", unknown.detail);
    // An engine of the other protocol never introduces itself.
    let other = fault(ForeignSpec { timeouts, ..spec(&["good-aalina"]) });
    assert_eq!(other.kind, FaultKind::NeverStarted);
}

#[test]
fn crashes_and_stalls_are_told_apart() {
    for number in ["1", "2"] {
        let crash = fault(spec(&["crash-at-move", number]));
        assert_eq!(crash.kind, FaultKind::Crashed);
        assert!(crash.detail.contains('3'), "{}", crash.detail);
    }
    let timeouts = Timeouts { ping: Duration::from_millis(200), ..Timeouts::default() };
    assert_eq!(fault(ForeignSpec { timeouts, ..spec(&["deaf-to-ping"]) }).kind, FaultKind::Stalled);
    let mut player = Foreign::<Kpe>::new(spec(&["stall-at-move", "2"]));
    let mut game = Game::new(Kpe::start(Default::default()));
    player.new_game(&game, 1).expect("it gets ready");
    game.play(choose(&mut player, &game).expect("the first move").mv).expect("it is legal");
    let patience = Some(Duration::from_millis(200));
    let started = Instant::now();
    let stalled =
        player.choose(&game, &limits(), &Clocks::default(), patience, &AtomicBool::new(false)).unwrap_err();
    assert!(matches!(stalled, NoMove::Fault(Fault { kind: FaultKind::Stalled, .. })), "{stalled:?}");
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[test]
fn floods_garbage_and_illegal_moves_are_told_apart() {
    assert_eq!(kind(&["flood"]), FaultKind::Flooded);
    assert_eq!(kind(&["flood-line"]), FaultKind::Flooded);
    assert_eq!(kind(&["garbage"]), FaultKind::Garbage);
    assert_eq!(kind(&["babble"]), FaultKind::Garbage);
    assert_eq!(kind(&["illegal"]), FaultKind::IllegalMove);
}

#[test]
fn a_crash_is_noticed_though_a_grandchild_keeps_the_output() {
    let started = Instant::now();
    let crash = fault(spec(&["crash-with-child"]));
    assert_eq!(crash.kind, FaultKind::Crashed);
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
}

#[test]
fn a_slow_engine_is_waited_for() {
    let mut player = Foreign::<Kpe>::new(spec(&["slow", "300"]));
    let game = Game::new(Kpe::start(Default::default()));
    player.new_game(&game, 1).expect("it gets ready");
    let started = Instant::now();
    assert!(choose(&mut player, &game).is_ok());
    assert!(started.elapsed() >= Duration::from_millis(300));
}

#[test]
fn thinking_is_interrupted() {
    for (manner, plays_on) in [("good", true), ("ignore-stop", false)] {
        let mut player = Foreign::<Kpe>::new(spec(&[manner, "1"]));
        let game = Game::new(Kpe::start(Default::default()));
        player.new_game(&game, 1).expect("it gets ready");
        let stop = AtomicBool::new(true);
        let started = Instant::now();
        let choice = player.choose(&game, &limits(), &Clocks::default(), None, &stop);
        assert_eq!(choice, Err(NoMove::Interrupted), "{manner}");
        assert!(started.elapsed() < Duration::from_secs(3), "{manner}: {:?}", started.elapsed());
        // One that has answered goes on, the other one is started again.
        let process = player.process();
        assert_eq!(process.is_some(), plays_on);
        assert_eq!(player.new_game(&game, 2), Ok(()));
    }
}

/// Is a process of this number there, and no zombie?
#[cfg(target_os = "linux")]
fn runs(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.trim_start().starts_with('Z'))
}

#[cfg(target_os = "linux")]
fn end_soon(id: u32) -> bool {
    let until = Instant::now() + Duration::from_secs(3);
    while runs(id) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    !runs(id)
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left() {
    for manner in ["good", "ignore-quit", "stall-at-move", "flood", "spawn-child", "crash-with-child"] {
        let folder = tempfile::tempdir().expect("there is room for a log");
        let log = folder.path().join("stderr.txt");
        let mut spec = spec(&[manner]);
        spec.launch.log = Some(log.clone());
        let mut player = Foreign::<Kpe>::new(spec);
        let game = Game::new(Kpe::start(Default::default()));
        player.new_game(&game, 1).expect("it gets ready");
        let engine = player.process().expect("it runs");
        assert!(runs(engine), "{manner}");
        let patience = Some(Duration::from_millis(300));
        let _ = player.choose(&game, &limits(), &Clocks::default(), patience, &AtomicBool::new(false));
        drop(player);
        assert!(end_soon(engine), "{manner} is left");
        if manner.contains("child") {
            let text = std::fs::read_to_string(log).expect("the log is there");
            let child: u32 = text.trim().rsplit(' ').next().and_then(|id| id.parse().ok()).expect("a number");
            assert!(end_soon(child), "the child of {manner} is left");
        }
    }
}

#[test]
fn aalina_plays_awale_only() {
    let aalina = ForeignSpec { dialect: Dialect::Aalina, ..spec(&["good-aalina"]) };
    let Err(refused) =
        Foreign::<Awale>::new(aalina.clone()).new_game(&Game::new(Awale::start(Default::default())), 1)
    else {
        panic!("awale has other rules")
    };
    assert!(refused.detail.contains("awale:abapa"), "{}", refused.detail);
    Variant::parse("awale:abapa").expect("it is one").visit(PlayAalina(aalina));
}

struct PlayAalina(ForeignSpec);

impl Visitor for PlayAalina {
    type Output = ();

    fn visit<P: Playable>(self, rules: P::Rules) {
        let mut player = Foreign::<P>::new(self.0);
        let mut game = Game::new(P::start(rules));
        player.new_game(&game, 1).expect("it gets ready");
        for _ in 0..20 {
            let choice = choose(&mut player, &game).expect("it plays");
            assert_eq!(
                (choice.remark.depth, choice.remark.nodes, choice.remark.score),
                (Some(1), Some(6), None)
            );
            game.play(choice.mv).expect("the move is legal");
        }
    }
}

#[test]
fn command_lines_are_split_as_shells_do() {
    let launch = Launch::parse("\"my engine\" --level 3 'a b'").expect("it is right");
    assert_eq!(launch.command, ["my engine", "--level", "3", "a b"]);
    assert!(Launch::parse("engine \"open").is_err());
    assert!(Launch::parse("  ").is_err());
    assert!(scripted().exists());
}
