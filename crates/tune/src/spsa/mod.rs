//! SPSA: parameters are moved by matches alone (simultaneous perturbation stochastic approximation, Spall 1992).
//!
//! Every iteration tosses a coin for each parameter, lets a player with all parameters moved a little the one way meet
//! one with all of them moved the other way, and moves the parameters towards the winner. However many parameters there
//! are, an iteration costs the same few games; the noise of single results averages out over thousands of them.
//!
//! The constants are those of Fishtest and OpenBench. For a parameter with `C_end` and `R_end`, in a run of `N` iterations:
//!
//! ```text
//! c = C_end · N^γ      a_end = R_end · C_end²      a = a_end · (A + N)^α      α = 0.602, γ = 0.101, A = 0.1 · N
//!
//! iteration k, from 1:   c_k = c / k^γ      a_k = a / (A + k)^α      R_k = a_k / c_k²
//!                        plus  = value + c_k · flip          flip = +1 or -1, by a fair coin
//!                        minus = value - c_k · flip
//!                        value = value + R_k · c_k · result · flip      result = wins - losses of the plus player
//! ```
//!
//! So in the last iteration the perturbation is `C_end`, and a result of +1 moves the value by `R_end · C_end`. As in
//! OpenBench **`N` and `k` count iterations**, not pairs or games, and `result` is summed over all games of an iteration: with
//! more pairs an iteration, steps are greater and fewer. Values stay between min and max, and so do those that are played.
//! Parameters that are whole numbers have a real value all the same; what is played is rounded at random, down or up with the
//! chance that keeps its mean, both players by the same draw; and their `c_k` is never below one half, or both players would
//! often be the same.
//!
//! Everything random depends on the seed and the number of the iteration only, and an iteration counts as a whole or not at
//! all: with node limits a [`Run`] that is broken off and resumed is the undisturbed one, value by value. What it costs is
//! that the last games of an iteration leave cores idle; with eight pairs and two cores that is little.
//!
//! Nothing here says that the result plays better: that is for a match with fresh openings.

mod log;
mod parameter;
mod run;
mod tuner;
mod tuning;

pub use log::{Log, Step};
pub use parameter::Parameter;
pub use run::{Ending, Outcome, Run};
pub use tuner::{Gains, Trial, Tuner};
pub use tuning::{DEFAULT_PAIRS, MOST_ITERATIONS, MOST_PAIRS, Tuning};
