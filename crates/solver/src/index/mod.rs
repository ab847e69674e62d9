//! Perfect indexing: a layer's positions as numbers without gaps, or nearly so.

pub mod mancala;
pub mod squares;
