//! What a player without knowledge sees of moves.

use grenier_core::Player;

use crate::games::Studied;
use crate::standing::{MORE, glance};

/// What each legal move has gained after `depth` plies for the player who makes it, in the order of the legal moves: the
/// seeds or pieces that he then has more than before.
pub fn gains<P: Studied>(position: &P, depth: u32) -> Vec<(P::Move, i32)> {
    let mut gains = Vec::new();
    let before = position.standing();
    position.for_each_child(&mut Vec::new(), |mv, child| {
        let gain = glance(&child, depth - 1, -MORE, MORE) - before;
        gains.push((mv, if position.turn() == Player::First { gain } else { -gain }));
    });
    gains
}

/// The move of a player who looks `depth` plies ahead: the best that he sees, the first of several.
pub fn choice<P: Studied>(position: &P, depth: u32) -> Option<P::Move> {
    let gains = gains(position, depth);
    let most = gains.iter().map(|&(_, gain)| gain).max()?;
    gains.iter().find(|&&(_, gain)| gain == most).map(|&(mv, _)| mv)
}

/// The depth from which on up to the horizon a player takes `best` for better than all other moves, if there is one.
pub fn plies<P: Studied>(position: &P, best: P::Move) -> Option<u32> {
    let missed = (1..=P::HORIZON).rev().find(|&depth| !is_seen(position, best, depth)).unwrap_or(0);
    (missed < P::HORIZON).then_some(missed + 1)
}

/// Does a player who looks `depth` plies ahead take `best` for better than all other moves?
fn is_seen<P: Studied>(position: &P, best: P::Move, depth: u32) -> bool {
    let (mut good, mut other) = (-MORE, -MORE);
    for (mv, gain) in gains(position, depth) {
        let highest = if mv == best { &mut good } else { &mut other };
        *highest = gain.max(*highest);
    }
    good > other
}
