//! A game of one type behind the face that all types have.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grenier_core::record::{Numbers, Record, Verdict};
use grenier_core::{Game, Language, Player};

use super::state::{Chosen, State};
use super::{Ask, Heading, Written};
use crate::json::GameResult;
use crate::json::{AnalysedLine, Analysis, Moves, PlayerErrors, Probed, ReviewSummary, ReviewedMove, SCHEMA};
use crate::level::choose;
use crate::review::{Errors, judge};
use crate::tables::{Source, TablesError, probe};
use crate::{
    Desk, EngineKind, Evaluator, Level, Limits, Playable, Report, Request, Session, Settings, SetupError,
};

/// The methods of [`AnyGame`](super::AnyGame).
pub trait Held: Send + Sync {
    fn copy(&self) -> Box<dyn Held>;
    fn at(&self, ply: usize) -> Box<dyn Held>;
    fn variant(&self) -> String;
    fn players(&self) -> [&'static str; 2];
    fn turn(&self) -> Player;
    fn position(&self) -> String;
    fn beginning(&self) -> String;
    fn draw(&self) -> String;
    fn rules(&self, language: Language) -> Vec<String>;
    fn moves(&self) -> Vec<String>;
    fn ply(&self) -> usize;
    fn is_over(&self) -> bool;
    fn play(&mut self, mv: &str) -> Result<(), String>;
    fn check(&self, mv: &str) -> Result<(), String>;
    fn check_params(&self, engine: Option<EngineKind>, params: &[(String, String)]) -> Result<(), String>;
    fn state(&self, language: Language) -> State;
    fn legal(&self) -> Moves;
    fn explain(&self, mv: &str, language: Language) -> Vec<String>;
    fn engine(&self) -> EngineKind;
    fn analyse(
        &self,
        desk: &mut Desk,
        ask: &Ask,
        stop: &AtomicBool,
        observer: &mut (dyn FnMut(&Analysis) + Send),
    ) -> Result<Analysis, SetupError>;
    fn choose(
        &self,
        desk: &mut Desk,
        level: Level,
        budget: (Limits, u64),
        stop: &AtomicBool,
        observer: &mut (dyn FnMut(&Analysis) + Send),
    ) -> Result<Option<Chosen>, SetupError>;
    fn probe(&self, source: &Source) -> Result<Option<Probed>, TablesError>;
    fn review(
        &self,
        desk: &mut Desk,
        ask: &Ask,
        stop: &AtomicBool,
        observer: &mut (dyn FnMut(ReviewedMove) + Send),
    ) -> Result<ReviewSummary, SetupError>;
    fn positions(&self) -> Vec<Written>;
    fn records(&self, heading: &Heading) -> Vec<Written>;
}

/// The start of a variant.
pub fn start<P: Playable>(rules: P::Rules) -> Box<dyn Held> {
    from(P::start(rules))
}

/// A game that begins in `position`.
pub fn from<P: Playable>(position: P) -> Box<dyn Held> {
    of(Game::new(position))
}

/// A game under way.
pub fn of<P: Playable>(game: Game<P>) -> Box<dyn Held> {
    Box::new(game)
}

/// The game of `start` and some moves, which are legal.
pub fn played<P: Playable>(start: &P, moves: &[P::Move]) -> Game<P> {
    let mut game = Game::new(*start);
    for &mv in moves {
        game.play(mv).expect("the moves were played before");
    }
    game
}

/// The house notation's name.
const HOUSE: &str = "grenier";

fn request<'a, P: Playable>(game: &Game<P>, ask: &Ask, stop: &'a AtomicBool) -> Request<'a, P::Move> {
    let moves = ask.allowed.iter().filter_map(|text| game.position().parse_move(text).ok()).collect();
    Request::new(ask.limits).stopped_by(stop).multipv(ask.multipv.max(1)).moves(moves).seed(ask.seed)
}

fn settings(desk: &Desk, ask: &Ask) -> Settings {
    let Ask { engine, threads, params, .. } = ask;
    Settings { engine: *engine, threads: (*threads).max(1), params: params.clone(), ..desk.settings() }
}

