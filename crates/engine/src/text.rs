//! Positions in text, where the game may be named or known.

use grenier_core::notation::{clipped, words};
use grenier_core::{Notation, ParseError};

use crate::Variant;

/// The word for the position in which a game begins, as in UGI.
pub const START: &str = "startpos";

/// A position's text taken apart: its game, the fields, and the column where they start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText<'a> {
    /// The game, named in the text or known before.
    pub variant: Variant,
    /// The fields, for [`Notation::parse_fields`].
    pub fields: &'a str,
    /// Characters before the fields.
    pub offset: usize,
}

impl<'a> PositionText<'a> {
    /// Takes `text` apart. The game must be named if `known` is `None`; if both are given the text's counts.
    ///
    /// # Errors
    /// [`ParseError`] if the game is neither named nor known, or its name or preset is wrong.
    pub fn split(text: &'a str, known: Option<&Variant>) -> Result<PositionText<'a>, ParseError> {
        let first = words(text).next().ok_or_else(|| ParseError::new(1, "the position is missing"))?;
        let name = first.text.split(':').next().unwrap_or_default();
        if !Variant::names().contains(&name) {
            return match known {
                // A word of letters is meant as a name; no position in any notation starts with one of five letters.
                Some(variant) if !looks_like_a_name(name) => {
                    Ok(PositionText { variant: variant.clone(), fields: text, offset: 0 })
                }
                _ => Err(first.error(unnamed(name))),
            };
        }
        let variant = Variant::parse(first.text)
            .map_err(|error| ParseError::new(first.column + error.column - 1, error.reason))?;
        let offset = first.column - 1 + first.text.chars().count();
        let fields = text.get(byte_of(text, offset)..).unwrap_or_default();
        Ok(PositionText { variant, fields, offset })
    }

    /// Reads the fields, in any notation of the game `P`, which must be this text's. `startpos` is the start.
    ///
    /// # Errors
    /// [`ParseError`] with the column in the whole text.
    pub fn read<P: Notation>(&self, rules: P::Rules) -> Result<P, ParseError> {
        let mut fields = words(self.fields);
        if fields.next().is_some_and(|first| first.text == START) {
            let extra = fields.next().map(|extra| extra.error(format!("nothing may follow {START}")));
            return extra.map_or_else(|| Ok(P::start(rules)), |error| Err(error.shifted(self.offset)));
        }
        P::parse_any(rules, self.fields).map_err(|error| error.shifted(self.offset))
    }
}

/// The byte where character number `at` starts, or the text's length.
fn byte_of(text: &str, at: usize) -> usize {
    text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte)
}

fn looks_like_a_name(word: &str) -> bool {
    word != START
        && word.len() >= 3
        && word.chars().all(|c| c.is_ascii_lowercase())
        && !word.contains(['x', 'o'])
}

fn unnamed(word: &str) -> String {
    format!("{} is no game: a position starts with one of {}", clipped(word), Variant::names().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_is_named_or_known() {
        let named = PositionText::split("  kpe:own-row 6-6 S", None).unwrap();
        assert_eq!(
            (named.variant.to_string().as_str(), named.fields, named.offset),
            ("kpe:own-row", " 6-6 S", 13)
        );
        let known = Variant::parse("seega").unwrap();
        let bare = PositionText::split("xoxoo/5/5/5/5 x 0,0 0", Some(&known)).unwrap();
        assert_eq!((bare.variant, bare.offset), (known.clone(), 0));
        // A name in the text counts, whatever is known.
        assert_eq!(PositionText::split("mraha 5", Some(&known)).unwrap().variant.to_string(), "mraha");
    }

    #[test]
    fn nothing_follows_the_word_for_the_start() {
        let read = |text| {
            PositionText::split(text, None).unwrap().read::<grenier_core::kpe::Kpe>(Default::default())
        };
        assert_eq!(read("kpe  startpos ").unwrap(), grenier_core::Position::start(Default::default()));
        assert_eq!(read("kpe startpos S").unwrap_err().column, 14);
    }

    #[test]
    fn a_wrong_name_is_told_with_its_column() {
        let known = Variant::parse("seega").unwrap();
        for (text, known, column) in [
            ("", None, 1),
            (" chess 8/8", None, 2),
            ("4-4-4 S", None, 1),
            ("kpee 6-6", Some(&known), 1),
            ("é seega", None, 1),
            ("awale:zz 4-4", None, 7),
        ] {
            assert_eq!(PositionText::split(text, known).expect_err(text).column, column, "{text}");
        }
    }
}
