//! The commands.

mod analyse;
mod moves;
mod perft;
mod play_out;
mod rules;
mod show;

use clap::Subcommand;

use crate::failure::Failure;
use crate::output::Output;

/// One command with its arguments.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print the rules in force, clause by clause, in English or French.
    Rules(rules::Rules),
    /// Draw a position, or convert it to another notation.
    Show(show::Show),
    /// List the legal moves of a position, one a line.
    Moves(moves::Moves),
    /// Play moves from a position and print the position reached and the result.
    PlayOut(play_out::PlayOut),
    /// Search positions: score, best line, depth, nodes and speed of each.
    Analyse(Box<analyse::Analyse>),
    /// Count the leaves of the game tree by depth.
    Perft(perft::Perft),
}

impl Command {
    /// Runs the command.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        match self {
            Command::Rules(command) => command.run(output),
            Command::Show(command) => command.run(output),
            Command::Moves(command) => command.run(output),
            Command::PlayOut(command) => command.run(output),
            Command::Analyse(command) => command.run(output),
            Command::Perft(command) => command.run(output),
        }
    }
}
