//! The words of the three mancalas.

use grenier_core::awale::Awale;
use grenier_core::kpe::Kpe;
use grenier_core::mancala::Pit;
use grenier_core::mancala::ring::{Row, pit};
use grenier_core::obridjie::Obridjie;
use grenier_core::{Notation, Player};

use super::{Explain, Phrase, with_other_turn};

/// What the words need to know of a mancala.
pub(crate) trait Sowing: Notation<Move = Pit> {
    /// Pits in a row.
    const PITS: usize;

    /// Must an enemy without seeds be fed?
    const FEEDS: bool;

    /// Does a move empty no pits of the enemy but those that it takes?
    const EMPTIES_ONLY_WHAT_IT_TAKES: bool;

    /// Both rows, South's first.
    fn rows(&self) -> [Row; 2];

    /// Both stores, South's first.
    fn stores(&self) -> [u8; 2];

    /// What only this game has a word for.
    fn own_phrases(before: &Self, mv: Pit, after: &Self) -> Vec<Phrase>;
}

macro_rules! sowing {
    ($game:ty, $pits:expr, feeds: $feeds:literal, relays: $relays:literal, $own_phrases:expr) => {
        impl Sowing for $game {
            const PITS: usize = $pits;
            const FEEDS: bool = $feeds;
            const EMPTIES_ONLY_WHAT_IT_TAKES: bool = !$relays;

            fn rows(&self) -> [Row; 2] {
                <$game>::rows(self)
            }

            fn stores(&self) -> [u8; 2] {
                <$game>::stores(self)
            }

            fn own_phrases(before: &Self, mv: Pit, after: &Self) -> Vec<Phrase> {
                $own_phrases(before, mv, after)
            }
        }

        impl Explain for $game {
            fn phrases(before: &Self, mv: Pit, after: &Self) -> Vec<Phrase> {
                phrases(before, mv, after)
            }
        }
    };
}

sowing!(Kpe, grenier_core::kpe::PITS, feeds: true, relays: false, lifting);
sowing!(Awale, grenier_core::awale::PITS, feeds: true, relays: false, |_, _, _| Vec::new());
sowing!(Obridjie, grenier_core::obridjie::PITS, feeds: false, relays: true, relaying);

/// Kpé: first lifts (K3).
fn lifting(before: &Kpe, mv: Pit, after: &Kpe) -> Vec<Phrase> {
    let mover = mv.owner().index();
    let [was, left] = [before, after].map(|position| position.unlifted()[mover].count_ones());
    match left {
        0 if was > 0 => vec![Phrase::Unlocks],
        _ if left < was => vec![Phrase::FirstLift(left)],
        _ => Vec::new(),
    }
}

/// Obridjie: relays (O5), and fours that fall to their owner (O3).
fn relaying(before: &Obridjie, mv: Pit, after: &Obridjie) -> Vec<Phrase> {
    let enemy = mv.owner().other();
    let given = gain(before, after, enemy);
    let sowings = before.sowings(mv);
    let gives = (given > 0).then_some(Phrase::GivesSeeds(given));
    gives.into_iter().chain((sowings > 1).then_some(Phrase::Relay(sowings))).collect()
}

/// What the move adds to a player's store.
fn gain<P: Sowing>(before: &P, after: &P, player: Player) -> u8 {
    let [before, after] = [before, after].map(|position| position.stores()[player.index()]);
    after - before
}

/// The move of the player to move that takes most: how much, and the pits of the enemy that it empties.
#[derive(Default)]
struct Take {
    seeds: u8,
    pits: Vec<usize>,
}

impl Take {
    /// The best one of the player to move; of equal ones the first.
    fn best<P: Sowing>(position: &P) -> Take {
        let mover = position.turn();
        let mut best = Take::default();
        position.for_each_child(&mut Vec::new(), |_, child| {
            let seeds = gain(position, &child, mover);
            if seeds > best.seeds {
                best = Take { seeds, pits: emptied(position, &child, mover.other()) };
            }
        });
        best
    }

