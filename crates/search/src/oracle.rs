//! Exact values from elsewhere: the endgame tables, as the search sees them.

use grenier_core::Position;

/// An exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The future value for the side to move in a game without history, in hundredths.
    pub future: i32,
    /// Plies to the next capture (or the end of the game) by which best play keeps the value. It matters in games with
    /// a quiet limit only, and there for every value but that of endless play; 0 elsewhere.
    pub distance: u32,
}

/// Knows exact values of some positions.
///
/// Values are those of the position as if its quiet counter stood at 0; users compare `distance` with what is left.
pub trait Oracle<P: Position>: Sync {
    /// The exact value, if known.
    fn probe(&self, position: &P) -> Option<Exact>;
}

/// Knows nothing, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOracle;

impl<P: Position> Oracle<P> for NoOracle {
    #[inline]
    fn probe(&self, _: &P) -> Option<Exact> {
        None
    }
}

impl<P: Position, O: Oracle<P> + ?Sized> Oracle<P> for &O {
    #[inline]
    fn probe(&self, position: &P) -> Option<Exact> {
        (**self).probe(position)
    }
}

/// Can what takes `plies` plies still happen before the quiet limit ends the game?
#[inline]
pub(crate) fn fits_quiet_limit<P: Position>(position: &P, plies: u32) -> bool {
    P::QUIET_LIMIT.is_none_or(|limit| position.quiet_plies().saturating_add(plies) <= limit)
}
