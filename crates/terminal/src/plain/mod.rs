//! The dialogue of lines, for pipes, scripts, screen readers and terminals without a screen.

mod answers;
mod lines;
#[cfg(test)]
mod tests;

use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grenier_engine::{Level, Limits};

use crate::command::Command;
use crate::model::{Model, Next};
use crate::records::Journal;
use crate::setup::Table;
use crate::signals::Signals;
use crate::texts::Texts;
use crate::worker::{Task, Told, Worker};
use crate::{Error, Seat};
use lines::{Line, Lines};

/// Between two looks at the flag.
const LOOK: Duration = Duration::from_millis(50);

/// Plays by lines until the game of two engines is over, the input ends, or a word or a signal ends it.
pub fn run(
    table: Table,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    stop: &AtomicBool,
) -> Result<(), Error> {
    let Table { model, texts, journal, desk, time, seed, notes } = table;
    let worker = Worker::start(desk);
    let lines = Lines::read(input);
    let signals = Signals::listen();
    let mut dialogue = Dialogue { model, texts, journal, worker, time, seed, lines, output, stop, signals };
    dialogue.say(&dialogue.texts.welcome(&dialogue.model))?;
    for note in notes {
        dialogue.say(&note)?;
    }
    dialogue.play()
}

struct Dialogue<'a> {
    model: Model,
    texts: Texts,
    journal: Option<Journal>,
    worker: Worker,
    time: Duration,
    seed: u64,
    lines: Lines,
    output: &'a mut dyn Write,
    stop: &'a AtomicBool,
    signals: Signals,
}

/// Does the dialogue go on?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    End,
}

impl Dialogue<'_> {
    fn has_person(&self) -> bool {
        self.model.seats().contains(&Seat::Person)
    }

    fn say(&mut self, line: &str) -> Result<(), Error> {
        writeln!(self.output, "{line}")?;
        Ok(self.output.flush()?)
    }

    fn play(&mut self) -> Result<(), Error> {
        self.show()?;
        loop {
            let flow = match self.model.next() {
                Next::Engine(level) => self.think(level)?,
                Next::Over if !self.has_person() => break,
                _ => self.converse()?,
            };
            if flow == Flow::End {
                break;
            }
        }
        if self.model.next() != Next::Over {
            self.say(&self.texts.broken_off(&self.model.game().position()))?;
        }
        Ok(())
    }

    /// The board, and whose move it is.
    fn show(&mut self) -> Result<(), Error> {
        let (board, turn) = (self.texts.board(&self.model), self.texts.turn(&self.model));
        self.say(&format!("\n{board}\n{turn}"))
    }

    /// Asks for a line and does what it says.
    fn converse(&mut self) -> Result<Flow, Error> {
        match self.ask("> ")? {
            None => Ok(Flow::End),
            Some(line) => self.answer(&line),
        }
    }

    /// A line of the input; `None` at its end, or if the dialogue shall end.
    fn ask(&mut self, prompt: &str) -> Result<Option<String>, Error> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        loop {
            match self.lines.next(LOOK) {
                Line::Text(line) => return Ok(Some(line)),
                Line::None if self.stop.load(Ordering::Relaxed) || self.signals.end() => break,
                Line::None => {}
                Line::End => break,
            }
        }
        self.say("")?;
        Ok(None)
    }

    fn answer(&mut self, line: &str) -> Result<Flow, Error> {
        let typed = line.trim();
        if typed.is_empty() {
            self.say(self.texts.wants_move())?;
            return Ok(Flow::On);
        }
        // No word is a move.
        if let Some((command, rest)) = Command::parse(typed) {
            return self.obey(command, rest);
        }
        match self.model.next() {
            Next::Over => self.say(self.texts.is_over())?,
            Next::Held => self.say(self.texts.is_held())?,
            _ => match self.model.play(typed) {
                Ok(_) => self.after_move()?,
                Err(wrong) => self.say(&self.texts.no_move(&self.model, typed, &wrong))?,
            },
        }
        Ok(Flow::On)
    }

    /// Records and tells the move that was just played.
    fn after_move(&mut self) -> Result<(), Error> {
        self.record()?;
        if let Some(played) = self.texts.played(&self.model) {
            self.say(&played)?;
        }
        if !matches!(self.model.next(), Next::Engine(_)) {
            self.show()?;
        }
        Ok(())
    }

    fn record(&mut self) -> Result<(), Error> {
        let Some(journal) = &self.journal else { return Ok(()) };
        match journal.write(&mut self.model, self.texts) {
            Ok(()) => Ok(()),
            Err(reason) => self.say(&reason),
        }
    }

    /// Lets the engine move. Ctrl-C has it play what it has; a signal to end ends the dialogue.
    fn think(&mut self, level: Level) -> Result<Flow, Error> {
        self.worker.begin(self.model.game(), Task::Choose(level, Limits::time(self.time), self.seed));
        match self.wait()? {
            None => Ok(Flow::End),
            Some(Told::Chosen(Some(chosen))) => {
                self.model.play_legal(&chosen.mv).map_err(Error::Data)?;
                self.after_move()?;
                Ok(Flow::On)
            }
            Some(Told::Failed(reason)) if !self.has_person() => Err(Error::Data(reason)),
            Some(told) => {
                if let Told::Failed(reason) = told {
                    self.say(&reason)?;
                }
                self.model.hold(true);
                self.say(self.texts.is_held())?;
                Ok(Flow::On)
            }
        }
    }

    /// The engine's final word on its task; `None` if the dialogue shall end.
    fn wait(&mut self) -> Result<Option<Told>, Error> {
        loop {
            match self.worker.listen(LOOK) {
                Some(Told::Progress(_)) => {}
                Some(Told::Broken) => return Err(Error::Data(self.texts.broken().to_owned())),
                Some(told) => return Ok(Some(told)),
                None => {}
            }
            if self.stop.load(Ordering::Relaxed) {
                // The thread that raises the flag may be quicker than the signal's own mark.
                std::thread::sleep(LOOK);
                self.worker.interrupt();
                if !self.signals.end() {
                    self.stop.store(false, Ordering::Relaxed);
                }
            }
            if self.signals.end() {
                return Ok(None);
            }
        }
    }
}