    /// The names of the pits, which are `owner`'s.
    fn names(&self, owner: Player) -> Vec<String> {
        self.pits.iter().map(|&index| Pit::new(owner, index).to_string()).collect()
    }
}

/// The pits of `owner` that had seeds and have none, where that tells what was taken.
fn emptied<P: Sowing>(before: &P, after: &P, owner: Player) -> Vec<usize> {
    if !P::EMPTIES_ONLY_WHAT_IT_TAKES {
        return Vec::new();
    }
    let [before, after] = [before, after].map(|position| position.rows()[owner.index()]);
    (0..P::PITS).filter(|&index| pit(before, index) > 0 && pit(after, index) == 0).collect()
}

/// The position as if `player` were to move.
fn turned_to<P: Sowing>(position: &P, player: Player) -> Option<P> {
    if position.turn() == player {
        return Some(*position);
    }
    with_other_turn(position, |fields| {
        let (board, rest) = fields.split_at(fields.find(' ').unwrap_or(fields.len()));
        let side = if player == Player::First { 'S' } else { 'N' };
        Some(format!("{}{side}{rest}", board.strip_suffix(['S', 'N'])?))
    })
}

fn phrases<P: Sowing>(before: &P, mv: Pit, after: &P) -> Vec<Phrase> {
    let mover = mv.owner();
    let mut phrases = Vec::new();
    let [bare_before, bare_after] =
        [before, after].map(|position| position.rows()[mover.other().index()] == 0);
    if P::FEEDS && bare_before && !bare_after {
        phrases.push(Phrase::MustFeed);
    }
    let taken = gain(before, after, mover);
    if taken > 0 {
        phrases.push(Phrase::TakesSeeds(taken));
    }
    phrases.extend(P::own_phrases(before, mv, after));
    phrases.extend(greniers(before, mv, after));
    if bare_after {
        phrases.push(Phrase::Starves);
    }
    if after.outcome().is_none() {
        phrases.extend(takes_to_come(before, mover, after));
    }
    phrases
}

/// The greniers that are opened and built.
fn greniers<P: Sowing>(before: &P, mv: Pit, after: &P) -> Vec<Phrase> {
    let least = 2 * P::PITS as u8;
    let [before, after] = [before, after].map(|position| position.rows()[mv.owner().index()]);
    let lifted = pit(before, mv.index());
    let opened = (lifted >= least).then_some(Phrase::OpensGrenier(lifted));
    let is_built = |&index: &usize| pit(after, index) >= least.max(pit(before, index) + 1);
    let name = |index| Pit::new(mv.owner(), index).to_string();
    let built =
        (0..P::PITS).filter(is_built).map(|index| Phrase::BuildsGrenier(name(index), pit(after, index)));
    opened.into_iter().chain(built).collect()
}

/// What either player could take after the move, and what the enemy could have taken without it.
fn takes_to_come<P: Sowing>(before: &P, mover: Player, after: &P) -> Vec<Phrase> {
    let enemy = mover.other();
    let take = |position: &P, player| turned_to(position, player).map(|position| Take::best(&position));
    let (threat, danger) = (take(after, mover).unwrap_or_default(), take(after, enemy).unwrap_or_default());
    let mut phrases = Vec::new();
    if threat.seeds > 0 {
        phrases.push(Phrase::ThreatensSeeds(threat.seeds, threat.names(enemy)));
    }
    if let Some(mut averted) = take(before, enemy).filter(|before| before.seeds > danger.seeds) {
        averted.pits.retain(|index| !danger.pits.contains(index));
        phrases.push(Phrase::SavesSeeds(averted.seeds - danger.seeds, averted.names(mover)));
    }
    if danger.seeds > 0 {
        phrases.push(Phrase::AllowsSeeds(danger.seeds, danger.names(mover)));
    }
    phrases
}
