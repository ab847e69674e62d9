//! Which position to look at next: depth-first proof-number search for one question at a time.
//!
//! A *question* is "is the value of this place at least this level?". Its two numbers estimate how many more places
//! must be expanded to say yes and to say no. They guide the search and prove nothing: answers come from the bounds in
//! the graph alone.

use grenier_core::Position;

use super::graph::{Full, Graph, Level};
use super::layer::Layer;
use super::store::{Chunks, NONE};
use crate::eval::{Evaluator, Resting};
use crate::limits::Budget;
use crate::oracle::Oracle;

/// The number of what cannot be done.
const NEVER: u32 = u32::MAX;

/// The greatest number of what may be possible.
const MOST: u32 = u32::MAX / 4;

/// A question that was asked about a place.
#[derive(Debug)]
pub(super) struct Question {
    pub place: u32,
    pub level: Level,
    /// The next question about the same place.
    next: u32,
    /// How hard a yes is, and how hard a no.
    yes: u32,
    no: u32,
    /// Where it stands on the path from the root, [`NONE`] elsewhere.
    depth: u32,
    /// The attack seems to fail, if it fails from this earlier question on the path; [`NONE`] if nothing is known.
    pub leans_on: u32,
    /// Its number in the closure at hand.
    pub mark: u32,
}

/// A question on the path, with the numbers at which its turn is over.
struct Frame {
    question: u32,
    yes_limit: u32,
    no_limit: u32,
}

/// The numbers of a question by its children.
struct Look {
    /// The bounds that the children's bounds give.
    low: Level,
    high: Level,
    yes: u32,
    no: u32,
    /// The child through which a yes is easiest, and its numbers for the parent.
    best: u32,
    best_no: u32,
    second_yes: u32,
    /// The smallest depth of the path that the numbers lean on.
    leans_on: u32,
}

/// Looks at questions between two looks at the clock.
const LOOKS_A_CHECK: u64 = 1 << 12;

/// Why the search stopped before an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The budget is used up.
    Budget,
    /// The memory is used up.
    Memory,
}

impl From<Full> for Halt {
    fn from(_: Full) -> Halt {
        Halt::Memory
    }
}

/// The graph with the questions about it.
pub(super) struct Asker<'a, P: Position, E, O> {
    pub graph: Graph<'a, P, E, O>,
    pub questions: Chunks<Question>,
    path: Vec<Frame>,
    /// Places of this epoch and those below are solved by retrograde analysis as soon as they are met.
    pub floor: Option<u32>,
    /// Places looked at, and how many it may become before the floor is raised.
    looks: u64,
    patience: u64,
    least_patience: u64,
    pub swept: u64,
    pub layer: Layer,
}

/// Is told whenever a report is due.
pub(super) type Told<'t, 'a, P, E, O> = dyn FnMut(&Graph<'a, P, E, O>, &mut Budget<'_>) + 't;

impl<'a, P: Resting, E: Evaluator<P>, O: Oracle<P>> Asker<'a, P, E, O> {
    pub fn new(graph: Graph<'a, P, E, O>, patience: u64) -> Self {
        Asker {
            graph,
            questions: Chunks::new(),
            path: Vec::new(),
            floor: None,
            looks: 0,
            patience,
            least_patience: patience,
            swept: 0,
            layer: Layer::default(),
        }
    }

    /// Is the value of `place` at least `level`? Calls `told` whenever a report is due.
    pub fn ask(
        &mut self,
        place: u32,
        level: Level,
        budget: &mut Budget<'_>,
        told: &mut Told<'_, 'a, P, E, O>,
    ) -> Result<bool, Halt> {
        let question = self.question(place, level)?;
        self.push(question, NEVER, NEVER);
        let result = self.search(budget, told);
        while !self.path.is_empty() {
            self.pop();
        }
        result?;
        Ok(self.graph.places[place].holds(level).expect("the search ends with an answer"))
    }

    fn push(&mut self, question: u32, yes_limit: u32, no_limit: u32) {
        self.questions[question].depth = self.path.len() as u32;
        self.path.push(Frame { question, yes_limit, no_limit });
    }

