//! One game between two players, with clocks and a referee.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grenier_core::record::Verdict;
use grenier_core::{Game, Player as Side, Reason};
use grenier_engine::Playable;

use crate::config::Config;
use crate::limits::{Clocks, PlayerLimits};
use crate::played::{Pairing, Played, PlayedMove, Termination};
use crate::player::{Choice, Fault, FaultKind, NoMove, Player};
use crate::spec::PlayerSpec;
use crate::terms::Terms;

/// The version of the journal's shape.
const SCHEMA: u32 = 1;

/// Time for a move of a player whose limits are no times, before it is given up.
const UNTIMED: Duration = Duration::from_secs(600);

/// A player at the table.
pub struct Seat<'a, P: Playable> {
    /// The player.
    pub player: &'a mut dyn Player<P>,
    /// Its name, limits and margin.
    pub spec: &'a PlayerSpec,
}

/// A game under way.
pub struct Duel<'a, P: Playable> {
    config: &'a Config,
    pairing: Pairing,
    seats: [Seat<'a, P>; 2],
    stop: &'a AtomicBool,
    game: Game<P>,
    start: P,
    moves: Vec<PlayedMove>,
    /// Time left of both players, and moves of the current stretch.
    left: [Option<Duration>; 2],
    stretch: [u32; 2],
    streaks: [Streaks; 2],
}

/// A player's moves in a row that the rules of adjudication count.
#[derive(Clone, Copy, Default)]
struct Streaks {
    /// Moves whose score is near zero.
    even: u32,
    /// Moves whose score is as bad as the rule of resignation says.
    losing: u32,
    /// Moves whose score is as good as that is bad.
    winning: u32,
}

/// The end of a game: result, why, in words, and who was at fault.
struct End {
    verdict: Verdict,
    termination: Termination,
    reason: String,
    fault_of: Option<usize>,
}

impl<'a, P: Playable> Duel<'a, P> {
    /// A game from `start`.
    pub fn new(
        config: &'a Config,
        pairing: Pairing,
        start: P,
        seats: [Seat<'a, P>; 2],
        stop: &'a AtomicBool,
    ) -> Duel<'a, P> {
        let clock = |seat: &Seat<'_, P>| seat.spec.tc.map(|clock| clock.base);
        let left = [clock(&seats[0]), clock(&seats[1])];
        Duel {
            config,
            pairing,
            seats,
            stop,
            game: Game::new(start),
            start,
            moves: Vec::new(),
            left,
            stretch: [0; 2],
            streaks: [Streaks::default(); 2],
        }
    }

    /// Plays the game to its end; `None` if the match was interrupted.
    pub fn play(mut self, seed: u64, date: &str) -> Option<Played> {
        let end = match self.prepare(seed) {
            Some(end) => end,
            None => loop {
                if let Some(end) = self.judged() {
                    break end;
                }
                match self.step() {
                    Ok(None) => {}
                    Ok(Some(end)) => break end,
                    Err(Interrupted) => return None,
                }
            },
        };
        let name = |seat: &Seat<'_, P>| seat.spec.label();
        Some(Played {
            schema: SCHEMA,
            pairing: self.pairing,
            names: [name(&self.seats[0]), name(&self.seats[1])],
            terms: Some(Terms::new(self.config, [self.seats[0].spec, self.seats[1].spec])),
            start: self.start.text(),
            moves: self.moves,
            result: end.verdict.mark().to_owned(),
            termination: end.termination,
            reason: end.reason,
            fault_of: end.fault_of,
            date: date.to_owned(),
        })
    }

    /// Tells both players of the game.
    fn prepare(&mut self, seed: u64) -> Option<End> {
        for at in 0..2 {
            // Both sides get seeds of their own, or two equal engines would play the same random numbers. They differ in
            // the middle: foreign engines do not get the last bit, and searches add the number of moves.
            if let Err(fault) = self.seats[at].player.new_game(&self.game, seed ^ ((at as u64) << 32)) {
                return Some(self.at_fault(at, &fault));
            }
        }
        None
    }

    /// The end if the game is over or a rule ends it.
    fn judged(&self) -> Option<End> {
        let end = |verdict, termination, reason| End { verdict, termination, reason, fault_of: None };
        if let Some((outcome, reason)) = self.game.result() {
            let termination =
                if reason == Reason::Repetition { Termination::Repetition } else { Termination::Normal };
            let words = outcome.described(P::PLAYERS, reason);
            return Some(end(Verdict::of(outcome.winner), termination, words));
        }
        let plies = self.moves.len() as u32;
        if let Some(rule) = self.config.draw
            && plies >= rule.movenumber
            && self.streaks.iter().all(|streaks| streaks.even >= rule.movecount)
        {
            return Some(end(Verdict::Draw, Termination::DrawRule, "drawn by adjudication".to_owned()));
        }
        if let Some(rule) = self.config.resign {
            for side in Side::BOTH {
                let (mine, other) = (self.streaks[side.index()], self.streaks[side.other().index()]);
                let is_seen = !rule.twosided || other.winning >= rule.movecount;
                if mine.losing >= rule.movecount && is_seen {
                    let reason = format!("{} resigns", P::PLAYERS[side.index()]);
                    return Some(end(Verdict::Won(side.other()), Termination::ResignRule, reason));
                }
            }
        }
        if self.config.max_moves.is_some_and(|most| plies >= most) {
            let outcome = self.game.position().endless();
            let words = format!("{}, after {plies} plies", outcome.described(P::PLAYERS, Reason::Position));
            return Some(end(Verdict::of(outcome.winner), Termination::MaxMoves, words));
        }
        None
    }

