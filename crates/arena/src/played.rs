//! A game that has been played, as the journal keeps it: one JSON object a line, everything in it.

use std::time::Duration;

use grenier_core::record::{Record, Verdict};
use grenier_core::{Game, Notation};
use serde::{Deserialize, Serialize};

use crate::player::{FaultKind, Remark};
use crate::stats::GameScore;
use crate::terms::Terms;

/// Which game of a match this is, and who plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The game's number in the match, from 1.
    pub number: usize,
    /// The round, from 1.
    pub round: usize,
    /// The number of the opening, from 0.
    pub opening: usize,
    /// The players by number: who moves first, and who second.
    pub players: [usize; 2],
    /// Is this the second game of a pair, with the sides of the game before changed?
    pub is_return: bool,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// By the rules.
    Normal,
    /// By the rules, through repetition.
    Repetition,
    /// Both players thought it even for long enough.
    DrawRule,
    /// The loser thought it lost for long enough.
    ResignRule,
    /// It went on for too long, and counts as endless.
    MaxMoves,
    /// A player was at fault.
    Fault(FaultKind),
}

impl Termination {
    /// The words for reports.
    pub const fn words(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Repetition => "repetition",
            Termination::DrawRule => "draw adjudication",
            Termination::ResignRule => "resignation",
            Termination::MaxMoves => "too many moves",
            Termination::Fault(kind) => kind.words(),
        }
    }

    /// The value of PGN's tag `Termination`.
    const fn tag(self) -> &'static str {
        match self {
            Termination::Normal | Termination::Repetition => "normal",
            Termination::DrawRule | Termination::ResignRule | Termination::MaxMoves => "adjudication",
            Termination::Fault(FaultKind::TimeForfeit) => "time forfeit",
            Termination::Fault(FaultKind::IllegalMove) => "illegal move",
            Termination::Fault(_) => "abandoned",
        }
    }
}

/// One move as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The mover's score, in hundredths.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub score: Option<i32>,
    /// Is the score exact?
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub proven: bool,
    /// Depth of the search.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// Nodes of the search.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
    /// Time taken, in microseconds.
    pub time_us: u64,
}

impl PlayedMove {
    /// A move that took `time`.
    pub fn new(mv: impl ToString, remark: &Remark, time: Duration) -> PlayedMove {
        let Remark { score, proven, depth, nodes } = *remark;
        PlayedMove { mv: mv.to_string(), score, proven, depth, nodes, time_us: time.as_micros() as u64 }
    }

    /// The comment of a record: `+0.31/12 0.104s`.
    fn comment(&self) -> String {
        let score = self.score.map(|score| format!("{:+.2}", f64::from(score) / 100.0));
        let depth = self.depth.map(|depth| format!("/{depth}"));
        let what = format!("{}{}", score.unwrap_or_default(), depth.unwrap_or_default());
        let time = format!("{:.3}s", self.time_us as f64 / 1e6);
        if what.is_empty() { time } else { format!("{what} {time}") }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The version of this shape.
    pub schema: u32,
    /// Which game it is.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The names of the players, the first to move first.
    pub names: [String; 2],
    /// What its moves depended on; journals of earlier versions do not say it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub terms: Option<Terms>,
    /// The full text of the position at the start.
    pub start: String,
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why it ended.
    pub termination: Termination,
    /// The end in words.
    pub reason: String,
    /// The player at fault: 0 for the first to move, 1 for the second.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fault_of: Option<usize>,
    /// The day, as `2026.11.30`.
    pub date: String,
}

impl Played {
    /// The result.
    pub fn verdict(&self) -> Verdict {
        Verdict::from_mark(&self.result).unwrap_or(Verdict::Unfinished)
    }

    /// The result from the view of the player who moved first; `None` for a game without one.
    pub fn score(&self) -> Option<GameScore> {
        match self.verdict() {
            Verdict::Won(player) if player.index() == 0 => Some(GameScore::Win),
            Verdict::Won(_) => Some(GameScore::Loss),
            Verdict::Draw => Some(GameScore::Draw),
            Verdict::Unfinished => None,
        }
    }

    /// Points of the players, in halves, the first to move first.
    pub fn halves(&self) -> [u32; 2] {
        self.score().map_or([0, 0], |score| [score.halves() as u32, score.mirrored().halves() as u32])
    }

    /// The game as a record.
    ///
    /// # Errors
    /// One line if the moves do not fit the game, which a damaged journal can cause.
    pub fn record<P: Notation>(&self, start: P, event: &str) -> Result<Record<P>, String> {
        let mut record = Record::new(Game::new(start));
        for (number, played) in (1..).zip(&self.moves) {
            let wrong = |reason: String| format!("game {}, move {number}: {reason}", self.pairing.number);
            let mv =
                record.game().position().parse_move(&played.mv).map_err(|error| wrong(error.to_string()))?;
            record.play(mv, &played.comment()).map_err(|error| wrong(error.to_string()))?;
        }
        record.adjudicate(self.verdict());
        record.set_closing(&self.reason);
        let round = self.pairing.round.to_string();
        let tags = [
            ("Event", event),
            ("Site", "?"),
            ("Date", &self.date),
            ("Round", &round),
            ("White", &self.names[0]),
            ("Black", &self.names[1]),
            ("Termination", self.termination.tag()),
        ];
        for (name, value) in tags {
            record.set_tag(name, value);
        }
        Ok(record)
    }
}
