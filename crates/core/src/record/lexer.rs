//! The words of game records: tags, comments, movetext. PGN and OGN share them.
//!
//! Variations, annotation glyphs and escaped lines (`%` in the first column) are skipped here. The lexer passes over
//! every character once, whatever the text is.

use super::{RecordError, Spot};
use crate::notation::{clipped, shown};

/// One piece of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lexeme<'a> {
    /// `[Name "value"]`.
    Tag(RawTag<'a>),
    /// A comment's text, without its braces or its semicolon.
    Comment(&'a str),
    /// Anything else: a move, a move number, a result.
    Word(&'a str),
}

/// A tag as it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RawTag<'a> {
    pub(crate) name: &'a str,
    /// The text between the quotes, escapes included.
    raw: &'a str,
    value_at: Spot,
}

impl RawTag<'_> {
    /// The value, escapes undone.
    pub(crate) fn value(&self) -> String {
        unescaped(self.raw).map(|(_, c)| c).collect()
    }

    /// Where character number `index` (from 0) of the value stands in the text.
    pub(crate) fn spot(&self, index: usize) -> Spot {
        let end = self.raw.chars().count();
        self.value_at.right_by(unescaped(self.raw).nth(index).map_or(end, |(at, _)| at))
    }

    /// An error at character number `index` (from 0) of the value.
    pub(crate) fn error(&self, index: usize, reason: impl Into<String>) -> RecordError {
        RecordError::new(self.spot(index), reason)
    }
}

/// The characters of a tag's value, each with its place in the escaped text.
fn unescaped(raw: &str) -> impl Iterator<Item = (usize, char)> {
    let mut chars = raw.chars().enumerate().peekable();
    std::iter::from_fn(move || {
        let (at, c) = chars.next()?;
        if c == '\\' {
            return Some(
                chars.next_if(|(_, next)| matches!(next, '"' | '\\')).map_or((at, c), |(_, next)| (at, next)),
            );
        }
        Some((at, c))
    })
}