    fn pop(&mut self) {
        if let Some(frame) = self.path.pop() {
            self.questions[frame.question].depth = NONE;
        }
    }

    fn search(&mut self, budget: &mut Budget<'_>, told: &mut Told<'_, 'a, P, E, O>) -> Result<(), Halt> {
        while let Some(&Frame { question, yes_limit, no_limit }) = self.path.last() {
            let Question { place, level, .. } = self.questions[question];
            if self.graph.places[place].holds(level).is_some() {
                self.pop();
                continue;
            }
            if !self.graph.places[place].is_expanded() {
                self.expand(place, budget, told)?;
                continue;
            }
            self.looks += 1;
            // A search can go round for long without expanding anything.
            if self.looks.is_multiple_of(LOOKS_A_CHECK) {
                budget.check().ok_or(Halt::Budget)?;
                if budget.take_report_due() {
                    told(&self.graph, budget);
                }
            }
            if self.looks >= self.patience {
                self.raise_floor(budget, told)?;
                continue;
            }
            let look = self.look(place, level);
            self.graph.conclude(place, look.low, look.high);
            if self.graph.places[place].holds(level).is_some() {
                continue;
            }
            if look.yes < yes_limit && look.no < no_limit {
                self.descend(&look, level, yes_limit, no_limit)?;
            } else if look.yes != 0 && look.no != 0 {
                let asked = &mut self.questions[question];
                (asked.yes, asked.no, asked.leans_on) = (look.yes, look.no, NONE);
                self.pop();
            } else if (look.leans_on as usize) < self.path.len() - 1 {
                self.questions[question].leans_on = self.path[look.leans_on as usize].question;
                self.pop();
            } else {
                // It leans on nothing but itself and what lies behind it.
                self.settle(question);
            }
        }
        Ok(())
    }

    /// Enters the children of a place; those below the floor are solved at once.
    fn expand(
        &mut self,
        place: u32,
        budget: &mut Budget<'_>,
        told: &mut Told<'_, 'a, P, E, O>,
    ) -> Result<(), Halt> {
        budget.enter().ok_or(Halt::Budget)?;
        if budget.take_report_due() {
            told(&self.graph, budget);
        }
        self.graph.expand(place)?;
        self.graph.others = self.questions.bytes();
        for at in self.graph.places[place].edges() {
            let child = self.graph.edges[at].child;
            if self.floor.is_some_and(|floor| self.graph.places[child].position.epoch() <= floor) {
                self.solve(&[child], budget, told)?;
            }
        }
        Ok(())
    }

    /// Raises the floor to the next epoch that holds an open place, and solves all such places.
    fn raise_floor(&mut self, budget: &mut Budget<'_>, told: &mut Told<'_, 'a, P, E, O>) -> Result<(), Halt> {
        let is_open = |place: u32| !self.graph.places[place].is_exact();
        let epoch = |place: u32| self.graph.places[place].position.epoch();
        let open: Vec<u32> = (0..self.graph.places.len() as u32).filter(|&place| is_open(place)).collect();
        let Some(floor) = open.iter().map(|&place| epoch(place)).min() else { return Ok(()) };
        let layer: Vec<u32> = open.into_iter().filter(|&place| epoch(place) == floor).collect();
        self.floor = Some(floor);
        self.solve(&layer, budget, told)?;
        // As much effort for the search as for the layers, so that neither costs much more than the other alone.
        self.patience = self.looks + self.least_patience + self.swept / 2;
        Ok(())
    }

    /// Goes on with the child through which a yes is easiest.
    fn descend(&mut self, look: &Look, level: Level, yes_limit: u32, no_limit: u32) -> Result<(), Halt> {
        let edge = self.graph.edges[look.best];
        let yes = yes_limit.min(look.second_yes.saturating_add(look.second_yes / 4).saturating_add(1));
        let no = if no_limit == NEVER { NEVER } else { no_limit - (look.no - look.best_no.min(look.no)) };
        let question = self.question(edge.child, edge.child_level(level))?;
        let (yes, no) = if edge.same { (yes, no) } else { (no, yes) };
        self.push(question, yes, no);
        Ok(())
    }

