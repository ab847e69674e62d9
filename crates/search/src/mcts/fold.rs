//! One move for all that are images of each other.

use grenier_core::Symmetric;

/// Leaves of `moves` one of each set that a symmetry of the position itself maps to each other: the first.
pub(super) fn fold<P: Symmetric>(position: &P, moves: &mut Vec<P::Move>) {
    let mut symmetries =
        (1..P::SYMMETRIES).filter(|&symmetry| position.transformed(symmetry) == *position).peekable();
    if symmetries.peek().is_none() {
        return;
    }
    let symmetries: Vec<u8> = symmetries.collect();
    let mut seen: Vec<P::Move> = Vec::new();
    moves.retain(|&mv| {
        let is_new = !seen.contains(&mv);
        if is_new {
            seen.extend(symmetries.iter().map(|&symmetry| P::transformed_move(mv, symmetry)));
        }
        is_new
    });
}
