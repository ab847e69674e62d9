//! What a player may spend on a move or a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A clock for a game, or for each stretch of some moves: `moves/seconds+increment`, such as `40/60+0.5` or `10+0.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves of a stretch, after which the time is given again; `None` for the whole game.
    pub moves: Option<u32>,
    /// Time of a stretch.
    pub base: Duration,
    /// Time given back after each move.
    pub increment: Duration,
}

/// The limits of one player. What is `None` does not limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerLimits {
    /// A clock (`tc=`).
    pub clock: Option<TimeControl>,
    /// Time for every move (`st=`).
    pub move_time: Option<Duration>,
    /// Nodes for every move (`nodes=`).
    pub nodes: Option<u64>,
    /// Depth of every search, in plies (`depth=`).
    pub depth: Option<u32>,
}

impl PlayerLimits {
    /// Does any limit depend on time, so that the games cannot be reproduced?
    pub fn is_timed(&self) -> bool {
        self.clock.is_some() || self.move_time.is_some()
    }

    /// Is there any limit?
    pub fn is_limited(&self) -> bool {
        self.is_timed() || self.nodes.is_some() || self.depth.is_some()
    }
}

/// Both players' clocks as a player is told of them before a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// Time left, the first player's first; `None` without a clock.
    pub left: [Option<Duration>; 2],
    /// Time given back after each move.
    pub increment: [Duration; 2],
    /// Moves to the next stretch of the player to move.
    pub moves_to_go: Option<u32>,
}

/// Seconds that nobody waits for: sums of such times stay far from the end of what clocks can hold.
pub(crate) const MOST_SECONDS: f64 = 1e9;

/// Reads a number of seconds, with decimals.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || format!("\"{}\" is no number of seconds up to {MOST_SECONDS}", text.escape_debug());
    let number =
        text.parse().ok().filter(|number| (0.0..=MOST_SECONDS).contains(number)).ok_or_else(wrong)?;
    Duration::try_from_secs_f64(number).map_err(|_| wrong())
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves: u32 = moves.parse().map_err(|_| format!("\"{moves}\" is no number of moves"))?;
                (Some(moves).filter(|&moves| moves > 0), rest)
            }
            None => (None, text),
        };
        let (base, increment) = match rest.split_once('+') {
            Some((base, increment)) => (base, seconds(increment)?),
            None => (rest, Duration::ZERO),
        };
        // Minutes may stand before a colon: 1:30+0.5.
        let base = match base.split_once(':') {
            Some((minutes, rest)) => {
                let minutes: u16 =
                    minutes.parse().map_err(|_| format!("\"{minutes}\" is no number of minutes"))?;
                Duration::from_secs(60 * u64::from(minutes)) + seconds(rest)?
            }
            None => seconds(base)?,
        };
        if base.is_zero() && increment.is_zero() {
            return Err(format!(
                "\"{text}\" gives no time: moves/seconds+increment is wanted, such as 10+0.1"
            ));
        }
        Ok(TimeControl { moves, base, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

impl Serialize for TimeControl {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["10", "10+0.1", "40/60+0.5", "0.05+0.01"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        let minutes: TimeControl = "20/1:30+2".parse().unwrap();
        assert_eq!(minutes.to_string(), "20/90+2");
        for wrong in ["", "x", "-1", "10+", "a/10", "0", "1:x", "inf", "nan", "1e19+1e19", "1e10"] {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
    }
}
