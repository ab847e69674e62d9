//! Players of our own: the searches, and two simple rules to measure them against.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grenier_core::{Game, Outcome, Player as Side};
use grenier_engine::{
    EngineKind, Evaluator, Level, Limits, Playable, Report, Request, Session, Settings, WeightsChoice, choose,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::clock::{allotment, within};
use crate::limits::{Clocks, PlayerLimits};
use crate::player::{Choice, Fault, FaultKind, NoMove, Player, Remark};
use crate::spec::{Kind, PlayerSpec};

/// Makes a player that runs in this process.
///
/// # Errors
/// [`Fault`] if there is no memory for it, or a parameter of its search or its weights are wrong.
pub fn own_player<P: Playable>(kind: Kind, spec: &PlayerSpec) -> Result<Box<dyn Player<P>>, Fault> {
    let absent = |reason: String| Fault::new(FaultKind::NeverStarted, reason);
    let weights = || spec.weights().map_err(|reason| absent(format!("weights: {reason}")));
    if let Some(engine) = kind.search(&spec.limits(), P::ENGINE) {
        let level = spec.weak_level().unwrap_or(Level::FULL);
        let session = Session::new(&level.settings(settings(engine, spec, weights()?)));
        let session = session.map_err(|error| absent(error.to_string()))?;
        return Ok(Box::new(SearchPlayer { session, level, seed: 0 }));
    }
    let random = Xoshiro256PlusPlus::seed_from_u64(0);
    Ok(match kind {
        Kind::Greedy => {
            let evaluator = weights()?.evaluator::<P>();
            let evaluator = evaluator.map_err(|error| absent(format!("weights: {error}")))?;
            Box::new(GreedyPlayer { evaluator, random })
        }
        _ => Box::new(RandomPlayer { random }),
    })
}

/// The settings of a player's search.
fn settings(engine: EngineKind, spec: &PlayerSpec, weights: WeightsChoice) -> Settings {
    Settings {
        engine: Some(engine),
        hash: spec.hash(),
        threads: spec.threads(),
        params: spec.params.clone(),
        tables: spec.tables(),
        weights,
    }
}

/// One of our searches.
struct SearchPlayer<P: Playable> {
    session: Session<P>,
    level: Level,
    seed: u64,
}

impl<P: Playable> Player<P> for SearchPlayer<P> {
    fn new_game(&mut self, start: &Game<P>, seed: u64) -> Result<(), Fault> {
        self.session.forget();
        self.session.prepare(start.position());
        if let Some(error) = self.session.damage() {
            return Err(Fault::new(FaultKind::NeverStarted, format!("tables: {error}")));
        }
        self.seed = seed;
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game<P>,
        limits: &PlayerLimits,
        clocks: &Clocks,
        _patience: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Choice<P::Move>, NoMove> {
        let clock = clocks.left[game.position().turn().index()].map(|left| {
            let increment = clocks.increment[game.position().turn().index()];
            allotment(left, increment, clocks.moves_to_go)
        });
        let time = limits.move_time.map(within).into_iter().chain(clock).min();
        let seed = self.seed.wrapping_add(game.moves().len() as u64);
        let request = Request::new(Limits { depth: limits.depth, nodes: limits.nodes, time })
            .stopped_by(stop)
            .seed(seed);
        let silent = &mut |_: &Report<P::Move>| {};
        let report = choose(&mut self.session, game, self.level, &request, silent);
        if stop.load(Ordering::Relaxed) {
            return Err(NoMove::Interrupted);
        }
        let line = report.lines.first().expect("a game that is not over has a move");
        let remark = Remark {
            score: Some(line.score),
            proven: line.proven,
            depth: Some(report.depth),
            nodes: Some(report.nodes),
        };
        Ok(Choice { mv: line.mv, remark })
    }
}

/// Plays any legal move.
struct RandomPlayer {
    random: Xoshiro256PlusPlus,
}

impl<P: Playable> Player<P> for RandomPlayer {
    fn new_game(&mut self, _start: &Game<P>, seed: u64) -> Result<(), Fault> {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game<P>,
        _limits: &PlayerLimits,
        _clocks: &Clocks,
        _patience: Option<Duration>,
        _stop: &AtomicBool,
    ) -> Result<Choice<P::Move>, NoMove> {
        let mut moves = Vec::new();
        game.position().legal_moves(&mut moves);
        Ok(Choice { mv: moves[self.random.random_range(0..moves.len())], remark: Remark::default() })
    }
}

/// Plays the move after which the evaluation is best, one of the best at random.
struct GreedyPlayer<P: Playable> {
    evaluator: P::Evaluator,
    random: Xoshiro256PlusPlus,
}

impl<P: Playable> GreedyPlayer<P> {
    /// The value of a position for `side`.
    fn value(&self, position: &P, outcome: Option<Outcome>, side: Side) -> i32 {
        let value = match outcome {
            Some(outcome) => self.evaluator.terminal(position, outcome),
            None => self.evaluator.evaluate(position),
        };
        if position.turn() == side { value } else { -value }
    }
}

impl<P: Playable> Player<P> for GreedyPlayer<P> {
    fn new_game(&mut self, _start: &Game<P>, seed: u64) -> Result<(), Fault> {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game<P>,
        _limits: &PlayerLimits,
        _clocks: &Clocks,
        _patience: Option<Duration>,
        _stop: &AtomicBool,
    ) -> Result<Choice<P::Move>, NoMove> {
        let side = game.position().turn();
        let mut best = Vec::new();
        let mut best_value = i32::MIN;
        game.position().for_each_child(&mut Vec::new(), |mv, child| {
            let value = self.value(&child, child.outcome(), side);
            if value > best_value {
                best.clear();
                best_value = value;
            }
            if value == best_value {
                best.push(mv);
            }
        });
        let mv = best[self.random.random_range(0..best.len())];
        Ok(Choice { mv, remark: Remark { score: Some(best_value), depth: Some(1), ..Remark::default() } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grenier_engine::tables::Source;

    #[test]
    fn threads_parameters_and_weights_reach_the_search() {
        let words = "engine=mcts nodes=9 hash=3 threads=5 tables=usual param.exploration=0.8 weights=hand-set weight.take=9";
        let spec = PlayerSpec::parse(words.split(' ')).unwrap();
        let wanted = Settings {
            engine: Some(EngineKind::Mcts),
            hash: 3,
            threads: 5,
            params: vec![("exploration".to_owned(), "0.8".to_owned())],
            tables: Source::Usual,
            weights: WeightsChoice::called("hand-set").unwrap().changed("take", 9),
        };
        assert_eq!(settings(EngineKind::Mcts, &spec, spec.weights().unwrap()), wanted);
    }
}
