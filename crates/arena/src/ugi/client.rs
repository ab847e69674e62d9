//! A conversation with a foreign engine.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grenier_core::notation::clipped;

use super::process::{Event, Launch, Process};
use super::reply::{EngineOption, NoReply, Reply};
use super::{Command, Dialect};
use crate::{Fault, FaultKind};

/// Lines and bytes that an engine may write in answer to one command.
const MOST_LINES: usize = 20_000;
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// Lines of no protocol that are passed over in answer to one command: greetings, forgotten traces.
const MOST_STRANGE: usize = 200;

/// Wrong replies that are kept.
const MOST_WRONG: usize = 8;

/// Times after which an engine is given up where no clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From its start to the end of its introduction.
    pub start: Duration,
    /// From `isready` to `readyok`.
    pub ping: Duration,
    /// From `stop` to its move.
    pub stop: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            start: Duration::from_secs(10),
            ping: Duration::from_secs(5),
            stop: Duration::from_millis(500),
        }
    }
}

/// What waiting for an answer gave.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// A reply.
    Reply(Reply),
    /// The flag was raised.
    Stopped,
}

/// An engine that has introduced itself.
#[derive(Debug)]
pub struct Client {
    process: Process,
    dialect: Dialect,
    timeouts: Timeouts,
    /// Its name.
    name: String,
    options: Vec<EngineOption>,
    /// What has come since the last command that wants an answer.
    lines: usize,
    bytes: usize,
    strange: usize,
    /// Replies that were wrong, the first ones, with what is wrong.
    wrong: Vec<String>,
}

impl Client {
    /// Starts an engine and lets it introduce itself.
    ///
    /// # Errors
    /// [`FaultKind::NeverStarted`] with what it did instead.
    pub fn start(launch: &Launch, dialect: Dialect, timeouts: Timeouts) -> Result<Client, Fault> {
        let never = |detail: String| Fault::new(FaultKind::NeverStarted, detail);
        let process =
            Process::start(launch).map_err(|error| never(format!("{launch} cannot be started: {error}")))?;
        let mut client = Client {
            process,
            dialect,
            timeouts,
            name: String::new(),
            options: Vec::new(),
            lines: 0,
            bytes: 0,
            strange: 0,
            wrong: Vec::new(),
        };
        client.introduce().map_err(|fault| never(fault.detail))?;
        Ok(client)
    }

    fn introduce(&mut self) -> Result<(), Fault> {
        let until = Instant::now() + self.timeouts.start;
        self.send(&Command::Hello(self.dialect))?;
        loop {
            match self.hear(Some(until), "the end of its introduction")? {
                Reply::Name(name) => self.name = name,
                Reply::Option(option) => self.options.push(option),
                Reply::UgiOk if self.dialect == Dialect::Ugi => return Ok(()),
                Reply::UciOk if self.dialect == Dialect::Aalina => return Ok(()),
                _ => {}
            }
        }
    }

    /// Its name as it says.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options that it says it has.
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// Replies since the last call that began like replies but were wrong, with what is wrong with them.
    pub fn take_wrong(&mut self) -> Vec<String> {
        std::mem::take(&mut self.wrong)
    }

    /// The dialect that is spoken.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Its process.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Sends a command.
    ///
    /// # Errors
    /// [`Fault`] if the engine has ended or does not read.
    pub fn send(&mut self, command: &Command) -> Result<(), Fault> {
        self.send_text(&format!("{}\n", command.written(self.dialect)))
    }

    /// Sends two commands at once.
    ///
    /// # Errors
    /// Those of [`send`](Client::send).
    pub fn send_both(&mut self, one: &Command, other: &Command) -> Result<(), Fault> {
        self.send_text(&format!("{}\n{}\n", one.written(self.dialect), other.written(self.dialect)))
    }

    /// Sends lines as they are, the last one's end included.
    ///
    /// # Errors
    /// Those of [`send`](Client::send).
    pub fn send_text(&mut self, text: &str) -> Result<(), Fault> {
        (self.lines, self.bytes, self.strange) = (0, 0, 0);
        let until = Instant::now() + self.timeouts.ping;
        let Err(error) = self.process.send(text, until) else { return Ok(()) };
        if error.kind() == io::ErrorKind::TimedOut {
            return Err(Fault::new(FaultKind::Stalled, "it does not read its input"));
        }
        // The pipe is broken; how the engine ended stands behind its last lines.
        Err(self.last_words())
    }

