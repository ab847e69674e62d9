//! What a search found, and the ear that listens to it.

use std::time::Duration;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stop {
    /// It has not ended: this is a report on the way.
    #[default]
    Running,
    /// The game was over before.
    Over,
    /// All that was asked for is proven.
    Proven,
    /// The tree was searched to its ends without a proof of all that was asked for (endless play without a value of its
    /// own, or a line that comes back to the root), or the searcher's own greatest depth was reached.
    Exhausted,
    /// The depth limit.
    Depth,
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// The stop flag.
    Flag,
}

impl Stop {
    /// One word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Stop::Running => "running",
            Stop::Over => "over",
            Stop::Proven => "proven",
            Stop::Exhausted => "exhausted",
            Stop::Depth => "depth",
            Stop::Nodes => "nodes",
            Stop::Time => "time",
            Stop::Flag => "flag",
        }
    }
}

/// One of the best moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The move.
    pub mv: M,
    /// Its whole value for the side to move at the root, in hundredths.
    pub score: i32,
    /// The result, 0 to 1, that the side to move at the root can expect.
    pub expected: f64,
    /// Is the score the exact value of the move in this game, its history included?
    pub proven: bool,
    /// Expected play; the move itself comes first.
    pub pv: Vec<M>,
    /// Simulations that went through the move, for searchers that count them.
    pub visits: Option<u64>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The last complete iteration, in plies (Monte Carlo: plies of the first line's pv).
    pub depth: u32,
    /// The deepest ply entered.
    pub seldepth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// Nodes answered by the transposition table.
    pub table_hits: u64,
    /// Nodes answered by the oracle.
    pub oracle_hits: u64,
    /// Thousandths of the transposition table that this search has filled, for searchers that have one.
    pub hashfull: Option<u16>,
    /// Is the first line's score the exact value of the root (over the moves that were allowed)?
    pub proven: bool,
    /// Why the search ended.
    pub stopped_by: Stop,
    /// The best moves, best first; empty only if the game is over or no move was allowed.
    pub lines: Vec<Line<M>>,
}

impl<M> Default for Report<M> {
    fn default() -> Report<M> {
        Report {
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time: Duration::ZERO,
            table_hits: 0,
            oracle_hits: 0,
            hashfull: None,
            proven: false,
            stopped_by: Stop::Running,
            lines: Vec::new(),
        }
    }
}

impl<M: Copy> Report<M> {
    /// The report on a game that is over.
    pub fn over() -> Report<M> {
        Report { stopped_by: Stop::Over, ..Report::default() }
    }

    /// The best move found.
    pub fn best(&self) -> Option<M> {
        self.lines.first().map(|line| line.mv)
    }

    /// The score of the best move.
    pub fn score(&self) -> Option<i32> {
        self.lines.first().map(|line| line.score)
    }
}

/// Listens to a search: is told after each iteration, and in long ones soon and then about once a second. Closures are observers.
pub trait Observer<M>: Send {
    /// The search has got this far.
    fn progress(&mut self, report: &Report<M>);
}

impl<M, F: FnMut(&Report<M>) + Send> Observer<M> for F {
    fn progress(&mut self, report: &Report<M>) {
        self(report);
    }
}

/// Does not listen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<M> Observer<M> for Silent {
    fn progress(&mut self, _: &Report<M>) {}
}
