//! A query whose text has been understood: the games after some of its moves, and what to search.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use grenier_core::notation::clipped;

use super::fields::Wrong;
use super::query::Query;
use crate::json::Analysis;
use crate::{AnyGame, Ask, Desk, START, SetupError, Variant};

/// What a worker does.
pub struct Task {
    /// The positions to analyse, each with the moves that are allowed there.
    turns: Vec<(AnyGame, Vec<String>)>,
    ask: super::query::Ask,
}

impl Task {
    /// Understands a query.
    ///
    /// # Errors
    /// [`Wrong`] if game, position, a move or a parameter is wrong.
    pub fn new(query: &Query) -> Result<Task, Wrong> {
        let mut game = start(query)?;
        game.check_params(query.ask.engine, &query.ask.params)
            .map_err(|reason| Wrong::new("params", reason))?;
        let mut task = Task { turns: Vec::new(), ask: query.ask.clone() };
        for turn in 0..=query.moves.len() {
            if query.turns.contains(&turn) {
                check_allowed(query, turn, &game)?;
                task.turns.push((game.clone(), query.allowed.clone()));
            }
            if let Some(text) = query.moves.get(turn) {
                game.play(text).map_err(|reason| {
                    Wrong::new("moves", format!("move {}, {}: {reason}", turn + 1, clipped(text)))
                })?;
            }
        }
        Ok(task)
    }

    /// Searches the turn `at` (counted among those asked for) until it ends by itself or `stop` is raised, and tells
    /// `partial` how far it has got where the query wants that.
    pub fn run(
        &self,
        at: usize,
        desk: &mut Desk,
        stop: &AtomicBool,
        partial: &mut (dyn FnMut(&Analysis) + Send),
    ) -> Result<Analysis, SetupError> {
        let (game, allowed) = &self.turns[at];
        let ask = Ask {
            engine: self.ask.engine,
            limits: self.ask.limits(game.engine(self.ask.engine)),
            multipv: self.ask.multipv,
            allowed: allowed.clone(),
            seed: self.ask.seed,
            threads: self.ask.threads,
            params: self.ask.params.clone(),
            explained: None,
        };
        let cut = |mut analysis: Analysis| {
            for line in &mut analysis.lines {
                line.pv.truncate(self.ask.pv_length.unwrap_or(usize::MAX));
            }
            analysis
        };
        let mut last = Instant::now();
        let analysis = game.analyse(desk, &ask, stop, &mut |so_far: &Analysis| {
            if self.ask.report_every.is_some_and(|every| last.elapsed() >= every) {
                last = Instant::now();
                partial(&cut(so_far.clone()));
            }
        })?;
        Ok(cut(analysis))
    }
}

/// The game in which the query begins.
fn start(query: &Query) -> Result<AnyGame, Wrong> {
    let game = |name: &String| Variant::parse(name).map_err(|error| Wrong::new("game", error));
    let known = query.game.as_ref().map(game).transpose()?;
    if known.is_none() && query.position.is_none() {
        let names = Variant::names().join(", ");
        return Err(Wrong::new("game", format!("the game is missing: one of {names}")));
    }
    let text = query.position.as_deref().unwrap_or(START);
    AnyGame::read(text, known.as_ref()).map_err(|error| Wrong::new("position", error))
}

/// The moves that the query allows must be legal in all of its positions.
fn check_allowed(query: &Query, turn: usize, game: &AnyGame) -> Result<(), Wrong> {
    query.allowed.iter().try_for_each(|text| {
        let wrong = |reason| Wrong::new("allowMoves", format!("turn {turn}, {}: {reason}", clipped(text)));
        game.check(text).map_err(wrong)
    })
}
