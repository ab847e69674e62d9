//! `grenier show`: a position as people or other programs see it.

use clap::Args;
use grenier_core::Reason;
use grenier_engine::Playable;
use grenier_engine::json::{GameResult, SCHEMA};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::position::{PositionArguments, Work, status};

/// Draw a position, or convert it to another notation.
///
/// Example: grenier show awale 0-5-5-5-0-5-5-1-6-6-5-5-0-0-N --to playstrategy
#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    position: PositionArguments,

    /// Print the position in this notation instead: grenier, and for Awalé aalina, playstrategy or openspiel.
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
}

/// The house notation's name.
const HOUSE: &str = "grenier";

#[derive(Serialize)]
struct ShowJson<'a> {
    schema: u32,
    position: String,
    turn: &'static str,
    board: String,
    result: Option<GameResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl Show {
    /// Draws or converts it.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let Show { position, to } = self;
        position.bring_to(Draw { to: to.as_deref(), output })
    }
}

struct Draw<'a> {
    to: Option<&'a str>,
    output: &'a mut Output,
}

impl Work for Draw<'_> {
    fn work<P: Playable>(self, position: P) -> Result<(), Failure> {
        let converted = self.to.map(|format| converted(&position, format)).transpose()?;
        let result = position.outcome().map(|outcome| (outcome, Reason::Position));
        if self.output.is_json() {
            return Ok(self.output.object(&ShowJson {
                schema: SCHEMA,
                position: position.text(),
                turn: P::PLAYERS[position.turn().index()],
                board: position.draw(),
                result: result.map(GameResult::new),
                format: self.to,
                text: converted,
            })?);
        }
        if let Some(text) = converted {
            return Ok(self.output.line(text)?);
        }
        self.output.line(position.text())?;
        self.output.line("")?;
        self.output.line(position.draw())?;
        self.output.line("")?;
        Ok(self.output.line(status(&position, result))?)
    }
}

fn converted<P: Playable>(position: &P, format: &str) -> Result<String, Failure> {
    if format == HOUSE {
        return Ok(position.text());
    }
    position.in_dialect(format).ok_or_else(|| {
        let known: Vec<&str> = std::iter::once(HOUSE).chain(P::DIALECTS.iter().copied()).collect();
        Failure::Usage(format!("{} cannot be written as \"{format}\": {} can", P::NAME, known.join(", ")))
    })
}
