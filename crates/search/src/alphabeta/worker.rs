//! One thread's search: what it holds, and what it knows of a node without searching its moves.

use grenier_core::Position;

use super::Options;
use super::claim::Claim;
use super::frame::Frame;
use crate::eval::Evaluator;
use crate::limits::Budget;
use crate::oracle::{Oracle, fits_quiet_limit};
use crate::report::{Observer, Report};
use crate::score::INFINITE;
use crate::trail::{Repeat, Trail};
use crate::tt::{Bound, Entry, Known, Table};
use crate::window::Window;

/// What all threads of a search share.
pub(super) struct Shared<'s, E, O> {
    pub evaluator: &'s E,
    pub oracle: Option<&'s O>,
    pub table: Option<&'s Table>,
    pub options: &'s Options,
}

impl<E, O> Clone for Shared<'_, E, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, O> Copy for Shared<'_, E, O> {}

/// The searching of one thread.
pub(super) struct Worker<'s, P: Position, E, O> {
    pub shared: Shared<'s, E, O>,
    pub frames: &'s mut Vec<Frame<P>>,
    pub trail: Trail<P>,
    pub budget: Budget<'s>,
    /// Whom to tell, for the thread that does.
    pub observer: Option<&'s mut dyn Observer<P::Move>>,
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

/// The key of a position in the table. In the last fifth before the quiet limit the counter is part of it, in the top
/// five bits, which exact keys of games with such a limit leave free.
#[inline]
pub(super) fn table_key<P: Position>(position: &P) -> u64 {
    let key = position.future_key();
    let Some(limit) = P::QUIET_LIMIT else { return key };
    let first = limit - limit / 5;
    let quiet = position.quiet_plies();
    if quiet < first { key } else { key ^ u64::from((quiet - first + 1).min(31)) << 59 }
}

impl<'s, P: Position, E: Evaluator<P>, O: Oracle<P>> Worker<'s, P, E, O> {
    /// A worker at the start of a search.
    pub fn new(
        shared: Shared<'s, E, O>,
        frames: &'s mut Vec<Frame<P>>,
        trail: Trail<P>,
        budget: Budget<'s>,
        observer: Option<&'s mut dyn Observer<P::Move>>,
    ) -> Self {
        Worker {
            shared,
            frames,
            trail,
            budget,
            observer,
            report: Report::default(),
            horizon: Horizon::default(),
            own_estimates_only: false,
        }
    }

    /// Enters a node whose moves may be searched. `None` means that the search must stop.
    #[inline]
    pub fn enter(&mut self, ply: usize) -> Option<()> {
        self.count(ply)?;
        self.make_frame(ply);
        self.frames[ply].pv.clear();
        Some(())
    }

    /// Makes sure that there is a frame for this ply, and for those before it: a thread that takes root moves never
    /// enters the root.
    #[inline]
    pub fn make_frame(&mut self, ply: usize) {
        while self.frames.len() <= ply {
            self.frames.push(Frame::new());
        }
    }

    /// Counts a node. `None` means that the search must stop.
    #[inline]
    pub fn count(&mut self, ply: usize) -> Option<()> {
        if self.budget.is_check_due() {
            self.budget.check()?;
            if self.budget.take_report_due() {
                self.tell();
            }
        }
        self.budget.enter_unchecked();
        self.report.seldepth = self.report.seldepth.max(ply as u32);
        Some(())
    }

    /// The end of the game in `position`, which is at `ply` and not on the trail yet: by itself or by repetition.
    #[inline]
    pub fn ending(&self, position: &P, ply: usize) -> Option<Claim> {
        if let Some(outcome) = position.outcome() {
            let claim = Claim::fact(self.shared.evaluator.terminal(position, outcome), 0);
            let quiet = position.quiet_plies();
            let by_limit = P::QUIET_LIMIT.is_some_and(|limit| quiet >= limit);
            let dep = if by_limit { (ply as i32 - quiet as i32).max(Claim::HISTORY) } else { Claim::FREE };
            return Some(Claim { dep, ..claim });
        }
        self.repetition(position)
    }

