//! `grenier moves`: the legal moves.

use clap::Args;
use grenier_core::Reason;
use grenier_engine::{Playable, json};

use crate::failure::Failure;
use crate::output::Output;
use crate::position::{PositionArguments, Work};

/// List the legal moves of a position, one a line.
///
/// A finished game has none; its result is told on the standard error, and in the JSON.
///
/// Example: grenier moves "seega xoxoo/oxxxo/xo1ox/oxxoo/xooxx x 0,0 0" --json
#[derive(Debug, Args)]
pub struct Moves {
    #[command(flatten)]
    position: PositionArguments,
}

impl Moves {
    /// Lists them.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        self.position.bring_to(List { output })
    }
}

struct List<'a> {
    output: &'a mut Output,
}

impl Work for List<'_> {
    fn work<P: Playable>(self, position: P) -> Result<(), Failure> {
        let moves = json::Moves::of(&position);
        if self.output.is_json() {
            return Ok(self.output.object(&moves)?);
        }
        for to in &moves.moves {
            self.output.line(&to.mv)?;
        }
        if let Some(outcome) = position.outcome() {
            eprintln!("grenier: the game is over: {}", outcome.described(P::PLAYERS, Reason::Position));
        }
        Ok(())
    }
}
