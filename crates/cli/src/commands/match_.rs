//! `grenier match`: engine against engine.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use grenier_arena::{Config, Format, usual_name};

use crate::contest::{self, Contest};
use crate::failure::Failure;
use crate::groups::Groups;
use crate::output::Output;
use crate::position::variant;

/// The options that the files of a match hold: they would be without effect when it goes on.
const FIXED: [&str; 18] = [
    "game",
    "out",
    "engine",
    "each",
    "openings",
    "draw",
    "resign",
    "sprt",
    "rounds",
    "games",
    "repeat",
    "no_repeat",
    "concurrency",
    "max_moves",
    "recover",
    "seed",
    "format",
    "event",
];

/// Play engines against each other: pairs of games from the same opening with the sides changed.
///
/// The files NAME.toml (what was asked for), NAME.jsonl (every game), NAME.pgn (and NAME.ogn) are written as games end.
/// A match that was broken off, even by kill -9, goes on with --resume NAME and plays exactly what is missing. The first
/// Ctrl-C stops the searches and saves, the second one ends the program.
///
/// Example: grenier match kpe --engine name=a engine=ab --engine name=b engine=mcts --each nodes=2000 --rounds 50
#[derive(Debug, Args)]
pub struct Match {
    /// The game, with its preset.
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    game: Option<String>,

    #[command(flatten)]
    groups: Groups,

    /// Rounds; in each one every two players meet for --games games.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    rounds: usize,

    /// Games of two players in a round.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    games: usize,

    /// Play each opening twice with the sides changed; this is so unless --no-repeat is given.
    #[arg(long, overrides_with = "no_repeat")]
    repeat: bool,

    /// Give every game an opening of its own.
    #[arg(long)]
    no_repeat: bool,

    /// Games at a time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    concurrency: usize,

    /// End a game after so many plies, as if it went on for ever.
    #[arg(long, value_name = "PLIES")]
    max_moves: Option<u32>,

    /// Go on after an engine broke down, with a new one.
    #[arg(long)]
    recover: bool,

    /// The seed of everything random.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Who plays whom: round-robin, or gauntlet (the first player against all others), or knockout.
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    format: String,

    /// The name of the event, for the records.
    #[arg(long, value_name = "NAME", default_value = "Grenier match")]
    event: String,

    /// The name of the files to write, without ending [default: the game and the time of day].
    #[arg(long, value_name = "NAME")]
    out: Option<PathBuf>,

    /// Go on with the match of these files; all other options are in them.
    #[arg(long, value_name = "NAME", conflicts_with_all = FIXED)]
    resume: Option<PathBuf>,

    /// Draw charts to NAME-elo.svg, NAME-llr.svg and NAME-table.svg at the end.
    #[arg(long)]
    svg: bool,
}

impl Match {
    /// Plays it.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        if let Some(name) = self.resume {
            return contest::resume(name, self.svg, output);
        }
        let config = self.config()?;
        let name = self.out.unwrap_or_else(|| usual_name(&config));
        config.check().map_err(Failure::Usage)?;
        Contest { config, name, begun: None, svg: self.svg }.run(output)
    }

    fn config(&self) -> Result<Config, Failure> {
        let game = self.game.as_deref().unwrap_or_default();
        let mut config = Config::new(&variant(game)?.to_string());
        config.format = match self.format.as_str() {
            "round-robin" => Format::RoundRobin,
            "gauntlet" => Format::Gauntlet,
            "knockout" => Format::Knockout,
            other => {
                return Err(Failure::Usage(format!(
                    "\"{other}\" is no format: round-robin, gauntlet or knockout is wanted"
                )));
            }
        };
        config.event.clone_from(&self.event);
        config.rounds = self.rounds;
        config.games = self.games;
        config.repeat = !self.no_repeat;
        config.concurrency = self.concurrency;
        config.max_moves = self.max_moves;
        config.recover = self.recover;
        config.seed = self.seed;
        self.groups.fill(&mut config)?;
        Ok(config)
    }
}
