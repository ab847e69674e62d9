//! Which moves first. The earlier the best move comes, the smaller the tree (Knuth and Moore, 1975).

use grenier_core::Position;

use crate::eval::Evaluator;
use crate::window::View;

/// The table's move comes first of all.
pub(super) const HASH_MOVE: i32 = i32::MAX;
/// Captures come before other moves, those that lose something last.
const GAIN: i32 = 1 << 24;

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

/// How promising a move is by what it wins and, if that is known, by what the evaluator says of the position behind it.
#[inline]
pub(super) fn promise(gain: i32, value: Option<i32>) -> i32 {
    GAIN * gain.signum() + value.unwrap_or(gain)
}
