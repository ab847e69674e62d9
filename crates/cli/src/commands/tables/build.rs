//! `grenier tables build`.

use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use clap::Args;
use grenier_engine::json::SCHEMA;
use grenier_engine::{Playable, SolvableVisitor};
use grenier_solver::build::{BuildError, Event, Order, build};
use grenier_solver::{Extent, Failure as Unsolved, Layer, Solvable, Unit};
use serde::Serialize;

use super::{Folder, Means, duration, size, solvable};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::progress::Progress;
use crate::report::large;

/// Make the tables of a game, from the smallest layers upwards.
///
/// Each layer is a file, written when it is finished. Work that was stopped, by Ctrl-C or otherwise, goes on at the layer
/// it was at when the same command is given again. Without an extent: Kpé 48 seeds without locks, Awalé 15, Obridjie 16,
/// M'raha and Seega 8 pieces.
///
/// Example: grenier tables build mraha --pieces 6
#[derive(Debug, Args)]
pub struct Build {
    /// The game, with its preset.
    #[arg(value_name = "GAME")]
    game: String,

    /// All layers with at most so many seeds (of Kpé: without locks).
    #[arg(long, value_name = "N", conflicts_with_all = ["pieces", "complete"], value_parser = clap::value_parser!(u32).range(0..=48))]
    seeds: Option<u32>,

    /// All layers with at most so many pieces.
    #[arg(long, value_name = "N", conflicts_with = "complete", value_parser = clap::value_parser!(u32).range(2..=24))]
    pieces: Option<u32>,

    /// Everything that a game can reach; only Kpé is small enough.
    #[arg(long)]
    complete: bool,

    #[command(flatten)]
    folder: Folder,

    #[command(flatten)]
    means: Means,
}

impl Build {
    /// Builds.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let dir = self.folder.path()?;
        solvable(&self.game, Visit { arguments: &self, dir: &dir, output })?
    }

    fn extent<P: Solvable>(&self) -> Result<Extent, Failure> {
        let wrong =
            |word, right| Err(Failure::Usage(format!("{} is counted in {right}: give --{word}", P::NAME)));
        match (P::UNIT, self.seeds, self.pieces) {
            _ if self.complete => Ok(Extent::Complete),
            (Unit::Seeds, Some(most), _) | (Unit::Result, _, Some(most)) => Ok(Extent::Upto(most)),
            (Unit::Seeds, _, Some(_)) => wrong("seeds", "seeds"),
            (Unit::Result, Some(_), _) => wrong("pieces", "pieces"),
            _ => Ok(Extent::Upto(P::USUAL)),
        }
    }
}

struct Visit<'a> {
    arguments: &'a Build,
    dir: &'a Path,
    output: &'a mut Output,
}

/// What `tables build --json` prints of a finished layer.
#[derive(Serialize)]
struct Built<'a> {
    schema: u32,
    game: &'a str,
    layer: String,
    positions: u64,
    seconds: f64,
    bytes: u64,
}

impl SolvableVisitor for Visit<'_> {
    type Output = Result<(), Failure>;

    fn visit<P: Playable + Solvable>(self, rules: P::Rules) -> Self::Output {
        let Visit { arguments, dir, output } = self;
        let extent = arguments.extent::<P>()?;
        let order = Order::<P> { rules, extent, dir, memory: arguments.means.bytes() };
        let teller = Mutex::new(Teller::new(P::variant(rules), output));
        let stop = interrupt::flag();
        let built = arguments.means.work(|| {
            build(&order, stop, &|event| {
                if let Ok(mut teller) = teller.lock() {
                    teller.tell(event);
                }
            })
        })?;
        let teller = teller.into_inner().map_err(|_| Failure::data("a thread has panicked"))?;
        teller.finish()?;
        match built {
            Err(BuildError::Failed { failure: Unsolved::Interrupted(_), layer }) => {
                let kept = "finished layers are kept, the same command goes on from here";
                Err(Failure::data(format!("stopped in layer {layer}: {kept}")))
            }
            other => other.map_err(Failure::data),
        }
    }
}

/// Tells what happens.
struct Teller<'a> {
    game: String,
    output: &'a mut Output,
    progress: Progress,
    begun: Instant,
    /// Positions in all layers that are to be built, and in those that are finished.
    all: u64,
    finished: u64,
    skipped: (usize, u64),
    failed: Option<std::io::Error>,
}

impl<'a> Teller<'a> {
    fn new(game: String, output: &'a mut Output) -> Teller<'a> {
        let (progress, begun) = (Progress::start(), Instant::now());
        Teller { game, output, progress, begun, all: 0, finished: 0, skipped: (0, 0), failed: None }
    }

    fn tell<L: Layer>(&mut self, event: Event<L>) {
        match event {
            Event::Skipped { bytes, .. } => {
                self.skipped.0 += 1;
                self.skipped.1 += bytes;
            }
            Event::Damaged { damage, .. } => {
                self.progress.aside(|| eprintln!("grenier: {damage}: it is built again"));
            }
            Event::Plan { layers, positions, memory } => self.plan(layers.len(), positions, memory),
            Event::Begun { layer } => self.show(layer, 0, 0.0),
            Event::Progress { layer, done, seconds } => self.show(layer, done, seconds),
            Event::Finished { layer, seconds, bytes, .. } => self.finished(layer, seconds, bytes),
        }
    }

    /// Says on the standard error what is there already, and what will be done.
    fn plan(&mut self, layers: usize, positions: u64, memory: u64) {
        self.all = positions;
        let (count, bytes) = self.skipped;
        if count > 0 {
            eprintln!("{}: {count} layers are there already, {}; skipped", self.game, size(bytes));
        }
        let work = format!("{layers} layers of {} positions to build", large(positions));
        eprintln!("{}: {work}, with {} of memory at most", self.game, size(memory));
        self.begun = Instant::now();
    }

    fn show<L: Layer>(&self, layer: L, done: u64, seconds: f64) {
        self.progress.show(|| {
            let share = 100.0 * done as f64 / layer.slots().max(1) as f64;
            let rate = large((done as f64 / seconds.max(0.1)) as u64);
            let (elapsed, so_far) = (self.begun.elapsed().as_secs_f64(), self.finished + done);
            let left = elapsed * (self.all.saturating_sub(so_far)) as f64 / so_far.max(1) as f64;
            let all = 100.0 * so_far as f64 / self.all.max(1) as f64;
            format!(
                "layer {} {share:.0} %, {rate} positions/s; all {all:.1} %, {} left",
                layer.name(),
                duration(left)
            )
        });
    }

    fn finished<L: Layer>(&mut self, layer: L, seconds: f64, bytes: u64) {
        self.finished += layer.slots();
        let (game, positions) = (&self.game, layer.positions());
        let output = &mut *self.output;
        let written = self.progress.aside(|| {
            if output.is_json() {
                let layer = layer.name();
                output.object(&Built { schema: SCHEMA, game, layer, positions, seconds, bytes })?;
            } else {
                let (layer, positions) = (layer.name(), large(positions));
                output
                    .line(format!("{layer:>12}  {positions} positions in {seconds:.1} s, {}", size(bytes)))?;
            }
            output.flush()
        });
        if let Err(error) = written {
            self.failed.get_or_insert(error);
        }
    }

    fn finish(self) -> Result<(), Failure> {
        self.progress.end();
        self.failed.map_or(Ok(()), |error| Err(Failure::Output(error)))
    }
}