/// What a session's reports on `game` say, moves explained in `language`.
fn told<P: Playable>(
    session: &Session<P>,
    game: &Game<P>,
    language: Option<Language>,
) -> impl Fn(&Report<P::Move>) -> Analysis + Send + use<P> {
    let (kind, evaluator) = (session.kind(), session.evaluator());
    let game = game.clone();
    move |report| {
        let mut analysis = Analysis::new(kind, &*evaluator, &game, report);
        if let Some(language) = language {
            for (shown, line) in analysis.lines.iter_mut().zip(&report.lines) {
                shown.explain(&game, line.mv, language);
            }
        }
        analysis
    }
}

impl<P: Playable> Held for Game<P> {
    fn copy(&self) -> Box<dyn Held> {
        of(self.clone())
    }

    fn at(&self, ply: usize) -> Box<dyn Held> {
        of(played(Game::start(self), &Game::moves(self)[..ply.min(Game::moves(self).len())]))
    }

    fn variant(&self) -> String {
        P::variant(Game::start(self).rules())
    }

    fn players(&self) -> [&'static str; 2] {
        P::PLAYERS
    }

    fn turn(&self) -> Player {
        Game::position(self).turn()
    }

    fn position(&self) -> String {
        Game::position(self).text()
    }

    fn beginning(&self) -> String {
        Game::start(self).text()
    }

    fn draw(&self) -> String {
        Game::position(self).draw()
    }

    fn rules(&self, language: Language) -> Vec<String> {
        let rules = Game::position(self).rules();
        let clauses = P::clauses(rules);
        let clauses = clauses.iter().map(|clause| clause.printed(language));
        std::iter::once(P::title(rules, language)).chain(clauses).collect()
    }

    fn moves(&self) -> Vec<String> {
        Game::moves(self).iter().map(ToString::to_string).collect()
    }

    fn ply(&self) -> usize {
        Game::moves(self).len()
    }

    fn is_over(&self) -> bool {
        self.result().is_some()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let parsed = Game::position(self).parse_move(mv).map_err(|error| error.reason);
        if self.is_over() {
            return Err("the game is over".to_owned());
        }
        Game::play(self, parsed?).map_err(|error| error.to_string())
    }

    fn check(&self, mv: &str) -> Result<(), String> {
        Game::position(self).parse_move(mv).map(|_| ()).map_err(|error| error.reason)
    }

    fn check_params(&self, engine: Option<EngineKind>, params: &[(String, String)]) -> Result<(), String> {
        engine.unwrap_or(P::ENGINE).check(params).map_err(|error| error.to_string())
    }

    fn state(&self, language: Language) -> State {
        State::of(self, language)
    }

    fn legal(&self) -> Moves {
        let mut moves = Moves::of(Game::position(self));
        if let Some(result) = self.result() {
            moves.moves.clear();
            moves.result = Some(GameResult::new(result));
        }
        moves
    }

    fn explain(&self, mv: &str, language: Language) -> Vec<String> {
        let Ok(mv) = Game::position(self).parse_move(mv) else { return Vec::new() };
        crate::explain::explain(self, mv).iter().map(|phrase| phrase.text(language)).collect()
    }

    fn engine(&self) -> EngineKind {
        P::ENGINE
    }

    fn analyse(
        &self,
        desk: &mut Desk,
        ask: &Ask,
        stop: &AtomicBool,
        observer: &mut (dyn FnMut(&Analysis) + Send),
    ) -> Result<Analysis, SetupError> {
        let session = desk.session::<P>(settings(desk, ask))?;
        let told = told(session, self, ask.explained);
        let mut tell = |report: &Report<P::Move>| observer(&told(report));
        let report = session.analyse(self, &request(self, ask, stop), &mut tell);
        match session.damage() {
            Some(error) => Err(error.into()),
            None => Ok(told(&report)),
        }
    }

