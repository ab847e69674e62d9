//! Text of boards and turns.

use std::fmt;

use super::board::QUIET_LIMIT;
use super::turn::name;
use super::{Bits, Board, Direction, Kind, Refusal, Size, Turn};
use crate::notation::{Token, clipped, shown, words};
use crate::{ParseError, Player};

const FIELDS: &str = "rows from the top, side to move, pieces in hand, quiet plies: \"5/5/5/5/5 x 12,12 0\"";

impl<S: Size> Board<S> {
    /// Reads `5/5/5/5/5 x 12,12 0`: the rows from the top, the side to move, both hands, the counter.
    ///
    /// # Errors
    /// [`ParseError`] with the column if a field is missing, wrong or too much, or if the position breaks the rules:
    /// too many pieces, a piece on the closed centre, hands that cannot be placed in turns of two.
    pub(crate) fn parse(text: &str) -> Result<Board<S>, ParseError> {
        let mut fields = words(text);
        let mut next = |what: &str| {
            fields.next().ok_or_else(|| {
                let end = text.trim_end().chars().count() + 1;
                ParseError::new(end, format!("{what} is missing; a position is {FIELDS}"))
            })
        };
        let rows = next("the board")?;
        let side = next("the side to move")?;
        let hands = next("the field of pieces in hand")?;
        let quiet = next("the number of quiet plies")?;
        if let Some(extra) = fields.next() {
            return Err(
                extra.error(format!("{} is one field too many; a position is {FIELDS}", clipped(extra.text)))
            );
        }
        let mut board: Board<S> = Board { pieces: parse_rows::<S>(rows)?, ..Board::start() };
        board.turn = parse_side(side)?;
        board.hands = board.parse_hands(hands)?;
        board.quiet = quiet.number("the number of quiet plies", u32::from(QUIET_LIMIT))? as u8;
        if board.is_placing() {
            board.check_centre(rows)?;
        }
        Ok(board)
    }

    fn parse_hands(&self, token: Token<'_>) -> Result<[u8; 2], ParseError> {
        let parts: Vec<Token<'_>> = token.split(',').collect();
        let &[first, second] = parts.as_slice() else {
            return Err(
                token.error(format!("{} is no pair of hands: two numbers, like 0,0", clipped(token.text)))
            );
        };
        let mut hands = [0; 2];
        for ((hand, part), on_board) in hands.iter_mut().zip([first, second]).zip(self.counts()) {
            *hand = part.number("a hand", u32::from(S::PIECES))? as u8;
            if *hand + on_board > S::PIECES {
                let total = *hand + on_board;
                return Err(
                    part.error(format!("{total} pieces, hand included: a side has {} at most", S::PIECES))
                );
            }
        }
        let [x, o] = hands;
        match self.turn {
            Player::First if x != o => {
                Err(token.error("x cannot be to move with these hands: they are equal before x places"))
            }
            Player::Second if o != x + 2 && ![[0, 0], [0, 1]].contains(&hands) => {
                Err(token.error("o cannot be to move with these hands: o holds two more before o places"))
            }
            _ => Ok(hands),
        }
    }

    /// Refuses a piece on the centre; `rows` is the text of the board.
    fn check_centre(&self, rows: Token<'_>) -> Result<(), ParseError> {
        if self.empty().has(S::SQUARES / 2) {
            return Ok(());
        }
        let row = rows.split('/').nth(S::SIDE / 2).unwrap_or(rows);
        let mut file = 0;
        let before = row.text.chars().take_while(|c| {
            file += c.to_digit(10).unwrap_or(1) as usize;
            file <= S::SIDE / 2
        });
        let column = row.column + before.count();
        Err(ParseError::new(column, "the centre is closed while pieces are in hand: it must be empty"))
    }

