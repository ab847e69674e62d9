//! The printed rules of a game: numbered clauses in two languages, those in force for a preset.

use crate::Rules;

/// The languages in which rules are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// French.
    French,
}

/// One numbered clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The clause's number: `K1`, `S10`, ...
    pub number: &'static str,
    /// The clause in English.
    pub english: &'static str,
    /// The clause in French.
    pub french: &'static str,
    /// The sources are silent here and the clause is our reading.
    pub is_reading: bool,
}

impl Clause {
    /// The text in one language.
    pub const fn text(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.english,
            Language::French => self.french,
        }
    }
}

/// Games that can print their rules.
pub trait RulesText: crate::Notation {
    /// One line that names the game, its origin and board.
    fn title(rules: Self::Rules, language: Language) -> String;

    /// The clauses in force under `rules`, in order.
    fn clauses(rules: Self::Rules) -> Vec<Clause>;

    /// Every preset word of the game with what it changes, in one language.
    fn presets(language: Language) -> Vec<(&'static str, &'static str)>;

    /// The sources of the rules, a line each.
    fn sources() -> &'static [&'static str];
}

/// Rules without any preset word, for games that have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct OnlyRules;

impl Rules for OnlyRules {
    fn with(self, _token: &str) -> Result<Self, crate::PresetError> {
        Err(crate::PresetError::Unknown(&[]))
    }

    fn tokens(&self) -> Vec<&'static str> {
        Vec::new()
    }
}
