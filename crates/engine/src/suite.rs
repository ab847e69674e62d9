//! Files of positions: one a line, with operations behind it, or game records.
//!
//! A line is `POSITION ; OPERATION OPERAND… ; …`, after the EPD lines of chess; an operand with spaces stands in double
//! quotes. Empty lines and lines that start with `#` say nothing. The operations that are known here:
//!
//! | operation | operands |
//! | --- | --- |
//! | `id` | a name for the line |
//! | `bm` | the best moves |
//! | `value` | what the best move is worth to the side to move: seeds to come, or `win`, `draw`, `loss` |
//! | `next` | what no other move exceeds, in the same unit |
//! | `lm` | exactly the legal moves, none if the game is over |
//! | `to` | a move, and the fields of the position that it leads to |
//! | `over` | the winner of the finished game: `first`, `second` or `draw` |
//! | `MOVE:VALUE` | no operands: a legal move and its exact value, in the unit of `value` |
//!
//! The last form makes a line a *solved position*, after the OBF files of the Othello program Edax: every legal move
//! stands in it, the best first.

use grenier_core::ParseError;
use grenier_core::notation::Token;

/// One operation of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its operands, without their quotes.
    pub operands: Vec<&'a str>,
}

/// A line taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteLine<'a> {
    /// The position's text.
    pub position: &'a str,
    /// The operations in their order.
    pub operations: Vec<Operation<'a>>,
}

impl<'a> SuiteLine<'a> {
    /// Takes a line apart; `None` if it says nothing.
    ///
    /// # Errors
    /// [`ParseError`] for an operation without a name or a quote that is not closed.
    pub fn parse(line: &'a str) -> Result<Option<SuiteLine<'a>>, ParseError> {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            return Ok(None);
        }
        let mut parts = parts(line)?.into_iter();
        let position = parts.next().map(|part| part.text).unwrap_or_default();
        let operations = parts.filter(|part| !part.text.trim().is_empty()).map(operation).collect();
        Ok(Some(SuiteLine { position, operations }))
    }

    /// The operands of the first operation called `name`.
    pub fn operands(&self, name: &str) -> Option<&[&'a str]> {
        self.operations.iter().find(|operation| operation.name == name).map(|found| found.operands.as_slice())
    }

    /// The moves of a solved position and their values, in their order; none if the line has no such operations.
    pub fn values(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let bare = self.operations.iter().filter(|operation| operation.operands.is_empty());
        bare.filter_map(|operation| operation.name.split_once(':'))
    }

    /// The line's name, if it has one.
    pub fn id(&self) -> Option<&'a str> {
        self.operands("id")?.first().copied()
    }
}

/// The parts of a line between semicolons that stand outside quotes.
fn parts(line: &str) -> Result<Vec<Token<'_>>, ParseError> {
    let mut parts = Vec::new();
    let (mut start, mut start_column) = (0, 1);
    let mut quote = None;
    for (column, (at, c)) in (1..).zip(line.char_indices()) {
        match c {
            '"' => quote = if quote.is_some() { None } else { Some(column) },
            ';' if quote.is_none() => {
                parts.push(Token { text: &line[start..at], column: start_column });
                (start, start_column) = (at + 1, column + 1);
            }
            _ => {}
        }
    }
    if let Some(column) = quote {
        return Err(ParseError::new(column, "the quote that opens here is not closed"));
    }
    parts.push(Token { text: &line[start..], column: start_column });
    Ok(parts)
}

fn operation(part: Token<'_>) -> Operation<'_> {
    let text = part.text.trim();
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let mut operands = Vec::new();
    // Every second piece between quotes is quoted; quotes are balanced.
    for (at, piece) in rest.split('"').enumerate() {
        if at % 2 == 1 {
            operands.push(piece);
        } else {
            operands.extend(piece.split_whitespace());
        }
    }
    Operation { name, operands }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_have_names_and_operands() {
        let line = SuiteLine::parse("kpe 1-1 S - ; bm A B ; id \"K8; only A\" ; lm ;").unwrap().unwrap();
        assert_eq!(line.position.trim(), "kpe 1-1 S -");
        assert_eq!(line.operands("bm"), Some(&["A", "B"][..]));
        assert_eq!(line.operands("lm"), Some(&[][..]));
        assert_eq!(line.operands("am"), None);
        assert_eq!(line.id(), Some("K8; only A"));
    }

    #[test]
    fn a_solved_position_has_moves_with_values() {
        let text = "kpe 1-1 S - ; F:+0 ;D:-2; lm ; c2xc3xd3:win ; x:y z ; id \"A:-4\"";
        let line = SuiteLine::parse(text).unwrap().unwrap();
        let values: Vec<_> = line.values().collect();
        assert_eq!(values, [("F", "+0"), ("D", "-2"), ("c2xc3xd3", "win")]);
    }

    #[test]
    fn comments_and_empty_lines_say_nothing() {
        for line in ["", "  ", "# kpe", "  # x ; y"] {
            assert_eq!(SuiteLine::parse(line), Ok(None));
        }
    }

    #[test]
    fn an_open_quote_is_told_with_its_column() {
        assert_eq!(SuiteLine::parse("é ; id \"x").unwrap_err().column, 8);
    }
}
