//! What the moves of a game depend on, as the journal keeps it with every game: a match that goes on must not mix games
//! that were played on different terms.

use grenier_engine::WeightsChoice;
use serde::{Deserialize, Serialize};

use crate::config::{Config, DrawRule, ResignRule};
use crate::spec::PlayerSpec;

/// The terms of a game, but for its opening and the players' names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// What the players are, the first to move first, in the words that [`PlayerSpec::parse`] reads.
    pub players: [String; 2],
    /// The fingerprints of those of their weights that come from files.
    #[serde(skip_serializing_if = "are_built_in", default)]
    pub weights: [Option<String>; 2],
    /// The match's seed.
    pub seed: u64,
    /// Plies after which a game counts as endless.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub max_moves: Option<u32>,
    /// When a game is adjudicated drawn.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub draw: Option<DrawRule>,
    /// When a player resigns.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub resign: Option<ResignRule>,
}

/// Do no weights come from files?
fn are_built_in(weights: &[Option<String>; 2]) -> bool {
    weights.iter().all(Option::is_none)
}

impl Terms {
    /// The terms of a game between these players, whose weights have been read.
    pub fn new(config: &Config, players: [&PlayerSpec; 2]) -> Terms {
        Terms {
            players: players.map(PlayerSpec::words),
            weights: players.map(|player| player.read.as_ref().and_then(WeightsChoice::fingerprint)),
            seed: config.seed,
            max_moves: config.max_moves,
            draw: config.draw,
            resign: config.resign,
        }
    }

    /// How a game on these terms differs from one on `wanted`, the words for a message; `names` are the players'.
    pub fn difference(&self, wanted: &Terms, names: &[String; 2]) -> Option<String> {
        for ((name, own), wanted) in names.iter().zip(&self.players).zip(&wanted.players) {
            if own != wanted {
                return Some(format!("was played by {name} with \"{own}\", not with \"{wanted}\""));
            }
        }
        for ((name, own), wanted) in names.iter().zip(&self.weights).zip(&wanted.weights) {
            if own != wanted {
                return Some(format!("was played by {name} with other weights than its file holds now"));
            }
        }
        if self.seed != wanted.seed {
            return Some(format!("was played with the seed {}, not {}", self.seed, wanted.seed));
        }
        (self != wanted).then(|| "was played with other values of draw, resign or max-moves".to_owned())
    }
}
