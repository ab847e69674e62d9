//! The search of one node.

use grenier_core::Position;

use super::claim::Claim;
use super::frame::{Candidate, extend_pv};
use super::order::{HASH_MOVE, gain, promise};
use super::worker::{Worker, table_key};
use crate::eval::Evaluator;
use crate::oracle::Oracle;
use crate::score::INFINITE;
use crate::tt::Bound;
use crate::window::{View, Window};

/// A node whose moves are about to be searched.
#[derive(Clone, Copy)]
pub(super) struct Node<'p, P> {
    pub position: &'p P,
    pub depth: u32,
    pub ply: usize,
    pub window: Window,
    /// What arithmetic leaves possible.
    pub bounds: (i32, i32),
}

impl<P: Position, E: Evaluator<P>, O: Oracle<P>> Worker<'_, P, E, O> {
    /// Searches the position behind a move of `parent`, which stands at `ply`, so many plies deep; the claim is as
    /// `parent` sees it.
    #[inline]
    pub fn child(
        &mut self,
        parent: &P,
        candidate: &Candidate<P>,
        depth: u32,
        ply: usize,
        window: Window,
    ) -> Option<Claim> {
        let child = &candidate.child;
        let view = View::between(parent, child);
        let claim = match depth {
            0 => self.leaf(child, ply + 1, view.window(window))?,
            _ => self.node(child, candidate.key, depth, ply + 1, view.window(window))?,
        };
        Some(Claim { value: view.value(claim.value), ..claim })
    }

    fn node(&mut self, position: &P, key: u64, depth: u32, ply: usize, window: Window) -> Option<Claim> {
        self.enter(ply)?;
        if let Some(claim) = self.ending(position, ply) {
            return Some(claim);
        }
        let bounds = self.bounds(position);
        if let Some(claim) = decided_by(bounds, window) {
            return Some(claim);
        }
        if let Some(claim) = self.asked(position) {
            return Some(claim);
        }
        let table = self.shared.table.filter(|_| depth >= self.shared.options.table_depth);
        let known = table.and_then(|table| table.probe(key));
        if let Some(claim) = known.and_then(|known| self.recalled(position, &known, depth, window)) {
            return Some(self.use_recalled(claim));
        }
        let hash = known.and_then(|known| known.entry.ordinal);
        let node = Node { position, depth, ply, window, bounds };
        let (claim, ordinal) = if depth == 1 {
            self.frontier(&node)?
        } else {
            self.list_children(&node, hash);
            match self.enhanced_cutoff(&node) {
                Some(cut) => cut,
                None => self.expand(&node)?,
            }
        };
        if let Some(table) = table {
            let bound = bound_of(claim.value, window, bounds);
            table.store(key, &self.entry(position, &claim, bound, depth, Some(ordinal)));
        }
        Some(claim)
    }

    /// Lists the moves with the positions they lead to, whose table entries are sent for.
    fn list_children(&mut self, node: &Node<'_, P>, hash: Option<u16>) {
        let Worker { shared, frames, .. } = self;
        let position = node.position;
        let material = shared.evaluator.material(position);
        let table = shared.table.filter(|_| node.depth > shared.options.table_depth);
        let frame = &mut frames[node.ply];
        let (candidates, queue) = (&mut frame.candidates, &mut frame.queue);
        candidates.clear();
        queue.clear();
        let ordering = shared.options.ordering;
        let by_evaluation = node.depth >= shared.options.order_eval;
        position.for_each_distinct_child(&mut frame.moves, |mv, child| {
            let key = table.map_or(0, |table| {
                let key = table_key(&child);
                table.prefetch(key);
                key
            });
            let ordinal = candidates.len() as u16;
            let gain = gain(shared.evaluator, position, material, &child);
            queue.push(if !ordering {
                0
            } else if hash == Some(ordinal) {
                HASH_MOVE
            } else {
                let view = View::between(position, &child);
                let value = by_evaluation.then(|| view.value(shared.evaluator.evaluate(&child)));
                promise(gain, value)
            });
            candidates.push(Candidate { mv, child, key, ordinal, gain });
        });
    }

    /// Enhanced transposition cut-off: does the table know a child that refutes? (J. Schaeffer and A. Plaat, "New
    /// advances in alpha-beta searching", 1996.)
    fn enhanced_cutoff(&mut self, node: &Node<'_, P>) -> Option<(Claim, u16)> {
        let Node { position, depth, ply, window, .. } = *node;
        if depth < self.shared.options.etc || depth <= self.shared.options.table_depth {
            return None;
        }
        let table = self.shared.table?;
        self.trail.push(position);
        let found = self.frames[ply].candidates.iter().find_map(|candidate| {
            let child = &candidate.child;
            let known = table.probe(candidate.key)?;
            let view = View::between(position, child);
            let claim = self.recalled(child, &known, depth - 1, view.window(window))?;
            let value = view.value(claim.value);
            // What repeats is worth something else than the table says.
            let refutes = value >= window.beta && self.ending(child, ply + 1).is_none();
            refutes.then_some((Claim { value, ..claim }, candidate.ordinal))
        });
        self.trail.pop();
        let (claim, ordinal) = found?;
        let claim = self.use_recalled(claim);
        Some((claim.of_parent(claim.value.min(node.bounds.1), ply), ordinal))
    }

    /// Searches the moves that are listed. Gives the claim and the best move's number.
    fn expand(&mut self, node: &Node<'_, P>) -> Option<(Claim, u16)> {
        let Node { position, ply, window, bounds: (low, high), .. } = *node;
        let is_pv = window.beta.saturating_sub(window.alpha) > 1;
        let mut inner = Window { alpha: window.alpha.max(low), beta: window.beta.min(high) };
        let mut rests_on = Claim::nothing();
        let mut best = (-INFINITE, 0);
        let mut number = 0;
        self.trail.push(position);
        while let Some(candidate) = self.frames[ply].next() {
            let claim = self.scouted(node, &candidate, number, inner)?;
            number += 1;
            rests_on = rests_on.and(&claim);
            if claim.value > best.0 {
                best = (claim.value, candidate.ordinal);
            }
            if claim.value >= inner.beta {
                if is_pv {
                    extend_pv(self.frames, ply, candidate.mv);
                }
                self.trail.pop();
                return Some((claim.of_parent(best.0.min(high), ply), best.1));
            }
            if claim.value > inner.alpha {
                inner.alpha = claim.value;
                if is_pv {
                    extend_pv(self.frames, ply, candidate.mv);
                }
            }
        }
        self.trail.pop();
        Some((rests_on.of_parent(best.0.max(low), ply), best.1))
    }

    /// Searches one of a node's moves: the first with the whole window, the others to show that they are no better, and
    /// again if that fails (principal variation search; T. A. Marsland and M. Campbell, "Parallel search of strongly
    /// ordered game trees", 1982).
    #[inline]
    fn scouted(
        &mut self,
        node: &Node<'_, P>,
        candidate: &Candidate<P>,
        number: usize,
        window: Window,
    ) -> Option<Claim> {
        let Node { position, depth, ply, .. } = *node;
        let scouts = number > 0 && self.shared.options.pvs;
        let reduction = self.reduction(depth, number, candidate.gain);
        let narrow = Window { alpha: window.alpha, beta: window.alpha + 1 };
        if reduction > 0 {
            let claim = self.child(position, candidate, depth - 1 - reduction, ply, narrow)?;
            if claim.value <= window.alpha {
                return Some(claim);
            }
        }
        if scouts && window.beta - window.alpha > 1 {
            let claim = self.child(position, candidate, depth - 1, ply, narrow)?;
            if claim.value <= window.alpha || claim.value >= window.beta {
                return Some(claim);
            }
        }
        self.child(position, candidate, depth - 1, ply, window)
    }

    /// Plies by which a late move that wins nothing is searched less deeply, until it proves better than expected
    /// (late move reductions; T. Romstad, "An introduction to late move reductions", 2007).
    #[inline]
    fn reduction(&self, depth: u32, number: usize, gain: i32) -> u32 {
        let options = self.shared.options;
        let reduces = depth >= options.lmr_depth && number >= options.lmr_moves as usize && gain <= 0;
        u32::from(reduces)
    }
}

/// What arithmetic alone says of a node, if it decides the window.
#[inline]
fn decided_by((low, high): (i32, i32), window: Window) -> Option<Claim> {
    if low >= window.beta || low == high {
        Some(Claim::fact(low, 0))
    } else if high <= window.alpha {
        Some(Claim::fact(high, 0))
    } else {
        None
    }
}

/// What the value of a node searched with `window` says; a bound that meets arithmetic's own is exact.
#[inline]
fn bound_of(value: i32, window: Window, (low, high): (i32, i32)) -> Bound {
    if value >= high || value <= low {
        Bound::Exact
    } else if value >= window.beta {
        Bound::Lower
    } else if value <= window.alpha {
        Bound::Upper
    } else {
        Bound::Exact
    }
}
