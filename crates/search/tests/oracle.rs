//! Oracles help and harm no proof, with histories and quiet limits too.

mod common;

use std::collections::HashMap;

use common::{Graph, Judge, Shape, mix, retrograde, wandered, with_quiet_limit};
use grenier_core::{Game, Position};
use grenier_search::alphabeta::{AlphaBeta, Options};
use grenier_search::mcts::Mcts;
use grenier_search::{Evaluator, Exact, Limits, Oracle, Request, Searcher, Silent, Table, minimax};

/// Searches with both searchers; whatever is proven must be `truth`. Gives the number of oracle hits.
fn check<const Q: u32, O: Oracle<Graph<Q>> + Send + Copy>(
    game: &Game<Graph<Q>>,
    oracle: O,
    truth: i32,
) -> u64 {
    let mut alphabeta =
        AlphaBeta::new(Judge, oracle, Table::with_buckets(256).expect("little memory"), Options::default());
    let mut monte_carlo = Mcts::new(Judge, oracle, Default::default(), 4);
    let request = Request::new(Limits::nodes(10_000));
    let mut hits = 0;
    for _ in 0..2 {
        let report = alphabeta.search(game, &request, &mut Silent);
        assert!(!report.proven || report.score() == Some(truth), "{:?} {report:?}", game.recent());
        hits += report.oracle_hits;
    }
    let report = monte_carlo.search(game, &request, &mut Silent);
    assert!(!report.proven || report.score() == Some(truth), "{:?} {report:?}", game.recent());
    hits + report.oracle_hits
}

/// Knows the lowest layers.
struct Tables {
    values: HashMap<(u8, u8), i32>,
    layers: u8,
}

impl Oracle<Graph<0>> for Tables {
    fn probe(&self, position: &Graph<0>) -> Option<Exact> {
        let plain = Graph::<0>::at(position.shape, position.layer, position.id);
        let future = self.values[&(plain.layer, plain.id)] - Judge.banked(&plain);
        (position.layer <= self.layers).then_some(Exact { future, distance: 0 })
    }
}

#[test]
fn lower_layers_from_an_oracle() {
    let mut hits = 0;
    for seed in 0..300 {
        let shape = Shape { seed, layers: 4, width: 6, stay: 50, ..Shape::default() };
        let tables = Tables { values: retrograde(shape), layers: (seed % 4) as u8 };
        let game = Game::new(Graph::<0>::start(shape));
        if game.result().is_none() {
            hits += check(&game, &tables, tables.values[&(4, 0)]);
        }
    }
    assert!(hits > 500, "{hits}");
}

#[test]
fn an_oracle_knows_no_history() {
    for seed in 0..600 {
        let base = Shape { seed, layers: 2, width: 4, branching: 3, stay: 70, ..Shape::default() };
        let shape = Shape { repetition_limit: 2, ..base };
        let tables = Tables { values: retrograde(shape), layers: 2 };
        for walk in 0..12 {
            let game = wandered::<0>(shape, u64::from(seed) << 8 | walk);
            if game.result().is_none() {
                // The second occurrence ends the game: path repetition is the rule itself.
                check(&game, &tables, minimax(&game, &Judge, None, true).value);
            }
        }
    }
}

/// Knows every position of a game with a quiet limit: its value while little of the limit is used up, and how much of
/// the limit that value needs.
struct Patient<const Q: u32>(HashMap<(u8, u8), Exact>);

impl<const Q: u32> Patient<Q> {
    fn of(shape: Shape) -> Patient<Q> {
        let mut known = HashMap::new();
        let places = (0..=shape.layers).flat_map(|layer| (0..shape.width).map(move |id| (layer, id)));
        let exact = places.map(|(layer, id)| {
            let plain = Graph::<Q>::at(shape, layer, id);
            let at = |quiet| Graph { quiet, ..plain };
            let value = with_quiet_limit(&plain, &mut known);
            let holds = (0..Q as u8).take_while(|&quiet| with_quiet_limit(&at(quiet), &mut known) == value);
            let exact =
                Exact { future: value - Judge.banked(&plain), distance: Q + 1 - holds.count() as u32 };
            ((layer, id), exact)
        });
        Patient(exact.collect())
    }
}

impl<const Q: u32> Oracle<Graph<Q>> for Patient<Q> {
    fn probe(&self, position: &Graph<Q>) -> Option<Exact> {
        Some(self.0[&(position.layer, position.id)])
    }
}

#[test]
fn distances_are_compared_with_the_quiet_limit() {
    let mut hits = 0;
    for seed in 0..300 {
        let shape = Shape { seed, layers: 3, width: 6, stay: 70, ..Shape::default() };
        let oracle = Patient::<7>::of(shape);
        for round in 0..20u64 {
            let random = mix(u64::from(seed) << 8 | round);
            let place = Graph::<7>::at(shape, 1 + (random % 3) as u8, (random >> 8) as u8 % 6);
            let position = Graph { quiet: (random >> 16) as u8 % 7, ..place };
            let game = Game::new(position);
            if game.result().is_none() {
                hits += check(&game, &oracle, with_quiet_limit(&position, &mut HashMap::new()));
            }
        }
    }
    assert!(hits > 1000, "{hits}");
}
