//! What is counted while a match runs.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::played::{Played, Termination};
use crate::stats::{GameScore, MatchReport, Pentanomial, Sprt, SprtVerdict, Trinomial};

/// The state of a match: every figure that reports show.
#[derive(Clone, Debug)]
pub struct Standing {
    names: Vec<String>,
    /// Scores of each player against each other.
    table: Vec<Vec<Trinomial>>,
    /// Pairs of games, seen by the player with the lower number.
    pairs: Pentanomial,
    /// The first game of a pair whose second one is still to come, seen by the first player.
    open_pair: Option<GameScore>,
    /// Games by reason, and by the player at fault if there is one.
    terminations: BTreeMap<(Termination, Option<String>), u64>,
    plies: u64,
    test: Option<Sprt>,
    started: Instant,
}

impl Standing {
    /// Nothing played yet.
    pub fn new(names: Vec<String>, test: Option<Sprt>, started: Instant) -> Standing {
        let table = vec![vec![Trinomial::default(); names.len()]; names.len()];
        Standing {
            names,
            table,
            pairs: Pentanomial::default(),
            open_pair: None,
            terminations: BTreeMap::new(),
            plies: 0,
            test,
            started,
        }
    }

    /// Counts a game; games come in their order.
    pub fn count(&mut self, played: &Played) {
        let [first, second] = played.pairing.players;
        if let Some(score) = played.score() {
            self.table[first][second].add(score);
            self.table[second][first].add(score.mirrored());
            self.count_pair(played, if first < second { score } else { score.mirrored() });
        }
        let fault_of = played.fault_of.map(|side| played.names[side].clone());
        *self.terminations.entry((played.termination, fault_of)).or_default() += 1;
        self.plies += played.moves.len() as u64;
    }

    /// Counts the second game of a pair with the first one, which came just before it.
    fn count_pair(&mut self, played: &Played, score: GameScore) {
        match self.open_pair.take() {
            Some(before) if played.pairing.is_return => self.pairs.add(before, score),
            _ => self.open_pair = Some(score),
        }
    }

    /// The players' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The games of one player against another.
    pub fn between(&self, player: usize, other: usize) -> Trinomial {
        self.table[player][other]
    }

    /// All games of a player.
    pub fn total(&self, player: usize) -> Trinomial {
        self.table[player].iter().fold(Trinomial::default(), |sum, score| Trinomial {
            wins: sum.wins + score.wins,
            losses: sum.losses + score.losses,
            draws: sum.draws + score.draws,
        })
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        (0..self.names.len()).map(|player| self.total(player).games()).sum::<u64>() / 2
    }

    /// Plies of all games.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// Pairs of games, seen by the player with the lower number in each.
    pub fn pairs(&self) -> Pentanomial {
        self.pairs
    }

    /// The report of a match of two players, from the first one's view.
    pub fn report(&self) -> MatchReport {
        let results = self.total(0);
        if self.pairs.pairs() > 0 {
            MatchReport::of_pairs(self.pairs, Some(results), self.test.as_ref())
        } else {
            MatchReport::of_games(results, self.test.as_ref())
        }
    }

    /// Games by reason, and by the player at fault.
    pub fn terminations(&self) -> impl Iterator<Item = (Termination, Option<&str>, u64)> {
        self.terminations.iter().map(|((why, who), &count)| (*why, who.as_deref(), count))
    }

    /// Time since the match was started or resumed.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Has the sequential test come to a decision? It looks at whole pairs only.
    pub fn is_decided(&self) -> bool {
        let Some(test) = &self.test else { return false };
        let status = test.status(self.pairs.sample().as_ref());
        self.open_pair.is_none() && status.verdict != SprtVerdict::Continue
    }
}
