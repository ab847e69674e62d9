//! `grenier tune spsa`: parameters moved by matches.

mod report;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use grenier_arena::make_player;
use grenier_engine::{Playable, Visitor};
use grenier_tune::spsa::{
    DEFAULT_PAIRS, Ending, Log, MOST_ITERATIONS, MOST_PAIRS, Outcome, Run, Step, Tuning,
};

use crate::contest::{LINE_EVERY, shell_word};
use crate::failure::Failure;
use crate::groups::fill_openings;
use crate::output::Output;
use crate::position::variant;
use crate::progress::Progress;
use crate::{files, interrupt};
use report::Report;

/// The options that the files of a run hold: they would be without effect when it goes on.
const FIXED: [&str; 9] =
    ["game", "params", "iterations", "pairs", "each", "openings", "concurrency", "seed", "out"];

/// Move search parameters and evaluation weights by matches (SPSA, with the constants of OpenBench).
///
/// In every iteration a player with all parameters moved a little at random meets one with all of them moved the other
/// way; then they move towards the winner. FILE has a line a parameter, as OpenBench has them: NAME, int|float, VALUE,
/// MIN, MAX, C_END, R_END. NAME is a word of players, param.NAME or weight.NAME. In the last iteration a parameter is
/// moved by C_END and a game won moves it by R_END times C_END; usual are a twentieth of its range, and 0.002.
///
/// The files NAME.toml (what was asked for) and NAME.jsonl (every iteration) are written on the way. A run that was
/// broken off, even by kill -9, goes on with --resume NAME; with limits by nodes or depth it ends as if nothing had
/// happened. The first Ctrl-C stops and saves, the second one ends the program.
///
/// Example: grenier tune spsa kpe --params mcts.txt --iterations 2000 --each engine=mcts nodes=2000
#[derive(Debug, Args)]
pub struct Spsa {
    /// The game, with its preset.
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    game: Option<String>,

    /// The file with the parameters, - for the standard input.
    #[arg(long, value_name = "FILE", required_unless_present = "resume")]
    params: Option<PathBuf>,

    /// Iterations; how fast steps shrink depends on it, so it cannot be changed later.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = RangedU64ValueParser::<u64>::new().range(1..=MOST_ITERATIONS))]
    iterations: u64,

    /// Pairs of games an iteration, both from one opening; with few of them cores wait for each other.
    #[arg(long, value_name = "K", default_value_t = DEFAULT_PAIRS, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_PAIRS as u64))]
    pairs: usize,

    /// What both players share, a limit at least: engine= nodes= depth= st= tc= and more, as `grenier match` has it.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    each: Vec<String>,

    /// file= order=sequential|random start=N [default: the game's own openings].
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    openings: Vec<String>,

    /// Games at a time [default: one a core].
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    concurrency: Option<usize>,

    /// The seed of everything random.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// The name of the files to write, without ending [default: the game and the time of day].
    #[arg(long, value_name = "NAME")]
    out: Option<PathBuf>,

    /// Go on with the run of these files; all other options are in them.
    #[arg(long, value_name = "NAME", conflicts_with_all = FIXED)]
    resume: Option<PathBuf>,

    /// Draw the ways of the parameters to NAME-spsa.svg at the end.
    #[arg(long)]
    svg: bool,
}

impl Spsa {
    /// Tunes.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let svg = self.svg;
        let job = if let Some(name) = self.resume {
            let (log, tuning) = Log::resume(&name).map_err(Failure::Data)?;
            Job { tuning, name, begun: Some(log), svg }
        } else {
            let tuning = self.tuning()?;
            let name = self.out.unwrap_or_else(|| tuning.usual_name());
            Job { tuning, name, begun: None, svg }
        };
        let variant = variant(&job.tuning.game)?;
        variant.visit(Play { job, output })
    }

    fn tuning(&self) -> Result<Tuning, Failure> {
        let game = variant(self.game.as_deref().unwrap_or_default())?;
        let mut tuning = Tuning::new(&game.to_string(), self.iterations);
        tuning.pairs = self.pairs;
        tuning.seed = self.seed;
        tuning.each.clone_from(&self.each);
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        tuning.concurrency = self.concurrency.unwrap_or_else(cores).min(2 * self.pairs);
        fill_openings(&mut tuning.openings, &self.openings)?;
        tuning.check_players().map_err(|reason| Failure::Usage(format!("--each: {reason}")))?;
        let file = self.params.as_deref().unwrap_or(Path::new("-"));
        let text =
            files::read(file).map_err(|reason| Failure::Data(format!("{}: {reason}", files::name(file))))?;
        tuning.read_parameters(&files::name(file), &text).map_err(Failure::Data)?;
        Ok(tuning)
    }
}

