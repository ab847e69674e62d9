//! What keys and commands do.

use std::path::PathBuf;
use std::time::Instant;

use grenier_engine::Limits;

use super::{App, Leave, Mode};
use crate::command::Command;
use crate::entry;
use crate::model::Next;
use crate::records::{self, Saved, path_named, shown};
use crate::screen::animation::Speed;
use crate::screen::input::Input;
use crate::screen::keys::Key;
use crate::screen::places;

/// How long the engine looks for a hint.
const HINT_TIME: std::time::Duration = std::time::Duration::from_secs(1);

impl App {
    /// Does what a key means.
    pub fn press(&mut self, key: Key, now: Instant) {
        match self.mode.clone() {
            Mode::Play => self.press_in_play(key, now),
            Mode::File(then) => self.press_in_file(key, then, now),
            Mode::Replace(path, then) => self.press_in_replace(key, path, then, now),
            Mode::Leave(leave) => self.press_in_leave(key, leave, now),
            Mode::Overlay { is_help, scroll } => self.press_in_overlay(key, is_help, scroll),
        }
    }

    fn press_in_play(&mut self, key: Key, now: Instant) {
        let is_thinking = self.worker.choosing().is_some();
        if !matches!(key, Key::Enter) {
            self.message.clear();
        }
        match key {
            Key::Escape | Key::Interrupt if is_thinking => self.worker.interrupt(),
            Key::Escape => {
                (self.animation, self.hint) = (None, None);
                self.input.clear();
                self.picked.clear();
            }
            Key::Interrupt => self.leave(Leave::Quit, now),
            Key::Do(command) => self.obey(command, "", now),
            Key::Enter => self.enter(now),
            Key::Left | Key::Right | Key::Up | Key::Down => {
                let (board, turn) = (&self.model.state().board, self.model.game().turn());
                let index = self.cursor.min(places::count(board) - 1);
                self.cursor = places::moved(board, turn, index, key, self.is_flipped);
            }
            Key::Backspace if self.input.is_empty() => {
                self.picked.pop();
            }
            Key::Tab | Key::BackTab => {
                let candidates = self.candidates();
                let candidates: Vec<&str> = candidates.iter().map(String::as_str).collect();
                self.input.complete(&candidates, key == Key::BackTab);
            }
            _ => edit(&mut self.input, key),
        }
    }

    /// Plays or obeys what is typed, or chooses the place under the cursor.
    fn enter(&mut self, now: Instant) {
        let typed = self.input.text().trim().to_owned();
        self.message.clear();
        if let Some((command, rest)) = Command::parse(&typed) {
            self.input.clear();
            return self.obey(command, rest, now);
        }
        if !self.is_choosing() {
            self.message = match self.model.next() {
                Next::Over => self.texts.is_over(),
                Next::Held => self.texts.is_held(),
                // The move is on its way to the board: the key shows the rest at once.
                Next::Person if typed.is_empty() => {
                    self.animation = None;
                    ""
                }
                _ if typed.is_empty() => "",
                _ => self.texts.not_your_turn(),
            }
            .to_owned();
        } else if typed.is_empty() {
            self.choose(now);
        } else {
            self.play(&typed, now);
        }
    }

    fn play(&mut self, typed: &str, now: Instant) {
        match self.model.play(typed) {
            Ok(_) => self.changed(true, now),
            Err(wrong) => self.message = self.texts.no_move(&self.model, typed, &wrong),
        }
    }

    /// Chooses the place under the cursor.
    fn choose(&mut self, now: Instant) {
        let legal = &self.model.state().legal;
        if let [only] = legal.as_slice()
            && only.path.is_empty()
        {
            let mv = only.mv.clone();
            return self.play(&mv, now);
        }
        let place = self.place();
        if self.picked.last() == Some(&place) {
            return match entry::picked(legal, &self.picked).complete {
                Some(mv) => self.play(&mv, now),
                None => {
                    self.picked.pop();
                }
            };
        }
        let path: Vec<String> = self.picked.iter().chain([&place]).cloned().collect();
        let amount = entry::picked(legal, &path);
        match amount.complete {
            Some(mv) if amount.next.is_empty() => self.play(&mv, now),
            complete if complete.is_some() || !amount.next.is_empty() => {
                self.message = self.texts.chosen(&path, complete.is_some());
                self.picked = path;
            }
            _ if !entry::picked(legal, std::slice::from_ref(&place)).next.is_empty() => {
                self.picked = vec![place];
                self.message = self.texts.chosen(&self.picked, false);
            }
            _ => self.message = self.texts.not_here(&place),
        }
    }

    fn obey(&mut self, command: Command, rest: &str, now: Instant) {
        match command {
            Command::Undo | Command::Redo => self.step(command == Command::Undo, now),
            Command::Hint => self.hint(),
            Command::Analyse => self.toggle_analysis(),
            Command::Moves => self.message = self.texts.legal(&self.model),
            Command::Save if rest.is_empty() => {
                self.mode = Mode::File(None);
                self.field = Input::of(&self.file_name());
            }
            Command::Save => self.save(path_named(rest), false, None, now),
            Command::Board => self.animation = None,
            Command::Rules => self.mode = Mode::Overlay { is_help: false, scroll: 0 },
            Command::Help => self.mode = Mode::Overlay { is_help: true, scroll: 0 },
            Command::Flip => self.is_flipped = !self.is_flipped,
            Command::Speed => {
                self.speed = Speed::called(rest).unwrap_or(self.speed.next());
                let word = self.speed.words()[usize::from(self.texts.is_french())];
                self.message = self.texts.speed(word);
            }
            Command::New => self.leave(Leave::New, now),
            Command::Go if self.model.next() == Next::Held => self.model.hold(false),
            Command::Go => self.message = self.texts.not_held().to_owned(),
            Command::Quit => self.leave(Leave::Quit, now),
        }
    }

