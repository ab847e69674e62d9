//! PlayStrategy's two notations of positions.

use super::super::{Awale, AwaleRules, PITS};
use super::{Draft, Fields, Reading, fields};
use crate::mancala::ring::{MOST_SEEDS, pit, seeds};
use crate::notation::{Token, clipped, shown};
use crate::{ParseError, Player, Position, Tally};

/// Seeds of a game, as the number type of the readers.
const MOST: u32 = MOST_SEEDS as u32;

/// The score from which the site ends a game without adding the seeds that are left.
const MAJORITY: u8 = MOST_SEEDS as u8 / 2 + 1;

pub(super) fn read(rules: AwaleRules, text: &str) -> Result<Reading, ParseError> {
    // A space for an underscore keeps every column.
    let text = text.replace('_', " ");
    let mut fields = fields(&text);
    let mut draft = Draft::default();
    rows(&mut draft, fields.next("the board")?, row_items)?;
    let scores = [fields.next("South's score")?, fields.next("North's score")?];
    let counts = [scores[0].number("South's score", MOST)?, scores[1].number("North's score", MOST)?];
    for player in Player::BOTH {
        let (score, token) = (counts[player.index()], scores[player.index()]);
        let score = if counts[0] + counts[1] == MOST {
            without_own_row(&draft, player, score, token)?
        } else {
            score
        };
        draft.fill_store(player, score, token.column)?;
    }
    let turn = side(fields.next("the side to move")?)?;
    finished(fields, draft, rules, turn)
}

/// The score before the seeds of the player's own row were added. Scores of 48 seeds together are those of a game that
/// is over, and contain what the pits still show.
fn without_own_row(draft: &Draft, player: Player, score: u32, token: Token<'_>) -> Result<u32, ParseError> {
    let row = u32::from(seeds(draft.rows[player.index()]));
    score.checked_sub(row).ok_or_else(|| {
        let reason =
            format!("the final score {score} must contain the {row} seeds that the player's row shows");
        token.error(reason)
    })
}

pub(super) fn read_legacy(rules: AwaleRules, text: &str) -> Result<Reading, ParseError> {
    let mut fields = fields(text);
    let mut draft = Draft::default();
    rows(&mut draft, fields.next("the board")?, row_letters)?;
    for player in Player::BOTH {
        let token = fields.next("a score")?;
        let letter = token.text.chars().next().and_then(letter_count).filter(|_| token.text.len() == 1);
        let score = letter.map_or_else(|| token.number("a score", MOST), Ok)?;
        draft.fill_store(player, score, token.column)?;
    }
    let turn = side(fields.next("the side to move")?)?;
    finished(fields, draft, rules, turn)
}

/// The end of both notations: a move number, or nothing.
fn finished<'a>(
    mut fields: Fields<impl Iterator<Item = Token<'a>>>,
    draft: Draft,
    rules: AwaleRules,
    turn: Player,
) -> Result<Reading, ParseError> {
    let number = fields.words.next().map(|token| token.number("the move number", u32::MAX));
    let move_number = number.transpose()?;
    fields.finish()?;
    Ok(Reading { position: draft.finished(rules, turn), move_number })
}

/// One piece of a row: so many pits of so many seeds, and where that stands.
struct Item {
    pits: u32,
    seeds: u32,
    column: usize,
}

