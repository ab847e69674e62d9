//! What a node's search claims, and what the claim rests on.

/// The result of a node.
///
/// Inside the window the value is exact, at or above beta it is a lower bound, at or below alpha an upper bound
/// (fail-soft). The other fields speak of that claim, not of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// The whole value for the side to move.
    pub value: i32,
    /// Is the claim a theorem about this game? It is not where it rests on an estimate.
    pub proven: bool,
    /// The smallest ply of the path whose position the claim rests on by repetition or quiet limit: it holds only on
    /// paths through that position. [`Claim::HISTORY`] if that is before the root, [`Claim::FREE`] if there is none.
    pub dep: i32,
    /// Plies of the proof below the node.
    pub height: u32,
}

impl Claim {
    /// Rests on nothing but the position.
    pub const FREE: i32 = i32::MAX;
    /// Rests on what happened before the root.
    pub const HISTORY: i32 = -1;

    /// An estimate.
    pub const fn estimate(value: i32) -> Claim {
        Claim { value, proven: false, dep: Claim::FREE, height: 0 }
    }

    /// A fact about the position, with a proof of so many plies.
    pub const fn fact(value: i32, height: u32) -> Claim {
        Claim { value, proven: true, dep: Claim::FREE, height }
    }

    /// The claim before the first of several that it will rest on together.
    pub const fn nothing() -> Claim {
        Claim::fact(0, 0)
    }

    /// What rests on both claims; the value stays.
    #[inline]
    pub fn and(self, other: &Claim) -> Claim {
        Claim {
            value: self.value,
            proven: self.proven & other.proven,
            dep: self.dep.min(other.dep),
            height: self.height.max(other.height),
        }
    }

    /// The claim that a node at `ply` makes by what its children claim. A repetition of the node itself is its own
    /// affair: above it, the claim is free of it.
    #[inline]
    pub fn of_parent(self, value: i32, ply: usize) -> Claim {
        let dep = if self.dep >= ply as i32 { Claim::FREE } else { self.dep };
        Claim { value, dep, height: self.height + 1, ..self }
    }
}
