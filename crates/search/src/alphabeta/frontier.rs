//! The last ply: nodes whose children are not searched but judged. Most nodes of a tree are these children, so nothing is
//! done here that does not pay: no table, no order but captures first.

use grenier_core::Position;

use super::claim::Claim;
use super::node::Node;
use super::order::gain;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::oracle::Oracle;
use crate::score::INFINITE;
use crate::window::{View, Window};

/// The best of the children judged so far.
struct Judged<M> {
    rests_on: Claim,
    value: i32,
    best: Option<(M, u16)>,
}

impl<P: Position, E: Evaluator<P>, O: Oracle<P>> Worker<'_, P, E, O> {
    /// A node at the horizon.
    #[inline(always)]
    pub(super) fn leaf(&mut self, position: &P, ply: usize, window: Window) -> Option<Claim> {
        self.count(ply)?;
        if let Some(claim) = self.ending(position, ply) {
            return Some(claim);
        }
        if let Some(claim) = self.asked(position) {
            return Some(claim);
        }
        let (low, high) = self.bounds(position);
        if low == high {
            return Some(Claim::fact(low, 0));
        }
        if self.shared.options.quiescence && !self.shared.evaluator.is_quiet(position) {
            return self.quiesce(position, ply, window);
        }
        self.horizon.estimated = true;
        Some(Claim::estimate(self.shared.evaluator.evaluate(position)))
    }

    /// Judges the children of a node of depth 1. Gives the claim and the best move's number.
    pub(super) fn frontier(&mut self, node: &Node<'_, P>) -> Option<(Claim, u16)> {
        let Node { position, ply, window, bounds: (low, high), .. } = *node;
        let inner = Window { alpha: window.alpha.max(low), beta: window.beta.min(high) };
        let material = self.shared.evaluator.material(position);
        let mut judged = Judged { rests_on: Claim::nothing(), value: -INFINITE, best: None };
        self.trail.push(position);
        let frame = &mut self.frames[ply];
        let (mut moves, mut later) = (std::mem::take(&mut frame.moves), std::mem::take(&mut frame.later));
        later.clear();
        let mut count = 0;
        let mut stopped = false;
        position.for_each_distinct_child(&mut moves, |mv, child| {
            let ordinal = count;
            count += 1;
            if self.shared.options.ordering && gain(self.shared.evaluator, position, material, &child) <= 0 {
                later.push((mv, child, ordinal));
            } else if judged.value < inner.beta && !stopped {
                stopped = self.judge(node, (mv, &child, ordinal), &mut judged).is_none();
            }
        });
        for (mv, child, ordinal) in &later {
            if judged.value >= inner.beta || stopped {
                break;
            }
            stopped = self.judge(node, (*mv, child, *ordinal), &mut judged).is_none();
        }
        let frame = &mut self.frames[ply];
        (frame.moves, frame.later) = (moves, later);
        if stopped {
            return None;
        }
        self.trail.pop();
        let (mv, ordinal) = judged.best.expect("a position that is not over has a move");
        if judged.value > inner.alpha {
            frame.pv.push(mv);
        }
        let cut = judged.value >= inner.beta;
        let value = if cut { judged.value.min(high) } else { judged.value.max(low) };
        Some((judged.rests_on.of_parent(value, ply), ordinal))
    }

    /// Judges one child. `None` means that the search must stop.
    #[inline(always)]
    fn judge(
        &mut self,
        node: &Node<'_, P>,
        (mv, child, ordinal): (P::Move, &P, u16),
        judged: &mut Judged<P::Move>,
    ) -> Option<()> {
        let view = View::between(node.position, child);
        let window = Window { alpha: node.window.alpha.max(judged.value), ..node.window };
        let claim = self.leaf(child, node.ply + 1, view.window(window))?;
        let value = view.value(claim.value);
        let cuts = value >= node.window.beta.min(node.bounds.1);
        judged.rests_on = if cuts { claim } else { judged.rests_on.and(&claim) };
        if value > judged.value {
            judged.value = value;
            judged.best = Some((mv, ordinal));
        }
        Some(())
    }
}
