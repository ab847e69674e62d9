//! The tree in memory: nodes in one arena, the children of a node side by side.
//!
//! Everything in a node is seen by the first player, so that nothing need be turned between a node and its children,
//! whoever moves there.

use grenier_core::Player;

/// Index of the root.
pub(super) const ROOT: usize = 0;

/// Bounds of an exact value, as the first player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub low: i32,
    pub high: i32,
}

impl Span {
    pub const fn exactly(value: i32) -> Span {
        Span { low: value, high: value }
    }

    pub const fn is_solved(self) -> bool {
        self.low == self.high
    }

    /// What both say.
    pub fn and(self, other: Span) -> Span {
        Span { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The same as `player` sees it.
    pub fn seen_by(self, player: Player) -> Span {
        match player {
            Player::First => self,
            Player::Second => Span { low: -self.high, high: -self.low },
        }
    }

    /// The span of a node whose mover chooses between two children.
    fn choice(self, other: Span, mover: Player) -> Span {
        let (a, b) = (self.seen_by(mover), other.seen_by(mover));
        Span { low: a.low.max(b.low), high: a.high.max(b.high) }.seen_by(mover)
    }
}

/// What a simulation brought, as the first player sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub value: i32,
    pub expected: f64,
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    /// The move that leads here.
    pub mv: M,
    /// Is this a repetition? It then ends simulations but proves nothing.
    pub repeated: bool,
    count: u16,
    first: u32,
    pub visits: u32,
    pub span: Span,
    values: i64,
    expected: f64,
}

impl<M> Node<M> {
    pub fn new(mv: M, span: Span) -> Node<M> {
        Node { mv, repeated: false, count: 0, first: 0, visits: 0, span, values: 0, expected: 0.0 }
    }

    pub fn is_expanded(&self) -> bool {
        self.count > 0
    }

    /// The mean value of the simulations, as `player` sees it.
    pub fn mean_value(&self, player: Player) -> f64 {
        let mean = self.values as f64 / f64::from(self.visits.max(1));
        if player == Player::First { mean } else { -mean }
    }

    /// The mean expected result of the simulations, as `player` sees it.
    pub fn mean_expected(&self, player: Player) -> f64 {
        let mean = if self.visits == 0 { 0.5 } else { self.expected / f64::from(self.visits) };
        if player == Player::First { mean } else { 1.0 - mean }
    }

    fn add(&mut self, result: Sample) {
        self.visits += 1;
        self.values += i64::from(result.value);
        self.expected += result.expected;
    }
}

/// The arena.
pub(super) struct Tree<M> {
    pub nodes: Vec<Node<M>>,
    capacity: usize,
}

impl<M: Copy> Tree<M> {
    /// A tree of at most `bytes`, with its root.
    pub fn new(bytes: usize, root: Node<M>) -> Tree<M> {
        let capacity = (bytes / size_of::<Node<M>>()).clamp(1, u32::MAX as usize);
        Tree { nodes: vec![root], capacity }
    }

    /// Gives a node its children. Says no if the arena is full, or no more memory can be had: the node then stays a
    /// leaf for good.
    pub fn expand(&mut self, node: usize, moves: &[M], span: Span) -> bool {
        let is_full = self.nodes.len() + moves.len() > self.capacity;
        if node != ROOT && (is_full || self.nodes.try_reserve(moves.len()).is_err()) {
            return false;
        }
        self.nodes[node].first = self.nodes.len() as u32;
        self.nodes[node].count = moves.len() as u16;
        self.nodes.extend(moves.iter().map(|&mv| Node::new(mv, span)));
        true
    }

    /// The indices of a node's children.
    pub fn children(&self, node: usize) -> std::ops::Range<usize> {
        let first = self.nodes[node].first as usize;
        first..first + usize::from(self.nodes[node].count)
    }

    /// The child to try next: the upper confidence bound among those that can still beat what is proven
    /// (L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", 2006; T. Cazenave and A. Saffidine, "Score
    /// bounded Monte-Carlo tree search", 2010). A child without visits counts as a little worse than its parent, so
    /// that wide nodes need not try everything first (first-play urgency: S. Gelly and Y. Wang, 2006).
    pub fn select(&self, node: usize, mover: Player, exploration: f64, reduction: f64) -> usize {
        let parent = &self.nodes[node];
        let urgency = parent.mean_expected(mover) - reduction;
        let log = f64::from(parent.visits + 1).ln();
        let proven = parent.span.seen_by(mover).low;
        let mut best = (f64::NEG_INFINITY, self.children(node).start);
        for index in self.children(node) {
            let child = &self.nodes[index];
            if child.span.seen_by(mover).high <= proven {
                continue;
            }
            let mean = if child.visits == 0 { urgency } else { child.mean_expected(mover) };
            let bound = mean + exploration * (log / f64::from(child.visits + 1)).sqrt();
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// Adds the result of a simulation along its path, and what its end has proven. `movers[i]` moves at `path[i]`.
    pub fn back_up(&mut self, path: &[usize], movers: &[Player], result: Sample, end: Span) {
        for &node in path {
            self.nodes[node].add(result);
        }
        let Some((&leaf, above)) = path.split_last() else { return };
        let mut changed = self.narrow(leaf, end);
        for (&node, &mover) in above.iter().zip(movers).rev() {
            if !changed {
                return;
            }
            let spans = self.children(node).map(|child| self.nodes[child].span);
            let span = spans.reduce(|one, other| one.choice(other, mover));
            changed = span.is_some_and(|span| self.narrow(node, span));
        }
    }

    /// Narrows a node's span. Says whether that changed it.
    fn narrow(&mut self, node: usize, span: Span) -> bool {
        let before = self.nodes[node].span;
        self.nodes[node].span = before.and(span);
        self.nodes[node].span != before
    }

    /// A node's children, best first for `mover`: what cannot be best by proof comes last, else visits decide.
    pub fn ranked(&self, node: usize, mover: Player) -> Vec<usize> {
        let span = |index: usize| self.nodes[index].span.seen_by(mover);
        let proven = self.children(node).map(|index| span(index).low).max().unwrap_or(0);
        let beaten = |index: usize| {
            let span = span(index);
            span.high < proven || (span.high == proven && span.low < proven)
        };
        let mut ranked: Vec<usize> = self.children(node).collect();
        ranked.sort_by(|&a, &b| {
            let means = self.nodes[b].mean_expected(mover).total_cmp(&self.nodes[a].mean_expected(mover));
            let visits = self.nodes[b].visits.cmp(&self.nodes[a].visits);
            beaten(a).cmp(&beaten(b)).then(visits).then(means)
        });
        ranked
    }
}
