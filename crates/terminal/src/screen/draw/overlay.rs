//! What lies over everything: help, rules, and the word that the window is too small.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use crate::screen::app::{App, Leave, Mode};

/// Draws help or rules from the line `scroll` on.
pub fn draw(frame: &mut Frame<'_>, app: &App, is_help: bool, scroll: usize) {
    let area = frame.area();
    let lines = app.overlay(is_help);
    let height = (lines.len() as u16 + 2).min(area.height);
    let width = 80.min(area.width);
    let place = Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height };
    let room = usize::from(height - 2);
    let first = scroll.min(lines.len().saturating_sub(room));
    let shown = lines.into_iter().skip(first).take(room).map(Line::from);
    let block = Block::bordered().title(app.texts.overlay(is_help));
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(Text::from_iter(shown)).block(block), place);
}

/// Says that there is no room.
pub fn too_small(frame: &mut Frame<'_>, app: &App, least: [u16; 2]) {
    let area = frame.area();
    let mut text = app.texts.too_small([area.width, area.height], least);
    if let Mode::Leave(leave) = app.mode {
        text = app.texts.leave(leave == Leave::Quit).to_owned();
    }
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

/// A text in lines of at most `width` characters; only a longer word is cut. A no-break space ends no line.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let (used, length) = (line.chars().count(), word.chars().count());
        if used > 0 && used + 1 + length > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        while line.chars().count() > width.max(1) {
            let rest = line.chars().skip(width.max(1)).collect();
            line = line.chars().take(width.max(1)).collect();
            lines.push(std::mem::replace(&mut line, rest));
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("a\u{a0}: b", 3), ["a\u{a0}:", "b"]);
        assert!(wrapped("", 5).is_empty());
    }
}
