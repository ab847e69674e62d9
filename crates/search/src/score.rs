//! Values as people read them.
//!
//! Inside the search a value is an `i32` for the side to move, in hundredths ([`UNIT`]); here it gets its unit back.

use std::fmt;

/// Hundredths in a seed.
pub const UNIT: i32 = 100;

/// Larger than every value; its negation is smaller than every value.
pub const INFINITE: i32 = 1_000_000_000;

/// What a game's values are shown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Seeds of final difference (mancalas).
    Seeds,
    /// Expected result, from 0 for a loss to 1 for a win (capture games).
    Expectation,
}

impl Unit {
    /// The word that JSON uses.
    pub const fn word(self) -> &'static str {
        match self {
            Unit::Seeds => "seeds",
            Unit::Expectation => "expectation",
        }
    }
}

/// A value in its unit, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// A final difference, in hundredths of a seed.
    Seeds(i32),
    /// An estimated result between 0 and 1.
    Expected(f64),
    /// A proven win.
    Win,
    /// A proven draw.
    Draw,
    /// A proven loss.
    Loss,
}

impl Score {
    /// The score as a number: seeds, or a result between 0 and 1.
    pub fn number(self) -> f64 {
        match self {
            Score::Seeds(value) => f64::from(value) / f64::from(UNIT),
            Score::Expected(expected) => expected,
            Score::Win => 1.0,
            Score::Draw => 0.5,
            Score::Loss => 0.0,
        }
    }

    /// The word for a proven result, `None` where a number says more.
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Score::Win => Some("win"),
            Score::Draw => Some("draw"),
            Score::Loss => Some("loss"),
            Score::Seeds(_) | Score::Expected(_) => None,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.word(), self) {
            (Some(word), _) => f.write_str(word),
            (None, Score::Seeds(value)) => write!(f, "{}", f64::from(*value) / f64::from(UNIT)),
            (None, other) => write!(f, "{:.3}", other.number()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_shortly() {
        assert_eq!(Score::Seeds(-400).to_string(), "-4");
        assert_eq!(Score::Seeds(40).to_string(), "0.4");
        assert_eq!(Score::Expected(0.5).to_string(), "0.500");
        assert_eq!(Score::Loss.to_string(), "loss");
    }
}