/// A tag's value with its escapes.
pub(crate) fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// A reader of lexemes.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'a> {
    rest: &'a str,
    at: Spot,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { rest: text.strip_prefix('\u{feff}').unwrap_or(text), at: Spot::START }
    }

    /// Where the next character stands.
    pub(crate) fn spot(&self) -> Spot {
        self.at
    }

    /// The next lexeme and where it starts, `None` at the end of the text.
    ///
    /// # Errors
    /// What is opened and not closed, at its start, and what closes nothing.
    pub(crate) fn next(&mut self) -> Result<Option<(Spot, Lexeme<'a>)>, RecordError> {
        loop {
            self.skip_space();
            let at = self.at;
            let Some(first) = self.peek() else {
                return Ok(None);
            };
            let lexeme = match first {
                '[' => Lexeme::Tag(self.tag()?),
                '{' => Lexeme::Comment(self.braces()?),
                ';' => Lexeme::Comment(&self.take_while(|c| c != '\n')[1..]),
                '(' => {
                    self.skip_variation()?;
                    continue;
                }
                ')' | '}' | ']' => {
                    return Err(RecordError::new(at, format!("\"{first}\" closes nothing that is open")));
                }
                _ => match self.word(at)? {
                    Some(word) => Lexeme::Word(word),
                    None => continue,
                },
            };
            return Ok(Some((at, lexeme)));
        }
    }

    /// A word without its annotations, `None` if it is nothing but annotations.
    fn word(&mut self, at: Spot) -> Result<Option<&'a str>, RecordError> {
        let word =
            self.take_while(|c| !c.is_whitespace() && !matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';'));
        if let Some(glyph) = word.strip_prefix('$') {
            if glyph.is_empty() || !glyph.bytes().all(|b| b.is_ascii_digit()) {
                let reason = format!("{} is no annotation glyph: a number follows the \"$\"", clipped(word));
                return Err(RecordError::new(at, reason));
            }
            return Ok(None);
        }
        let word = word.trim_end_matches(['!', '?']);
        Ok((!word.is_empty()).then_some(word))
    }

    fn tag(&mut self) -> Result<RawTag<'a>, RecordError> {
        self.bump();
        self.skip_blanks();
        let name = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        if name.is_empty() {
            return Err(self.unexpected("a tag's name (letters, digits, \"_\") belongs here"));
        }
        self.skip_blanks();
        if self.peek() != Some('"') {
            return Err(
                self.unexpected(&format!("the value of the tag {} belongs here, in quotes", clipped(name)))
            );
        }
        let quote_at = self.at;
        self.bump();
        let value_at = self.at;
        let raw = self.quoted(name, quote_at)?;
        self.skip_blanks();
        if self.peek() != Some(']') {
            return Err(self.unexpected(&format!("\"]\" must close the tag {}", clipped(name))));
        }
        self.bump();
        Ok(RawTag { name, raw, value_at })
    }

    /// The text up to the closing quote, which is consumed.
    fn quoted(&mut self, name: &str, quote_at: Spot) -> Result<&'a str, RecordError> {
        let mut is_escaped = false;
        let raw = self.take_while(|c| {
            let goes_on = c != '\n' && (c != '"' || is_escaped);
            is_escaped = c == '\\' && !is_escaped;
            goes_on
        });
        if self.peek() == Some('"') {
            self.bump();
            return Ok(raw);
        }
        Err(RecordError::new(
            quote_at,
            format!("the value of the tag {} is not closed on its line", clipped(name)),
        ))
    }

    /// The text of a comment in braces, which do not nest.
    fn braces(&mut self) -> Result<&'a str, RecordError> {
        let at = self.at;
        self.bump();
        let text = self.take_while(|c| c != '}');
        if self.peek().is_none() {
            return Err(RecordError::new(at, "this comment is not closed: \"}\" is missing"));
        }
        self.bump();
        Ok(text)
    }

    fn skip_variation(&mut self) -> Result<(), RecordError> {
        let at = self.at;
        let mut depth = 0usize;
        loop {
            match self.peek() {
                None => return Err(RecordError::new(at, "this variation is not closed: \")\" is missing")),
                Some('{') => {
                    self.braces()?;
                    continue;
                }
                Some(';') => {
                    self.take_while(|c| c != '\n');
                    continue;
                }
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some(_) => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Skips white space and lines that are escaped by `%` in the first column.
    fn skip_space(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if self.at.column != 1 || self.peek() != Some('%') {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    /// Skips white space inside a line.
    fn skip_blanks(&mut self) {
        self.take_while(|c| c.is_whitespace() && c != '\n');
    }

    fn unexpected(&self, wanted: &str) -> RecordError {
        RecordError::new(self.at, format!("{} is unexpected: {wanted}", shown(self.rest, 0)))
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) {
        let mut is_first = true;
        self.take_while(|_| std::mem::take(&mut is_first));
    }

    /// Consumes characters while `wanted` says so.
    fn take_while(&mut self, mut wanted: impl FnMut(char) -> bool) -> &'a str {
        let mut end = self.rest.len();
        for (at, c) in self.rest.char_indices() {
            if !wanted(c) {
                end = at;
                break;
            }
            self.at = self.at.after(c);
        }
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexemes(text: &str) -> Result<Vec<(usize, usize, String)>, RecordError> {
        let mut lexer = Lexer::new(text);
        let mut all = Vec::new();
        while let Some((at, lexeme)) = lexer.next()? {
            let text = match lexeme {
                Lexeme::Tag(tag) => format!("[{}={}]", tag.name, tag.value()),
                Lexeme::Comment(text) => format!("{{{text}}}"),
                Lexeme::Word(text) => text.to_owned(),
            };
            all.push((at.line, at.column, text));
        }
        Ok(all)
    }

    fn texts(text: &str) -> Vec<String> {
        lexemes(text).unwrap().into_iter().map(|(_, _, text)| text).collect()
    }

    #[test]
    fn tags_words_and_comments() {
        assert_eq!(
            texts("[A \"x\\\"y\\\\\"]\n1. A{no}b!? $12 ; rest\n*"),
            ["[A=x\"y\\]", "1.", "A", "{no}", "b", "{ rest}", "*"]
        );
    }

    #[test]
    fn places_are_lines_and_columns_in_characters() {
        let got = lexemes("\u{feff}é A\n  {ü} B\r\nC").unwrap();
        let places: Vec<(usize, usize)> = got.iter().map(|(line, column, _)| (*line, *column)).collect();
        assert_eq!(places, [(1, 1), (1, 3), (2, 3), (2, 7), (3, 1)]);
    }

    #[test]
    fn variations_and_escaped_lines_are_skipped() {
        assert_eq!(texts("A (B (c {)} d) ; )\n e) !! f\n% [junk\ng"), ["A", "f", "g"]);
    }

    #[test]
    fn what_is_open_is_an_error_at_its_start() {
        let at = |text: &str| lexemes(text).map(|_| ()).map_err(|error| (error.line, error.column));
        assert_eq!(at("A\n {never"), Err((2, 2)));
        assert_eq!(at("A (b (c)"), Err((1, 3)));
        assert_eq!(at("A )"), Err((1, 3)));
        assert_eq!(at("[Name \"value\n\"]"), Err((1, 7)));
        assert_eq!(at("[Name value]"), Err((1, 7)));
        assert_eq!(at("[]"), Err((1, 2)));
        assert_eq!(at("[Name \"v\" x"), Err((1, 11)));
        assert_eq!(at("A $x"), Err((1, 3)));
        assert_eq!(at("[Name \"v\\\"]"), Err((1, 7)));
    }

    #[test]
    fn a_place_inside_a_value_counts_escapes() {
        let mut lexer = Lexer::new("[A \"\\\"xy\"]");
        let Ok(Some((_, Lexeme::Tag(tag)))) = lexer.next() else { panic!("no tag") };
        assert_eq!([0, 1, 2, 3].map(|index| tag.spot(index).column), [5, 7, 8, 9]);
    }

    #[test]
    fn long_lines_and_deep_nesting_take_one_pass() {
        let deep = "(".repeat(500_000) + &")".repeat(500_000);
        assert!(texts(&deep).is_empty());
        assert_eq!(texts(&"A ".repeat(500_000)).len(), 500_000);
        assert!(lexemes(&"{".repeat(1_000_000)).is_err());
    }
}
