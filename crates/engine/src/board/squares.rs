//! Boards and moves of the capture games.

use grenier_core::capture::{Bits, Direction, Five, Kind, Size, Turn};
use grenier_core::mraha::Mraha;
use grenier_core::seega::Seega;
use grenier_core::{Notation, Player};

use super::{Board, LegalMove, MoveKind, Shown, Step};
use crate::explain::Capturing;

fn name<S: Size>(square: usize) -> String {
    Turn::<S>::single(square).to_string()
}

fn board<S: Size, P: Capturing<S>>(position: &P) -> Board {
    let board = position.board();
    let mut squares = vec!['.'; S::SQUARES];
    for (player, sign) in Player::BOTH.into_iter().zip(['x', 'o']) {
        for square in board.pieces(player).squares() {
            squares[square] = sign;
        }
    }
    let hand = Player::BOTH.map(|player| board.hand(player));
    Board::Squares { side: S::SIDE, squares: squares.into_iter().collect(), hand }
}

fn entry<S: Size>(mv: Turn<S>) -> LegalMove {
    let kind = match mv.kind() {
        Kind::Pair | Kind::Single => MoveKind::Place,
        Kind::Slide => MoveKind::Slide,
        Kind::Capture | Kind::Jump => MoveKind::Capture,
        Kind::Pass => MoveKind::Pass,
    };
    LegalMove { mv: mv.to_string(), kind, path: mv.squares().map(name::<S>).collect() }
}

/// The steps of a move; `taken` tells the pieces that go by reaching a square from another, given both sides' pieces as
/// they stand then, the mover's own included.
fn steps<S: Size, P: Capturing<S>>(
    before: &P,
    mv: Turn<S>,
    taken: impl Fn(usize, usize, [S::Bits; 2]) -> S::Bits,
) -> Vec<Step> {
    let mover = before.turn();
    let square = name::<S>;
    let path: Vec<usize> = mv.squares().collect();
    let removals = |set: S::Bits| set.squares().map(|at| Step::Remove { square: square(at) });
    let enemies = |position: &P| position.board().pieces(mover.other());
    if matches!(mv.kind(), Kind::Pair | Kind::Single) {
        let laid = path.iter().map(|&at| Step::Lay { square: square(at) });
        let gone = enemies(before) & !enemies(&before.play_unchecked(mv));
        return laid.chain(removals(gone)).collect();
    }
    let (mut own, mut enemy) = (before.board().pieces(mover), enemies(before));
    let mut steps = Vec::new();
    for pair in path.windows(2) {
        let &[from, to] = pair else { unreachable!("windows of two") };
        own = own & !S::Bits::square(from) | S::Bits::square(to);
        steps.push(Step::Move { from: square(from), to: square(to) });
        let gone = taken(from, to, [own, enemy]);
        enemy &= !gone;
        steps.extend(removals(gone));
    }
    steps
}

impl Shown for Mraha {
    fn board(&self) -> Board {
        board(self)
    }

    fn steps(&self, mv: Turn<Five>) -> Vec<Step> {
        // What is jumped over lies halfway; a slide has nothing there.
        steps(self, mv, |from, to, [_, enemy]| match mv.kind() {
            Kind::Jump => <Five as Size>::Bits::square((from + to) / 2) & enemy,
            _ => Bits::NONE,
        })
    }

    fn entry(mv: Turn<Five>) -> LegalMove {
        entry(mv)
    }
}

impl<S: Size> Shown for Seega<S>
where
    Seega<S>: Notation<Move = Turn<S>>,
{
    fn board(&self) -> Board {
        board(self)
    }

    fn steps(&self, mv: Turn<S>) -> Vec<Step> {
        steps(self, mv, |_, to, [own, enemy]| enclosed::<S>(to, own, enemy))
    }

    fn entry(mv: Turn<S>) -> LegalMove {
        entry(mv)
    }
}

/// The pieces off the centre between the piece on `at` and another of its own (S4, S5).
fn enclosed<S: Size>(at: usize, own: S::Bits, enemy: S::Bits) -> S::Bits {
    Direction::ALL.into_iter().fold(S::Bits::NONE, |all, direction| {
        let prey = S::step(S::Bits::square(at), direction) & enemy & !S::CENTRE;
        if (S::step(prey, direction) & own).any() { all | prey } else { all }
    })
}
