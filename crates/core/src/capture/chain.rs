//! Walking over chains of captures without a list.

use super::{Bits, Size, Turn};

/// A chain of captures as far as it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chain<S: Size> {
    /// The turn so far.
    pub(crate) turn: Turn<S>,
    /// The square of the moving piece.
    pub(crate) at: S::Bits,
    /// The mover's pieces, the moving one on its new square.
    pub(crate) own: S::Bits,
    /// The enemy's pieces that are left.
    pub(crate) enemy: S::Bits,
}

/// What a walk over chains does after a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// It goes on with the chains that continue this one.
    Deeper,
    /// It leaves out the chains that continue this one.
    Back,
    /// It ends.
    Stop,
}

/// Chains kept by a [`Draw`].
const KEPT: u32 = 16;

/// Complete chains, counted, so that one of them can be drawn; the first few are kept, because a second walk costs more.
#[derive(Debug)]
pub(crate) struct Draw<S: Size> {
    /// The number of complete chains.
    pub(crate) count: u32,
    /// The mover's and the enemy's pieces after the first chains.
    first: [[S::Bits; 2]; KEPT as usize],
}

impl<S: Size> Draw<S> {
    /// No chain yet.
    #[inline]
    pub(crate) fn new() -> Draw<S> {
        Draw { count: 0, first: [[S::Bits::NONE; 2]; KEPT as usize] }
    }

    /// Counts a chain, if it is complete; to be called with every chain of a walk.
    #[inline]
    pub(crate) fn add(&mut self, chain: &Chain<S>, complete: bool) -> Next {
        if complete {
            if let Some(place) = self.first.get_mut(self.count as usize) {
                *place = [chain.own, chain.enemy];
            }
            self.count += 1;
        }
        Next::Deeper
    }

    /// The pieces after complete chain number `n`, if it is one of those kept: the mover's, the enemy's.
    #[inline]
    pub(crate) fn kept(&self, n: u32) -> Option<[S::Bits; 2]> {
        self.first.get(n as usize).copied()
    }
}

/// The pieces after complete chain number `n` of a walk: the mover's, the enemy's.
pub(crate) fn nth_chain<S: Size>(n: u32, walk: impl FnOnce(&mut Finder<S>)) -> [S::Bits; 2] {
    let mut finder = Finder { left: n, found: None };
    walk(&mut finder);
    finder.found.expect("the walk has more than n chains")
}

/// Looks for one complete chain of a walk.
#[derive(Debug)]
pub(crate) struct Finder<S: Size> {
    left: u32,
    found: Option<[S::Bits; 2]>,
}

impl<S: Size> Finder<S> {
    /// To be called with every chain of the walk.
    pub(crate) fn see(&mut self, chain: &Chain<S>, complete: bool) -> Next {
        if complete && self.left == 0 {
            self.found = Some([chain.own, chain.enemy]);
            return Next::Stop;
        }
        self.left -= u32::from(complete);
        Next::Deeper
    }
}
