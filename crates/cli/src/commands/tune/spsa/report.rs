//! What is shown of a run: figures on the way, values at the end, and the chart.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use grenier_arena::chart::{PathLine, paths_chart};
use grenier_arena::stats::Trinomial;
use grenier_engine::json::SCHEMA;
use grenier_tune::spsa::{Ending, Outcome, Parameter, Step, Tuning};
use serde::Serialize;

use super::resuming;
use crate::contest::shell_word;
use crate::failure::Failure;
use crate::report_match::duration;

/// One line of figures: iterations, the last result, speed, time left.
pub fn line(tuning: &Tuning, step: &Step, rate: f64) -> String {
    let Trinomial { wins, losses, draws } = step.score;
    let left = tuning.iterations.saturating_sub(step.iteration) as f64 / rate.max(1e-9);
    let (at, all, games) = (step.iteration, tuning.iterations, rate * 2.0 * tuning.pairs as f64);
    format!(
        "iteration {at} of {all}, +{wins} -{losses} ={draws}, {games:.2} games/s, {} left",
        duration(left)
    )
}

/// The values as words on one line.
pub fn live_values(tuning: &Tuning, step: &Step) -> String {
    let words = tuning.parameters.iter().zip(&step.values).map(|(parameter, &value)| shown(parameter, value));
    words.collect::<Vec<_>>().join(" ")
}

/// Parameters that the table on the terminal shows at most.
const LIVE_PARAMETERS: usize = 16;

/// The values for the terminal: name, start, value.
pub fn live_table(tuning: &Tuning, step: &Step) -> String {
    let width = name_width(tuning);
    let mut table = format!("  {:<width$}  {:>12}  {:>12}", "parameter", "start", "value");
    for (parameter, value) in tuning.parameters.iter().zip(&step.values).take(LIVE_PARAMETERS) {
        let Parameter { name, start, .. } = parameter;
        let _ = write!(table, "\n  {name:<width$}  {start:>12}  {value:>12.4}");
    }
    table
}

/// The word of a player with the value as it is written for people.
fn shown(parameter: &Parameter, value: f64) -> String {
    parameter.word(parameter.shown(value))
}

fn name_width(tuning: &Tuning) -> usize {
    tuning.parameters.iter().map(|parameter| parameter.name.chars().count()).max().unwrap_or(0).max(9)
}

/// A run at its end.
#[derive(Serialize)]
pub struct Report<'a> {
    schema: u32,
    #[serde(serialize_with = "path")]
    name: &'a Path,
    game: &'a str,
    ending: &'static str,
    resume: Option<String>,
    iterations: u64,
    done: u64,
    games: u64,
    #[serde(flatten)]
    score: Trinomial,
    parameters: Vec<ParameterReport<'a>>,
    /// The lines of a new parameter file.
    lines: Vec<String>,
    /// The command that checks the values.
    check: String,
    #[serde(skip)]
    width: usize,
}

#[derive(Serialize)]
struct ParameterReport<'a> {
    name: &'a str,
    start: f64,
    value: f64,
    change: f64,
    /// The value to use.
    rounded: f64,
}

fn path<S: serde::Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

