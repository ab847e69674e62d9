//! What a move does and threatens, in the words of players.
//!
//! Every phrase is derived by playing moves with the rules, never from an evaluation, so it is true or it is not said.
//! What is meant by each word:
//!
//! - A player **could take** something if one of his legal moves would take it at once. Where that is asked of a player
//!   who is not to move, the position is taken as if he were: nothing else changes. A **threat** is what the mover could
//!   take after his move if he were to move again. The enemy replies before that, so a threat can be parried.
//! - Mancalas: *takes N* is what the move adds to the mover's store, *gives N* what it adds to the enemy's (Obridjie).
//!   *Threatens N*, *allows N* (the enemy could take it by his next move) are about the move that would take most, and
//!   name the pits that it would empty. *Saves N*: what the enemy could take at most, were he to move, falls by N seeds.
//!   A **grenier** is a pit from which a sowing goes round the whole board: 8 seeds in Kpé, 12 in Awalé and Obridjie.
//!   *Opens the grenier*: such a pit is lifted. *Builds the grenier*: an own pit has more seeds than before and is one.
//!   *Relay of N*: N sowings in one move (Obridjie).
//! - Capture games: *wins the piece*: one is taken and the enemy can take nothing by his next move; *takes*: the others.
//!   *Leaves the piece on d3 to be taken*: the enemy could take it by his next move; *loses* it: every legal reply takes
//!   it (in Seega capturing is compulsory). *Saves the piece on c3*: the enemy could have taken it before, and now
//!   cannot. *Walls in* is the *petite victoire* of Seega; *blocks the enemy*: he has no move.
//!
//! Repetition and results are those of the game; placements threaten nothing, because nothing moves yet.

mod capture;
mod mancala;
mod phrase;
#[cfg(test)]
mod tests;

use grenier_core::{Game, Notation, Position, Reason, Tally};

pub(crate) use capture::Capturing;
pub(crate) use mancala::Sowing;
pub use phrase::{End, Phrase};

/// A game whose moves can be put into words.
pub trait Explain: Notation {
    /// What is special to the game about the legal move `mv` in `before`, which leads to `after`.
    fn phrases(before: &Self, mv: Self::Move, after: &Self) -> Vec<Phrase>;
}

/// What the legal move `mv` does in the current position of `game`. Never empty: a move of which nothing else can be said
/// is [`Phrase::Quiet`].
///
/// ```
/// use grenier_core::{Game, Language, Notation, awale::Awale};
/// use grenier_engine::explain::explain;
///
/// let position = Awale::parse_fields(Default::default(), "0-0-0-0-2-1-1-0-0-1-0-0-0-0-S")?;
/// let words: Vec<String> = explain(&Game::new(position), position.parse_move("E")?)
///     .iter()
///     .map(|phrase| phrase.text(Language::English))
///     .collect();
/// assert_eq!(words[0], "takes 2");
/// # Ok::<(), grenier_core::ParseError>(())
/// ```
pub fn explain<P: Explain>(game: &Game<P>, mv: P::Move) -> Vec<Phrase> {
    let before = game.position();
    let mut moves = Vec::new();
    before.legal_moves(&mut moves);
    let after = before.play_unchecked(mv);
    let mut phrases = P::phrases(before, mv, &after);
    if moves.len() == 1 {
        phrases.insert(0, Phrase::OnlyMove);
    }
    phrases.extend(end(game, mv));
    if phrases.is_empty() {
        phrases.push(Phrase::Quiet);
    }
    phrases
}

/// How the game ends by the move `mv`, if it does.
fn end<P: Position>(game: &Game<P>, mv: P::Move) -> Option<Phrase> {
    let mover = game.position().turn();
    let mut game = game.clone();
    game.play(mv).ok()?;
    let (outcome, reason) = game.result()?;
    let end = match outcome.winner {
        Some(winner) if winner == mover => End::Win,
        Some(_) => End::Loss,
        None => End::Draw,
    };
    let counts = match outcome.tally {
        Tally::Stores(counts) | Tally::Pieces { pieces: counts, .. } => Some(counts),
        Tally::Bare => None,
    };
    Some(Phrase::Ends { end, counts, by_repetition: reason == Reason::Repetition })
}

/// `position` as if the other player were to move, by its text: `flip` changes the side to move in the fields. `None` if
/// that is no position of the game.
fn with_other_turn<P: Notation>(position: &P, flip: impl Fn(&str) -> Option<String>) -> Option<P> {
    P::parse_fields(position.rules(), &flip(&position.fields())?).ok()
}
