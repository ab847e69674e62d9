//! Text of Seega.

use std::fmt;

use super::{Seega, SeegaRules};
use crate::capture::{Board, Kind, Size, Turn, parse_turn, refused};
use crate::{Notation, ParseError};

impl<S: Size> Notation for Seega<S> {
    const NAME: &'static str = "seega";
    const PLAYERS: [&'static str; 2] = ["x", "o"];
    const BOARD: &'static str = S::WORD;

    fn parse_fields(rules: SeegaRules, text: &str) -> Result<Seega<S>, ParseError> {
        Ok(Seega { board: Board::parse(text)?, rules })
    }

    fn write_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.write(f)
    }

    fn parse_move(&self, text: &str) -> Result<Turn<S>, ParseError> {
        let mv = parse_turn(text, Kind::Capture)?;
        self.check(mv).map_err(|refusal| refused(mv, refusal))?;
        Ok(mv)
    }

    fn draw(&self) -> String {
        self.board.draw()
    }
}
