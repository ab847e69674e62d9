//! `grenier tune data`.

mod summary;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::{NonEmptyStringValueParser, RangedU64ValueParser};
use grenier_core::record::Record;
use grenier_engine::tables::Source as TablesSource;
use grenier_engine::{
    EngineKind, Evaluator, Playable, Settings, SolvableVisitor, Unit, Variant, Visitor, WeightsChoice,
    entries,
};
use grenier_search::eval::linear::SETS;
use grenier_solver::Solvable;
use grenier_tune::data::{
    Ended, Event, Filter, Format, FromTables, Goal, Records, SelfPlay, Source, Store, checksum, gather,
};

use summary::Summary;

use crate::commands::bench::engine;
use crate::commands::weights::weights;
use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::output::Output;
use crate::position::variant;
use crate::progress::Progress;
use crate::report::large;

/// Make training data: positions with the result of the game and what a search says of them.
///
/// Positions come from games of the search against itself, which begin with random moves; or from the records that are
/// named, or from exact tables. Those in which the best move captures are left out (--noisy keeps them), and so are near
/// duplicates. FILE is text, a position a line (`POSITION; [RESULT]; EVAL`), or packed if its name ends in .bin. It is
/// written as games end: the same command goes on after an interruption, and the file is the same as without one.
///
/// Example: grenier tune data awale --positions 200000 --out awale.bin
///
/// Example: grenier tune data kpe --from-tables 4-20 --positions 100000 --out kpe-exact.txt
#[derive(Debug, Args)]
pub struct Data {
    /// The game, with its preset.
    #[arg(value_name = "GAME")]
    game: String,

    /// The file to write, or to go on with.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Stop when the file holds so many positions.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,

    /// Stop after so many games (draws from tables: sixty-four positions each) instead.
    #[arg(long, value_name = "N", conflicts_with = "positions", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Nodes of the search for each move.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Random moves at the beginning of each game, at least and at most [default: 2-16, in the capture games 0-30].
    #[arg(long, value_name = "MIN-MAX", value_parser = range)]
    random: Option<RangeInclusive<u32>>,

    /// Look at one position in so many.
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    every: u32,

    /// Plies after which a game counts as endless.
    #[arg(long, value_name = "PLIES", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_moves: u32,

    /// Keep positions in which the best move captures.
    #[arg(long)]
    noisy: bool,

    /// Take positions from these records, of games that were played to their end.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["from_tables", "random"])]
    records: Vec<PathBuf>,

    /// Take random positions with so many seeds or pieces from exact tables, each layer with the same chance.
    #[arg(long, value_name = "MIN-MAX", value_parser = range, conflicts_with = "random")]
    from_tables: Option<RangeInclusive<u32>>,

    /// The kind of search, ab or mcts [default: ab].
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    engine: Option<EngineKind>,

    /// The evaluation weights of the search: shipped, hand-set, material or a file.
    #[arg(long, value_name = "WEIGHTS", default_value = "shipped", conflicts_with = "from_tables")]
    weights: String,

    /// Exact tables: a folder, or "usual" as `analyse` has it; what they cover ends a game, with its exact value.
    #[arg(long, value_name = "DIR", default_value = "none", value_parser = NonEmptyStringValueParser::new())]
    tables: String,

    /// Seed of everything random.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Games at a time [default: the number of cores]. The file does not depend on it.
    #[arg(long, value_name = "T", value_parser = RangedU64ValueParser::<usize>::new().range(1..=grenier_engine::MOST_THREADS as u64))]
    threads: Option<usize>,
}

/// Memory of each search, in megabytes: searches are short, and it is cleared for every game.
const HASH: usize = 2;

/// Time between two lines of figures in a pipe.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Reads `MIN-MAX` or a single number.
fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || format!("\"{}\" is no range such as 4-20", text.escape_debug());
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let (least, most) = (least.parse().map_err(|_| wrong())?, most.parse().map_err(|_| wrong())?);
    if least > most || most > 1000 { Err(wrong()) } else { Ok(least..=most) }
}

