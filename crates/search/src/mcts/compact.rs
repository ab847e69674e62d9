//! Making room, and going on from a tree of an earlier search.

use grenier_core::Position;

use super::history::History;
use super::span::Span;
use super::tree::{END, NONE, Tree};

impl<P: Position> Tree<P> {
    /// Drops the nodes with the fewest simulations, so many that at least half of the room is free, if that is
    /// possible: each time round the least number of simulations worth a node doubles. What edges know of dropped
    /// children stays. Says whether it was possible.
    pub fn make_room(&mut self) -> bool {
        let mut least = 2;
        loop {
            let (kept, bytes) = self.reachable(least);
            let most = self.nodes[self.root as usize].visits;
            let is_enough = 2 * bytes <= self.limit();
            if is_enough || least > most {
                self.keep(&kept);
                self.is_full = false;
                return is_enough;
            }
            least *= 2;
        }
    }

    /// Makes `root` the root and drops what cannot be reached from it. Proofs of positions of the root's epoch are
    /// found anew from those of the ends and of later epochs, since they may rest on positions that `history` bars.
    pub fn reroot(&mut self, root: u32, history: &History<P>, bounds: impl Fn(&P) -> Span) {
        self.root = root;
        self.is_full = false;
        let (kept, _) = self.reachable(0);
        self.keep(&kept);
        self.forget_proofs(history, bounds);
        let epoch = history.epoch();
        loop {
            let mut changed = false;
            for number in (0..self.nodes.len() as u32).rev() {
                let before = *self.node(number);
                if before.epoch == epoch {
                    self.refresh(number);
                    self.derive(number);
                    changed |= self.node(number).span != before.span;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Which nodes can be reached over nodes with at least so many simulations, and the bytes that they take.
    fn reachable(&self, least: u32) -> (Vec<bool>, usize) {
        let mut kept = vec![false; self.nodes.len()];
        let mut open = vec![self.root];
        let (mut nodes, mut edges) = (0, 0);
        kept[self.root as usize] = true;
        while let Some(number) = open.pop() {
            let range = self.edges_of(number);
            nodes += 1;
            edges += range.len();
            for edge in &self.edges[range] {
                if edge.child < END
                    && !kept[edge.child as usize]
                    && self.nodes[edge.child as usize].visits >= least
                {
                    kept[edge.child as usize] = true;
                    open.push(edge.child);
                }
            }
        }
        (kept, Tree::<P>::bytes(nodes, edges))
    }

    /// Moves the nodes to keep, and their edges, to the front of the arenas, in their order.
    fn keep(&mut self, kept: &[bool]) {
        let mut places = vec![NONE; kept.len()];
        let mut nodes = 0;
        let mut edges = 0;
        for number in (0..kept.len() as u32).filter(|&number| kept[number as usize]) {
            // Nodes and their edges were added together: blocks stand in the order of their nodes.
            let range = self.edges_of(number);
            self.nodes[nodes as usize] = self.nodes[number as usize];
            self.set_first(nodes, edges as u32);
            let count = range.len();
            self.edges.copy_within(range, edges);
            places[number as usize] = nodes;
            nodes += 1;
            edges += count;
        }
        self.nodes.truncate(nodes as usize);
        self.edges.truncate(edges);
        for edge in self.edges.iter_mut().filter(|edge| edge.child < END) {
            edge.child = places[edge.child as usize];
        }
        self.root = places[self.root as usize];
        self.reindex();
    }

    /// Widens the spans of the epoch's nodes to what arithmetic says.
    fn forget_proofs(&mut self, history: &History<P>, bounds: impl Fn(&P) -> Span) {
        for number in 0..self.nodes.len() as u32 {
            let node = &mut self.nodes[number as usize];
            if node.epoch != history.epoch() || !node.is_expanded() {
                continue;
            }
            let span = bounds(&node.position);
            node.span = span;
            for index in self.edges_of(number) {
                let child = self.edges[index].child;
                if child == END {
                    continue;
                }
                self.edges[index].span = span;
                if child != NONE && history.bars(&self.node(child).position, self.node(child).epoch) {
                    self.edges[index].child = NONE;
                }
            }
        }
    }

    /// Brings what a node's edges say of proofs up to date.
    fn refresh(&mut self, number: u32) {
        for index in self.edges_of(number) {
            let child = self.edges[index].child;
            if child < END {
                let span = self.nodes[child as usize].span;
                self.edges[index].span = self.edges[index].span.and(span);
            }
        }
    }
}
