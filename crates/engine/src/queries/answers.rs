//! What is answered, a JSON object a line, and where it goes.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::{Value, json};

use super::query::Refusal;
use super::queue::Job;
use crate::Stop;
use crate::json::{Analysis, SCHEMA};

/// The result of a search, or how far it has got.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Found<'a> {
    id: &'a str,
    is_during_search: bool,
    turn_number: usize,
    /// Was the search ended before it was done?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    terminated: bool,
    #[serde(flatten)]
    analysis: &'a Analysis,
}

impl<'a> Found<'a> {
    /// What a job has found.
    pub fn new(job: &'a Job, is_during_search: bool, analysis: &'a Analysis) -> Found<'a> {
        let terminated = analysis.stopped_by == Stop::Flag.word();
        Found { id: &job.id, is_during_search, turn_number: job.turn, terminated, analysis }
    }
}

/// The answer of a search that has found nothing, because it was ended.
pub fn nothing(job: &Job) -> Value {
    json!({
        "schema": SCHEMA, "id": *job.id, "turnNumber": job.turn, "isDuringSearch": false, "noResults": true,
        "terminated": true,
    })
}

/// The answer to a query that cannot be obeyed. Where it has no id the number of its line stands instead.
pub fn error(refusal: &Refusal, line: u64) -> Value {
    let mut answer = json!({ "schema": SCHEMA, "error": refusal.reason });
    if let Some(field) = refusal.field {
        answer["field"] = field.into();
    }
    match &refusal.id {
        Some(id) => answer["id"] = id.as_str().into(),
        None => answer["line"] = line.into(),
    }
    answer
}

/// The answer of a search that could not begin.
pub fn failed(job: &Job, reason: &str) -> Value {
    json!({ "schema": SCHEMA, "error": reason, "id": *job.id, "turnNumber": job.turn })
}

/// A word about a field that nobody knows.
pub fn warning(id: &str, field: &str) -> Value {
    json!({ "schema": SCHEMA, "warning": "unknown field, passed over", "field": field, "id": id })
}

/// Where answers go, from any thread. The first failure is kept, and ends everything.
pub struct Sink<W> {
    state: Mutex<(W, Option<io::Error>)>,
}

impl<W: Write> Sink<W> {
    /// A way to `output`.
    pub fn new(output: W) -> Sink<W> {
        Sink { state: Mutex::new((output, None)) }
    }

    fn state(&self) -> MutexGuard<'_, (W, Option<io::Error>)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends one object on a line of its own, unless an earlier one could not be sent.
    pub fn send(&self, answer: &impl Serialize) {
        let mut state = self.state();
        let (output, failure) = &mut *state;
        if failure.is_none() {
            let line = serde_json::to_vec(answer).map_err(io::Error::from).map(|mut line| {
                line.push(b'\n');
                line
            });
            *failure = line.and_then(|line| output.write_all(&line).and_then(|()| output.flush())).err();
        }
    }

    /// Could something not be sent?
    pub fn has_failed(&self) -> bool {
        self.state().1.is_some()
    }

    /// The first failure, if there was one.
    pub fn finish(self) -> io::Result<()> {
        let (_, failure) = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(()), Err)
    }
}
