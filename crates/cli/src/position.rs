//! Positions on the command line.

use clap::Args;
use grenier_core::{Outcome, ParseError, Reason};
use grenier_engine::{Playable, PositionText, Variant, Visitor};

use crate::failure::Failure;

/// Reads `GAME[:PRESET]`.
pub fn variant(text: &str) -> Result<Variant, Failure> {
    Variant::parse(text).map_err(|error| Failure::Data(format!("game, column {}: {error}", error.column)))
}

/// A position in words of the command line.
#[derive(Debug, Args)]
pub struct PositionArguments {
    /// The position; its words may be quoted together or not.
    #[arg(required = true, value_name = "POSITION")]
    words: Vec<String>,

    /// The game, for positions that do not name it.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

impl PositionArguments {
    /// Brings the position to `work`.
    pub fn bring_to<W: Work>(&self, work: W) -> Result<(), Failure> {
        bring(&self.words.join(" "), self.game.as_deref(), work)
    }
}

/// What a command does with a position of any game.
pub trait Work {
    /// Does it.
    fn work<P: Playable>(self, position: P) -> Result<(), Failure>;
}

/// Reads `text` and brings the position to `work`.
pub fn bring<W: Work>(text: &str, game: Option<&str>, work: W) -> Result<(), Failure> {
    let failed = |error: ParseError| Failure::Data(format!("position, {error}"));
    let game = game.map(variant).transpose()?;
    let parts = PositionText::split(text, game.as_ref()).map_err(failed)?;
    let variant = parts.variant.clone();
    variant.visit(Bring { parts, work })
}

/// The result of a finished game in words, or whose turn it is.
pub fn status<P: Playable>(position: &P, result: Option<(Outcome, Reason)>) -> String {
    match result {
        Some((outcome, reason)) => format!("over: {}", outcome.described(P::PLAYERS, reason)),
        None => format!("{} to move", P::PLAYERS[position.turn().index()]),
    }
}

struct Bring<'a, W> {
    parts: PositionText<'a>,
    work: W,
}

impl<W: Work> Visitor for Bring<'_, W> {
    type Output = Result<(), Failure>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Result<(), Failure> {
        let position =
            self.parts.read::<P>(rules).map_err(|error| Failure::Data(format!("position, {error}")))?;
        self.work.work(position)
    }
}
