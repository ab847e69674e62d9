//! Analysis as JSON lines: one query a line in, one or more results a line out, after KataGo's analysis engine.
//!
//! Many positions are searched at a time, each by a worker with a session of its own; answers carry the query's `id`, and
//! come as they are found. The protocol is described in `docs/json-lines.md` of this crate.
//!
//! Memory is bounded whatever comes: lines have a longest length, and when enough searches wait nothing more is read
//! until one of them is taken. A search forgets what others have learnt, unless [`Setup::keep`] says otherwise: its
//! answer depends on nothing but its query.

mod answers;
mod fields;
mod lines;
mod query;
mod queue;
mod task;

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::json::SCHEMA;
use crate::tables::Source;
use crate::{Desk, Stop, WeightsChoice};
use answers::{Found, Sink};
use fields::Wrong;
use lines::Input;
use query::{Action, Message, Query, Refusal, Wanted};
use queue::{Job, Queue};
use task::Task;

pub use lines::LONGEST_LINE;

/// Time between two looks at the flag that ends everything.
const LOOK: Duration = Duration::from_millis(50);

/// How queries are served.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Searches at a time, at least one.
    pub workers: usize,
    /// Memory of each worker's search, in megabytes.
    pub hash: usize,
    /// Where exact values come from.
    pub tables: Source,
    /// The weights of all searches; a query of a game that they do not fit has an error as its answer.
    pub weights: WeightsChoice,
    /// Searches that may wait; when there are as many, nothing more is read.
    pub queue: usize,
    /// Shall a worker use what its earlier searches have learnt? That is faster, but then answers depend on them.
    pub keep: bool,
}

/// How serving ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Served {
    /// The input has ended, and everything is answered.
    All,
    /// The flag was raised; so many searches had not begun. Those that ran have answered with what they had.
    Interrupted(usize),
}

/// Answers the queries of `input` on `output` until the input ends or `stop` is raised.
///
/// # Errors
/// If `input` cannot be read or `output` cannot be written, or the system has no threads.
///
/// ```no_run
/// use std::io;
/// use std::sync::atomic::AtomicBool;
/// use grenier_engine::WeightsChoice;
/// use grenier_engine::queries::{Setup, serve};
/// use grenier_engine::tables::Source;
///
/// let (tables, weights) = (Source::None, WeightsChoice::default());
/// let setup = Setup { workers: 2, hash: 64, tables, weights, queue: 256, keep: false };
/// let input = io::BufReader::new(io::stdin());
/// serve(input, io::stdout(), &setup, &AtomicBool::new(false))?;
/// # Ok::<(), io::Error>(())
/// ```
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send,
    setup: &Setup,
    stop: &AtomicBool,
) -> io::Result<Served> {
    let lines = lines::listen(input)?;
    let office = Office {
        setup,
        stop,
        queue: Queue::default(),
        sink: Sink::new(output),
        clearings: AtomicU64::new(0),
    };
    let read = thread::scope(|scope| {
        for number in 0..setup.workers.max(1) {
            let builder = thread::Builder::new().name(format!("worker {number}"));
            if let Err(error) = builder.spawn_scoped(scope, || office.work()) {
                office.queue.close();
                return Err(error);
            }
        }
        let read = office.read(&lines);
        Ok((office.wind_up(), read?))
    });
    office.sink.finish()?;
    let (skipped, ()) = read?;
    Ok(if stop.load(Ordering::Relaxed) { Served::Interrupted(skipped) } else { Served::All })
}

/// What the reader and the workers share.
struct Office<'a, W> {
    setup: &'a Setup,
    stop: &'a AtomicBool,
    queue: Queue,
    sink: Sink<W>,
    /// Times that what was learnt had to be forgotten.
    clearings: AtomicU64,
}

