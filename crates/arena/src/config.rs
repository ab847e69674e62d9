//! What a match or tournament is: everything that its results depend on, in one file.

use std::path::PathBuf;

use grenier_engine::{EngineKind, Playable, Variant, Visitor};
use serde::{Deserialize, Serialize};

use crate::spec::PlayerSpec;
use crate::stats::{Model, Sprt};

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody plays everybody in every round. With two players: a match.
    #[default]
    RoundRobin,
    /// The first player plays everybody else in every round.
    Gauntlet,
    /// Who loses a tie of all rounds is out.
    Knockout,
}

/// The order in which openings are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// That of the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// Where openings come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Openings {
    /// A file of positions; the game's own openings if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// Their order.
    pub order: Order,
    /// The number of the first one to use, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
}

/// When a game is adjudicated drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Plies that must have been played.
    pub movenumber: u32,
    /// Moves of each player in a row whose score is near zero.
    pub movecount: u32,
    /// How near, in hundredths.
    pub score: i32,
}

/// When a player resigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// Moves of the player in a row whose score is this bad.
    pub movecount: u32,
    /// How bad, in hundredths.
    pub score: i32,
    /// Must the opponent see it the same way?
    #[serde(default)]
    pub twosided: bool,
}

/// A sequential test that ends the match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtRule {
    /// Elo of the hypothesis that the first player is no better.
    pub elo0: f64,
    /// Elo of the hypothesis that it is.
    pub elo1: f64,
    /// Chance of accepting the second hypothesis wrongly.
    pub alpha: f64,
    /// Chance of accepting the first one wrongly.
    pub beta: f64,
    /// The model.
    #[serde(default)]
    pub model: Model,
}

/// A whole match or tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The variant, such as `seega:7x7`.
    pub game: String,
    /// The name of the event, for records.
    #[serde(default = "default_event")]
    pub event: String,
    /// Who plays whom.
    #[serde(default)]
    pub format: Format,
    /// Rounds; in each one every pairing plays `games` games.
    #[serde(default = "default_rounds")]
    pub rounds: usize,
    /// Games of a pairing in a round, from one opening if `repeat` is on.
    #[serde(default = "default_games")]
    pub games: usize,
    /// Play each opening with the sides changed before the next one.
    #[serde(default = "yes")]
    pub repeat: bool,
    /// Games at a time.
    #[serde(default = "one")]
    pub concurrency: usize,
    /// The seed of everything random.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// Go on after an engine broke down, with a new one.
    #[serde(default)]
    pub recover: bool,
    /// Plies after which a game counts as endless.
    #[serde(default, rename = "max-moves", skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// Where openings come from.
    #[serde(default)]
    pub openings: Openings,
    /// When a game is adjudicated drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// When a player resigns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// A sequential test that ends the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtRule>,
    /// What holds for all players that say nothing else.
    #[serde(default)]
    pub each: PlayerSpec,
    /// The players.
    #[serde(default, rename = "engine")]
    pub engines: Vec<PlayerSpec>,
}

/// Games of a pairing in a round, at most.
const MOST_GAMES: usize = 10_000;

/// Games at a time, at most.
const MOST_AT_A_TIME: usize = 1024;

fn default_event() -> String {
    "Grenier match".to_owned()
}

const fn default_rounds() -> usize {
    100
}

const fn default_games() -> usize {
    2
}

const fn default_seed() -> u64 {
    1
}

const fn one() -> usize {
    1
}

const fn yes() -> bool {
    true
}

impl Config {
    /// A match of `game` with the defaults of everything else, and nobody in it.
    pub fn new(game: &str) -> Config {
        Config {
            game: game.to_owned(),
            event: default_event(),
            format: Format::default(),
            rounds: default_rounds(),
            games: default_games(),
            repeat: true,
            concurrency: 1,
            seed: default_seed(),
            recover: false,
            max_moves: None,
            openings: Openings::default(),
            draw: None,
            resign: None,
            sprt: None,
            each: PlayerSpec::default(),
            engines: Vec::new(),
        }
    }

    /// The players as they play: filled up, with names that differ.
    pub fn players(&self) -> Vec<PlayerSpec> {
        let mut players: Vec<PlayerSpec> = Vec::new();
        for spec in &self.engines {
            let mut spec = spec.clone().or(&self.each);
            let label = spec.label();
            let mut name = label.clone();
            let mut number = 2;
            while players.iter().any(|other| other.name.as_deref() == Some(&name)) {
                name = format!("{label}-{number}");
                number += 1;
            }
            spec.name = Some(name);
            players.push(spec);
        }
        players
    }