impl Data {
    /// Makes it.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let variant = variant(&self.game)?;
        let threads = self.threads.unwrap_or(0);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Failure::data(format!("--threads: {error}")))?;
        let stop = interrupt::flag();
        let weights = weights(&self.weights)?;
        let work = Work { arguments: &self, variant: &variant, weights: &weights, stop };
        interrupt::last_words(self.hint());
        let told = pool.install(|| {
            if self.from_tables.is_some() {
                variant.visit_solvable(work).unwrap_or_else(|| Err(format!("{variant} has no tables")))
            } else {
                variant.visit(work)
            }
        });
        let Told { summary, ended } = told.map_err(Failure::Data)?;
        summary.print(output)?;
        output.flush()?;
        match ended {
            Ended::Finished => Ok(()),
            Ended::Exhausted => {
                eprintln!("nothing new turned up for a thousand games: there is hardly more to be found");
                Ok(())
            }
            Ended::Interrupted => {
                eprintln!("{}", self.hint());
                Err(Failure::Told)
            }
        }
    }

    fn hint(&self) -> String {
        format!("to go on: the same command; {} keeps what is finished", self.out.display())
    }

    /// The command without what the data do not depend on: how much, how fast and where to. The checksums are those of the
    /// files that they do depend on.
    fn command<P: Playable>(&self, checksums: &[u32]) -> String {
        let mut words = format!("grenier tune data {} --seed {}", self.game, self.seed);
        let mut add = |word: String| {
            words.push(' ');
            words.push_str(&word);
        };
        if let Some(range) = &self.from_tables {
            add(format!("--from-tables {}-{}", range.start(), range.end()));
        } else {
            add(format!("--nodes {} --every {}", self.nodes, self.every));
            match self.records.is_empty() {
                true => {
                    let random = self.opening::<P>();
                    add(format!(
                        "--random {}-{} --max-moves {}",
                        random.start(),
                        random.end(),
                        self.max_moves
                    ));
                }
                false => {
                    let names: Vec<String> =
                        self.records.iter().map(|path| path.display().to_string()).collect();
                    add(format!("--records {}", names.join(" ")));
                }
            }
            if let Some(engine) = self.engine {
                add(format!("--engine {}", engine.word()));
            }
        }
        if self.weights != "shipped" {
            add(format!("--weights {}", self.weights));
        }
        add(format!("--tables {}", self.tables));
        if self.noisy {
            add("--noisy".to_owned());
        }
        for checksum in checksums {
            words.push_str(&format!(" crc32 {checksum:08x}"));
        }
        words.replace(char::is_control, " ")
    }

    fn opening<P: Playable>(&self) -> RangeInclusive<u32> {
        let usual = match P::Evaluator::default().unit() {
            Unit::Seeds => 2..=16,
            Unit::Expectation => 0..=30,
        };
        self.random.clone().unwrap_or(usual)
    }

    fn settings(&self, weights: WeightsChoice) -> Settings {
        Settings {
            weights,
            engine: Some(self.engine.unwrap_or(EngineKind::AlphaBeta)),
            hash: HASH,
            tables: TablesSource::called(&self.tables),
            ..Settings::default()
        }
    }

    fn format(&self) -> Format {
        if self.out.extension().is_some_and(|ending| ending == "bin") { Format::Packed } else { Format::Text }
    }
}

/// What the command does, for a game.
#[derive(Clone, Copy)]
struct Work<'a> {
    arguments: &'a Data,
    variant: &'a Variant,
    weights: &'a WeightsChoice,
    stop: &'static AtomicBool,
}

/// What it tells at the end.
struct Told {
    summary: Summary,
    ended: Ended,
}

