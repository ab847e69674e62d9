//! Tables for tests: small, without exact values from this machine.

use std::time::Duration;

use grenier_core::Language;
use grenier_engine::tables::Source;
use grenier_engine::{Level, Variant};

use crate::setup::Table;
use crate::{Seat, Setup};

/// The five games, and boards of another size.
pub const GAMES: [&str; 7] = ["kpe", "awale", "obridjie", "mraha", "seega", "seega:7x7", "seega:9x9"];

/// A person's seat, and one of the weakest level.
pub const PERSON: Seat = Seat::Person;

/// The engine at a level.
pub fn level(number: u8) -> Seat {
    Seat::Level(Level::new(number).unwrap())
}

/// A setup of a game with these seats.
pub fn setup(game: &str, sides: [Seat; 2]) -> Setup {
    Setup {
        sides,
        tables: Source::None,
        hash: 2,
        time: Duration::from_millis(100),
        ..Setup::new(Variant::parse(game).unwrap(), Level::FULL)
    }
}

/// A table of a game with these seats.
pub fn table(game: &str, sides: [Seat; 2]) -> Table {
    Table::laid(setup(game, sides)).unwrap()
}

/// The same in French.
pub fn french(game: &str, sides: [Seat; 2]) -> Table {
    Table::laid(Setup { language: Language::French, ..setup(game, sides) }).unwrap()
}
