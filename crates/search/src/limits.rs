//! How long a search may go on.

use std::sync::atomic::{AtomicBool, Ordering};
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

/// Counts the nodes of a running search and says when to stop.
#[derive(Debug)]
pub struct Budget<'a> {
    limits: Limits,
    stop: &'a AtomicBool,
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
            started: now,
            reported: now,
            nodes: 0,
            next_check: 0,
            report_due: false,
            stopped: None,
        }
    }

    /// Asks to enter one more node. `None` means stop, now and ever after.
    #[inline]
    pub fn enter(&mut self) -> Option<()> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Some(())
    }

    /// Looks at clock and flag without entering a node, for long work between nodes. `None` means stop.
    pub fn look(&mut self) -> Option<()> {
        self.check()
    }

    #[cold]
    fn check(&mut self) -> Option<()> {
        if self.stopped.is_none() {
            self.stopped = self.reason();
        }
        if self.stopped.is_some() {
            self.next_check = 0;
            return None;
        }
        let step = self.nodes + Budget::CLOCK_STEP;
        self.next_check = self.limits.nodes.map_or(step, |limit| step.min(limit));
        Some(())
    }

    fn reason(&mut self) -> Option<Stop> {
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Some(Stop::Nodes);
        }
        if self.stop.load(Ordering::Relaxed) {
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

    /// Nodes entered so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the start.
    pub fn time(&self) -> Duration {
        self.started.elapsed()
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
