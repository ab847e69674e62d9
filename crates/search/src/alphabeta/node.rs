//! The search of one node.

use grenier_core::Position;

use super::Options;
use super::claim::Claim;
use super::frame::{Candidate, Frame, extend_pv};
use super::order::order;
use crate::eval::Evaluator;
use crate::limits::Budget;
use crate::oracle::{Oracle, fits_quiet_limit};
use crate::report::{Observer, Report};
use crate::score::INFINITE;
use crate::trail::{Repeat, Trail};
use crate::tt::{Bound, Entry, Known, Table};
use crate::window::{View, Window};

/// One running search.
pub(super) struct Run<'r, P: Position, E, O> {
    pub evaluator: &'r E,
    pub oracle: Option<&'r O>,
    pub table: Option<&'r Table>,
    pub options: &'r Options,
    pub frames: &'r mut Vec<Frame<P>>,
    pub trail: Trail<P>,
    pub budget: Budget<'r>,
    pub observer: &'r mut dyn Observer<P::Move>,
    pub report: Report<P::Move>,
    /// What the iteration met that is not proven, so that a deeper one may find more.
    pub horizon: Horizon,
    /// Use only those estimates of the table that this iteration has stored itself?
    pub own_estimates_only: bool,
}

/// Kinds of unproven values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Horizon {
    /// The evaluator's.
    pub estimated: bool,
    /// The table's.
    pub recalled: bool,
}

/// The key of a position in the table. Where little is left of the quiet limit the counter is part of it, in the top
/// bits, which exact keys of such games leave free.
pub(super) fn table_key<P: Position>(position: &P, key: u64) -> u64 {
    let quiet = position.quiet_plies();
    match P::QUIET_LIMIT {
        Some(limit) if 5 * quiet >= 4 * limit => key ^ u64::from(quiet) << 57,
        _ => key,
    }
}

