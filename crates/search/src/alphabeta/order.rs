//! Which moves first. The earlier the best move comes, the smaller the tree (Knuth and Moore, 1975).

use grenier_core::Position;

use crate::eval::Evaluator;
use crate::window::View;

/// The table's move comes first of all.
pub(super) const HASH_MOVE: i32 = i32::MAX;
/// Gains come before killers, and more before less.
const GAIN: i32 = 1 << 24;
/// A killer: refuted a sibling of the node (Akl and Newborn, "The principal continuation and the killer heuristic", 1977).
const KILLER: [i32; 2] = [1 << 23, 1 << 22];

/// What a move gains at once: seeds banked, and irreversible steps (pieces captured) where nothing is banked.
#[inline]
pub(super) fn gain<P: Position, E: Evaluator<P>>(evaluator: &E, position: &P, banked: i32, child: &P) -> i32 {
    let gain = View::between(position, child).value(evaluator.banked(child)) - banked;
    let steps = position.epoch().saturating_sub(child.epoch());
    match gain.signum() {
        1 => GAIN + gain,
        -1 => -GAIN + gain,
        _ => steps.min(1 << 8) as i32,
    }
}

/// Does a move gain something at once?
#[inline]
pub(super) fn is_gain<P: Position, E: Evaluator<P>>(
    evaluator: &E,
    position: &P,
    banked: i32,
    child: &P,
) -> bool {
    View::between(position, child).value(evaluator.banked(child)) > banked || position.epoch() != child.epoch()
}

/// What a killer is worth beyond its gain.
#[inline]
pub(super) fn killer<M: PartialEq>(killers: &[Option<M>; 2], mv: &M) -> i32 {
    let known = killers.iter().position(|killer| killer.as_ref() == Some(mv));
    known.map_or(0, |at| KILLER[at])
}
