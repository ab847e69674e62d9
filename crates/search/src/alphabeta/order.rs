//! Which moves first. The earlier the best move comes, the smaller the tree (Knuth and Moore, 1975).

use grenier_core::Position;

use super::frame::{Candidate, Frame};
use crate::eval::Evaluator;
use crate::window::View;

/// Gains come before killers, and more before less.
const GAIN: i32 = 1 << 20;
/// A killer: refuted a sibling of the node (Akl and Newborn, "The principal continuation and the killer heuristic", 1977).
const KILLER: [i32; 2] = [1 << 10, 1 << 9];

/// Fills `frame.candidates` with the positions behind `frame.moves`, but for the move numbered `without`: the most
/// promising first, or in the order of the moves if not `sorted`. The order is the same in every run.
pub(super) fn order<P: Position, E: Evaluator<P>>(
    evaluator: &E,
    position: &P,
    frame: &mut Frame<P>,
    without: Option<u16>,
    sorted: bool,
) {
    let banked = evaluator.banked(position);
    frame.candidates.clear();
    for (ordinal, &mv) in (0u16..).zip(&frame.moves) {
        if without == Some(ordinal) {
            continue;
        }
        let child = position.play_unchecked(mv);
        let promise = if sorted {
            promise(evaluator, position, &child, banked) + killer(&frame.killers, &mv)
        } else {
            0
        };
        frame.candidates.push(Candidate { mv, child, ordinal, promise });
    }
    if sorted {
        frame.candidates.sort_unstable_by_key(|candidate| (-candidate.promise, candidate.ordinal));
    }
}

/// What a move gains at once: seeds banked, and irreversible steps (pieces captured) where nothing is banked.
fn promise<P: Position, E: Evaluator<P>>(evaluator: &E, position: &P, child: &P, banked: i32) -> i32 {
    let gain = View::between(position, child).value(evaluator.banked(child)) - banked;
    let steps = position.epoch().saturating_sub(child.epoch());
    match gain.signum() {
        1 => GAIN + gain,
        -1 => -GAIN + gain,
        _ => steps.min(1 << 8) as i32,
    }
}

fn killer<M: PartialEq>(killers: &[Option<M>; 2], mv: &M) -> i32 {
    let known = killers.iter().position(|killer| killer.as_ref() == Some(mv));
    known.map_or(0, |at| KILLER[at])
}
