//! A small network over the raw board: what a linear evaluator cannot say, because it depends on two things at once.
//!
//! ```text
//!   board       slots: what stands in each of some places      one of a few categories in each
//!     |         one row of WIDTH weights for every category of every slot
//!   layer       the sum of the rows of all slots, and the bias, between 0 and ONE
//!     |         one weight for every neuron
//!   value       hundredths, for the side to move
//! ```
//!
//! As nothing but rows is added up, a slot costs two or three additions of vectors; nothing is kept from position to
//! position. (Rows that are added up by index are Yu Nasu's efficiently updatable network, 2018; the board is small
//! enough to do without the update.)

use wide::{i16x8, i32x4};

/// Neurons of the layer.
pub const WIDTH: usize = 32;

/// What a neuron that is wholly on counts.
pub const ONE: i16 = 256;

/// A weight of the output of so much adds one hundredth when its neuron is wholly on.
pub const OUTPUT_SCALE: i32 = 8;

/// A number for each neuron.
pub type Neurons = [i16; WIDTH];

/// Neurons in a vector.
const LANES: usize = 8;

/// Vectors of a layer.
const VECTORS: usize = WIDTH / LANES;

/// The numbers as vectors. Left to itself the compiler keeps them one by one, and takes three times as long.
#[inline(always)]
fn vectors(neurons: &Neurons) -> [i16x8; VECTORS] {
    bytemuck::cast(*neurons)
}

/// The weights of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// Does it judge alone? Otherwise its value is added to that of the features.
    pub alone: bool,
    /// The weights of every category of every slot, slot by slot; [`ONE`] is one.
    pub rows: Vec<Neurons>,
    /// What the layer starts from.
    pub bias: Neurons,
    /// The weights of the neurons, in hundredths times [`OUTPUT_SCALE`].
    pub output: Neurons,
    /// What the output starts from, in hundredths.
    pub offset: i32,
}

impl Network {
    /// The value of a board whose slots have these rows.
    #[inline]
    pub fn value(&self, rows: &[u16]) -> i32 {
        let mut layer = vectors(&self.bias);
        for &row in rows {
            let row = vectors(&self.rows[usize::from(row)]);
            for (sum, &term) in layer.iter_mut().zip(&row) {
                // No sum leaves the sixteen bits: `fits` has seen to it.
                *sum += term;
            }
        }
        let output = vectors(&self.output);
        let (zero, one) = (i16x8::ZERO, i16x8::splat(ONE));
        let mut sum = i32x4::ZERO;
        for (&neurons, &weights) in layer.iter().zip(&output) {
            sum += neurons.max(zero).min(one).dot(weights);
        }
        self.offset + sum.reduce_add() / (i32::from(ONE) * OUTPUT_SCALE)
    }

    /// Has it a row for each of so many categories in each of so many slots, and does no sum of them leave sixteen bits?
    pub fn fits(&self, slots: usize, categories: usize) -> bool {
        let most = |neuron: usize| {
            let largest = |slot: &[Neurons]| slot.iter().map(|row| i64::from(row[neuron]).abs()).max();
            let rows: i64 = self.rows.chunks(categories.max(1)).filter_map(largest).sum();
            rows + i64::from(self.bias[neuron]).abs()
        };
        self.rows.len() == slots * categories && (0..WIDTH).all(|neuron| most(neuron) <= i64::from(i16::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network {
        let row = |by: i16| std::array::from_fn(|neuron| by * (neuron as i16 - 16));
        Network {
            alone: true,
            rows: vec![row(1), row(20), row(-3), row(7)],
            bias: [30; WIDTH],
            output: std::array::from_fn(|neuron| 100 * neuron as i16 - 900),
            offset: -5,
        }
    }

    #[test]
    fn the_value_is_that_of_the_formula() {
        let network = network();
        for rows in [[0, 2], [0, 3], [1, 2], [1, 3]] {
            let neuron = |neuron: usize| {
                let sum: i16 = rows.iter().map(|&row| network.rows[usize::from(row)][neuron]).sum();
                f64::from((sum + network.bias[neuron]).clamp(0, ONE)) / f64::from(ONE)
            };
            let output = |at: usize| neuron(at) * f64::from(network.output[at]) / f64::from(OUTPUT_SCALE);
            let wanted: f64 = f64::from(network.offset) + (0..WIDTH).map(output).sum::<f64>();
            assert!((f64::from(network.value(&rows)) - wanted).abs() < 1.0, "{rows:?}: {wanted}");
        }
    }

    #[test]
    fn what_could_overflow_does_not_fit() {
        let mut network = network();
        assert!(network.fits(2, 2) && !network.fits(2, 3) && !network.fits(3, 2) && !network.fits(0, 0));
        network.rows[1][3] = 20_000;
        assert!(network.fits(2, 2));
        network.rows[2][3] = -13_000;
        assert!(!network.fits(2, 2));
    }
}