    fn last_words(&mut self) -> Fault {
        let until = Instant::now() + self.timeouts.stop;
        loop {
            match self.process.next(until) {
                Event::Line(_) => {}
                Event::Ended(how) => return Fault::new(FaultKind::Crashed, how),
                Event::TooLong | Event::Silence => {
                    return Fault::new(FaultKind::Crashed, "it closed its input");
                }
            }
        }
    }

    /// Waits for `readyok`.
    ///
    /// # Errors
    /// [`Fault`] with what came instead.
    pub fn ping(&mut self) -> Result<(), Fault> {
        self.send(&Command::IsReady)?;
        let until = Instant::now() + self.timeouts.ping;
        while self.hear(Some(until), "readyok")? != Reply::ReadyOk {}
        Ok(())
    }

    /// The next reply; `wanted` says in messages what is waited for.
    ///
    /// # Errors
    /// [`Fault`] if there is none by `until`, or if it is none.
    pub fn hear(&mut self, until: Option<Instant>, wanted: &str) -> Result<Reply, Fault> {
        let never = AtomicBool::new(false);
        loop {
            if let Heard::Reply(reply) = self.hear_or_stop(until, &never, wanted)? {
                return Ok(reply);
            }
        }
    }

    /// The next reply, unless `stop` is raised before.
    ///
    /// # Errors
    /// Those of [`hear`](Client::hear).
    pub fn hear_or_stop(
        &mut self,
        until: Option<Instant>,
        stop: &AtomicBool,
        wanted: &str,
    ) -> Result<Heard, Fault> {
        /// Time between two looks at the flag; a reply is heard at once.
        const SLICE: Duration = Duration::from_millis(25);
        let started = Instant::now();
        loop {
            if stop.load(Ordering::Relaxed) {
                return Ok(Heard::Stopped);
            }
            let slice = Instant::now() + SLICE;
            match self.process.next(until.map_or(slice, |until| until.min(slice))) {
                Event::Line(line) => {
                    if let Some(reply) = self.understood(&line)? {
                        return Ok(Heard::Reply(reply));
                    }
                }
                Event::TooLong => {
                    return Err(Fault::new(FaultKind::Flooded, "it wrote a line of more than 64 KiB"));
                }
                Event::Ended(how) => return Err(Fault::new(FaultKind::Crashed, how)),
                Event::Silence => {}
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                let waited = started.elapsed().as_secs_f64();
                let detail = format!("{wanted} did not come, after {waited:.1} s of waiting");
                return Err(Fault::new(FaultKind::Stalled, detail));
            }
        }
    }

    /// The reply that a line is; `None` for one to pass over.
    fn understood(&mut self, line: &str) -> Result<Option<Reply>, Fault> {
        self.lines += 1;
        self.bytes += line.len();
        if self.lines > MOST_LINES || self.bytes > MOST_BYTES {
            let detail = format!("it wrote {} lines with {} bytes without an answer", self.lines, self.bytes);
            return Err(Fault::new(FaultKind::Flooded, detail));
        }
        let garbage = |detail| Err(Fault::new(FaultKind::Garbage, detail));
        match line.parse() {
            Ok(reply) => Ok(Some(reply)),
            Err(NoReply::Wrong(reason)) if line.trim_start().starts_with("bestmove") => {
                garbage(format!("{}: {reason}", clipped(line)))
            }
            Err(reason) => {
                self.strange += 1;
                if let (NoReply::Wrong(reason), true) = (reason, self.wrong.len() < MOST_WRONG) {
                    self.wrong.push(format!("{}: {reason}", clipped(line)));
                }
                if self.strange > MOST_STRANGE {
                    return garbage(format!(
                        "more than {MOST_STRANGE} lines of no protocol: {}",
                        clipped(line)
                    ));
                }
                Ok(None)
            }
        }
    }

    /// Throws away what has come unasked, so that it is not taken for the next answer.
    pub fn forget_pending(&mut self) {
        self.process.forget_pending();
    }

    /// Asks the engine to end; it is killed if it does not.
    pub fn quit(mut self, patience: Duration) -> bool {
        let asked = self.send(&Command::Quit).is_ok();
        self.process.close_input();
        asked && self.process.ends_within(patience)
    }
}
