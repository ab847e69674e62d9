//! The run over everything that is to be analysed.

use std::sync::atomic::{AtomicBool, Ordering};

use grenier_core::record::RecordError;
use grenier_engine::WeightsChoice;

use super::position::AnalysePosition;
use super::record::ReviewRecord;
use super::sources::{Item, Wrong};
use super::{Analyse, counted};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;

/// The run.
pub struct Work<'a> {
    pub arguments: &'a Analyse,
    pub weights: WeightsChoice,
    pub stop: &'static AtomicBool,
    pub output: &'a mut Output,
    pub tally: Tally,
    /// The file whose heading was printed last.
    headed: Option<String>,
}

/// What is told at the end.
#[derive(Default)]
pub struct Tally {
    /// Positions and records that were analysed.
    pub done: usize,
    wrong: usize,
    skipped_positions: usize,
    skipped_records: usize,
    /// A review was broken off.
    pub is_cut_short: bool,
    /// Lines with best moves, and how many of them were found.
    pub tested: usize,
    pub solved: usize,
}

/// Wrong data are counted and passed over; a failed output ends the command.
pub enum Unfinished {
    Wrong(RecordError),
    Failed(Failure),
}

impl From<Failure> for Unfinished {
    fn from(failure: Failure) -> Unfinished {
        Unfinished::Failed(failure)
    }
}

impl From<std::io::Error> for Unfinished {
    fn from(error: std::io::Error) -> Unfinished {
        Unfinished::Failed(Failure::Output(error))
    }
}

impl<'a> Work<'a> {
    pub fn new(arguments: &'a Analyse, weights: WeightsChoice, output: &'a mut Output) -> Work<'a> {
        Work { arguments, weights, stop: interrupt::flag(), output, tally: Tally::default(), headed: None }
    }

    /// Works on all items, then tells what was left.
    pub fn run(mut self, items: &[Item<'_>]) -> Result<(), Failure> {
        for item in items {
            if self.stop.load(Ordering::Relaxed) {
                let skipped = match item.is_record() {
                    true => &mut self.tally.skipped_records,
                    false => &mut self.tally.skipped_positions,
                };
                *skipped += 1;
                continue;
            }
            match self.work_on(item) {
                Ok(()) => {}
                Err(Unfinished::Wrong(error)) => self.wrong_at(item.source, &error, ""),
                Err(Unfinished::Failed(failure)) => return Err(failure),
            }
        }
        self.finish()
    }

    fn work_on(&mut self, item: &Item<'_>) -> Result<(), Unfinished> {
        let entry = match &item.entry {
            Ok(entry) => entry,
            Err(Wrong::Source(reason)) => {
                self.wrong(format!("{}:{reason}", item.source));
                return Ok(());
            }
            Err(Wrong::Place(error)) => return Err(Unfinished::Wrong(error.clone())),
        };
        if entry.is_record() && !self.arguments.last {
            entry.variant.visit(ReviewRecord { item, entry, work: self })
        } else {
            entry.variant.visit(AnalysePosition { item, entry, work: self })
        }
    }

    /// Prints the name of the item's file above the first result from it, if there are several.
    pub fn head(&mut self, item: &Item<'_>) -> Result<(), Failure> {
        let Some(file) = item.file.filter(|_| !self.output.is_json()) else { return Ok(()) };
        if self.headed.as_deref() != Some(file) {
            let gap = if self.headed.is_some() { "\n" } else { "" };
            self.output.line(format!("{gap}==> {file} <=="))?;
            self.headed = Some(file.to_owned());
        }
        Ok(())
    }

    /// Tells what is wrong at a place of a source.
    pub fn wrong_at(&mut self, source: &str, error: &RecordError, consequence: &str) {
        self.wrong(format!("{source}:{}:{}: {}{consequence}", error.line, error.column, error.reason));
    }

    fn wrong(&mut self, message: String) {
        self.tally.wrong += 1;
        eprintln!("grenier: {message}");
    }

    fn finish(self) -> Result<(), Failure> {
        let Tally { done, wrong, skipped_positions, skipped_records, is_cut_short, tested, solved } =
            self.tally;
        if tested > 0 && !self.output.is_json() {
            self.output.line(format!("best moves found: {solved} of {tested}"))?;
        }
        self.output.flush()?;
        let skipped = skipped_positions + skipped_records;
        if skipped > 0 {
            let parts = [(skipped_positions, "position"), (skipped_records, "game")];
            let parts = parts.into_iter().filter(|(count, _)| *count > 0);
            let parts: Vec<String> = parts.map(|(count, thing)| counted(count, thing)).collect();
            let were = if skipped == 1 { "was" } else { "were" };
            eprintln!("grenier: interrupted: {} {were} not analysed", parts.join(" and "));
        }
        if wrong > 0 {
            eprintln!("grenier: {done} analysed, {wrong} could not be read");
        }
        if wrong + skipped > 0 || is_cut_short { Err(Failure::Told) } else { Ok(()) }
    }
}
