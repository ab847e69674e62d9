//! `grenier rules`: the clauses in force.

use clap::{Args, ValueEnum};
use grenier_core::{Clause, Language};
use grenier_engine::json::SCHEMA;
use grenier_engine::{Playable, Visitor};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::position::variant;

/// Print the rules in force, clause by clause, in English or French.
///
/// Example: grenier rules seega:7x7+nowall --lang fr
#[derive(Debug, Args)]
pub struct Rules {
    /// The game, with its preset.
    #[arg(value_name = "GAME")]
    game: String,

    /// The language.
    #[arg(long, value_enum, default_value = "en")]
    lang: Lang,
}

/// Columns of the widest line; longer ones are hard to read.
const WIDEST: usize = 100;

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Lang {
    En,
    Fr,
}

#[derive(Serialize)]
struct RulesJson {
    schema: u32,
    game: String,
    title: String,
    clauses: Vec<ClauseJson>,
    presets: Vec<PresetJson>,
    sources: &'static [&'static str],
}

#[derive(Serialize)]
struct ClauseJson {
    number: &'static str,
    text: String,
    reading: bool,
}

#[derive(Serialize)]
struct PresetJson {
    preset: &'static str,
    text: &'static str,
}

impl Rules {
    /// Prints them.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let language = match self.lang {
            Lang::En => Language::English,
            Lang::Fr => Language::French,
        };
        let variant = variant(&self.game)?;
        variant.visit(Print { game: variant.to_string(), language, output })
    }
}

struct Print<'a> {
    game: String,
    language: Language,
    output: &'a mut Output,
}

impl Visitor for Print<'_> {
    type Output = Result<(), Failure>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Result<(), Failure> {
        let (title, clauses) = (P::title(rules, self.language), P::clauses(rules));
        let presets = P::presets(self.language);
        if self.output.is_json() {
            let number = |clause: &Clause| ClauseJson {
                number: clause.number,
                text: clause.text(self.language).to_owned(),
                reading: clause.is_reading,
            };
            let json = RulesJson {
                schema: SCHEMA,
                game: self.game,
                title,
                clauses: clauses.iter().map(number).collect(),
                presets: presets.into_iter().map(|(preset, text)| PresetJson { preset, text }).collect(),
                sources: P::sources(),
            };
            return Ok(self.output.object(&json)?);
        }
        self.print_text::<P>(&title, &clauses, &presets)
    }
}

impl Print<'_> {
    fn print_text<P: Playable>(
        self,
        title: &str,
        clauses: &[Clause],
        presets: &[(&str, &str)],
    ) -> Result<(), Failure> {
        let (presets_word, sources_word) = match self.language {
            Language::English => ("Presets", "Sources"),
            Language::French => ("Variantes", "Sources"),
        };
        self.output.line(title)?;
        self.output.line(&self.game)?;
        self.output.line("")?;
        let width = textwrap::termwidth().min(WIDEST);
        let hanging = textwrap::Options::new(width).subsequent_indent("    ");
        for clause in clauses {
            self.output.line(textwrap::fill(&clause.printed(self.language), &hanging))?;
        }
        if !presets.is_empty() {
            self.output.line(format!("\n{presets_word}"))?;
        }
        for (preset, text) in presets {
            let line = format!("{}:{preset}  {text}", P::NAME);
            self.output.line(textwrap::fill(&line, hanging.clone().initial_indent("  ")))?;
        }
        self.output.line(format!("\n{sources_word}"))?;
        for source in P::sources() {
            self.output.line(textwrap::fill(source, hanging.clone().initial_indent("  ")))?;
        }
        Ok(())
    }
}
