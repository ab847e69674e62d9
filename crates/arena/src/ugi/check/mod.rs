//! Does an engine keep to the protocol? One check after the other, each with what came and what was expected.

mod steps;

use std::time::{Duration, Instant};

use grenier_core::Game;
use grenier_engine::{Playable, Variant, Visitor};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use super::{Client, Command, Dialect, Go, Info, Launch, Reply, Timeouts};
use crate::foreign::{chosen, position};
use crate::{Fault, FaultKind};

/// What is checked.
#[derive(Clone, Debug)]
pub struct Check {
    /// The engine.
    pub launch: Launch,
    /// How it speaks.
    pub dialect: Dialect,
    /// The game that it is asked to play.
    pub variant: Variant,
    /// When it is given up.
    pub timeouts: Timeouts,
}

/// One check done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// What was checked.
    pub name: &'static str,
    /// Was it as it must be?
    pub passed: bool,
    /// If not, what came and what was expected; otherwise what was seen.
    pub detail: String,
}

/// Makes all checks, and gives each to `tell` as soon as it is done. True if all have passed.
pub fn check(check: &Check, tell: &mut dyn FnMut(Checked)) -> bool {
    check.variant.visit(All { check, tell })
}

struct All<'a> {
    check: &'a Check,
    tell: &'a mut dyn FnMut(Checked),
}

impl Visitor for All<'_> {
    type Output = bool;

    fn visit<P: Playable>(self, rules: P::Rules) -> bool {
        let mut bench = Bench::<P> { check: self.check, rules, client: None, game: random_game::<P>(rules) };
        let mut passed = true;
        for (name, step) in steps::all::<P>(self.check.dialect) {
            if let Err(detail) = bench.start() {
                // Without an engine there is nothing to check.
                (self.tell)(Checked { name, passed: false, detail });
                return false;
            }
            let result = step(&mut bench);
            let is_right = result.is_ok();
            if !is_right {
                // Nobody knows what a failed check has left behind.
                bench.client = None;
            }
            passed &= is_right;
            (self.tell)(Checked { name, passed: is_right, detail: result.unwrap_or_else(|detail| detail) });
        }
        passed
    }
}

/// A check: what was seen, or what is wrong.
type Step<P> = fn(&mut Bench<'_, P>) -> Result<String, String>;

/// The engine on the bench.
struct Bench<'a, P: Playable> {
    check: &'a Check,
    rules: P::Rules,
    client: Option<Client>,
    /// The game along which positions are taken.
    game: Game<P>,
}

/// What a search gave.
struct Answer {
    mv: Option<String>,
    infos: Vec<Info>,
    time: Duration,
}

/// Plies of the random game at most.
const LONGEST_GAME: usize = 300;

/// A random game that ends, if a short one does.
fn random_game<P: Playable>(rules: P::Rules) -> Game<P> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut legal = Vec::new();
    let mut longest = Game::new(P::start(rules));
    for _ in 0..20 {
        let mut game = Game::new(P::start(rules));
        while game.result().is_none() && game.moves().len() < LONGEST_GAME {
            game.position().legal_moves(&mut legal);
            if game.play(legal[random.random_range(0..legal.len())]).is_err() {
                break;
            }
        }
        if game.result().is_some() {
            return game;
        }
        longest = game;
    }
    longest
}

impl<P: Playable> Bench<'_, P> {
    /// Starts the engine, unless it runs.
    fn start(&mut self) -> Result<(), String> {
        if self.client.is_none() {
            let client = Client::start(&self.check.launch, self.check.dialect, self.check.timeouts);
            self.client = Some(client.map_err(|fault| told(&fault))?);
        }
        Ok(())
    }

    /// The running engine.
    fn client(&mut self) -> Result<&mut Client, String> {
        self.client.as_mut().ok_or_else(|| "the engine does not run".to_owned())
    }

    /// The game up to a ply.
    fn up_to(&self, plies: usize) -> Game<P> {
        let mut game = Game::new(*self.game.start());
        for &mv in &self.game.moves()[..plies.min(self.game.moves().len())] {
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }

    /// A game in its middle, which is not over.
    fn middle(&self) -> Game<P> {
        self.up_to(self.game.moves().len() / 3)
    }

    fn ping(&mut self) -> Result<(), String> {
        self.client()?.ping().map_err(|fault| told(&fault))
    }

    fn send(&mut self, command: &Command) -> Result<(), String> {
        self.client()?.send(command).map_err(|fault| told(&fault))
    }

    fn hear(&mut self, time: Duration, wanted: &str) -> Result<Reply, String> {
        self.client()?.hear(Some(Instant::now() + time), wanted).map_err(|fault| told(&fault))
    }

    /// Gives the engine the game that it is asked to play, if it has the option.
    fn set_game(&mut self) -> Result<bool, String> {
        let value = P::variant(self.rules);
        let client = self.client()?;
        let Some(option) = client.options().iter().find(|option| option.name.eq_ignore_ascii_case("Game"))
        else {
            return Ok(false);
        };
        let command = Command::SetOption { name: option.name.clone(), value: Some(value) };
        self.send(&command)?;
        Ok(true)
    }

    /// Searches, and checks what every answer must be like.
    fn search(&mut self, game: &Game<P>, go: Go, time: Duration) -> Result<Answer, String> {
        self.set_game()?;
        self.client()?.take_wrong();
        self.send(&position(game))?;
        let started = Instant::now();
        self.send(&Command::Go(Box::new(go)))?;
        self.answer(game, started, time)
    }

    /// The answer of a search that was started.
    fn answer(&mut self, game: &Game<P>, started: Instant, time: Duration) -> Result<Answer, String> {
        let mut infos = Vec::new();
        let until = Instant::now() + time;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.hear(left, "bestmove")? {
                Reply::Info(info) => infos.push(*info),
                Reply::BestMove { mv, .. } => {
                    let answer = Answer { mv, infos, time: started.elapsed() };
                    return self.checked(game, answer);
                }
                Reply::Text(_) => {}
                other => return Err(format!("\"{other}\" came during a search")),
            }
        }
    }

    fn checked(&mut self, game: &Game<P>, answer: Answer) -> Result<Answer, String> {
        if let Some(wrong) = self.client()?.take_wrong().first() {
            return Err(wrong.clone());
        }
        let at = game.position();
        chosen(at, answer.mv.as_deref())
            .map_err(|fault| format!("{} in {}", fault.detail, game.position().text()))?;
        for info in &answer.infos {
            let mut position = *at;
            for mv in &info.pv {
                let mv = position.parse_move(mv).map_err(|error| {
                    format!(
                        "pv {} is no line of legal moves from {}: {mv}: {}",
                        info.pv.join(" "),
                        at.text(),
                        error.reason
                    )
                })?;
                position = position.play_unchecked(mv);
            }
        }
        Ok(answer)
    }
}

/// A fault in words.
fn told(fault: &Fault) -> String {
    match fault.kind {
        FaultKind::Stalled | FaultKind::IllegalMove => fault.detail.clone(),
        kind => format!("{}: {}", kind.words(), fault.detail),
    }
}
