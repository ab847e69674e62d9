//! Reviews of played games: what each move cost.
//!
//! # How a move is judged
//! The position before it is searched once, with the limits asked for, for the best move. If the move played is not among
//! the lines found it is searched alone ([`Request::moves`]):
//!
//! - with alpha-beta to the depth of the first search, because values of unequal depths cannot be compared; the table
//!   knows most of the answer by then;
//! - with Monte-Carlo for half the limits, and then the best move is searched alone for half the limits, too, and gets its
//!   value from that. Averages over few simulations and over many cannot be compared either: of many moves searched
//!   briefly the best is the luckiest, and in a search of both the worse one is hardly looked at;
//! - if the best value is proven, with the whole limits.
//!
//! So a move costs at most twice the limits. The search of the next position would cost nothing, but it sees one ply
//! further, and that difference is often larger than an error.
//!
//! The loss is the best move's value minus that of the move played, for the player who moves: seeds of final difference in
//! the mancalas, expected result (0 to 1) in the capture games. It is never negative: if the move played turns out to be
//! worth more than the best one, it is the best move known, and counts as such; if the best value was proven, the estimate
//! was too high, and is lowered to it.
//!
//! # Marks
//! A move that loses at least [`SEEDS`] or [`EXPECTATION`] gets a mark. In seeds: 2 is the smallest capture of Kpé and
//! Awalé, 4 that of Obridjie, and 1 the smallest difference. A proven win thrown away, or a proven draw, is at least a
//! mistake, a proven win that becomes a loss always a blunder, whatever it costs in seeds.

use std::time::Duration;

use grenier_core::Game;
use grenier_search::{Evaluator, Line, Observer, Report, Request, Stop, Unit};

use crate::{EngineKind, Playable, Session};

/// The least losses that are an inaccuracy, a mistake and a blunder in the mancalas, in seeds.
pub const SEEDS: [f64; 3] = [1.0, 2.0, 4.0];

/// The same in the capture games, in expected result.
pub const EXPECTATION: [f64; 3] = [0.05, 0.1, 0.2];

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All marks, the mildest first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The sign that stands behind a move.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The mark of a loss in `unit`, by [`SEEDS`] or [`EXPECTATION`].
    pub fn of_loss(unit: Unit, loss: f64) -> Option<Mark> {
        let least = match unit {
            Unit::Seeds => SEEDS,
            Unit::Expectation => EXPECTATION,
        };
        // Losses are differences of decimals: the last bit must not decide.
        Mark::ALL.into_iter().zip(least).rev().find(|(_, least)| loss >= least - 1e-9).map(|(mark, _)| mark)
    }
}

/// A proven result thrown away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thrown {
    /// A won game is drawn after the move.
    WinToDraw,
    /// A won game is lost after the move.
    WinToLoss,
    /// A drawn game is lost after the move.
    DrawToLoss,
}

impl Thrown {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Thrown::WinToDraw => "a won game is drawn now",
            Thrown::WinToLoss => "a won game is lost now",
            Thrown::DrawToLoss => "a drawn game is lost now",
        }
    }

    /// The word that JSON uses.
    pub const fn word(self) -> &'static str {
        match self {
            Thrown::WinToDraw => "win-to-draw",
            Thrown::WinToLoss => "win-to-loss",
            Thrown::DrawToLoss => "draw-to-loss",
        }
    }

    /// What is thrown away by going from one proven value to another, both for the player who moves.
    fn between(best: i32, played: i32) -> Option<Thrown> {
        match (best.signum(), played.signum()) {
            (1, 0) => Some(Thrown::WinToDraw),
            (1, -1) => Some(Thrown::WinToLoss),
            (0, -1) => Some(Thrown::DrawToLoss),
            _ => None,
        }
    }

    const fn least_mark(self) -> Mark {
        match self {
            Thrown::WinToLoss => Mark::Blunder,
            Thrown::WinToDraw | Thrown::DrawToLoss => Mark::Mistake,
        }
    }
}

/// What is to be said of one move.
#[derive(Clone, Debug)]
pub struct Judgement<M> {
    /// The move played, with its value.
    pub played: Line<M>,
    /// The search for the best move; its first line is the best move known.
    pub report: Report<M>,
    /// What the move cost, at least 0: seeds, or expected result.
    pub loss: f64,
    /// A proven result thrown away.
    pub thrown: Option<Thrown>,
    /// The mark of an error.
    pub mark: Option<Mark>,
    /// Positions entered by all searches for this move.
    pub nodes: u64,
    /// Time taken by all searches for this move.
    pub time: Duration,
}

