//! `grenier tune fit`.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::RangedU64ValueParser;
use grenier_arena::chart::{FitChart, WeightBar, fit_chart};
use grenier_engine::json::SCHEMA;
use grenier_engine::{Playable, Unit, Variant, Visitor};
use grenier_search::eval::network::WIDTH;
use grenier_search::eval::{Linear, Weights};
use grenier_tune::fit::{Fitted, Order, Part, Read, Set, Step, Targets, Verdict, fit};
use serde::Serialize;

use crate::commands::weights::{weights, wrong};
use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::output::Output;
use crate::position::variant;
use crate::progress::Progress;
use crate::report::large;

/// Fit evaluation weights to training data.
///
/// Mancalas are fitted to seeds still to come (mean squared error), capture games to results (logistic loss). A sample is
/// to have a mixture of what the search said and of what became of the game; exact values count alone. One block of
/// positions in ten is held out, and fitting ends when nothing is gained there. --network trains a small network over
/// the raw board as well. The same data, options and seed give the same weights.
///
/// Example: grenier tune fit awale --data awale.bin --out new.toml
#[derive(Debug, Args)]
pub struct Fit {
    /// The game, with its preset.
    #[arg(value_name = "GAME")]
    game: String,

    /// Files of training data.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,

    /// The file for the new weights.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// The weights to begin from: shipped, hand-set, material or a file.
    #[arg(long, value_name = "WEIGHTS", default_value = "shipped")]
    from: String,

    /// Fit the weights of these features only, separated by commas.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    only: Vec<String>,

    /// Train a network, which judges instead of the features on boards that have one.
    #[arg(long)]
    network: bool,

    /// Add the network's value to that of the features.
    #[arg(long, requires = "network")]
    beside: bool,

    /// Leave the features' weights as they are.
    #[arg(long, requires = "network")]
    keep_linear: bool,

    /// Passes over the data that train the network.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,

    /// The learning rate of the network.
    #[arg(long, value_name = "RATE", default_value_t = 0.01, value_parser = share)]
    rate: f64,

    /// The share of the search's value in what a sample should have, from 0 to 1; the rest is that of the result.
    #[arg(long, value_name = "SHARE", default_value_t = 0.7, value_parser = share)]
    eval_share: f64,

    /// How strongly small weights are preferred.
    #[arg(long, value_name = "L2", default_value_t = 1e-6, value_parser = share)]
    l2: f64,

    /// Iterations of the linear fit, at most.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,

    /// Seed of everything random.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Threads [default: the number of cores]. The weights do not depend on them.
    #[arg(long, value_name = "T", value_parser = RangedU64ValueParser::<usize>::new().range(1..=grenier_engine::MOST_THREADS as u64))]
    threads: Option<usize>,

    /// Draw the loss over the steps, and the weights before and after.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Time between two lines of figures in a pipe.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// A number from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| "a number from 0 to 1 is wanted".to_owned())
}

impl Fit {
    /// Fits.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let variant = variant(&self.game)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build();
        let pool = pool.map_err(|error| Failure::data(format!("--threads: {error}")))?;
        let stop = interrupt::flag();
        let done = pool.install(|| variant.visit(Work { arguments: &self, variant: &variant, stop }))?;
        done.print(&self, output)
    }

    fn order(&self, from: Weights) -> Order {
        Order {
            from,
            only: self.only.clone(),
            keep_linear: self.keep_linear,
            l2: self.l2,
            iterations: self.iterations,
            epochs: if self.network { self.epochs } else { 0 },
            alone: !self.beside,
            rate: self.rate,
            seed: self.seed,
        }
    }

    /// Refuses files that cannot be written, or would be lost, before anything is done for them.
    fn check_files(&self) -> Result<(), Failure> {
        files::check_target("--out", &self.out)?;
        if let Some(path) = &self.svg {
            files::check_target("--svg", path)?;
        }
        let holds_weights =
            || std::fs::read_to_string(&self.out).is_ok_and(|text| Weights::parse(&text).is_ok());
        // Whatever else it is may be these very data.
        if self.out.exists() && !(self.out.is_file() && holds_weights()) {
            let reason = "is there already and holds no weights: it is left as it is";
            return Err(Failure::Data(format!("--out {}: {reason}", self.out.display())));
        }
        Ok(())
    }

    /// The command again, but for where to and how fast.
    fn command(&self) -> String {
        let names: Vec<String> = self.data.iter().map(|path| path.display().to_string()).collect();
        let mut words =
            format!("grenier tune fit {} --data {} --from {}", self.game, names.join(" "), self.from);
        let mut add = |word: String| {
            words.push(' ');
            words.push_str(&word);
        };
        if !self.only.is_empty() {
            add(format!("--only {}", self.only.join(",")));
        }
        if self.network {
            let beside = if self.beside { " --beside" } else { "" };
            add(format!("--network{beside} --epochs {} --rate {}", self.epochs, self.rate));
        }
        if self.keep_linear {
            add("--keep-linear".to_owned());
        }
        add(format!("--eval-share {} --l2 {} --seed {}", self.eval_share, self.l2, self.seed));
        words
    }
}