    /// Writes what [`parse`](Board::parse) reads.
    ///
    /// # Errors
    /// Those of the formatter.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..S::SIDE).rev() {
            let mut run = 0;
            for file in 0..S::SIDE {
                match self.letter(S::at(file, row)) {
                    None => run += 1,
                    Some(letter) => {
                        write_run(f, std::mem::take(&mut run))?;
                        write!(f, "{letter}")?;
                    }
                }
            }
            write_run(f, run)?;
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        write!(f, "{} {},{} {}", side(self.turn), self.hands[0], self.hands[1], self.quiet)
    }

    fn letter(&self, square: usize) -> Option<char> {
        Player::BOTH.into_iter().find(|&player| self.pieces(player).has(square)).map(side)
    }

    /// Draws the board for people: row 1 at the bottom, hands and side to move beside it.
    pub(crate) fn draw(&self) -> String {
        let rule = format!("  +{}", "---+".repeat(S::SIDE));
        let mut lines = vec![rule.clone()];
        for row in (0..S::SIDE).rev() {
            let blank = |square| if S::CENTRE.has(square) { '.' } else { ' ' };
            let cell = |file| {
                let square = S::at(file, row);
                format!(" {} |", self.letter(square).unwrap_or(blank(square)))
            };
            lines.push(format!(
                "{} |{}{}",
                row + 1,
                (0..S::SIDE).map(cell).collect::<String>(),
                self.note(row)
            ));
            lines.push(rule.clone());
        }
        let files = (0..S::SIDE).map(|file| format!("   {}", char::from(b'a' + file as u8)));
        lines.push(format!(" {}", files.collect::<String>()));
        lines.join("\n")
    }

    /// What the drawing says beside a row.
    fn note(&self, row: usize) -> String {
        let player = match S::SIDE - row {
            1 => Player::Second,
            n if n == S::SIDE => Player::First,
            2 if self.quiet > 0 => return format!("  {} quiet plies", self.quiet),
            _ => return String::new(),
        };
        let (count, hand) = (self.pieces(player).count(), self.hand(player));
        let hand = if self.is_placing() { format!(", {hand} in hand") } else { String::new() };
        let arrow = if self.turn == player { " <- to move" } else { "" };
        format!("  {} {count}{hand}{arrow}", side(player))
    }
}

