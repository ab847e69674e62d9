//! What is counted while a match runs.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::config::SprtRule;
use crate::played::{Played, Termination};

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win is one, a draw half of one.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same games seen by the opponent.
    #[must_use]
    pub fn reversed(&self) -> Score {
        Score { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    fn add(&mut self, halves: u32) {
        match halves {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }
}

/// The state of a match: every figure that reports show.
#[derive(Clone, Debug)]
pub struct Standing {
    names: Vec<String>,
    /// Scores of each player against each other.
    table: Vec<Vec<Score>>,
    /// Pairs of the first two players by halves of points of the first: 0 to 4.
    pairs: [u64; 5],
    /// The first game of a pair whose second one is still to come, in halves of the first player.
    open_pair: Option<u32>,
    /// Games by reason, and by the player at fault if there is one.
    terminations: BTreeMap<(Termination, Option<String>), u64>,
    plies: u64,
    sprt: Option<SprtRule>,
    started: Instant,
}

impl Standing {
    /// Nothing played yet.
    pub fn new(names: Vec<String>, sprt: Option<SprtRule>, started: Instant) -> Standing {
        let table = vec![vec![Score::default(); names.len()]; names.len()];
        Standing {
            names,
            table,
            pairs: [0; 5],
            open_pair: None,
            terminations: BTreeMap::new(),
            plies: 0,
            sprt,
            started,
        }
    }

    /// Counts a game; games come in their order.
    pub fn count(&mut self, played: &Played) {
        let [first, second] = played.pairing.players;
        let [mine, theirs] = played.halves();
        self.table[first][second].add(mine);
        self.table[second][first].add(theirs);
        let fault_of = played.fault_of.map(|side| played.names[side].clone());
        *self.terminations.entry((played.termination, fault_of)).or_default() += 1;
        self.plies += played.moves.len() as u64;
        // Pairs are seen by the player with the lower number, who begins the first game of each.
        let halves = if first < second { mine } else { theirs };
        match self.open_pair.take() {
            Some(before) if played.pairing.is_return => self.pairs[(before + halves) as usize] += 1,
            _ => self.open_pair = Some(halves),
        }
    }

    /// The players' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The games of one player against another.
    pub fn between(&self, player: usize, other: usize) -> Score {
        self.table[player][other]
    }

    /// All games of a player.
    pub fn total(&self, player: usize) -> Score {
        self.table[player].iter().fold(Score::default(), |sum, score| Score {
            wins: sum.wins + score.wins,
            draws: sum.draws + score.draws,
            losses: sum.losses + score.losses,
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

    /// Pairs of games by the points of the first player in them: 0, ½, 1, 1½, 2.
    pub fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// Games by reason, and by the player at fault.
    pub fn terminations(&self) -> impl Iterator<Item = (Termination, Option<&str>, u64)> {
        self.terminations.iter().map(|((why, who), &count)| (*why, who.as_deref(), count))
    }

    /// Time since the match was started or resumed.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The sequential test that the match runs under.
    pub fn sprt(&self) -> Option<&SprtRule> {
        self.sprt.as_ref()
    }

    /// Has the sequential test come to a decision? It looks at whole pairs only.
    pub fn is_decided(&self) -> bool {
        false
    }
}
