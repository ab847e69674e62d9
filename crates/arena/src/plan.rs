//! Which games are played, in which order.
//!
//! A plan gives batches of games. A batch depends on the results of earlier ones only (a knockout's next stage), so that
//! the games are the same whatever is played at the same time, and a match that is resumed knows what is missing.

use crate::config::{Config, Format};
use crate::played::Pairing;

/// Rounds by which a knockout tie that is even goes on, at most; then the player named first goes through.
const EXTRA_ROUNDS: usize = 10;

/// Games that are planned ahead, about: nobody has memory for the games of a trillion rounds.
const AHEAD: usize = 50_000;

/// The games of a match.
#[derive(Clone, Debug)]
pub struct Plan {
    format: Format,
    rounds: usize,
    games: usize,
    repeat: bool,
    players: usize,
    openings: usize,
    /// Games given so far.
    given: usize,
    stage: Stage,
}

/// Where a knockout stands.
#[derive(Clone, Debug)]
enum Stage {
    /// Nothing has been given.
    Start,
    /// So many rounds of everybody have been given.
    Rounds(usize),
    /// These ties are being played, after so many rounds of them.
    Ties { ties: Vec<Tie>, rounds: usize },
    /// Nothing more will come.
    Done,
}

/// One tie of a knockout.
#[derive(Clone, Debug)]
struct Tie {
    players: [usize; 2],
    /// Points in halves.
    halves: [u32; 2],
}

impl Plan {
    /// The plan of a match with so many openings.
    pub fn new(config: &Config, openings: usize) -> Plan {
        Plan {
            format: config.format,
            rounds: config.rounds,
            games: config.games,
            repeat: config.repeat,
            players: config.engines.len(),
            openings,
            given: 0,
            stage: Stage::Start,
        }
    }

    /// The games that are known to be played at least.
    pub fn known_games(&self) -> usize {
        let ties = match self.format {
            Format::Knockout => self.players - 1,
            _ => self.pairs().len(),
        };
        ties.saturating_mul(self.rounds).saturating_mul(self.games)
    }

    /// The next games; `halves` are the points of all games given so far, in their order, those of the player who
    /// moved first in them first. `None` when everything has been played.
    pub fn next_batch(&mut self, pairings: &[Pairing], halves: &[[u32; 2]]) -> Option<Vec<Pairing>> {
        match self.format {
            Format::Knockout => self.next_stage(pairings, halves),
            _ => {
                let given = if let Stage::Rounds(given) = self.stage { given } else { 0 };
                let pairs = self.pairs();
                let rounds = (AHEAD / (pairs.len() * self.games)).max(1).min(self.rounds - given);
                self.stage = Stage::Rounds(given + rounds);
                (rounds > 0).then(|| self.rounds_of(&pairs, given + 1, rounds))
            }
        }
    }

    /// The pairs of a round, the player who begins the first game first.
    fn pairs(&self) -> Vec<[usize; 2]> {
        match self.format {
            Format::Gauntlet => (1..self.players).map(|other| [0, other]).collect(),
            _ => (0..self.players).flat_map(|a| (a + 1..self.players).map(move |b| [a, b])).collect(),
        }
    }

    /// The games of some rounds of these pairs. A pair's openings go on from round to round; without `repeat` every
    /// game has one of its own.
    fn rounds_of(&mut self, pairs: &[[usize; 2]], first_round: usize, rounds: usize) -> Vec<Pairing> {
        let mut games = Vec::new();
        for round in first_round..first_round + rounds {
            for &[a, b] in pairs {
                for game in 0..self.games {
                    // An odd number of games begins the next round with the other side.
                    let is_swapped = ((round - 1) * self.games + game) % 2 == 1;
                    let opening = if self.repeat {
                        (round - 1) * self.games.div_ceil(2) + game / 2
                    } else {
                        (round - 1) * self.games + game
                    };
                    let is_return = self.repeat && game % 2 == 1;
                    self.given += 1;
                    games.push(Pairing {
                        number: self.given,
                        round,
                        opening: opening % self.openings,
                        players: if is_swapped { [b, a] } else { [a, b] },
                        is_return,
                    });
                }
            }
        }
        games
    }

    fn next_stage(&mut self, pairings: &[Pairing], halves: &[[u32; 2]]) -> Option<Vec<Pairing>> {
        let stage = std::mem::replace(&mut self.stage, Stage::Done);
        let (ties, played, goes_on) = match stage {
            Stage::Done | Stage::Rounds(_) => return None,
            Stage::Start => (ties_of(&(0..self.players).collect::<Vec<_>>()), 0, false),
            Stage::Ties { mut ties, rounds } => {
                count(&mut ties, pairings, halves);
                let is_even = ties.iter().any(|tie| !tie.is_bye() && tie.halves[0] == tie.halves[1]);
                if is_even && rounds < self.rounds + EXTRA_ROUNDS {
                    (ties, rounds, true)
                } else {
                    let winners: Vec<usize> = ties.iter().map(Tie::winner).collect();
                    if winners.len() == 1 {
                        return None;
                    }
                    (ties_of(&winners), 0, false)
                }
            }
        };
        // Rounds are numbered through the whole tournament.
        let first_round = pairings.last().map_or(1, |pairing| pairing.round + 1);
        let rounds = if goes_on { 1 } else { self.rounds };
        let open: Vec<[usize; 2]> = ties
            .iter()
            .filter(|tie| !tie.is_bye() && (!goes_on || tie.halves[0] == tie.halves[1]))
            .map(|tie| tie.players)
            .collect();
        let batch = self.rounds_of(&open, first_round, rounds);
        self.stage = Stage::Ties { ties, rounds: played + rounds };
        Some(batch)
    }
}

