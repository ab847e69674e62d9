//! The whole screen, drawn into memory and played by keys.

mod drawn;
mod played;

use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::app::App;
use super::draw::draw;
use super::keys::Key;
use super::theme::Theme;
use crate::command::Command;
use crate::setup::Table;

/// The app of a table, without colours.
fn app(table: Table) -> App {
    App::new(table, Theme::new(false))
}

/// The same without animation.
fn still(table: Table) -> App {
    let mut app = app(table);
    enter(&mut app, "speed off");
    assert_eq!(app.message, "Animation: off");
    app.message.clear();
    app
}

fn press(app: &mut App, key: Key) {
    app.press(key, Instant::now());
}

/// Types a line and sends it.
fn enter(app: &mut App, line: &str) {
    line.chars().for_each(|c| press(app, Key::Char(c)));
    press(app, Key::Enter);
}

/// Lets the app go on until `is_so`, at most a minute.
fn until(app: &mut App, is_so: impl Fn(&App) -> bool) {
    let start = Instant::now();
    while !is_so(app) {
        app.tick(Instant::now());
        std::thread::sleep(Duration::from_millis(1));
        assert!(start.elapsed() < Duration::from_secs(60), "it never came: {}", screen(app, 80, 24));
    }
}

/// What the screen shows in a window of this size.
fn screen(app: &App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, app)).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
}
