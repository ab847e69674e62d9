//! Ratings of many players from all their games at once, by maximum likelihood.
//!
//! # The model
//! Elo's: the expected score of a player is 1/(1 + 10^(−D/400)), where D is the difference of the ratings and, for who
//! begins, an advantage. How the score is made of wins and draws is as R. Davidson has it (*On Extending the Bradley-Terry
//! Model to Accommodate Ties in Paired Comparison Experiments*, 1970; with an advantage: R. Davidson, R. Beaver, *On
//! Extending the Bradley-Terry Model to Incorporate Within-Pair Order Effects*, 1977): win, loss and draw are as
//! e^(d/2) : e^(−d/2) : ν. Davidson's own strengths d would not be Elo where draws are many, so d is taken such that the
//! expected score is Elo's: two players get the difference that their score says, whatever the share of draws. Advantage
//! and ν are fitted together with the ratings.
//!
//! # Perfect scores
//! Nobody is infinitely strong: every player brings half a virtual game, split evenly and spread over its opponents in
//! proportion to its games (BayesElo and Ordo have a similar prior). One virtual game more each keeps the advantage and
//! the draws finite.
//!
//! # Error bars
//! 95 %, from the inverse of the Fisher information. They belong to the difference to the anchor, or to the mean of the
//! group. Players that no chain of games connects are in different groups, whose ratings
//! say nothing of each other.

mod groups;
mod matrix;
mod model;

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::elo::{Interval, Z_95, normal_cdf};
use super::{GameScore, Trinomial};
use groups::groups;
use model::{Fit, Pairing};

/// Elo of a natural unit of strength.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The games of any number of players; their order does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// By first and second player, from the first one's view.
    games: BTreeMap<String, BTreeMap<String, Trinomial>>,
}

impl Results {
    /// No games.
    pub fn new() -> Results {
        Results::default()
    }

    /// Counts one more game, from the view of the player who began. A player's game against itself is not counted.
    pub fn add(&mut self, first: &str, second: &str, score: GameScore) {
        if first == second {
            return;
        }
        if !self.games.contains_key(first) {
            self.games.insert(first.to_owned(), BTreeMap::new());
        }
        let Some(of_first) = self.games.get_mut(first) else { return };
        match of_first.get_mut(second) {
            Some(results) => results.add(score),
            None => {
                let mut results = Trinomial::default();
                results.add(score);
                of_first.insert(second.to_owned(), results);
            }
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.games.values().flat_map(|of_first| of_first.values()).map(Trinomial::games).sum()
    }

    /// The players, by name.
    pub fn players(&self) -> Vec<&str> {
        let seconds = self.games.values().flat_map(|of_first| of_first.keys());
        let mut names: Vec<&str> = self.games.keys().chain(seconds).map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// All games of `one` against `other`, whoever began, from the view of `one`.
    pub fn between(&self, one: &str, other: &str) -> Trinomial {
        let began = |first: &str, second: &str| {
            self.games.get(first).and_then(|of_first| of_first.get(second)).copied().unwrap_or_default()
        };
        let mut results = began(one, other);
        results += began(other, one).mirrored();
        results
    }

    fn pairings(&self, players: &[&str]) -> Vec<Pairing> {
        let index = |name: &String| players.binary_search(&name.as_str()).unwrap_or(0);
        let mut pairings = Vec::new();
        for (first, of_first) in &self.games {
            for (second, results) in of_first {
                pairings.push(Pairing { first: index(first), second: index(second), results: *results });
            }
        }
        pairings
    }
}

/// A player whose rating is given.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    /// Its name.
    pub name: String,
    /// Its Elo.
    pub elo: f64,
}

/// Why there are no ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatingError {
    /// There are no games.
    NoGames,
    /// The anchor has played no game.
    UnknownAnchor(String),
    /// The numbers are beyond computing.
    NotSolved,
}

impl fmt::Display for RatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RatingError::NoGames => f.write_str("there is no finished game to rate"),
            RatingError::UnknownAnchor(name) => {
                write!(f, "the anchor \"{}\" has played no finished game", name.escape_debug())
            }
            RatingError::NotSolved => {
                f.write_str("the likelihood of these results has no maximum within reach")
            }
        }
    }
}

impl std::error::Error for RatingError {}

/// A player and what its games say of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatedPlayer {
    /// The place in its group, from 1.
    pub rank: usize,
    /// The name.
    pub name: String,
    /// The rating.
    pub elo: f64,
    /// Half the width of its 95 % confidence interval; 0 for the anchor.
    pub error: f64,
    /// Points.
    pub points: f64,
    /// Games.
    pub games: u64,
    /// Points a game, 0 to 1.
    pub score: f64,
    /// Share of drawn games, 0 to 1.
    pub draws: f64,
    /// Likelihood of being stronger than the next player of the group, 0 to 1; the last one has none.
    pub los: Option<f64>,
    /// All games are won, or all are lost: how far the rating is from the others rests on the virtual games.
    pub perfect: bool,
    /// The group, from 0, the one with the most players first.
    pub group: usize,
}

