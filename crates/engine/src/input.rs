//! Positions to work on: the lines or records of a file, of any games.

use grenier_core::record::{RawGame, Record, RecordError, split};
use grenier_core::{Game, ParseError, Position};

use crate::{Playable, PositionText, SuiteLine, Variant};

/// One position or game of a file.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The line where it starts, counted from 1.
    pub line: usize,
    /// Its game.
    pub variant: Variant,
    kind: Kind<'a>,
}

#[derive(Clone, Debug)]
enum Kind<'a> {
    Line { suite: SuiteLine<'a>, position: PositionText<'a> },
    Record(RawGame<'a>),
}

impl Entry<'_> {
    /// The game in progress: a position without history, or a record up to its last move.
    ///
    /// # Errors
    /// [`RecordError`] with line and column of what is wrong.
    pub fn game<P: Playable>(&self, rules: P::Rules) -> Result<Game<P>, RecordError> {
        match &self.kind {
            Kind::Line { position, .. } => {
                position.read(rules).map(Game::new).map_err(|error| at_line(self.line, error))
            }
            Kind::Record(raw) => P::read_record(raw).map(|record| record.game().clone()),
        }
    }

    /// Is it a game record?
    pub fn is_record(&self) -> bool {
        matches!(self.kind, Kind::Record(_))
    }

    /// The record as far as it can be played; `None` if this is a line with a position.
    ///
    /// # Errors
    /// [`RecordError`] with line and column if already the tags are wrong, so that nothing can be played.
    pub fn played<P: Playable>(&self) -> Option<Result<Played<P>, RecordError>> {
        match &self.kind {
            Kind::Line { .. } => None,
            Kind::Record(raw) => Some(played(raw)),
        }
    }

    /// The line's operations; records have none.
    pub fn suite(&self) -> Option<&SuiteLine<'_>> {
        match &self.kind {
            Kind::Line { suite, .. } => Some(suite),
            Kind::Record(_) => None,
        }
    }
}

/// A record, or the part of it before the first thing that is wrong.
#[derive(Clone, Debug)]
pub struct Played<P: Position> {
    /// What could be played.
    pub record: Record<P>,
    /// The moves that the text has.
    pub plies: usize,
    /// What is wrong behind the part that could be played.
    pub error: Option<RecordError>,
}

/// Plays `raw` as far as it goes: whatever is wrong with a beginning is wrong with every longer one, so that the longest
/// good one is found by bisection.
fn played<P: Playable>(raw: &RawGame<'_>) -> Result<Played<P>, RecordError> {
    let plies = raw.plies();
    let error = match P::read_record(raw) {
        Ok(record) => return Ok(Played { record, plies, error: None }),
        Err(error) => error,
    };
    let beginning = |plies| P::read_record(&raw.beginning(plies)).ok();
    let (mut good, mut bad) = (0, plies + 1);
    let Some(mut record) = beginning(good) else { return Err(error) };
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        match beginning(middle) {
            Some(longer) => (good, record) = (middle, longer),
            None => bad = middle,
        }
    }
    Ok(Played { record, plies, error: Some(error) })
}

fn at_line(line: usize, error: ParseError) -> RecordError {
    RecordError { line, column: error.column, reason: error.reason }
}

/// The entries of a file, each read or with what is wrong. A file whose first character (but for white space) is `[`
/// holds records, any other one holds lines; a byte order mark is passed over. `known` is the game of positions that do
/// not name theirs.
///
/// What was no UTF-8 in the file is expected as U+FFFD: it is an error in a position, and harmless anywhere else.
pub fn entries<'a>(text: &'a str, known: Option<&Variant>) -> Vec<Result<Entry<'a>, RecordError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with('[') {
        split(text).map(|raw| raw.and_then(|raw| record(raw, known))).collect()
    } else {
        (1..)
            .zip(text.lines())
            .filter_map(|(number, line)| line_entry(number, line, known).transpose())
            .collect()
    }
}

fn line_entry<'a>(
    line: usize,
    text: &'a str,
    known: Option<&Variant>,
) -> Result<Option<Entry<'a>>, RecordError> {
    let suite = SuiteLine::parse(text).map_err(|error| at_line(line, error))?;
    let Some(suite) = suite else { return Ok(None) };
    if let Some(at) = suite.position.chars().position(|c| c == char::REPLACEMENT_CHARACTER) {
        return Err(RecordError { line, column: at + 1, reason: "this is not UTF-8 text".to_owned() });
    }
    let position = PositionText::split(suite.position, known).map_err(|error| at_line(line, error))?;
    Ok(Some(Entry { line, variant: position.variant.clone(), kind: Kind::Line { suite, position } }))
}

