//! Moves and lines by their exact values.

use std::cmp::{Ordering, Reverse};

use grenier_core::Position;

use super::progress::{distances, future};
use crate::game::{Solvable, Unit, Value};
use crate::worth::{Moves, Step, endless, leaves};

/// A legal move with its exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated<M> {
    /// The move.
    pub mv: M,
    /// What it is worth to the player who makes it. Mancalas: the future difference in seeds, what the move takes included.
    /// Capture games: 1, 0 or -1.
    pub value: i32,
    /// Plies, this move included, until the game ends or a move cannot be taken back (a capture, a first lift), when the
    /// side that is better off than in endless play makes for it along moves that keep its value and the other one puts
    /// it off. `None` for the value of endless play (1 if the move itself cannot be taken back), and where it is not known: in mancalas it is counted for the best
    /// moves only, of the side that hurries only for the nearest, and not if it is too far.
    pub distance: Option<u32>,
}

/// The legal moves of a position, the best first.
pub type RatedMoves<P> = Vec<Rated<<P as Position>::Move>>;

/// Something that knows values of positions.
pub trait Lookup<P: Solvable> {
    /// Why it may fail.
    type Error;

    /// The value of a position; `None` if it is not known.
    ///
    /// # Errors
    /// Its own.
    fn look_up(&self, position: &P) -> Result<Option<Value>, Self::Error>;

    /// Every legal move with its value, best first; `None` if one of them is not known.
    ///
    /// Values alone make no progress: among equally good moves those that are better than endless play are ordered by
    /// rising distance, those that are worse by falling distance, the others as in the list of legal moves. Who always plays the
    /// first one realises the value.
    ///
    /// # Errors
    /// Those of [`look_up`](Lookup::look_up).
    fn moves(&self, position: &P) -> Result<Option<RatedMoves<P>>, Self::Error> {
        if position.outcome().is_some() {
            return Ok(Some(Vec::new()));
        }
        let Some(here) = self.look_up(position)? else { return Ok(None) };
        let level = endless(position);
        let mut children = Vec::new();
        position.for_each_child(&mut Moves::<P>::new(), |mv, child| children.push((mv, child)));
        let mut rated = Vec::with_capacity(children.len());
        for &(mv, ref child) in &children {
            let Some(future) = future(child, |position| self.look_up(position))? else { return Ok(None) };
            let distance = if leaves(position, child) { Some(1) } else { self.stored(child)? };
            rated.push(Rated { mv, value: Step::new(position, child).worth(future), distance });
        }
        if P::UNIT == Unit::Seeds && i32::from(here.future) != level {
            let found = distances(position, here.future.into(), |position| self.look_up(position))?;
            let best = rated.iter_mut().zip(&children).filter(|(rated, _)| rated.value == here.future.into());
            for (rated, (_, child)) in best {
                rated.distance = rated.distance.or_else(|| found.by(child));
            }
        }
        rated.sort_by(|a, b| b.value.cmp(&a.value).then_with(|| by_progress(a, b, level)));
        Ok(Some(rated))
    }

    /// The best moves of both sides in turn, `most` at most. A line of endless play ends where it would repeat a position.
    ///
    /// # Errors
    /// Those of [`look_up`](Lookup::look_up).
    fn line(&self, position: &P, most: usize) -> Result<Vec<P::Move>, Self::Error> {
        let mut seen = vec![*position];
        let mut line = Vec::new();
        while line.len() < most {
            let here = seen.last().expect("the first position stays");
            let Some(best) = self.moves(here)?.and_then(|moves| moves.first().copied()) else { break };
            let next = here.play_unchecked(best.mv);
            if seen.iter().any(|earlier| next.repeats(earlier)) {
                break;
            }
            line.push(best.mv);
            seen.push(next);
        }
        Ok(line)
    }

    /// The distance by a move to `child`, which is in the same layer, if the table has it.
    #[doc(hidden)]
    fn stored(&self, child: &P) -> Result<Option<u32>, Self::Error> {
        let plies = self.look_up(child)?.and_then(|value| value.distance);
        Ok(plies.map(|plies| u32::from(plies) + 1))
    }
}

/// The order of two moves of the same value, that of endless play being `level`.
fn by_progress<M>(a: &Rated<M>, b: &Rated<M>, level: i32) -> Ordering {
    let plies = |rated: &Rated<M>| rated.distance.unwrap_or(u32::MAX);
    match a.value.cmp(&level) {
        Ordering::Greater => plies(a).cmp(&plies(b)),
        Ordering::Less => Reverse(plies(a)).cmp(&Reverse(plies(b))),
        Ordering::Equal => Ordering::Equal,
    }
}
