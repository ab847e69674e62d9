//! The graph in memory: nodes in one arena, the edges of a node side by side in another, and an index of positions.

use grenier_core::{Player, Position};

use super::span::Span;

/// In place of a child: there is no node for it (yet).
pub(super) const NONE: u32 = u32::MAX;

/// In place of a child: the game ends with this move.
pub(super) const END: u32 = u32::MAX - 1;

/// What a simulation brought, as the first player sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub value: f64,
    pub expected: f64,
}

/// A move from a node, with what its node knew of the child when a simulation last came back through it. Choosing a
/// move thus reads one stretch of memory only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    pub mv: M,
    /// The child's number, or [`NONE`], or [`END`].
    pub child: u32,
    /// Simulations through this edge.
    pub visits: u32,
    /// The child's mean expected result, for the first player.
    pub mean: f32,
    /// The minimax value of the estimates below, as an expected result for the first player.
    pub worth: f32,
    pub span: Span,
}

/// A position of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<P> {
    pub position: P,
    pub key: u64,
    pub epoch: u32,
    first: u32,
    count: u32,
    pub visits: u32,
    pub worth: f32,
    pub span: Span,
    /// The simulations whose values are known.
    counted: u32,
    values: f64,
    expected: f64,
}

impl<P: Position> Node<P> {
    pub fn new(position: P, key: u64, span: Span, worth: f32) -> Node<P> {
        let epoch = position.epoch();
        let (first, count, visits, counted) = (0, 0, 0, 0);
        let (values, expected) = (0.0, 0.0);
        Node { position, key, epoch, first, count, visits, worth, span, counted, values, expected }
    }

    pub fn is_expanded(&self) -> bool {
        self.count > 0
    }

    /// The mean value of the simulations, for the first player.
    pub fn mean_value(&self) -> f64 {
        self.values / f64::from(self.counted.max(1))
    }

    /// Is there a simulation whose value is known?
    pub fn has_values(&self) -> bool {
        self.counted > 0
    }

    /// The mean expected result of the simulations, for the first player.
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { f64::from(self.worth) } else { self.expected / f64::from(self.visits) }
    }

    /// Counts one more simulation.
    pub fn add(&mut self, result: Sample) {
        self.visits = self.visits.saturating_add(1);
        self.counted += 1;
        self.values += result.value;
        self.expected += result.expected;
    }

    /// Counts simulations of which only the mean expected result is known.
    pub fn recall(&mut self, expected: f64, visits: u32) {
        self.visits = visits;
        self.expected = expected * f64::from(visits);
    }
}

/// How a move is chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taste {
    /// Weight of the confidence term.
    pub exploration: f32,
    /// How much worse than estimated a child without visits counts.
    pub reduction: f32,
    /// Weight of the minimax value of estimates against the mean of simulations.
    pub minimax: f32,
}

/// The arenas.
pub(super) struct Tree<P: Position> {
    pub nodes: Vec<Node<P>>,
    pub edges: Vec<Edge<P::Move>>,
    /// Open addressing over the nodes; a power of two of places, at most half of them taken.
    index: Vec<u32>,
    pub root: u32,
    /// The bytes that nodes, edges and index may take.
    limit: usize,
    /// Was something refused for want of room?
    pub is_full: bool,
}

impl<P: Position> Tree<P> {
    /// An empty tree of at most `bytes`.
    pub fn new(bytes: usize) -> Tree<P> {
        Tree {
            nodes: Vec::new(),
            edges: Vec::new(),
            index: Vec::new(),
            root: NONE,
            limit: bytes,
            is_full: false,
        }
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.index.clear();
        self.root = NONE;
        self.is_full = false;
    }

    /// Bytes of so many nodes and edges with their index.
    pub fn bytes(nodes: usize, edges: usize) -> usize {
        let places = 2 * nodes.next_power_of_two() * size_of::<u32>();
        nodes * size_of::<Node<P>>() + edges * size_of::<Edge<P::Move>>() + places
    }

    pub fn limit(&self) -> usize {
        self.limit
    }

    #[inline]
    fn place(&self, position: &P, key: u64) -> usize {
        // Exact keys are packings, not hashes: two multiplications (Fibonacci hashing; Knuth, TAOCP 6.4) spread them.
        let mixed = (key ^ u64::from(position.quiet_plies()) << 57).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & (self.index.len() - 1)
    }

    /// The node of exactly this position: board, stores, counters and all.
    pub fn find(&self, position: &P, key: u64) -> Option<u32> {
        if self.index.is_empty() {
            return None;
        }
        let mut place = self.place(position, key);
        loop {
            let number = self.index[place];
            let node = self.nodes.get(number as usize)?;
            if node.key == key && node.position == *position {
                return Some(number);
            }
            place = (place + 1) & (self.index.len() - 1);
        }
    }

