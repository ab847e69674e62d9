//! Text of Obridjie positions.

use std::fmt;

use super::{Obridjie, PITS};
use crate::mancala::ring::pit;
use crate::mancala::{Pit, parse_only_board, parse_pit, swapped_pit, write_board};
use crate::text::OnlyRules;
use crate::{Notation, ParseError, Position, Symmetric};

impl Notation for Obridjie {
    const NAME: &'static str = "obridjie";

    fn parse_fields(_rules: OnlyRules, text: &str) -> Result<Obridjie, ParseError> {
        let (rows, stores, turn) = parse_only_board::<PITS>(text)?;
        Ok(Obridjie { rows, stores, turn })
    }

    fn write_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board::<PITS>(f, (self.rows, self.stores, self.turn))
    }

    fn parse_move(&self, text: &str) -> Result<Pit, ParseError> {
        let mv = parse_pit::<PITS>(text, self.turn)?;
        if self.is_legal(mv) {
            return Ok(mv);
        }
        let why = match pit(self.rows[self.turn.index()], mv.index()) {
            0 => "is empty",
            _ => "starts a relay that never ends, which is no legal move",
        };
        Err(ParseError::new(1, format!("pit {mv} {why}")))
    }

    fn draw(&self) -> String {
        crate::mancala::draw::<PITS>((self.rows, self.stores, self.turn), [0, 0])
    }
}

impl Symmetric for Obridjie {
    const SYMMETRIES: u8 = 2;

    fn transformed(&self, symmetry: u8) -> Obridjie {
        let mut seen = *self;
        if symmetry == 1 {
            seen.rows.swap(0, 1);
            seen.stores.swap(0, 1);
            seen.turn = self.turn.other();
        }
        seen
    }

    fn transformed_move(mv: Pit, symmetry: u8) -> Pit {
        swapped_pit(mv, symmetry)
    }
}
