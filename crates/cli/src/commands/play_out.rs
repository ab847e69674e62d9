//! `grenier play-out`: moves played from a position.

use clap::Args;
use grenier_core::{Game, notation::clipped};
use grenier_engine::Playable;
use grenier_engine::json::{GameResult, SCHEMA};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::position::{Work, bring, status};

/// Play moves from a position and print the position reached and the result.
///
/// Repetition is judged as in a game. Example: grenier play-out "obridjie startpos" A a D d B
#[derive(Debug, Args)]
pub struct PlayOut {
    /// The position, quoted as one argument.
    #[arg(value_name = "POSITION")]
    position: String,

    /// The moves; several may be quoted together.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,

    /// The game, for positions that do not name it.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

#[derive(Serialize)]
struct PlayOutJson {
    schema: u32,
    position: String,
    plies: usize,
    turn: &'static str,
    result: Option<GameResult>,
}

impl PlayOut {
    /// Plays them.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let moves = self.moves.join(" ");
        bring(&self.position, self.game.as_deref(), Play { moves: &moves, output })
    }
}

struct Play<'a> {
    moves: &'a str,
    output: &'a mut Output,
}

impl Work for Play<'_> {
    fn work<P: Playable>(self, position: P) -> Result<(), Failure> {
        let mut game = Game::new(position);
        for (number, text) in (1..).zip(self.moves.split_whitespace()) {
            play(&mut game, text)
                .map_err(|reason| Failure::Data(format!("move {number}, {}: {reason}", clipped(text))))?;
        }
        let (position, result) = (game.position(), game.result());
        if self.output.is_json() {
            return Ok(self.output.object(&PlayOutJson {
                schema: SCHEMA,
                position: position.text(),
                plies: game.moves().len(),
                turn: P::PLAYERS[position.turn().index()],
                result: result.map(GameResult::new),
            })?);
        }
        self.output.line(position.text())?;
        Ok(self.output.line(status(position, result))?)
    }
}

fn play<P: Playable>(game: &mut Game<P>, text: &str) -> Result<(), String> {
    if let Some((outcome, reason)) = game.result() {
        return Err(format!("the game is over: {}", outcome.described(P::PLAYERS, reason)));
    }
    let mv = game.position().parse_move(text).map_err(|error| error.to_string())?;
    game.play(mv).map_err(|error| error.to_string())
}