    fn enlist(&mut self, number: u32) {
        let node = &self.nodes[number as usize];
        let mut place = self.place(&node.position, node.key);
        while self.index[place] != NONE {
            place = (place + 1) & (self.index.len() - 1);
        }
        self.index[place] = number;
    }

    /// Lists all nodes anew, with room for at least one more.
    pub fn reindex(&mut self) {
        let places = 2 * (self.nodes.len() + 1).next_power_of_two();
        self.index.clear();
        self.index.resize(places, NONE);
        for number in 0..self.nodes.len() as u32 {
            self.enlist(number);
        }
    }

    /// Adds a node with its edges. `None` if there is no room; the first node always finds some.
    pub fn add(&mut self, node: Node<P>, edges: &[Edge<P::Move>]) -> Option<u32> {
        let number = self.nodes.len();
        let bytes = Tree::<P>::bytes(number + 1, self.edges.len() + edges.len());
        let is_full = bytes > self.limit || self.edges.len() + edges.len() >= END as usize;
        let reserved = |tree: &mut Tree<P>| {
            tree.nodes.try_reserve(1).is_ok() && tree.edges.try_reserve(edges.len()).is_ok()
        };
        if number > 0 && (is_full || !reserved(self)) {
            self.is_full = true;
            return None;
        }
        let (first, count) = (self.edges.len() as u32, edges.len() as u32);
        self.nodes.push(Node { first, count, ..node });
        self.edges.extend_from_slice(edges);
        if 2 * self.nodes.len() > self.index.len() {
            self.reindex();
        } else {
            self.enlist(number as u32);
        }
        Some(number as u32)
    }

    #[inline]
    pub fn node(&self, number: u32) -> &Node<P> {
        &self.nodes[number as usize]
    }

    /// The numbers of a node's edges.
    #[inline]
    pub fn edges_of(&self, number: u32) -> std::ops::Range<usize> {
        let node = &self.nodes[number as usize];
        node.first as usize..(node.first + node.count) as usize
    }

    /// Moves a node's edges to another place. They are the caller's to copy.
    pub fn set_first(&mut self, number: u32, first: u32) {
        self.nodes[number as usize].first = first;
    }

    /// The edge to try next: the upper confidence bound among those that can still beat what is proven
    /// (L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", 2006; T. Cazenave and A. Saffidine, "Score
    /// bounded Monte-Carlo tree search", 2010), on the mean of the child and the visits of the edge (UCT2 of
    /// B. Childs, J. Brodeur and L. Kocsis, "Transpositions and move groups in Monte Carlo tree search", 2008).
    #[inline]
    pub fn select(&self, number: u32, taste: &Taste) -> usize {
        let node = &self.nodes[number as usize];
        let mover = node.position.turn();
        let (base, sign) = if mover == Player::First { (0.0, 1.0) } else { (1.0, -1.0) };
        let proven = node.span.seen_by(mover).low;
        let confidence = taste.exploration * ((node.visits + 1) as f32).ln().sqrt();
        let edges = self.edges_of(number);
        let mut best = (f32::NEG_INFINITY, edges.start);
        for (index, edge) in edges.clone().zip(&self.edges[edges]) {
            let high = if mover == Player::First { edge.span.high } else { -edge.span.low };
            if high <= proven {
                continue;
            }
            let mixed = edge.mean + taste.minimax * (edge.worth - edge.mean);
            let late = if edge.visits == 0 { taste.reduction } else { 0.0 };
            let bound = base + sign * mixed - late + confidence / ((edge.visits + 1) as f32).sqrt();
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// Works out anew what a node's edges prove, and the minimax value of its estimates. Says whether that changed
    /// anything.
    pub fn derive(&mut self, number: u32) -> bool {
        let mover = self.nodes[number as usize].position.turn();
        let edges = &self.edges[self.edges_of(number)];
        let Some(span) = edges.iter().map(|edge| edge.span).reduce(|a, b| a.choice(b, mover)) else {
            return false;
        };
        let worth = best_worth(edges, mover);
        let node = &mut self.nodes[number as usize];
        let before = (node.span, node.worth);
        node.span = node.span.and(span);
        node.worth = worth;
        (node.span, node.worth) != before
    }
}

/// The best of the edges' minimax values for `mover`.
pub(super) fn best_worth<M>(edges: &[Edge<M>], mover: Player) -> f32 {
    let worths = edges.iter().map(|edge| edge.worth);
    match mover {
        Player::First => worths.fold(f32::NEG_INFINITY, f32::max),
        Player::Second => worths.fold(f32::INFINITY, f32::min),
    }
}
