//! Game records as text: the PGN shape for every game here.
//!
//! Reading takes two steps, because the game is named in the tags: [`split`] cuts a file into [`RawGame`]s, and
//! [`Record::read`] plays one on the board of its type. Writing is [`Record`]'s `Display`.
//!
//! # What a record holds
//! - Tags: the seven of PGN (`White` is the first player), `SetUp` and `FEN` if the start is not the usual one, `Game`,
//!   `Preset`, `TimeControl`, `PlyCount`, `Termination`, then all others in their order.
//! - Moves in two columns, first player and second. Where a player moves twice running the other column is left out:
//!   `12. a1b1 c1d1 13... c2-c3 14. b2-b3`. Readers need no numbers: whose turn it is the rules know.
//! - A comment before the first move and after each, and a closing one with the reason of the result. The closing
//!   comment is the last of several after the last move, or the only one of the game; where neither would be so, an
//!   empty comment keeps them apart.
//!
//! White space in comments is folded, braces in them become parentheses. Variations and annotation glyphs are skipped.
//! A result that contradicts the board is an error. Nothing here opens files.

mod error;
pub(crate) mod lexer;
mod raw;
pub(crate) mod read;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod write;

pub use error::RecordError;
pub(crate) use error::Spot;
pub use raw::{RawGame, Split, split};
pub use write::{Number, Numbers};

use crate::{Game, IllegalMove, Notation, Player, Position};

/// The tags that say what the game itself knows; they are made when a record is written.
pub(crate) const DERIVED_TAGS: [&str; 6] = ["Result", "SetUp", "FEN", "Game", "Preset", "PlyCount"];

/// The result that a record states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A player has won.
    Won(Player),
    /// The game is drawn.
    Draw,
    /// The game goes on, or was broken off.
    Unfinished,
}

impl Verdict {
    /// All of them, `*` last.
    pub const ALL: [Verdict; 4] =
        [Verdict::Won(Player::First), Verdict::Won(Player::Second), Verdict::Draw, Verdict::Unfinished];

    /// The mark of PGN: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn mark(self) -> &'static str {
        match self {
            Verdict::Won(Player::First) => "1-0",
            Verdict::Won(Player::Second) => "0-1",
            Verdict::Draw => "1/2-1/2",
            Verdict::Unfinished => "*",
        }
    }

    /// The verdict of a mark.
    pub fn from_mark(mark: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.mark() == mark)
    }

    /// The verdict in which `winner` has won, or nobody.
    pub const fn of(winner: Option<Player>) -> Verdict {
        match winner {
            Some(player) => Verdict::Won(player),
            None => Verdict::Draw,
        }
    }
}

/// A game with its tags, comments and result.
///
/// ```
/// use grenier_core::{Game, Position, awale::Awale, record::{Record, split}};
///
/// let mut record = Record::new(Game::new(Awale::start(Default::default())));
/// record.set_tag("White", "Ama");
/// for text in ["A", "f"] {
///     let mv = grenier_core::Notation::parse_move(record.game().position(), text)?;
///     record.play(mv, "")?;
/// }
/// let text = record.to_string();
/// assert!(text.contains("[White \"Ama\"]") && text.contains("1. A f *"));
/// let raw = split(&text).next().expect("one game")?;
/// assert_eq!(Record::<Awale>::read(&raw)?.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record<P: Position> {
    /// All tags but the derived ones.
    tags: Vec<(String, String)>,
    game: Game<P>,
    /// The comment before the first move, then one after each move.
    comments: Vec<String>,
    closing: String,
    verdict: Verdict,
}

impl<P: Notation> Record<P> {
    /// A record of `game` without tags and comments; if the game is over the closing comment says why.
    pub fn new(game: Game<P>) -> Record<P> {
        let comments = vec![String::new(); game.moves().len() + 1];
        let mut record =
            Record { tags: Vec::new(), game, comments, closing: String::new(), verdict: Verdict::Unfinished };
        record.take_result();
        record
    }

    fn take_result(&mut self) {
        if let Some((outcome, reason)) = self.game.result() {
            self.verdict = Verdict::of(outcome.winner);
            self.closing = outcome.described(P::PLAYERS, reason);
        }
    }

    /// Plays a move and comments on it (empty: no comment). If it ends the game the closing comment says why.
    ///
    /// # Errors
    /// [`IllegalMove`] if it is not legal or the game is over; the record is then unchanged.
    pub fn play(&mut self, mv: P::Move, comment: &str) -> Result<(), IllegalMove> {
        self.game.play(mv)?;
        self.comments.push(cleaned(comment));
        self.take_result();
        Ok(())
    }

    /// The game.
    pub fn game(&self) -> &Game<P> {
        &self.game
    }

    /// The result.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// States a result that does not come from the board: by time, by agreement, by an arbiter. A game that is over by
    /// its rules keeps its own result.
    pub fn adjudicate(&mut self, verdict: Verdict) {
        if self.game.result().is_none() {
            self.verdict = verdict;
        }
    }

    /// The tags that are not derived from the game, in their order.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The value of a tag, the derived ones (`Result`, `SetUp`, `FEN`, `Game`, `Preset`, `PlyCount`) excepted.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag: an old one keeps its place, a new one comes last.
    ///
    /// Derived tags say what the game says, setting them does nothing. Characters that a name cannot have become `_`,
    /// control characters in a value become spaces.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        if DERIVED_TAGS.contains(&name) || name.is_empty() {
            return;
        }
        let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        match self.tags.iter_mut().find(|(tag, _)| *tag == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name, value)),
        }
    }

    /// The comment after `ply` moves (0: before the first), empty if there is none.
    pub fn comment(&self, ply: usize) -> &str {
        self.comments.get(ply).map_or("", String::as_str)
    }

    /// Sets the comment after `ply` moves (0: before the first); beyond the last move nothing happens.
    pub fn set_comment(&mut self, ply: usize, text: &str) {
        if let Some(comment) = self.comments.get_mut(ply) {
            *comment = cleaned(text);
        }
    }

    /// The closing comment, which gives the reason of the result.
    pub fn closing(&self) -> &str {
        &self.closing
    }

    /// Sets the closing comment.
    pub fn set_closing(&mut self, text: &str) {
        self.closing = cleaned(text);
    }
}

/// A comment as it can be written: white space folded, no braces.
pub(crate) fn cleaned(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('{', "(").replace('}', ")")
}