/// Ratings of all players, group by group, the strongest first.
///
/// ```
/// use grenier_arena::stats::{Anchor, GameScore, RatingList, Results};
///
/// let mut results = Results::new();
/// for _ in 0..30 {
///     results.add("strong", "weak", GameScore::Win);
///     results.add("weak", "strong", GameScore::Draw);
///     results.add("strong", "weak", GameScore::Draw);
///     results.add("weak", "strong", GameScore::Loss);
/// }
/// let anchor = Anchor { name: "weak".to_owned(), elo: 1000.0 };
/// let list = RatingList::new(&results, Some(&anchor))?;
/// assert_eq!((list.players[0].name.as_str(), list.players[1].elo), ("strong", 1000.0));
/// assert!(list.players[0].elo > 1100.0);
/// # Ok::<(), grenier_arena::stats::RatingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatingList {
    /// The players.
    pub players: Vec<RatedPlayer>,
    /// Finished games.
    pub games: u64,
    /// Elo that beginning is worth.
    pub first_advantage: Interval,
    /// The share of draws between equals when nobody has an advantage, 0 to 1.
    pub draw_rate: f64,
    /// Groups of players that no game connects; ratings of different groups cannot be compared.
    pub groups: usize,
}

impl RatingList {
    /// Rates the players: the anchor's group around the anchor, every other group around a mean of 0.
    ///
    /// # Errors
    /// [`RatingError`] without games, or with an anchor that has none.
    pub fn new(results: &Results, anchor: Option<&Anchor>) -> Result<RatingList, RatingError> {
        let names = results.players();
        if names.is_empty() {
            return Err(RatingError::NoGames);
        }
        let anchor = match anchor {
            None => None,
            Some(anchor) => {
                let unknown = || RatingError::UnknownAnchor(anchor.name.clone());
                let index = names.binary_search(&anchor.name.as_str()).map_err(|_| unknown())?;
                Some((index, anchor.elo))
            }
        };
        let pairings = results.pairings(&names);
        let groups = groups(names.len(), &pairings);
        let fit = Fit::new(names.len(), &pairings, &groups).ok_or(RatingError::NotSolved)?;
        let list = Listing { names, pairings, groups, fit, anchor };
        let first_advantage = Interval {
            value: list.fit.advantage() * UNIT,
            error: Z_95 * list.fit.advantage_variance().sqrt() * UNIT,
        };
        Ok(RatingList {
            games: results.games(),
            first_advantage,
            draw_rate: list.fit.draws() / (2.0 + list.fit.draws()),
            groups: list.groups.iter().max().map_or(0, |most| most + 1),
            players: list.players(),
        })
    }
}

/// What a list is made of.
struct Listing<'a> {
    names: Vec<&'a str>,
    pairings: Vec<Pairing>,
    groups: Vec<usize>,
    fit: Fit,
    anchor: Option<(usize, f64)>,
}

impl Listing<'_> {
    fn players(&self) -> Vec<RatedPlayer> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let strength = |player: usize| self.fit.strength(player);
        // The players are in the order of their names, and the sort keeps that order among equals.
        order.sort_by(|&a, &b| self.groups[a].cmp(&self.groups[b]).then(strength(b).total_cmp(&strength(a))));
        let results = self.results();
        let mut rank = 0;
        let mut players = Vec::new();
        for (place, &player) in order.iter().enumerate() {
            let same_group = |other: &usize| self.groups[*other] == self.groups[player];
            let first_of_group = place == 0 || !same_group(&order[place - 1]);
            rank = if first_of_group { 1 } else { rank + 1 };
            let next = order.get(place + 1).copied().filter(same_group);
            players.push(self.player(player, rank, next, results[player]));
        }
        players
    }

    fn player(&self, player: usize, rank: usize, next: Option<usize>, results: Trinomial) -> RatedPlayer {
        let games = results.games();
        let per_game = |number: f64| number / games as f64;
        let anchor = self.anchor.filter(|(anchor, _)| self.groups[*anchor] == self.groups[player]);
        let (elo, variance) = match anchor {
            Some((anchor, elo)) if anchor == player => (elo, 0.0),
            Some((anchor, elo)) => {
                let difference = self.fit.strength(player) - self.fit.strength(anchor);
                (elo + difference * UNIT, self.fit.difference_variance(player, anchor))
            }
            None => (self.fit.strength(player) * UNIT, self.fit.variance(player)),
        };
        RatedPlayer {
            rank,
            name: self.names[player].to_owned(),
            elo,
            error: Z_95 * variance.sqrt() * UNIT,
            points: results.points(),
            games,
            score: per_game(results.points()),
            draws: per_game(results.draws as f64),
            los: next.map(|next| self.superiority(player, next)),
            perfect: results.wins == games || results.losses == games,
            group: self.groups[player],
        }
    }

    fn superiority(&self, one: usize, other: usize) -> f64 {
        let difference = self.fit.strength(one) - self.fit.strength(other);
        normal_cdf(difference / self.fit.difference_variance(one, other).sqrt())
    }

    /// The results of every player, from its own view.
    fn results(&self) -> Vec<Trinomial> {
        let mut results = vec![Trinomial::default(); self.names.len()];
        for pairing in &self.pairings {
            results[pairing.first] += pairing.results;
            results[pairing.second] += pairing.results.mirrored();
        }
        results
    }
}
