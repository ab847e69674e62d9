//! Positions without their quiet counters, for proofs that hold whatever was played before.

use grenier_core::Symmetric;
use grenier_core::awale::Awale;
use grenier_core::capture::Size;
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;

/// A game whose positions can be seen with their quiet counter at 0.
pub trait Resting: Symmetric {
    /// The same position with [`quiet_plies`](grenier_core::Position::quiet_plies) at 0. Games that count nothing have
    /// nothing to do.
    #[must_use]
    fn rested(&self) -> Self {
        *self
    }
}

impl Resting for Kpe {}

impl Resting for Awale {}

impl Resting for Obridjie {}

impl Resting for Mraha {
    fn rested(&self) -> Mraha {
        self.without_quiet_plies()
    }
}

impl<S: Size> Resting for Seega<S> {
    fn rested(&self) -> Seega<S> {
        self.without_quiet_plies()
    }
}
