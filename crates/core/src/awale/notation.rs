//! Text of Awalé positions in the house notation.

use std::fmt;

use super::dialects::Dialect;
use super::{Awale, AwaleRules, PITS, ogn};
use crate::mancala::ring::pit;
use crate::mancala::{Pit, illegal_pit, parse_only_board, parse_pit, swapped_pit, write_board};
use crate::record::{RawGame, Record, RecordError};
use crate::{Notation, ParseError, Position, Symmetric};

impl Notation for Awale {
    const NAME: &'static str = "awale";
    const PLAYERS: [&'static str; 2] = ["South", "North"];
    const OTHER_RECORD: Option<&'static str> = Some("ogn");
    const DIALECTS: &'static [&'static str] = &["aalina", "playstrategy", "openspiel"];

    fn parse_fields(rules: AwaleRules, text: &str) -> Result<Awale, ParseError> {
        let board = parse_only_board::<PITS>(text)?;
        Ok(Awale { board, rules })
    }

    fn parse_any(rules: AwaleRules, text: &str) -> Result<Awale, ParseError> {
        Ok(Dialect::detect(text).read(rules, text)?.position)
    }

    fn read_record(raw: &RawGame<'_>) -> Result<Record<Awale>, RecordError> {
        if ogn::is_ogn(raw) { ogn::read(raw) } else { Record::read(raw) }
    }

    fn write_other_record(record: &Record<Awale>) -> Option<String> {
        Some(ogn::write(record))
    }

    fn in_dialect(&self, dialect: &str) -> Option<String> {
        Dialect::from_name(dialect)?.write(self, Some(1))
    }

    fn write_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board::<PITS>(f, &self.board)
    }

    fn parse_move(&self, text: &str) -> Result<Pit, ParseError> {
        let mv = parse_pit::<PITS>(text, self.board.turn)?;
        if self.is_legal(mv) { Ok(mv) } else { Err(illegal_pit(self, mv, pit(self.board.own, mv.index()))) }
    }

    fn draw(&self) -> String {
        crate::mancala::draw::<PITS>(&self.board, [0, 0])
    }
}

impl Symmetric for Awale {
    const SYMMETRIES: u8 = 2;

    fn transformed(&self, symmetry: u8) -> Awale {
        Awale { board: self.board.transformed(symmetry), ..*self }
    }

    fn transformed_move(mv: Pit, symmetry: u8) -> Pit {
        swapped_pit(mv, symmetry)
    }
}
