//! Places on a board: the pits or squares that a cursor goes over.

use grenier_core::Player;
use grenier_engine::board::Board;

use super::keys::Key;

/// The name of the place at `index`: a pit of `turn`'s row, or a square.
pub fn name(board: &Board, turn: Player, index: usize) -> String {
    match board {
        Board::Pits { .. } => pit(turn, index),
        Board::Squares { side, .. } => square(*side, index),
    }
}

/// The name of a pit.
pub fn pit(player: Player, index: usize) -> String {
    let first = if player == Player::First { b'A' } else { b'a' };
    char::from(first + index as u8).to_string()
}

/// The name of a square.
pub fn square(side: usize, index: usize) -> String {
    format!("{}{}", char::from(b'a' + (index % side) as u8), index / side + 1)
}

/// How many places the cursor goes over.
pub fn count(board: &Board) -> usize {
    match board {
        Board::Pits { rows, .. } => rows[0].len(),
        Board::Squares { squares, .. } => squares.len(),
    }
}

/// Where the cursor is after an arrow key. At the edge it stays.
pub fn moved(board: &Board, turn: Player, index: usize, key: Key, is_flipped: bool) -> usize {
    match board {
        Board::Pits { rows, .. } => {
            // South's row runs to the right, North's to the left.
            let is_rightwards = (turn == Player::First) != is_flipped;
            match (key, is_rightwards) {
                (Key::Right, true) | (Key::Left, false) => (index + 1).min(rows[0].len() - 1),
                (Key::Left, true) | (Key::Right, false) => index.saturating_sub(1),
                _ => index,
            }
        }
        Board::Squares { side, .. } => {
            let key = if is_flipped { opposite(key) } else { key };
            let (file, row) = (index % side, index / side);
            match key {
                Key::Right if file + 1 < *side => index + 1,
                Key::Left if file > 0 => index - 1,
                Key::Up if row + 1 < *side => index + side,
                Key::Down if row > 0 => index - side,
                _ => index,
            }
        }
    }
}

fn opposite(key: Key) -> Key {
    match key {
        Key::Left => Key::Right,
        Key::Right => Key::Left,
        Key::Up => Key::Down,
        Key::Down => Key::Up,
        other => other,
    }
}
