//! The weights of a network, by Adam over small batches.
//!
//! A network beside the features learns what they leave over, one that judges alone learns everything. (Adam: D. Kingma
//! and J. Ba, 2014; the rate falls along half a wave of the cosine, as by I. Loshchilov and F. Hutter, 2016.)

use std::sync::atomic::{AtomicBool, Ordering};

use grenier_search::eval::network::{Network, Neurons, ONE, OUTPUT_SCALE, WIDTH};
use grenier_search::eval::weights::MOST_WEIGHT;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::judge::Judge;
use super::set::Part;
use super::{FitError, Order, Step};

/// Samples in a batch.
const BATCH: usize = 4096;

/// Pieces of a batch that are worked on side by side. Their sums are added in order.
const PIECES: usize = 4;

/// The largest weight of a row: sixteen bits hold the sum of all slots.
const MOST_ROW: f32 = 8.0;

/// The largest weight of the output, in hundredths.
const MOST_OUTPUT: f32 = i16::MAX as f32 / OUTPUT_SCALE as f32;

/// The largest offset, in hundredths: weights files have no larger one.
const MOST_OFFSET: f32 = MOST_WEIGHT as f32;

/// The share of the rate that is left at the end.
const LAST_RATE: f64 = 0.02;

/// The training of a network.
pub struct NetworkFit<'a> {
    pub(super) judge: &'a Judge<'a>,
    pub(super) order: &'a Order,
    pub(super) scale: i32,
    pub(super) categories: usize,
}

/// A number for each neuron.
type Layer = [f32; WIDTH];

/// The weights while they are trained, or their gradient: rows, bias, output (in units: seeds, or the step from 50 to
/// 73 %) and offset.
#[derive(Clone)]
struct Params {
    rows: Vec<Layer>,
    bias: Layer,
    output: Layer,
    offset: f32,
}

impl Params {
    fn zeros(rows: usize) -> Params {
        Params { rows: vec![[0.0; WIDTH]; rows], bias: [0.0; WIDTH], output: [0.0; WIDTH], offset: 0.0 }
    }

    /// Small random numbers, so that no two neurons are alike.
    fn random(rows: usize, slots: usize, random: &mut Xoshiro256PlusPlus) -> Params {
        let mut params = Params::zeros(rows);
        let spread = 1.0 / (slots as f32).sqrt();
        let mut number = |spread: f32| (random.random::<f32>() - 0.5) * 2.0 * spread;
        for row in &mut params.rows {
            row.fill_with(|| number(0.5 * spread));
        }
        params.bias.fill_with(|| 0.5 + number(0.3));
        params.output.fill_with(|| number(0.1));
        params
    }

    fn layers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let layers = self.rows.iter_mut().chain([&mut self.bias, &mut self.output]).flatten();
        layers.chain([&mut self.offset])
    }

    fn layers(&self) -> impl Iterator<Item = &f32> {
        self.rows.iter().chain([&self.bias, &self.output]).flatten().chain([&self.offset])
    }

    fn add(&mut self, other: &Params) {
        self.layers_mut().zip(other.layers()).for_each(|(sum, term)| *sum += term);
    }

    /// The layer of a sample before it is clamped.
    #[inline]
    fn layer(&self, rows: &[u16]) -> Layer {
        rows.iter().fold(self.bias, |mut layer, &row| {
            let row = &self.rows[usize::from(row)];
            for neuron in 0..WIDTH {
                layer[neuron] += row[neuron];
            }
            layer
        })
    }

    /// The value of a layer, in units.
    #[inline]
    fn value(&self, layer: &Layer) -> f32 {
        let weighed = layer.iter().zip(&self.output).map(|(on, weight)| on.clamp(0.0, 1.0) * weight);
        self.offset + weighed.sum::<f32>()
    }

    /// Adds the gradient of a sample whose loss has this slope by its value in units.
    #[inline]
    fn push_back(&mut self, params: &Params, rows: &[u16], layer: &Layer, slope: f32) {
        let mut back = [0.0; WIDTH];
        for neuron in 0..WIDTH {
            let on = layer[neuron];
            self.output[neuron] += slope * on.clamp(0.0, 1.0);
            let is_between = on > 0.0 && on < 1.0;
            back[neuron] = if is_between { slope * params.output[neuron] } else { 0.0 };
            self.bias[neuron] += back[neuron];
        }
        for &row in rows {
            let row = &mut self.rows[usize::from(row)];
            for neuron in 0..WIDTH {
                row[neuron] += back[neuron];
            }
        }
        self.offset += slope;
    }
}

/// Adam's memory.
struct Adam {
    first: Params,
    second: Params,
    steps: i32,
}

impl Adam {
    const FIRST: f32 = 0.9;
    const SECOND: f32 = 0.999;
    const LEAST: f32 = 1e-8;

