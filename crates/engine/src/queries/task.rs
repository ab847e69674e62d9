//! A query whose text has been understood: the game, the moves, what to search.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use grenier_core::Game;
use grenier_core::notation::clipped;

use super::fields::Wrong;
use super::query::{Ask, Query};
use crate::json::Analysis;
use crate::tables::Source;
use crate::{
    Playable, PositionText, Report, Request, START, Session, Settings, SetupError, Variant, Visitor,
    WeightsChoice,
};

/// What a worker does.
pub trait Task: Send + Sync {
    /// Searches the turn `at` (counted among those asked for) until it ends by itself or `stop` is raised, and tells
    /// `partial` how far it has got where the query wants that.
    fn run(
        &self,
        at: usize,
        desk: &mut Desk,
        stop: &AtomicBool,
        partial: &mut (dyn FnMut(&Analysis) + Send),
    ) -> Result<Analysis, SetupError>;
}

/// Where a worker keeps its session.
pub struct Desk {
    /// Megabytes of a session.
    hash: usize,
    /// Where exact values come from.
    tables: Source,
    weights: WeightsChoice,
    kept: Option<Kept>,
}

struct Kept {
    settings: Settings,
    /// A [`Session`] of some game.
    session: Box<dyn Any>,
}

impl Desk {
    /// A desk whose sessions have so many megabytes, exact values from this source, and these weights.
    pub fn new(hash: usize, tables: Source, weights: WeightsChoice) -> Desk {
        Desk { hash, tables, weights, kept: None }
    }

    /// Throws away what was learnt.
    pub fn clear(&mut self) {
        self.kept = None;
    }

    /// The session for these settings: the last one, or a new one.
    fn session<P: Playable>(&mut self, settings: Settings) -> Result<&mut Session<P>, SetupError> {
        let fits = |kept: &Kept| kept.settings == settings && kept.session.is::<Session<P>>();
        if !self.kept.as_ref().is_some_and(fits) {
            // The old memory goes before the new one comes.
            self.kept = None;
            let session = Box::new(Session::<P>::new(&settings)?);
            self.kept = Some(Kept { settings, session });
        }
        let kept = self.kept.as_mut().and_then(|kept| kept.session.downcast_mut());
        Ok(kept.expect("a session of this game was there, or has been put there"))
    }
}

/// Understands a query.
///
/// # Errors
/// [`Wrong`] if game, position, a move or a parameter is wrong.
pub fn task(query: &Query) -> Result<Arc<dyn Task>, Wrong> {
    let game = |name: &String| Variant::parse(name).map_err(|error| Wrong::new("game", error));
    let known = query.game.as_ref().map(game).transpose()?;
    if known.is_none() && query.position.is_none() {
        let names = Variant::names().join(", ");
        return Err(Wrong::new("game", format!("the game is missing: one of {names}")));
    }
    let text = query.position.as_deref().unwrap_or(START);
    let position =
        PositionText::split(text, known.as_ref()).map_err(|error| Wrong::new("position", error))?;
    let variant = position.variant.clone();
    variant.visit(Understand { query, position })
}

struct Understand<'a> {
    query: &'a Query,
    position: PositionText<'a>,
}

impl Visitor for Understand<'_> {
    type Output = Result<Arc<dyn Task>, Wrong>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Self::Output {
        let Understand { query, position } = self;
        let start: P = position.read(rules).map_err(|error| Wrong::new("position", error))?;
        query
            .ask
            .engine
            .unwrap_or(P::ENGINE)
            .check(&query.ask.params)
            .map_err(|error| Wrong::new("params", error))?;
        let mut known = Known { start, moves: Vec::new(), turns: Vec::new(), ask: query.ask.clone() };
        let mut game = Game::new(start);
        for turn in 0..=query.moves.len() {
            if query.turns.contains(&turn) {
                known.turns.push((turn, allowed(query, turn, game.position())?));
            }
            if let Some(text) = query.moves.get(turn) {
                let wrong = |reason: &str| {
                    Wrong::new("moves", format!("move {}, {}: {reason}", turn + 1, clipped(text)))
                };
                let mv = game.position().parse_move(text).map_err(|error| wrong(&error.reason))?;
                game.play(mv).map_err(|_| wrong("the game is over"))?;
                known.moves.push(mv);
            }
        }
        Ok(Arc::new(known))
    }
}

/// The moves that the query allows in one of its positions; none stands for all.
fn allowed<P: Playable>(query: &Query, turn: usize, position: &P) -> Result<Vec<P::Move>, Wrong> {
    let read = |text: &String| {
        let wrong = |reason| Wrong::new("allowMoves", format!("turn {turn}, {}: {reason}", clipped(text)));
        position.parse_move(text).map_err(|error| wrong(error.reason))
    };
    query.allowed.iter().map(read).collect()
}

struct Known<P: Playable> {
    start: P,
    moves: Vec<P::Move>,
    /// The turns to analyse, each with the moves that are allowed there.
    turns: Vec<(usize, Vec<P::Move>)>,
    ask: Ask,
}

impl<P: Playable> Known<P> {
    fn game(&self, turn: usize) -> Game<P> {
        let mut game = Game::new(self.start);
        for &mv in &self.moves[..turn] {
            game.play(mv).expect("the moves were played when the query was read");
        }
        game
    }
}

impl<P: Playable> Task for Known<P> {
    fn run(
        &self,
        at: usize,
        desk: &mut Desk,
        stop: &AtomicBool,
        partial: &mut (dyn FnMut(&Analysis) + Send),
    ) -> Result<Analysis, SetupError> {
        let Ask { engine, multipv, seed, threads, ref params, pv_length, report_every, .. } = self.ask;
        let (turn, allowed) = &self.turns[at];
        let game = self.game(*turn);
        let settings = Settings {
            engine,
            hash: desk.hash,
            threads,
            params: params.clone(),
            tables: desk.tables.clone(),
            weights: desk.weights.clone(),
        };
        let session = desk.session::<P>(settings)?;
        let (kind, evaluator) = (session.kind(), session.evaluator());
        let request = Request::new(self.ask.limits(kind))
            .stopped_by(stop)
            .multipv(multipv)
            .moves(allowed.clone())
            .seed(seed);
        let told = |report: &Report<P::Move>| {
            let mut analysis = Analysis::new(kind, &*evaluator, &game, report);
            for line in &mut analysis.lines {
                line.pv.truncate(pv_length.unwrap_or(usize::MAX));
            }
            analysis
        };
        let mut last = Instant::now();
        let report = session.analyse(&game, &request, &mut |report: &Report<P::Move>| {
            if report_every.is_some_and(|every| last.elapsed() >= every) {
                last = Instant::now();
                partial(&told(report));
            }
        });
        match session.damage() {
            Some(error) => Err(error.into()),
            None => Ok(told(&report)),
        }
    }
}
