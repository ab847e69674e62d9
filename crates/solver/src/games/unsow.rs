//! Taking back a lap of sowing.

use grenier_core::mancala::ring::{FLAGS, Lap, Row, pit};

/// Does every pit of `row` hold at least what `increments` puts there?
#[inline]
fn covers(row: Row, increments: Row) -> bool {
    ((row | FLAGS) - increments) & FLAGS == FLAGS
}

/// A position in which a move was made, before and after the sowing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unsown<'a> {
    /// The rows before the move, the mover's first.
    pub rows: [Row; 2],
    /// The lap sown.
    pub lap: &'a Lap,
}

/// Calls `visit` with the laps out of `origin` that can have ended in the rows `free`, the mover's first, which leave out
/// what cannot have been sown; `least` is the smallest number of seeds that can have been lifted.
///
/// Whether the move was legal and captured nothing is not asked.
#[inline]
pub(super) fn for_each_lap<'a>(
    laps: &'a [Lap],
    free: [Row; 2],
    origin: usize,
    least: usize,
    mut visit: impl FnMut(Unsown<'a>),
) {
    for (count, lap) in laps.iter().enumerate().skip(least.max(1)) {
        // Each seed more asks for more: nothing further fits once this does not.
        if !covers(free[0], lap.own) || !covers(free[1], lap.enemy) {
            return;
        }
        let own = free[0] - lap.own;
        // The pit was empty when it had been lifted.
        if pit(own, origin) == 0 {
            visit(Unsown { rows: [own + ((count as Row) << (8 * origin)), free[1] - lap.enemy], lap });
        }
    }
}
