//! The words of the two capture games.

use grenier_core::capture::{Bits, Board, Five, Kind, Size, Turn};
use grenier_core::mraha::Mraha;
use grenier_core::seega::Seega;
use grenier_core::{Notation, Player, Position, Tally, Victory};

use super::{Explain, Phrase, with_other_turn};

/// What the words need to know of a capture game.
pub(crate) trait Capturing<S: Size>: Notation<Move = Turn<S>> {
    /// The board with hands and side to move.
    fn board(&self) -> &Board<S>;
}

impl Capturing<Five> for Mraha {
    fn board(&self) -> &Board<Five> {
        Mraha::board(self)
    }
}

impl<S: Size> Capturing<S> for Seega<S>
where
    Seega<S>: Notation<Move = Turn<S>>,
{
    fn board(&self) -> &Board<S> {
        Seega::board(self)
    }
}

impl Explain for Mraha {
    fn phrases(before: &Mraha, mv: Turn<Five>, after: &Mraha) -> Vec<Phrase> {
        let mut phrases = phrases(before, mv, after);
        let enemy = before.turn().other();
        let is_won = after.outcome().is_some_and(|outcome| outcome.winner == Some(enemy.other()));
        // Who has pieces and no move has lost (M7).
        if is_won && after.board().pieces(enemy).any() {
            phrases.push(Phrase::Blocks);
        }
        phrases
    }
}

impl<S: Size> Explain for Seega<S>
where
    Seega<S>: Notation<Move = Turn<S>>,
{
    fn phrases(before: &Seega<S>, mv: Turn<S>, after: &Seega<S>) -> Vec<Phrase> {
        let mover = before.turn();
        let mut all = Vec::new();
        if mv.kind() == Kind::Pass {
            all.push(Phrase::Passes);
        } else if is_blocked(before.board(), mover.other()) {
            all.push(Phrase::MustFree);
        }
        all.extend(phrases(before, mv, after));
        if is_blocked(after.board(), mover.other()) {
            all.push(Phrase::Blocks);
        }
        let outcome = after.outcome().filter(|outcome| outcome.winner == Some(mover));
        if let Some(Tally::Pieces { victory: Victory::Petite, .. }) = outcome.map(|outcome| outcome.tally) {
            all.push(Phrase::WallsIn);
        }
        all
    }
}

/// Has `player` pieces, none of them beside an empty square, once all pieces are placed?
fn is_blocked<S: Size>(board: &Board<S>, player: Player) -> bool {
    let pieces = board.pieces(player);
    !board.is_placing() && pieces.any() && (pieces & S::beside(board.empty())).is_empty()
}

/// What a player to move could take.
struct Prey<S: Size> {
    /// By some move.
    some: S::Bits,
    /// By every move.
    every: S::Bits,
}

impl<S: Size> Prey<S> {
    const NOTHING: Prey<S> = Prey { some: S::Bits::NONE, every: S::Bits::NONE };

    /// What the player to move could take.
    fn of<P: Capturing<S>>(position: &P) -> Prey<S> {
        let prey = position.turn().other();
        let pieces = position.board().pieces(prey);
        let mut moves = Vec::new();
        position.distinct_moves(&mut moves);
        let taken = |&mv: &Turn<S>| pieces & !position.play_unchecked(mv).board().pieces(prey);
        let every = moves.iter().map(taken).reduce(|every, taken| every & taken);
        let some = moves.iter().map(taken).fold(S::Bits::NONE, |some, taken| some | taken);
        Prey { some, every: every.unwrap_or(S::Bits::NONE) }
    }

    /// What `player` could take if he were to move; nothing while pieces are placed and it is not his turn.
    fn if_turned<P: Capturing<S>>(position: &P, player: Player) -> Prey<S> {
        if position.turn() == player {
            return Prey::of(position);
        }
        if position.board().is_placing() {
            return Prey::NOTHING;
        }
        let flipped = with_other_turn(position, |fields| {
            let mut words: Vec<&str> = fields.split(' ').collect();
            *words.get_mut(1)? = if player == Player::First { "x" } else { "o" };
            Some(words.join(" "))
        });
        flipped.map_or(Prey::NOTHING, |position| Prey::of(&position))
    }
}

fn phrases<S: Size, P: Capturing<S>>(before: &P, mv: Turn<S>, after: &P) -> Vec<Phrase> {
    let mover = before.turn();
    let enemy = mover.other();
    let mut phrases = Vec::new();
    // After the last placement of Seega the same player moves again.
    let danger = if after.turn() == enemy { Prey::of(after) } else { Prey::NOTHING };
    let taken = names::<S>(before.board().pieces(enemy) & !after.board().pieces(enemy));
    match taken.as_slice() {
        [] => {}
        [square] if danger.some.is_empty() => phrases.push(Phrase::WinsPiece(square.clone())),
        _ => phrases.push(Phrase::TakesPieces(taken)),
    }
    let [centre_before, centre_after] =
        [before, after].map(|position| position.board().pieces(mover) & S::CENTRE);
    if centre_after.any() && centre_before.is_empty() {
        phrases.push(Phrase::Centre);
    }
    if before.board().is_placing() && !after.board().is_placing() {
        phrases.push(Phrase::EndsPlacement);
    }
    if after.outcome().is_none() {
        phrases.extend(takes_to_come(before, mv, after, &danger));
    }
    phrases
}

/// What either player could take after the move, and what the enemy could have taken without it.
fn takes_to_come<S: Size, P: Capturing<S>>(
    before: &P,
    mv: Turn<S>,
    after: &P,
    danger: &Prey<S>,
) -> Vec<Phrase> {
    let mover = before.turn();
    let threat = if after.board().is_placing() { Prey::NOTHING } else { Prey::if_turned(after, mover) };
    let saved = match after.turn() == mover {
        true => S::Bits::NONE,
        false => Prey::if_turned(before, mover.other()).some & !as_before(mv, danger.some),
    };
    let said = |squares: S::Bits, phrase: fn(Vec<String>) -> Phrase| {
        squares.any().then(|| phrase(names::<S>(squares)))
    };
    [
        said(threat.some, Phrase::ThreatensPieces),
        said(saved, Phrase::SavesPieces),
        said(danger.every, Phrase::LosesPieces),
        said(danger.some & !danger.every, Phrase::LeavesPieces),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// `squares` after the move `mv`, with the one that the moving piece has reached back where it came from.
fn as_before<S: Size>(mv: Turn<S>, squares: S::Bits) -> S::Bits {
    match (mv.steps(), mv.squares().last()) {
        (1.., Some(last)) if squares.has(last) => {
            (squares & !S::Bits::square(last)) | S::Bits::square(mv.origin())
        }
        _ => squares,
    }
}

/// The names of the squares.
fn names<S: Size>(squares: S::Bits) -> Vec<String> {
    let name = |square: usize| {
        let file = char::from(b'a' + (square % S::SIDE) as u8);
        format!("{file}{}", square / S::SIDE + 1)
    };
    squares.squares().map(name).collect()
}
