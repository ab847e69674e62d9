//! Games against OpenSpiel's Oware bot, which has to be installed first: `cargo test -- --ignored` runs them.

mod common;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::spec;
use grenier_arena::ugi::Launch;
use grenier_arena::{Clocks, Foreign, ForeignSpec, Player, PlayerLimits};
use grenier_core::Game;
use grenier_engine::{Playable, Variant, Visitor};

#[test]
#[ignore = "needs the Python package open_spiel, which scripts/openspiel-ugi installs"]
fn openspiel_plays_games_to_their_ends() {
    Variant::parse("awale:abapa").expect("it is one").visit(PlayOn);
}

struct PlayOn;

impl Visitor for PlayOn {
    type Output = ();

    fn visit<P: Playable>(self, rules: P::Rules) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/openspiel-ugi");
        let launch = Launch { command: vec![script.display().to_string()], ..Launch::default() };
        let openspiel = ForeignSpec { launch, ..ForeignSpec::default() };
        let mut players = [Foreign::<P>::new(openspiel), Foreign::new(spec(&["good"]))];
        for start in ["startpos", "0-7-6-5-5-0-1-6-0-7-6-5-0-0-N", "1-8-5-1-1-7-0-1-7-3-7-7-0-0-S"] {
            let position = if start == "startpos" {
                P::start(rules)
            } else {
                P::parse_fields(rules, start).expect(start)
            };
            let mut game = Game::new(position);
            for player in &mut players {
                player.new_game(&game, 7).expect("it gets ready");
            }
            while game.result().is_none() && game.moves().len() < 400 {
                let player = &mut players[game.position().turn().index()];
                let limits = PlayerLimits { nodes: Some(100), ..PlayerLimits::default() };
                let patience = Some(Duration::from_secs(20));
                let choice =
                    player.choose(&game, &limits, &Clocks::default(), patience, &AtomicBool::new(false));
                game.play(choice.expect("it plays").mv).expect("the move is legal");
            }
            println!("{start}: {} plies, {}", game.moves().len(), game.position().text());
            // Beyond 24 seeds OpenSpiel's game is over, and ours has gone on.
            assert!(game.moves().len() > 30);
        }
    }
}
