//! `grenier weights`: the weights of an evaluation, as a file to edit.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use grenier_engine::json::SCHEMA;
use grenier_engine::{ChoiceError, Feature, Linear, Playable, Visitor, WeightsChoice};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::position::variant;

/// Print the weights of a game's evaluation as a file to edit.
///
/// The file goes to --weights of `analyse`, `bench`, `ugi` and `json`, to weights= of a player of a match, and to the
/// option Weights of the protocol. Single weights of a player are changed by weight.NAME=INTEGER.
///
/// Example: grenier weights kpe > own.toml
#[derive(Debug, Args)]
pub struct Weights {
    /// The game; its presets have no weights of their own.
    #[arg(value_name = "GAME")]
    game: String,

    /// The weights: "shipped", "hand-set" (those before any were fitted), "material" (what captures win alone), or a file.
    #[arg(long, value_name = "WEIGHTS", default_value = "shipped", value_parser = NonEmptyStringValueParser::new())]
    of: String,
}

/// The weights that an option names.
pub fn weights(word: &str) -> Result<WeightsChoice, Failure> {
    WeightsChoice::called(word).map_err(wrong)
}

/// Wrong weights.
pub fn wrong(error: ChoiceError) -> Failure {
    Failure::Data(format!("weights: {error}"))
}

#[derive(Serialize)]
struct WeightsJson<'a, M> {
    schema: u32,
    game: &'a str,
    scale: i32,
    features: Vec<FeatureJson>,
    network: bool,
    made: &'a M,
}

#[derive(Serialize)]
struct FeatureJson {
    name: &'static str,
    weight: i32,
    about: &'static str,
}

impl Weights {
    /// Prints them.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let choice = weights(&self.of)?;
        variant(&self.game)?.visit(Print { choice, output })
    }
}

struct Print<'a> {
    choice: WeightsChoice,
    output: &'a mut Output,
}

impl Visitor for Print<'_> {
    type Output = Result<(), Failure>;

    fn visit<P: Playable>(self, _: P::Rules) -> Result<(), Failure> {
        let weights = self.choice.in_force::<P>().map_err(wrong)?;
        let features = P::Evaluator::FEATURES;
        if !self.output.is_json() {
            return Ok(self.output.line(commented(&weights.text(), features))?);
        }
        let evaluator = self.choice.evaluator::<P>().map_err(wrong)?;
        let with_weight = |(feature, &weight): (&Feature, &i32)| FeatureJson {
            name: feature.name,
            weight,
            about: feature.about,
        };
        let json = WeightsJson {
            schema: SCHEMA,
            game: &weights.game,
            scale: weights.scale,
            features: features.iter().zip(evaluator.weights()).map(with_weight).collect(),
            network: weights.network.is_some(),
            made: &weights.made,
        };
        Ok(self.output.object(&json)?)
    }
}

/// The text of a file, with what each feature counts behind its weight.
fn commented(text: &str, features: &[Feature]) -> String {
    const HEADING: &str = "\n[weights]\n";
    let Some((head, weights)) = text.split_once(HEADING) else { return text.trim_end().to_owned() };
    let about = |line: &str| {
        let (name, _) = line.split_once(" = ")?;
        features.iter().find(|feature| feature.name == name).map(|feature| feature.about)
    };
    let line = |line: &str| about(line).map_or(line.to_owned(), |about| format!("{line:<24}# {about}"));
    let lines: Vec<String> = weights.lines().map(line).collect();
    format!("{head}{HEADING}{}", lines.join("\n"))
}
