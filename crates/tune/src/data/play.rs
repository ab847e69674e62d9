//! Samples from games of the search against itself.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

use grenier_core::{Game, Outcome, Player, Tally};
use grenier_engine::tables::fits_quiet_limit;
use grenier_engine::{Evaluator, Limits, Line, Playable, Report, Request, Session, Settings, Unit};
use grenier_search::UNIT;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::gather::{Found, Source};
use super::sample::{Result as GameResult, Sample, unit};

/// Games of the search against itself, from the start and some random moves.
#[derive(Clone, Debug)]
pub struct SelfPlay<P: Playable> {
    /// The rules.
    pub rules: P::Rules,
    /// Nodes of the search for every move.
    pub nodes: u64,
    /// Random moves at the beginning of a game: every number in the range has the same chance.
    pub opening: RangeInclusive<u32>,
    /// One position in so many is looked at, at random.
    pub every: u32,
    /// Plies after which a game counts as endless.
    pub longest: u32,
    /// The seed of everything random.
    pub seed: u64,
    /// The search. It has one thread.
    pub settings: Settings,
}

/// Openings that are tried for a game that is not over.
const TRIES: usize = 100;

impl<P: Playable> SelfPlay<P> {
    /// The position after some random moves; `None` if the games end too soon.
    fn opened(&self, random: &mut Xoshiro256PlusPlus) -> Option<P> {
        (0..TRIES).find_map(|_| {
            let plies = random.random_range(self.opening.clone());
            let mut position = P::start(self.rules);
            for _ in 0..plies {
                position = position.random_child(&mut |n| random.random_range(0..n))?;
            }
            position.outcome().is_none().then_some(position)
        })
    }
}

impl<P: Playable> Source<P> for SelfPlay<P> {
    type Worker = Session<P>;

    fn worker(&self) -> Result<Session<P>, String> {
        Session::new(&self.settings).map_err(|error| error.to_string())
    }

    fn jobs(&self) -> Option<u64> {
        None
    }

    fn job(
        &self,
        session: &mut Session<P>,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Found<P>>>, String> {
        let mut random =
            Xoshiro256PlusPlus::seed_from_u64(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let Some(start) = self.opened(&mut random) else { return Ok(Some(Vec::new())) };
        session.forget();
        let mut game = Game::new(start);
        let mut found = Vec::new();
        let end = loop {
            if let Some((outcome, _)) = game.result() {
                break Ending::of(&outcome);
            }
            let position = *game.position();
            if game.moves().len() >= self.longest as usize {
                break Ending::of(&position.endless());
            }
            // What tables cover has its result; more of it comes from the tables themselves.
            if let Some(value) = exact(&position, &self.settings)? {
                break Ending::of_value::<P>(value);
            }
            let request = Request::new(Limits::nodes(self.nodes)).stopped_by(stop).seed(random.random());
            let report = session.analyse(&game, &request, &mut |_: &Report<P::Move>| {});
            if let Some(damage) = session.damage() {
                return Err(format!("tables: {damage}"));
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let line = &report.lines[0];
            if random.random_range(0..self.every) == 0 {
                found.push(sampled(&position, line));
            }
            game.play(line.mv).map_err(|error| error.to_string())?;
        };
        for (sample, _) in &mut found {
            (sample.result, sample.margin) = (end.result, end.margin);
        }
        Ok(Some(found))
    }
}

/// The position with what the search says of it; how the game ends is not known yet.
fn sampled<P: Playable>(position: &P, line: &Line<P::Move>) -> Found<P> {
    let eval = seen_by_first(position, line);
    let sample = Sample { position: *position, result: GameResult::Draw, eval, margin: None, exact: false };
    (sample, is_quiet(position, line.mv))
}

/// The exact value of a position that the tables of these settings cover, as a sample has it.
pub(super) fn exact<P: Playable>(position: &P, settings: &Settings) -> Result<Option<f64>, String> {
    let told = |error: grenier_engine::tables::TablesError| format!("tables: {error}");
    let Some(tables) = P::knowledge(position, &settings.tables, false).map_err(told)? else {
        return Ok(None);
    };
    let value = tables.value(position).map_err(told)?;
    // A win that the quiet limit comes before is none.
    let value = value.filter(|value| fits_quiet_limit(position, value.distance.map(u32::from)));
    Ok(value.map(|value| exact_eval(position, i32::from(value.future))))
}

/// A future value of tables for the side to move, as a sample has it: whole, and seen from the first player.
pub(super) fn exact_eval<P: Playable>(position: &P, future: i32) -> f64 {
    let evaluator = P::Evaluator::default();
    match unit::<P>() {
        Unit::Seeds => {
            let whole = future + evaluator.banked(position) / UNIT;
            f64::from(if position.turn() == Player::First { whole } else { -whole })
        }
        Unit::Expectation => {
            f64::midpoint(1.0, f64::from(if position.turn() == Player::First { future } else { -future }))
        }
    }
}

/// What a line says, from the first player's view: seeds, or the expected result.
pub(super) fn seen_by_first<P: Playable>(position: &P, line: &Line<P::Move>) -> f64 {
    let is_first = position.turn() == Player::First;
    match unit::<P>() {
        Unit::Seeds => f64::from(if is_first { line.score } else { -line.score }) / f64::from(UNIT),
        Unit::Expectation if is_first => line.expected,
        Unit::Expectation => 1.0 - line.expected,
    }
}

/// Does the move capture nothing?
pub(super) fn is_quiet<P: Playable>(position: &P, mv: P::Move) -> bool {
    let evaluator = P::Evaluator::default();
    let child = position.play_unchecked(mv);
    let after = evaluator.material(&child);
    let after = if child.turn() == position.turn() { after } else { -after };
    after <= evaluator.material(position)
}

/// How a game ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    pub result: GameResult,
    pub margin: Option<i32>,
}

impl Ending {
    /// That of a finished game.
    pub fn of(outcome: &Outcome) -> Ending {
        let margin = match outcome.tally {
            Tally::Stores(_) => Some(outcome.worth_to(Player::First)),
            _ => None,
        };
        Ending { result: GameResult::of(outcome), margin }
    }

    /// That of a game with this exact value, as a sample has it.
    fn of_value<P: Playable>(value: f64) -> Ending {
        match unit::<P>() {
            Unit::Seeds => {
                let margin = value.round() as i32;
                Ending { result: GameResult::of_margin(margin), margin: Some(margin) }
            }
            Unit::Expectation => {
                let result = GameResult::of_margin((2.0 * value - 1.0).round() as i32);
                Ending { result, margin: None }
            }
        }
    }
}
