//! A move shown step by step, as a hand makes it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use grenier_core::Player;
use grenier_engine::LastMove;
use grenier_engine::board::{Board, Step};

use crate::model::player;

/// How fast moves are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// Not at all.
    Off,
    /// Slowly.
    Slow,
    /// At an easy pace.
    Normal,
    /// Quickly.
    Fast,
}

impl Speed {
    const ALL: [Speed; 4] = [Speed::Normal, Speed::Fast, Speed::Off, Speed::Slow];

    /// Its words in English and French.
    pub fn words(self) -> [&'static str; 2] {
        match self {
            Speed::Off => ["off", "sans"],
            Speed::Slow => ["slow", "lente"],
            Speed::Normal => ["normal", "normale"],
            Speed::Fast => ["fast", "rapide"],
        }
    }

    /// The speed that a word names.
    pub fn called(word: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.words().contains(&word))
    }

    /// The next one, round and round.
    pub fn next(self) -> Speed {
        let at = Speed::ALL.iter().position(|speed| *speed == self).expect("all speeds are there");
        Speed::ALL[(at + 1) % Speed::ALL.len()]
    }

    /// Time for a step; none if moves are not shown.
    fn pace(self) -> Option<Duration> {
        match self {
            Speed::Off => None,
            Speed::Slow => Some(Duration::from_millis(450)),
            Speed::Normal => Some(Duration::from_millis(180)),
            Speed::Fast => Some(Duration::from_millis(60)),
        }
    }
}

/// A move on its way.
pub struct Animation {
    /// The board at this moment.
    pub board: Board,
    /// Seeds in the mover's hand.
    pub hand: u8,
    /// The place where something has just happened.
    pub lit: Option<String>,
    mover: Player,
    steps: VecDeque<Step>,
    pace: Duration,
    next: Instant,
}

impl Animation {
    /// The beginning of a move; `None` if it is not shown.
    pub fn of(last: &LastMove, speed: Speed, now: Instant) -> Option<Animation> {
        let pace = speed.pace()?;
        let steps: VecDeque<Step> = last.steps.iter().cloned().collect();
        let mover = player(last.player);
        (!steps.is_empty()).then(|| Animation {
            board: last.before.clone(),
            hand: 0,
            lit: None,
            mover,
            steps,
            pace,
            next: now,
        })
    }

    /// Goes on to the moment `now`. Has anything changed?
    pub fn advance(&mut self, now: Instant) -> bool {
        let mut has_changed = false;
        while now >= self.next && !self.steps.is_empty() {
            let step = self.steps.pop_front().expect("there are steps left");
            self.take(&step);
            self.next += self.pace;
            has_changed = true;
        }
        has_changed
    }

    /// Has all been shown, long enough to be seen?
    pub fn is_over(&self, now: Instant) -> bool {
        self.steps.is_empty() && now >= self.next
    }

    fn take(&mut self, step: &Step) {
        let place = match step {
            Step::Lift { pit, .. } | Step::Sow { pit } | Step::Take { pit, .. } => Some(pit),
            Step::Lay { square } | Step::Remove { square } => Some(square),
            Step::Move { to, .. } => Some(to),
            Step::Unlock { .. } => None,
        };
        self.lit = place.cloned();
        match &mut self.board {
            Board::Pits { rows, stores, unlifted } => match step {
                Step::Lift { pit, seeds } => {
                    *seeds_in(rows, pit) = 0;
                    self.hand = *seeds;
                    unlifted[self.mover.index()].retain(|locked| locked != pit);
                }
                Step::Sow { pit } => {
                    *seeds_in(rows, pit) += 1;
                    self.hand = self.hand.saturating_sub(1);
                }
                Step::Take { pit, seeds, by } => {
                    *seeds_in(rows, pit) = 0;
                    stores[player(*by).index()] += seeds;
                }
                _ => {}
            },
            Board::Squares { side, squares, hand } => {
                let own = if self.mover == Player::First { 'x' } else { 'o' };
                match step {
                    Step::Lay { square } => {
                        put(squares, *side, square, own);
                        let hand = &mut hand[self.mover.index()];
                        *hand = hand.saturating_sub(1);
                    }
                    Step::Move { from, to } => {
                        put(squares, *side, from, '.');
                        put(squares, *side, to, own);
                    }
                    Step::Remove { square } => put(squares, *side, square, '.'),
                    _ => {}
                }
            }
        }
    }
}

/// The seeds of a pit, by its letter.
fn seeds_in<'a>(rows: &'a mut [Vec<u8>; 2], pit: &str) -> &'a mut u8 {
    let letter = pit.bytes().next().expect("pits have names");
    let (row, first) = if letter.is_ascii_uppercase() { (0, b'A') } else { (1, b'a') };
    &mut rows[row][usize::from(letter - first)]
}

/// Puts a sign on a square.
fn put(squares: &mut String, side: usize, square: &str, sign: char) {
    let bytes = square.as_bytes();
    let at = usize::from(bytes[1] - b'1') * side + usize::from(bytes[0] - b'a');
    squares.replace_range(at..at + 1, sign.encode_utf8(&mut [0; 4]));
}

#[cfg(test)]
mod tests {
    use grenier_core::Language;
    use grenier_engine::{AnyGame, Variant};

    use super::*;

    #[test]
    fn the_steps_lead_from_the_board_before_to_the_board_after() {
        for name in ["kpe", "awale", "obridjie", "mraha", "seega", "seega:7x7"] {
            let mut game = AnyGame::start(&Variant::parse(name).unwrap());
            for ply in 0..60 {
                let legal = game.state(Language::English).legal;
                let Some(mv) = legal.get(ply * 7 % legal.len().max(1)) else { break };
                game.play(&mv.mv).unwrap();
                let state = game.state(Language::English);
                let last = state.last.as_ref().unwrap();
                let now = Instant::now();
                let Some(mut animation) = Animation::of(last, Speed::Fast, now) else {
                    assert!(last.steps.is_empty(), "{name} {}", last.mv);
                    continue;
                };
                animation.advance(now + Duration::from_secs(3600));
                assert!(animation.is_over(now + Duration::from_secs(3600)));
                if state.result.is_none() {
                    assert_eq!(animation.board, state.board, "{name} {:?}", state.moves);
                    assert_eq!(animation.hand, 0);
                }
            }
        }
    }

    #[test]
    fn steps_take_their_time_and_speeds_go_round() {
        let mut game = AnyGame::start(&Variant::parse("awale").unwrap());
        game.play("A").unwrap();
        let last = game.state(Language::English).last.unwrap();
        assert!(Animation::of(&last, Speed::Off, Instant::now()).is_none());
        let now = Instant::now();
        let mut animation = Animation::of(&last, Speed::Normal, now).unwrap();
        assert!(animation.advance(now) && !animation.advance(now));
        assert_eq!(animation.hand, 4);
        assert!(animation.advance(now + Duration::from_millis(181)));
        assert_eq!((animation.hand, animation.lit.as_deref()), (3, Some("B")));
        assert!(!animation.is_over(now + Duration::from_millis(400)));
        let mut speed = Speed::Normal;
        for _ in 0..4 {
            speed = speed.next();
        }
        assert_eq!((speed, Speed::called("lente")), (Speed::Normal, Some(Speed::Slow)));
    }
}
