//! Walking over chains of captures without a list.

use super::{Size, Turn};

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

/// The `n`-th of the chains that `walk` visits and calls complete.
#[inline]
pub(crate) fn nth_chain<S: Size>(
    n: u32,
    walk: impl FnOnce(&mut dyn FnMut(&Chain<S>, bool) -> Next),
) -> Option<Chain<S>> {
    let mut left = n;
    let mut found = None;
    walk(&mut |chain, complete| {
        if !complete {
            return Next::Deeper;
        }
        if left == 0 {
            found = Some(*chain);
            return Next::Stop;
        }
        left -= 1;
        Next::Deeper
    });
    found
}