/// Fills both rows: North's as South sees it, then South's.
fn rows(
    draft: &mut Draft,
    board: Token<'_>,
    items: fn(Token<'_>) -> Result<Vec<Item>, ParseError>,
) -> Result<(), ParseError> {
    let end = board.column + board.text.chars().count();
    let mut parts = board.split('/');
    for player in [Player::Second, Player::First] {
        let row =
            parts.next().ok_or_else(|| ParseError::new(end, "South's row belongs here, after a \"/\""))?;
        let mut filled = 0;
        for item in items(row)? {
            for _ in 0..item.pits {
                if filled == PITS {
                    return Err(ParseError::new(item.column, "too many pits: a row has six"));
                }
                let index = if player == Player::First { filled } else { PITS - 1 - filled };
                draft.fill_pit(player, index, item.seeds, item.column)?;
                filled += 1;
            }
        }
        if filled < PITS {
            let end = row.column + row.text.chars().count();
            return Err(ParseError::new(end, format!("too few pits: {filled} so far, a row has six")));
        }
    }
    match parts.next() {
        Some(extra) => Err(ParseError::new(extra.column - 1, "a second \"/\": the board has two rows")),
        None => Ok(()),
    }
}

/// Reads `5S,1,2S`: pits with seeds, and runs of empty ones.
fn row_items(row: Token<'_>) -> Result<Vec<Item>, ParseError> {
    row.split(',')
        .map(|token| {
            let column = token.column;
            match token.text.strip_suffix(['S', 's']) {
                Some(seeds) => {
                    let seeds = Token { text: seeds, column }.number("a pit", MOST)?;
                    Ok(Item { pits: 1, seeds, column })
                }
                None => {
                    Ok(Item { pits: token.number("a run of empty pits", PITS as u32)?, seeds: 0, column })
                }
            }
        })
        .collect()
}

/// Reads `DDD1Dd`: letters are pits with seeds, digits runs of empty ones.
fn row_letters(row: Token<'_>) -> Result<Vec<Item>, ParseError> {
    let item = |(at, c): (usize, char)| {
        let column = row.column + at;
        if let Some(seeds) = letter_count(c) {
            return Ok(Item { pits: 1, seeds, column });
        }
        match c.to_digit(10) {
            Some(pits @ 1..=6) => Ok(Item { pits, seeds: 0, column }),
            _ => {
                let reason = format!(
                    "{} is no pit: letters count seeds (A is 1, a is 27), digits from 1 to 6 empty pits",
                    shown(row.text, at)
                );
                Err(ParseError::new(column, reason))
            }
        }
    };
    row.text.chars().enumerate().map(item).collect()
}

/// The seeds that a letter stands for: `A` to `Z` are 1 to 26, `a` to `v` 27 to 48.
fn letter_count(c: char) -> Option<u32> {
    match c {
        'A'..='Z' => Some(c as u32 - 'A' as u32 + 1),
        'a'..='v' => Some(c as u32 - 'a' as u32 + 27),
        _ => None,
    }
}

fn side(token: Token<'_>) -> Result<Player, ParseError> {
    match token.text {
        "S" => Ok(Player::First),
        "N" => Ok(Player::Second),
        other => Err(token.error(format!("{} is no side to move: S or N belongs here", clipped(other)))),
    }
}

pub(super) fn write(position: &Awale, move_number: Option<u32>) -> String {
    let [south, north] = position.rows();
    let north = row_text((0..PITS).rev().map(|index| pit(north, index)));
    let south = row_text((0..PITS).map(|index| pit(south, index)));
    let [south_score, north_score] = shown_scores(position);
    let side = if position.turn() == Player::First { 'S' } else { 'N' };
    let number = move_number.map_or_else(String::new, |number| format!(" {number}"));
    format!("{north}/{south} {south_score} {north_score} {side}{number}")
}

/// The scores as the site shows them: those of a finished game contain what is left, unless it ended by majority.
fn shown_scores(position: &Awale) -> [u8; 2] {
    let stores = position.stores();
    let rows = position.rows().map(seeds);
    let all = [stores[0] + rows[0], stores[1] + rows[1]];
    let is_final = position.outcome().is_some_and(|outcome| outcome.tally == Tally::Stores(all));
    // Only scores that a reader recognises as final may be written so.
    let is_recognised = usize::from(all[0] + all[1]) == MOST_SEEDS;
    if is_final && is_recognised && stores.iter().all(|&store| store < MAJORITY) { all } else { stores }
}

fn row_text(pits: impl Iterator<Item = u8>) -> String {
    let mut items: Vec<String> = Vec::new();
    let mut empty = 0;
    for seeds in pits {
        if seeds == 0 {
            empty += 1;
            continue;
        }
        if empty > 0 {
            items.push(std::mem::take(&mut empty).to_string());
        }
        items.push(format!("{seeds}S"));
    }
    if empty > 0 {
        items.push(empty.to_string());
    }
    items.join(",")
}
