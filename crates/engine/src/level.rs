//! Levels: opponents from a beginner to the engine itself.
//!
//! A weak level looks at few plies and then chooses among the moves *by their values*: a move that is `d` worse than the
//! best (in expected result, 0 to 1) is chosen with a weight of `exp(-d / t)`, where `t` is the level's temperature times
//! the mean of all `d`, so that it errs as much in a game whose values lie close together. Moves that lose much more than
//! the others, or a game that is not lost yet, are not chosen at all: it errs like a person who sees less. Level 8 is the
//! engine with everything it has, and takes the limits of the request. How strong the levels are is measured:
//! `docs/levels.md` of this crate.

use std::fmt;

use grenier_core::Game;
use grenier_search::{Limits, Line, Observer, Report, Request};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::tables::Source;
use crate::{EngineKind, Playable, Session, Settings};

/// How strong an opponent is, from 1 to [`Level::FULL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// What a weak level does.
struct Habits {
    /// Plies that it looks ahead.
    depth: u32,
    /// Loss by which a move becomes `e` times less likely, as a part of the mean loss of all moves.
    temperature: f64,
}

/// The habits of the levels below the full strength, chosen so that neighbours are apart in all games.
const HABITS: [Habits; 7] = [
    Habits { depth: 1, temperature: 3.5 },
    Habits { depth: 1, temperature: 1.4 },
    Habits { depth: 2, temperature: 0.75 },
    Habits { depth: 2, temperature: 0.45 },
    Habits { depth: 3, temperature: 0.28 },
    Habits { depth: 5, temperature: 0.14 },
    Habits { depth: 8, temperature: 0.04 },
];

/// Losses of so many temperatures and more are out of the question.
const CUT: f64 = 3.0;

/// So are those that cost so much of the result, 0 to 1, however hot the level is: an even game, or half a won one.
const WORST: f64 = 0.5;

/// Moves that are weighed against each other; positions in which pieces are placed have hundreds.
const MOST_LINES: usize = 16;

/// Positions that a weak level looks at, at most, whatever its depth: a limit for boards with hundreds of moves.
const MOST_NODES: u64 = 60_000;

/// Megabytes of a weak level's memory.
const HASH: usize = 2;

impl Level {
    /// The engine itself.
    pub const FULL: Level = Level(8);

