//! The presets of Kpé.

use crate::{PresetError, Rules};

/// The rules of one variant of Kpé; the default is the game as the clauses K1-K10 read without preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct KpeRules {
    /// The pit of origin is passed over when sowing (preset `skip-origin`, clause K2).
    pub skip_origin: bool,
    /// On repetition each player takes his own row instead of half (preset `own-row`, clause K10).
    pub own_row: bool,
}

const TOKENS: &[&str] = &["skip-origin", "own-row"];

impl Rules for KpeRules {
    fn with(mut self, token: &str) -> Result<Self, PresetError> {
        match token {
            "skip-origin" => self.skip_origin = true,
            "own-row" => self.own_row = true,
            _ => return Err(PresetError::Unknown(TOKENS)),
        }
        Ok(self)
    }

    fn tokens(&self) -> Vec<&'static str> {
        [self.skip_origin, self.own_row]
            .iter()
            .zip(TOKENS)
            .filter(|(on, _)| **on)
            .map(|(_, token)| *token)
            .collect()
    }
}
