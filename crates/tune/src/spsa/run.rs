//! Plays the games of a run, iteration by iteration.

use std::sync::atomic::{AtomicBool, Ordering};

use grenier_arena::stats::Trinomial;
use grenier_arena::{self as arena, MakePlayer, Match, game_seed, openings};
use grenier_engine::Playable;

use super::log::{Log, Step, Terms};
use super::tuner::{Trial, Tuner};
use super::tuning::Tuning;

/// A run that is ready to play.
pub struct Run<'a, P: Playable> {
    tuning: &'a Tuning,
    openings: Vec<P>,
    make: &'a MakePlayer<P>,
    stop: &'a AtomicBool,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The values at the end.
    pub tuner: Tuner,
    /// All games, as the plus players saw them.
    pub score: Trinomial,
    /// Why there were no more iterations.
    pub ending: Ending,
}

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All iterations were played.
    Finished,
    /// It was told to stop, and can be resumed.
    Interrupted,
    /// An engine broke down; the run can be resumed.
    Broken(String),
}

impl<'a, P: Playable> Run<'a, P> {
    /// Prepares a run under `rules`. `stop` ends it; the iteration under way then does not count.
    ///
    /// # Errors
    /// One line if the run or its openings are wrong.
    pub fn new(
        tuning: &'a Tuning,
        rules: P::Rules,
        make: &'a MakePlayer<P>,
        stop: &'a AtomicBool,
    ) -> Result<Run<'a, P>, String> {
        tuning.check()?;
        let contest = tuning.contest([Vec::new(), Vec::new()], tuning.seed)?;
        Ok(Run { tuning, openings: openings(&contest, rules)?, make, stop })
    }

    /// Plays what is missing. Each iteration is told, those of the files too; `is_new` says which it is.
    ///
    /// # Errors
    /// One line if the files cannot be written, or are not of this run.
    pub fn run(&self, log: &mut Log, tell: &mut dyn FnMut(Step, bool)) -> Result<Outcome, String> {
        let Tuning { parameters, iterations, seed, .. } = self.tuning;
        let mut tuner = Tuner::new(parameters.clone(), *iterations, *seed);
        let mut score = Trinomial::default();
        let terms = Terms::new(self.tuning, self.digest());
        log.replay(&terms, &mut tuner, &mut |step| {
            score = sum(score, step.score);
            tell(step, false);
        })?;
        let mut ending = Ending::Finished;
        while let Some(trial) = tuner.trial() {
            match self.play(tuner.done() + 1, &trial)? {
                Ok(games) => {
                    score = sum(score, games);
                    tell(log.add(&mut tuner, games)?, true);
                }
                Err(stopped) => {
                    ending = stopped;
                    break;
                }
            }
        }
        log.sync()?;
        Ok(Outcome { tuner, score, ending })
    }

    /// Plays all games of an iteration; gives them as the plus player sees them, or why they are not all there.
    fn play(&self, iteration: u64, trial: &Trial) -> Result<Result<Trinomial, Ending>, String> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(Err(Ending::Interrupted));
        }
        let players = [&trial.plus, &trial.minus].map(|values| self.tuning.words(values));
        let contest = self.tuning.contest(players, game_seed(self.tuning.seed, iteration as usize))?;
        let outcome = Match::with_openings(&contest, self.openings_of(iteration), self.make, self.stop)?
            .run_unkept()?;
        Ok(match outcome.ending {
            arena::Ending::Finished | arena::Ending::Decided => Ok(outcome.standing.total(0)),
            arena::Ending::Interrupted => Err(Ending::Interrupted),
            arena::Ending::Broken(reason) => Err(Ending::Broken(reason)),
        })
    }

    /// The openings of an iteration: they go on where those of the one before ended.
    fn openings_of(&self, iteration: u64) -> Vec<P> {
        let pairs = self.tuning.pairs;
        let first = (iteration - 1).wrapping_mul(pairs as u64) % self.openings.len() as u64;
        self.openings.iter().cycle().skip(first as usize).take(pairs).copied().collect()
    }

    /// Number and digest of the openings, for the terms.
    fn digest(&self) -> String {
        let bytes = self.openings.iter().flat_map(|opening| (opening.text() + "\n").into_bytes());
        let digest = bytes.fold(0, |digest, byte| game_seed(digest, usize::from(byte)));
        format!("{} positions, digest {digest:016x}", self.openings.len())
    }
}

fn sum(one: Trinomial, other: Trinomial) -> Trinomial {
    Trinomial {
        wins: one.wins + other.wins,
        losses: one.losses + other.losses,
        draws: one.draws + other.draws,
    }
}
