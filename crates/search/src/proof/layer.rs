//! Whole layers at a time: retrograde analysis of everything that can be reached.
//!
//! Small layers are dense: a search for a proof comes to see most of their positions, and asks about many levels of
//! each. It is cheaper to find their exact values at once. All values start as that of endless play; each round looks
//! one ply further at those that may change, until none does (K. Thompson, "Retrograde analysis of certain endgames",
//! ICCA Journal 1986; for the endless values: J. Romein, H. Bal, "Solving awari with parallel retrograde analysis",
//! Computer 2003). For every level above the endless value the positions that reach it grow from none to the least
//! fixed point, for every other level they shrink from all to the greatest one: a cycle is worth what endless play is
//! worth, and nothing rests on a path.

use super::graph::Level;
use super::search::{Asker, Halt, Told};
use super::store::NONE;
use crate::eval::{Evaluator, Resting};
use crate::limits::Budget;
use crate::oracle::Oracle;

/// Values drawn between two looks at the clock.
const CLOCK_STEP: usize = 1 << 14;

/// The open places under analysis, and who depends on whom.
#[derive(Debug, Default)]
pub(super) struct Layer {
    /// All open places, then sorted by epoch.
    members: Vec<u32>,
    /// The parents of member `i` are `parents[starts[i]..starts[i + 1]]`, as member numbers.
    starts: Vec<u32>,
    parents: Vec<u32>,
    /// Members whose values may change in this round and in the next.
    now: Vec<u32>,
    next: Vec<u32>,
    is_next: Vec<bool>,
    /// The changes of this round.
    changes: Vec<(u32, Level, u16)>,
}

impl Layer {
    fn bytes(&self) -> usize {
        let numbers = self.members.capacity()
            + self.starts.capacity()
            + self.parents.capacity()
            + self.now.capacity()
            + self.next.capacity();
        numbers * size_of::<u32>() + self.is_next.capacity() + self.changes.capacity() * 8
    }
}

impl<'a, P: Resting, E: Evaluator<P>, O: Oracle<P>> Asker<'a, P, E, O> {
    /// Finds the exact values of these places and of all that can be reached from them.
    pub fn solve(
        &mut self,
        places: &[u32],
        budget: &mut Budget<'_>,
        told: &mut Told<'_, 'a, P, E, O>,
    ) -> Result<(), Halt> {
        self.layer.members.clear();
        let reached = self.reach(places, budget, told);
        let mut members = std::mem::take(&mut self.layer.members);
        members.sort_by_key(|&place| self.graph.places[place].position.epoch());
        for &place in &members {
            self.graph.places[place].mark = NONE;
        }
        let result = reached.and_then(|()| {
            let same_epoch = |a: &u32, b: &u32| {
                self.graph.places[*a].position.epoch() == self.graph.places[*b].position.epoch()
            };
            let groups: Vec<(usize, usize)> = members
                .chunk_by(same_epoch)
                .scan(0, |start, group| {
                    let range = (*start, *start + group.len());
                    *start = range.1;
                    Some(range)
                })
                .collect();
            groups.into_iter().try_for_each(|(from, to)| self.analyse(&members[from..to], budget, told))
        });
        self.layer.members = members;
        result
    }

    /// Expands all open places that can be reached, and lists them.
    fn reach(
        &mut self,
        places: &[u32],
        budget: &mut Budget<'_>,
        told: &mut Told<'_, 'a, P, E, O>,
    ) -> Result<(), Halt> {
        places.iter().for_each(|&place| self.enlist(place));
        let mut at = 0;
        while at < self.layer.members.len() {
            let place = self.layer.members[at];
            if !self.graph.places[place].is_expanded() {
                budget.enter().ok_or(Halt::Budget)?;
                if budget.take_report_due() {
                    told(&self.graph, budget);
                }
                self.graph.expand(place)?;
                self.graph.others = self.questions.bytes() + self.layer.bytes();
            }
            self.swept += 1;
            for edge in self.graph.places[place].edges() {
                self.enlist(self.graph.edges[edge].child);
            }
            at += 1;
        }
        Ok(())
    }

    #[inline]
    fn enlist(&mut self, place: u32) {
        let open = &mut self.graph.places[place];
        if !open.is_exact() && open.mark == NONE {
            open.mark = 0;
            self.layer.members.push(place);
        }
    }

