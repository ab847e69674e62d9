//! The board and the searcher of our own engine, whatever the game: position, queries, and searches in a thread.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use grenier_core::{Game, Player};
use grenier_engine::{
    EngineKind, Level, Limits, Playable, PositionText, Report, Request, Session, Settings, Variant, Visitor,
    choose,
};

use super::options::Options;
use super::reply::{Info, Reply};
use super::{Dialect, Go, Query};
use crate::clock::{allotment, within};

/// Time for a search that nothing limits.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

/// Where replies go, from any thread.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    pub fn new(output: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(Box::new(output))))
    }

    /// Writes some replies at once. A reader that went away is noticed by the end of our input.
    pub fn say(&self, replies: &[Reply]) {
        let text: String = replies.iter().map(|reply| format!("{reply}\n")).collect();
        self.write(&text);
    }

    /// Writes text as it is.
    pub fn write(&self, text: &str) {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    }
}

/// What the server needs of a game.
pub(super) trait Desk {
    /// Sets the position: a text of this game or the start, and moves from there.
    fn set(&mut self, start: Option<&PositionText<'_>>, moves: &[String]) -> Result<(), String>;

    /// A new game begins.
    fn renew(&mut self);

    /// The answer to a query.
    fn query(&self, query: Query) -> &'static str;

    /// Sets up what a search needs, so that the search itself starts at once.
    fn prepare(&mut self, options: &Options);

    /// Starts a search, which answers on `output`.
    fn go(&mut self, go: &Go, options: &Options, dialect: Dialect, output: &Output) -> Result<(), String>;

    /// Is a search running that has not given its answer?
    fn is_searching(&mut self) -> bool;

    /// Stops the search, if there is one, and waits for its answer.
    fn stop(&mut self);

    /// Waits for the answer of a search that ends by itself.
    fn wait(&mut self);
}

/// The desk for a game.
pub(super) fn desk(variant: &Variant) -> Box<dyn Desk> {
    variant.visit(Open)
}

struct Open;

impl Visitor for Open {
    type Output = Box<dyn Desk>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Box<dyn Desk> {
        Box::new(Table::<P> { rules, game: Game::new(P::start(rules)), session: None, running: None })
    }
}

struct Table<P: Playable> {
    rules: P::Rules,
    game: Game<P>,
    /// With the settings that it was made for.
    session: Option<(Settings, Session<P>)>,
    running: Option<Running<P>>,
}

struct Running<P: Playable> {
    flags: Arc<Flags>,
    settings: Settings,
    is_infinite: bool,
    thread: JoinHandle<Session<P>>,
}

#[derive(Default)]
struct Flags {
    /// Raised to end the search.
    stop: AtomicBool,
    /// Raised just before the answer is written.
    answered: AtomicBool,
}

impl<P: Playable> Table<P> {
    /// The session for these settings, which is made if there is none.
    fn session(&mut self, settings: &Settings) -> Result<Session<P>, String> {
        match self.session.take() {
            Some((of, session)) if of == *settings => Ok(session),
            _ => Session::new(settings).map_err(|error| error.to_string()),
        }
    }

    /// Takes the session back from a search whose answer is given or will be.
    fn join(&mut self) {
        let Some(running) = self.running.take() else { return };
        // A search that panicked has lost its session; the next one makes another.
        self.session = running.thread.join().ok().map(|session| (running.settings, session));
    }

    fn moves(&self, go: &Go) -> Result<Vec<P::Move>, String> {
        let read = |text: &String| {
            let read = self.game.position().parse_move(text);
            read.map_err(|error| format!("searchmoves {text}: {}", error.reason))
        };
        go.moves.iter().map(read).collect()
    }
}

impl<P: Playable> Desk for Table<P> {
    fn set(&mut self, start: Option<&PositionText<'_>>, moves: &[String]) -> Result<(), String> {
        let start = match start {
            Some(text) => text.read::<P>(self.rules).map_err(|error| format!("position, {error}"))?,
            None => P::start(self.rules),
        };
        let mut game = Game::new(start);
        for (number, text) in (1..).zip(moves) {
            let wrong = |reason: String| format!("move {number}, {text}: {reason}");
            let mv = game.position().parse_move(text).map_err(|error| wrong(error.reason))?;
            game.play(mv).map_err(|_| wrong("the game is over".to_owned()))?;
        }
        self.game = game;
        Ok(())
    }

    fn renew(&mut self) {
        self.game = Game::new(P::start(self.rules));
        if let Some((_, session)) = &mut self.session {
            session.forget();
        }
    }

    fn query(&self, query: Query) -> &'static str {
        let truth = |is_so| if is_so { "true" } else { "false" };
        let result = self.game.result();
        match query {
            Query::P1Turn => truth(self.game.position().turn() == Player::First),
            Query::GameOver => truth(result.is_some()),
            Query::Result => match result.map(|(outcome, _)| outcome.winner) {
                None => "none",
                Some(None) => "draw",
                Some(Some(Player::First)) => "p1win",
                Some(Some(Player::Second)) => "p2win",
            },
        }
    }

    fn prepare(&mut self, options: &Options) {
        if self.running.is_none() {
            // What there is no memory for is told when a search wants it.
            let settings = settings::<P>(&Go::default(), options);
            self.session = self.session(&settings).ok().map(|mut session| {
                session.prepare(self.game.position());
                (settings, session)
            });
        }
    }

