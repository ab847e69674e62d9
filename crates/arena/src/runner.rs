//! Plays a match: games at the same time, results in order, everything kept.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};

use grenier_engine::Playable;

use crate::books::Books;
use crate::config::Config;
use crate::duel::{Duel, Seat};
use crate::foreign::{Foreign, ForeignSpec};
use crate::journal::Journal;
use crate::openings::{game_seed, openings};
use crate::own::own_player;
use crate::plan::Plan;
use crate::played::{Pairing, Played, Termination};
use crate::player::{Fault, FaultKind, Player};
use crate::spec::{Kind, PlayerSpec};
use crate::standing::Standing;
use crate::stats::Results;
use crate::ugi::{Launch, Timeouts};

/// Makes the players of a match: our own ones, and foreign ones by their commands.
pub type MakePlayer<P> = dyn Fn(&PlayerSpec) -> Result<Box<dyn Player<P>>, Fault> + Sync;

/// What a match tells while it runs.
#[derive(Debug)]
pub enum Event<'a> {
    /// Some games were played before, in the run that is resumed.
    Resumed(usize),
    /// A game counts: games are told in their order.
    Game(&'a Played, &'a Standing),
}

/// How a match ended.
#[derive(Debug)]
pub struct Outcome {
    /// The points and everything that is counted.
    pub standing: Standing,
    /// The games that count, in their order.
    pub games: Vec<Played>,
    /// Why no more games were played.
    pub ending: Ending,
}

impl Outcome {
    /// The results of all games, for ratings.
    pub fn results(&self) -> Results {
        let mut results = Results::new();
        for played in &self.games {
            if let Some(score) = played.score() {
                results.add(&played.names[0], &played.names[1], score);
            }
        }
        results
    }
}

/// Why a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All games were played.
    Finished,
    /// The sequential test has decided.
    Decided,
    /// It was told to stop, and can be resumed.
    Interrupted,
    /// An engine broke down, and nobody asked to recover; it can be resumed.
    Broken(String),
}

/// A match ready to be run.
pub struct Match<'a, P: Playable> {
    pub(crate) config: &'a Config,
    pub(crate) players: Vec<PlayerSpec>,
    pub(crate) openings: Vec<P>,
    make: &'a MakePlayer<P>,
    stop: &'a AtomicBool,
    /// Raised to end the games under way: by the caller's flag, or because the match is decided.
    halt: AtomicBool,
    date: String,
}

/// What workers send.
enum Sent {
    Played(Box<Played>),
    /// A worker has nothing more to do.
    Idle,
    /// A game ended in a panic, and with it the worker.
    Panicked(usize),
}

/// Raises a flag when it goes.
struct RaisedOnDrop<'a>(&'a AtomicBool);

impl Drop for RaisedOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Players of one worker, by number.
type Table<P> = HashMap<usize, Box<dyn Player<P>>>;

