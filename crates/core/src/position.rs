//! The traits that a game implements. Everything outside a game's own folder works through them.
//!
//! A [`Position`] holds all that decides the future but the history that repetition needs; that is
//! [`Game`](crate::Game)'s. Optional abilities are traits of their own ([`Symmetric`]).

use std::fmt;
use std::hash::Hash;

use crate::record::{RawGame, Record, RecordError};
use crate::{Outcome, ParseError, Player};

/// The rules of one variant of a game: a few flags, carried in every position.
pub trait Rules: Copy + Eq + fmt::Debug + Default + Send + Sync + 'static {
    /// Adds what the preset word `token` stands for (`skip-origin`, `nowall`, ...).
    ///
    /// # Errors
    /// [`PresetError::Unknown`] for a word that this game does not have, [`PresetError::Conflict`] for one that
    /// contradicts an earlier one.
    fn with(self, token: &str) -> Result<Self, PresetError>;

    /// The preset's words in their fixed order, none for the default rules. Board sizes are not among them.
    fn tokens(&self) -> Vec<&'static str>;
}

/// Why a word is no preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresetError {
    /// The game has no preset of this name; here are those it has.
    Unknown(&'static [&'static str]),
    /// The word contradicts this other one.
    Conflict(&'static str),
}

/// Rules without any preset word, for games that have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct OnlyRules;

impl Rules for OnlyRules {
    fn with(self, _token: &str) -> Result<Self, PresetError> {
        Err(PresetError::Unknown(&[]))
    }

    fn tokens(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

/// A position of one of the games: board, side to move, stores or hands, counters, rules.
///
/// Positions are small, immutable and copied when a move is made; there is no undo.
///
/// # The contract
/// - [`legal_moves`](Position::legal_moves) is empty exactly when [`outcome`](Position::outcome) is `Some`.
/// - Turns need not alternate: ask [`turn`](Position::turn) after every move.
/// - [`key`](Position::key) ignores stores and counters, as repetition does.
pub trait Position: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// One whole turn.
    type Move: Copy + Eq + Ord + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static;
    /// The rules in force.
    type Rules: Rules;

    /// Plies without capture or placement after which a position is over, for games that have such a limit.
    const QUIET_LIMIT: Option<u32> = None;

    /// The position in which a game begins.
    fn start(rules: Self::Rules) -> Self;

    /// The rules in force.
    fn rules(&self) -> Self::Rules;

    /// The player to move.
    fn turn(&self) -> Player;

    /// Clears `moves` and fills it with every legal move, in a fixed order without duplicates.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Like [`legal_moves`](Position::legal_moves), but of moves that lead to equal positions only one is given.
    fn distinct_moves(&self, moves: &mut Vec<Self::Move>) {
        self.legal_moves(moves);
    }

    /// Is `mv` one of the legal moves?
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// The position after the legal move `mv`.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is not legal here.
    fn play(&self, mv: Self::Move) -> Result<Self, IllegalMove> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(IllegalMove) }
    }

    /// The position after `mv`, which must be legal: anything else gives a meaningless position or a panic.
    fn play_unchecked(&self, mv: Self::Move) -> Self;

    /// Calls `visit` with every legal move and the position it leads to, in the order of the legal moves.
    ///
    /// `moves` is scratch space. Games that learn whether a move is legal only by playing it do so once here.
    fn for_each_child(&self, moves: &mut Vec<Self::Move>, mut visit: impl FnMut(Self::Move, Self)) {
        self.legal_moves(moves);
        for &mv in moves.iter() {
            visit(mv, self.play_unchecked(mv));
        }
    }

    /// Calls `visit` with the [distinct moves](Position::distinct_moves) and the positions they lead to, in their order.
    ///
    /// `moves` is scratch space.
    fn for_each_distinct_child(&self, moves: &mut Vec<Self::Move>, mut visit: impl FnMut(Self::Move, Self)) {
        self.distinct_moves(moves);
        for &mv in moves.iter() {
            visit(mv, self.play_unchecked(mv));
        }
    }

    /// The result if this position is over by itself (repetition is [`Game`](crate::Game)'s affair).
    fn outcome(&self) -> Option<Outcome>;

    /// The result of play that goes round in circles from here: what repetition is worth.
    fn endless(&self) -> Outcome;

    /// Does [`endless`](Position::endless) give every position of a cycle the same result, so that endless play has
    /// a value independent of history? Where it does not, no value that rests on a repetition can be proven.
    fn endless_is_uniform(&self) -> bool {
        true
    }

    /// The occurrence of a position that ends the game: 3 for the third one.
    fn repetition_limit(&self) -> usize {
        3
    }

    /// Are both equal in what repetition compares: board, side to move, unlifted pits?
    fn repeats(&self, earlier: &Self) -> bool;

    /// A number that falls with every irreversible move (capture, placement, first lift of a pit) and stays the
    /// same with every other move.
    fn epoch(&self) -> u32;

    /// Plies since the last capture or placement, 0 in games that do not count them.
    fn quiet_plies(&self) -> u32 {
        0
    }

    /// A key that is equal for positions that [`repeats`](Position::repeats) calls equal. Whether different
    /// positions always have different keys is said by [`KEY_IS_EXACT`](Position::KEY_IS_EXACT).
    fn key(&self) -> u64;

    /// Is [`key`](Position::key) a packing without collisions, under the same rules?
    const KEY_IS_EXACT: bool;

    /// A key that is equal for positions with the same future for the side to move: where the players' sides are alike it
    /// leaves out whose turn it is. It is as exact as [`key`](Position::key).
    fn future_key(&self) -> u64 {
        self.key()
    }

    /// A position reached by one legal move, every legal move with the same chance; `None` if the game is over.
    /// `below(n)` must return a uniform random number in `0..n`.
    ///
    /// It is the step of random playouts and builds no list of moves where it can avoid it.
    fn random_child(&self, below: &mut impl FnMut(u32) -> u32) -> Option<Self>;
}