    fn go(&mut self, go: &Go, options: &Options, dialect: Dialect, output: &Output) -> Result<(), String> {
        self.join();
        let moves = self.moves(go)?;
        let settings = settings::<P>(go, options);
        let session = self.session(&settings)?;
        let flags = Arc::new(Flags::default());
        let search = Search {
            game: self.game.clone(),
            limits: limits(go, self.game.position().turn(), session.kind()),
            moves,
            multipv: go.multipv.unwrap_or(options.multipv).max(1),
            seed: options.seed,
            level: options.level,
            is_infinite: go.infinite,
            dialect,
            flags: Arc::clone(&flags),
            output: output.clone(),
        };
        let builder = thread::Builder::new().name("search".to_owned());
        let thread = builder.spawn(move || search.run(session)).map_err(|error| error.to_string())?;
        self.running = Some(Running { flags, settings, is_infinite: go.infinite, thread });
        Ok(())
    }

    fn is_searching(&mut self) -> bool {
        match &self.running {
            Some(running)
                if !running.flags.answered.load(Ordering::Acquire) && !running.thread.is_finished() =>
            {
                true
            }
            _ => {
                self.join();
                false
            }
        }
    }

    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.flags.stop.store(true, Ordering::Release);
            running.thread.thread().unpark();
        }
        self.join();
    }

    fn wait(&mut self) {
        if self.running.as_ref().is_some_and(|running| !running.is_infinite) {
            self.join();
        }
    }
}

/// A depth is a limit for alpha-beta only: unless somebody has chosen, it decides the kind of search.
fn settings<P: Playable>(go: &Go, options: &Options) -> Settings {
    let usual = if go.depth.is_some() { EngineKind::AlphaBeta } else { P::ENGINE };
    options.settings(options.settings.engine.unwrap_or(usual))
}

/// The limits that `go` stands for.
fn limits(go: &Go, turn: Player, kind: EngineKind) -> Limits {
    let at = turn.index();
    let increment = go.increment[at].unwrap_or_default();
    let clock = go.time[at].map(|left| allotment(left, increment, go.moves_to_go));
    let time = go.move_time.map(within).into_iter().chain(clock).min();
    let depth = go.depth.map(|depth| depth.max(1));
    let nodes = go.nodes.map(|nodes| nodes.max(1));
    let has_end = time.is_some() || nodes.is_some() || (depth.is_some() && kind == EngineKind::AlphaBeta);
    Limits { depth, nodes, time: if has_end || go.infinite { time } else { Some(DEFAULT_TIME) } }
}

/// One search, in its own thread.
struct Search<P: Playable> {
    game: Game<P>,
    limits: Limits,
    moves: Vec<P::Move>,
    multipv: usize,
    seed: u64,
    level: Level,
    is_infinite: bool,
    dialect: Dialect,
    flags: Arc<Flags>,
    output: Output,
}

impl<P: Playable> Search<P> {
    fn run(self, mut session: Session<P>) -> Session<P> {
        let request = Request::new(self.limits)
            .stopped_by(&self.flags.stop)
            .multipv(self.multipv)
            .moves(self.moves.clone())
            .seed(self.seed);
        // A game may be over by repetition, which its position does not know.
        let report = if self.game.result().is_some() {
            Report::over()
        } else {
            // What a weak level looks at is not what it plays.
            let is_told = self.level == Level::FULL;
            choose(&mut session, &self.game, self.level, &request, &mut |report: &Report<P::Move>| {
                if is_told {
                    self.output.say(&lines(report));
                }
            })
        };
        while self.is_infinite && !self.flags.stop.load(Ordering::Acquire) {
            thread::park();
        }
        let mut replies = lines(&report);
        if let Some(error) = session.damage() {
            replies.push(Reply::Text(format!("Tables: {error}")));
        }
        let (time, nps) = (report.time.as_millis() as u64, speed(&report));
        replies.push(Reply::Info(Box::new(Info {
            nodes: Some(report.nodes),
            time: Some(time),
            nps: Some(nps),
            ..Info::default()
        })));
        let ponder = report.lines.first().and_then(|line| line.pv.get(1)).map(ToString::to_string);
        replies.push(Reply::BestMove {
            mv: report.best().map(|mv| mv.to_string()),
            ponder: ponder.filter(|_| self.dialect == Dialect::Aalina),
        });
        self.flags.answered.store(true, Ordering::Release);
        self.output.say(&replies);
        session
    }
}

/// One line for each of the best moves.
fn lines<M: Copy + ToString>(report: &Report<M>) -> Vec<Reply> {
    let line = |(rank, line): (usize, &grenier_engine::Line<M>)| {
        Reply::Info(Box::new(Info {
            depth: Some(report.depth),
            seldepth: Some(report.seldepth.max(report.depth)),
            time: Some(report.time.as_millis() as u64),
            nodes: Some(report.nodes),
            hashfull: report.hashfull.map(u32::from),
            nps: Some(speed(report)),
            multipv: Some(rank),
            score: Some(line.score),
            proven: line.proven,
            pv: line.pv.iter().map(ToString::to_string).collect(),
        }))
    };
    (1..).zip(&report.lines).map(line).collect()
}

/// Nodes a second.
fn speed<M>(report: &Report<M>) -> u64 {
    (report.nodes as f64 / report.time.as_secs_f64().max(1e-6)) as u64
}
