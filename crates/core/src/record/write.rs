//! Writing records.

use std::fmt;

use super::Record;
use super::lexer::escaped;
use crate::{Notation, Player};

/// The longest line of movetext, in characters; only a longer word exceeds it.
const WIDTH: usize = 79;

/// The tags that come first, in the order of PGN, with what stands for an unknown value.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

impl<P: Notation> fmt::Display for Record<P> {
    /// Writes the record in the PGN shape; an empty line ends it, so that records can be joined to a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.all_tags() {
            f.write_str(&tag_line(&name, &value))?;
        }
        let text = movetext(self, self.verdict.mark(), |_, _, mv| mv.to_string());
        write!(f, "\n{text}\n")
    }
}

impl<P: Notation> Record<P> {
    /// Every tag in the order in which it is written, the derived ones included.
    pub fn all_tags(&self) -> Vec<(String, String)> {
        let mut tags: Vec<(String, String)> = Vec::new();
        let mut put = |name: &str, value: &str| tags.push((name.to_owned(), value.to_owned()));
        for (name, unknown) in ROSTER {
            put(name, self.tag(name).unwrap_or(unknown));
        }
        put("Result", self.verdict.mark());
        let rules = self.game.start().rules();
        if *self.game.start() != P::start(rules) {
            put("SetUp", "1");
            put("FEN", &self.game.start().fields());
        }
        put("Game", P::NAME);
        if let Some((_, preset)) = P::variant(rules).split_once(':') {
            put("Preset", preset);
        }
        let mut put_if_known = |name: &str| {
            if let Some(value) = self.tag(name) {
                put(name, value);
            }
        };
        put_if_known("TimeControl");
        put("PlyCount", &self.game.moves().len().to_string());
        if let Some(value) = self.tag("Termination") {
            put("Termination", value);
        }
        let others = self.tags.iter().filter(|(name, _)| !has_own_place(name)).cloned();
        tags.extend(others);
        tags
    }
}

/// Has the tag a fixed place among the first ones?
pub(crate) fn has_own_place(name: &str) -> bool {
    ROSTER.iter().any(|(tag, _)| *tag == name) || ["TimeControl", "Termination"].contains(&name)
}

/// `[Name "value"]` and a line's end.
pub(crate) fn tag_line(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]\n", escaped(value))
}

/// Moves, comments and result in lines. `text` writes a move from the positions before and after it.
pub(crate) fn movetext<P: Notation>(
    record: &Record<P>,
    result: &str,
    text: impl Fn(&P, &P, P::Move) -> String,
) -> String {
    let mut lines = Lines::default();
    let mut numbers = Numbers::default();
    let mut position = *record.game.start();
    let last = record.game.moves().len();
    if last > 0 {
        lines.comment(record.comment(0));
    }
    let mut is_interrupted = last > 0 && !record.comment(0).is_empty();
    for (ply, &mv) in (1..).zip(record.game.moves()) {
        let number = numbers.next(position.turn());
        if number.is_new || is_interrupted {
            lines.word(&number.to_string());
        }
        let after = position.play_unchecked(mv);
        lines.word(&text(&position, &after, mv));
        position = after;
        is_interrupted = !record.comment(ply).is_empty();
        if ply < last {
            lines.comment(record.comment(ply));
        }
    }
    last_comments(&mut lines, record);
    lines.word(result);
    lines.text.push('\n');
    lines.text
}

/// The comment on the last move and the closing one, told apart as the module's page says.
fn last_comments<P: Notation>(lines: &mut Lines, record: &Record<P>) {
    let (last, earlier) = match record.comments.split_last() {
        Some((last, earlier)) => (last.as_str(), earlier),
        None => ("", &[][..]),
    };
    let is_first = earlier.iter().all(String::is_empty);
    match (last.is_empty(), record.closing.is_empty()) {
        (true, true) => {}
        (false, true) if !is_first => lines.comment(last),
        (true, false) if is_first => lines.comment(&record.closing),
        _ => {
            lines.braced(last);
            lines.braced(&record.closing);
        }
    }
}

/// Text that is filled word by word into lines.
#[derive(Default)]
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + width <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += width;
    }

    /// A comment, or nothing if it is empty.
    fn comment(&mut self, text: &str) {
        if !text.is_empty() {
            self.braced(text);
        }
    }

    fn braced(&mut self, text: &str) {
        format!("{{{text}}}").split(' ').for_each(|word| self.word(word));
    }
}

/// The numbers of moves: one for each pair of a first player's and a second player's move. It grows with every move
/// of the first player, and with a second player's move that follows another one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Numbers {
    number: usize,
    last: Option<Player>,
}

/// A move's number, written `7.` for the first player and `7...` for the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    number: usize,
    player: Player,
    /// The move opens its number, so that it must be written.
    is_new: bool,
}

impl Numbers {
    /// The number of the next move, which is `player`'s.
    pub fn next(&mut self, player: Player) -> Number {
        let is_new = player == Player::First || self.last != Some(Player::First);
        self.number += usize::from(is_new);
        self.last = Some(player);
        Number { number: self.number, player, is_new }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.player == Player::First { "." } else { "..." })
    }
}
