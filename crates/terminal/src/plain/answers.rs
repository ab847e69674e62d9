//! What the words of the dialogue do.

use std::time::Duration;

use grenier_engine::json::AnalysedLine;
use grenier_engine::{Ask, Limits};

use super::{Dialogue, Flow};
use crate::Error;
use crate::command::Command;
use crate::model::Next;
use crate::records::{self, Saved, path_named, shown};
use crate::values::value;
use crate::worker::{Task, Told};

/// How long the engine looks for a hint, and for an analysis.
const HINT_TIME: Duration = Duration::from_secs(1);
const ANALYSIS_TIME: Duration = Duration::from_secs(2);

/// Lines of an analysis, and the moves shown of each.
const LINES: usize = 3;
const SHOWN_MOVES: usize = 6;

impl Dialogue<'_> {
    pub(super) fn obey(&mut self, command: Command, rest: &str) -> Result<Flow, Error> {
        match command {
            Command::Undo | Command::Redo => self.step(command == Command::Undo)?,
            Command::Hint => return self.study(1, HINT_TIME),
            Command::Analyse => return self.study(LINES, ANALYSIS_TIME),
            Command::Moves => self.moves()?,
            Command::Save => return self.save(rest),
            Command::Board => self.show()?,
            Command::Rules => self.rules()?,
            Command::New => self.anew()?,
            Command::Go if self.model.next() == Next::Held => self.model.hold(false),
            Command::Go => self.say(self.texts.not_held())?,
            Command::Flip | Command::Speed => self.say(self.texts.needs_screen())?,
            Command::Help => self.say(self.texts.plain_help())?,
            Command::Quit => return Ok(Flow::End),
        }
        Ok(Flow::On)
    }

    fn step(&mut self, is_undo: bool) -> Result<(), Error> {
        let is_done = if is_undo { self.model.undo() } else { self.model.redo() };
        if !is_done {
            return self.say(if is_undo { self.texts.no_undo() } else { self.texts.no_redo() });
        }
        self.record()?;
        self.show()
    }

    fn anew(&mut self) -> Result<(), Error> {
        if let Some(journal) = &mut self.journal {
            journal.turn_page(&self.model, self.texts).map_err(Error::Data)?;
        }
        self.model.restart();
        self.record()?;
        self.show()
    }

    fn moves(&mut self) -> Result<(), Error> {
        if self.model.next() == Next::Over {
            return self.say(self.texts.is_over());
        }
        let legal: Vec<&str> = self.model.state().legal.iter().map(|mv| mv.mv.as_str()).collect();
        let lines: Vec<String> = legal.chunks(12).map(|chunk| chunk.join(" ")).collect();
        self.say(&lines.join("\n"))
    }

    fn rules(&mut self) -> Result<(), Error> {
        let rules = self.model.game().rules(self.texts.0).join("\n");
        self.say(&rules)
    }

    /// Has the engine look for the best moves.
    fn study(&mut self, lines: usize, time: Duration) -> Result<Flow, Error> {
        if self.model.next() == Next::Over {
            self.say(self.texts.is_over())?;
            return Ok(Flow::On);
        }
        let (limits, explained) = (Limits::time(time), Some(self.texts.0));
        let ask = Ask { limits, multipv: lines, explained, ..Ask::default() };
        self.worker.begin(self.model.game(), Task::Study(ask));
        match self.wait()? {
            None => return Ok(Flow::End),
            Some(Told::Studied(analysis)) => {
                for line in &analysis.lines {
                    self.say(&self.line(line, lines == 1))?;
                }
            }
            Some(Told::Failed(reason)) => self.say(&reason)?,
            Some(_) => {}
        }
        Ok(Flow::On)
    }

    fn line(&self, line: &AnalysedLine, is_hint: bool) -> String {
        let (value, explained) = (value(line, self.texts), line.explained.join(", "));
        if is_hint {
            return self.texts.best(&line.mv, &value, &explained);
        }
        let pv: Vec<&str> = line.pv.iter().take(SHOWN_MOVES).map(String::as_str).collect();
        format!("{}. {} ({value}) {} — {explained}", line.rank, line.mv, pv.join(" "))
    }

    fn save(&mut self, name: &str) -> Result<Flow, Error> {
        if name.is_empty() {
            self.say(self.texts.wants_file())?;
            return Ok(Flow::On);
        }
        let path = path_named(name);
        let mut may_replace = false;
        loop {
            match records::save(&path, &mut self.model, may_replace, self.texts) {
                Ok(Saved::Done) => self.say(&self.texts.saved(&shown(&path)))?,
                Err(reason) => self.say(&reason)?,
                Ok(Saved::Exists) => {
                    let question = format!("{} ", self.texts.exists(&shown(&path)));
                    let Some(answer) = self.ask(&question)? else { return Ok(Flow::End) };
                    if self.texts.yes(&answer) == Some(true) {
                        may_replace = true;
                        continue;
                    }
                    self.say(self.texts.left_alone())?;
                }
            }
            return Ok(Flow::On);
        }
    }
}
