//! Statistics of matches: what the results of games say of the players' strength, and how sure that is.
//!
//! Everything here is arithmetic on counts: no games are played, no files are opened, nothing is printed. Values that
//! counts do not give (the Elo of no games) are `None`; no function returns NaN or an infinity.
//!
//! - [`Pentanomial`] and [`Trinomial`]: counts of pairs and of games. Pairs share an opening and swap colours, so their
//!   two games are not independent; statistics on pairs stay right, those on single games waste games or deceive.
//! - [`Sample`]: counts as a distribution of scores; [Elo, normalized Elo and likelihood of superiority](Sample::elo).
//! - [`Sprt`]: the sequential test that ends a match. [`MatchReport`]: the block that people paste.
//! - [`headers()`]: players and results of record files. [`RatingList`]: ratings of many players.

mod elo;
mod headers;
mod mle;
mod pairing;
mod pentanomial;
pub mod rating;
mod report;
mod sample;
mod sprt;

pub use elo::{Interval, elo_of_score, normal_cdf, score_of_elo};
pub use headers::{GameHeaders, headers};
pub use pairing::{Meeting, meeting};
pub use pentanomial::{GameScore, Pentanomial, Trinomial};
pub use rating::{Anchor, RatedPlayer, RatingError, RatingList, Results};
pub use report::MatchReport;
pub use sample::Sample;
pub use sprt::{Model, Sprt, SprtError, SprtStatus, SprtVerdict};
