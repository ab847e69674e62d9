//! What `grenier tune data` says at its end.

use std::path::Path;
use std::time::Duration;

use grenier_engine::Playable;
use grenier_engine::json::SCHEMA;
use grenier_tune::data::{Ended, Store};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::report::large;

/// What the file holds, and how fast this run was.
#[derive(Serialize)]
pub(super) struct Summary {
    schema: u32,
    ending: &'static str,
    game: String,
    file: String,
    positions: u64,
    games: u64,
    exact: u64,
    results: [u64; 3],
    found: u64,
    noisy: u64,
    twice: u64,
    added: u64,
    seconds: f64,
    bytes: u64,
}

impl Summary {
    pub fn new<P: Playable>(
        path: &Path,
        store: &Store<P>,
        before: u64,
        elapsed: Duration,
        ended: Ended,
    ) -> Summary {
        let counts = store.counts();
        let ending = match ended {
            Ended::Finished => "finished",
            Ended::Exhausted => "exhausted",
            Ended::Interrupted => "interrupted",
        };
        Summary {
            schema: SCHEMA,
            ending,
            game: P::NAME.to_owned(),
            file: path.display().to_string(),
            positions: counts.samples,
            games: counts.jobs,
            exact: counts.exact,
            results: counts.results,
            found: counts.found,
            noisy: counts.noisy,
            twice: counts.twice,
            added: counts.samples - before,
            seconds: elapsed.as_secs_f64(),
            bytes: std::fs::metadata(path).map_or(0, |metadata| metadata.len()),
        }
    }

    pub fn print(&self, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return Ok(output.object(self)?);
        }
        let share = |count: u64| 100.0 * count as f64 / self.positions.max(1) as f64;
        let [first, draw, second] = self.results.map(share);
        let each = self.bytes as f64 / self.positions.max(1) as f64;
        output.line(format!(
            "{}: {} positions of {} games, {each:.1} bytes each",
            self.file,
            large(self.positions),
            self.games
        ))?;
        output.line(format!(
            "  won by the first player {first:.1} %, drawn {draw:.1} %, by the second {second:.1} %; exact values {:.1} %",
            share(self.exact)
        ))?;
        output.line(format!(
            "  looked at {}, left out {} where the best move captures and {} near duplicates",
            large(self.found),
            large(self.noisy),
            large(self.twice)
        ))?;
        if self.added > 0 {
            output.line(format!(
                "  {} positions in {:.1} s: {:.0} a second",
                large(self.added),
                self.seconds,
                self.added as f64 / self.seconds.max(1e-3)
            ))?;
        }
        Ok(())
    }
}
