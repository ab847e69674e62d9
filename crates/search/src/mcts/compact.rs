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

#[cfg(test)]
mod tests {
    use grenier_core::Game;
    use grenier_core::kpe::Kpe;

    use super::*;
    use crate::mcts::tree::{Edge, Node};

    const OPEN: Span = Span { low: -100, high: 100 };

    /// A tree of some positions of Kpé: every position has all its moves, and `visits` says how often it was met.
    fn grown(plies: usize, bytes: usize, visits: impl Fn(usize) -> u32) -> Tree<Kpe> {
        let mut tree = Tree::new(bytes);
        let mut layer = vec![Kpe::start(Default::default())];
        let mut moves = Vec::new();
        for ply in 0..=plies {
            let mut next = Vec::new();
            for position in layer {
                position.legal_moves(&mut moves);
                let edge = |&mv| Edge { mv, child: NONE, visits: 0, mean: 0.5, worth: 0.5, span: OPEN };
                let edges: Vec<_> = moves.iter().map(edge).collect();
                if tree.find(&position, position.key()).is_none() {
                    let number = tree.add(Node::new(position, position.key(), OPEN, 0.5), &edges).unwrap();
                    tree.nodes[number as usize].visits = visits(ply);
                    next.extend(moves.iter().map(|&mv| position.play_unchecked(mv)));
                }
            }
            layer = next;
        }
        tree.root = 0;
        for number in 0..tree.nodes.len() as u32 {
            for index in tree.edges_of(number) {
                let child = tree.node(number).position.play_unchecked(tree.edges[index].mv);
                tree.edges[index].child = tree.find(&child, child.key()).unwrap_or(NONE);
            }
        }
        tree
    }

    /// Every edge leads to the position that its move makes, and every node is found.
    fn check(tree: &Tree<Kpe>) {
        for number in 0..tree.nodes.len() as u32 {
            let node = tree.node(number);
            assert_eq!(tree.find(&node.position, node.key), Some(number));
            let mut moves = Vec::new();
            node.position.legal_moves(&mut moves);
            let edges = &tree.edges[tree.edges_of(number)];
            assert_eq!(edges.iter().map(|edge| edge.mv).collect::<Vec<_>>(), moves);
            for edge in edges.iter().filter(|edge| edge.child < END) {
                assert_eq!(tree.node(edge.child).position, node.position.play_unchecked(edge.mv));
            }
        }
    }

    #[test]
    fn the_least_visited_give_way_and_the_rest_stays_sound() {
        let mut tree = grown(4, 1 << 20, |ply| 64 >> (2 * ply));
        check(&tree);
        let before = tree.nodes.len();
        assert!(before > 100, "{before}");
        let bytes = Tree::<Kpe>::bytes(before, tree.edges.len());
        let mut full = grown(4, bytes, |ply| 64 >> (2 * ply));
        assert!(full.make_room());
        check(&full);
        assert!(2 * Tree::<Kpe>::bytes(full.nodes.len(), full.edges.len()) <= bytes);
        assert!(full.nodes.len() > 10 && full.nodes.iter().all(|node| node.visits >= 2));
        // A tree that has room for nothing but its root cannot be helped.
        let root_only = Tree::<Kpe>::bytes(1, 0);
        let mut tiny = grown(0, root_only, |_| 1);
        assert!(!tiny.make_room());
        assert_eq!(tiny.nodes.len(), 1);
        tree.clear();
        assert_eq!(tree.root, NONE);
    }

    #[test]
    fn a_new_root_keeps_what_lies_below_it() {
        let mut tree = grown(4, 1 << 20, |_| 1);
        let start = *Game::new(Kpe::start(Default::default())).position();
        let mut moves = Vec::new();
        start.legal_moves(&mut moves);
        let next = start.play_unchecked(moves[0]);
        let before = tree.nodes.len();
        let root = tree.find(&next, next.key()).unwrap();
        tree.reroot(root, &History::of(&Game::new(next)), |_| OPEN);
        check(&tree);
        assert_eq!(tree.node(tree.root).position, next);
        assert!(tree.nodes.len() > 10 && tree.nodes.len() < before, "{} of {before}", tree.nodes.len());
        assert_eq!(tree.find(&start, start.key()), None);
    }

    #[test]
    fn proofs_below_a_new_root_are_derived_anew() {
        let start = Kpe::start(Default::default());
        let mut tree = grown(2, 1 << 20, |_| 1);
        // Whatever an unfounded proof said of the root's epoch is gone, and what is known of later epochs counts.
        tree.nodes[0].span = Span::exactly(7);
        let history = History::of(&Game::new(start));
        for node in tree.nodes.iter_mut().filter(|node| node.epoch != history.epoch()) {
            node.span = Span::exactly(3);
        }
        tree.reroot(0, &history, |_| OPEN);
        let children: Vec<Span> = tree.edges_of(tree.root).map(|index| tree.edges[index].span).collect();
        assert!(children.iter().all(|&span| span == Span::exactly(3)), "{children:?}");
        assert_eq!(tree.node(tree.root).span, Span::exactly(3));
    }
}
