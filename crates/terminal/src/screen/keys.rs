//! What keys mean.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::command::Command;

/// A key, as the screen understands it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character typed.
    Char(char),
    /// Play, choose, answer.
    Enter,
    /// Complete what is typed.
    Tab,
    /// The same backwards.
    BackTab,
    /// Rub out the character before.
    Backspace,
    /// Rub out the character behind.
    Delete,
    /// Rub out all.
    Clear,
    /// One to the left.
    Left,
    /// One to the right.
    Right,
    /// One up.
    Up,
    /// One down.
    Down,
    /// To the beginning.
    Home,
    /// To the end.
    End,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// Interrupt, close, give up.
    Escape,
    /// Interrupt, or end.
    Interrupt,
    /// A command.
    Do(Command),
}

/// Reads a key; `None` for one that means nothing.
pub fn read(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    if event.modifiers.contains(KeyModifiers::CONTROL) {
        return with_control(event.code);
    }
    if event.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    Some(match event.code {
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Enter => Key::Enter,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Esc => Key::Escape,
        KeyCode::F(number) => Key::Do(function(number)?),
        _ => return None,
    })
}

fn function(number: u8) -> Option<Command> {
    const FUNCTIONS: [Command; 6] =
        [Command::Help, Command::Hint, Command::Analyse, Command::Flip, Command::Speed, Command::Rules];
    FUNCTIONS.get(usize::from(number).checked_sub(1)?).copied()
}

fn with_control(code: KeyCode) -> Option<Key> {
    let KeyCode::Char(c) = code else { return None };
    Some(match c.to_ascii_lowercase() {
        'c' => Key::Interrupt,
        'u' => Key::Clear,
        'h' => Key::Backspace,
        'z' => Key::Do(Command::Undo),
        'y' => Key::Do(Command::Redo),
        's' => Key::Do(Command::Save),
        'n' => Key::Do(Command::New),
        'g' => Key::Do(Command::Go),
        'q' | 'd' => Key::Do(Command::Quit),
        _ => return None,
    })
}
