//! The whole screen: what is drawn, what keys do, and the loop that joins them.

mod animation;
mod app;
mod draw;
mod input;
mod keys;
mod places;
#[cfg(test)]
mod tests;
mod theme;

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};

use crate::Error;
use crate::model::Next;
use crate::setup::Table;
use crate::signals::Signals;
use app::App;
use theme::Theme;

/// Between two looks at the flags while nothing moves on the screen.
const IDLE: Duration = Duration::from_millis(200);

/// Between two drawings of what moves.
const FRAME: Duration = Duration::from_millis(40);

/// Plays on the whole screen, which is given back as it was, also after a panic.
pub fn run(table: Table, stop: &AtomicBool) -> Result<(), Error> {
    let signals = Signals::listen();
    let mut app = App::new(table, Theme::of_environment());
    let mut terminal = ratatui::try_init().inspect_err(|_| {
        let _ = ratatui::try_restore();
    })?;
    let played = play(&mut terminal, &mut app, &|| stop.load(Ordering::Relaxed) || signals.end());
    // There may be nothing left to give back.
    let _ = ratatui::try_restore();
    played?;
    let (model, texts) = (&app.model, app.texts);
    let farewell = match model.next() {
        Next::Over => texts.turn(model),
        _ => texts.broken_off(&model.game().position()),
    };
    // The terminal may be gone.
    let _ = writeln!(io::stdout(), "{farewell}");
    match app.failure {
        Some(reason) => Err(Error::Data(reason)),
        None => Ok(()),
    }
}

fn play(terminal: &mut DefaultTerminal, app: &mut App, is_ended: &dyn Fn() -> bool) -> Result<(), Error> {
    let events = listen();
    let mut is_stale = true;
    while !app.is_done && !is_ended() {
        is_stale |= app.tick(Instant::now());
        if is_stale || app.is_moving() {
            terminal.draw(|frame| draw::draw(frame, app))?;
            is_stale = false;
        }
        let patience = if app.is_moving() { FRAME } else { IDLE };
        match events.recv_timeout(patience) {
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
            Ok(event) => {
                is_stale = true;
                if let Event::Key(event) = event?
                    && let Some(key) = keys::read(event)
                {
                    app.press(key, Instant::now());
                }
            }
        }
    }
    Ok(())
}

/// Events of the terminal, read in a thread of their own: where the terminal goes away, reading neither ends nor fails.
fn listen() -> Receiver<io::Result<Event>> {
    let (sender, events) = channel();
    std::thread::spawn(move || {
        loop {
            let event = event::read();
            let is_failed = event.is_err();
            if sender.send(event).is_err() || is_failed {
                return;
            }
        }
    });
    events
}
