//! Text of Obridjie positions.

use std::fmt;

use super::{Obridjie, PITS};
use crate::mancala::ring::pit;
use crate::mancala::{Pit, parse_only_board, parse_pit, swapped_pit, write_board};
use crate::{Notation, OnlyRules, ParseError, Position, Symmetric};

impl Notation for Obridjie {
    const NAME: &'static str = "obridjie";
    const PLAYERS: [&'static str; 2] = ["South", "North"];

    fn parse_fields(_rules: OnlyRules, text: &str) -> Result<Obridjie, ParseError> {
        let board = parse_only_board::<PITS>(text)?;
        Ok(Obridjie { board })
    }

    fn write_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board::<PITS>(f, &self.board)
    }

    fn parse_move(&self, text: &str) -> Result<Pit, ParseError> {
        let mv = parse_pit::<PITS>(text, self.board.turn)?;
        if self.is_legal(mv) {
            return Ok(mv);
        }
        let why = match pit(self.board.own, mv.index()) {
            0 => "is empty",
            _ => "starts a relay that never ends, which is no legal move",
        };
        Err(ParseError::new(1, format!("pit {mv} {why}")))
    }

    fn draw(&self) -> String {
        crate::mancala::draw::<PITS>(&self.board, [0, 0])
    }
}

impl Symmetric for Obridjie {
    const SYMMETRIES: u8 = 2;

    fn transformed(&self, symmetry: u8) -> Obridjie {
        Obridjie { board: self.board.transformed(symmetry) }
    }

    fn transformed_move(mv: Pit, symmetry: u8) -> Pit {
        swapped_pit(mv, symmetry)
    }
}