impl<W: Write + Send> Office<'_, W> {
    /// Must everything end?
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.sink.has_failed()
    }

    /// Reads and obeys all lines.
    fn read(&self, lines: &Receiver<Input>) -> io::Result<()> {
        let mut number = 0;
        while !self.is_over() {
            match lines.recv_timeout(LOOK) {
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
                Ok(Input::Failed(error)) => return Err(error),
                Ok(input) => {
                    number += 1;
                    self.obey(number, input);
                }
            }
        }
        Ok(())
    }

    fn obey(&self, number: u64, input: Input) {
        let message = match &input {
            Input::Line(line) => match std::str::from_utf8(line) {
                Ok(line) if line.trim().is_empty() => return,
                Ok(line) => Message::parse(line),
                Err(error) => refused(format!("byte {}: this is no UTF-8 text", error.valid_up_to() + 1)),
            },
            _ => refused(format!("the line is longer than {LONGEST_LINE} bytes")),
        };
        match message {
            Ok(message) => self.answer(message, number),
            Err(refusal) => self.sink.send(&answers::error(&refusal, number)),
        }
    }

    fn answer(&self, message: Message, line: u64) {
        let Message { id, wanted, unknown } = message;
        for field in &unknown {
            self.sink.send(&answers::warning(&id, field));
        }
        match wanted {
            Wanted::Action(action) => self.act(&id, action),
            Wanted::Query(query) => {
                if let Err(Wrong { field, reason }) = self.enqueue(&id, &query) {
                    let refusal = Refusal { id: Some(id), field: Some(field), reason };
                    self.sink.send(&answers::error(&refusal, line));
                }
            }
        }
    }

    /// Adds a query's searches once there is room.
    fn enqueue(&self, id: &str, query: &Query) -> Result<(), Wrong> {
        let task = Arc::new(Task::new(query)?);
        while !self.queue.has_room(self.setup.queue.max(1), LOOK) {
            if self.is_over() {
                return Ok(());
            }
        }
        let id: Arc<str> = id.into();
        let job = |(at, &turn): (usize, &usize)| Job {
            id: Arc::clone(&id),
            turn,
            at,
            task: Arc::clone(&task),
            stop: Arc::new(AtomicBool::new(false)),
        };
        self.queue.add(query.priority, query.turns.iter().enumerate().map(job));
        Ok(())
    }

    fn act(&self, id: &str, action: Action) {
        let answer = |word: &str| json!({ "schema": SCHEMA, "id": id, "action": word });
        match action {
            Action::Version => {
                let mut answer = answer("query_version");
                answer["name"] = "Grenier".into();
                answer["version"] = env!("CARGO_PKG_VERSION").into();
                self.sink.send(&answer);
            }
            Action::ClearCache => {
                self.clearings.fetch_add(1, Ordering::Relaxed);
                self.sink.send(&answer("clear_cache"));
            }
            Action::Terminate { id: meant, turns } => {
                let mut answer = answer(if meant.is_some() { "terminate" } else { "terminate_all" });
                if let Some(meant) = &meant {
                    answer["terminateId"] = meant.as_str().into();
                }
                if let Some(turns) = &turns {
                    answer["turnNumbers"] = Value::from(turns.as_slice());
                }
                self.sink.send(&answer);
                self.terminate(|job| {
                    meant.as_ref().is_none_or(|meant| **meant == *job.id)
                        && turns.as_ref().is_none_or(|turns| turns.contains(&job.turn))
                });
            }
        }
    }

    /// Ends searches, answers those that had not begun, and counts these.
    fn terminate(&self, is_meant: impl Fn(&Job) -> bool) -> usize {
        let ended = self.queue.terminate(is_meant);
        for job in &ended {
            self.sink.send(&answers::nothing(job));
        }
        ended.len()
    }

    /// Nothing more is read: waits for the searches to end, or ends them. Counts those that did not begin.
    fn wind_up(&self) -> usize {
        self.queue.close();
        while !self.is_over() {
            if self.queue.is_idle(LOOK) {
                return 0;
            }
        }
        self.terminate(|_| true)
    }

    /// What a worker does all its life.
    fn work(&self) {
        let mut desk = Desk::new(self.setup.hash, self.setup.tables.clone(), self.setup.weights.clone());
        let mut clearings = 0;
        while let Some((place, job)) = self.queue.take() {
            let wanted = self.clearings.load(Ordering::Relaxed);
            if !self.setup.keep || clearings != wanted {
                clearings = wanted;
                desk.clear();
            }
            // A worker that died in silence would be waited for without end.
            let searched = catch_unwind(AssertUnwindSafe(|| self.search(&mut desk, &job)));
            if searched.is_err() {
                desk.clear();
                self.sink.send(&answers::failed(&job, "the search broke off by an error of this program"));
            }
            self.queue.done(place);
        }
    }

    fn search(&self, desk: &mut Desk, job: &Job) {
        let mut partial = |analysis: &_| self.sink.send(&Found::new(job, true, analysis));
        match job.task.run(job.at, desk, &job.stop, &mut partial) {
            // A search can be ended before it has anything to say.
            Ok(analysis) if analysis.lines.is_empty() && analysis.stopped_by == Stop::Flag.word() => {
                self.sink.send(&answers::nothing(job));
            }
            Ok(analysis) => self.sink.send(&Found::new(job, false, &analysis)),
            Err(error) => self.sink.send(&answers::failed(job, &error.to_string())),
        }
    }
}

fn refused(reason: String) -> Result<Message, Refusal> {
    Err(Refusal { id: None, field: None, reason })
}
