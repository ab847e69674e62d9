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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Rules;
    use crate::awale::Awale;
    use crate::kpe::Kpe;
    use crate::obridjie::Obridjie;
    use crate::{mraha, seega};

    /// The clauses that the rules mark as readings.
    const READINGS: &str = " K2 K4 K7 K8 K10 A8 O2 O6 O7 O9 M5 M8 S9 S10 ";

    /// The clauses have exactly these numbers in this order, complete texts, and the marks of [`READINGS`].
    fn check(clauses: &[Clause], numbers: &str) {
        let got: Vec<&str> = clauses.iter().map(|clause| clause.number).collect();
        assert_eq!(got.join(" "), numbers);
        for clause in clauses {
            let Clause { number, english, french, is_reading } = clause;
            assert_eq!(*is_reading, READINGS.contains(&format!(" {number} ")), "{number}");
            assert_ne!(english, french, "{number}");
            for text in [english, french] {
                assert!(text.len() > 20 && text.ends_with(['.', ')']), "{number}: {text}");
                assert!(!text.contains("  ") && !text.contains('\n'), "{number}: {text}");
            }
            check_french(french);
        }
    }

    /// French typography: curly apostrophes, and no space that a line could break at before high punctuation.
    fn check_french(text: &str) {
        for wrong in ["'", " :", " ;", " ?", " !", " »", "« ", "\""] {
            assert!(!text.contains(wrong), "{wrong:?} in {text}");
        }
    }

    fn check_game<P: RulesText>(preset: &str, numbers: &str) {
        let rules = preset.split('+').filter(|word| !word.is_empty());
        let rules = rules.fold(P::Rules::default(), |rules, word| rules.with(word).unwrap());
        check(&P::clauses(rules), numbers);
        let titles = [Language::English, Language::French].map(|language| P::title(rules, language));
        assert_ne!(titles[0], titles[1]);
        check_french(&titles[1]);
        assert!(!P::sources().is_empty());
    }

    fn check_presets(english: &[(&str, &str)], french: &[(&str, &str)]) {
        let words =
            |list: &[(&str, &str)]| list.iter().map(|(word, _)| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(words(english), words(french));
        for ((_, english), (_, french)) in english.iter().zip(french) {
            assert_ne!(english, french);
            check_french(french);
        }
    }

    #[test]
    fn kpe_prints_k1_to_k10() {
        for preset in ["", "skip-origin", "own-row", "skip-origin+own-row"] {
            check_game::<Kpe>(preset, "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10");
        }
    }

    #[test]
    fn awale_prints_what_is_in_force() {
        check_game::<Awale>("", "A1 A2 A3 A4 A5 A6 A7 A8 A9");
        check_game::<Awale>("abapa", "A1 A2 A3 A4 A5 A6 A8 A9");
        check_game::<Awale>("awari", "A1 A2 A3 A8 A9 A10");
    }

    #[test]
    fn obridjie_prints_o1_to_o9() {
        check_game::<Obridjie>("", "O1 O2 O3 O4 O5 O6 O7 O8 O9");
    }

    #[test]
    fn mraha_prints_m1_to_m8() {
        check(&mraha::text::clauses(), "M1 M2 M3 M4 M5 M6 M7 M8");
        assert!(!mraha::text::sources().is_empty());
        assert_ne!(mraha::text::title(Language::English), mraha::text::title(Language::French));
    }

    #[test]
    fn seega_prints_what_is_in_force() {
        let check =
            |nowall, placement, side, numbers| check(&seega::text::clauses(nowall, placement, side), numbers);
        check(false, false, 5, "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10");
        check(true, false, 5, "S1 S2 S3 S4 S5 S6 S7 S8 S10");
        check(false, true, 5, "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11");
        check(true, true, 7, "S1 S2 S3 S4 S5 S6 S7 S8 S10 S11 S12");
        check(false, false, 9, "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S12");
        assert!(!seega::text::sources().is_empty());
        check_french(&seega::text::title(5, Language::French));
    }

    #[test]
    fn seega_counts_the_pieces_of_each_board() {
        for (side, numbers) in [(5, ["24", "12"]), (7, ["48", "24"]), (9, ["80", "40"])] {
            assert!(seega::text::clauses(false, false, side)[0].english.contains(numbers[0]));
            assert!(seega::text::title(side, Language::English).contains(numbers[1]));
        }
        assert_eq!(
            seega::text::clauses(false, false, 7).last().unwrap().english,
            "The board has 7×7 squares, a1 to g7, and each player 24 pieces."
        );
    }

    /// Every preset changes the text of at least one clause, and the default is among no preset's texts.
    #[test]
    fn presets_change_clauses() {
        let mut kpe = HashSet::new();
        for preset in ["skip-origin", "own-row"] {
            let rules = crate::kpe::KpeRules::default().with(preset).unwrap();
            assert!(kpe.insert(format!("{:?}", Kpe::clauses(rules))));
        }
        assert!(kpe.insert(format!("{:?}", Kpe::clauses(Default::default()))));
        let placed = |placement| seega::text::clauses(false, placement, 5)[3].english.contains("placement");
        assert!(placed(false) && !placed(true));
    }

    #[test]
    fn preset_words_are_explained_in_both_languages() {
        let both = [Language::English, Language::French];
        let [kpe, awale, seega] = [Kpe::presets, Awale::presets, seega::text::presets].map(|f| both.map(f));
        for [english, french] in [&kpe, &awale, &seega] {
            check_presets(english, french);
        }
        for (word, _) in &kpe[0] {
            assert!(crate::kpe::KpeRules::default().with(word).is_ok());
        }
        for (word, _) in &awale[0] {
            assert!(crate::awale::AwaleRules::default().with(word).is_ok());
        }
    }
}