    /// The end of the line in `position` by repetition.
    #[inline]
    pub fn repetition(&self, position: &P) -> Option<Claim> {
        let repeat = if self.shared.options.repetition { self.trail.repeat(position)? } else { return None };
        let value = self.shared.evaluator.terminal(position, position.endless());
        let uniform = position.endless_is_uniform();
        let dep = match repeat {
            Repeat::Path(at) if uniform => at as i32,
            _ => Claim::HISTORY,
        };
        Some(Claim { value, proven: uniform, dep, height: 0 })
    }

    /// What arithmetic leaves possible.
    #[inline]
    pub fn bounds(&self, position: &P) -> (i32, i32) {
        if self.shared.options.bounds {
            self.shared.evaluator.bounds(position)
        } else {
            (-INFINITE, INFINITE)
        }
    }

    /// The oracle's answer.
    #[inline]
    pub fn asked(&mut self, position: &P) -> Option<Claim> {
        let oracle = self.shared.oracle?;
        if !position.endless_is_uniform() || !self.trail.is_fresh(position) {
            return None;
        }
        let exact = oracle.probe(position)?;
        if !fits_quiet_limit(position, exact.distance) {
            return None;
        }
        self.report.oracle_hits += 1;
        Some(Claim::fact(exact.future + self.shared.evaluator.banked(position), exact.distance))
    }

    /// The table's answer about a node that would be searched with this depth, if it decides the window.
    #[inline]
    pub fn recalled(&self, position: &P, known: &Known, depth: u32, window: Window) -> Option<Claim> {
        let Known { entry, recent } = known;
        let height = u32::from(entry.height);
        let stored = u32::from(entry.depth);
        let exact_depth = self.shared.options.exact_depth_only;
        let usable = if exact_depth { stored == depth } else { entry.proven || stored >= depth };
        let value = entry.future + self.shared.evaluator.banked(position);
        let decides = match entry.bound {
            Bound::None => false,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
            Bound::Exact => true,
        };
        let proven = entry.proven && P::KEY_IS_EXACT;
        if !usable || !decides || (self.own_estimates_only && !proven && !recent) {
            return None;
        }
        // An estimate remains one where play could still run into a position that history has worn out.
        if entry.proven && !(self.trail.is_fresh(position) && fits_quiet_limit(position, height)) {
            return None;
        }
        Some(Claim { value, proven, dep: Claim::FREE, height })
    }

    /// Counts an answer of the table that is used.
    #[inline]
    pub fn use_recalled(&mut self, claim: Claim) -> Claim {
        self.horizon.recalled |= !claim.proven;
        self.report.table_hits += 1;
        claim
    }

    /// What the table is to remember of a node.
    #[inline]
    pub fn entry(
        &self,
        position: &P,
        claim: &Claim,
        bound: Bound,
        depth: u32,
        ordinal: Option<u16>,
    ) -> Entry {
        let free = claim.dep == Claim::FREE;
        Entry {
            future: if free { claim.value - self.shared.evaluator.banked(position) } else { 0 },
            bound: if free { bound } else { Bound::None },
            depth: if free { depth as u8 } else { 0 },
            proven: free && claim.proven,
            height: claim.height.min(255) as u8,
            ordinal,
        }
    }

    /// Puts into the report what the search has cost so far.
    pub fn sum_up(&mut self) {
        self.report.nodes = self.budget.nodes();
        self.report.time = self.budget.time();
        self.report.hashfull = self.shared.table.map(Table::fullness);
    }

    /// Tells the observer how far the search has got.
    pub fn tell(&mut self) {
        self.sum_up();
        if let Some(observer) = &mut self.observer {
            observer.progress(&self.report);
        }
    }
}
