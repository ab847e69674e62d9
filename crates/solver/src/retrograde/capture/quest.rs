//! What a position is valued for, and the value as it comes together from the children.

use std::cmp::Ordering;

use super::entry::{entry_of, results};

/// The results that are decided together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Wins and losses.
    Decisive,
    /// Draws, where endless play has a winner.
    Drawn,
}

impl Level {
    pub(super) fn has(self, future: i8) -> bool {
        (future == 0) == (self == Level::Drawn)
    }

    /// The entry of the result of this level on one side of the endless value, if there is one.
    pub(super) fn entry(self, endless: i8, seek: Seek, distance: u8) -> Option<u8> {
        let result =
            results(endless).into_iter().find(|&future| self.has(future) && seek.has(endless, future));
        result.map(|future| entry_of(endless, future, distance))
    }
}

/// The side of the endless value on which another value lies, for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seek {
    /// It is better: one good move is enough.
    Better,
    /// It is worse: no move does better.
    Worse,
}

impl Seek {
    /// The side on which a value must lie for a predecessor that seeks this side.
    pub(super) fn behind(self) -> Seek {
        match self {
            Seek::Better => Seek::Worse,
            Seek::Worse => Seek::Better,
        }
    }

    pub(super) fn has(self, endless: i8, future: i8) -> bool {
        match self {
            Seek::Better => future > endless,
            Seek::Worse => future < endless,
        }
    }
}

/// What a position is valued for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quest {
    pub(super) level: Level,
    pub(super) seek: Seek,
    pub(super) distance: u8,
}

/// A value in the making: the best of the children so far, for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Best {
    pub(super) endless: i8,
    pub(super) future: i8,
    /// Meaningless with the endless value.
    pub(super) distance: u8,
    /// Does a capture lead to a draw?
    pub(super) draws: bool,
}

impl Best {
    /// Worse than any, until a child is taken in.
    pub(super) fn of(endless: i8) -> Best {
        Best { endless, future: i8::MIN, distance: 0, draws: false }
    }

    /// Takes in a move to a position with this value.
    #[inline]
    pub(super) fn take(&mut self, future: i8, distance: u8) {
        match future.cmp(&self.future) {
            Ordering::Less => {}
            Ordering::Greater => (self.future, self.distance) = (future, distance),
            Ordering::Equal if future > self.endless => self.distance = self.distance.min(distance),
            Ordering::Equal => self.distance = self.distance.max(distance),
        }
    }

    /// Is it a value of this level, other than the endless one?
    #[inline]
    pub(super) fn is_decided(&self, level: Level) -> bool {
        self.future != self.endless && level.has(self.future)
    }

    /// Can no other child matter? What is sought is found, and open positions do not have it in fewer plies; or it cannot
    /// be found any more.
    #[inline]
    pub(super) fn is_settled(&self, quest: Quest) -> bool {
        match quest.seek {
            Seek::Better => {
                self.future > self.endless && quest.level.has(self.future) && self.distance == quest.distance
            }
            Seek::Worse => self.future >= self.endless,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_children(endless: i8, children: &[(i8, u8)]) -> (i8, u8) {
        let mut best = Best::of(endless);
        children.iter().for_each(|&(future, distance)| best.take(future, distance));
        (best.future, best.distance)
    }

    #[test]
    fn the_side_that_gains_hurries_and_the_other_delays() {
        assert_eq!(of_children(0, &[(-1, 9), (1, 5), (0, 0), (1, 3), (1, 4)]), (1, 3));
        assert_eq!(of_children(0, &[(-1, 4), (-1, 9), (-1, 2)]), (-1, 9));
        assert_eq!(of_children(1, &[(-1, 30), (0, 4), (0, 9)]), (0, 9));
        assert_eq!(of_children(-1, &[(-1, 0), (0, 9), (0, 4)]), (0, 4));
    }

    #[test]
    fn a_better_value_is_settled_by_one_child_and_a_worse_one_by_all() {
        let mut best = Best::of(0);
        let [better, worse] =
            [Seek::Better, Seek::Worse].map(|seek| Quest { level: Level::Decisive, seek, distance: 4 });
        best.take(-1, 3);
        assert!(!best.is_settled(better) && !best.is_settled(worse));
        best.take(0, 0);
        assert!(!best.is_settled(better) && best.is_settled(worse));
        best.take(1, 5);
        assert!(!best.is_settled(better));
        best.take(1, 4);
        assert!(best.is_settled(better));
    }

    #[test]
    fn each_level_has_its_entries() {
        let entries =
            |level: Level, endless| [Seek::Better, Seek::Worse].map(|seek| level.entry(endless, seek, 2));
        assert_eq!(entries(Level::Decisive, 0), [Some(3), Some(130)]);
        assert_eq!(entries(Level::Drawn, 0), [None, None]);
        assert_eq!(entries(Level::Decisive, 1), [None, Some(130)]);
        assert_eq!(entries(Level::Drawn, 1), [None, Some(3)]);
        assert_eq!(entries(Level::Decisive, -1), [Some(3), None]);
        assert_eq!(entries(Level::Drawn, -1), [Some(130), None]);
    }
}