/// The ties of a stage: the first against the last, and so on; with an odd number the first has none to play.
fn ties_of(players: &[usize]) -> Vec<Tie> {
    let (bye, rest) = if players.len() % 2 == 1 { players.split_at(1) } else { players.split_at(0) };
    let byes = bye.iter().map(|&player| Tie { players: [player; 2], halves: [0; 2] });
    let half = rest.len() / 2;
    let ties = (0..half).map(|at| Tie { players: [rest[at], rest[rest.len() - 1 - at]], halves: [0; 2] });
    byes.chain(ties).collect()
}

/// Counts the points of all games between the two players of each tie. They meet once in a knockout.
fn count(ties: &mut [Tie], pairings: &[Pairing], halves: &[[u32; 2]]) {
    for tie in ties {
        tie.halves = [0; 2];
        for (pairing, points) in pairings.iter().zip(halves) {
            if pairing.players == tie.players {
                tie.halves = [tie.halves[0] + points[0], tie.halves[1] + points[1]];
            } else if pairing.players == [tie.players[1], tie.players[0]] {
                tie.halves = [tie.halves[0] + points[1], tie.halves[1] + points[0]];
            }
        }
    }
}

impl Tie {
    fn is_bye(&self) -> bool {
        self.players[0] == self.players[1]
    }

    fn winner(&self) -> usize {
        self.players[usize::from(self.halves[1] > self.halves[0])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::PlayerSpec;

    fn plan(format: Format, players: usize, rounds: usize) -> Plan {
        let mut config = Config::new("kpe");
        config.format = format;
        config.rounds = rounds;
        config.engines = vec![PlayerSpec::default(); players];
        Plan::new(&config, 5)
    }

    /// Plays a plan to its end; `better` says whether the player who moves first wins.
    fn played(plan: &mut Plan, wins: impl Fn(&Pairing) -> bool) -> Vec<Pairing> {
        let (mut pairings, mut halves) = (Vec::new(), Vec::new());
        while let Some(batch) = plan.next_batch(&pairings, &halves) {
            halves.extend(batch.iter().map(|pairing| if wins(pairing) { [2, 0] } else { [0, 2] }));
            pairings.extend(batch);
        }
        assert!(pairings.iter().map(|pairing| pairing.number).eq(1..=pairings.len()));
        pairings
    }

    #[test]
    fn a_match_plays_each_opening_twice_with_sides_changed() {
        let games = played(&mut plan(Format::RoundRobin, 2, 7), |_| true);
        assert_eq!(games.len(), 14);
        for (at, pair) in games.chunks(2).enumerate() {
            assert_eq!((pair[0].players, pair[1].players), ([0, 1], [1, 0]));
            assert_eq!((pair[0].opening, pair[1].opening), (at % 5, at % 5));
            assert!(!pair[0].is_return && pair[1].is_return);
        }
    }

    #[test]
    fn an_odd_number_of_games_does_not_always_begin_with_the_same_player() {
        for (games, repeat) in [(1, true), (1, false), (3, true), (3, false)] {
            let mut plan = plan(Format::RoundRobin, 2, 4);
            (plan.games, plan.repeat) = (games, repeat);
            let pairings = played(&mut plan, |_| true);
            let begun = pairings.iter().filter(|pairing| pairing.players[0] == 0).count();
            assert_eq!((pairings.len(), begun), (4 * games, 2 * games));
            for pair in pairings.windows(2).filter(|pair| pair[1].is_return) {
                assert_eq!(pair[0].players, [pair[1].players[1], pair[1].players[0]]);
                assert_eq!(pair[0].opening, pair[1].opening);
            }
        }
    }

    #[test]
    fn a_trillion_rounds_are_not_planned_at_once() {
        let mut plan = plan(Format::RoundRobin, 3, 1_000_000_000_000);
        assert_eq!(plan.known_games(), 6_000_000_000_000);
        let mut last = 0;
        for _ in 0..3 {
            let batch = plan.next_batch(&[], &[]).unwrap();
            assert!(batch.len() <= AHEAD && batch[0].number == last + 1);
            last = batch.last().unwrap().number;
        }
        plan.rounds = usize::MAX;
        assert_eq!(plan.known_games(), usize::MAX);
    }

    #[test]
    fn rounds_go_on_from_batch_to_batch() {
        let games = played(&mut plan(Format::RoundRobin, 2, AHEAD), |_| true);
        assert_eq!(games.len(), 2 * AHEAD);
        assert!(games.windows(2).all(|two| two[1].round - two[0].round <= 1));
    }

    #[test]
    fn a_round_robin_and_a_gauntlet_have_their_pairs() {
        assert_eq!(played(&mut plan(Format::RoundRobin, 4, 3), |_| true).len(), 6 * 3 * 2);
        let gauntlet = played(&mut plan(Format::Gauntlet, 4, 3), |_| true);
        assert_eq!(gauntlet.len(), 3 * 3 * 2);
        assert!(gauntlet.iter().all(|pairing| pairing.players.contains(&0)));
    }

    #[test]
    fn a_knockout_ends_with_the_best_player() {
        for players in 2..9 {
            let strong = |pairing: &Pairing| pairing.players[0] > pairing.players[1];
            let games = played(&mut plan(Format::Knockout, players, 2), strong);
            assert_eq!(games.len(), (players - 1) * 4);
            assert!(games.last().unwrap().players.contains(&(players - 1)));
        }
    }

    #[test]
    fn an_even_tie_goes_on_for_some_rounds() {
        let games = played(&mut plan(Format::Knockout, 2, 1), |_| true);
        assert_eq!(games.len(), 2 * (1 + EXTRA_ROUNDS));
        assert_eq!(games.last().unwrap().round, 1 + EXTRA_ROUNDS);
    }
}