impl<P: Position, E: Evaluator<P>, O: Oracle<P>> Run<'_, P, E, O> {
    /// Enters a node. `None` means that the search must stop.
    pub fn enter(&mut self, ply: usize) -> Option<()> {
        self.budget.enter()?;
        if self.frames.len() <= ply {
            self.frames.push(Frame::new());
        }
        self.frames[ply].pv.clear();
        self.report.seldepth = self.report.seldepth.max(ply as u32);
        if self.budget.take_report_due() {
            self.tell();
        }
        Some(())
    }

    /// Searches the position behind a move of `parent`, which stands at `ply`; the claim is as `parent` sees it.
    pub fn child(
        &mut self,
        parent: &P,
        candidate: &Candidate<P>,
        depth: u32,
        ply: usize,
        window: Window,
    ) -> Option<Claim> {
        let view = View::between(parent, &candidate.child);
        self.trail.push(&candidate.child);
        let claim = self.node(&candidate.child, depth - 1, ply + 1, view.window(window));
        self.trail.pop();
        claim.map(|claim| Claim { value: view.value(claim.value), ..claim })
    }

    fn node(&mut self, position: &P, depth: u32, ply: usize, window: Window) -> Option<Claim> {
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
        let key = table_key(position, self.trail.key());
        let known = self.table.and_then(|table| table.probe(key));
        if let Some(claim) = known.and_then(|known| self.recalled(position, &known, depth, window)) {
            return Some(claim);
        }
        if depth == 0 {
            self.horizon.estimated = true;
            return Some(Claim::estimate(self.evaluator.evaluate(position)));
        }
        let hash = known.and_then(|known| known.entry.ordinal);
        let (claim, ordinal) = self.expand(position, depth, ply, window, bounds, hash)?;
        if let Some(table) = self.table {
            let bound = bound_of(claim.value, window, bounds);
            table.store(key, &self.entry(position, &claim, bound, depth, ordinal));
        }
        Some(claim)
    }

    /// The end of the game, by itself or by repetition.
    fn ending(&self, position: &P, ply: usize) -> Option<Claim> {
        if let Some(outcome) = position.outcome() {
            let claim = Claim::fact(self.evaluator.terminal(position, outcome), 0);
            let quiet = position.quiet_plies();
            let by_limit = P::QUIET_LIMIT.is_some_and(|limit| quiet >= limit);
            let dep = if by_limit { (ply as i32 - quiet as i32).max(Claim::HISTORY) } else { Claim::FREE };
            return Some(Claim { dep, ..claim });
        }
        let repeat = if self.options.repetition { self.trail.repeat()? } else { return None };
        let value = self.evaluator.terminal(position, position.endless());
        let uniform = position.endless_is_uniform();
        let dep = match repeat {
            Repeat::Path(at) if uniform => at as i32,
            _ => Claim::HISTORY,
        };
        Some(Claim { value, proven: uniform, dep, height: 0 })
    }

    pub fn bounds(&self, position: &P) -> (i32, i32) {
        if self.options.bounds { self.evaluator.bounds(position) } else { (-INFINITE, INFINITE) }
    }

    /// The oracle's answer.
    fn asked(&mut self, position: &P) -> Option<Claim> {
        if !position.endless_is_uniform() || !self.trail.is_fresh() {
            return None;
        }
        let exact = self.oracle?.probe(position)?;
        if !fits_quiet_limit(position, exact.distance) {
            return None;
        }
        self.report.oracle_hits += 1;
        Some(Claim::fact(exact.future + self.evaluator.banked(position), exact.distance))
    }

    /// The table's answer, if it decides the window.
    fn recalled(&mut self, position: &P, known: &Known, depth: u32, window: Window) -> Option<Claim> {
        let Known { entry, recent } = known;
        let height = u32::from(entry.height);
        if !self.trail.is_fresh() || (entry.proven && !fits_quiet_limit(position, height)) {
            return None;
        }
        let stored = u32::from(entry.depth);
        let usable =
            if self.options.exact_depth_only { stored == depth } else { entry.proven || stored >= depth };
        let value = entry.future + self.evaluator.banked(position);
        let decides = match entry.bound {
            Bound::None => false,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
            Bound::Exact => true,
        };
        let any_path = position.endless_is_uniform() || self.trail.begins_epoch();
        let proven = entry.proven && P::KEY_IS_EXACT && any_path;
        if !usable || !decides || (self.own_estimates_only && !proven && !recent) {
            return None;
        }
        self.horizon.recalled |= !proven;
        self.report.table_hits += 1;
        Some(Claim { value, proven, dep: Claim::FREE, height })
    }

    /// Searches the moves. Gives the claim and the best move's number.
    fn expand(
        &mut self,
        position: &P,
        depth: u32,
        ply: usize,
        window: Window,
        (low, high): (i32, i32),
        hash: Option<u16>,
    ) -> Option<(Claim, u16)> {
        let mut inner = Window { alpha: window.alpha.max(low), beta: window.beta.min(high) };
        let mut rests_on = Claim::nothing();
        let mut best = (-INFINITE, 0);
        let hash = self.list_moves(position, ply, hash);
        let mut number = 0;
        while let Some(candidate) = self.candidate(position, ply, number, hash) {
            number += 1;
            let claim = self.child(position, &candidate, depth, ply, inner)?;
            rests_on = rests_on.and(&claim);
            if claim.value > best.0 {
                best = (claim.value, candidate.ordinal);
            }
            if claim.value > inner.alpha {
                inner.alpha = claim.value;
                extend_pv(self.frames, ply, candidate.mv);
            }
            if claim.value >= inner.beta {
                self.frames[ply].kill(candidate.mv);
                return Some((claim.of_parent(best.0.min(high), ply), best.1));
            }
        }
        Some((rests_on.of_parent(best.0.max(low), ply), best.1))
    }

    /// Lists the moves and gives the table's move back if it is among them and moves are ordered.
    fn list_moves(&mut self, position: &P, ply: usize, hash: Option<u16>) -> Option<u16> {
        let frame = &mut self.frames[ply];
        position.distinct_moves(&mut frame.moves);
        hash.filter(|&hash| self.options.ordering && usize::from(hash) < frame.moves.len())
    }

    /// The candidate to search after `number` others: the table's move at once, the others after they are ordered.
    fn candidate(
        &mut self,
        position: &P,
        ply: usize,
        number: usize,
        hash: Option<u16>,
    ) -> Option<Candidate<P>> {
        let frame = &mut self.frames[ply];
        let before = usize::from(hash.is_some());
        if let Some(ordinal) = hash
            && number == 0
        {
            let mv = frame.moves[usize::from(ordinal)];
            return Some(Candidate { mv, child: position.play_unchecked(mv), ordinal, promise: 0 });
        }
        if number == before {
            order(self.evaluator, position, frame, hash, self.options.ordering);
        }
        frame.candidates.get(number - before).copied()
    }

    fn entry(&self, position: &P, claim: &Claim, bound: Bound, depth: u32, ordinal: u16) -> Entry {
        let free = claim.dep == Claim::FREE;
        Entry {
            future: if free { claim.value - self.evaluator.banked(position) } else { 0 },
            bound: if free { bound } else { Bound::None },
            depth: if free { depth as u8 } else { 0 },
            proven: free && claim.proven,
            height: claim.height.min(255) as u8,
            ordinal: Some(ordinal),
        }
    }
}

/// What arithmetic alone says of a node, if it decides the window.
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
