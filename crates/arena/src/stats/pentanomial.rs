//! Counts of games and of pairs of games.

use std::fmt;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::Sample;

/// The result of a game from one player's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameScore {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl GameScore {
    /// Half points: 0, 1 or 2.
    pub const fn halves(self) -> usize {
        self as usize
    }

    /// The same game from the other player's view.
    #[must_use]
    pub const fn mirrored(self) -> GameScore {
        match self {
            GameScore::Loss => GameScore::Win,
            GameScore::Draw => GameScore::Draw,
            GameScore::Win => GameScore::Loss,
        }
    }
}

/// Games by result, from one player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
}

impl Trinomial {
    /// Counts one more game.
    pub fn add(&mut self, score: GameScore) {
        match score {
            GameScore::Loss => self.losses += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Win => self.wins += 1,
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// A point for a win, half a point for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same games from the other player's view.
    #[must_use]
    pub fn mirrored(&self) -> Trinomial {
        Trinomial { wins: self.losses, losses: self.wins, draws: self.draws }
    }

    /// The distribution of the score of a game; `None` without games.
    pub fn sample(&self) -> Option<Sample> {
        Sample::new(&[self.losses, self.draws, self.wins], 1)
    }
}

impl AddAssign for Trinomial {
    fn add_assign(&mut self, other: Trinomial) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
    }
}

/// Pairs of games by their common score, from one player's view: `[LL, LD, WL+DD, WD, WW]`, which are 0, ¼, ½, ¾ and 1.
///
/// The two games of a pair have the same opening and swapped colours.
///
/// ```
/// use grenier_arena::stats::{GameScore, Pentanomial};
///
/// let mut pairs = Pentanomial::default();
/// pairs.add(GameScore::Win, GameScore::Draw);
/// pairs.add(GameScore::Draw, GameScore::Draw);
/// assert_eq!(pairs, Pentanomial([0, 0, 1, 1, 0]));
/// assert_eq!((pairs.pairs(), pairs.points()), (2, 2.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts one more pair.
    pub fn add(&mut self, one: GameScore, other: GameScore) {
        self.0[one.halves() + other.halves()] += 1;
    }

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// All points, two games a pair.
    pub fn points(&self) -> f64 {
        (0u64..).zip(self.0).map(|(halves, pairs)| (halves * pairs) as f64 / 2.0).sum()
    }

    /// The same pairs from the other player's view.
    #[must_use]
    pub fn mirrored(&self) -> Pentanomial {
        let [a, b, c, d, e] = self.0;
        Pentanomial([e, d, c, b, a])
    }

    /// The share of pairs with equal points, which fastchess prints as `DrawRatio`; `None` without pairs.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.0[2] as f64 / self.pairs() as f64)
    }

    /// Pairs won for each pair lost, which fastchess prints as `PairsRatio`; `None` if no pair is lost.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [ll, ld, _, wd, ww] = self.0;
        (ll + ld > 0).then(|| (wd + ww) as f64 / (ll + ld) as f64)
    }

    /// The distribution of the score of a pair; `None` without pairs.
    pub fn sample(&self) -> Option<Sample> {
        Sample::new(&self.0, 2)
    }
}

impl Add for Pentanomial {
    type Output = Pentanomial;

    fn add(self, other: Pentanomial) -> Pentanomial {
        Pentanomial(std::array::from_fn(|at| self.0[at] + other.0[at]))
    }
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e] = self.0;
        write!(f, "[{a}, {b}, {c}, {d}, {e}]")
    }
}
