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

/// What a move wins at once, in the evaluator's material; less than nothing if the enemy wins by it.
#[inline]
pub(super) fn gain<P: Position, E: Evaluator<P>>(
    evaluator: &E,
    position: &P,
    material: i32,
    child: &P,
) -> i32 {
    View::between(position, child).value(evaluator.material(child)) - material
}

/// How promising a gain is.
#[inline]
pub(super) fn promise(gain: i32) -> i32 {
    gain + GAIN * gain.signum()
}

/// What a killer is worth beyond its gain.
#[inline]
pub(super) fn killer<M: PartialEq>(killers: &[Option<M>; 2], mv: &M) -> i32 {
    let known = killers.iter().position(|killer| killer.as_ref() == Some(mv));
    known.map_or(0, |at| KILLER[at])
}
