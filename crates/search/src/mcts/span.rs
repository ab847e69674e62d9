//! Bounds of exact values.

use grenier_core::Player;

/// Bounds of an exact value, as the first player sees it, so that nothing need be turned between a node and its
/// children, whoever moves there.
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
    pub fn choice(self, other: Span, mover: Player) -> Span {
        let (a, b) = (self.seen_by(mover), other.seen_by(mover));
        Span { low: a.low.max(b.low), high: a.high.max(b.high) }.seen_by(mover)
    }
}
