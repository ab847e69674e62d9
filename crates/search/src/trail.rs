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

struct Step<P> {
    position: P,
    key: u64,
    /// The first ply of the path since which no move was irreversible.
    since: usize,
    /// Was there no irreversible move since the root?
    in_root_epoch: bool,
}

/// The positions from the root to the current node, with those of the game before it that one more visit would end.
pub struct Trail<P: Position> {
    steps: Vec<Step<P>>,
    /// Positions of the game's history whose next occurrence ends the game.
    worn: Vec<P>,
}

impl<P: Position> Trail<P> {
    /// The trail that begins at the game's current position.
    pub fn new(game: &Game<P>) -> Trail<P> {
        let root = *game.position();
        let before = &game.recent()[..game.recent().len() - 1];
        let occurrences = |p: &P| before.iter().filter(|q| p.repeats(q)).count();
        let worn = before.iter().filter(|p| occurrences(p) + 1 >= root.repetition_limit()).copied().collect();
        let first = Step { position: root, key: root.key(), since: 0, in_root_epoch: true };
        Trail { steps: vec![first], worn }
    }

    /// Goes one move further.
    #[inline]
    pub fn push(&mut self, position: &P) {
        let ply = self.steps.len();
        let last = &self.steps[ply - 1];
        let same = position.epoch() == last.position.epoch();
        let (since, in_root_epoch) = if same { (last.since, last.in_root_epoch) } else { (ply, false) };
        self.steps.push(Step { position: *position, key: position.key(), since, in_root_epoch });
    }

    /// Takes the last move back.
    #[inline]
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    #[inline]
    fn last(&self) -> &Step<P> {
        self.steps.last().expect("the root is always there")
    }

    /// The key of the current position.
    #[inline]
    pub fn key(&self) -> u64 {
        self.last().key
    }

    /// Does the current position repeat an earlier one in a way that ends the line?
    #[inline]
    pub fn repeat(&self) -> Option<Repeat> {
        let now = self.last();
        let earlier = &self.steps[..self.steps.len() - 1];
        let is_same = |step: &Step<P>| step.key == now.key && now.position.repeats(&step.position);
        if let Some(back) = earlier[now.since.min(earlier.len())..].iter().rposition(is_same) {
            return Some(Repeat::Path(now.since + back));
        }
        self.visits_worn().then_some(Repeat::History)
    }

    #[inline]
    fn visits_worn(&self) -> bool {
        let now = self.last();
        now.in_root_epoch && self.worn.iter().any(|worn| now.position.repeats(worn))
    }

    /// Is the value of the current position that of the same position without history? Not if play from here could
    /// still run into a position that the game's history has worn out.
    #[inline]
    pub fn is_fresh(&self) -> bool {
        self.worn.is_empty() || !self.last().in_root_epoch
    }
}
