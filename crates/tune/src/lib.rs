//! Weights and parameters from games.
//!
//! [`data`] makes positions with results, and [`fit`] finds the weights that explain them. Whether anything is better is not
//! decided here but by a match.

pub mod data;
pub mod fit;
