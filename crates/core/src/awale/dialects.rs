//! Awalé positions and moves as other programs write them.
//!
//! One position, after `A b E`, in the four dialects:
//!
//! | dialect | text |
//! | --- | --- |
//! | [`Diagram`](Dialect::Diagram): ours, Aalina's, Aualé's | `0-5-5-5-0-5-5-1-6-6-5-5-0-0-N` |
//! | [`PlayStrategy`](Dialect::PlayStrategy) | `5S,5S,6S,6S,1S,5S/1,5S,5S,5S,1,5S 0 0 N 2` |
//! | [`OpenSpiel`](Dialect::OpenSpiel) | `1 \| 0 0 \| 0 5 5 5 0 5 5 1 6 6 5 5` |
//! | [`Legacy`](Dialect::Legacy), read only | `EEFFAE/1EEE1E 0 0 N` |
//!
//! The rows of PlayStrategy are North's as South sees it (pits `f` to `a`), then South's. Rules are not part of any
//! dialect; the caller names them.

mod moves;
mod playstrategy;
#[cfg(test)]
mod tests;

pub use moves::{read_playstrategy_move, write_playstrategy_move};

use super::{Awale, AwaleRules, PITS};
use crate::mancala::Board;
use crate::mancala::ring::{MOST_SEEDS, Row, pit};
use crate::notation::{Token, clipped, words};
use crate::{Notation, ParseError, Player, Position};

/// A way to write positions of Awalé.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Pits in sowing order, stores and side joined by `-`.
    Diagram,
    /// PlayStrategy's FEN: runs of pits, scores, side, move number.
    PlayStrategy,
    /// The text of an OpenSpiel `oware` state: player 0 or 1, scores, pits in sowing order.
    OpenSpiel,
    /// PlayStrategy's earlier FEN, a letter a pit. It can only be read.
    Legacy,
}

/// A position read from some dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The position.
    pub position: Awale,
    /// The number of the move to come, where the text has it.
    pub move_number: Option<u32>,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 4] =
        [Dialect::Diagram, Dialect::PlayStrategy, Dialect::OpenSpiel, Dialect::Legacy];

    /// The word that names the dialect on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Diagram => "aalina",
            Dialect::PlayStrategy => "playstrategy",
            Dialect::OpenSpiel => "openspiel",
            Dialect::Legacy => "legacy",
        }
    }

    /// The dialect of this name.
    pub fn from_name(name: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.name() == name)
    }

    /// The dialect in which `text` is written, judging by its separators only: whether it is a position is not asked.
    pub fn detect(text: &str) -> Dialect {
        let board = text.trim_start_matches(is_space).split(is_space).next().unwrap_or_default();
        if text.contains('|') {
            Dialect::OpenSpiel
        } else if board.contains(',') || board == "6/6" {
            // A row without a comma is a run of six empty pits, which the earlier notation writes in the same way.
            Dialect::PlayStrategy
        } else if board.contains('/') {
            Dialect::Legacy
        } else {
            Dialect::Diagram
        }
    }

    /// Reads a position.
    ///
    /// ```
    /// use grenier_core::{Notation, awale::{AwaleRules, dialects::Dialect}};
    ///
    /// let text = "5S,5S,6S,6S,1S,5S/1,5S,5S,5S,1,5S 0 0 N 2";
    /// let read = Dialect::detect(text).read(AwaleRules::default(), text)?;
    /// assert_eq!(read.position.fields(), "0-5-5-5-0-5-5-1-6-6-5-5-0-0-N");
    /// assert_eq!(read.move_number, Some(2));
    /// # Ok::<(), grenier_core::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseError`] with the column if the text is no position in this dialect, or has more than 48 seeds.
    pub fn read(self, rules: AwaleRules, text: &str) -> Result<Reading, ParseError> {
        match self {
            Dialect::Diagram => {
                Ok(Reading { position: Awale::parse_fields(rules, text)?, move_number: None })
            }
            Dialect::PlayStrategy => playstrategy::read(rules, text),
            Dialect::OpenSpiel => read_openspiel(rules, text),
            Dialect::Legacy => playstrategy::read_legacy(rules, text),
        }
    }

    /// Writes a position; only PlayStrategy's notation has room for the move number. `None` for the dialect that can
    /// only be read.
    pub fn write(self, position: &Awale, move_number: Option<u32>) -> Option<String> {
        match self {
            Dialect::Diagram => Some(position.fields()),
            Dialect::PlayStrategy => Some(playstrategy::write(position, move_number)),
            Dialect::OpenSpiel => Some(write_openspiel(position)),
            Dialect::Legacy => None,
        }
    }
}

