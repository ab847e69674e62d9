//! M'raha wa bwe (Mayotte, Comoros): 5x5 squares, twelve pieces each.
//!
//! - M1 First phase: `x` begins; each turn places two pieces on empty squares, never on the centre, until all 24 stand.
//! - M2 Second phase: `x`, who placed first, also moves first. The centre is now a square like any other.
//! - M3 Slide: one square horizontally or vertically to an empty square.
//! - M4 Capture: a jump, horizontally or vertically, over an adjacent enemy piece to the empty square behind it; the
//!   piece is removed at once.
//! - M5 Several captures in a turn: after each jump the piece must turn by 90° for the next one. The player may stop
//!   after any jump *(reading)*.
//! - M6 Capturing is never compulsory.
//! - M7 A player to move who has no move, or no piece, has lost (also at the very start of the second phase).
//! - M8 *(reading)* Draw on repetition, and after 100 plies without a capture (M7 is tested first).
//!
//! Clauses marked *(reading)* are ours, where the sources are silent.
//!
//! ```
//! use grenier_core::{Notation, Position, mraha::Mraha};
//!
//! let position = Mraha::parse_fields(Default::default(), "5/5/1o1o1/x4/1o3 x 0,0 7")?;
//! let next = position.play(position.parse_move("a2-a3")?)?;
//! assert_eq!(next.fields(), "5/5/xo1o1/5/1o3 o 0,0 8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod moves;
mod notation;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;
pub(crate) mod text;

use crate::OnlyRules;
use crate::capture::board::QUIET_LIMIT;
use crate::capture::{Board, Five, Kind, Met, Next, Refusal, Size, Turn, refuse, symmetry};
use crate::{Outcome, Player, Position, Symmetric};

/// A move of M'raha wa bwe.
pub type Move = Turn<Five>;

/// A position of M'raha wa bwe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mraha {
    board: Board<Five>,
}

impl Mraha {
    /// The board with hands, side to move and counter.
    pub fn board(&self) -> &Board<Five> {
        &self.board
    }

    /// The position of the second phase with these pieces, the first player's first, and the quiet counter at 0.
    ///
    /// `None` if pieces overlap, or a player has more than twelve or stands off the board.
    pub fn set_up(pieces: [<Five as Size>::Bits; 2], turn: Player) -> Option<Mraha> {
        Board::moving(pieces, turn).map(|board| Mraha { board })
    }

    /// The same position with its quiet counter at 0.
    #[must_use]
    pub fn without_quiet_plies(&self) -> Mraha {
        Mraha { board: Board { quiet: 0, ..self.board } }
    }

    /// Why `mv` is not legal, if it is not.
    fn check(&self, mv: Move) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            refuse(0, "the game is over")
        } else if self.board.is_placing() {
            self.board.check_placement(mv)
        } else {
            self.check_move(mv)
        }
    }
}

impl Position for Mraha {
    type Move = Move;
    type Rules = OnlyRules;

    const QUIET_LIMIT: Option<u32> = Some(QUIET_LIMIT as u32);
    const KEY_IS_EXACT: bool = true;

    fn start(_rules: OnlyRules) -> Mraha {
        Mraha { board: Board::start() }
    }

    fn rules(&self) -> OnlyRules {
        OnlyRules
    }

    #[inline]
    fn turn(&self) -> Player {
        self.board.turn
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.outcome().is_some() {
            return;
        }
        if self.board.is_placing() {
            return self.board.placements(moves);
        }
        self.slides(moves);
        self.captures(&mut |chain, _| {
            moves.push(chain.turn);
            Next::Deeper
        });
    }

    fn distinct_moves(&self, moves: &mut Vec<Move>) {
        self.legal_moves(moves);
        // Single moves differ in where pieces stand after them, so only chains can lead to the same position.
        if moves.last().is_none_or(|mv| mv.kind() != Kind::Jump) || moves.iter().all(|mv| mv.steps() < 2) {
            return;
        }
        let mut seen: Met<_> = Met::new();
        moves.retain(|&mv| {
            let chain = (mv.kind() == Kind::Jump && mv.steps() > 1).then(|| self.jumped(mv));
            let Some(chain) = chain else { return true };
            let is_new = !seen.contains(&(chain.own, chain.enemy));
            seen.push((chain.own, chain.enemy));
            is_new
        });
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    #[inline]
    fn play_unchecked(&self, mv: Move) -> Mraha {
        match mv.kind() {
            Kind::Slide => Mraha { board: self.board.slide(mv) },
            Kind::Pair | Kind::Single => Mraha { board: self.board.placed(mv.placed()) },
            Kind::Jump | Kind::Capture | Kind::Pass => self.captured(&self.jumped(mv)),
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.board.is_placing() {
            return None;
        }
        if !self.can_move() {
            return Some(Outcome::bare(Some(self.turn().other())));
        }
        (self.board.quiet >= QUIET_LIMIT).then(|| Outcome::bare(None))
    }

    fn endless(&self) -> Outcome {
        Outcome::bare(None)
    }

    fn repeats(&self, earlier: &Mraha) -> bool {
        self.board.repeats(&earlier.board)
    }

    fn epoch(&self) -> u32 {
        self.board.epoch()
    }

    #[inline]
    fn quiet_plies(&self) -> u32 {
        u32::from(self.board.quiet)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key()
    }

    #[inline]
    fn random_child(&self, below: &mut impl FnMut(u32) -> u32) -> Option<Mraha> {
        if self.outcome().is_some() {
            None
        } else if self.board.is_placing() {
            Some(Mraha { board: self.board.placed(self.board.random_placement(below)) })
        } else {
            Some(self.random_move(below))
        }
    }
}

impl Symmetric for Mraha {
    const SYMMETRIES: u8 = symmetry::SYMMETRIES;

    fn transformed(&self, symmetry: u8) -> Mraha {
        Mraha { board: self.board.transformed(symmetry) }
    }

    fn transformed_move(mv: Move, symmetry: u8) -> Move {
        mv.transformed(symmetry)
    }
}
