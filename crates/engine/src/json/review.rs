//! What `analyse --json` prints of a game record: a line a move, then a summary.

use grenier_core::record::Number;
use grenier_core::{Game, Player};
use grenier_search::{Evaluator, Line, Unit};
use serde::Serialize;

use super::{AnalysedLine, GameResult, SCHEMA};
use crate::Playable;
use crate::review::{Errors, Judgement};

/// A move of a reviewed game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReviewedMove {
    /// [`SCHEMA`].
    pub schema: u32,
    /// `move`.
    pub kind: &'static str,
    /// The file that holds the record, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line where the record starts.
    pub line: usize,
    /// Number of the move in the game, both players' moves counted, from 1.
    pub ply: usize,
    /// The move's number in the record: `7.` for the first player, `7...` for the second.
    pub number: String,
    /// `first` or `second`.
    pub player: &'static str,
    /// The full text of the position before the move.
    pub position: String,
    /// The move played, with its value for the player who moves. Its `rank` is its place among `lines`, or the one after
    /// their last.
    pub played: AnalysedLine,
    /// The best moves known, best first; as many as were asked for, and the move played if it is the best.
    pub lines: Vec<AnalysedLine>,
    /// What the move cost, never negative: seeds with two decimals, or expected result with four.
    pub loss: f64,
    /// `seeds` or `expectation`.
    pub unit: &'static str,
    /// `?!`, `?`, `??`, or `null`.
    pub mark: Option<&'static str>,
    /// A proven result thrown away: `win-to-draw`, `win-to-loss`, `draw-to-loss`, or `null`.
    pub thrown: Option<&'static str>,
    /// Depth of the search for the best move, in plies.
    pub depth: u32,
    /// Positions entered by all searches for the move.
    pub nodes: u64,
    /// Time of all searches for the move, in milliseconds.
    pub time_ms: u64,
}

impl ReviewedMove {
    /// What was judged, by `evaluator`, of the next move of `game`, which is move `number` of the record that starts on
    /// `line`.
    pub fn new<P: Playable>(
        evaluator: &P::Evaluator,
        game: &Game<P>,
        (line, number): (usize, Number),
        judgement: &Judgement<P::Move>,
    ) -> ReviewedMove {
        let Judgement { played, report, .. } = judgement;
        let unit = evaluator.unit();
        let shown = |rank, line| AnalysedLine::new(evaluator, game, rank, line);
        let lines = (1..).zip(&report.lines).map(|(rank, line)| shown(rank, line));
        let reached = |mv| game.position().play_unchecked(mv);
        let is_played = |line: &Line<P::Move>| reached(line.mv) == reached(played.mv);
        let rank = report.lines.iter().position(is_played).unwrap_or(report.lines.len()) + 1;
        ReviewedMove {
            schema: SCHEMA,
            kind: "move",
            file: None,
            line,
            ply: game.moves().len() + 1,
            number: number.to_string(),
            player: word(game.position().turn()),
            position: game.position().text(),
            played: shown(rank, played),
            lines: lines.collect(),
            loss: rounded(unit, judgement.loss),
            unit: unit.word(),
            mark: judgement.mark.map(|mark| mark.sign()),
            thrown: judgement.thrown.map(|thrown| thrown.word()),
            depth: report.depth,
            nodes: judgement.nodes,
            time_ms: judgement.time.as_millis() as u64,
        }
    }
}

/// A loss in `unit`, without digits that mean nothing.
fn rounded(unit: Unit, loss: f64) -> f64 {
    let parts = match unit {
        Unit::Seeds => 1e2,
        Unit::Expectation => 1e4,
    };
    (loss * parts).round() / parts
}

const fn word(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// What one player's moves cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayerErrors {
    /// `first` or `second`.
    pub player: &'static str,
    /// `South` or `North`, `x` or `o`.
    pub called: &'static str,
    /// The name in the record's tags, or `null`.
    pub name: Option<String>,
    /// Moves judged.
    pub moves: usize,
    /// Moves that lost nothing.
    pub best: usize,
    /// Average loss of a move, in `unit`; `null` without moves.
    pub average_loss: Option<f64>,
    /// Moves marked `?!`.
    pub inaccuracies: usize,
    /// Moves marked `?`.
    pub mistakes: usize,
    /// Moves marked `??`.
    pub blunders: usize,
}

/// The end of a review.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReviewSummary {
    /// [`SCHEMA`].
    pub schema: u32,
    /// `summary`.
    pub kind: &'static str,
    /// The file that holds the record, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line where the record starts.
    pub line: usize,
    /// The game, with its preset.
    pub game: String,
    /// `ab` or `mcts`.
    pub engine: &'static str,
    /// `seeds` or `expectation`.
    pub unit: &'static str,
    /// Moves of the record.
    pub moves: usize,
    /// Moves judged; fewer than `moves` after Ctrl-C, or if a move is wrong.
    pub reviewed: usize,
    /// The first player, then the second.
    pub players: [PlayerErrors; 2],
    /// The result that the board shows, or `null`.
    pub result: Option<GameResult>,
    /// Positions entered by all searches.
    pub nodes: u64,
    /// Time of all searches, in milliseconds.
    pub time_ms: u64,
}

impl PlayerErrors {
    /// What is told of `player`, called `name` in the record.
    pub fn new<P: Playable>(player: Player, name: Option<&str>, errors: &Errors) -> PlayerErrors {
        let unit = P::Evaluator::default().unit();
        let [inaccuracies, mistakes, blunders] = errors.marks;
        PlayerErrors {
            player: word(player),
            called: P::PLAYERS[player.index()],
            name: name.map(str::to_owned),
            moves: errors.moves,
            best: errors.best,
            average_loss: errors.average().map(|loss| rounded(unit, loss)),
            inaccuracies,
            mistakes,
            blunders,
        }
    }
}
