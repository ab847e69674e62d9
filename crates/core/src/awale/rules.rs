//! The presets of Awalé.

use crate::{PresetError, Rules};

/// The three rule sets, which exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Variant {
    /// Clauses A1-A9.
    #[default]
    Standard,
    /// As Aalina, OpenSpiel and PlayStrategy play: own rows at the second occurrence, no *indétermination*.
    Abapa,
    /// The rules of the published awari databases (A10).
    Awari,
}

/// The rules of one variant of Awalé.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct AwaleRules {
    /// The rule set in force.
    pub variant: Variant,
}

const TOKENS: &[&str] = &["abapa", "awari"];

impl Rules for AwaleRules {
    fn with(self, token: &str) -> Result<Self, PresetError> {
        let variant = match token {
            "abapa" => Variant::Abapa,
            "awari" => Variant::Awari,
            _ => return Err(PresetError::Unknown(TOKENS)),
        };
        match self.tokens().first() {
            Some(other) if *other != token => Err(PresetError::Conflict(other)),
            _ => Ok(AwaleRules { variant }),
        }
    }

    fn tokens(&self) -> Vec<&'static str> {
        match self.variant {
            Variant::Standard => vec![],
            Variant::Abapa => vec![TOKENS[0]],
            Variant::Awari => vec![TOKENS[1]],
        }
    }
}
