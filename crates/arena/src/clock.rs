//! How much of a clock a move gets.

use std::time::Duration;

/// Moves that are still to come where nobody says how many.
const MOVES_LEFT: u32 = 25;

/// Time between the end of thinking and the answer's arrival, which the clock goes on counting.
const MARGIN: Duration = Duration::from_millis(15);

/// The time for a move with so much time left: an equal share of it for each move to come, and three quarters of the
/// increment, but never more than half of what is left, and a margin less.
///
/// Games here last 30 to 100 plies with the longest thoughts worth most early, so 25 moves of one's own to come are
/// assumed all along: the share shrinks with what is left and never exhausts it.
pub fn allotment(left: Duration, increment: Duration, moves_to_go: Option<u32>) -> Duration {
    let moves = moves_to_go.map_or(MOVES_LEFT, |moves| moves.clamp(1, MOVES_LEFT));
    let wanted = left / moves + increment * 3 / 4;
    // The last move of a stretch may take nearly all there is.
    let most = if moves == 1 { left * 9 / 10 } else { left / 2 };
    wanted.min(most).saturating_sub(MARGIN.min(most / 4)).max(Duration::from_millis(1))
}

/// The time to think where so much is given for the move.
pub(crate) fn within(move_time: Duration) -> Duration {
    move_time.saturating_sub(Duration::from_millis(10).min(move_time / 10)).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_clock_runs_out() {
        for (base, increment, stretch) in
            [(1000, 0, None), (10_000, 100, None), (100, 10, None), (2000, 0, Some(40))]
        {
            let (increment, mut left) = (Duration::from_millis(increment), Duration::from_millis(base));
            for number in 0..200 {
                let to_go = stretch.map(|moves| moves - number % moves);
                let time = allotment(left, increment, to_go);
                assert!(time <= left, "{base}: {time:?} of {left:?}");
                left = (left - time) + increment;
                if to_go == Some(1) {
                    left += Duration::from_millis(base);
                }
                if left <= Duration::from_millis(4) {
                    break;
                }
            }
        }
    }

    #[test]
    fn early_moves_get_a_fair_share() {
        let time = allotment(Duration::from_secs(10), Duration::from_millis(100), None);
        assert!((400..500).contains(&time.as_millis()), "{time:?}");
        assert!(allotment(Duration::ZERO, Duration::ZERO, None) == Duration::from_millis(1));
        assert!(within(Duration::from_millis(500)) == Duration::from_millis(490));
    }
}
