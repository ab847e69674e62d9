//! The principal line: play that realises a value.

use grenier_core::Position;

use super::Run;
use super::graph::Level;
use crate::eval::{Evaluator, Resting};
use crate::oracle::Oracle;

/// A move that may stand in the line.
struct Choice<P: Position> {
    mv: P::Move,
    child: P,
    /// Plies to the next exit in the proof, 0 if the move is one.
    rank: u16,
}

impl<P: Resting, E: Evaluator<P>, O: Oracle<P>> Run<'_, '_, P, E, O> {
    /// What is known of a move, for the mover.
    pub(super) fn seen(&self, parent: &P, child: &P) -> (Level, Level) {
        let graph = &self.asker.graph;
        let (evaluator, step) = (graph.evaluator(), graph.step());
        let same = parent.turn() == child.turn();
        let banked = evaluator.banked(child);
        let gain = ((if same { banked } else { -banked }) - evaluator.banked(parent)) / step;
        let (low, high) = match graph.find(child) {
            Some(number) => (graph.places[number].low, graph.places[number].high),
            None => graph.arithmetic(child),
        };
        let gain = gain as Level;
        if same { (low + gain, high + gain) } else { (gain - high, gain - low) }
    }

    /// Best play from the root, whose value is exact, as far as it is known.
    ///
    /// A side that gets more than endless play takes the move with the least rank, so that its proof makes progress; the
    /// other side takes the one with the greatest. Where positions are told apart by their counters a proof may come to
    /// the same board again: what it does there it can do at once, and the way round is left out.
    pub(super) fn line(&mut self) -> Vec<P::Move> {
        let mut line = Vec::new();
        let mut position = self.root;
        let mut met: Vec<P> = Vec::new();
        while let Some(number) = self.asker.graph.find(&position) {
            let place = &self.asker.graph.places[number];
            let (value, endless) = (place.low, place.endless);
            if let Some(earlier) = met.iter().position(|earlier| position.repeats(earlier)) {
                if value == endless {
                    break;
                }
                met.truncate(earlier);
                line.truncate(earlier);
            }
            if place.is_known() || position.outcome().is_some() || !place.is_exact() {
                break;
            }
            let choices = self.choices(&position, value);
            let choice = if value > endless {
                choices.into_iter().min_by_key(|choice| choice.rank)
            } else {
                choices.into_iter().rev().max_by_key(|choice| choice.rank)
            };
            let Some(choice) = choice else { break };
            met.push(position);
            line.push(choice.mv);
            position = choice.child;
        }
        line
    }

    /// The moves that are known to keep the value.
    fn choices(&self, position: &P, value: Level) -> Vec<Choice<P>> {
        let mut choices = Vec::new();
        position.for_each_child(&mut Vec::new(), |mv, child| {
            if self.seen(position, &child) == (value, value) {
                let place = self.asker.graph.find(&child);
                let is_exit = child.epoch() != position.epoch();
                let rank =
                    place.filter(|_| !is_exit).map_or(0, |place| self.asker.graph.places[place].rank());
                choices.push(Choice { mv, child, rank });
            }
        });
        choices
    }

    /// Would a proof that the root or one of its moves rests on take more plies than the quiet limit leaves?
    pub(super) fn needs_counters(&self) -> bool {
        let graph = &self.asker.graph;
        if graph.is_too_slow {
            return true;
        }
        let fits = |position: &P| graph.find(position).is_none_or(|place| graph.fits(place, position));
        let mut all_fit = fits(&self.root);
        self.root.for_each_child(&mut Vec::new(), |_, child| all_fit &= fits(&child));
        !all_fit
    }
}
