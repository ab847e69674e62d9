//! A game in progress: a position with the history that repetition needs.

use crate::{IllegalMove, Outcome, Position, Reason};

/// A game: its start, the moves played, and the positions since the last irreversible move.
///
/// Only a `Game` judges repetition; a [`Position`] alone cannot.
///
/// ```
/// use grenier_core::{Game, Position, Notation, kpe::Kpe};
///
/// let mut game = Game::new(Kpe::start(Default::default()));
/// let mv = game.position().parse_move("D")?;
/// game.play(mv)?;
/// assert_eq!(game.position().fields(), "7-7-6-0-7-7-7-7-0-0-N ABCabcd");
/// assert!(game.result().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    start: P,
    moves: Vec<P::Move>,
    /// Positions since the last irreversible move, the current one last. Never empty.
    recent: Vec<P>,
}

impl<P: Position> Game<P> {
    /// A game that begins in `start`.
    pub fn new(start: P) -> Game<P> {
        Game { start, moves: Vec::new(), recent: vec![start] }
    }

    /// The position in which the game began.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// The current position.
    pub fn position(&self) -> &P {
        self.recent.last().expect("the current position is always there")
    }

    /// The positions that can still be repeated: those since the last irreversible move, the current one last.
    pub fn recent(&self) -> &[P] {
        &self.recent
    }

    /// Occurrences of the current position so far, this one included.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        self.recent.iter().filter(|earlier| now.repeats(earlier)).count()
    }

    /// Plays one move.
    ///
    /// # Errors
    /// [`IllegalMove`] if it is not legal or the game is over; the game is then unchanged.
    pub fn play(&mut self, mv: P::Move) -> Result<(), IllegalMove> {
        if self.result().is_some() {
            return Err(IllegalMove);
        }
        let before = *self.position();
        let after = before.play(mv)?;
        if after.epoch() != before.epoch() {
            self.recent.clear();
        }
        self.recent.push(after);
        self.moves.push(mv);
        Ok(())
    }

    /// The result if the game is over, and why it is.
    pub fn result(&self) -> Option<(Outcome, Reason)> {
        let now = self.position();
        if let Some(outcome) = now.outcome() {
            return Some((outcome, Reason::Position));
        }
        (self.occurrences() >= now.repetition_limit()).then(|| (now.endless(), Reason::Repetition))
    }
}
