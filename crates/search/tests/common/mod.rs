//! A made-up game on a random graph, for tests of searchers: whose turn it is, is random (turns do not alternate),
//! moves inside a layer can be undone, moves to the layer below bank seeds for either player.
#![allow(dead_code, clippy::unwrap_used)]

use std::collections::HashMap;
use std::fmt;

use grenier_core::{Game, Outcome, Player, Position, PresetError, Rules, Symmetric};
use grenier_search::eval::Evaluator;
use grenier_search::{INFINITE, UNIT, Unit};

/// What kind of graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    pub seed: u32,
    pub layers: u8,
    pub width: u8,
    pub branching: u8,
    /// Per cent of moves that stay in the layer.
    pub stay: u8,
    pub repetition_limit: u8,
    pub uniform: bool,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape { seed: 0, layers: 5, width: 6, branching: 4, stay: 0, repetition_limit: 3, uniform: true }
    }
}

impl Rules for Shape {
    fn with(self, _: &str) -> Result<Self, PresetError> {
        Err(PresetError::Unknown(&[]))
    }

    fn tokens(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

/// A move: the number of the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(pub u8);

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A position; `QUIET` plies without a descent end the game (0: no such limit).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Graph<const QUIET: u32> {
    pub shape: Shape,
    pub layer: u8,
    pub id: u8,
    pub stores: [u8; 2],
    pub quiet: u8,
}

/// The finaliser of SplitMix64.
pub fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl<const QUIET: u32> Graph<QUIET> {
    pub fn at(shape: Shape, layer: u8, id: u8) -> Self {
        Graph { shape, layer, id, stores: [3, 5], quiet: 0 }
    }

    fn random(&self, salt: u64) -> u64 {
        let place = u64::from(self.layer) << 8 | u64::from(self.id);
        mix(mix(u64::from(self.shape.seed) << 16 | place) ^ mix(salt))
    }

    pub fn board(&self) -> u8 {
        2 * self.layer
    }

    fn degree(&self) -> u8 {
        if self.layer == 0 { 0 } else { (self.random(1) % u64::from(self.shape.branching + 1)) as u8 }
    }

    /// The stores after `seeds` seeds went to the two players or were lost.
    fn shared(&self, seeds: u8, random: u64) -> [u8; 2] {
        let first = (random % u64::from(seeds + 1)) as u8;
        let second = ((random >> 20) % u64::from(seeds - first + 1)) as u8;
        [self.stores[0] + first, self.stores[1] + second]
    }
}

impl<const QUIET: u32> Position for Graph<QUIET> {
    type Move = Edge;
    type Rules = Shape;

    const QUIET_LIMIT: Option<u32> = if QUIET == 0 { None } else { Some(QUIET) };
    const KEY_IS_EXACT: bool = true;

    fn start(shape: Shape) -> Self {
        Graph::at(shape, shape.layers, 0)
    }

    fn rules(&self) -> Shape {
        self.shape
    }

    fn turn(&self) -> Player {
        Player::BOTH[(self.random(2) % 2) as usize]
    }

    fn legal_moves(&self, moves: &mut Vec<Edge>) {
        moves.clear();
        if self.outcome().is_none() {
            moves.extend((0..self.degree()).map(Edge));
        }
    }

    fn is_legal(&self, mv: Edge) -> bool {
        self.outcome().is_none() && mv.0 < self.degree()
    }

    fn play_unchecked(&self, mv: Edge) -> Self {
        let random = self.random(100 + u64::from(mv.0));
        let id = (random >> 32) as u8 % self.shape.width;
        if random % 100 < u64::from(self.shape.stay) {
            Graph { id, quiet: self.quiet.saturating_add(1), ..*self }
        } else {
            Graph { id, quiet: 0, layer: self.layer - 1, stores: self.shared(2, random >> 8), ..*self }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.degree() == 0 {
            Some(Outcome::by_stores(self.shared(self.board(), self.random(3))))
        } else {
            (QUIET > 0 && u32::from(self.quiet) >= QUIET).then(|| Outcome::by_stores(self.stores))
        }
    }

    fn endless(&self) -> Outcome {
        let shared = self.shared(self.board(), self.random(4));
        Outcome::by_stores(if self.shape.uniform { self.stores } else { shared })
    }

    fn endless_is_uniform(&self) -> bool {
        self.shape.uniform
    }

    fn repetition_limit(&self) -> usize {
        self.shape.repetition_limit.into()
    }

    fn repeats(&self, earlier: &Self) -> bool {
        (self.layer, self.id) == (earlier.layer, earlier.id)
    }

    fn epoch(&self) -> u32 {
        self.layer.into()
    }

    fn quiet_plies(&self) -> u32 {
        if QUIET == 0 { 0 } else { self.quiet.into() }
    }

    fn key(&self) -> u64 {
        u64::from(self.layer) << 8 | u64::from(self.id)
    }

    fn random_child(&self, below: &mut impl FnMut(u32) -> u32) -> Option<Self> {
        let over = self.outcome().is_some();
        (!over).then(|| self.play_unchecked(Edge(below(self.degree().into()) as u8)))
    }
}

/// A random graph has no symmetry but the identity.
impl<const QUIET: u32> Symmetric for Graph<QUIET> {
    const SYMMETRIES: u8 = 1;

    fn transformed(&self, _: u8) -> Self {
        *self
    }

    fn transformed_move(mv: Edge, _: u8) -> Edge {
        mv
    }
}

/// Judges by stores; estimates are random.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judge;

fn difference(stores: [u8; 2], player: Player) -> i32 {
    let [own, other] = [player.index(), player.other().index()];
    UNIT * (i32::from(stores[own]) - i32::from(stores[other]))
}

impl<const QUIET: u32> Evaluator<Graph<QUIET>> for Judge {
    fn unit(&self) -> Unit {
        Unit::Seeds
    }

    fn banked(&self, position: &Graph<QUIET>) -> i32 {
        difference(position.stores, position.turn())
    }

    fn terminal(&self, position: &Graph<QUIET>, outcome: Outcome) -> i32 {
        match outcome.tally {
            grenier_core::Tally::Stores(stores) => difference(stores, position.turn()),
            _ => unreachable!(),
        }
    }

    fn evaluate(&self, position: &Graph<QUIET>) -> i32 {
        let room = (UNIT * i32::from(position.board()) - 1).max(0);
        self.banked(position) - room + (position.random(5) % (2 * room + 1) as u64) as i32
    }

    fn bounds(&self, position: &Graph<QUIET>) -> (i32, i32) {
        let (banked, room) = (self.banked(position), UNIT * i32::from(position.board()));
        (banked - room, banked + room)
    }

    fn expected(&self, value: i32) -> f64 {
        1.0 / (1.0 + (-f64::from(value) / 300.0).exp())
    }
}

/// The value of an endless-play graph without quiet limit, by retrograde analysis: whole values for the side to move
/// of every position with the stores of [`Graph::at`].
pub fn retrograde(shape: Shape) -> HashMap<(u8, u8), i32> {
    let mut future: HashMap<(u8, u8), i32> = HashMap::new();
    for layer in 0..=shape.layers {
        let states: Vec<Graph<0>> = (0..shape.width).map(|id| Graph::at(shape, layer, id)).collect();
        let room = UNIT * i32::from(states[0].board());
        let mut values = vec![-room; states.len()];
        for threshold in (-room..=room).step_by(UNIT as usize) {
            // Endless play is worth 0: it reaches thresholds up to 0, so those are greatest fixed points.
            let mut reached = vec![threshold <= 0; states.len()];
            while let Some(next) = sweep(&states, &reached, threshold, &future) {
                reached = next;
            }
            for (value, _) in values.iter_mut().zip(&reached).filter(|(_, reached)| **reached) {
                *value = threshold;
            }
        }
        future.extend(states.iter().zip(values).map(|(state, value)| ((layer, state.id), value)));
    }
    let whole = |(&(layer, id), &value): (&(u8, u8), &i32)| {
        let position = Graph::<0>::at(shape, layer, id);
        let sign = if position.turn() == Player::First { 1 } else { -1 };
        ((layer, id), sign * value + Judge.banked(&position))
    };
    future.iter().map(whole).collect()
}

/// One sweep over a layer; `None` if nothing changed. All values are the first player's.
fn sweep(
    states: &[Graph<0>],
    reached: &[bool],
    threshold: i32,
    future: &HashMap<(u8, u8), i32>,
) -> Option<Vec<bool>> {
    let banked = |p: &Graph<0>| difference(p.stores, Player::First);
    let holds = |state: &Graph<0>| {
        if let Some(outcome) = state.outcome() {
            let grenier_core::Tally::Stores(stores) = outcome.tally else { unreachable!() };
            return difference(stores, Player::First) - banked(state) >= threshold;
        }
        let mut good = (0..state.degree()).map(|edge| {
            let child = state.play_unchecked(Edge(edge));
            if child.layer == state.layer {
                reached[usize::from(child.id)]
            } else {
                future[&(child.layer, child.id)] + banked(&child) - banked(state) >= threshold
            }
        });
        if state.turn() == Player::First { good.any(|good| good) } else { good.all(|good| good) }
    };
    let next: Vec<bool> = states.iter().map(holds).collect();
    (next != reached).then_some(next)
}

/// The whole value for the side to move under a quiet limit, by plain recursion over positions with their counters.
pub fn with_quiet_limit<const Q: u32>(p: &Graph<Q>, known: &mut HashMap<Graph<Q>, i32>) -> i32 {
    if let Some(outcome) = p.outcome() {
        return Judge.terminal(p, outcome);
    }
    if let Some(&value) = known.get(p) {
        return value;
    }
    let value = (0..p.degree())
        .map(|edge| {
            let child = p.play_unchecked(Edge(edge));
            let value = with_quiet_limit(&child, known);
            if child.turn() == p.turn() { value } else { -value }
        })
        .max()
        .unwrap();
    known.insert(*p, value);
    value
}

/// A game too large to be solved in a moment; without a table, not at all.
pub fn large(seed: u32) -> Game<Graph<0>> {
    let shape = Shape { seed, layers: 60, width: 250, branching: 12, stay: 10, ..Shape::default() };
    let mut seeds = (0..250).map(|id| Game::new(Graph::at(shape, 60, id)));
    let mut moves = Vec::new();
    seeds
        .find(|game| {
            game.position().legal_moves(&mut moves);
            moves.len() > 5
        })
        .expect("one of them has many moves")
}

/// A game of random moves, so that positions have occurred before.
pub fn wandered<const Q: u32>(shape: Shape, seed: u64) -> Game<Graph<Q>> {
    let mut game = Game::new(Graph::<Q>::start(shape));
    let mut moves = Vec::new();
    for step in 0..mix(seed) % 8 {
        game.position().legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[mix(seed << 8 | step) as usize % moves.len()];
        if game.play(mv).is_err() {
            break;
        }
    }
    game
}

/// The value under the rules themselves: the third occurrence ends the game.
pub fn by_the_rules(game: &Game<Graph<0>>, left: &mut u32) -> Option<i32> {
    *left = left.checked_sub(1)?;
    let position = game.position();
    if let Some((outcome, _)) = game.result() {
        return Some(Judge.terminal(position, outcome));
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut best = -INFINITE;
    for mv in moves {
        let mut next = game.clone();
        next.play(mv).expect("the move is legal");
        let value = by_the_rules(&next, left)?;
        best = best.max(if next.position().turn() == position.turn() { value } else { -value });
    }
    Some(best)
}
