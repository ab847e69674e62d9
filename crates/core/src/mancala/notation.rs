//! Text of mancala positions and moves.

use std::fmt;

use super::Board;
use super::ring::{MOST_SEEDS, pit};
use crate::notation::{Token, clipped, shown, words};
use crate::{ParseError, Player, Position};

/// A mancala move: the pit lifted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pit(u8);

impl Pit {
    /// Pit number `index`, counted from 0 from its owner's left.
    #[inline]
    pub const fn new(owner: Player, index: usize) -> Pit {
        Pit((owner as u8) << 3 | index as u8)
    }

    /// Whose pit it is.
    #[inline]
    pub const fn owner(self) -> Player {
        if self.0 & 8 == 0 { Player::First } else { Player::Second }
    }

    /// Its number in the owner's row, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = if self.owner() == Player::First { b'A' } else { b'a' };
        write!(f, "{}", char::from(base + (self.0 & 7)))
    }
}

impl fmt::Debug for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads `4-4-…-0-0-S`: the pits in sowing order, both stores, the side to move.
///
/// # Errors
/// [`ParseError`] with the column if a field is missing, too many, no number, or if there are more than 48 seeds.
pub fn parse_board<const PITS: usize>(token: Token<'_>) -> Result<Board, ParseError> {
    let most = MOST_SEEDS as u32;
    let mut rows = [0; 2];
    let mut stores = [0; 2];
    let mut total = 0;
    let mut fields = token.split('-');
    let fields_wanted = 2 * PITS + 3;
    let end = ParseError::new(
        token.column + token.text.chars().count(),
        format!(
            "too few fields: {} pits, two stores and the side to move belong here, joined by \"-\"",
            2 * PITS
        ),
    );
    let mut next = || fields.next().ok_or_else(|| end.clone());
    for place in 0..2 * PITS + 2 {
        let field = next()?;
        let what = if place < 2 * PITS { "a pit" } else { "a store" };
        let seeds = field.number(what, most)?;
        total += seeds;
        if total > most {
            return Err(field.error(format!("too many seeds: {total} so far, a game has {most}")));
        }
        if place < 2 * PITS {
            rows[place / PITS] |= u64::from(seeds) << (8 * (place % PITS));
        } else {
            stores[place - 2 * PITS] = seeds as u8;
        }
    }
    let side = next()?;
    let turn = match side.text {
        "S" => Player::First,
        "N" => Player::Second,
        other => {
            return Err(side.error(format!("{} is no side to move: S or N belongs here", clipped(other))));
        }
    };
    if let Some(extra) = fields.next() {
        return Err(extra.error(format!("too many fields: {fields_wanted} are wanted")));
    }
    Ok(Board::new(rows, stores, turn))
}

/// Writes what [`parse_board`] reads.
///
/// # Errors
/// Those of the formatter.
pub fn write_board<const PITS: usize>(f: &mut fmt::Formatter<'_>, board: &Board) -> fmt::Result {
    for row in board.rows() {
        for index in 0..PITS {
            write!(f, "{}-", pit(row, index))?;
        }
    }
    let [south, north] = board.stores();
    write!(f, "{south}-{north}-{}", if board.turn == Player::First { 'S' } else { 'N' })
}

/// Reads a pit's letter; capitals are South's. Whether the move is legal is not asked.
///
/// # Errors
/// [`ParseError`] if `text` is not the letter of one of the pits of the player to move.
pub fn parse_pit<const PITS: usize>(text: &str, turn: Player) -> Result<Pit, ParseError> {
    let base = if turn == Player::First { b'A' } else { b'a' };
    let last = char::from(base + PITS as u8 - 1);
    let range = format!("{} to {last}", char::from(base));
    let wrong = |column, what| {
        let side = if turn == Player::First { "South" } else { "North" };
        Err(ParseError::new(column, format!("{what} is no pit of {side}, who is to move: {range} are")))
    };
    match text.as_bytes() {
        [letter] if (base..base + PITS as u8).contains(letter) => {
            Ok(Pit::new(turn, usize::from(letter - base)))
        }
        [] => wrong(1, "an empty move".to_owned()),
        [letter, _, ..] if (base..base + PITS as u8).contains(letter) => {
            let reason = format!("{} follows the pit: a move is one letter, {range}", shown(text, 1));
            Err(ParseError::new(2, reason))
        }
        _ => wrong(1, clipped(text)),
    }
}

/// Draws the board from South's side: North's row reversed above South's, stores at the ends.
///
/// `marks[player]` has a bit for each pit that gets a `*` behind its number.
pub fn draw<const PITS: usize>(board: &Board, marks: [u8; 2]) -> String {
    let (rows, stores) = (board.rows(), board.stores());
    let rule = format!("     +{}", "----+".repeat(PITS));
    let row = |player: Player, places: &mut dyn Iterator<Item = usize>| {
        let cells: String = places
            .map(|index| {
                let mark = if marks[player.index()] >> index & 1 == 1 { '*' } else { ' ' };
                format!("{:>3}{mark}|", pit(rows[player.index()], index))
            })
            .collect();
        format!("     |{cells}")
    };
    let letters = |player: Player, places: &mut dyn Iterator<Item = usize>| {
        let line: String = places.map(|index| format!("  {}  ", Pit::new(player, index))).collect();
        format!("      {line}").trim_end().to_owned()
    };
    let arrow = |player| if board.turn == player { " <- to move" } else { "" };
    [
        letters(Player::Second, &mut (0..PITS).rev()),
        rule.clone(),
        format!(
            "{}  North {}{}",
            row(Player::Second, &mut (0..PITS).rev()),
            stores[1],
            arrow(Player::Second)
        ),
        rule.clone(),
        format!("{}  South {}{}", row(Player::First, &mut (0..PITS)), stores[0], arrow(Player::First)),
        rule,
        letters(Player::First, &mut (0..PITS)),
    ]
    .join("\n")
}

/// Reads a text that is nothing but a board.
///
/// # Errors
/// As [`parse_board`], and if anything follows.
pub fn parse_only_board<const PITS: usize>(text: &str) -> Result<Board, ParseError> {
    let mut fields = words(text);
    let token = fields.next().ok_or_else(|| ParseError::new(1, "the position is missing"))?;
    let board = parse_board::<PITS>(token)?;
    match fields.next() {
        Some(extra) => Err(extra.error("nothing may follow the side to move")),
        None => Ok(board),
    }
}

/// Why the pit `mv`, which holds `seeds`, may not be lifted in `position`.
pub(crate) fn illegal_pit<P: Position<Move = Pit>>(position: &P, mv: Pit, seeds: u8) -> ParseError {
    if position.outcome().is_some() {
        return ParseError::new(1, "the game is over");
    }
    if seeds == 0 {
        return ParseError::new(1, format!("pit {mv} is empty"));
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    ParseError::new(1, format!("pit {mv} would leave the enemy no seed; legal: {}", moves.join(" ")))
}

/// The pit that `pit` is when the players change places (symmetry 1 of the mancalas).
pub(crate) fn swapped_pit(pit: Pit, symmetry: u8) -> Pit {
    if symmetry == 1 { Pit::new(pit.owner().other(), pit.index()) } else { pit }
}