const fn side(player: Player) -> char {
    match player {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

fn parse_side(token: Token<'_>) -> Result<Player, ParseError> {
    match token.text {
        "x" => Ok(Player::First),
        "o" => Ok(Player::Second),
        other => Err(token.error(format!("{} is no side to move: x or o belongs here", clipped(other)))),
    }
}

fn write_run(f: &mut fmt::Formatter<'_>, run: usize) -> fmt::Result {
    if run > 0 { write!(f, "{run}") } else { Ok(()) }
}

fn parse_rows<S: Size>(token: Token<'_>) -> Result<[S::Bits; 2], ParseError> {
    let mut pieces = [S::Bits::NONE; 2];
    let rows: Vec<Token<'_>> = token.split('/').collect();
    if rows.len() != S::SIDE {
        let reason = format!("{} rows joined by \"/\" belong here, not {}", S::SIDE, rows.len());
        return Err(rows.get(S::SIDE).unwrap_or(&token).error(reason));
    }
    for (row, token) in (0..S::SIDE).rev().zip(rows) {
        parse_row::<S>(token, row, &mut pieces)?;
    }
    Ok(pieces)
}

fn parse_row<S: Size>(token: Token<'_>, row: usize, pieces: &mut [S::Bits; 2]) -> Result<(), ParseError> {
    let mut file = 0;
    for (at, letter) in token.text.chars().enumerate() {
        let wrong = |reason: String| Err(ParseError::new(token.column + at, reason));
        let player = match letter {
            'x' => Player::First,
            'o' => Player::Second,
            '1'..='9' => {
                file += letter as usize - '0' as usize;
                if file > S::SIDE {
                    return wrong(format!("row {} has more than {} squares", row + 1, S::SIDE));
                }
                continue;
            }
            _ => {
                return wrong(format!(
                    "{} is no piece: x, o or a number of empty squares",
                    shown(token.text, at)
                ));
            }
        };
        if file == S::SIDE {
            return wrong(format!("row {} has more than {} squares", row + 1, S::SIDE));
        }
        let own = &mut pieces[player.index()];
        *own |= S::Bits::square(S::at(file, row));
        if own.count() > u32::from(S::PIECES) {
            return wrong(format!("too many pieces of {letter}: a side has {}", S::PIECES));
        }
        file += 1;
    }
    if file < S::SIDE {
        let end = token.column + token.text.chars().count();
        return Err(ParseError::new(end, format!("row {} has {file} squares, not {}", row + 1, S::SIDE)));
    }
    Ok(())
}

/// A square of a turn's text and its column.
#[derive(Clone, Copy)]
struct Spot {
    square: usize,
    column: usize,
}

fn parse_spot<S: Size>(text: &str, at: usize) -> Result<Spot, ParseError> {
    let mut letters = text.chars().skip(at);
    let last = char::from(b'a' + S::SIDE as u8 - 1);
    let (file, row) = (letters.next(), letters.next());
    let number = |letter: Option<char>, first: char| {
        letter.map(|c| (c as usize).wrapping_sub(first as usize)).filter(|&n| n < S::SIDE)
    };
    match (number(file, 'a'), number(row, '1')) {
        (Some(file), Some(row)) => Ok(Spot { square: S::at(file, row), column: at + 1 }),
        _ => {
            let found: String = file.into_iter().chain(row).collect();
            let what = if found.is_empty() {
                "a square is missing".to_owned()
            } else {
                format!("{} is no square", clipped(&found))
            };
            Err(ParseError::new(at + 1, format!("{what}: a1 to {last}{} are", S::SIDE)))
        }
    }
}

/// Reads a turn; `capture` is the kind of captures that the game has. Whether the turn is legal is not asked.
///
/// # Errors
/// [`ParseError`] with the column if the text is no turn on a board of this size.
pub(crate) fn parse_turn<S: Size>(text: &str, capture: Kind) -> Result<Turn<S>, ParseError> {
    if text == "pass" {
        return Ok(Turn::pass());
    }
    let origin = parse_spot::<S>(text, 0)?;
    match text.chars().nth(2) {
        None => Ok(Turn::single(origin.square)),
        Some('-') => {
            let turn = stepped(Turn::begun(Kind::Slide, origin.square), origin, parse_spot::<S>(text, 3)?)?;
            ended(text, 5, turn)
        }
        Some('x') => parse_chain(text, Turn::begun(capture, origin.square), origin),
        Some(_) => parse_pair(text, origin, parse_spot::<S>(text, 2)?),
    }
}

/// `turn`, if the text has no more than `length` characters.
fn ended<S: Size>(text: &str, length: usize, turn: Turn<S>) -> Result<Turn<S>, ParseError> {
    if text.chars().nth(length).is_none() {
        return Ok(turn);
    }
    Err(ParseError::new(length + 1, format!("{} follows the end of the move", shown(text, length))))
}

fn parse_pair<S: Size>(text: &str, first: Spot, second: Spot) -> Result<Turn<S>, ParseError> {
    let turn = ended(text, 4, Turn::pair(first.square, second.square))?;
    if first.square == second.square {
        return Err(ParseError::new(second.column, "two pieces cannot be placed on the same square"));
    }
    if first.square > second.square {
        return Err(ParseError::new(first.column, format!("the squares are not in order: write {turn}")));
    }
    Ok(turn)
}

fn parse_chain<S: Size>(text: &str, mut turn: Turn<S>, mut from: Spot) -> Result<Turn<S>, ParseError> {
    let length = text.chars().count();
    let mut at = 2;
    while at < length {
        if text.chars().nth(at) != Some('x') {
            return ended(text, at, turn);
        }
        if turn.steps() == usize::from(S::PIECES) {
            return Err(ParseError::new(at + 1, format!("no chain takes more than {} pieces", S::PIECES)));
        }
        let to = parse_spot::<S>(text, at + 1)?;
        turn = stepped(turn, from, to)?;
        from = to;
        at += 3;
    }
    Ok(turn)
}

/// `turn` with the step between two squares.
fn stepped<S: Size>(turn: Turn<S>, from: Spot, to: Spot) -> Result<Turn<S>, ParseError> {
    let stride = if turn.kind() == Kind::Jump { 2 } else { 1 };
    let reach = |direction| {
        (0..stride).fold(S::Bits::square(from.square), |set, _| S::step(set, direction)).has(to.square)
    };
    match Direction::ALL.into_iter().find(|&direction| reach(direction)) {
        Some(direction) => Ok(turn.then(direction)),
        None => {
            let (from, square) = (name::<S>(from.square), name::<S>(to.square));
            let what = if stride == 2 { "two squares along a row or file" } else { "next" };
            let joint = if stride == 2 { "from" } else { "to" };
            Err(ParseError::new(to.column, format!("{square} is not {what} {joint} {from}")))
        }
    }
}

/// The error for a turn of text that is well written but not legal.
pub(crate) fn refused<S: Size>(turn: Turn<S>, refusal: Refusal) -> ParseError {
    let width = if turn.kind() == Kind::Pair { 2 } else { 3 };
    ParseError::new(1 + width * refusal.part, format!("{turn} is not legal here: {}", refusal.reason))
}
