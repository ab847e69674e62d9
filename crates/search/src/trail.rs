//! The way from the game's history to the node at hand: what repetition is judged by.

use grenier_core::{Game, Position};

/// How a position repeats an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// It stands at this ply of the path already (the root is ply 0).
    Path(usize),
    /// With the game's history it has occurred often enough to end the game.
    History,
}

/// What is remembered beside each position of the path.
#[derive(Clone, Copy)]
struct Mark {
    epoch: u32,
    /// The first ply of the path since which no move was irreversible.
    since: usize,
}

/// The positions from the root to the current node, with those of the game so far whose next visit would end it.
#[derive(Clone)]
pub struct Trail<P: Position> {
    positions: Vec<P>,
    marks: Vec<Mark>,
    /// Positions of the game's history, the root included, whose next occurrence ends the game.
    worn: Vec<P>,
}

impl<P: Position> Trail<P> {
    /// The trail that begins at the game's current position.
    pub fn new(game: &Game<P>) -> Trail<P> {
        let root = *game.position();
        let recent = game.recent();
        let occurrences = |p: &P| recent.iter().filter(|q| p.repeats(q)).count();
        let worn = recent.iter().filter(|p| occurrences(p) + 1 >= root.repetition_limit()).copied().collect();
        Trail { positions: vec![root], marks: vec![Mark { epoch: root.epoch(), since: 0 }], worn }
    }

    /// Goes one move further.
    #[inline]
    pub fn push(&mut self, position: &P) {
        let epoch = position.epoch();
        let last = self.last();
        let since = if epoch == last.epoch { last.since } else { self.positions.len() };
        self.positions.push(*position);
        self.marks.push(Mark { epoch, since });
    }

    /// Takes the last move back.
    #[inline]
    pub fn pop(&mut self) {
        self.positions.pop();
        self.marks.pop();
    }

    #[inline]
    fn last(&self) -> Mark {
        *self.marks.last().expect("the root is always there")
    }

    /// Would `next`, one move on from the current position, repeat an earlier one in a way that ends the line?
    #[inline]
    pub fn repeat(&self, next: &P) -> Option<Repeat> {
        let last = self.last();
        if next.epoch() != last.epoch {
            return None;
        }
        let comparable = &self.positions[last.since..];
        if let Some(back) = comparable.iter().rposition(|earlier| next.repeats(earlier)) {
            return Some(Repeat::Path(last.since + back));
        }
        (last.since == 0 && self.is_worn(next)).then_some(Repeat::History)
    }

    /// Would `position`, if it came again, end the game by its history?
    pub fn is_worn(&self, position: &P) -> bool {
        self.worn.iter().any(|worn| position.repeats(worn))
    }

    /// Is the value of `next`, one move on from the current position, that of the same position without history? Not if
    /// play from there could still run into a position that the game's history has worn out.
    #[inline]
    pub fn is_fresh(&self, next: &P) -> bool {
        let last = self.last();
        self.worn.is_empty() || last.since > 0 || next.epoch() != last.epoch
    }
}