    /// Checks what can be checked before anything is started.
    ///
    /// # Errors
    /// One line that says what is wrong and what would be right.
    pub fn check(&self) -> Result<(), String> {
        if self.engines.len() < 2 {
            return Err(
                "two players at least are wanted: --engine name=… engine=… (twice or more)".to_owned()
            );
        }
        if self.rounds == 0 || self.games == 0 || self.concurrency == 0 {
            return Err("rounds, games and concurrency must be above zero".to_owned());
        }
        if self.games > MOST_GAMES || self.concurrency > MOST_AT_A_TIME {
            return Err(format!(
                "there are at most {MOST_GAMES} games of two players in a round, and {MOST_AT_A_TIME} at a time"
            ));
        }
        // A knockout's ties are planned whole.
        if self.format == Format::Knockout && self.rounds > MOST_GAMES {
            return Err(format!("a knockout has at most {MOST_GAMES} rounds"));
        }
        if self.max_moves == Some(0) {
            return Err("max-moves must be above zero".to_owned());
        }
        if self.draw.is_some_and(|rule| rule.movecount == 0 || rule.score < 0) {
            return Err("draw: movecount above zero and a score not below zero are wanted".to_owned());
        }
        if self.resign.is_some_and(|rule| rule.movecount == 0 || rule.score <= 0) {
            return Err("resign: movecount and score must be above zero".to_owned());
        }
        // Who starts the match reads the game, and tells what is wrong with it.
        let usual = Variant::parse(&self.game).ok().map(|variant| variant.visit(UsualSearch));
        for player in self.players() {
            player.check()?;
            usual.map_or(Ok(()), |usual| player.check_params(usual))?;
        }
        match self.sprt {
            Some(_) if self.engines.len() != 2 => {
                Err("a sequential test needs exactly two players".to_owned())
            }
            Some(_) if !self.games.is_multiple_of(2) || !self.repeat => {
                Err("a sequential test counts pairs of games: --games 2 with --repeat is wanted".to_owned())
            }
            Some(sprt) => sprt.test().map(|_| ()),
            None => Ok(()),
        }
    }
}

/// Which search plays a game best?
struct UsualSearch;

impl Visitor for UsualSearch {
    type Output = EngineKind;

    fn visit<P: Playable>(self, _: P::Rules) -> EngineKind {
        P::ENGINE
    }
}

impl SprtRule {
    /// The test.
    ///
    /// # Errors
    /// One line if the bounds or chances make no sense.
    pub fn test(&self) -> Result<Sprt, String> {
        let SprtRule { elo0, elo1, alpha, beta, model } = *self;
        Sprt::new(elo0, elo1, alpha, beta, model).map_err(|error| format!("the sequential test: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_sense_is_refused() {
        let wrong = |change: &dyn Fn(&mut Config)| {
            let mut config = Config::new("kpe");
            config.engines = ["engine=ab nodes=10", "engine=random"]
                .map(|words| PlayerSpec::parse(words.split(' ')).unwrap())
                .to_vec();
            assert_eq!(config.check(), Ok(()));
            change(&mut config);
            config.check().unwrap_err()
        };
        assert!(wrong(&|config| config.engines.truncate(1)).contains("two players"));
        assert!(wrong(&|config| config.rounds = 0).contains("above zero"));
        assert!(wrong(&|config| config.games = usize::MAX).contains("at most"));
        assert!(wrong(&|config| config.concurrency = 1_000_000).contains("at most"));
        assert!(wrong(&|config| config.max_moves = Some(0)).contains("max-moves"));
        let resign = |movecount, score| Some(ResignRule { movecount, score, twosided: false });
        assert!(wrong(&|config| config.resign = resign(0, 300)).contains("resign"));
        assert!(wrong(&|config| config.resign = resign(3, i32::MIN)).contains("resign"));
        let draw = Some(DrawRule { movenumber: 0, movecount: 0, score: 10 });
        assert!(wrong(&|config| config.draw = draw).contains("draw"));
        assert!(wrong(&|config| config.engines[0].st = Some(-1.0)).contains("seconds"));
        assert!(wrong(&|config| config.engines[0].patience = Some(f64::NAN)).contains("seconds"));
        assert!(wrong(&|config| config.engines[0].nodes = Some(0)).contains("above zero"));
        assert!(wrong(&|config| config.engines[0].name = Some("a\nb".to_owned())).contains("name"));
        assert!(wrong(&|config| config.engines[0].name = Some(String::new())).contains("name"));
    }
}
