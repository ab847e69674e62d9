//! The samples as the fit sees them: features, rows and targets in columns of numbers.

use std::path::{Path, PathBuf};

use grenier_core::Player;
use grenier_engine::{Evaluator, Playable, Unit, Variant};
use grenier_search::UNIT;
use grenier_search::eval::Linear;
use rayon::prelude::*;

use crate::data::{Damage, Sample, read, unit};

/// Samples that a fit wants at least.
pub(super) const LEAST: usize = 100;

/// Samples in a block that is held out, or not, as a whole: positions of the same game stand near each other.
const BLOCK: usize = 256;

/// One block in so many is held out.
const HELD_OUT: usize = 10;

/// Lines that are read at a time.
const LINES: usize = 4096;

/// Which samples: those that are learnt from, or those that are held out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Those that weights are fitted to.
    Train,
    /// Those that only show what was learnt.
    HeldOut,
}

impl Part {
    /// The part that sample number `at` belongs to.
    pub(super) fn of(at: usize) -> Part {
        if (at / BLOCK) % HELD_OUT == HELD_OUT - 1 { Part::HeldOut } else { Part::Train }
    }
}

/// What a sample should have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Targets {
    /// The share of the search's value; the rest is that of the result.
    pub eval_share: f64,
}

/// Samples in columns. All values are those of the side to move.
#[derive(Clone, Debug, Default)]
pub struct Set {
    /// Features of a sample.
    pub(super) width: usize,
    /// Slots of a sample.
    pub(super) slots: usize,
    /// Views of a sample's slots: one for each symmetry of the board.
    pub(super) views: usize,
    /// The features, sample by sample.
    pub(super) features: Vec<i16>,
    /// The rows that the slots choose, view by view, sample by sample.
    pub(super) rows: Vec<u16>,
    /// What the estimate should be: seeds to come, or the expected result.
    pub(super) targets: Vec<f32>,
    /// What is banked, in seeds; 0 in the capture games.
    pub(super) banked: Vec<i8>,
    /// The result of the game.
    pub(super) points: Vec<f32>,
    /// Is the target exact?
    pub(super) exact: Vec<bool>,
}

/// What was read.
#[derive(Debug, Default)]
pub struct Read {
    /// The samples.
    pub set: Set,
    /// Lines or blocks that could not be read: how many, and the first ones with their files.
    pub damaged: usize,
    /// The first of them.
    pub damage: Vec<(PathBuf, Damage)>,
    /// The CRC-32 of each file.
    pub hashes: Vec<u32>,
}

/// Pieces of damage that are named.
const NAMED: usize = 5;

impl Read {
    fn note(&mut self, path: &Path, damage: Damage) {
        self.damaged += 1;
        if self.damage.len() < NAMED {
            self.damage.push((path.to_owned(), damage));
        }
    }
}

impl Set {
    /// An empty set for the game `P`.
    pub fn new<P: Playable>() -> Set {
        Set {
            width: P::Evaluator::FEATURES.len(),
            slots: P::Evaluator::SLOTS,
            views: usize::from(P::SYMMETRIES),
            ..Set::default()
        }
    }

    /// Reads files of samples of `variant`. What is damaged is counted and passed over.
    ///
    /// # Errors
    /// One line if a file is not there, or has nothing but damage.
    pub fn read<P: Playable>(
        paths: &[PathBuf],
        variant: &Variant,
        rules: P::Rules,
        targets: Targets,
    ) -> Result<Read, String> {
        let mut all = Read { set: Set::new::<P>(), ..Read::default() };
        for path in paths {
            let before = all.set.len();
            let contents = read(path)?;
            all.hashes.push(contents.hash);
            let lost = contents.damage.len();
            for damage in contents.damage {
                all.note(path, damage);
            }
            let parts: Vec<(Set, Vec<Damage>)> = contents
                .lines
                .par_chunks(LINES)
                .map(|lines| {
                    let (mut set, mut damage) = (Set::new::<P>(), Vec::new());
                    for (number, line) in lines {
                        match Sample::<P>::parse(line, variant, rules) {
                            Ok(sample) => set.push(&sample, targets),
                            Err(error) => {
                                damage.push(Damage {
                                    place: format!("line {number}"),
                                    reason: error.to_string(),
                                });
                            }
                        }
                    }
                    (set, damage)
                })
                .collect();
            for (set, damage) in parts {
                all.set.extend(set);
                for damage in damage {
                    all.note(path, damage);
                }
            }
            if all.set.len() == before {
                let first = all.damage.iter().find(|(of, _)| of == path);
                let why = first.map_or_else(|| "it is empty".to_owned(), |(_, damage)| damage.to_string());
                let _ = lost;
                return Err(format!("{}: there is no sample of {variant}: {why}", path.display()));
            }
        }
        Ok(all)
    }

    /// Adds a sample.
    pub fn push<P: Playable>(&mut self, sample: &Sample<P>, targets: Targets) {
        let position = &sample.position;
        let mut features = vec![0; self.width];
        P::Evaluator::features(position, &mut features);
        self.features.extend(features.iter().map(|&feature| feature as i16));
        let mut rows = vec![0; self.slots];
        for view in 0..self.views {
            P::Evaluator::rows(&position.transformed(view as u8), &mut rows);
            self.rows.extend_from_slice(&rows);
        }
        let is_first = position.turn() == Player::First;
        let banked = P::Evaluator::default().banked(position) / UNIT;
        let share = if sample.exact { 1.0 } else { targets.eval_share };
        let points = if is_first { sample.result.points() } else { 1.0 - sample.result.points() };
        let target = match unit::<P>() {
            Unit::Seeds => {
                let end = sample.margin.map_or(sample.eval, f64::from);
                let whole = share * sample.eval + (1.0 - share) * end;
                (if is_first { whole } else { -whole }) - f64::from(banked)
            }
            Unit::Expectation => {
                let eval = if is_first { sample.eval } else { 1.0 - sample.eval };
                share * eval + (1.0 - share) * points
            }
        };
        self.targets.push(target as f32);
        self.banked.push(banked as i8);
        self.points.push(points as f32);
        self.exact.push(sample.exact);
    }

    fn extend(&mut self, other: Set) {
        self.features.extend(other.features);
        self.rows.extend(other.rows);
        self.targets.extend(other.targets);
        self.banked.extend(other.banked);
        self.points.extend(other.points);
        self.exact.extend(other.exact);
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Is there no sample?
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The number of samples of a part.
    pub fn count(&self, part: Part) -> usize {
        self.of(part).count()
    }

    /// The numbers of the samples of a part.
    pub(super) fn of(&self, part: Part) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(move |&at| Part::of(at) == part)
    }

    /// The features of a sample.
    pub(super) fn features_of(&self, at: usize) -> &[i16] {
        &self.features[at * self.width..][..self.width]
    }

    /// The rows that the slots of a sample choose in one of its views.
    pub(super) fn rows_of(&self, at: usize, view: usize) -> &[u16] {
        &self.rows[(at * self.views + view) * self.slots..][..self.slots]
    }
}