struct Work<'a> {
    arguments: &'a Fit,
    variant: &'a Variant,
    stop: &'static AtomicBool,
}

/// What was done.
struct Done {
    fitted: Fitted,
    /// The weights that were begun from, by feature.
    before: Vec<(String, i32)>,
    unit: Unit,
    samples: [usize; 2],
    damaged: usize,
    seconds: [f64; 2],
}

impl Visitor for Work<'_> {
    type Output = Result<Done, Failure>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Result<Done, Failure> {
        let Work { arguments, variant, stop } = self;
        let from = weights(&arguments.from)?.in_force::<P>().map_err(wrong)?;
        let order = arguments.order(from);
        order.check::<P>(rules).map_err(Failure::data)?;
        arguments.check_files()?;
        let begun = Instant::now();
        let targets = Targets { eval_share: arguments.eval_share };
        let read = Set::read::<P>(&arguments.data, variant, rules, targets).map_err(Failure::Data)?;
        super::complain(&read);
        let Read { set, damaged, hashes, .. } = read;
        let reading = begun.elapsed().as_secs_f64();
        let mut live = Live { progress: Progress::start(), last: Instant::now() };
        let fitted = fit::<P>(&order, rules, &set, stop, &mut |step| live.tell(step, arguments));
        live.progress.end();
        let mut fitted = fitted.map_err(Failure::data)?;
        let samples = [Part::Train, Part::HeldOut].map(|part| set.count(part));
        fitted.weights.made = self.made(&fitted, samples, &hashes);
        let text = fitted.weights.text();
        grenier_arena::write_whole(&arguments.out, text.as_bytes()).map_err(Failure::Data)?;
        let start = P::Evaluator::of(&order.from).map_err(Failure::data)?;
        let names = P::Evaluator::FEATURES.iter().map(|feature| feature.name.to_owned());
        let before = names.zip(start.weights().iter().copied()).collect();
        let seconds = [reading, begun.elapsed().as_secs_f64() - reading];
        let unit = grenier_tune::data::unit::<P>();
        let done = Done { fitted, before, unit, samples, damaged, seconds };
        arguments.svg.as_deref().map_or(Ok(()), |path| done.draw(path, arguments))?;
        Ok(done)
    }
}

impl Work<'_> {
    /// What the file says of how it came about.
    fn made(&self, fitted: &Fitted, [train, held_out]: [usize; 2], hashes: &[u32]) -> toml::Table {
        let mut made = toml::Table::new();
        let mut say = |name: &str, value: toml::Value| made.insert(name.to_owned(), value);
        say("by", "grenier tune fit".into());
        say("date", grenier_arena::today().into());
        say("command", self.arguments.command().into());
        let hashes: Vec<toml::Value> = hashes.iter().map(|hash| format!("{hash:08x}").into()).collect();
        say("data_crc32", hashes.into());
        say("positions", ((train + held_out) as i64).into());
        let four = |number: f64| toml::Value::Float((number * 1e4).round() / 1e4);
        say("loss_before", four(fitted.before.losses.held_out));
        say("loss_after", four(fitted.after.losses.held_out));
        made
    }
}

/// The figures while it runs.
struct Live {
    progress: Progress,
    last: Instant,
}