    fn file_name(&self) -> String {
        let variant = self.model.game().variant();
        format!("{}.pgn", variant.split(':').next().unwrap_or_default())
    }

    fn step(&mut self, is_undo: bool, now: Instant) {
        let is_done = if is_undo { self.model.undo() } else { self.model.redo() };
        if is_done {
            return self.changed(false, now);
        }
        self.message = if is_undo { self.texts.no_undo() } else { self.texts.no_redo() }.to_owned();
    }

    fn hint(&mut self) {
        if !self.is_choosing() {
            let is_over = self.model.next() == Next::Over;
            self.message = if is_over { self.texts.is_over() } else { self.texts.not_your_turn() }.to_owned();
            return;
        }
        let known = self.analysis.as_ref().and_then(|(analysis, _)| self.hint_of(analysis));
        if known.is_some() {
            self.hint = known;
            return;
        }
        self.is_hinting = true;
        self.message = self.texts.looking().to_owned();
        self.study(Limits::time(HINT_TIME), 1);
    }

    fn toggle_analysis(&mut self) {
        self.is_analysing = !self.is_analysing;
        self.hint = None;
        if !self.is_analysing && self.worker.is_studying() {
            self.worker.cancel();
            self.is_hinting = false;
        }
    }

    /// Leaves the game, after a question if it is not saved.
    fn leave(&mut self, leave: Leave, now: Instant) {
        if self.model.is_unsaved() {
            self.mode = Mode::Leave(leave);
        } else {
            self.gone(leave, now);
        }
    }

    fn gone(&mut self, leave: Leave, now: Instant) {
        self.mode = Mode::Play;
        match leave {
            Leave::Quit => self.is_done = true,
            Leave::New => {
                if let Some(journal) = &mut self.journal
                    && let Err(reason) = journal.turn_page(&self.model, self.texts)
                {
                    self.message = reason;
                    return;
                }
                self.model.restart();
                self.changed(false, now);
            }
        }
    }

    fn save(&mut self, path: PathBuf, may_replace: bool, then: Option<Leave>, now: Instant) {
        self.mode = Mode::Play;
        match records::save(&path, &mut self.model, may_replace, self.texts) {
            Ok(Saved::Done) => {
                self.message = self.texts.saved(&shown(&path));
                if let Some(leave) = then {
                    self.gone(leave, now);
                }
            }
            Ok(Saved::Exists) => self.mode = Mode::Replace(path, then),
            Err(reason) => self.message = reason,
        }
    }

    fn press_in_file(&mut self, key: Key, then: Option<Leave>, now: Instant) {
        match key {
            Key::Escape | Key::Interrupt => self.mode = Mode::Play,
            Key::Enter => {
                let name = self.field.text();
                if name.trim().is_empty() {
                    self.mode = Mode::Play;
                } else {
                    self.save(path_named(&name), false, then, now);
                }
            }
            Key::Left => self.field.go(-1),
            Key::Right => self.field.go(1),
            _ => edit(&mut self.field, key),
        }
    }

    fn press_in_replace(&mut self, key: Key, path: PathBuf, then: Option<Leave>, now: Instant) {
        match key {
            Key::Char('y' | 'Y' | 'o' | 'O') => self.save(path, true, then, now),
            Key::Char('n' | 'N') | Key::Escape | Key::Interrupt => {
                self.mode = Mode::Play;
                self.message = self.texts.left_alone().to_owned();
            }
            _ => {}
        }
    }

    fn press_in_leave(&mut self, key: Key, leave: Leave, now: Instant) {
        match key {
            Key::Char('y' | 'Y' | 'o' | 'O') | Key::Interrupt => self.gone(leave, now),
            Key::Char('n' | 'N') | Key::Escape => self.mode = Mode::Play,
            Key::Char('s' | 'S') | Key::Do(Command::Save) => {
                self.mode = Mode::File(Some(leave));
                self.field = Input::of(&self.file_name());
            }
            _ => {}
        }
    }

    fn press_in_overlay(&mut self, key: Key, is_help: bool, scroll: usize) {
        let last = self.overlay(is_help).len().saturating_sub(1);
        let scroll = match key {
            Key::Up => scroll.saturating_sub(1),
            Key::Down => (scroll + 1).min(last),
            Key::PageUp => scroll.saturating_sub(10),
            Key::PageDown | Key::Char(' ') => (scroll + 10).min(last),
            Key::Home => 0,
            Key::End => last,
            Key::Do(Command::Help) if !is_help => {
                return self.mode = Mode::Overlay { is_help: true, scroll: 0 };
            }
            Key::Do(Command::Rules) if is_help => {
                return self.mode = Mode::Overlay { is_help: false, scroll: 0 };
            }
            _ => return self.mode = Mode::Play,
        };
        self.mode = Mode::Overlay { is_help, scroll };
    }
}

/// Edits a line of input.
fn edit(input: &mut Input, key: Key) {
    match key {
        Key::Char(c) => input.insert(c),
        Key::Backspace => input.backspace(),
        Key::Delete => input.delete(),
        Key::Clear => input.clear(),
        Key::Home => input.go(isize::MIN),
        Key::End => input.go(isize::MAX),
        _ => {}
    }
}
