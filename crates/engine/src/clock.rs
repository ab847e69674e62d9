//! How much of a clock a move may take.

use std::time::Duration;

/// Moves that a game is expected to go on for, where nothing says it.
const MOVES_LEFT: u32 = 25;

/// What the way from the search to the clock may cost.
const OVERHEAD: Duration = Duration::from_millis(10);

/// Time for one move: an even share of what is left over the moves to come, and three quarters of the increment, which
/// comes back after the move; never so much that the clock could run out.
pub fn allotment(left: Duration, increment: Duration, moves_to_go: Option<u32>) -> Duration {
    let moves = moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
    let share = left / moves + increment * 3 / 4;
    let most = left.saturating_sub(OVERHEAD).mul_f64(0.8);
    share.min(most).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_move_takes_a_share_and_never_the_whole_clock() {
        assert_eq!(allotment(SECOND * 50, Duration::ZERO, None), SECOND * 2);
        assert!(allotment(SECOND, SECOND * 10, None) < SECOND * 4 / 5);
        assert!(allotment(SECOND, Duration::ZERO, Some(1)) < SECOND * 4 / 5);
        assert!(allotment(Duration::ZERO, Duration::ZERO, None) > Duration::ZERO);
    }
}
