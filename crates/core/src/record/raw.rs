//! The first step of reading: a file cut into games, whatever games they are.

use super::lexer::{Lexeme, Lexer, RawTag};
use super::{RecordError, Spot, Verdict};
use crate::awale::ogn;
use crate::notation::clipped;

/// A game as it stands in a file: tags, moves as text, comments, result. Nothing of it has been played yet.
///
/// The tags `Game` and `Preset` say which type reads it on, with [`Record::read`](super::Record::read).
#[derive(Clone, Debug)]
pub struct RawGame<'a> {
    pub(crate) at: Spot,
    pub(crate) tags: Vec<RawTag<'a>>,
    pub(crate) moves: Vec<(Spot, &'a str)>,
    /// The comment before the first move, then one after each move.
    pub(crate) comments: Vec<String>,
    pub(crate) closing: String,
    pub(crate) result: (Spot, &'a str),
}

impl<'a> RawGame<'a> {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<String> {
        self.raw_tag(name).map(RawTag::value)
    }

    /// The game's name and preset as in a position's text (`seega:7x7+nowall`), if the tags tell: `Game`, or those of
    /// OGN.
    pub fn variant(&self) -> Option<String> {
        if ogn::is_ogn(self) {
            return Some(ogn::variant_text(self));
        }
        let game = self.tag("Game")?;
        let preset = self.tag("Preset").unwrap_or_default();
        Some(if preset.is_empty() { game } else { format!("{game}:{preset}") })
    }

    /// The line on which the game starts, counted from 1.
    pub fn line(&self) -> usize {
        self.at.line
    }

    /// The number of moves.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The first `plies` moves as a game that goes on, without its result: what is left of a record whose next move is
    /// wrong.
    #[must_use]
    pub fn beginning(&self, plies: usize) -> RawGame<'a> {
        let plies = plies.min(self.plies());
        RawGame {
            at: self.at,
            tags: self.tags.iter().filter(|tag| tag.name != "Result").copied().collect(),
            moves: self.moves[..plies].to_vec(),
            comments: self.comments.iter().take(plies + 1).cloned().collect(),
            closing: String::new(),
            result: (self.result.0, Verdict::Unfinished.mark()),
        }
    }

    pub(crate) fn raw_tag(&self, name: &str) -> Option<&RawTag<'a>> {
        self.tags.iter().find(|tag| tag.name == name)
    }
}

/// Cuts a file into its games, PGN or OGN. After an error nothing more is read.
///
/// ```
/// use grenier_core::record::split;
///
/// let file = "[Game \"kpe\"]\n\n1. A a *\n\n[Game \"awale\"]\n\n1. F {wide} f 1-0\n";
/// let games: Vec<_> = split(file).collect::<Result<_, _>>()?;
/// assert_eq!(games.len(), 2);
/// assert_eq!(games[1].variant().as_deref(), Some("awale"));
/// assert_eq!(games[1].plies(), 2);
/// # Ok::<(), grenier_core::record::RecordError>(())
/// ```
pub fn split(text: &str) -> Split<'_> {
    let mut split = Split { lexer: Lexer::new(text), next: None, error: None };
    split.advance();
    split
}

/// The games of a file, made by [`split`].
#[derive(Clone, Debug)]
pub struct Split<'a> {
    lexer: Lexer<'a>,
    /// The lexeme that has been looked at and not been used.
    next: Option<(Spot, Lexeme<'a>)>,
    error: Option<RecordError>,
}

impl<'a> Iterator for Split<'a> {
    type Item = Result<RawGame<'a>, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next.is_none() && self.error.is_none() {
            return None;
        }
        let game = self.game();
        if game.is_err() {
            (self.next, self.error) = (None, None);
        }
        Some(game)
    }
}

impl<'a> Split<'a> {
    /// Looks at the next lexeme.
    fn advance(&mut self) {
        match self.lexer.next() {
            Ok(next) => self.next = next,
            Err(error) => (self.next, self.error) = (None, Some(error)),
        }
    }