impl<'a> Report<'a> {
    /// The report of a run with files of this name.
    pub fn new(tuning: &'a Tuning, outcome: &Outcome, name: &'a Path) -> Report<'a> {
        let ending = match &outcome.ending {
            Ending::Finished => "finished",
            Ending::Interrupted => "interrupted",
            Ending::Broken(_) => "broken",
        };
        let values = outcome.tuner.values();
        let parameters = || tuning.parameters.iter().zip(values.iter().copied());
        Report {
            schema: SCHEMA,
            name,
            game: &tuning.game,
            ending,
            resume: (outcome.ending != Ending::Finished).then(|| resuming(name)),
            iterations: tuning.iterations,
            done: outcome.tuner.done(),
            games: outcome.score.games(),
            score: outcome.score,
            parameters: parameters()
                .map(|(parameter, value)| ParameterReport::new(parameter, value))
                .collect(),
            lines: parameters().map(|(parameter, value)| parameter.starting(value).to_string()).collect(),
            check: check(tuning, values),
            width: name_width(tuning),
        }
    }

    /// The name of the files.
    pub fn name(&self) -> &'a Path {
        self.name
    }

    /// The report in text: the games, each value, the lines for a new file, and the match that checks them.
    pub fn text(&self) -> String {
        let Trinomial { wins, losses, draws } = self.score;
        let (width, done, all, games) = (self.width, self.done, self.iterations, self.games);
        let mut text = format!("{done} of {all} iterations, {games} games: +{wins} -{losses} ={draws}\n");
        let _ = writeln!(text, "  {:<width$}  {:>12}  {:>12}  {:>12}", "parameter", "start", "end", "change");
        for ParameterReport { name, start, value, change, .. } in &self.parameters {
            let _ = writeln!(text, "  {name:<width$}  {start:>12}  {value:>12.4}  {change:>+12.4}");
        }
        let _ = writeln!(text, "parameters:");
        for line in &self.lines {
            let _ = writeln!(text, "{line}");
        }
        let name = self.name.display();
        let _ = write!(text, "to check: {}\nfiles: {name}.toml .jsonl", self.check);
        text
    }
}

impl<'a> ParameterReport<'a> {
    fn new(parameter: &'a Parameter, value: f64) -> ParameterReport<'a> {
        let Parameter { name, start, .. } = parameter;
        ParameterReport { name, start: *start, value, change: value - start, rounded: parameter.shown(value) }
    }
}

/// The command of a match between the new values and the old ones, which need not be the defaults.
fn check(tuning: &Tuning, values: &[f64]) -> String {
    let player = |name: &str, words: &mut dyn Iterator<Item = String>| {
        words.fold(format!(" --engine name={name}"), |all, word| all + " " + &shell_word(&word))
    };
    let starts = tuning.parameters.iter().map(|parameter| parameter.word(parameter.start));
    let ends = tuning.parameters.iter().zip(values).map(|(parameter, &value)| shown(parameter, value));
    let each: String = tuning.each.iter().map(|word| format!(" {}", shell_word(word))).collect();
    let (tuned, base) = (player("tuned", &mut { ends }), player("base", &mut { starts }));
    format!("grenier match {}{tuned}{base} --each{each}", shell_word(&tuning.game))
}

/// Draws the ways of the parameters beside the run's files, and gives the path.
pub fn draw(name: &Path, tuning: &Tuning, history: &[Vec<f64>]) -> Result<PathBuf, Failure> {
    let ways = (0..tuning.parameters.len()).map(|at| {
        let start = tuning.parameters[at].start;
        std::iter::once(start).chain(history.iter().map(|values| values[at])).collect::<Vec<f64>>()
    });
    let ways: Vec<Vec<f64>> = ways.collect();
    let label = |(parameter, way): (&Parameter, &Vec<f64>)| {
        let end = parameter.shown(way.last().copied().unwrap_or(parameter.start));
        format!("{}: {} to {end}", parameter.name, parameter.start)
    };
    let labels: Vec<String> = tuning.parameters.iter().zip(&ways).map(label).collect();
    let lines = tuning.parameters.iter().zip(&labels).zip(&ways).map(|((parameter, label), values)| {
        PathLine { label, least: parameter.least, most: parameter.most, values }
    });
    let title = format!("{}: {} iterations", tuning.game, history.len());
    let svg = paths_chart(&title, &lines.collect::<Vec<_>>()).map_err(Failure::data)?;
    let mut path = name.as_os_str().to_owned();
    path.push("-spsa.svg");
    let path = PathBuf::from(path);
    std::fs::write(&path, svg).map_err(|error| Failure::Data(format!("{}: {error}", path.display())))?;
    Ok(path)
}
