//! Plain minimax, the reference that every searcher must equal: no window, no table, no ordering.

use grenier_core::{Game, Position};

use crate::eval::Evaluator;
use crate::window::View;

/// What plain minimax computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values<M> {
    /// The whole value of the root for the side to move.
    pub value: i32,
    /// The whole value of each move for the side to move at the root, in the order of the distinct moves.
    pub moves: Vec<(M, i32)>,
}

/// Searches `depth` plies, or to the ends of the tree if that is `None`.
///
/// With `repetition`, a position that stands on the path already, or whose occurrence would end the game by its
/// history, is worth [`Position::endless`]. Without it cyclic games never end: give a depth.
pub fn minimax<P: Position, E: Evaluator<P>>(
    game: &Game<P>,
    evaluator: &E,
    depth: Option<u32>,
    repetition: bool,
) -> Values<P::Move> {
    let root = game.position();
    let history = &game.recent()[..game.recent().len() - 1];
    let mut search = Plain { evaluator, history, repetition, path: vec![*root] };
    let mut moves = Vec::new();
    root.distinct_moves(&mut moves);
    let values: Vec<_> = moves.into_iter().map(|mv| (mv, search.child(root, mv, depth))).collect();
    let value = match root.outcome() {
        Some(outcome) => evaluator.terminal(root, outcome),
        None => values.iter().map(|&(_, value)| value).max().expect("a position that is not over has a move"),
    };
    Values { value, moves: values }
}

struct Plain<'a, P, E> {
    evaluator: &'a E,
    history: &'a [P],
    repetition: bool,
    path: Vec<P>,
}

impl<P: Position, E: Evaluator<P>> Plain<'_, P, E> {
    fn child(&mut self, parent: &P, mv: P::Move, depth: Option<u32>) -> i32 {
        let child = parent.play_unchecked(mv);
        let value = self.value(&child, depth.map(|depth| depth.saturating_sub(1)));
        View::between(parent, &child).value(value)
    }

    fn value(&mut self, position: &P, depth: Option<u32>) -> i32 {
        if let Some(outcome) = position.outcome() {
            return self.evaluator.terminal(position, outcome);
        }
        if self.repetition && self.is_repeated(position) {
            return self.evaluator.terminal(position, position.endless());
        }
        if depth == Some(0) {
            return self.evaluator.evaluate(position);
        }
        let mut moves = Vec::new();
        position.distinct_moves(&mut moves);
        self.path.push(*position);
        let best = moves.into_iter().map(|mv| self.child(position, mv, depth)).max();
        self.path.pop();
        best.expect("a position that is not over has a move")
    }

    fn is_repeated(&self, position: &P) -> bool {
        let before = self.history.iter().filter(|earlier| position.repeats(earlier)).count();
        self.path.iter().any(|earlier| position.repeats(earlier)) || before + 1 >= position.repetition_limit()
    }
}
