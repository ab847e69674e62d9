//! `grenier tables verify`.

use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use clap::Args;
use grenier_engine::json::SCHEMA;
use grenier_engine::{Playable, SolvableVisitor};
use grenier_solver::verify::{Event, Inspection, verify};
use grenier_solver::{Layer, Solvable};
use serde::Serialize;

use super::{Folder, Means, duration, solvable};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::progress::Progress;
use crate::report::large;

/// Check every entry of a game's tables by the plain rules, independently of how they were made.
///
/// Every entry must be the best of what its moves lead to, and every value better than that of endless play must be
/// reached by progress. The first mistake is printed with its position.
///
/// Example: grenier tables verify kpe
#[derive(Debug, Args)]
pub struct Verify {
    /// The game, with its preset.
    #[arg(value_name = "GAME")]
    game: String,

    #[command(flatten)]
    folder: Folder,

    #[command(flatten)]
    means: Means,
}

impl Verify {
    /// Verifies.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let dir = self.folder.path()?;
        solvable(&self.game, Visit { arguments: &self, dir: &dir, output })?
    }
}

struct Visit<'a> {
    arguments: &'a Verify,
    dir: &'a Path,
    output: &'a mut Output,
}

/// What `tables verify --json` prints of a layer that is right.
#[derive(Serialize)]
struct Right<'a> {
    schema: u32,
    game: &'a str,
    layer: String,
    positions: u64,
    right: bool,
    seconds: f64,
}

impl SolvableVisitor for Visit<'_> {
    type Output = Result<(), Failure>;

    fn visit<P: Playable + Solvable>(self, rules: P::Rules) -> Self::Output {
        let Visit { arguments, dir, output } = self;
        let game = P::variant(rules);
        let inspection = Inspection::<P> { rules, dir, memory: arguments.means.bytes() };
        let progress = Progress::start();
        let begun = Instant::now();
        let state = Mutex::new((output, 0u64, 0u64, None));
        let told = arguments.means.work(|| {
            verify(&inspection, interrupt::flag(), &|event| {
                let Ok(mut state) = state.lock() else { return };
                let (output, all, finished, failed) = &mut *state;
                match event {
                    Event::Plan { positions, .. } => *all = positions,
                    Event::Progress { layer, done, .. } => progress.show(|| {
                        let so_far = *finished + done;
                        let elapsed = begun.elapsed().as_secs_f64();
                        let left = elapsed * all.saturating_sub(so_far) as f64 / so_far.max(1) as f64;
                        let share = 100.0 * so_far as f64 / (*all).max(1) as f64;
                        format!("layer {}; all {share:.1} %, {} left", layer.name(), duration(left))
                    }),
                    Event::Passed { layer, seconds, .. } => {
                        *finished += layer.positions();
                        let right = Right {
                            schema: SCHEMA,
                            game: &game,
                            layer: layer.name(),
                            positions: layer.positions(),
                            right: true,
                            seconds,
                        };
                        if let Err(error) = progress.aside(|| print(output, &right)) {
                            failed.get_or_insert(error);
                        }
                    }
                }
            })
        })?;
        progress.end();
        let (output, _, positions, failed) =
            state.into_inner().map_err(|_| Failure::data("a thread has panicked"))?;
        if let Some(error) = failed {
            return Err(error);
        }
        let layers = told.map_err(Failure::data)?;
        if layers == 0 {
            let reason = format!("{}: no tables of {game} are here to verify", dir.display());
            return Err(Failure::data(reason));
        }
        if !output.is_json() {
            let positions = large(positions);
            output.line(format!("{game}: all {layers} layers are right, {positions} positions"))?;
        }
        Ok(output.flush()?)
    }
}

fn print(output: &mut Output, right: &Right<'_>) -> Result<(), Failure> {
    if output.is_json() {
        output.object(right)?;
    } else {
        let Right { layer, positions, seconds, .. } = right;
        output.line(format!("{layer:>12}  right, {} positions in {seconds:.1} s", large(*positions)))?;
    }
    Ok(output.flush()?)
}