    /// The level with this number; `None` if it is not from 1 to 8.
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::FULL.0).contains(&number).then_some(Level(number))
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::FULL.0).map(Level)
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    fn habits(self) -> Option<&'static Habits> {
        HABITS.get(usize::from(self.0) - 1)
    }

    /// The settings of a session that plays at this level: a weak one knows no tables, and needs little memory.
    #[must_use]
    pub fn settings(self, settings: Settings) -> Settings {
        if self.habits().is_none() {
            return settings;
        }
        Settings {
            engine: Some(EngineKind::AlphaBeta),
            hash: HASH,
            threads: 1,
            params: Vec::new(),
            tables: Source::None,
            weights: settings.weights,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The move that `level` plays in the current position of `game`, found by a `session` made with [`Level::settings`]: the
/// only line of the report of a weak level, the first one of the full strength's. No line if the game is over, or
/// `request`'s flag was raised before a move was found.
///
/// Of `request` a weak level obeys the flag and the list of moves; the seed decides what it chooses, and the same seed
/// chooses the same move in the same game.
pub fn choose<P: Playable>(
    session: &mut Session<P>,
    game: &Game<P>,
    level: Level,
    request: &Request<'_, P::Move>,
    observer: &mut dyn Observer<P::Move>,
) -> Report<P::Move> {
    let Some(habits) = level.habits() else { return session.analyse(game, request, observer) };
    // What it learnt in earlier moves would let it see further.
    session.forget();
    let limits = Limits { depth: Some(habits.depth), nodes: Some(MOST_NODES), time: None };
    let report = session.analyse(game, &Request { limits, multipv: MOST_LINES, ..request.clone() }, observer);
    let seed = request.seed ^ game.position().key().rotate_left(17) ^ game.moves().len() as u64;
    let line = drawn(&report.lines, habits.temperature, seed).cloned();
    Report { lines: line.into_iter().collect(), ..report }
}

/// One of the lines, the best first, the likelier the less it loses.
fn drawn<M>(lines: &[Line<M>], temperature: f64, seed: u64) -> Option<&Line<M>> {
    let best = lines.first()?.expected;
    let losses: Vec<f64> = lines.iter().map(|line| (best - line.expected).max(0.0)).collect();
    let mean = losses.iter().sum::<f64>() / losses.len() as f64;
    // Moves without a difference are equally good.
    let unit = (temperature * mean).max(f64::MIN_POSITIVE);
    let most = WORST.min(CUT * unit);
    let weight = |loss: &f64| if *loss < most { (-loss / unit).exp() } else { 0.0 };
    let weights: Vec<f64> = losses.iter().map(weight).collect();
    let total: f64 = weights.iter().sum();
    let mut left = Xoshiro256PlusPlus::seed_from_u64(seed).random::<f64>() * total;
    for (line, weight) in lines.iter().zip(&weights) {
        left -= weight;
        if left < 0.0 {
            return Some(line);
        }
    }
    lines.first()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(mv: u8, expected: f64) -> Line<u8> {
        Line { mv, score: 0, expected, proven: false, pv: vec![mv], visits: None }
    }

    /// How often each of these lines is drawn in a thousand.
    fn counts(lines: &[Line<u8>], temperature: f64) -> Vec<usize> {
        let mut counts = vec![0; lines.len()];
        for seed in 0..1000 {
            counts[usize::from(drawn(lines, temperature, seed).unwrap().mv)] += 1;
        }
        counts
    }

    fn assert_near(counts: &[usize], wanted: &[usize]) {
        for (count, wanted) in counts.iter().zip(wanted) {
            assert!(count.abs_diff(*wanted) < 50 && (*count == 0) == (*wanted == 0), "{counts:?}");
        }
    }

    #[test]
    fn better_moves_are_likelier_and_absurd_ones_are_never_played() {
        // The mean loss is 0.2; half of it is the unit: weights 1, 1/e, 1/e², and nothing for a loss of six units.
        let lines = [line(0, 0.7), line(1, 0.6), line(2, 0.5), line(3, 0.1), line(4, 0.6)];
        assert_near(&counts(&lines, 0.5), &[535, 197, 72, 0, 197]);
        // Where values lie close together they are weighed in the same way.
        let close = [line(0, 0.57), line(1, 0.56), line(2, 0.55), line(3, 0.51), line(4, 0.56)];
        assert_eq!(counts(&close, 0.5), counts(&lines, 0.5));
    }

    #[test]
    fn no_level_throws_a_game_away_while_it_sees_another_move() {
        for habits in &HABITS {
            assert_near(&counts(&[line(0, 0.9), line(1, 0.35)], habits.temperature), &[1000, 0]);
            assert_eq!(counts(&[line(0, 0.6), line(1, 0.58), line(2, 0.05)], habits.temperature)[2], 0);
        }
    }

    #[test]
    fn equal_moves_are_equally_likely_and_a_low_temperature_plays_the_best() {
        let lines = [line(0, 0.5), line(1, 0.5)];
        assert_near(&counts(&lines, 0.1), &[500, 500]);
        assert_near(&counts(&[line(0, 0.5), line(1, 0.4)], 0.01), &[1000, 0]);
        assert!(drawn::<u8>(&[], 0.1, 0).is_none());
    }

    #[test]
    fn levels_are_one_to_eight() {
        assert_eq!(Level::all().map(Level::number).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert!(Level::new(0).is_none() && Level::new(9).is_none());
        assert!(Level::FULL.habits().is_none() && Level(7).habits().is_some());
    }
}
