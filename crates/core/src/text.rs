//! The printed rules of a game: numbered clauses in two languages, those in force for a preset.

use std::borrow::Cow;

/// The languages in which rules are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// French.
    French,
}

/// One numbered clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The clause's number: `K1`, `S10`, ...
    pub number: &'static str,
    /// The clause in English.
    pub english: Cow<'static, str>,
    /// The clause in French.
    pub french: Cow<'static, str>,
    /// The sources are silent or unclear here, and the clause (or the part that it names) is our reading.
    pub is_reading: bool,
}

impl Clause {
    /// A clause that the sources state.
    pub fn new(
        number: &'static str,
        english: impl Into<Cow<'static, str>>,
        french: impl Into<Cow<'static, str>>,
    ) -> Clause {
        Clause { number, english: english.into(), french: french.into(), is_reading: false }
    }

    /// The same clause, marked as our reading.
    #[must_use]
    pub fn reading(mut self) -> Clause {
        self.is_reading = true;
        self
    }

    /// The text in one language, without number and mark.
    pub fn text(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::French => &self.french,
        }
    }

    /// Number and text as they are printed; readings say that they are.
    ///
    /// ```
    /// use grenier_core::{Clause, Language};
    ///
    /// let clause = Clause::new("K7", "It is allowed.", "C’est permis.").reading();
    /// assert_eq!(clause.printed(Language::English), "K7 [our reading] It is allowed.");
    /// assert_eq!(clause.printed(Language::French), "K7 [notre lecture] C’est permis.");
    /// ```
    pub fn printed(&self, language: Language) -> String {
        let mark = match (self.is_reading, language) {
            (false, _) => "",
            (true, Language::English) => " [our reading]",
            (true, Language::French) => " [notre lecture]",
        };
        format!("{}{mark} {}", self.number, self.text(language))
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
