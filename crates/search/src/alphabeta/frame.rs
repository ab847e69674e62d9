//! What the search keeps for each ply, allocated once and used again.

use grenier_core::Position;

/// A move with the position it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<P: Position> {
    pub mv: P::Move,
    pub child: P,
    /// Its number among the distinct moves.
    pub ordinal: u16,
    /// Candidates with more promise are searched first.
    pub promise: i32,
}

/// One ply.
#[derive(Debug)]
pub(super) struct Frame<P: Position> {
    pub moves: Vec<P::Move>,
    pub candidates: Vec<Candidate<P>>,
    pub pv: Vec<P::Move>,
    pub killers: [Option<P::Move>; 2],
}

impl<P: Position> Frame<P> {
    pub fn new() -> Frame<P> {
        Frame { moves: Vec::new(), candidates: Vec::new(), pv: Vec::new(), killers: [None; 2] }
    }

    /// Remembers a move that refuted, the latest first.
    pub fn kill(&mut self, mv: P::Move) {
        if self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
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