fn record<'a>(raw: RawGame<'a>, known: Option<&Variant>) -> Result<Entry<'a>, RecordError> {
    let line = raw.line();
    let wrong = |reason: String| RecordError { line, column: 1, reason };
    let variant = match (raw.variant(), known) {
        (Some(name), _) => {
            Variant::parse(&name).map_err(|error| wrong(format!("the tags Game and Preset: {error}")))?
        }
        (None, Some(variant)) => variant.clone(),
        (None, None) => return Err(wrong("the record has no tag Game: which game is it?".to_owned())),
    };
    Ok(Entry { line, variant, kind: Kind::Record(raw) })
}

#[cfg(test)]
mod tests {
    use grenier_core::Notation;

    use super::*;

    #[test]
    fn lines_and_errors_know_their_lines() {
        let file = "# two good lines\nawale startpos ; id \"start\"\n\nchess x\nkpe 6-6-6-6-6-6-6-6-0-0-S ABCDabcd\n";
        let entries = entries(file, None);
        let lines: Vec<Result<usize, usize>> = entries
            .iter()
            .map(|entry| entry.as_ref().map(|entry| entry.line).map_err(|error| error.line))
            .collect();
        assert_eq!(lines, [Ok(2), Err(4), Ok(5)]);
        assert_eq!(entries[0].as_ref().unwrap().suite().unwrap().id(), Some("start"));
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        for file in ["\u{feff}awale startpos\r\n", "\u{feff}[Game \"awale\"]\r\n\r\n1. A f *\r\n"] {
            let entries = entries(file, None);
            assert_eq!(entries.len(), 1, "{entries:?}");
            assert_eq!(entries[0].as_ref().unwrap().variant.to_string(), "awale");
        }
    }

    #[test]
    fn what_was_no_text_is_an_error_in_a_position_only() {
        let file = "# \u{fffd}\nawale start\u{fffd}pos\nkpe startpos ; id \"\u{fffd}\"\n";
        let entries = entries(file, None);
        let error = entries[0].as_ref().unwrap_err();
        assert_eq!((error.line, error.column, error.reason.as_str()), (2, 12, "this is not UTF-8 text"));
        assert!(entries[1].is_ok());
    }

    #[test]
    fn a_record_is_played_up_to_its_first_wrong_move() {
        for (file, good) in [
            ("[Game \"awale\"]\n[Result \"1-0\"]\n\n1. A a 2. B b 3. C c 4. a d 5. E 1-0\n", 6),
            ("[South \"a\"]\n[Result \"26-22\"]\n\n1. F f 2. B+3 26-22\n", 2),
            ("[Game \"awale\"]\n\n1. A+1 *\n", 0),
        ] {
            let entries = entries(file, None);
            let entry = entries[0].as_ref().unwrap();
            let played = entry.played::<grenier_core::awale::Awale>().unwrap().unwrap();
            assert_eq!(played.record.game().moves().len(), good, "{file}");
            assert!(played.plies > good && played.error.is_some(), "{file}");
        }
        let wrong = entries("[Game \"awale\"]\n[FEN \"4-4\"]\n\n1. A *\n", None);
        assert!(wrong[0].as_ref().unwrap().played::<grenier_core::awale::Awale>().unwrap().is_err());
    }

    #[test]
    fn records_of_both_kinds_are_played() {
        let file = "[Game \"awale\"]\n\n1. A f *\n\n[Variant \"Oware Abapa\"]\n[Result \"*\"]\n\n1. F f *\n";
        let entries = entries(file, None);
        let fields = |at: usize| {
            let entry = entries[at].as_ref().unwrap();
            let rules = Default::default();
            (
                entry.variant.to_string(),
                entry.game::<grenier_core::awale::Awale>(rules).unwrap().position().fields(),
            )
        };
        assert_eq!(fields(0), ("awale".to_owned(), "1-6-6-6-5-4-4-4-4-4-4-0-0-0-S".to_owned()));
        assert_eq!(fields(1), ("awale:abapa".to_owned(), "5-5-5-5-4-0-5-5-5-5-4-0-0-0-S".to_owned()));
    }
}
