//! Answers that rest on cycles.
//!
//! An *attack* is a question whose level is beyond the value of endless play for the side that wants it: a yes needs
//! progress. It fails exactly if the other side can hold it off for ever, that is if there is a set of places, closed
//! under every move of the attacker and one move of the holder at each place of his, from which no move of either kind
//! leads to a place where the attack succeeds. [`Asker::settle`] looks for such a set among the questions that seem to
//! fail. It is the greatest fixed point of a monotone operator (Knaster and Tarski), so that nothing in it rests on the
//! path by which the search came there: the graph-history interaction (Palay 1983; Campbell 1985) does not arise.

use super::graph::{Edge, Level};
use super::search::Asker;
use super::store::NONE;
use crate::eval::{Evaluator, Resting};
use crate::oracle::Oracle;

/// A question in the set that may be closed.
struct Member {
    question: u32,
    /// Ways that the holder has to stay in the set; the attacker's members stand while this is 1.
    holds: u32,
    /// The first of the links to members that count on this one.
    dependants: u32,
}

/// One member counts on another one.
struct Link {
    member: u32,
    next: u32,
}

/// The set under examination.
#[derive(Default)]
struct Region {
    members: Vec<Member>,
    links: Vec<Link>,
    fallen: Vec<u32>,
}

impl<'a, P: Resting, E: Evaluator<P>, O: Oracle<P>> Asker<'a, P, E, O> {
    /// Looks for a closed set around a question whose attack seems to fail, and writes down the answers of all its
    /// members. What seemed to fail and is in no such set stands alone again.
    pub fn settle(&mut self, question: u32) {
        let mut region = Region::default();
        self.join(&mut region, question);
        let mut at = 0;
        while at < region.members.len() {
            self.examine(&mut region, at as u32);
            at += 1;
        }
        region.drop_fallen();
        for member in &region.members {
            self.questions[member.question].mark = NONE;
            self.stand_alone(member.question);
        }
        for member in region.members.iter().filter(|member| member.holds > 0) {
            let question = &self.questions[member.question];
            self.graph.close(question.place, question.level);
        }
    }

    fn join(&mut self, region: &mut Region, question: u32) -> u32 {
        let mark = self.questions[question].mark;
        if mark != NONE {
            return mark;
        }
        let mark = region.members.len() as u32;
        self.questions[question].mark = mark;
        region.members.push(Member { question, holds: 0, dependants: NONE });
        mark
    }

    /// Counts what a member stands on; what it needs joins the set.
    fn examine(&mut self, region: &mut Region, member: u32) {
        let question = &self.questions[region.members[member as usize].question];
        let (number, level) = (question.place, question.level);
        let place = &self.graph.places[number];
        let attacks = level > place.endless;
        let (edges, is_expanded) = (place.edges(), place.is_expanded());
        let mut holds = u32::from(attacks && is_expanded);
        for at in edges {
            let edge = self.graph.edges[at];
            let child_level = edge.child_level(level);
            let answer = self.graph.places[edge.child].holds(child_level);
            // For the parent: does the child say yes?
            match answer.map(|yes| yes == edge.same) {
                Some(yes) if attacks => holds *= u32::from(!yes),
                Some(yes) => holds += u32::from(yes),
                None => match self.candidate(&edge, child_level, attacks) {
                    Some(child) => {
                        let child = self.join(region, child);
                        region.link(child, member);
                        holds += u32::from(!attacks);
                    }
                    None if attacks => holds = 0,
                    None => {}
                },
            }
        }
        region.members[member as usize].holds = holds;
        if holds == 0 {
            region.fallen.push(member);
        }
    }

    /// The question about a child, if it can belong to the set.
    fn candidate(&self, edge: &Edge, level: Level, attacks: bool) -> Option<u32> {
        if edge.exit || !self.graph.places[edge.child].is_expanded() {
            return None;
        }
        let question = self.asked(edge.child, level)?;
        let is_marked = self.questions[question].mark != NONE;
        (attacks || is_marked || self.may_close(question)).then_some(question)
    }
}

impl Region {
    fn link(&mut self, to: u32, from: u32) {
        let first = &mut self.members[to as usize].dependants;
        self.links.push(Link { member: from, next: *first });
        *first = self.links.len() as u32 - 1;
    }

    /// Takes out what does not stand, and what counts on it.
    fn drop_fallen(&mut self) {
        while let Some(member) = self.fallen.pop() {
            let mut at = self.members[member as usize].dependants;
            while at != NONE {
                let Link { member: dependant, next } = self.links[at as usize];
                let dependant_holds = &mut self.members[dependant as usize].holds;
                if *dependant_holds > 0 {
                    *dependant_holds -= 1;
                    if *dependant_holds == 0 {
                        self.fallen.push(dependant);
                    }
                }
                at = next;
            }
        }
    }
}