/// Judges the move `mv`, legal in the current position of `game`. `None` if the request's flag stopped it.
pub fn judge<P: Playable>(
    session: &mut Session<P>,
    game: &Game<P>,
    mv: P::Move,
    request: &Request<'_, P::Move>,
    observer: &mut dyn Observer<P::Move>,
) -> Option<Judgement<P::Move>> {
    let evaluator = session.evaluator();
    let number = |line: &Line<P::Move>| evaluator.score(line.score, line.proven).number();
    let mut report = session.analyse(game, request, observer);
    if report.stopped_by == Stop::Flag || report.lines.is_empty() {
        return None;
    }
    let (mut nodes, mut time) = (report.nodes, report.time);
    // Of moves that lead to the same position the search knows one.
    let after = game.position().play_unchecked(mv);
    let found = report.lines.iter().find(|line| game.position().play_unchecked(line.mv) == after);
    let played = match found {
        Some(line) => renamed(line, mv),
        None => {
            let mut lines = Vec::new();
            for request in more_requests(session.kind(), request, &report, mv) {
                let found = session.analyse(game, &request, observer);
                if found.stopped_by == Stop::Flag {
                    return None;
                }
                nodes += found.nodes;
                time += found.time;
                lines.extend(found.lines);
            }
            compared(&number, &mut report, lines, mv)?
        }
    };
    let best = &report.lines[0];
    let loss = (number(best) - number(&played)).max(0.0);
    let both_proven = best.proven && played.proven;
    let thrown = both_proven.then(|| Thrown::between(best.score, played.score)).flatten();
    let mark = Mark::of_loss(evaluator.unit(), loss).max(thrown.map(Thrown::least_mark));
    Some(Judgement { played, report, loss, thrown, mark, nodes, time })
}

/// The line of another move that leads to the same position.
fn renamed<M: Copy>(line: &Line<M>, mv: M) -> Line<M> {
    let mut line = Line { mv, ..line.clone() };
    if let Some(first) = line.pv.first_mut() {
        *first = mv;
    }
    line
}

/// The requests for the searches that tell the value of the move played.
fn more_requests<'a, M: Copy>(
    kind: EngineKind,
    request: &Request<'a, M>,
    report: &Report<M>,
    mv: M,
) -> Vec<Request<'a, M>> {
    let best = &report.lines[0];
    let alone = |mv| request.clone().moves(vec![mv]).multipv(1);
    let mut played = alone(mv);
    match kind {
        _ if best.proven => vec![played],
        EngineKind::AlphaBeta => {
            played.limits.depth = Some(report.depth.max(1));
            vec![played]
        }
        EngineKind::Mcts => {
            let mut both = vec![alone(best.mv), played];
            for request in &mut both {
                let limits = &mut request.limits;
                limits.nodes = limits.nodes.map(|nodes| nodes.div_ceil(2));
                limits.time = limits.time.map(|time| time / 2);
            }
            both
        }
    }
}

/// The line of the move played, `mv`, of those that the further searches found, after all are brought into one order by
/// their values in the game's unit.
fn compared<M: Copy + Eq>(
    number: &dyn Fn(&Line<M>) -> f64,
    report: &mut Report<M>,
    lines: Vec<Line<M>>,
    mv: M,
) -> Option<Line<M>> {
    let mut played = None;
    for line in lines {
        if line.mv == mv {
            played = Some(line);
        } else if line.mv == report.lines[0].mv {
            report.lines[0] = line;
        }
    }
    let mut played = played?;
    let best = &report.lines[0];
    let (value, best_value) = (number(&played), number(best));
    if report.proven && value > best_value {
        (played.score, played.expected) = (best.score, best.expected);
    } else if value > best_value || value == best_value && played.proven && !best.proven {
        report.lines.insert(0, played.clone());
    }
    Some(played)
}

/// What a player's moves cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// Moves judged.
    pub moves: usize,
    /// Those that lost nothing.
    pub best: usize,
    /// The sum of all losses.
    pub loss: f64,
    /// Moves with each of the marks of [`Mark::ALL`].
    pub marks: [usize; 3],
}

impl Errors {
    /// Counts a move.
    pub fn add<M>(&mut self, judgement: &Judgement<M>) {
        self.moves += 1;
        self.best += usize::from(judgement.loss == 0.0);
        self.loss += judgement.loss;
        if let Some(mark) = judgement.mark {
            self.marks[mark as usize] += 1;
        }
    }

    /// The average loss of a move; `None` without moves.
    pub fn average(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.loss / self.moves as f64)
    }
}

#[cfg(test)]
mod tests;
