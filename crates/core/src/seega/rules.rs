//! The presets of Seega.

use crate::{PresetError, Rules};

/// The rules in force: two switches. The board's size is another type, not a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SeegaRules {
    /// Preset `nowall`: a wall wins nothing (S9 is off).
    pub nowall: bool,
    /// Preset `placement-captures`: pieces placed capture too (S11).
    pub placement_captures: bool,
}

const NOWALL: &str = "nowall";
const PLACEMENT_CAPTURES: &str = "placement-captures";

impl Rules for SeegaRules {
    fn with(mut self, token: &str) -> Result<SeegaRules, PresetError> {
        match token {
            NOWALL => self.nowall = true,
            PLACEMENT_CAPTURES => self.placement_captures = true,
            _ => return Err(PresetError::Unknown(&[NOWALL, PLACEMENT_CAPTURES])),
        }
        Ok(self)
    }

    fn tokens(&self) -> Vec<&'static str> {
        let words = [(self.nowall, NOWALL), (self.placement_captures, PLACEMENT_CAPTURES)];
        words.into_iter().filter_map(|(on, word)| on.then_some(word)).collect()
    }
}