    /// Finds the values of the open places of one epoch; all lower ones are known.
    fn analyse(
        &mut self,
        members: &[u32],
        budget: &mut Budget<'_>,
        told: &mut Told<'_, 'a, P, E, O>,
    ) -> Result<(), Halt> {
        for (number, &place) in (0..).zip(members) {
            let place = &mut self.graph.places[place];
            (place.mark, place.guess, place.rank) = (number, place.endless, 0);
        }
        self.list_parents(members);
        self.graph.others = self.questions.bytes() + self.layer.bytes();
        let result = self.iterate(members, budget, told);
        for &place in members {
            let place = &mut self.graph.places[place];
            place.mark = NONE;
            if result.is_ok() {
                (place.low, place.high) = (place.guess, place.guess);
            }
        }
        result
    }

    /// Sorts the moves inside the layer by their targets.
    fn list_parents(&mut self, members: &[u32]) {
        let Layer { starts, parents, .. } = &mut self.layer;
        let graph = &self.graph;
        let targets = |place: u32| {
            let edges = graph.places[place].edges();
            edges.map(|edge| graph.places[graph.edges[edge].child].mark).filter(|&mark| mark != NONE)
        };
        starts.clear();
        starts.resize(members.len() + 1, 0);
        for &place in members {
            targets(place).for_each(|target| starts[target as usize] += 1);
        }
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum;
        }
        parents.clear();
        parents.resize(sum as usize, 0);
        for (number, &place) in (0..).zip(members) {
            for target in targets(place) {
                starts[target as usize] -= 1;
                parents[starts[target as usize] as usize] = number;
            }
        }
    }

    /// Rounds until nothing changes.
    fn iterate(
        &mut self,
        members: &[u32],
        budget: &mut Budget<'_>,
        told: &mut Told<'_, 'a, P, E, O>,
    ) -> Result<(), Halt> {
        self.layer.now.clear();
        self.layer.now.extend(0..members.len() as u32);
        self.layer.is_next.clear();
        self.layer.is_next.resize(members.len(), false);
        while !self.layer.now.is_empty() {
            let now = std::mem::take(&mut self.layer.now);
            for part in now.chunks(CLOCK_STEP) {
                if part.len() == CLOCK_STEP {
                    budget.check().ok_or(Halt::Budget)?;
                    if budget.take_report_due() {
                        told(&self.graph, budget);
                    }
                }
                for &member in part {
                    self.draw(member, members[member as usize]);
                }
            }
            self.layer.now = now;
            self.apply(members);
        }
        Ok(())
    }

    /// Draws the value of a member from its children as they stood before this round.
    #[inline]
    fn draw(&mut self, member: u32, number: u32) {
        let place = &self.graph.places[number];
        let (guess, endless) = (place.guess, place.endless);
        let mut value = Level::MIN;
        for at in place.edges() {
            let edge = &self.graph.edges[at];
            let child = &self.graph.places[edge.child];
            let standing = if child.mark == NONE { child.low } else { child.guess };
            value = value.max(edge.seen(standing, standing).0);
        }
        if value != guess {
            let rank = self.rank(number, value, endless);
            self.layer.changes.push((member, value, rank));
        }
    }

    /// Plies to the next exit, when the attacker takes the fastest way and the other side the slowest.
    fn rank(&mut self, number: u32, value: Level, endless: Level) -> u16 {
        let edges = self.graph.places[number].edges();
        let attacks = value > endless;
        let mut rank = if attacks { u16::MAX } else { 0 };
        for at in edges {
            let edge = self.graph.edges[at];
            let child = &self.graph.places[edge.child];
            let is_member = child.mark != NONE;
            let standing = if is_member { child.guess } else { child.low };
            let through = if is_member { child.rank } else { self.graph.rank_through(edge) };
            if attacks && edge.seen(standing, standing).0 >= value {
                rank = rank.min(through);
            } else if !attacks {
                rank = rank.max(through);
            }
        }
        self.graph.checked(rank.saturating_add(1))
    }

    /// Writes the round's changes down; the parents of what changed are next.
    fn apply(&mut self, members: &[u32]) {
        let Layer { starts, parents, now, next, is_next, changes, .. } = &mut self.layer;
        next.clear();
        for &(member, value, rank) in changes.iter() {
            let place = &mut self.graph.places[members[member as usize]];
            (place.guess, place.rank) = (value, rank);
            for at in starts[member as usize]..starts[member as usize + 1] {
                let parent = parents[at as usize];
                if !std::mem::replace(&mut is_next[parent as usize], true) {
                    next.push(parent);
                }
            }
        }
        changes.clear();
        next.iter().for_each(|&member| is_next[member as usize] = false);
        std::mem::swap(now, next);
    }
}
