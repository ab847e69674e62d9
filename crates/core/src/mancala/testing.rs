//! Helpers of the clause tests.

use crate::{Notation, Outcome, Tally};

/// The position with these fields under the preset made of `tokens`.
pub(crate) fn position<P: Notation>(tokens: &[&str], fields: &str) -> P {
    use crate::Rules;
    let rules = tokens.iter().fold(P::Rules::default(), |rules, token| rules.with(token).unwrap());
    P::parse_fields(rules, fields).unwrap_or_else(|error| panic!("{fields}: {error}"))
}

/// Plays the moves and returns the fields of the position reached.
pub(crate) fn played<P: Notation>(mut position: P, moves: &str) -> String {
    for mv in moves.split_whitespace() {
        let mv = position.parse_move(mv).unwrap_or_else(|error| panic!("{}: {error}", position.text()));
        position = position.play(mv).unwrap();
    }
    position.fields()
}

/// The legal moves, joined by spaces.
pub(crate) fn moves<P: Notation>(position: &P) -> String {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    assert_eq!(moves.is_empty(), position.outcome().is_some());
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The final stores of a finished position.
pub(crate) fn final_stores<P: Notation>(position: &P) -> [u8; 2] {
    stores_of(position.outcome().unwrap_or_else(|| panic!("{} is not over", position.text())))
}

/// The stores that an outcome counts.
pub(crate) fn stores_of(outcome: Outcome) -> [u8; 2] {
    match outcome.tally {
        Tally::Stores(stores) => stores,
        other => panic!("a mancala counts stores, not {other:?}"),
    }
}

/// The pits of South and North from their owners' left as one list.
pub(crate) fn pits_in<const PITS: usize>(rows: [u64; 2]) -> Vec<u8> {
    rows.iter().flat_map(|row| row.to_le_bytes()[..PITS].to_vec()).collect()
}

/// A tiny generator for random walks (the constants are Knuth's MMIX), so that unit tests need no crate.
pub(crate) struct Lcg(pub(crate) u64);

impl Lcg {
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 32) * u64::from(n)) >> 32) as u32
    }
}
