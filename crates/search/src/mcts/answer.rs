//! The answer: what the trees of all threads say together.

use grenier_core::{Player, Position};

use super::span::Span;
use super::tree::{END, NONE, Tree};
use super::worker::span_of;
use crate::eval::Evaluator;
use crate::report::Line;
use crate::score::Unit;

/// A move at the root, as the side to move there sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<M> {
    pub mv: M,
    pub visits: u64,
    pub span: Span,
    /// The mean expected result.
    expected: f64,
    /// The mean value, where a node has one.
    value: Option<f64>,
}

impl<M: Copy + PartialEq> Choice<M> {
    /// The moves of a tree's node.
    pub fn of<P: Position<Move = M>>(tree: &Tree<P>, number: u32) -> Vec<Choice<M>> {
        let mover = tree.node(number).position.turn();
        let (base, sign) = if mover == Player::First { (0.0, 1.0) } else { (1.0, -1.0) };
        let choice = |index: usize| {
            let edge = &tree.edges[index];
            let node = (edge.child < END).then(|| tree.node(edge.child)).filter(|node| node.has_values());
            Choice {
                mv: edge.mv,
                visits: u64::from(edge.visits),
                span: edge.span.seen_by(mover),
                expected: base + sign * f64::from(edge.mean),
                value: node.map(|node| sign * node.mean_value()),
            }
        };
        tree.edges_of(number).map(choice).collect()
    }

    /// Adds what another tree says of the same move.
    pub fn join(&mut self, other: &Choice<M>) {
        let share = other.visits as f64 / (self.visits + other.visits).max(1) as f64;
        self.expected += share * (other.expected - self.expected);
        self.value = match (self.value, other.value) {
            (Some(one), Some(two)) => Some(one + share * (two - one)),
            (one, two) => one.or(two),
        };
        self.visits += other.visits;
        self.span = self.span.and(other.span);
    }
}

/// The bounds of a choice among these moves.
pub(super) fn span_of_choices<M>(choices: &[Choice<M>]) -> Span {
    let spans = choices.iter().map(|choice| choice.span);
    spans.reduce(|a, b| a.choice(b, Player::First)).expect("there is a move")
}

/// Sorts moves, best first: what cannot be best by proof comes last, else visits decide, then the mean.
pub(super) fn rank<M>(choices: &mut [Choice<M>]) {
    let proven = span_of_choices(choices).low;
    let beaten = |span: Span| span.high < proven || (span.high == proven && span.low < proven);
    choices.sort_by(|a, b| {
        let visits = b.visits.cmp(&a.visits);
        beaten(a.span).cmp(&beaten(b.span)).then(visits).then(b.expected.total_cmp(&a.expected))
    });
}

/// A move as it is reported.
pub(super) fn line<P: Position, E: Evaluator<P>>(
    evaluator: &E,
    choice: &Choice<P::Move>,
    pv: Vec<P::Move>,
) -> Line<P::Move> {
    let Choice { mv, visits, span, .. } = *choice;
    let expected = if span.is_solved() { evaluator.expected(span.low) } else { choice.expected };
    let score = match (evaluator.unit(), choice.value) {
        (Unit::Seeds, Some(value)) => value.round() as i32,
        _ => value_expecting(evaluator, expected, span),
    };
    let score = score.clamp(span.low, span.high);
    Line { mv, score, expected, proven: span.is_solved(), pv, visits: Some(visits) }
}

/// The lowest value of the span that expects so much, by bisection.
fn value_expecting<P: Position, E: Evaluator<P>>(evaluator: &E, expected: f64, span: Span) -> i32 {
    let (mut low, mut high) = (span.low, span.high);
    while low < high {
        let middle = low + (high - low) / 2;
        if evaluator.expected(middle) >= expected {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// The lines of a search that could not even look at the moves.
pub(super) fn bare_line<P: Position, E: Evaluator<P>>(evaluator: &E, root: &P, mv: P::Move) -> Line<P::Move> {
    let span = span_of(evaluator, root).seen_by(root.turn());
    let score = evaluator.evaluate(root).clamp(span.low, span.high);
    Line { mv, score, expected: evaluator.expected(score), proven: false, pv: vec![mv], visits: Some(0) }
}

/// Expected play after `mv` at the root, the move itself first. It ends where the tree ends or a position comes again.
pub(super) fn pv<P: Position>(tree: &Tree<P>, mv: P::Move) -> Vec<P::Move> {
    let mut pv = vec![mv];
    let mut passed = vec![tree.root];
    let first = tree.edges_of(tree.root).find(|&index| tree.edges[index].mv == mv);
    let mut number = first.map_or(NONE, |index| tree.edges[index].child);
    while number < END && tree.node(number).is_expanded() {
        let node = tree.node(number);
        if passed.iter().any(|&earlier| tree.node(earlier).position.repeats(&node.position)) {
            break;
        }
        passed.push(number);
        let mut choices = Choice::of(tree, number);
        rank(&mut choices);
        if choices[0].visits == 0 {
            break;
        }
        let best = choices[0].mv;
        pv.push(best);
        let edge = tree.edges_of(number).find(|&index| tree.edges[index].mv == best);
        number = edge.map_or(NONE, |index| tree.edges[index].child);
    }
    pv
}