    fn step(&mut self, params: &mut Params, gradient: &Params, rate: f32) {
        self.steps += 1;
        let [first, second] = [Adam::FIRST, Adam::SECOND].map(|decay| 1.0 - decay.powi(self.steps));
        let memory = self.first.layers_mut().zip(self.second.layers_mut());
        for ((weight, &slope), (mean, square)) in params.layers_mut().zip(gradient.layers()).zip(memory) {
            *mean += (1.0 - Adam::FIRST) * (slope - *mean);
            *square += (1.0 - Adam::SECOND) * (slope * slope - *square);
            *weight -= rate * (*mean / first) / ((*square / second).sqrt() + Adam::LEAST);
        }
    }
}

impl NetworkFit<'_> {
    /// Trains a network beside these weights; gives the one that was best on what is held out.
    ///
    /// # Errors
    /// [`FitError::Interrupted`].
    pub fn run(
        &self,
        weights: &[i32],
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Step),
    ) -> Result<Network, FitError> {
        let set = self.judge.set;
        let linear =
            if self.order.alone { vec![0.0; set.len()] } else { self.judge.estimates(weights, None) };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.order.seed);
        let mut params = Params::random(set.slots * self.categories, set.slots, &mut random);
        let zeros = || Params::zeros(params.rows.len());
        let mut adam = Adam { first: zeros(), second: zeros(), steps: 0 };
        let mut samples: Vec<usize> = set.of(Part::Train).collect();
        let mut best: Option<(f64, Network)> = None;
        for epoch in 0..self.order.epochs {
            samples.shuffle(&mut random);
            for (number, batch) in samples.chunks(BATCH).enumerate() {
                if stop.load(Ordering::Relaxed) {
                    return Err(FitError::Interrupted);
                }
                let passed = f64::from(epoch) + (number * BATCH) as f64 / samples.len() as f64;
                let gradient = self.gradient(&params, &linear, batch, epoch as usize);
                adam.step(&mut params, &gradient, self.rate(passed / f64::from(self.order.epochs)));
                self.keep_within(&mut params);
            }
            let network = self.rounded(&params);
            let losses =
                self.judge.losses(&self.judge.estimates(weights, Some(&network)), f64::from(self.scale));
            let number = u64::from(epoch) + 1;
            tell(Step { network: true, number, train: losses.train, held_out: losses.held_out });
            if best.as_ref().is_none_or(|(least, _)| losses.held_out < *least) {
                best = Some((losses.held_out, network));
            }
        }
        Ok(best.expect("there is an epoch at least").1)
    }

    /// The rate after this share of the training.
    fn rate(&self, share: f64) -> f32 {
        let wave = f64::midpoint(1.0, (std::f64::consts::PI * share).cos());
        (self.order.rate * (LAST_RATE + (1.0 - LAST_RATE) * wave)) as f32
    }

    /// The mean gradient over a batch. Each sample is seen in another of its views in every epoch.
    fn gradient(&self, params: &Params, linear: &[f32], batch: &[usize], epoch: usize) -> Params {
        let scale = f64::from(self.scale);
        let one = self.judge.one(scale);
        let set = self.judge.set;
        let piece = |samples: &[usize]| {
            let mut sum = Params::zeros(params.rows.len());
            for &at in samples {
                let rows = set.rows_of(at, (at + epoch) % set.views);
                let layer = params.layer(rows);
                let estimate = f64::from(linear[at]) + one * f64::from(params.value(&layer));
                let slope = self.judge.slope(at, estimate, scale) * one;
                sum.push_back(params, rows, &layer, slope as f32 / batch.len() as f32);
            }
            sum
        };
        let pieces: Vec<Params> = batch.par_chunks(batch.len().div_ceil(PIECES)).map(piece).collect();
        let mut pieces = pieces.into_iter();
        let mut sum = pieces.next().expect("a batch is not empty");
        pieces.for_each(|piece| sum.add(&piece));
        let l2 = 2.0 * self.order.l2 as f32;
        for (slopes, row) in sum.rows.iter_mut().zip(&params.rows) {
            for neuron in 0..WIDTH {
                slopes[neuron] += l2 * row[neuron];
            }
        }
        sum
    }

    /// Keeps the weights where they can be rounded to sixteen bits.
    fn keep_within(&self, params: &mut Params) {
        let within = |layer: &mut Layer, most: f32| {
            layer.iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
        };
        params.rows.iter_mut().for_each(|row| within(row, MOST_ROW));
        within(&mut params.bias, MOST_ROW);
        let one = self.judge.one(f64::from(self.scale)) as f32;
        within(&mut params.output, MOST_OUTPUT / one);
        params.offset = params.offset.clamp(-MOST_OFFSET / one, MOST_OFFSET / one);
    }

    /// The network in whole numbers.
    fn rounded(&self, params: &Params) -> Network {
        let one = self.judge.one(f64::from(self.scale)) as f32;
        let round = |layer: &Layer, scale: f32| -> Neurons {
            // The limits were kept while training.
            std::array::from_fn(|neuron| (layer[neuron] * scale).round() as i16)
        };
        Network {
            alone: self.order.alone,
            rows: params.rows.iter().map(|row| round(row, f32::from(ONE))).collect(),
            bias: round(&params.bias, f32::from(ONE)),
            output: round(&params.output, one * OUTPUT_SCALE as f32),
            offset: (params.offset * one).round() as i32,
        }
    }
}

