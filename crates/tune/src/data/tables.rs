//! Samples straight from exact tables: random positions with what they are worth under perfect play.
//!
//! Weights fitted on small tables of awari were found to judge fuller boards well (J. van Rijswijck, Learning from
//! perfection, 2000).

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grenier_core::Player;
use grenier_engine::tables::{Knowledge, Source as TablesSource};
use grenier_engine::{Evaluator, Playable, Unit};
use grenier_search::UNIT;
use grenier_solver::{Extent, Layer, Solvable};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::gather::{Found, Source};
use super::play::{exact_eval, is_quiet};
use super::sample::{Result as GameResult, Sample, unit};

/// Positions that a job draws.
const DRAWN: usize = 64;

/// Slots that are tried for one that is used by a position that is not over.
const TRIES: usize = 1000;

/// Random positions that tables cover. Layers have the same chance, however large they are.
pub struct FromTables<P: Playable + Solvable> {
    rules: P::Rules,
    layers: Vec<P::Layer>,
    tables: Arc<dyn Knowledge<P>>,
    seed: u64,
}

impl<P: Playable + Solvable> FromTables<P> {
    /// Positions with so many seeds or pieces: from the tables of `source`, or without one, solved in memory.
    ///
    /// # Errors
    /// One line if there are no such tables.
    pub fn new(
        rules: P::Rules,
        material: RangeInclusive<u32>,
        source: &TablesSource,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<FromTables<P>, String> {
        let most = *material.end();
        let plan =
            P::plan(Extent::Upto(most)).ok_or_else(|| format!("{} has no tables of {most}", P::NAME))?;
        let layers: Vec<P::Layer> =
            plan.into_iter().filter(|layer| material.contains(&layer.material())).collect();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let sample: Option<P> = layers.iter().rev().find_map(|layer| position(rules, *layer, &mut random));
        let sample = sample.ok_or_else(|| {
            format!("{} has no position of {}-{most} that is not over", P::NAME, material.start())
        })?;
        let told = |error: grenier_engine::tables::TablesError| format!("tables: {error}");
        let tables = if *source == TablesSource::None {
            P::layers_around(&sample, stop).map_err(told)?
        } else {
            P::knowledge(&sample, source, true).map_err(told)?
        };
        if tables.is_none() && stop.load(Ordering::Relaxed) {
            return Err("interrupted".to_owned());
        }
        let tables = tables.ok_or_else(|| {
            format!(
                "tables of {} up to {most} take too long to make in memory (up to {} are): build them with \
                 `grenier tables build {}` and name the folder",
                P::NAME,
                P::BRIEF,
                P::NAME
            )
        })?;
        if tables.value(&sample).map_err(told)?.is_none() {
            return Err(format!("these tables of {} do not go up to {most}", P::NAME));
        }
        Ok(FromTables { rules, layers, tables, seed })
    }
}

/// A random position of a layer that is not over; `None` if none is found.
fn position<P: Playable + Solvable>(
    rules: P::Rules,
    layer: P::Layer,
    random: &mut Xoshiro256PlusPlus,
) -> Option<P> {
    (0..TRIES).find_map(|_| {
        let slot = random.random_range(0..layer.slots());
        P::at(rules, layer, slot).filter(|position| position.outcome().is_none())
    })
}

impl<P: Playable + Solvable> Source<P> for FromTables<P> {
    type Worker = ();

    fn worker(&self) -> Result<(), String> {
        Ok(())
    }

    fn jobs(&self) -> Option<u64> {
        None
    }

    fn job(&self, (): &mut (), number: u64, _: &AtomicBool) -> Result<Option<Vec<Found<P>>>, String> {
        let mut random =
            Xoshiro256PlusPlus::seed_from_u64(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut found = Vec::with_capacity(DRAWN);
        for _ in 0..DRAWN {
            let layer = self.layers[random.random_range(0..self.layers.len())];
            let Some(position) = position::<P>(self.rules, layer, &mut random) else { continue };
            found.extend(self.sampled(&position)?);
        }
        Ok(Some(found))
    }
}

impl<P: Playable + Solvable> FromTables<P> {
    fn sampled(&self, position: &P) -> Result<Option<Found<P>>, String> {
        let value = self.tables.value(position).map_err(|error| format!("tables: {error}"))?;
        let Some(value) = value else { return Ok(None) };
        let eval = exact_eval(position, i32::from(value.future));
        let (result, margin) = match unit::<P>() {
            Unit::Seeds => (GameResult::of_margin(eval as i32), Some(eval as i32)),
            Unit::Expectation => (GameResult::of_margin((2.0 * eval - 1.0) as i32), None),
        };
        let sample = Sample { position: *position, result, eval, margin, exact: true };
        Ok(Some((sample, self.is_quiet(position)?)))
    }

    /// Does one of the best moves capture nothing?
    fn is_quiet(&self, position: &P) -> Result<bool, String> {
        let mover = position.turn();
        let evaluator = P::Evaluator::default();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut best: Option<(i32, bool)> = None;
        for mv in moves {
            let child = position.play_unchecked(mv);
            let value = self.worth(&child, mover, &evaluator)?;
            let Some(value) = value else { continue };
            let quiet = is_quiet(position, mv);
            best = match best {
                Some((most, was_quiet)) if most == value => Some((most, was_quiet || quiet)),
                Some((most, was_quiet)) if most > value => Some((most, was_quiet)),
                _ => Some((value, quiet)),
            };
        }
        Ok(best.is_none_or(|(_, quiet)| quiet))
    }

    /// What a child is worth to `mover`, in hundredths and its stores included; `None` if the tables do not say.
    fn worth(&self, child: &P, mover: Player, evaluator: &P::Evaluator) -> Result<Option<i32>, String> {
        let seen = |value: i32| if child.turn() == mover { value } else { -value };
        if let Some(outcome) = child.outcome() {
            return Ok(Some(seen(evaluator.terminal(child, outcome))));
        }
        let value = self.tables.value(child).map_err(|error| format!("tables: {error}"))?;
        let scale = if unit::<P>() == Unit::Seeds { UNIT } else { grenier_search::eval::WIN };
        Ok(value.map(|value| seen(evaluator.banked(child) + scale * i32::from(value.future))))
    }
}
