//! The commands.

mod analyse;
mod bench;
mod completions;
mod elo;
mod json;
mod man;
mod match_;
mod moves;
mod params;
mod perft;
mod play;
mod play_out;
mod rules;
mod serve;
mod show;
mod solve;
mod sprt;
mod tables;
mod tournament;
mod tune;
mod ugi;
mod ugi_check;
mod weights;

use clap::Subcommand;

use crate::failure::Failure;
use crate::output::Output;

/// One command with its arguments; what each says of itself stands with it.
#[derive(Debug, Subcommand)]
pub enum Command {
    Rules(rules::Rules),
    Show(show::Show),
    Moves(moves::Moves),
    Play(Box<play::Play>),
    PlayOut(play_out::PlayOut),
    Analyse(Box<analyse::Analyse>),
    Solve(solve::Solve),
    Tables(tables::Tables),
    Bench(bench::Bench),
    Params(params::Params),
    Weights(weights::Weights),
    Perft(perft::Perft),
    Match(Box<match_::Match>),
    Tournament(tournament::Tournament),
    Elo(elo::Elo),
    Sprt(sprt::Sprt),
    Tune(tune::Tune),
    Ugi(ugi::Ugi),
    Json(json::Json),
    Serve(serve::Serve),
    UgiCheck(ugi_check::UgiCheck),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Command {
    /// Runs the command.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        match self {
            Command::Rules(command) => command.run(output),
            Command::Show(command) => command.run(output),
            Command::Moves(command) => command.run(output),
            Command::Play(command) => command.run(output),
            Command::PlayOut(command) => command.run(output),
            Command::Analyse(command) => command.run(output),
            Command::Solve(command) => command.run(output),
            Command::Tables(command) => command.run(output),
            Command::Bench(command) => command.run(output),
            Command::Params(command) => command.run(output),
            Command::Weights(command) => command.run(output),
            Command::Match(command) => command.run(output),
            Command::Tournament(command) => command.run(output),
            Command::Perft(command) => command.run(output),
            Command::Elo(command) => command.run(output),
            Command::Sprt(command) => command.run(output),
            Command::Tune(command) => command.run(output),
            Command::Ugi(command) => command.run(output),
            Command::Json(command) => command.run(output),
            Command::Serve(command) => command.run(output),
            Command::UgiCheck(command) => command.run(output),
            Command::Completions(command) => command.run(output),
            Command::Man(command) => command.run(output),
        }
    }
}
