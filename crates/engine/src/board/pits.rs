//! Boards and moves of the mancalas.

use grenier_core::awale::Awale;
use grenier_core::kpe::Kpe;
use grenier_core::mancala::Pit;
use grenier_core::mancala::ring::pit;
use grenier_core::obridjie::Obridjie;
use grenier_core::{Player, Position};

use super::{Board, LegalMove, MoveKind, Shown, Step};
use crate::explain::Sowing;

/// A board without locked pits.
fn board<P: Sowing>(position: &P) -> Board {
    let row = |row| (0..P::PITS).map(|index| pit(row, index)).collect();
    Board::Pits { rows: position.rows().map(row), stores: position.stores(), unlifted: Default::default() }
}

fn entry(mv: Pit) -> LegalMove {
    let name = mv.to_string();
    LegalMove { mv: name.clone(), kind: MoveKind::Sow, path: vec![name] }
}

/// The pits of the ring after `mv`, round and round.
fn ring<P: Sowing>(mv: Pit) -> impl Iterator<Item = Pit> {
    let places = 2 * P::PITS;
    let player = |place: usize| if place < P::PITS { Player::First } else { Player::Second };
    let start = mv.owner().index() * P::PITS + mv.index();
    (start + 1..).map(move |place| Pit::new(player(place % places), place % places % P::PITS))
}

/// The seeds of a pit.
fn seeds<P: Sowing>(position: &P, at: Pit) -> u8 {
    pit(position.rows()[at.owner().index()], at.index())
}

fn lift(pit: Pit, seeds: u8) -> Step {
    Step::Lift { pit: pit.to_string(), seeds }
}

fn sow(pit: Pit) -> Step {
    Step::Sow { pit: pit.to_string() }
}

fn take(pit: Pit, seeds: u8, by: Player) -> Step {
    Step::Take { pit: pit.to_string(), seeds, by: by.into() }
}

/// One lap of sowing, `between`, and the captures: going backwards from the last pit sown, those that `after` has emptied.
fn one_lap<P: Sowing>(before: &P, mv: Pit, skips_origin: bool, between: Option<Step>) -> Vec<Step> {
    let hand = seeds(before, mv);
    let sown: Vec<Pit> =
        ring::<P>(mv).filter(|&pit| !(skips_origin && pit == mv)).take(hand.into()).collect();
    let after = before.play_unchecked(mv);
    let fallen = |at: Pit| {
        let held = if at == mv { 0 } else { seeds(before, at) };
        held + sown.iter().filter(|&&pit| pit == at).count() as u8
    };
    let captured = sown
        .iter()
        .rev()
        .take(P::PITS)
        .take_while(|&&pit| pit.owner() != mv.owner() && seeds(&after, pit) == 0)
        .map(|&pit| take(pit, fallen(pit), mv.owner()));
    let falling = sown.iter().map(|&pit| sow(pit));
    std::iter::once(lift(mv, hand)).chain(falling).chain(between).chain(captured).collect()
}

impl Shown for Kpe {
    fn board(&self) -> Board {
        let mut board = board(self);
        if let Board::Pits { unlifted, .. } = &mut board {
            let names = |player: Player| {
                let mask = self.unlifted()[player.index()];
                let is_locked = move |index: &usize| mask >> index & 1 == 1;
                (0..Kpe::PITS).filter(is_locked).map(|index| Pit::new(player, index).to_string()).collect()
            };
            *unlifted = Player::BOTH.map(names);
        }
        board
    }

    fn steps(&self, mv: Pit) -> Vec<Step> {
        let is_last_lock = self.unlifted()[mv.owner().index()] == 1 << mv.index();
        let unlock = is_last_lock.then(|| Step::Unlock { player: mv.owner().into() });
        one_lap(self, mv, self.rules().skip_origin, unlock)
    }

    fn entry(mv: Pit) -> LegalMove {
        entry(mv)
    }
}

impl Shown for Awale {
    fn board(&self) -> Board {
        board(self)
    }

    fn steps(&self, mv: Pit) -> Vec<Step> {
        one_lap(self, mv, true, None)
    }

    fn entry(mv: Pit) -> LegalMove {
        entry(mv)
    }
}

impl Shown for Obridjie {
    fn board(&self) -> Board {
        board(self)
    }

    /// Relays seed by seed (O3 to O5).
    fn steps(&self, mv: Pit) -> Vec<Step> {
        let mut held = self.rows().map(|row| [0, 1, 2, 3, 4, 5].map(|index| pit(row, index)));
        let mut steps = Vec::new();
        let mut from = mv;
        loop {
            let mut hand = std::mem::take(&mut held[from.owner().index()][from.index()]);
            steps.push(lift(from, hand));
            let mut last = from;
            for at in ring::<Obridjie>(from).take(hand.into()) {
                let seeds = &mut held[at.owner().index()][at.index()];
                (*seeds, hand, last) = (*seeds + 1, hand - 1, at);
                steps.push(sow(at));
                if *seeds == 4 {
                    *seeds = 0;
                    steps.push(take(at, 4, if hand == 0 { mv.owner() } else { at.owner() }));
                }
            }
            // An empty pit got one seed, one of four has none: the move ends in both.
            if held[last.owner().index()][last.index()] <= 1 {
                return steps;
            }
            from = last;
        }
    }

    fn entry(mv: Pit) -> LegalMove {
        entry(mv)
    }
}
