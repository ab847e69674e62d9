//! `grenier ugi`: the engine behind the Universal Game Interface.

use std::io;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use grenier_arena::ugi::Server;

use super::weights::{weights, wrong};
use crate::failure::Failure;
use crate::output::Output;
use crate::position::variant;

/// Play under the control of another program, by the Universal Game Interface.
///
/// COMMANDs are obeyed before those of the standard input, each with its search to its end. `uci` switches to the
/// dialect of the Awalé engine Aalina.
///
/// Example: grenier ugi --game kpe "position startpos moves D" "go nodes 100000" quit
#[derive(Debug, Args)]
pub struct Ugi {
    /// The game until a position or the option Game names another one [default: awale].
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// The weights of the evaluation: "shipped", "hand-set", "material" (what captures win alone), or a file such as
    /// `grenier weights` prints, until the option Weights names others.
    #[arg(long, value_name = "WEIGHTS", default_value = "shipped", value_parser = NonEmptyStringValueParser::new())]
    weights: String,

    /// Commands of the protocol, each quoted.
    #[arg(value_name = "COMMAND")]
    commands: Vec<String>,
}

impl Ugi {
    /// Obeys until `quit` or the end of the input.
    pub fn run(self, _: &mut Output) -> Result<(), Failure> {
        let game = self.game.as_deref().map(variant).transpose()?;
        let weights = weights(&self.weights)?;
        let mut server = Server::new(game, io::stdout()).with_weights(weights).map_err(wrong)?;
        for command in &self.commands {
            if !server.command(command) {
                return Ok(());
            }
            server.wait();
        }
        Ok(server.run(io::stdin().lock())?)
    }
}