/// Everything that a run needs.
struct Job {
    tuning: Tuning,
    name: PathBuf,
    /// The files, if the run goes on.
    begun: Option<Log>,
    svg: bool,
}

struct Play<'a> {
    job: Job,
    output: &'a mut Output,
}

impl Visitor for Play<'_> {
    type Output = Result<(), Failure>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Result<(), Failure> {
        let Play { job: Job { tuning, name, begun, svg }, output } = self;
        let make = |spec: &_| make_player::<P>(spec);
        let stop = interrupt::flag();
        let run = Run::<P>::new(&tuning, rules, &make, stop).map_err(Failure::Data)?;
        // Nothing is written before everything that can be checked is.
        let mut log = match begun {
            Some(log) => log,
            None => Log::create(&name, &tuning).map_err(Failure::Data)?,
        };
        interrupt::last_words(hint(&name));
        let mut live = Live::new(&tuning, output.is_json());
        let mut history = svg.then(Vec::new);
        let outcome = run.run(&mut log, &mut |step, is_new| {
            live.tell(&step, is_new);
            if let Some(history) = &mut history {
                history.push(step.values);
            }
        });
        live.progress.end();
        let outcome = outcome.map_err(|reason| {
            eprintln!("{}", hint(&name));
            Failure::Data(reason)
        })?;
        if let Some(history) = history {
            eprintln!("drawn: {}", report::draw(&name, &tuning, &history)?.display());
        }
        finish(&Report::new(&tuning, &outcome, &name), &outcome, output)
    }
}

/// What resumes the run.
fn hint(name: &Path) -> String {
    format!("to go on: {}", resuming(name))
}

/// The command that resumes the run.
fn resuming(name: &Path) -> String {
    format!("grenier tune spsa --resume {}", shell_word(&name.display().to_string()))
}

/// Prints the values, and what resumes the run.
fn finish(report: &Report<'_>, outcome: &Outcome, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        output.object(report)?;
    } else {
        output.line(report.text())?;
    }
    output.flush()?;
    if let Ending::Broken(reason) = &outcome.ending {
        eprintln!("grenier: an engine broke down: {reason}");
    }
    // A finished run plays nothing more when it is resumed, but prints its values again.
    eprintln!("{}", hint(report.name()));
    if outcome.ending == Ending::Finished { Ok(()) } else { Err(Failure::Told) }
}

/// The figures while the run goes on.
struct Live<'a> {
    tuning: &'a Tuning,
    progress: Progress,
    is_quiet: bool,
    /// Iterations that were there at the start, which say nothing of the speed.
    resumed: u64,
    started: Instant,
    last_line: Instant,
}

impl<'a> Live<'a> {
    fn new(tuning: &'a Tuning, is_quiet: bool) -> Live<'a> {
        let (progress, now) = (Progress::start_table(), Instant::now());
        Live { tuning, progress, is_quiet, resumed: 0, started: now, last_line: now }
    }

    fn tell(&mut self, step: &Step, is_new: bool) {
        if !is_new {
            self.resumed = step.iteration;
            self.started = Instant::now();
            return;
        }
        if self.resumed > 0 && step.iteration == self.resumed + 1 {
            self.progress.aside(|| eprintln!("resumed after {} iterations", self.resumed));
        }
        let rate = (step.iteration - self.resumed) as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
        let line = || report::line(self.tuning, step, rate);
        if self.progress.is_shown() {
            self.progress.show(|| format!("{}\n{}", line(), report::live_table(self.tuning, step)));
        } else if !self.is_quiet && self.last_line.elapsed() >= LINE_EVERY {
            eprintln!("{}: {}", line(), report::live_values(self.tuning, step));
            self.last_line = Instant::now();
        }
    }
}