impl<'a, P: Playable> Match<'a, P> {
    /// Prepares a match under `rules`.
    ///
    /// # Errors
    /// One line if the configuration, the openings or a player's weights are wrong.
    pub fn new(
        config: &'a Config,
        rules: P::Rules,
        make: &'a MakePlayer<P>,
        stop: &'a AtomicBool,
    ) -> Result<Match<'a, P>, String> {
        config.check()?;
        Match::with_openings(config, openings(config, rules)?, make, stop)
    }

    /// Prepares a match from these openings, whatever the configuration says of them. At least one is wanted.
    ///
    /// # Errors
    /// One line if the configuration or a player's weights are wrong.
    pub fn with_openings(
        config: &'a Config,
        openings: Vec<P>,
        make: &'a MakePlayer<P>,
        stop: &'a AtomicBool,
    ) -> Result<Match<'a, P>, String> {
        config.check()?;
        let date = jiff::ZonedDateTime::now().strftime("%Y.%m.%d").to_string();
        let players = config.players().into_iter().map(PlayerSpec::with_weights_read::<P>);
        let players = players.collect::<Result<_, _>>()?;
        Ok(Match { config, players, openings, make, stop, halt: AtomicBool::new(false), date })
    }

    /// Games that are known to be played at least.
    pub fn known_games(&self) -> usize {
        Plan::new(self.config, self.openings.len()).known_games()
    }

    /// Runs the match to its end. Games in `before` are not played again.
    ///
    /// # Errors
    /// One line if the files cannot be written, or if `before` is not of this match.
    pub fn run(
        &self,
        journal: &mut Journal,
        before: Vec<Played>,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Outcome, String> {
        if !before.is_empty() {
            tell(Event::Resumed(before.len()));
        }
        self.play_through(Books::open(self, journal, before)?, tell)
    }

    /// Runs the match to its end and keeps no files: for the many small matches of which only the results matter.
    ///
    /// # Errors
    /// One line if a game broke off by an error of this program.
    pub fn run_unkept(&self) -> Result<Outcome, String> {
        self.play_through(Books::unkept(self)?, &mut |_| {})
    }

    /// Plays what is missing in the books.
    fn play_through(
        &self,
        mut books: Books<'_, P>,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Outcome, String> {
        let mut plan = Plan::new(self.config, self.openings.len());
        let (mut pairings, mut halves) = (Vec::new(), Vec::new());
        let mut tables: Vec<Table<P>> = (0..self.config.concurrency).map(|_| Table::new()).collect();
        let mut ending = Ending::Finished;
        while let Some(batch) = plan.next_batch(&pairings, &halves) {
            books.check(&batch, self)?;
            pairings.extend(batch.iter().copied());
            if let Some(stopped) = self.play(&batch, &mut tables, &mut books, tell)? {
                ending = stopped;
                break;
            }
            halves = books.games.iter().map(Played::halves).collect();
        }
        books.sync()?;
        Ok(Outcome { standing: books.standing, games: books.games, ending })
    }

    /// Plays what is missing of a batch; gives the reason if the match must not go on.
    fn play(
        &self,
        batch: &[Pairing],
        tables: &mut [Table<P>],
        books: &mut Books<'_, P>,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<Ending>, String> {
        if let Some(ending) = books.settle(self, tell)? {
            return Ok(Some(ending));
        }
        let missing = batch.iter().filter(|pairing| !books.has(pairing.number)).copied();
        let queue = Mutex::new(missing.collect::<VecDeque<Pairing>>());
        let count = queue.lock().map_or(0, |queue| queue.len());
        self.halt.store(false, Ordering::Relaxed);
        std::thread::scope(|scope| {
            // Whatever ends this scope, an error or a panic of the caller's too, ends the games under way.
            let _raised = RaisedOnDrop(&self.halt);
            let (sender, receiver) = mpsc::channel();
            let workers = tables.len().min(count);
            for table in tables.iter_mut().take(workers) {
                let (sender, queue) = (sender.clone(), &queue);
                scope.spawn(move || self.work(table, queue, &sender));
            }
            let mut idle = 0;
            let mut ending = None;
            while idle < workers {
                match receiver.recv_timeout(std::time::Duration::from_millis(50)) {
                    Ok(Sent::Idle) => idle += 1,
                    Ok(Sent::Panicked(number)) => {
                        return Err(format!("game {number} broke off by an error of this program"));
                    }
                    Ok(Sent::Played(played)) if ending.is_none() => {
                        books.keep(&played)?;
                        let broken = self.broken(&played);
                        books.add(*played);
                        ending = books.settle(self, tell)?.or(broken);
                        if ending.is_some() {
                            self.halt.store(true, Ordering::Relaxed);
                        }
                    }
                    Ok(Sent::Played(played)) => books.keep(&played)?,
                    Err(_) if self.stop.load(Ordering::Relaxed) => self.halt.store(true, Ordering::Relaxed),
                    Err(_) => {}
                }
            }
            let interrupted = self.stop.load(Ordering::Relaxed).then_some(Ending::Interrupted);
            Ok(ending.or(interrupted.filter(|_| batch.iter().any(|pairing| !books.has(pairing.number)))))
        })
    }

    /// The end of the match if an engine broke down and nobody asked to recover.
    fn broken(&self, played: &Played) -> Option<Ending> {
        let Termination::Fault(kind) = played.termination else { return None };
        // An engine that loses on time or by an illegal move still runs.
        let still_runs = matches!(kind, FaultKind::TimeForfeit | FaultKind::IllegalMove);
        (!self.config.recover && !still_runs).then(|| Ending::Broken(played.reason.clone()))
    }

    /// Plays games until there are none left, or it is told to stop.
    fn work(&self, table: &mut Table<P>, queue: &Mutex<VecDeque<Pairing>>, sender: &mpsc::Sender<Sent>) {
        while !self.halt.load(Ordering::Relaxed) && !self.stop.load(Ordering::Relaxed) {
            let next = queue.lock().map(|mut queue| queue.pop_front());
            let Ok(Some(pairing)) = next else { break };
            // A worker that died in silence would be waited for without end.
            let game = catch_unwind(AssertUnwindSafe(|| self.game(table, pairing)));
            let Ok(played) = game else {
                let _ = sender.send(Sent::Panicked(pairing.number));
                return;
            };
            let Some(played) = played else { break };
            if sender.send(Sent::Played(Box::new(played))).is_err() {
                break;
            }
        }
        // Nobody listens any more only if the match has failed.
        let _ = sender.send(Sent::Idle);
    }

    /// Plays one game; `None` if it was interrupted.
    fn game(&self, table: &mut Table<P>, pairing: Pairing) -> Option<Played> {
        let start = self.openings[pairing.opening];
        let mut players = pairing.players.map(|number| self.seated(table, number));
        let [first, second] = &mut players;
        let seats = [
            Seat { player: first.as_mut(), spec: &self.players[pairing.players[0]] },
            Seat { player: second.as_mut(), spec: &self.players[pairing.players[1]] },
        ];
        let duel = Duel::new(self.config, pairing, start, seats, &self.halt);
        let played = duel.play(game_seed(self.config.seed, pairing.number), &self.date);
        let fault_of = played.as_ref().and_then(|played| played.fault_of);
        for (side, (number, player)) in pairing.players.into_iter().zip(players).enumerate() {
            // After a fault nobody knows what state the engine is in: the next game gets a new one.
            if fault_of != Some(side) {
                table.insert(number, player);
            }
        }
        played
    }

    /// The player with this number, made if the worker has none.
    fn seated(&self, table: &mut Table<P>, number: usize) -> Box<dyn Player<P>> {
        table.remove(&number).unwrap_or_else(|| match (self.make)(&self.players[number]) {
            Ok(player) => player,
            Err(fault) => Box::new(Absent(fault)),
        })
    }
}

