//! Three seeds from which no play reaches a capture (clause A7).

use std::sync::LazyLock;

use super::moves::{Sown, fed};
use crate::mancala::board_rank;
use crate::mancala::ring::Row;

/// Boards of at most three seeds in twelve pits: C(15, 12).
const BOARDS: usize = 455;

/// By rank of a three-seed board, the mover's row first: can some legal play reach a capture?
static CAPTURABLE: LazyLock<[bool; BOARDS]> = LazyLock::new(solve);

/// Can any legal play from this board of three seeds reach a capture?
pub(super) fn capture_is_reachable(own: Row, enemy: Row) -> bool {
    CAPTURABLE[board_rank([own, enemy]) as usize]
}

/// Marks boards until nothing changes: a board is marked if a move captures or leads to a marked board.
fn solve() -> [bool; BOARDS] {
    let boards = boards_of_three();
    let mut marked = [false; BOARDS];
    loop {
        let mut changed = false;
        for &(own, enemy) in &boards {
            let rank = board_rank([own, enemy]) as usize;
            if !marked[rank] && has_marking_move(own, enemy, &marked) {
                marked[rank] = true;
                changed = true;
            }
        }
        if !changed {
            return marked;
        }
    }
}

fn has_marking_move(own: Row, enemy: Row, marked: &[bool; BOARDS]) -> bool {
    crate::mancala::pits_of(fed(own, enemy)).any(|index| {
        let sown = Sown::new(own, enemy, index);
        sown.captured() != 0 || marked[board_rank([sown.enemy, sown.own]) as usize]
    })
}

/// Every board of three seeds as the mover's and the enemy's row.
fn boards_of_three() -> Vec<(Row, Row)> {
    let seed = |at: usize| if at < 6 { (1 << (8 * at), 0) } else { (0, 1 << (8 * (at - 6))) };
    let mut boards = Vec::new();
    for a in 0..12 {
        for b in a..12 {
            for c in b..12 {
                let rows = [a, b, c].map(seed);
                boards.push(rows.iter().fold((0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1)));
            }
        }
    }
    boards
}
