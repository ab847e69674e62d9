//! Exact values by retrograde analysis, over nothing but the rules.

use std::collections::HashMap;

use grenier_core::{Notation, Player, Symmetric};
use rayon::prelude::*;

use crate::standing::{folded, folded_key};

/// A lower and an upper bound, for the first player. They are equal where everything that play can reach was searched.
pub type Bounds = [i8; 2];

/// Nothing is known: below and above every value.
const UNKNOWN: Bounds = [-100, 100];

fn exchanged([low, high]: Bounds, exchange: bool) -> Bounds {
    if exchange { [-high, -low] } else { [low, high] }
}

/// The better of two values for the player to move.
fn better(turn: Player, a: Bounds, b: Bounds) -> Bounds {
    match turn {
        Player::First => [a[0].max(b[0]), a[1].max(b[1])],
        Player::Second => [a[0].min(b[0]), a[1].min(b[1])],
    }
}

/// Values of positions, by their folded keys: what each is worth above what endless play from it is worth (in the
/// mancalas: the future difference of the stores).
pub struct Solver {
    known: HashMap<u64, Bounds>,
}

/// The positions of one epoch while they are solved.
struct Layer {
    turns: Vec<Player>,
    /// The best that a move out of the layer, or to the end of the game, gives the player to move.
    exits: Vec<Option<Bounds>>,
    /// The children of position `i` in the layer are `children[starts[i]..starts[i + 1]]`: a number, and in the lowest
    /// bit whether the players are exchanged.
    starts: Vec<u32>,
    children: Vec<u32>,
}

impl Layer {
    /// The value of position number `at` if its children have the given values.
    fn value(&self, at: usize, values: &[Bounds]) -> Bounds {
        let turn = self.turns[at];
        let children = &self.children[self.starts[at] as usize..self.starts[at + 1] as usize];
        let within = children.iter().map(|child| exchanged(values[(child >> 1) as usize], child & 1 == 1));
        let best = self.exits[at].into_iter().chain(within).reduce(|a, b| better(turn, a, b));
        best.expect("a game that is not over has a move")
    }

    /// The values of all positions, and the rounds that it took until nothing changed.
    fn iterated(&self, quiet_limit: Option<u32>) -> (Vec<Bounds>, u32) {
        let mut values = vec![[0, 0]; self.turns.len()];
        let mut in_time = None;
        let mut rounds = 0;
        loop {
            // A child by a quiet ply has one ply less than its parent.
            if quiet_limit == Some(rounds + 1) {
                in_time = Some(values.clone());
            }
            let next: Vec<Bounds> =
                (0..values.len()).into_par_iter().map(|at| self.value(at, &values)).collect();
            if next == values {
                break;
            }
            values = next;
            rounds += 1;
        }
        // Rounds move a bound one way only, so what more plies may bring lies between both.
        for (value, early) in values.iter_mut().zip(in_time.into_iter().flatten()) {
            *value = [value[0].min(early[0]), value[1].max(early[1])];
        }
        (values, rounds)
    }
}

impl Solver {
    pub fn new() -> Solver {
        Solver { known: HashMap::new() }
    }

    /// The value of a position above that of endless play.
    pub fn above_endless<P: Symmetric>(&self, position: &P) -> Bounds {
        if let Some(outcome) = position.outcome() {
            let above = narrow(outcome.worth_to(Player::First) - position.endless().worth_to(Player::First));
            return [above, above];
        }
        let (image, exchange) = folded(position);
        self.known.get(&image.key()).map_or(UNKNOWN, |&bounds| exchanged(bounds, exchange))
    }

    /// The whole value of a position for the first player.
    pub fn value<P: Symmetric>(&self, position: &P) -> [i32; 2] {
        let endless = position.endless().worth_to(Player::First);
        let most = if P::QUIET_LIMIT.is_some() { 1 } else { 48 };
        self.above_endless(position).map(|bound| (endless + i32::from(bound)).clamp(-most, most))
    }

    /// Is the position, or its image, among those that were solved?
    pub fn knows<P: Symmetric>(&self, position: &P) -> bool {
        self.known.contains_key(&folded_key(position))
    }

    /// Solves positions of one epoch; those that they lead to by irreversible moves must have been added before, or
    /// count as unknown. Positions equal under symmetry are solved once, finished ones not at all. Gives the number of
    /// positions solved and that of rounds.
    ///
    /// Endless play is the first guess everywhere, so that a value above or below it is found only where it can be
    /// forced by progress; each round looks exactly one ply further, until nothing changes. After `n` rounds a value is
    /// thus that of a game which is broken off as endless after `n` plies without progress. Where quiet plies end the
    /// game, what only more rounds bring counts as unknown.
    pub fn add<P: Symmetric + Notation>(&mut self, positions: impl Iterator<Item = P>) -> (usize, u32) {
        let mut numbers: HashMap<u64, u32> = HashMap::new();
        let mut images: Vec<P> = Vec::new();
        for position in positions.filter(|position| position.outcome().is_none()) {
            let (image, _) = folded(&position);
            let number = u32::try_from(images.len()).expect("a layer has less than 2^31 positions");
            numbers.entry(image.key()).or_insert_with(|| {
                images.push(image);
                number
            });
        }
        let layer = self.layer(&images, &numbers);
        let (values, rounds) = layer.iterated(P::QUIET_LIMIT);
        self.known.reserve(values.len());
        self.known.extend(images.iter().map(P::key).zip(values));
        (images.len(), rounds)
    }

    fn layer<P: Symmetric>(&self, images: &[P], numbers: &HashMap<u64, u32>) -> Layer {
        let mut layer = Layer {
            turns: images.iter().map(P::turn).collect(),
            exits: Vec::with_capacity(images.len()),
            starts: vec![0],
            children: Vec::new(),
        };
        let mut moves = Vec::new();
        for position in images {
            let (turn, endless, epoch) =
                (position.turn(), position.endless().worth_to(Player::First), position.epoch());
            let mut exit: Option<Bounds> = None;
            position.for_each_child(&mut moves, |_, child| {
                let within = (child.epoch() == epoch && child.outcome().is_none()).then(|| folded(&child));
                let number =
                    within.and_then(|(image, exchange)| Some((*numbers.get(&image.key())?, exchange)));
                if let Some((number, exchange)) = number {
                    layer.children.push(number << 1 | u32::from(exchange));
                } else {
                    let gain = narrow(child.endless().worth_to(Player::First) - endless);
                    let value = self.above_endless(&child).map(|bound| bound.saturating_add(gain));
                    exit = Some(exit.map_or(value, |exit| better(turn, exit, value)));
                }
            });
            layer.exits.push(exit);
            layer.starts.push(u32::try_from(layer.children.len()).expect("a layer has less than 2^32 moves"));
        }
        layer
    }
}

fn narrow(difference: i32) -> i8 {
    i8::try_from(difference).expect("48 seeds are fewer than 128")
}
