//! Beyond the horizon: captures are followed until the position is quiet, so that no exchange is judged half-way
//! (C. Shannon, "Programming a computer for playing chess", 1950; D. Beal, "A generalised quiescence search algorithm", 1990).

use grenier_core::Position;

use super::claim::Claim;
use super::order::gain;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::oracle::Oracle;
use crate::score::INFINITE;
use crate::window::{View, Window};

impl<P: Position, E: Evaluator<P>, O: Oracle<P>> Worker<'_, P, E, O> {
    /// The value of a position that is counted already and not over: the evaluator's, or what captures make of it. Who
    /// has nothing but captures must make one of them.
    pub(super) fn quiesce(&mut self, position: &P, ply: usize, window: Window) -> Option<Claim> {
        self.make_frame(ply);
        let frame = &mut self.frames[ply];
        let (mut moves, mut captures) = (std::mem::take(&mut frame.moves), std::mem::take(&mut frame.later));
        captures.clear();
        let evaluator = self.shared.evaluator;
        let material = evaluator.material(position);
        let mut count = 0;
        position.for_each_distinct_child(&mut moves, |mv, child| {
            if gain(evaluator, position, material, &child) > 0 {
                captures.push((mv, child, 0));
            }
            count += 1;
        });
        let may_stand = captures.len() < count;
        let claim = self.best_capture(position, ply, window, may_stand, &captures);
        let frame = &mut self.frames[ply];
        (frame.moves, frame.later) = (moves, captures);
        claim
    }

    fn best_capture(
        &mut self,
        position: &P,
        ply: usize,
        window: Window,
        may_stand: bool,
        captures: &[(P::Move, P, u16)],
    ) -> Option<Claim> {
        let mut best = -INFINITE;
        let mut rests_on = Claim::nothing();
        if may_stand {
            self.horizon.estimated = true;
            best = self.shared.evaluator.evaluate(position);
            rests_on = Claim::estimate(best);
        }
        self.trail.push(position);
        for (_, child, _) in captures {
            if best >= window.beta {
                break;
            }
            let view = View::between(position, child);
            let inner = Window { alpha: window.alpha.max(best), ..window };
            let claim = self.leaf(child, ply + 1, view.window(inner))?;
            rests_on = rests_on.and(&claim);
            best = best.max(view.value(claim.value));
        }
        self.trail.pop();
        Some(rests_on.of_parent(best, ply))
    }
}
