//! How long a search may go on.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::report::Stop;

/// Limits of one search; the first one reached ends it. Without any it ends when the value is proven or the stop flag
/// is raised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies of the last iteration. Searchers without iterations ignore it.
    pub depth: Option<u32>,
    /// Positions entered, exactly: the search never enters one more.
    pub nodes: Option<u64>,
    /// Time on the clock, looked at every [`Budget::CLOCK_STEP`] nodes.
    pub time: Option<Duration>,
}

impl Limits {
    /// No other limit than this depth in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// No other limit than this number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// No other limit than this time.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }
}

/// What the threads of one search share: the nodes of all, and the end.
#[derive(Debug, Default)]
pub struct Team {
    nodes: AtomicU64,
    over: AtomicBool,
}

impl Team {
    /// Ends the search of all threads at their next look at the clock.
    pub fn disband(&self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

/// Counts the nodes of a running search and says when to stop.
#[derive(Clone, Debug)]
pub struct Budget<'a> {
    limits: Limits,
    stop: &'a AtomicBool,
    /// The other threads, if there are any, and how many of this budget's nodes they know of.
    team: Option<&'a Team>,
    known: u64,
    started: Instant,
    reported: Instant,
    nodes: u64,
    /// The count at which something must be looked at next: clock, flag, or the limit itself.
    next_check: u64,
    report_due: bool,
    stopped: Option<Stop>,
}

impl<'a> Budget<'a> {
    /// Nodes between two looks at the clock and the flag.
    pub const CLOCK_STEP: u64 = 1024;

    /// Time between two reports of a long search.
    pub const REPORT_EVERY: Duration = Duration::from_secs(1);

    /// A budget whose clock starts now.
    pub fn new(limits: Limits, stop: &'a AtomicBool) -> Budget<'a> {
        let now = Instant::now();
        Budget {
            limits,
            stop,
            team: None,
            known: 0,
            started: now,
            reported: now,
            nodes: 0,
            next_check: 0,
            report_due: false,
            stopped: None,
        }
    }

    /// The same budget for one of several threads. Nodes are then counted together and looked at every
    /// [`Budget::CLOCK_STEP`] nodes of each thread, by so many of which the search may go beyond a limit.
    #[must_use]
    pub fn shared(self, team: &'a Team) -> Budget<'a> {
        Budget { team: Some(team), ..self }
    }

    /// Asks to enter one more node. `None` means stop, now and ever after.
    #[inline]
    pub fn enter(&mut self) -> Option<()> {
        if self.is_check_due() {
            self.check()?;
        }
        self.enter_unchecked();
        Some(())
    }

    /// Must [`check`](Budget::check) be called before the next node?
    #[inline]
    pub fn is_check_due(&self) -> bool {
        self.nodes >= self.next_check
    }

    /// Counts a node that is entered while no check is due.
    #[inline]
    pub fn enter_unchecked(&mut self) {
        self.nodes += 1;
    }

    /// Looks at limits, clock and flag. `None` means stop, now and ever after.
    #[cold]
    pub fn check(&mut self) -> Option<()> {
        if self.stopped.is_none() {
            self.stopped = self.reason();
        }
        if self.stopped.is_some() {
            self.next_check = 0;
            return None;
        }
        let step = self.nodes + Budget::CLOCK_STEP;
        let alone = self.limits.nodes.filter(|_| self.team.is_none());
        self.next_check = alone.map_or(step, |limit| step.min(limit));
        Some(())
    }

    fn reason(&mut self) -> Option<Stop> {
        if let Some(team) = self.team {
            team.nodes.fetch_add(self.nodes - self.known, Ordering::Relaxed);
            self.known = self.nodes;
        }
        if self.limits.nodes.is_some_and(|limit| self.nodes() >= limit) {
            return Some(Stop::Nodes);
        }
        let over = self.team.is_some_and(|team| team.over.load(Ordering::Relaxed));
        if over || self.stop.load(Ordering::Relaxed) {
            return Some(Stop::Flag);
        }
        let now = Instant::now();
        self.report_due = now - self.reported >= Budget::REPORT_EVERY;
        let over = self.limits.time.is_some_and(|time| now - self.started >= time);
        over.then_some(Stop::Time)
    }

    /// Is a report due? Asking makes it done.
    #[inline]
    pub fn take_report_due(&mut self) -> bool {
        if self.report_due {
            self.reported = Instant::now();
        }
        std::mem::take(&mut self.report_due)
    }

    /// Nodes entered so far, by all threads as far as they have told.
    pub fn nodes(&self) -> u64 {
        let others = self.team.map_or(0, |team| team.nodes.load(Ordering::Relaxed) - self.known);
        self.nodes + others
    }

    /// Time since the start.
    pub fn time(&self) -> Duration {
        self.started.elapsed()
    }

    /// Takes over why another thread's budget ended the search, unless this one did itself.
    #[cfg(feature = "rayon")]
    pub(crate) fn take_over(&mut self, other: &Budget<'_>) {
        self.stopped = self.stopped.or(other.stopped);
    }

    /// Why the budget ended the search, if it did.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// The limits given.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
}