#[cfg(test)]
mod tests {
    use grenier_core::kpe::Kpe;
    use grenier_core::mraha::Mraha;
    use grenier_engine::{Linear, Playable};

    use super::super::set::{Set, Targets};
    use super::*;
    use crate::data::{Result as GameResult, Sample, unit};

    /// Some random positions with made-up results.
    fn set<P: Playable>(count: usize) -> Set {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut set = Set::new::<P>();
        while set.len() < count {
            let mut position = P::start(P::Rules::default());
            for _ in 0..random.random_range(0..30) {
                position = position.random_child(&mut |n| random.random_range(0..n)).unwrap_or(position);
            }
            if position.outcome().is_none() {
                let eval = random.random();
                let sample = Sample { position, result: GameResult::First, eval, margin: None, exact: false };
                set.push(&sample, Targets { eval_share: 0.8 });
            }
        }
        set
    }

    fn order<P: Playable>() -> Order {
        Order {
            from: P::Evaluator::built_in("hand-set").unwrap().clone(),
            only: Vec::new(),
            keep_linear: true,
            l2: 1e-3,
            iterations: 1,
            epochs: 1,
            alone: false,
            rate: 0.01,
            seed: 1,
        }
    }

    /// Does work with a fit of a network for the game `P`, and with random weights and estimates.
    fn with_fit<P: Playable>(work: impl Fn(&NetworkFit<'_>, Params, &[f32])) {
        let (set, order) = (set::<P>(300), order::<P>());
        let judge = Judge::new(&set, unit::<P>());
        let fit =
            NetworkFit { judge: &judge, order: &order, scale: 700, categories: P::Evaluator::CATEGORIES };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
        let mut params = Params::random(set.slots * fit.categories, set.slots, &mut random);
        params.offset = 0.3;
        let linear = judge.estimates(P::Evaluator::default().weights(), None);
        work(&fit, params, &linear);
    }

    /// The mean loss of a batch with its penalty, as the gradient sees it.
    fn loss(fit: &NetworkFit<'_>, params: &Params, linear: &[f32], batch: &[usize], epoch: usize) -> f64 {
        let (set, scale) = (fit.judge.set, f64::from(fit.scale));
        let of = |&at: &usize| {
            let layer = params.layer(set.rows_of(at, (at + epoch) % set.views));
            let estimate = f64::from(linear[at]) + fit.judge.one(scale) * f64::from(params.value(&layer));
            fit.judge.loss(at, estimate, scale)
        };
        let squares: f64 = params.rows.iter().flatten().map(|&weight| f64::from(weight).powi(2)).sum();
        batch.iter().map(of).sum::<f64>() / batch.len() as f64 + fit.order.l2 * squares
    }

    fn gradients_agree<P: Playable>() {
        with_fit::<P>(|fit, params, linear| {
            let batch: Vec<usize> = (0..250).collect();
            let gradient = fit.gradient(&params, linear, &batch, 5);
            let slopes: Vec<f32> = gradient.layers().copied().collect();
            // The slopes that matter most, and some of all kinds.
            let mut places: Vec<usize> = (0..slopes.len()).collect();
            places.sort_by(|&one, &other| slopes[other].abs().total_cmp(&slopes[one].abs()));
            places.truncate(60);
            places.extend((0..slopes.len()).rev().take(2 * WIDTH + 1).chain((0..slopes.len()).step_by(501)));
            for at in places {
                let moved = |by: f32| {
                    let mut moved = params.clone();
                    *moved.layers_mut().nth(at).unwrap() += by;
                    loss(fit, &moved, linear, &batch, 5)
                };
                let step = 2e-3;
                let wanted = (moved(step) - moved(-step)) / f64::from(2.0 * step);
                let error = (f64::from(slopes[at]) - wanted).abs();
                assert!(error < 2e-3 + 0.03 * wanted.abs(), "{}: {at}: {} {wanted}", P::NAME, slopes[at]);
            }
        });
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        gradients_agree::<Kpe>();
        gradients_agree::<Mraha>();
    }

    #[test]
    fn rounding_hardly_changes_the_values() {
        with_fit::<Mraha>(|fit, params, _| {
            let (network, set) = (fit.rounded(&params), fit.judge.set);
            for at in 0..set.len() {
                let rows = set.rows_of(at, 0);
                let exact =
                    fit.judge.one(f64::from(fit.scale)) * f64::from(params.value(&params.layer(rows)));
                let error = (f64::from(network.value(rows)) - exact).abs();
                assert!(error < 6.0, "{at}: {exact}");
            }
        });
    }

    #[test]
    fn wild_weights_are_kept_where_they_can_be_rounded() {
        with_fit::<Kpe>(|fit, mut params, _| {
            params.layers_mut().enumerate().for_each(|(at, weight)| {
                *weight = if at % 3 == 0 { -1e9 } else { 1e9 };
            });
            fit.keep_within(&mut params);
            let network = fit.rounded(&params);
            assert!(network.fits(fit.judge.set.slots, fit.categories));
            assert_eq!(network.offset.abs(), MOST_WEIGHT);
            assert_eq!(network.output[1].abs(), i16::MAX);
        });
    }
}