impl Live {
    fn tell(&mut self, step: Step, arguments: &Fit) {
        let Step { network, number, train, held_out } = step;
        let line = || {
            if network {
                format!(
                    "network, pass {number} of {}: loss {train:.5}, held out {held_out:.5}",
                    arguments.epochs
                )
            } else {
                format!("features, iteration {number}: loss {train:.5}, held out {held_out:.5}")
            }
        };
        if self.progress.is_shown() {
            self.progress.show(line);
        } else if self.last.elapsed() >= LINE_EVERY {
            eprintln!("{}", line());
            self.last = Instant::now();
        }
    }
}

#[derive(Serialize)]
struct VerdictJson {
    train: f64,
    held_out: f64,
    scale: i32,
    exact_error: Option<f64>,
}

impl VerdictJson {
    fn new(verdict: &Verdict) -> VerdictJson {
        let Verdict { losses, scale, exact_error } = *verdict;
        VerdictJson { train: losses.train, held_out: losses.held_out, scale, exact_error }
    }
}

#[derive(Serialize)]
struct WeightJson<'a> {
    feature: &'a str,
    before: i32,
    after: i32,
}

#[derive(Serialize)]
struct FitJson<'a> {
    schema: u32,
    game: &'a str,
    file: String,
    train: usize,
    held_out: usize,
    damaged: usize,
    before: VerdictJson,
    after: VerdictJson,
    weights: Vec<WeightJson<'a>>,
    network: bool,
    reading_seconds: f64,
    fitting_seconds: f64,
}

impl Done {
    fn print(&self, arguments: &Fit, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return Ok(output.object(&self.json(arguments))?);
        }
        let [train, held_out] = self.samples;
        let [reading, fitting] = self.seconds;
        output.line(format!(
            "{} positions, {} held out; read in {reading:.1} s, fitted in {fitting:.1} s",
            large(train as u64),
            large(held_out as u64)
        ))?;
        super::print_verdicts(
            &[(&arguments.from, &self.fitted.before), ("fitted", &self.fitted.after)],
            self.unit,
            output,
        )?;
        let width = self.before.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        output.line(format!("  {:<width$}  {:>8}  {:>8}", "weight", "before", "after"))?;
        for ((name, before), (_, after)) in self.before.iter().zip(&self.fitted.weights.features) {
            output.line(format!("  {name:<width$}  {before:>8}  {after:>8}"))?;
        }
        if let Some(network) = &self.fitted.weights.network {
            output.line(format!("  network: {} rows of {WIDTH} neurons", network.rows.len()))?;
        }
        output.line(format!("written: {}", arguments.out.display()))?;
        Ok(())
    }

    /// Draws the losses and the weights.
    fn draw(&self, path: &Path, arguments: &Fit) -> Result<(), Failure> {
        let steps = &self.fitted.steps;
        let weights = self.before.iter().zip(&self.fitted.weights.features);
        let weights = weights.map(|((name, before), (_, after))| (name, *before, *after));
        let bars = weights.map(|(name, before, after)| WeightBar { name, before, after });
        let large = large((self.samples[0] + self.samples[1]) as u64);
        let chart = FitChart {
            title: &format!("{}: weights fitted to {large} positions", arguments.game),
            loss: match self.unit {
                Unit::Seeds => "squared error, seeds²",
                Unit::Expectation => "logistic loss",
            },
            losses: steps.iter().map(|step| [step.train, step.held_out]).collect(),
            iterations: steps.iter().filter(|step| !step.network).count(),
            weights: bars.collect(),
        };
        let svg = fit_chart(&chart).map_err(Failure::data)?;
        std::fs::write(path, svg).map_err(|error| Failure::Data(format!("--svg {}: {error}", path.display())))
    }

    fn json<'a>(&'a self, arguments: &'a Fit) -> FitJson<'a> {
        let weights = self.before.iter().zip(&self.fitted.weights.features);
        let weight = |((name, before), (_, after)): (&'a (String, i32), &(String, i32))| WeightJson {
            feature: name,
            before: *before,
            after: *after,
        };
        FitJson {
            schema: SCHEMA,
            game: &arguments.game,
            file: arguments.out.display().to_string(),
            train: self.samples[0],
            held_out: self.samples[1],
            damaged: self.damaged,
            before: VerdictJson::new(&self.fitted.before),
            after: VerdictJson::new(&self.fitted.after),
            weights: weights.map(weight).collect(),
            network: self.fitted.weights.network.is_some(),
            reading_seconds: self.seconds[0],
            fitting_seconds: self.seconds[1],
        }
    }
}
