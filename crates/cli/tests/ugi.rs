//! The engine as other programs see it.

mod common;

use std::sync::atomic::AtomicBool;

use common::{failure, grenier, json, stdout};
use grenier_arena::ugi::{Dialect, Launch};
use grenier_arena::{Clocks, Foreign, ForeignSpec, Player, PlayerLimits};
use grenier_core::Game;
use grenier_engine::{Playable, Variant, Visitor};

const ENGINE: &str = env!("CARGO_BIN_EXE_grenier");

#[test]
fn it_keeps_to_the_protocol_in_every_game() {
    for game in [
        "kpe",
        "kpe:skip-origin+own-row",
        "awale",
        "awale:abapa",
        "awale:awari",
        "obridjie",
        "mraha",
        "seega",
        "seega:nowall",
        "seega:placement-captures",
        "seega:7x7",
        "seega:9x9+nowall",
    ] {
        let output = grenier(&["ugi-check", "--game", game, ENGINE, "ugi"], b"");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{game}:\n{text}{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.lines().count() == 16 && text.lines().all(|line| line.starts_with("ok  ")), "{text}");
    }
}

#[test]
fn it_keeps_to_the_dialect_of_aalina() {
    let lines = json(&["ugi-check", "--proto", "aalina", &format!("'{ENGINE}' ugi --game kpe")]);
    assert_eq!(lines.len(), 15);
    assert!(lines.iter().all(|line| line["passed"] == true && line["schema"] == 1), "{lines:?}");
}

#[test]
fn what_is_no_engine_fails() {
    let (code, _) = failure(&["ugi-check", "/no/such/engine"], b"");
    assert_eq!(code, 1);
    let output = grenier(&["ugi-check", "true"], b"");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("FAIL  introduction: never started: it ended"), "{text}");
    assert_eq!(failure(&["ugi-check"], b"").0, 2);
    assert_eq!(failure(&["ugi-check", "'"], b"").0, 2);
}

#[test]
fn commands_come_from_the_command_line_and_then_from_the_input() {
    let output = grenier(
        &["ugi", "--game", "kpe", "position startpos moves D", "go nodes 3000"],
        b"query p1turn\nxyzzy\nquit\nquery gameover\n",
    );
    let text = String::from_utf8(output.stdout).expect("it is text");
    let lines: Vec<&str> = text.lines().collect();
    let [.., best, turn, error] = lines[..] else { panic!("{text}") };
    assert!(best.starts_with("bestmove ") && output.status.success(), "{text}");
    assert_eq!(turn, "response false");
    assert!(error.starts_with("info string error: "), "{error}");
}

#[test]
fn openings_come_as_openbench_asks_for_them() {
    let words = ["genfens 64 seed 42 book None", "quit"];
    let direct = stdout(&words);
    assert_eq!(direct.lines().count(), 64);
    assert!(direct.lines().all(|line| line.starts_with("info string genfens awale ")), "{direct}");
    assert_eq!(direct, stdout(&["ugi", words[0], words[1]]));
    let other = stdout(&["ugi", "--game", "seega:7x7", words[0], words[1]]);
    assert!(other.lines().all(|line| line.starts_with("info string genfens seega:7x7 ")), "{other}");
    let error = stdout(&["genfens 64 seed 42 book /no/such/file", "quit"]);
    assert!(error.starts_with("info string error: book /no/such/file"), "{error}");
}

#[test]
fn it_plays_as_a_foreign_player() {
    for (game, dialect) in [("kpe", Dialect::Ugi), ("seega", Dialect::Ugi), ("awale:abapa", Dialect::Aalina)]
    {
        Variant::parse(game).expect(game).visit(PlayOn { dialect });
    }
}

struct PlayOn {
    dialect: Dialect,
}

impl Visitor for PlayOn {
    type Output = ();

    fn visit<P: Playable>(self, rules: P::Rules) {
        let launch = Launch { command: vec![ENGINE.to_owned(), "ugi".to_owned()], ..Launch::default() };
        let spec = ForeignSpec {
            launch,
            dialect: self.dialect,
            options: vec![("Hash".to_owned(), "1".to_owned())],
            ..ForeignSpec::default()
        };
        let [first, second] = [1, 2].map(|_| play::<P>(rules, &spec));
        assert_eq!(first, second, "the same seeds and nodes give the same game");
    }
}

/// The moves of a game between two engines.
fn play<P: Playable>(rules: P::Rules, spec: &ForeignSpec) -> Vec<P::Move> {
    let mut players = [Foreign::<P>::new(spec.clone()), Foreign::new(spec.clone())];
    let mut game = Game::new(P::start(rules));
    for player in &mut players {
        player.new_game(&game, 5).expect("it gets ready");
    }
    let limits = PlayerLimits { nodes: Some(400), ..PlayerLimits::default() };
    while game.result().is_none() && game.moves().len() < 60 {
        let player = &mut players[game.position().turn().index()];
        let choice = player.choose(&game, &limits, &Clocks::default(), None, &AtomicBool::new(false));
        let choice = choice.expect("it plays");
        assert!(choice.remark.score.is_some() && choice.remark.nodes.is_some_and(|nodes| nodes <= 400));
        game.play(choice.mv).expect("the move is legal");
    }
    game.moves().to_vec()
}