/// Positions and moves as text.
pub trait Notation: Position {
    /// The game's name, without preset.
    const NAME: &'static str;

    /// The preset word that stands for the board's size, empty for the usual one.
    const BOARD: &'static str = "";

    /// What the first and the second player are called.
    const PLAYERS: [&'static str; 2];

    /// Names of other notations in which [`in_dialect`](Notation::in_dialect) can write positions.
    const DIALECTS: &'static [&'static str] = &[];

    /// Reads the fields of a position (the text after the game's name).
    ///
    /// # Errors
    /// [`ParseError`] with the column in `text` and the reason; everything that the rules forbid is refused.
    fn parse_fields(rules: Self::Rules, text: &str) -> Result<Self, ParseError>;

    /// Reads the fields of a position in the house notation or any other that the game has.
    ///
    /// # Errors
    /// Those of [`parse_fields`](Notation::parse_fields).
    fn parse_any(rules: Self::Rules, text: &str) -> Result<Self, ParseError> {
        Self::parse_fields(rules, text)
    }

    /// Plays a raw record of this game, in the PGN shape or any other form of record that the game has.
    ///
    /// # Errors
    /// Those of [`Record::read`].
    fn read_record(raw: &RawGame<'_>) -> Result<Record<Self>, RecordError> {
        Record::read(raw)
    }

    /// The file ending of a form of record that the game has beside the PGN shape, if there is one.
    const OTHER_RECORD: Option<&'static str> = None;

    /// The record in that other form.
    fn write_other_record(_record: &Record<Self>) -> Option<String> {
        None
    }

    /// The position in the notation called `dialect`, if it is one of [`DIALECTS`](Notation::DIALECTS).
    fn in_dialect(&self, _dialect: &str) -> Option<String> {
        None
    }

    /// Writes the fields that [`parse_fields`](Notation::parse_fields) reads.
    ///
    /// # Errors
    /// Those of the formatter.
    fn write_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Reads one legal move.
    ///
    /// # Errors
    /// [`ParseError`] if the text is no move or the move is not legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseError>;

    /// The board in text for people, several lines, the first player's side at the bottom.
    fn draw(&self) -> String;

    /// The game's name with the preset in force: `seega:7x7+nowall`.
    fn variant(rules: Self::Rules) -> String {
        let board = (!Self::BOARD.is_empty()).then_some(Self::BOARD);
        let words: Vec<&str> = board.into_iter().chain(rules.tokens()).collect();
        if words.is_empty() { Self::NAME.to_owned() } else { format!("{}:{}", Self::NAME, words.join("+")) }
    }

    /// The fields alone.
    fn fields(&self) -> String {
        Fields(self).to_string()
    }

    /// The full text: variant, a space, the fields.
    fn text(&self) -> String {
        format!("{} {}", Self::variant(self.rules()), Fields(self))
    }
}

struct Fields<'a, P>(&'a P);

impl<P: Notation> fmt::Display for Fields<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_fields(f)
    }
}

/// Games whose board has symmetries that commute with play.
pub trait Symmetric: Position {
    /// Number of symmetries, the identity (number 0) included.
    const SYMMETRIES: u8;

    /// The position seen through symmetry number `symmetry`.
    fn transformed(&self, symmetry: u8) -> Self;

    /// The move that corresponds to `mv` in [`transformed`](Symmetric::transformed).
    fn transformed_move(mv: Self::Move, symmetry: u8) -> Self::Move;
}

/// The move is not legal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal here")
    }
}

impl std::error::Error for IllegalMove {}
