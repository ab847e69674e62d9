//! Positions worth solving: one best move, better than the rest, that a glance does not find.

use grenier_core::Player;
use grenier_solver::{Lookup, Rated, Solved, Unit};

use crate::games::Studied;
use crate::glance;

/// Legal moves that there must be to choose from.
const MOVES: usize = 3;

/// Depths at which a glance must not be enough.
const GLANCE: u32 = 2;

/// An endgame with all its values.
pub struct Study<P: Studied> {
    pub position: P,
    /// Every legal move, best first. Values in the mancalas: the future difference, in 5x5: the result.
    pub moves: Vec<Rated<P::Move>>,
    /// What is special about it, the rarest first.
    pub motives: Vec<Motive>,
    /// The depth from which on plain searches that count stores or pieces find the move, if they do within the horizon.
    pub plies: Option<u32>,
}

/// What makes an endgame memorable, the rarest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Motive {
    /// It would be better if the enemy had to move.
    Zugzwang,
    /// Another move takes more at once.
    Refusal,
    /// Once the enemy has answered it the best move has lost something, and another move would not have.
    Sacrifice,
    /// This move wins the game, no other one does.
    OnlyWin,
    /// This move draws the game, all others lose it.
    OnlyMove,
}

impl Motive {
    /// The word in the file.
    pub fn word(self) -> &'static str {
        match self {
            Motive::OnlyMove => "the only move that does not lose",
            Motive::OnlyWin => "the only move that wins",
            Motive::Sacrifice => "sacrifice",
            Motive::Refusal => "refusal",
            Motive::Zugzwang => "zugzwang",
        }
    }
}

/// The study of a position, if it is worth having.
pub fn study<P: Studied>(position: &P, solved: &Solved<P>) -> Option<Study<P>> {
    let Ok(moves) = solved.moves(position);
    let moves = moves.filter(|moves| moves.len() >= MOVES)?;
    let (best, next) = (moves[0], moves[1]);
    let is_better = best.value > next.value;
    let is_clear =
        best.value >= next.value + P::MARGIN || result(position, best.value) > result(position, next.value);
    let is_seen = || (1..=GLANCE).any(|depth| glance::choice(position, depth) == Some(best.mv));
    if !is_better || !is_clear || is_seen() {
        return None;
    }
    let motives = motives(position, solved, &moves);
    let plies = glance::plies(position, best.mv);
    Some(Study { position: *position, moves, motives, plies })
}

/// Does the side to move win (1), draw (0) or lose (-1) the game if it is worth so much to it from here?
fn result<P: Studied>(position: &P, value: i32) -> i32 {
    match P::UNIT {
        Unit::Result => value,
        Unit::Seeds => {
            let stored = position.endless().worth_to(Player::First);
            (value + if position.turn() == Player::First { stored } else { -stored }).signum()
        }
    }
}

fn motives<P: Studied>(position: &P, solved: &Solved<P>, moves: &[Rated<P::Move>]) -> Vec<Motive> {
    let (best, next) = (moves[0], moves[1]);
    let results = [best, next].map(|rated| result(position, rated.value));
    let mut motives = Vec::new();
    if results == [1, 0] || results == [1, -1] {
        motives.push(Motive::OnlyWin);
    } else if results == [0, -1] {
        motives.push(Motive::OnlyMove);
    }
    if is_sacrifice(position, best.mv) {
        motives.push(Motive::Sacrifice);
    }
    if is_refusal(position, best.mv) {
        motives.push(Motive::Refusal);
    }
    if is_zugzwang(position, solved, best.value) {
        motives.push(Motive::Zugzwang);
    }
    motives
}

/// Has the best move lost something after the enemy's answer, where another one would not?
fn is_sacrifice<P: Studied>(position: &P, best: P::Move) -> bool {
    let gains = glance::gains(position, 2);
    let is_loss = gains.iter().any(|&(mv, gain)| mv == best && gain < 0);
    is_loss && gains.iter().any(|&(mv, gain)| mv != best && gain >= 0)
}

/// Does another move take more at once?
fn is_refusal<P: Studied>(position: &P, best: P::Move) -> bool {
    let gains = glance::gains(position, 1);
    let taken = gains.iter().find(|&&(mv, _)| mv == best).map_or(0, |&(_, gain)| gain);
    gains.iter().any(|&(_, gain)| gain > taken)
}

/// Would it be better by the margin if the enemy had to move?
fn is_zugzwang<P: Studied>(position: &P, solved: &Solved<P>, value: i32) -> bool {
    let Some(turned) = turned(position).filter(|turned| turned.outcome().is_none()) else { return false };
    solved.probe(&turned).is_some_and(|of_enemy| -i32::from(of_enemy.future) >= value + P::MARGIN)
}

/// The same board with the enemy to move, if that is a position.
fn turned<P: Studied>(position: &P) -> Option<P> {
    let fields = position.fields();
    let sides = match P::UNIT {
        Unit::Seeds => ["-S", "-N"],
        Unit::Result => [" x ", " o "],
    };
    let (here, there) = (position.turn().index(), position.turn().other().index());
    P::parse_fields(position.rules(), &fields.replacen(sides[here], sides[there], 1)).ok()
}
