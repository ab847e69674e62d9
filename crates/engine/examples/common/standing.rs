//! What the makers of suites share: positions up to symmetry, and what a player without knowledge sees, plain minimax a few
//! plies deep that counts nothing but stores or pieces.

use grenier_core::awale::Awale;
use grenier_core::capture::{Bits, Five};
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;
use grenier_core::{Player, Position, Symmetric};

/// A game in which a glance at the board counts something.
pub trait Standing: Position {
    /// Seeds in store, or pieces, that the first player has more than the second.
    fn standing(&self) -> i32;
}

macro_rules! stores {
    ($($game:ty),*) => {
        $(impl Standing for $game {
            fn standing(&self) -> i32 {
                let [south, north] = self.stores();
                i32::from(south) - i32::from(north)
            }
        })*
    };
}

macro_rules! pieces {
    ($($game:ty),*) => {
        $(impl Standing for $game {
            fn standing(&self) -> i32 {
                let [x, o] = Player::BOTH.map(|player| self.board().pieces(player).count());
                x as i32 - o as i32
            }
        })*
    };
}

stores!(Kpe, Awale, Obridjie);
pieces!(Mraha, Seega<Five>);

/// A result of 5x5 against a difference of pieces.
const WIN: i32 = 1000;

/// More than any value of a glance.
pub const MORE: i32 = 2 * WIN;

/// Minimax with alpha-beta cuts for the first player over stores or pieces.
pub fn glance<P: Standing>(position: &P, depth: u32, mut low: i32, mut high: i32) -> i32 {
    if let Some(outcome) = position.outcome() {
        let worth = outcome.worth_to(Player::First);
        return if P::QUIET_LIMIT.is_some() { WIN * worth } else { worth };
    }
    if depth == 0 {
        return position.standing();
    }
    let mut moves = Vec::new();
    position.distinct_moves(&mut moves);
    let is_first = position.turn() == Player::First;
    for mv in moves {
        let value = glance(&position.play_unchecked(mv), depth - 1, low, high);
        let end = if is_first { &mut low } else { &mut high };
        *end = if is_first { value.max(*end) } else { value.min(*end) };
        if low >= high {
            break;
        }
    }
    if is_first { low } else { high }
}

/// One position for all that are equal under symmetry, the exchange of the players included where the game has it, and
/// whether the players are exchanged in it.
pub fn folded<P: Symmetric>(position: &P) -> (P, bool) {
    let images = (0..P::SYMMETRIES).map(|symmetry| position.transformed(symmetry));
    let image = images.min_by_key(|image| (image.turn(), image.key())).expect("the identity is a symmetry");
    (image, image.turn() != position.turn())
}

/// The key of that position.
pub fn folded_key<P: Symmetric>(position: &P) -> u64 {
    folded(position).0.key()
}
