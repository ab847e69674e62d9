//! A grid of squares with pieces.

use grenier_engine::board::Board;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::Seen;
use super::panes::PIECES;
use crate::screen::places;

/// Columns before the grid, for the numbers of the rows.
const MARGIN: u16 = 2;

/// The size of a board with so many squares on a side.
pub fn size(side: usize) -> [u16; 2] {
    let side = side as u16;
    [MARGIN + 4 * side + 1, 2 * side + 2]
}

/// Draws the board at the upper left of `area`.
pub fn draw(buffer: &mut Buffer, area: Rect, seen: &Seen<'_>) {
    let Board::Squares { side, squares, hand } = seen.board else { return };
    let side = *side;
    let signs: Vec<char> = squares.chars().collect();
    let is_placing = hand.iter().any(|hand| *hand > 0);
    frame(buffer, area, side);
    for line in 0..side {
        for column in 0..side {
            let (file, row) =
                if seen.is_flipped { (side - 1 - column, line) } else { (column, side - 1 - line) };
            let index = row * side + file;
            let is_closed = is_placing && index == side * side / 2;
            let (cell, style) = cell(seen, &places::square(side, index), signs[index], is_closed);
            let (x, y) = (area.x + MARGIN + 1 + 4 * column as u16, area.y + 1 + 2 * line as u16);
            buffer.set_string(x, y, cell, style);
            if column == 0 {
                buffer.set_string(area.x, y, (row + 1).to_string(), Style::new());
            }
            if line == 0 {
                let letter = char::from(b'a' + file as u8).to_string();
                buffer.set_string(x + 1, area.y + 2 * side as u16 + 1, letter, Style::new());
            }
        }
    }
}

fn frame(buffer: &mut Buffer, area: Rect, side: usize) {
    let rule =
        |left: &str, cross: &str, right: &str| format!("{left}{}{right}", vec!["───"; side].join(cross));
    for line in 0..=2 * side {
        let text = match line {
            0 => rule("┌", "┬", "┐"),
            last if last == 2 * side => rule("└", "┴", "┘"),
            line if line % 2 == 0 => rule("├", "┼", "┤"),
            _ => format!("{}│", "│   ".repeat(side)),
        };
        buffer.set_string(area.x + MARGIN, area.y + line as u16, text, Style::new());
    }
}

/// The three characters of a square. A dot stands on an empty square that can be chosen, and behind a piece that can.
fn cell(seen: &Seen<'_>, name: &str, sign: char, is_closed: bool) -> (String, Style) {
    let has = |places: &[String]| places.iter().any(|place| place == name);
    let is_choice = has(&seen.choices);
    let (piece, own) = match sign {
        'x' => (PIECES[0], seen.theme.player(0)),
        'o' => (PIECES[1], seen.theme.player(1)),
        _ if is_closed => ('#', seen.theme.faint()),
        _ if is_choice => ('·', seen.theme.legal()),
        _ => (' ', Style::new()),
    };
    let is_under_cursor = seen.cursor.as_deref() == Some(name);
    let (left, right, style) = if is_under_cursor {
        ('>', '<', own.patch(seen.theme.cursor()))
    } else if has(seen.picked) {
        ('(', ')', seen.theme.legal())
    } else if has(&seen.lit) {
        ('[', ']', own.patch(seen.theme.lit()))
    } else if is_choice && sign != '.' {
        (' ', '·', own)
    } else {
        (' ', ' ', own)
    };
    (format!("{left}{piece}{right}"), style)
}