    /// The number of a question, which is entered if it is new.
    fn question(&mut self, place: u32, level: Level) -> Result<u32, Halt> {
        if let Some(number) = self.asked(place, level) {
            return Ok(number);
        }
        let next = self.graph.places[place].questions;
        let question =
            Question { place, level, next, yes: 1, no: 1, depth: NONE, leans_on: NONE, mark: NONE };
        let number = self.questions.push(question).ok_or(Halt::Memory)?;
        self.graph.places[place].questions = number;
        Ok(number)
    }

    /// The number of a question, if it was asked before.
    #[inline]
    pub fn asked(&self, place: u32, level: Level) -> Option<u32> {
        let mut number = self.graph.places[place].questions;
        while number != NONE {
            let question = &self.questions[number];
            if question.level == level {
                return Some(number);
            }
            number = question.next;
        }
        None
    }

    /// Is the question on the path, or does it lean on one that is? The depth of that.
    #[inline]
    fn cycle(&self, question: &Question) -> u32 {
        if question.depth != NONE {
            question.depth
        } else if question.leans_on != NONE {
            self.questions[question.leans_on].depth
        } else {
            NONE
        }
    }

    /// Is the question on the path, or was it found to lean on one that was?
    pub fn may_close(&self, question: u32) -> bool {
        let question = &self.questions[question];
        question.depth != NONE || question.leans_on != NONE
    }

    /// Forgets that the question leans on another.
    pub fn stand_alone(&mut self, question: u32) {
        self.questions[question].leans_on = NONE;
    }

    /// The numbers of a question about an expanded place, by its children.
    fn look(&self, place: u32, level: Level) -> Look {
        let place = &self.graph.places[place];
        let attacks = level > place.endless;
        let mut look = Look {
            low: Level::MIN,
            high: Level::MIN,
            yes: NEVER,
            no: 0,
            best: NONE,
            best_no: 0,
            second_yes: NEVER,
            leans_on: NONE,
        };
        // A side that only has to hold needs one child to lean on: the one that leans on the latest question.
        let mut latest = None;
        for at in place.edges() {
            let edge = &self.graph.edges[at];
            let child = &self.graph.places[edge.child];
            let (low, high) = edge.seen(child.low, child.high);
            (look.low, look.high) = (look.low.max(low), look.high.max(high));
            let (yes, no, leans_on) = self.numbers(edge.child, edge.child_level(level));
            let (yes, no) = if edge.same { (yes, no) } else { (no, yes) };
            if leans_on != NONE {
                if attacks {
                    look.leans_on = look.leans_on.min(leans_on);
                } else {
                    latest = latest.max(Some(leans_on));
                }
            }
            if yes < look.yes || look.best == NONE {
                look.second_yes = look.yes;
                (look.yes, look.best, look.best_no) = (yes, at, no);
            } else {
                look.second_yes = look.second_yes.min(yes);
            }
            look.no = look.no.saturating_add(no).min(MOST);
        }
        if look.yes == 0 {
            look.no = NEVER;
            look.leans_on = latest.unwrap_or(NONE);
        }
        look
    }

    /// The numbers of a child's question, and the depth of the path that they lean on.
    #[inline]
    fn numbers(&self, child: u32, level: Level) -> (u32, u32, u32) {
        let place = &self.graph.places[child];
        match place.holds(level) {
            Some(true) => return (0, NEVER, NONE),
            Some(false) => return (NEVER, 0, NONE),
            None => {}
        }
        let Some(number) = self.asked(child, level) else {
            return (1, 1, NONE);
        };
        let question = &self.questions[number];
        let cycle = self.cycle(question);
        if cycle == NONE {
            (question.yes, question.no, NONE)
        } else if level > place.endless {
            // Whoever wants more than endless play gains nothing from a cycle.
            (NEVER, 0, cycle)
        } else {
            (0, NEVER, cycle)
        }
    }
}
