//! Text of M'raha wa bwe.

use std::fmt;

use super::{Move, Mraha};
use crate::OnlyRules;
use crate::capture::{Board, Kind, parse_turn, refused};
use crate::{Notation, ParseError};

impl Notation for Mraha {
    const NAME: &'static str = "mraha";
    const PLAYERS: [&'static str; 2] = ["x", "o"];

    fn parse_fields(_rules: OnlyRules, text: &str) -> Result<Mraha, ParseError> {
        Ok(Mraha { board: Board::parse(text)? })
    }

    fn write_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.write(f)
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let mv = parse_turn(text, Kind::Jump)?;
        self.check(mv).map_err(|refusal| refused(mv, refusal))?;
        Ok(mv)
    }

    fn draw(&self) -> String {
        self.board.draw()
    }
}