/// Sits where an engine could not be started, and says so when a game begins.
struct Absent(Fault);

impl<P: Playable> Player<P> for Absent {
    fn new_game(&mut self, _start: &grenier_core::Game<P>, _seed: u64) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn choose(
        &mut self,
        _game: &grenier_core::Game<P>,
        _limits: &crate::limits::PlayerLimits,
        _clocks: &crate::limits::Clocks,
        _patience: Option<std::time::Duration>,
        _stop: &AtomicBool,
    ) -> Result<crate::player::Choice<P::Move>, crate::player::NoMove> {
        Err(self.0.clone().into())
    }
}

/// Makes the player of a specification.
///
/// # Errors
/// [`Fault`] if it cannot be started.
pub fn make_player<P: Playable>(spec: &PlayerSpec) -> Result<Box<dyn Player<P>>, Fault> {
    match &spec.cmd {
        Some(command) => Ok(Box::new(foreign(command, spec)?)),
        None => own_player(spec.engine.unwrap_or(Kind::Own), spec),
    }
}

fn foreign<P: Playable>(command: &str, spec: &PlayerSpec) -> Result<Foreign<P>, Fault> {
    let launch = Launch::parse(command).map_err(|reason| Fault::new(FaultKind::NeverStarted, reason))?;
    let patience = spec.patience();
    Ok(Foreign::new(ForeignSpec {
        launch: Launch { directory: spec.dir.clone(), ..launch },
        dialect: spec.proto.unwrap_or_default(),
        options: spec.options.clone(),
        timeouts: Timeouts { start: patience, ping: patience, ..Timeouts::default() },
    }))
}

/// The day: `2026-12-01`.
pub fn today() -> String {
    jiff::ZonedDateTime::now().strftime("%Y-%m-%d").to_string()
}

/// The usual name of a match's files: the game and the moment.
pub fn usual_name(config: &Config) -> PathBuf {
    let moment = jiff::ZonedDateTime::now().strftime("%Y%m%d-%H%M%S").to_string();
    PathBuf::from(format!("{}-{moment}", config.game.replace([':', '+'], "-")))
}
