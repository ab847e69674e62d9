//! Text of Kpé positions: the mancala board, then the pits not yet lifted.

use std::fmt;

use super::moves::ALL_UNLIFTED;
use super::{Kpe, KpeRules, PITS, STARTING_SEEDS};
use crate::mancala::ring::pit;
use crate::mancala::{Pit, illegal_pit, parse_board, parse_pit, swapped_pit, write_board};
use crate::notation::{Token, shown, words};
use crate::{Notation, ParseError, Player, Position, Symmetric};

impl Notation for Kpe {
    const NAME: &'static str = "kpe";
    const PLAYERS: [&'static str; 2] = ["South", "North"];

    fn parse_fields(rules: KpeRules, text: &str) -> Result<Kpe, ParseError> {
        let end = text.chars().count() + 1;
        let mut fields = words(text);
        let missing = |what| ParseError::new(end, format!("{what} is missing"));
        let board = fields.next().ok_or_else(|| missing("the position"))?;
        let board = parse_board::<PITS>(board)?;
        let locks = fields.next().ok_or_else(|| {
            missing("the second field, the pits not yet lifted (such as ABCDabcd, or - for none),")
        })?;
        let unlifted = parse_unlifted(locks, board.rows())?;
        if let Some(extra) = fields.next() {
            return Err(extra.error("nothing may follow the pits not yet lifted"));
        }
        let unlifted = if board.turn == Player::First { unlifted } else { [unlifted[1], unlifted[0]] };
        Ok(Kpe { board, unlifted, rules })
    }

    fn write_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board::<PITS>(f, &self.board)?;
        f.write_str(" ")?;
        if self.unlifted == [0, 0] {
            return f.write_str("-");
        }
        for player in Player::BOTH {
            for index in (0..PITS).filter(|index| self.unlifted()[player.index()] >> index & 1 == 1) {
                write!(f, "{}", Pit::new(player, index))?;
            }
        }
        Ok(())
    }

    fn parse_move(&self, text: &str) -> Result<Pit, ParseError> {
        let mv = parse_pit::<PITS>(text, self.board.turn)?;
        if self.is_legal(mv) { Ok(mv) } else { Err(illegal_pit(self, mv, pit(self.board.own, mv.index()))) }
    }

    fn draw(&self) -> String {
        let board = crate::mancala::draw::<PITS>(&self.board, self.unlifted());
        if self.unlifted == [0, 0] { board } else { format!("{board}\n* not yet lifted") }
    }
}

/// Reads the pits that have not been lifted: letters in any order without repetition, or `-`.
fn parse_unlifted(token: Token<'_>, rows: [u64; 2]) -> Result<[u8; 2], ParseError> {
    let mut unlifted = [0u8; 2];
    if token.text == "-" {
        return Ok(unlifted);
    }
    for (at, letter) in token.text.chars().enumerate() {
        let (player, index) = match letter {
            'A'..='D' => (0, letter as usize - 'A' as usize),
            'a'..='d' => (1, letter as usize - 'a' as usize),
            _ => {
                let reason = format!(
                    "{} is no pit: A to D and a to d are, or - alone for none",
                    shown(token.text, at)
                );
                return Err(ParseError::new(token.column + at, reason));
            }
        };
        let error = |reason| Err(ParseError::new(token.column + at, reason));
        let held = pit(rows[player], index);
        if unlifted[player] >> index & 1 == 1 {
            return error(format!("pit {letter} is named twice"));
        }
        if held < STARTING_SEEDS {
            return error(format!(
                "pit {letter} holds {held}: a pit not yet lifted holds at least {STARTING_SEEDS}"
            ));
        }
        unlifted[player] |= 1 << index;
    }
    debug_assert!(unlifted.iter().all(|mask| mask & !ALL_UNLIFTED == 0));
    Ok(unlifted)
}

impl Symmetric for Kpe {
    const SYMMETRIES: u8 = 2;

    fn transformed(&self, symmetry: u8) -> Kpe {
        Kpe { board: self.board.transformed(symmetry), ..*self }
    }

    fn transformed_move(mv: Pit, symmetry: u8) -> Pit {
        swapped_pit(mv, symmetry)
    }
}
