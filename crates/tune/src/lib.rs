//! Weights and parameters from games.
//!
//! [`data`] makes positions with results, [`fit`] finds the weights that explain them, and [`spsa`] moves parameters by
//! matches alone. Whether anything is better is not decided here but by a match.

pub mod data;
pub mod fit;
pub mod spsa;
