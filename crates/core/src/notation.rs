//! What all notations share: errors with a column, and small readers.

use std::fmt;

/// Text that is no position or move: where it goes wrong, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What is wrong there and what would be right.
    pub reason: String,
}

impl ParseError {
    /// An error at `column` (counted from 1).
    pub fn new(column: usize, reason: impl Into<String>) -> ParseError {
        ParseError { column, reason: reason.into() }
    }

    /// The same error in a text of which the parsed one is a part that starts after `offset` characters.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> ParseError {
        self.column += offset;
        self
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.reason)
    }
}

impl std::error::Error for ParseError {}

/// A part of a text and the column in which it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The text.
    pub text: &'a str,
    /// The column of its first character, counted from 1.
    pub column: usize,
}

impl<'a> Token<'a> {
    /// An error at this token's start.
    pub fn error(&self, reason: impl Into<String>) -> ParseError {
        ParseError::new(self.column, reason)
    }

    /// The parts of this token between `separator`s, each with its column.
    pub fn split(self, separator: char) -> impl Iterator<Item = Token<'a>> {
        let mut column = self.column;
        self.text.split(separator).map(move |text| {
            let token = Token { text, column };
            column += text.chars().count() + 1;
            token
        })
    }

    /// Reads a whole number.
    ///
    /// # Errors
    /// If the token is not made of digits only, or is above `max`; `what` names it in the message.
    pub fn number(&self, what: &str, max: u32) -> Result<u32, ParseError> {
        if self.text.is_empty() {
            return Err(self.error(format!("{what} is missing: a number from 0 to {max} belongs here")));
        }
        if let Some(at) = self.text.chars().position(|c| !c.is_ascii_digit()) {
            let reason = format!("{} is no digit: {what} is a number from 0 to {max}", shown(self.text, at));
            return Err(ParseError::new(self.column + at, reason));
        }
        match self.text.parse::<u32>() {
            Ok(number) if number <= max => Ok(number),
            _ => Err(self.error(format!("{what} is {}, more than {max}", clipped(self.text)))),
        }
    }
}

/// The parts of `text` between white space, each with its column.
pub fn words(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut column = 1;
    text.split(char::is_whitespace)
        .map(move |text| {
            let token = Token { text, column };
            column += text.chars().count() + 1;
            token
        })
        .filter(|token| !token.text.is_empty())
}

/// `text` for use in a message: quoted, control characters escaped, cut where it gets long.
pub fn clipped(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut cut = String::new();
    let mut left = LONGEST;
    for c in text.chars() {
        let escaped = c.escape_debug();
        // What is escaped counts as long as it is shown.
        let Some(rest) = left.checked_sub(escaped.len()) else {
            cut.push('…');
            break;
        };
        left = rest;
        cut.extend(escaped);
    }
    format!("\"{cut}\"")
}

/// The character number `at` (from 0) of `text` for use in a message.
pub fn shown(text: &str, at: usize) -> String {
    text.chars().nth(at).map_or_else(|| "the end".to_owned(), |c| format!("\"{}\"", c.escape_debug()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_columns() {
        let got: Vec<(usize, &str)> = words(" a  bc\td").map(|t| (t.column, t.text)).collect();
        assert_eq!(got, [(2, "a"), (5, "bc"), (8, "d")]);
    }

    #[test]
    fn columns_count_characters_not_bytes() {
        let got: Vec<usize> = words("é b").map(|t| t.column).collect();
        assert_eq!(got, [1, 3]);
    }

    #[test]
    fn clipped_text_stays_short_when_it_is_escaped() {
        assert_eq!(clipped("é\t\"x"), r#""é\t\"x""#);
        assert_eq!(clipped(&"a".repeat(24)).chars().count(), 26);
        assert_eq!(clipped(&"a".repeat(25)).chars().count(), 27);
        assert_eq!(clipped(&"\u{10ffff}".repeat(24)), r#""\u{10ffff}\u{10ffff}…""#);
    }

    #[test]
    fn numbers_name_what_is_wrong() {
        let token = Token { text: "4x", column: 3 };
        assert_eq!(token.number("a pit", 48).unwrap_err().column, 4);
        let token = Token { text: "99999999999999", column: 3 };
        assert_eq!(token.number("a pit", 48).unwrap_err().column, 3);
    }
}
