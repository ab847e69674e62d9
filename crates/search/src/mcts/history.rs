//! What the game's history forbids a proof to rest on.

use grenier_core::{Game, Position};

/// The positions at which a simulation ends because they have stood on the board before: the root itself, and those
/// of the game's history whose next occurrence ends the game. All are of the root's epoch.
#[derive(Clone, Debug)]
pub(super) struct History<P> {
    root: P,
    epoch: u32,
    worn: Vec<P>,
}

impl<P: Position> History<P> {
    pub fn of(game: &Game<P>) -> History<P> {
        let root = *game.position();
        let recent = game.recent();
        let occurrences = |p: &P| recent.iter().filter(|q| p.repeats(q)).count();
        let worn = recent.iter().filter(|p| occurrences(p) + 1 >= root.repetition_limit()).copied().collect();
        History { root, epoch: root.epoch(), worn }
    }

    pub fn root(&self) -> &P {
        &self.root
    }

    /// The number that positions share with the root until something irreversible happens.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Does `position`, which has that epoch, end every simulation that reaches it?
    #[inline]
    pub fn bars(&self, position: &P, epoch: u32) -> bool {
        epoch == self.epoch && (position.repeats(&self.root) || self.worn.iter().any(|p| position.repeats(p)))
    }

    /// Is the value of a position of that epoch what it would be without history? Not if play from there could still
    /// run into a position that the history has worn out.
    pub fn is_fresh(&self, epoch: u32) -> bool {
        self.worn.is_empty() || epoch != self.epoch
    }

    /// Did this history already forbid all that `later` forbids, their roots apart?
    pub fn covers(&self, later: &History<P>) -> bool {
        later.worn.iter().all(|p| self.worn.iter().any(|q| p.repeats(q)))
    }
}