    /// Asks for one move and plays it.
    fn step(&mut self) -> Result<Option<End>, Interrupted> {
        let side = self.game.position().turn().index();
        let limits = self.seats[side].spec.limits();
        let (clocks, patience) = (self.clocks(side, &limits), self.patience(side, &limits));
        let asked = Instant::now();
        let choice = self.seats[side].player.choose(&self.game, &limits, &clocks, Some(patience), self.stop);
        let time = asked.elapsed();
        if self.stop.load(Ordering::Relaxed) {
            return Err(Interrupted);
        }
        let choice = match choice {
            Ok(choice) => choice,
            Err(NoMove::Interrupted) => return Err(Interrupted),
            Err(NoMove::Fault(fault)) => return Ok(Some(self.at_fault(side, &fault))),
        };
        if let Err(fault) = self.charge(side, &limits, time) {
            return Ok(Some(self.at_fault(side, &fault)));
        }
        if self.game.play(choice.mv).is_err() {
            let fault = Fault::new(FaultKind::IllegalMove, format!("{} is not legal", choice.mv));
            return Ok(Some(self.at_fault(side, &fault)));
        }
        self.count(side, &choice);
        self.moves.push(PlayedMove::new(choice.mv, &choice.remark, time));
        Ok(None)
    }

    fn clocks(&self, side: usize, limits: &PlayerLimits) -> Clocks {
        let increment = |at: usize| self.seats[at].spec.tc.map_or(Duration::ZERO, |clock| clock.increment);
        let stretch = limits.clock.and_then(|clock| clock.moves);
        Clocks {
            left: self.left,
            increment: [increment(0), increment(1)],
            moves_to_go: stretch.map(|moves| moves - self.stretch[side] % moves),
        }
    }

    /// How long to wait for a player before it is given up.
    fn patience(&self, side: usize, limits: &PlayerLimits) -> Duration {
        let time = match (self.left[side], limits.move_time) {
            (Some(left), _) => left,
            (None, Some(time)) => time,
            (None, None) => return UNTIMED,
        };
        time.saturating_add(self.seats[side].spec.margin()).saturating_add(self.seats[side].spec.patience())
    }

    /// Takes the time off the player's clock.
    fn charge(&mut self, side: usize, limits: &PlayerLimits, time: Duration) -> Result<(), Fault> {
        let margin = self.seats[side].spec.margin();
        let over = |allowed: Duration| {
            let detail = format!("took {:.3} s of {:.3} s", time.as_secs_f64(), allowed.as_secs_f64());
            Err(Fault::new(FaultKind::TimeForfeit, detail))
        };
        if let Some(allowed) = limits.move_time
            && time > allowed + margin
        {
            return over(allowed);
        }
        let (Some(clock), Some(left)) = (limits.clock, self.left[side]) else { return Ok(()) };
        if time > left + margin {
            return over(left);
        }
        self.stretch[side] += 1;
        let mut left = left.saturating_sub(time) + clock.increment;
        if clock.moves.is_some_and(|moves| self.stretch[side].is_multiple_of(moves)) {
            left += clock.base;
        }
        self.left[side] = Some(left);
        Ok(())
    }

    /// Counts the moves in a row that the rules of adjudication look at.
    fn count(&mut self, side: usize, choice: &Choice<P::Move>) {
        let Some(score) = choice.remark.score else {
            self.streaks[side] = Streaks::default();
            return;
        };
        let streaks = &mut self.streaks[side];
        let counted = |count: u32, goes_on: bool| if goes_on { count + 1 } else { 0 };
        if let Some(rule) = self.config.draw {
            streaks.even = counted(streaks.even, score.unsigned_abs() <= rule.score.unsigned_abs());
        }
        if let Some(rule) = self.config.resign {
            streaks.losing = counted(streaks.losing, score <= -rule.score);
            streaks.winning = counted(streaks.winning, score >= rule.score);
        }
    }

    fn at_fault(&self, side: usize, fault: &Fault) -> End {
        let winner = if side == 0 { Side::Second } else { Side::First };
        let name = self.seats[side].spec.label();
        End {
            verdict: Verdict::Won(winner),
            termination: Termination::Fault(fault.kind),
            reason: format!("{name}: {} ({})", fault.kind.words(), fault.detail),
            fault_of: Some(side),
        }
    }
}

/// The match was told to stop.
struct Interrupted;
