//! The report block that people paste: Elo, superiority, counts, pairs, and where the test stands.

use std::fmt;

use serde::Serialize;

use super::{Interval, Pentanomial, Sprt, SprtStatus, Trinomial};

/// What a match of two players says, from the first one's view. Its `Display` is the block, in the layout of fastchess.
///
/// ```
/// use grenier_arena::stats::{MatchReport, Pentanomial};
///
/// let block = MatchReport::of_pairs(Pentanomial([379, 10170, 21828, 10640, 343]), None, None).to_string();
/// assert!(block.starts_with("Elo: 1.59 +/- 1.21, nElo: 3.05 +/- 2.31\nLOS: 99.51 %, DrawRatio: 50.34 %"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// Elo difference; `None` without games.
    pub elo: Option<Interval>,
    /// Normalized Elo difference.
    pub nelo: Option<Interval>,
    /// Likelihood of superiority, 0 to 1.
    pub los: Option<f64>,
    /// Share of drawn pairs, or of drawn games where there are no pairs, 0 to 1.
    pub draw_ratio: Option<f64>,
    /// Pairs won for each pair lost.
    pub pairs_ratio: Option<f64>,
    /// Games.
    pub games: u64,
    /// Games by result; `None` where only pairs are known, which count WL and DD together.
    #[serde(flatten)]
    pub results: Option<Trinomial>,
    /// Points.
    pub points: f64,
    /// Points a game, 0 to 1.
    pub score: Option<f64>,
    /// Pairs `[LL, LD, WL+DD, WD, WW]`.
    pub ptnml: Option<Pentanomial>,
    /// The test, if there is one.
    pub sprt: Option<SprtStatus>,
}

impl MatchReport {
    /// The report of paired games; `results` are the single games, as far as they are known.
    pub fn of_pairs(pairs: Pentanomial, results: Option<Trinomial>, test: Option<&Sprt>) -> MatchReport {
        let sample = pairs.sample();
        let (games, points) = match results {
            Some(results) => (results.games(), results.points()),
            None => (2 * pairs.pairs(), pairs.points()),
        };
        MatchReport {
            elo: sample.map(|sample| sample.elo()),
            nelo: sample.map(|sample| sample.normalized_elo()),
            los: sample.map(|sample| sample.superiority()),
            draw_ratio: pairs.draw_ratio(),
            pairs_ratio: pairs.pairs_ratio(),
            games,
            results,
            points,
            score: (games > 0).then(|| points / games as f64),
            ptnml: Some(pairs),
            sprt: test.map(|test| test.status(sample.as_ref())),
        }
    }

    /// The report of games that are not paired.
    pub fn of_games(results: Trinomial, test: Option<&Sprt>) -> MatchReport {
        let sample = results.sample();
        let (games, points) = (results.games(), results.points());
        let per_game = |number: f64| (games > 0).then(|| number / games as f64);
        MatchReport {
            elo: sample.map(|sample| sample.elo()),
            nelo: sample.map(|sample| sample.normalized_elo()),
            los: sample.map(|sample| sample.superiority()),
            draw_ratio: per_game(results.draws as f64),
            pairs_ratio: None,
            games,
            results: Some(results),
            points,
            score: per_game(points),
            ptnml: None,
            sprt: test.map(|test| test.status(sample.as_ref())),
        }
    }
}

/// `1.59 +/- 1.21`, or `-`.
fn interval(interval: Option<Interval>) -> String {
    interval.map_or("-".to_owned(), |Interval { value, error }| format!("{value:.2} +/- {error:.2}"))
}

/// `99.51 %`, or `-`.
fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.2} %", 100.0 * share))
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Elo: {}, nElo: {}", interval(self.elo), interval(self.nelo))?;
        write!(f, "LOS: {}, DrawRatio: {}", percent(self.los), percent(self.draw_ratio))?;
        if self.ptnml.is_some() {
            let ratio = self.pairs_ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
            write!(f, ", PairsRatio: {ratio}")?;
        }
        let [wins, losses, draws] = match self.results {
            Some(Trinomial { wins, losses, draws }) => [wins, losses, draws].map(|count| count.to_string()),
            None => [(); 3].map(|()| "?".to_owned()),
        };
        write!(f, "\nGames: {}, Wins: {wins}, Losses: {losses}, Draws: {draws}, ", self.games)?;
        write!(f, "Points: {:.1} ({})", self.points, percent(self.score))?;
        if let Some(pairs) = self.ptnml {
            write!(f, "\nPtnml(0-2): {pairs}")?;
        }
        if let Some(sprt) = &self.sprt {
            write!(f, "\n{sprt}")?;
        }
        Ok(())
    }
}