    fn game(&mut self) -> Result<RawGame<'a>, RecordError> {
        let at = self.next.map_or(self.lexer.spot(), |(at, _)| at);
        let mut comments = Comments::default();
        let tags = self.tags(&mut comments)?;
        let mut moves = Vec::new();
        let result = loop {
            match self.peek()? {
                Some((_, Lexeme::Comment(text))) => comments.add(text),
                Some((at, Lexeme::Word(word))) => match read_word(at, word)? {
                    Word::Number => {}
                    Word::Move(at, text) => {
                        comments.close_group();
                        moves.push((at, text));
                    }
                    Word::Result => {
                        self.advance();
                        break (at, word);
                    }
                },
                Some((at, Lexeme::Tag(_))) => return Err(no_result(at)),
                None => return Err(no_result(self.lexer.spot())),
            }
            self.advance();
        };
        // Some tools put the reason behind the result.
        while let Some((_, Lexeme::Comment(text))) = self.next {
            comments.add(text);
            self.advance();
        }
        let (comments, closing) = comments.finished();
        Ok(RawGame { at, tags, moves, comments, closing, result })
    }

    fn tags(&mut self, comments: &mut Comments) -> Result<Vec<RawTag<'a>>, RecordError> {
        let mut tags = Vec::new();
        let mut names = std::collections::HashSet::new();
        loop {
            match self.peek()? {
                Some((at, Lexeme::Tag(tag))) => {
                    if !names.insert(tag.name) {
                        let reason = format!("the tag {} stands here for the second time", clipped(tag.name));
                        return Err(RecordError::new(at, reason));
                    }
                    tags.push(tag);
                }
                Some((_, Lexeme::Comment(text))) => comments.add(text),
                _ => return Ok(tags),
            }
            self.advance();
        }
    }

    fn peek(&mut self) -> Result<Option<(Spot, Lexeme<'a>)>, RecordError> {
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(self.next),
        }
    }
}

fn no_result(at: Spot) -> RecordError {
    RecordError::new(
        at,
        "the game ends here without its result (1-0, 0-1, 1/2-1/2, a score, or * while it goes on)",
    )
}

enum Word<'a> {
    Number,
    Move(Spot, &'a str),
    Result,
}

/// Tells moves, move numbers and results apart; a number may stick to its move (`3.A`, `3...a`).
fn read_word(at: Spot, word: &str) -> Result<Word<'_>, RecordError> {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = after_digits.trim_start_matches('.');
    if word == "*" || is_score(word) {
        return Ok(Word::Result);
    }
    if rest.is_empty() {
        return Ok(Word::Number);
    }
    if after_digits.len() < word.len() && rest.len() == after_digits.len() {
        let reason = format!("{} is neither a move number nor a result", clipped(word));
        return Err(RecordError::new(at, reason));
    }
    // Digits and dots are one byte each.
    Ok(Word::Move(at.right_by(word.len() - rest.len()), rest))
}

/// `1-0`, `26-22`, `1/2-1/2`: two numbers or fractions joined by `-`.
fn is_score(word: &str) -> bool {
    let is_points = |text: &str| {
        !text.is_empty()
            && text.split('/').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
    };
    word.split_once('-').is_some_and(|(first, second)| is_points(first) && is_points(second))
}

/// Comments, grouped by the move that they follow.
#[derive(Default)]
struct Comments {
    groups: Vec<String>,
    open: Vec<String>,
}

impl Comments {
    fn add(&mut self, text: &str) {
        self.open.push(super::cleaned(text));
    }

    fn close_group(&mut self) {
        self.groups.push(joined(&self.open));
        self.open.clear();
    }

    /// The comment before the first move and after each, and the closing comment: the last one after the last move
    /// if there are several there, or if it is the only one of the game.
    fn finished(mut self) -> (Vec<String>, String) {
        let is_closing = self.open.len() > 1 || self.groups.iter().all(String::is_empty);
        let closing = if is_closing { self.open.pop().unwrap_or_default() } else { String::new() };
        self.close_group();
        (self.groups, closing)
    }
}

fn joined(comments: &[String]) -> String {
    let filled: Vec<&str> = comments.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    filled.join(" ")
}
