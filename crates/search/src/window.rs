//! Windows of values, and the turn of the view between a position and its child.

use grenier_core::Position;

/// An open interval of values that matter, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Values up to here are all the same to the caller.
    pub alpha: i32,
    /// Values from here on are all the same to the caller.
    pub beta: i32,
}

/// Who sees a value, one move on. Turns need not alternate: values and windows are turned only if the player to move
/// changed, and nowhere else in this crate.
#[derive(Clone, Copy, Debug)]
pub struct View {
    same: bool,
}

impl View {
    /// The view from `parent` to `child`.
    #[inline]
    pub fn between<P: Position>(parent: &P, child: &P) -> View {
        View { same: parent.turn() == child.turn() }
    }

    /// A value seen from the other end.
    #[inline]
    pub fn value(self, value: i32) -> i32 {
        if self.same { value } else { -value }
    }

    /// A window seen from the other end.
    #[inline]
    pub fn window(self, window: Window) -> Window {
        if self.same { window } else { Window { alpha: -window.beta, beta: -window.alpha } }
    }
}
