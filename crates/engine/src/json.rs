//! The JSON shapes that scripts rely on. Fields may be added, none is renamed or dropped within a schema.

mod probed;
mod review;

use grenier_core::{Game, Language, Notation, Outcome, Reason, Tally};
use grenier_search::{Evaluator, Line, Report, Score, Unit};
use serde::Serialize;

use crate::explain::explain;
use crate::{EngineKind, Playable};

pub use probed::{Probed, ProbedMove};
pub use review::{PlayerErrors, ReviewSummary, ReviewedMove};

/// The version of the shapes.
pub const SCHEMA: u32 = 1;

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameResult {
    /// `first`, `second` or `draw`.
    pub winner: &'static str,
    /// Mancalas: the final stores, South's first, in seeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stores: Option<[u8; 2]>,
    /// Seega: `petite` or `grande`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub victory: Option<&'static str>,
    /// Seega: pieces left, `x`'s first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<[u8; 2]>,
    /// `repetition` if that ended the game; absent if the position itself did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

impl GameResult {
    /// The result as JSON shows it.
    pub fn new((outcome, reason): (Outcome, Reason)) -> GameResult {
        let winner = match outcome.winner {
            Some(player) if player.index() == 0 => "first",
            Some(_) => "second",
            None => "draw",
        };
        let reason = (reason == Reason::Repetition).then_some("repetition");
        let mut result = GameResult { winner, stores: None, victory: None, pieces: None, reason };
        match outcome.tally {
            Tally::Stores(stores) => result.stores = Some(stores),
            Tally::Pieces { victory, pieces } => {
                result.victory = Some(victory.word());
                result.pieces = Some(pieces);
            }
            Tally::Bare => {}
        }
        result
    }
}

/// A legal move and the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveTo {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The full text of the position reached.
    pub position: String,
}

/// What `moves --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Moves {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The full text of the position.
    pub position: String,
    /// The legal moves, sorted by their text.
    pub moves: Vec<MoveTo>,
    /// The result if the game is over.
    pub result: Option<GameResult>,
}

impl Moves {
    /// The legal moves of `position`, sorted by their text.
    pub fn of<P: Notation>(position: &P) -> Moves {
        let mut moves = Vec::new();
        let mut scratch = Vec::new();
        position.for_each_child(&mut scratch, |mv, child| {
            moves.push(MoveTo { mv: mv.to_string(), position: child.text() });
        });
        moves.sort_by(|a, b| a.mv.cmp(&b.mv));
        let result = position.outcome().map(|outcome| GameResult::new((outcome, Reason::Position)));
        Moves { schema: SCHEMA, position: position.text(), moves, result }
    }
}

/// A score: a whole number or a decimal, or a word for a proven result of a capture game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum ScoreValue {
    /// Proven seeds.
    Whole(i32),
    /// Estimated seeds, or an expected result from 0 to 1.
    Decimal(f64),
    /// `win`, `draw` or `loss`.
    Word(&'static str),
}

impl ScoreValue {
    /// The score as JSON shows it; expectations with four decimals.
    pub fn new(score: Score, proven: bool) -> ScoreValue {
        match (score.word(), score) {
            (Some(word), _) => ScoreValue::Word(word),
            (None, Score::Seeds(value)) if proven && value % grenier_search::UNIT == 0 => {
                ScoreValue::Whole(value / grenier_search::UNIT)
            }
            (None, Score::Expected(expected)) => ScoreValue::Decimal((expected * 1e4).round() / 1e4),
            (None, other) => ScoreValue::Decimal(other.number()),
        }
    }
}

/// One of the best moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnalysedLine {
    /// 1 for the best.
    pub rank: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// For the side to move. Mancalas: the future difference in seeds, which does not depend on the stores.
    pub score: ScoreValue,
    /// `seeds` or `expectation`.
    pub unit: &'static str,
    /// Is the score exact?
    pub proven: bool,
    /// Mancalas: the difference of the final stores that is expected, for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub final_difference: Option<ScoreValue>,
    /// The result, 0 to 1, that the side to move can expect.
    pub expected: f64,
    /// Simulations through the move, for Monte-Carlo search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// Expected play.
    pub pv: Vec<String>,
    /// What the move does, in words, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub explained: Vec<String>,
}

impl AnalysedLine {
    /// A line found in the current position of `game`, the `rank`th best, by a search that judges by `evaluator`.
    pub fn new<P: Playable>(
        evaluator: &P::Evaluator,
        game: &Game<P>,
        rank: usize,
        line: &Line<P::Move>,
    ) -> AnalysedLine {
        let banked = evaluator.banked(game.position());
        let is_in_seeds = evaluator.unit() == Unit::Seeds;
        let shown = |value, proven| ScoreValue::new(evaluator.score(value, proven), proven);
        AnalysedLine {
            rank,
            mv: line.mv.to_string(),
            score: shown(line.score - banked, line.proven),
            unit: evaluator.unit().word(),
            proven: line.proven,
            final_difference: is_in_seeds.then(|| shown(line.score, line.proven)),
            expected: (line.expected * 1e4).round() / 1e4,
            visits: line.visits,
            pv: line.pv.iter().map(ToString::to_string).collect(),
            explained: Vec::new(),
        }
    }

    /// Adds what its move `mv`, legal in the current position of `game`, does in words.
    pub fn explain<P: Playable>(&mut self, game: &Game<P>, mv: P::Move, language: Language) {
        self.explained = explain(game, mv).iter().map(|phrase| phrase.text(language)).collect();
    }
}

/// What `analyse --json` prints for a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The file that holds the position, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The full text of the position.
    pub position: String,
    /// The line's name in its suite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// `ab` or `mcts`.
    pub engine: &'static str,
    /// Plies of the last complete iteration.
    pub depth: u32,
    /// The deepest ply entered.
    pub seldepth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// Time taken, in milliseconds.
    pub time_ms: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Nodes answered by exact tables.
    pub table_hits: u64,
    /// Nodes answered by the transposition table.
    pub transposition_hits: u64,
    /// How full the search's memory is, in thousandths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hashfull: Option<u16>,
    /// Is the first line's score the exact value?
    pub proven: bool,
    /// Why the search ended: `proven`, `depth`, `nodes`, `time`, `flag`, `exhausted`, `over`.
    pub stopped_by: &'static str,
    /// The result if the game is over; there are no lines then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// The best moves, best first.
    pub lines: Vec<AnalysedLine>,
}

impl Analysis {
    /// What the report on `game` of an engine of this kind says, which judges by `evaluator`.
    pub fn new<P: Playable>(
        kind: EngineKind,
        evaluator: &P::Evaluator,
        game: &Game<P>,
        report: &Report<P::Move>,
    ) -> Analysis {
        let line = |(rank, line): (usize, &Line<P::Move>)| AnalysedLine::new(evaluator, game, rank, line);
        Analysis {
            schema: SCHEMA,
            file: None,
            position: game.position().text(),
            id: None,
            engine: kind.word(),
            depth: report.depth,
            seldepth: report.seldepth,
            nodes: report.nodes,
            time_ms: report.time.as_millis() as u64,
            nps: (report.nodes as f64 / report.time.as_secs_f64().max(1e-6)) as u64,
            table_hits: report.oracle_hits,
            transposition_hits: report.table_hits,
            hashfull: report.hashfull,
            proven: report.proven,
            stopped_by: report.stopped_by.word(),
            result: game.result().map(GameResult::new),
            lines: (1..).zip(&report.lines).map(line).collect(),
        }
    }
}
