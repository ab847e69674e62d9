//! Walls: the *petite victoire* of clause S9.

use crate::capture::{Bits, Direction, Size};

/// Has the player with the pieces `own` a wall against `enemy`?
///
/// The cheap conditions that fail most often come first; the floods need one pass for each step of the longest way.
#[inline]
pub(super) fn has_wall<S: Size>(own: S::Bits, enemy: S::Bits) -> bool {
    // A group from edge to edge has a piece in every row or in every file, and there must be one more behind it.
    own.count() as usize > S::SIDE
        && (in_every_row::<S>(own) || in_every_file::<S>(own))
        && walled::<S>(own, enemy)
}

#[inline]
fn in_every_row<S: Size>(own: S::Bits) -> bool {
    let folded = (1..S::SIDE).fold(own, |folded, files| folded | own >> files);
    (folded & S::FILE) == S::FILE
}

#[inline]
fn in_every_file<S: Size>(own: S::Bits) -> bool {
    let folded = (1..S::SIDE).fold(own, |folded, rows| folded | own >> (rows * S::SIDE));
    (folded & S::ROW) == S::ROW
}

/// The test itself, group by group of the frontier.
fn walled<S: Size>(own: S::Bits, enemy: S::Bits) -> bool {
    let reach = S::flood(enemy, S::ALL & !own);
    let frontier = own & S::beside(reach);
    if !(in_every_row::<S>(frontier) || in_every_file::<S>(frontier)) {
        return false;
    }
    let mut rest = frontier;
    while rest.any() {
        let group = S::king_flood(S::Bits::square(rest.lowest()), frontier);
        rest &= !group;
        if spans::<S>(group)
            && (group & exposed::<S>(reach)).is_empty()
            && moves_behind::<S>(group, own, enemy)
        {
            return true;
        }
    }
    false
}

/// Condition 1: the group touches two opposite edges.
#[inline]
fn spans<S: Size>(group: S::Bits) -> bool {
    let touches = |edge| (group & edge).any();
    touches(S::FILE) && touches(S::last_file()) || touches(S::ROW) && touches(S::top())
}

/// Condition 2, what it forbids: squares off the centre with two opposite neighbours in `reach`.
#[inline]
fn exposed<S: Size>(reach: S::Bits) -> S::Bits {
    let [south, west, east, north] = Direction::ALL.map(|direction| S::step(reach, direction));
    (south & north | west & east) & !S::CENTRE
}

/// Condition 3: behind the group stands an own piece beside an empty square.
#[inline]
fn moves_behind<S: Size>(group: S::Bits, own: S::Bits, enemy: S::Bits) -> bool {
    let front = S::flood(enemy, S::ALL & !group);
    let behind = own & !front & !group;
    (behind & S::beside(S::ALL & !(own | enemy))).any()
}
