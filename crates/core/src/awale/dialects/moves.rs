//! PlayStrategy's moves: the square of the pit lifted and the square of the last seed.
//!
//! ```text
//!   rank 2   f e d c b a      North's pits as South sees them
//!   rank 1   A B C D E F      South's pits
//!   file     a b c d e f
//! ```

use super::super::{Awale, PITS};
use crate::mancala::Pit;
use crate::mancala::ring::pit;
use crate::notation::{clipped, shown};
use crate::{Notation, ParseError, Player};

/// Writes a move as origin and end square (`a1e1`); the end is where the last seed falls.
///
/// ```
/// use grenier_core::{Position, Notation, awale::{Awale, dialects::write_playstrategy_move}};
///
/// let start = Awale::start(Default::default());
/// assert_eq!(write_playstrategy_move(&start, start.parse_move("A")?), "a1e1");
/// # Ok::<(), grenier_core::ParseError>(())
/// ```
pub fn write_playstrategy_move(position: &Awale, mv: Pit) -> String {
    format!("{}{}", square(mv), square(end_of(position, mv)))
}

/// Reads a legal move from its origin and end square.
///
/// # Errors
/// [`ParseError`] with the column if these are no squares, the move is not legal, or its last seed falls elsewhere.
pub fn read_playstrategy_move(position: &Awale, text: &str) -> Result<Pit, ParseError> {
    let mut chars = text.chars();
    let origin = read_square(text, &mut chars, 1)?;
    let end = read_square(text, &mut chars, 3)?;
    if chars.next().is_some() {
        return Err(ParseError::new(5, format!("{} follows the move, which is two squares", shown(text, 4))));
    }
    let mv = position.parse_move(&origin.to_string()).map_err(|error| ParseError::new(1, error.reason))?;
    let real = square(end_of(position, mv));
    if square(end) == real {
        return Ok(mv);
    }
    Err(ParseError::new(3, format!("the last seed of {mv} falls on {real}, not on {}", square(end))))
}

/// The pit in which the last seed falls.
fn end_of(position: &Awale, mv: Pit) -> Pit {
    let seeds = usize::from(pit(position.rows()[mv.owner().index()], mv.index()));
    // The origin is passed over, once after every eleven seeds.
    let steps = seeds + seeds.saturating_sub(1) / (2 * PITS - 1);
    let place = (mv.index() + steps) % (2 * PITS);
    let owner = if place < PITS { mv.owner() } else { mv.owner().other() };
    Pit::new(owner, place % PITS)
}

fn square(mv: Pit) -> String {
    let (file, rank) = match mv.owner() {
        Player::First => (mv.index(), 1),
        Player::Second => (PITS - 1 - mv.index(), 2),
    };
    format!("{}{rank}", char::from(b'a' + file as u8))
}

fn read_square(text: &str, chars: &mut std::str::Chars<'_>, column: usize) -> Result<Pit, ParseError> {
    let wrong = |column, what| {
        let found = shown(text, column - 1);
        Err(ParseError::new(column, format!("{found} in {} is no {what}", clipped(text))))
    };
    let file = match chars.next() {
        Some(c @ 'a'..='f') => usize::from(c as u8 - b'a'),
        _ => return wrong(column, "file: a to f are"),
    };
    match chars.next() {
        Some('1') => Ok(Pit::new(Player::First, file)),
        Some('2') => Ok(Pit::new(Player::Second, PITS - 1 - file)),
        _ => wrong(column + 1, "rank: 1 and 2 are"),
    }
}