    fn choose(
        &self,
        desk: &mut Desk,
        level: Level,
        (limits, seed): (Limits, u64),
        stop: &AtomicBool,
        observer: &mut (dyn FnMut(&Analysis) + Send),
    ) -> Result<Option<Chosen>, SetupError> {
        if self.is_over() {
            return Ok(None);
        }
        let session = desk.session::<P>(level.settings(desk.settings()))?;
        let evaluator = session.evaluator();
        let told = told(session, self, None);
        let mut tell = |report: &Report<P::Move>| observer(&told(report));
        let asked = Request::new(limits).stopped_by(stop).seed(seed);
        let report = choose(session, self, level, &asked, &mut tell);
        if let Some(error) = session.damage() {
            return Err(error.into());
        }
        Ok(report.lines.first().map(|line| Chosen {
            schema: SCHEMA,
            position: Game::position(self).text(),
            level: level.number(),
            mv: line.mv.to_string(),
            line: AnalysedLine::new(&*evaluator, self, 1, line),
        }))
    }

    fn probe(&self, source: &Source) -> Result<Option<Probed>, TablesError> {
        let position = Game::position(self);
        match P::knowledge(position, source, false)? {
            Some(tables) => probe(&*tables, self),
            None => Ok(None),
        }
    }

    fn review(
        &self,
        desk: &mut Desk,
        ask: &Ask,
        stop: &AtomicBool,
        observer: &mut (dyn FnMut(ReviewedMove) + Send),
    ) -> Result<ReviewSummary, SetupError> {
        let session = desk.session::<P>(settings(desk, ask))?;
        let evaluator = session.evaluator();
        let mut errors: [Errors; 2] = Default::default();
        let (mut nodes, mut time) = (0, Duration::ZERO);
        let mut game = Game::new(*Game::start(self));
        let mut numbers = Numbers::default();
        for &mv in Game::moves(self) {
            let player = game.position().turn();
            let number = numbers.next(player);
            let request = request(&game, ask, stop);
            let judged = judge(session, &game, mv, &request, &mut |_: &Report<P::Move>| {});
            if let Some(error) = session.damage() {
                return Err(error.into());
            }
            let Some(judgement) = judged else { break };
            errors[player.index()].add(&judgement);
            (nodes, time) = (nodes + judgement.nodes, time + judgement.time);
            let mut reviewed = ReviewedMove::new(&*evaluator, &game, (1, number), &judgement);
            if let Some(language) = ask.explained {
                reviewed.played.explain(&game, mv, language);
                for (shown, found) in reviewed.lines.iter_mut().zip(&judgement.report.lines) {
                    shown.explain(&game, found.mv, language);
                }
            }
            observer(reviewed);
            game.play(mv).expect("the moves were played before");
        }
        let kind = session.kind();
        Ok(ReviewSummary {
            schema: SCHEMA,
            kind: "summary",
            file: None,
            line: 1,
            game: Held::variant(self),
            engine: kind.word(),
            unit: evaluator.unit().word(),
            moves: Held::ply(self),
            reviewed: errors.iter().map(|errors| errors.moves).sum(),
            players: Player::BOTH.map(|player| PlayerErrors::new::<P>(player, None, &errors[player.index()])),
            result: self.result().map(GameResult::new),
            nodes,
            time_ms: time.as_millis() as u64,
        })
    }

    fn positions(&self) -> Vec<Written> {
        let position = Game::position(self);
        let written = |format: &str, text| Written { format: format.to_owned(), text };
        let others = P::DIALECTS.iter().filter_map(|name| Some(written(name, position.in_dialect(name)?)));
        std::iter::once(written(HOUSE, position.text())).chain(others).collect()
    }

    fn records(&self, heading: &Heading) -> Vec<Written> {
        let mut record = Record::new(self.clone());
        for (name, value) in &heading.tags {
            record.set_tag(name, value);
        }
        if let Some(verdict) = heading.result.as_deref().and_then(Verdict::from_mark) {
            record.adjudicate(verdict);
        }
        let other = P::OTHER_RECORD.and_then(|ending| {
            Some(Written { format: ending.to_owned(), text: P::write_other_record(&record)? })
        });
        let pgn = Written { format: "pgn".to_owned(), text: record.to_string() };
        std::iter::once(pgn).chain(other).collect()
    }
}
