//! What the search keeps for each ply, allocated once and used again.

use grenier_core::Position;

/// A move with the position it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<P: Position> {
    pub mv: P::Move,
    pub child: P,
    /// The child's key in the table; 0 where the child is a leaf.
    pub key: u64,
    /// Its number among the distinct moves.
    pub ordinal: u16,
    /// What the move wins at once.
    pub gain: i32,
}

/// Candidates in the order in which they are searched, found one by one: most nodes need only the first.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// Promise above, the complement of the candidate's index below, so that of equal ones the first comes first.
    waiting: Vec<i64>,
    next: usize,
}

impl Queue {
    const INDEX: i64 = 0xffff;

    pub fn clear(&mut self) {
        self.waiting.clear();
        self.next = 0;
    }

    /// Adds the next candidate.
    #[inline]
    pub fn push(&mut self, promise: i32) {
        let index = self.waiting.len() as i64;
        self.waiting.push(i64::from(promise) << 16 | (Queue::INDEX - index));
    }

    /// Takes the index of the most promising candidate.
    #[inline]
    pub fn pop(&mut self) -> Option<usize> {
        let waiting = self.waiting.get_mut(self.next..)?;
        let mut best = 0;
        for index in 1..waiting.len() {
            if waiting[index] > waiting[best] {
                best = index;
            }
        }
        let chosen = *waiting.get(best)?;
        waiting.swap(0, best);
        self.next += 1;
        Some((Queue::INDEX - (chosen & Queue::INDEX)) as usize)
    }
}

/// One ply.
#[derive(Debug)]
pub(super) struct Frame<P: Position> {
    pub moves: Vec<P::Move>,
    pub candidates: Vec<Candidate<P>>,
    pub queue: Queue,
    /// At the last ply: moves that gain nothing, with their positions and numbers.
    pub later: Vec<(P::Move, P, u16)>,
    pub pv: Vec<P::Move>,
}

impl<P: Position> Frame<P> {
    pub fn new() -> Frame<P> {
        Frame {
            moves: Vec::new(),
            candidates: Vec::new(),
            queue: Queue::default(),
            later: Vec::new(),
            pv: Vec::new(),
        }
    }

    /// The next candidate, the most promising first.
    #[inline]
    pub fn next(&mut self) -> Option<Candidate<P>> {
        let index = self.queue.pop()?;
        Some(self.candidates[index])
    }
}

/// The principal variation of ply `ply` becomes `mv` and that of the next ply.
pub(super) fn extend_pv<P: Position>(frames: &mut [Frame<P>], ply: usize, mv: P::Move) {
    let (above, below) = frames.split_at_mut(ply + 1);
    let pv = &mut above[ply].pv;
    pv.clear();
    pv.push(mv);
    if let Some(next) = below.first() {
        pv.extend_from_slice(&next.pv);
    }
}
