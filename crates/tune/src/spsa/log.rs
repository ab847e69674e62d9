//! The files of a run: `NAME.toml` is the [`Tuning`], `NAME.jsonl` the terms on its first line, then an iteration a line.
//!
//! A resumed run learns from the results again, and what comes of them must be the line that is there, to the last digit:
//! so a line that was changed is found, and so is a seed. What results depend on besides stands in the terms.

use std::path::{Path, PathBuf};

use grenier_arena::stats::Trinomial;
use grenier_arena::{Ledger, Line};
use serde::{Deserialize, Serialize, Serializer};

use super::parameter::Parameter;
use super::tuner::Tuner;
use super::tuning::Tuning;

/// The version of the lines' shape.
const SCHEMA: u32 = 1;

/// An iteration that counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its number, from 1.
    pub iteration: u64,
    /// Its games, as the plus player sees them.
    pub score: Trinomial,
    /// The values after it.
    pub values: Vec<f64>,
}

/// Everything that values depend on but the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Terms {
    schema: u32,
    game: String,
    iterations: u64,
    pairs: usize,
    seed: u64,
    each: Vec<String>,
    /// Number and digest of the openings.
    openings: String,
    parameters: Vec<Parameter>,
}

impl Terms {
    /// The terms of a run from openings with this digest.
    pub(super) fn new(tuning: &Tuning, openings: String) -> Terms {
        Terms {
            schema: SCHEMA,
            game: tuning.game.clone(),
            iterations: tuning.iterations,
            pairs: tuning.pairs,
            seed: tuning.seed,
            each: tuning.each.clone(),
            openings,
            parameters: tuning.parameters.clone(),
        }
    }

    /// The name of something in which two terms differ.
    fn difference(&self, other: &Terms) -> Option<&'static str> {
        let differences = [
            ("schema", self.schema != other.schema),
            ("game", self.game != other.game),
            ("iterations", self.iterations != other.iterations),
            ("pairs", self.pairs != other.pairs),
            ("seed", self.seed != other.seed),
            ("each", self.each != other.each),
            ("openings", self.openings != other.openings),
            ("parameters", self.parameters != other.parameters),
        ];
        differences.into_iter().find_map(|(name, differs)| differs.then_some(name))
    }
}

/// A line as it is written.
#[derive(Serialize)]
struct Written<'a> {
    schema: u32,
    iteration: u64,
    #[serde(flatten)]
    score: Trinomial,
    values: Values<'a>,
}

/// What is read of a line; the rest follows from it.
#[derive(Deserialize)]
struct Read {
    iteration: u64,
    #[serde(flatten)]
    score: Trinomial,
}

/// The values by their names, in the order of the parameters.
struct Values<'a>(&'a Tuner);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.0.parameters().iter().map(|parameter| &parameter.name);
        serializer.collect_map(names.zip(self.0.values()))
    }
}

impl<'a> Written<'a> {
    /// The line of the iteration that `tuner` learnt last.
    fn new(tuner: &'a Tuner, score: Trinomial) -> Written<'a> {
        Written { schema: SCHEMA, iteration: tuner.done(), score, values: Values(tuner) }
    }
}

/// The open files of a run.
#[derive(Debug)]
pub struct Log {
    ledger: Ledger,
    /// What was there at the start.
    lines: Vec<Line>,
}

impl Log {
    /// Begins a run: writes what was asked for.
    ///
    /// # Errors
    /// One line if files of this name are there already or cannot be written.
    pub fn create(name: &Path, tuning: &Tuning) -> Result<Log, String> {
        Ok(Log { ledger: Ledger::create(name, tuning, &[])?, lines: Vec::new() })
    }

    /// Opens the files of a run that was broken off.
    ///
    /// # Errors
    /// One line if files are missing or damaged, or if the run goes on in another process.
    pub fn resume(name: &Path) -> Result<(Log, Tuning), String> {
        let (ledger, tuning, lines) = Ledger::resume::<Tuning>(name)?;
        tuning.check().map_err(|reason| format!("{}: {reason}", ledger.path("toml").display()))?;
        Ok((Log { ledger, lines }, tuning))
    }

    /// The path of the file with the iterations.
    pub fn path(&self) -> PathBuf {
        self.ledger.path("jsonl")
    }

    /// Writes the terms, or checks those that are there and has `tuner` learn from all iterations; each is told.
    pub(super) fn replay(
        &mut self,
        terms: &Terms,
        tuner: &mut Tuner,
        tell: &mut dyn FnMut(Step),
    ) -> Result<(), String> {
        let path = self.path();
        let wrong = |number: usize, reason: String| Err(format!("{}:{number}: {reason}", path.display()));
        let mut lines = std::mem::take(&mut self.lines).into_iter();
        let Some((number, line)) = lines.next() else { return self.ledger.append(terms) };
        match serde_json::from_slice::<Terms>(&line) {
            Err(error) => return wrong(number, format!("these are no terms of a run: {error}")),
            Ok(old) => {
                if let Some(what) = old.difference(terms) {
                    let reason =
                        format!("the run was begun with other {what}: was the configuration changed?");
                    return wrong(number, reason);
                }
            }
        }
        let games = 2 * terms.pairs as u64;
        for (number, line) in lines {
            let read = match serde_json::from_slice::<Read>(&line) {
                Ok(read) => read,
                Err(error) => return wrong(number, format!("a damaged iteration: {error}")),
            };
            let Trinomial { wins, losses, draws } = read.score;
            let is_next = read.iteration == tuner.done() + 1 && tuner.done() < tuner.iterations();
            if !is_next || wins.checked_add(losses).and_then(|sum| sum.checked_add(draws)) != Some(games) {
                let next = tuner.done() + 1;
                return wrong(number, format!("this is not iteration {next} with {games} games"));
            }
            learn(tuner, read.score);
            let written = serde_json::to_vec(&Written::new(tuner, read.score));
            if written.map_err(|error| error.to_string())? != line {
                return wrong(
                    number,
                    "these values do not follow from the results: was the file changed?".into(),
                );
            }
            tell(step(tuner, read.score));
        }
        Ok(())
    }

    /// Has `tuner` learn from the games of an iteration, and keeps it.
    pub(super) fn add(&mut self, tuner: &mut Tuner, score: Trinomial) -> Result<Step, String> {
        learn(tuner, score);
        self.ledger.append(&Written::new(tuner, score))?;
        Ok(step(tuner, score))
    }

    /// Sends what was written to the disk.
    pub(super) fn sync(&mut self) -> Result<(), String> {
        self.ledger.sync()
    }
}

/// The step that `tuner` took last.
fn step(tuner: &Tuner, score: Trinomial) -> Step {
    Step { iteration: tuner.done(), score, values: tuner.values().to_vec() }
}

fn learn(tuner: &mut Tuner, score: Trinomial) {
    tuner.learn(score.wins as i64 - score.losses as i64);
}
