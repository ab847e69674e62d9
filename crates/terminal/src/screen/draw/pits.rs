//! A mancala: two rows of pits between two stores.

use grenier_core::Player;
use grenier_engine::board::Board;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::Seen;
use crate::screen::places;

/// Columns inside a pit, and inside a store.
const PIT: usize = 6;
const STORE: usize = 7;

/// Lines of a pit: its number, and two of seeds.
const LINES: u16 = 3;

/// The size of a board with so many pits a row.
pub fn size(pits: usize) -> [u16; 2] {
    [(2 * (STORE + 1) + pits * (PIT + 1) + 1) as u16, 4 + 2 * LINES + 1]
}

/// Draws the board at the upper left of `area`.
pub fn draw(buffer: &mut Buffer, area: Rect, seen: &Seen<'_>) {
    let Board::Pits { rows, stores, unlifted } = seen.board else { return };
    let pits = rows[0].len();
    frame(buffer, area, pits);
    let [upper, lower] = if seen.is_flipped { Player::BOTH } else { [Player::Second, Player::First] };
    for (player, top, label) in
        [(upper, area.y + 2, area.y), (lower, area.y + 3 + LINES, area.y + 4 + 2 * LINES)]
    {
        for column in 0..pits {
            // The upper row runs to the left, the lower one to the right.
            let index = if player == upper { pits - 1 - column } else { column };
            let x = area.x + (STORE + 2 + column * (PIT + 1)) as u16;
            let name = places::pit(player, index);
            let is_locked = unlifted[player.index()].contains(&name);
            let seeds = rows[player.index()][index];
            draw_pit(buffer, [x, top], seeds, seen, &name);
            let (text, style) = labelled(seen, player, &name, is_locked);
            buffer.set_string(x, label, format!("{text:^PIT$}"), style);
        }
    }
    for (player, column) in [(upper, 0), (lower, STORE + 1 + pits * (PIT + 1))] {
        let x = area.x + column as u16 + 1;
        let style = seen.theme.player(player.index());
        buffer.set_string(x, area.y + 3, format!("{:^STORE$}", seen.names[player.index()]), style);
        buffer.set_string(x, area.y + 5, format!("{:^STORE$}", stores[player.index()]), Style::new().bold());
    }
}

/// The lines between the pits.
fn frame(buffer: &mut Buffer, area: Rect, pits: usize) {
    let rule = |left: char, store_end: char, cross: char, right_start: char, right: char, store: &str| {
        let cells = vec!["─".repeat(PIT); pits].join(&cross.to_string());
        format!("{left}{store}{store_end}{cells}{right_start}{store}{right}")
    };
    let line = "─".repeat(STORE);
    let blank = " ".repeat(STORE);
    let cells = format!("│{blank}{}│{blank}│", format!("│{}", " ".repeat(PIT)).repeat(pits));
    let mut lines = vec![rule('┌', '┬', '┬', '┬', '┐', &line)];
    lines.extend((0..LINES).map(|_| cells.clone()));
    lines.push(rule('│', '├', '┼', '┤', '│', &blank));
    lines.extend((0..LINES).map(|_| cells.clone()));
    lines.push(rule('└', '┴', '┴', '┴', '┘', &line));
    for (y, line) in (area.y + 1..).zip(lines) {
        buffer.set_string(area.x, y, line, Style::new());
    }
}

/// The number of seeds and the seeds.
fn draw_pit(buffer: &mut Buffer, [x, y]: [u16; 2], seeds: u8, seen: &Seen<'_>, name: &str) {
    let is_lit = seen.lit.iter().any(|lit| lit == name);
    let is_under_cursor = seen.cursor.as_deref() == Some(name);
    let base = if is_lit { seen.theme.lit() } else { Style::new().bold() };
    let style = if is_under_cursor { base.patch(seen.theme.cursor()) } else { base };
    let number = if is_lit { format!("({seeds})") } else { seeds.to_string() };
    buffer.set_string(x, y, format!("{number:^PIT$}"), style);
    for (line, dots) in (y + 1..).zip(dots(seeds)) {
        buffer.set_string(x, line, format!("{dots:^PIT$}"), seen.theme.player(owner(name)));
    }
}

fn owner(name: &str) -> usize {
    usize::from(name.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// Two lines of seeds; of more than ten the last is a plus.
fn dots(seeds: u8) -> [String; 2] {
    const ROW: u8 = 5;
    let first = "•".repeat(seeds.min(ROW).into());
    let second = match seeds.saturating_sub(ROW) {
        more if more <= ROW => "•".repeat(more.into()),
        _ => format!("{}+", "•".repeat(usize::from(ROW) - 1)),
    };
    [first, second]
}

/// The pit's letter: `[A]` if it can be lifted, `>A<` under the cursor, with a star if it is locked.
fn labelled(seen: &Seen<'_>, player: Player, name: &str, is_locked: bool) -> (String, Style) {
    let letter = if is_locked { format!("{name}*") } else { name.to_owned() };
    let is_choice = seen.choices.iter().any(|choice| choice == name);
    if seen.cursor.as_deref() == Some(name) {
        (format!(">{letter}<"), seen.theme.legal())
    } else if is_choice {
        (format!("[{letter}]"), seen.theme.legal())
    } else {
        (letter, seen.theme.player(player.index()))
    }
}