/// White space, or the underscore that stands for it in addresses.
fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '_'
}

/// A board that is being read.
#[derive(Default)]
struct Draft {
    rows: [Row; 2],
    stores: [u8; 2],
    total: u32,
}

impl Draft {
    /// Counts the seeds of one pit or store, read at `column`.
    fn count(&mut self, seeds: u32, column: usize) -> Result<u8, ParseError> {
        self.total += seeds;
        if self.total > MOST_SEEDS as u32 {
            let reason = format!("too many seeds: {} so far, a game has {MOST_SEEDS}", self.total);
            return Err(ParseError::new(column, reason));
        }
        Ok(seeds as u8)
    }

    fn fill_pit(
        &mut self,
        player: Player,
        index: usize,
        seeds: u32,
        column: usize,
    ) -> Result<(), ParseError> {
        self.rows[player.index()] |= Row::from(self.count(seeds, column)?) << (8 * index);
        Ok(())
    }

    fn fill_store(&mut self, player: Player, seeds: u32, column: usize) -> Result<(), ParseError> {
        self.stores[player.index()] = self.count(seeds, column)?;
        Ok(())
    }

    fn finished(self, rules: AwaleRules, turn: Player) -> Awale {
        Awale { board: Board::new(self.rows, self.stores, turn), rules }
    }
}

/// The words of a text one by one, with an error at its end for those that are missing.
struct Fields<I> {
    words: I,
    end: usize,
}

impl<'a, I: Iterator<Item = Token<'a>>> Fields<I> {
    fn new(words: I, end: usize) -> Fields<I> {
        Fields { words, end }
    }

    fn next(&mut self, what: &str) -> Result<Token<'a>, ParseError> {
        self.words.next().ok_or_else(|| ParseError::new(self.end, format!("{what} is missing here")))
    }

    fn finish(&mut self) -> Result<(), ParseError> {
        match self.words.next() {
            Some(extra) => {
                Err(extra.error(format!("{} follows the end of the position", clipped(extra.text))))
            }
            None => Ok(()),
        }
    }
}

fn fields(text: &str) -> Fields<impl Iterator<Item = Token<'_>>> {
    Fields::new(words(text), text.chars().count() + 1)
}

fn read_openspiel(rules: AwaleRules, text: &str) -> Result<Reading, ParseError> {
    let mut parts = Token { text, column: 1 }.split('|');
    let end = text.chars().count() + 1;
    let mut part = |what: &str| {
        let token =
            parts.next().ok_or_else(|| ParseError::new(end, format!("{what} belong here, after a \"|\"")))?;
        let words =
            words(token.text).map(move |word| Token { column: word.column + token.column - 1, ..word });
        Ok(Fields::new(words, token.column + token.text.chars().count()))
    };
    let mut player = part("the player to move")?;
    let token = player.next("the player to move, 0 or 1,")?;
    let turn = Player::BOTH[token.number("the player to move", 1)? as usize];
    player.finish()?;
    let mut draft = Draft::default();
    let mut scores = part("the scores")?;
    for player in Player::BOTH {
        let token = scores.next("a score")?;
        draft.fill_store(player, token.number("a score", MOST_SEEDS as u32)?, token.column)?;
    }
    scores.finish()?;
    let mut pits = part("the pits")?;
    for place in 0..2 * PITS {
        let token = pits.next("a pit")?;
        let seeds = token.number("a pit", MOST_SEEDS as u32)?;
        draft.fill_pit(Player::BOTH[place / PITS], place % PITS, seeds, token.column)?;
    }
    pits.finish()?;
    match parts.next() {
        Some(extra) => {
            Err(ParseError::new(extra.column - 1, "a third \"|\": the position ends with its pits"))
        }
        None => Ok(Reading { position: draft.finished(rules, turn), move_number: None }),
    }
}

fn write_openspiel(position: &Awale) -> String {
    let [south, north] = position.stores();
    let pits =
        position.rows().map(|row| (0..PITS).map(|index| pit(row, index).to_string()).collect::<Vec<_>>());
    format!("{} | {south} {north} | {}", position.turn().index(), pits.concat().join(" "))
}