impl Visitor for Work<'_> {
    type Output = Result<Told, String>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Result<Told, String> {
        let Data { nodes, every, max_moves, seed, .. } = *self.arguments;
        let weights = self.weights.in_force::<P>().map_err(|error| format!("weights: {error}"))?;
        let mut checksums = Vec::new();
        if !SETS.contains(&self.arguments.weights.as_str()) {
            checksums.push(checksum(weights.text().as_bytes()));
        }
        let settings = self.arguments.settings(self.weights.clone());
        if self.arguments.records.is_empty() {
            let opening = self.arguments.opening::<P>();
            let source: SelfPlay<P> =
                SelfPlay { rules, nodes, opening, every, longest: max_moves, seed, settings };
            return self.store(&source, rules, &checksums);
        }
        let records = self.records::<P>(&mut checksums)?;
        self.store(&Records { records, nodes, skip: 0, settings }, rules, &checksums)
    }
}

impl SolvableVisitor for Work<'_> {
    type Output = Result<Told, String>;

    fn visit<P: Playable + Solvable>(self, rules: P::Rules) -> Result<Told, String> {
        let Data { from_tables, seed, tables, .. } = self.arguments;
        let material = from_tables.clone().expect("this visit is for tables");
        let source = FromTables::<P>::new(rules, material, &TablesSource::called(tables), *seed, self.stop)?;
        self.store(&source, rules, &[])
    }
}

impl Work<'_> {
    /// The records that the arguments name, those of this variant; adds the checksum of each file.
    fn records<P: Playable>(&self, checksums: &mut Vec<u32>) -> Result<Vec<Record<P>>, String> {
        let mut records = Vec::new();
        for path in &self.arguments.records {
            let name = files::name(path);
            let text = files::read(path).map_err(|error| format!("{name}: {error}"))?;
            checksums.push(checksum(text.as_bytes()));
            for entry in entries(&text, Some(self.variant)) {
                let read = entry
                    .map(|entry| (entry.variant == *self.variant).then(|| entry.played::<P>()).flatten());
                match read {
                    Ok(Some(Ok(played))) if played.error.is_none() => records.push(played.record),
                    Ok(Some(Ok(played))) => {
                        let error = played.error.map(|error| error.to_string()).unwrap_or_default();
                        eprintln!("grenier: {name}: a record is passed over: {error}");
                    }
                    Ok(Some(Err(error))) | Err(error) => {
                        eprintln!("grenier: {name}: a record is passed over: {error}");
                    }
                    Ok(None) => {}
                }
            }
        }
        if records.is_empty() {
            let names: Vec<String> = self.arguments.records.iter().map(|path| files::name(path)).collect();
            return Err(format!("{}: there is no record of {}", names.join(", "), self.variant));
        }
        Ok(records)
    }

    /// Gathers from `source` into the file.
    fn store<P: Playable, S: Source<P>>(
        &self,
        source: &S,
        rules: P::Rules,
        checksums: &[u32],
    ) -> Result<Told, String> {
        let Data { out, positions, games, noisy, .. } = self.arguments;
        let command = self.arguments.command::<P>(checksums);
        let mut store = Store::<P>::open(out, self.arguments.format(), &command, rules)?;
        let before = store.counts().samples;
        if before > 0 {
            eprintln!("{}: {} positions are there already", out.display(), large(before));
        }
        let goal = games.map_or(Goal::Samples(*positions), Goal::Jobs);
        let mut live = Live { progress: Progress::start(), last: Instant::now() };
        let begun = Instant::now();
        let ended = gather(source, &mut store, Filter { noisy: *noisy }, goal, self.stop, &mut |event| {
            live.tell(event);
        });
        live.progress.end();
        let ended = ended?;
        Ok(Told { summary: Summary::new::<P>(out, &store, before, begun.elapsed(), ended), ended })
    }
}

/// The figures while it runs.
struct Live {
    progress: Progress,
    last: Instant,
}

impl Live {
    fn tell(&mut self, event: Event<'_>) {
        let line = || {
            let seconds = event.elapsed.as_secs_f64().max(0.1);
            let rate = event.added as f64 / seconds;
            format!(
                "{:.0} %, {} games, {} positions, {rate:.0} positions/s",
                100.0 * event.share,
                event.counts.jobs,
                large(event.counts.samples)
            )
        };
        if self.progress.is_shown() {
            self.progress.show(line);
        } else if self.last.elapsed() >= LINE_EVERY {
            eprintln!("{}", line());
            self.last = Instant::now();
        }
    }
}
