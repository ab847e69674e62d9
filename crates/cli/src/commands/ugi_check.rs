//! `grenier ugi-check`: does an engine keep to the protocol?

use clap::Args;
use grenier_arena::ugi::{Check, Checked, Dialect, Launch, Timeouts, check};
use grenier_engine::json::SCHEMA;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::position::variant;

/// Start an engine and check that it keeps to the Universal Game Interface.
///
/// One line a check: ok, or FAIL with what came and what was expected. Exit code 1 if any check fails.
///
/// Example: grenier ugi-check --game kpe "grenier ugi"
#[derive(Debug, Args)]
pub struct UgiCheck {
    /// The engine: a command line in one word, or its words, behind -- if they begin with a dash.
    #[arg(required = true, value_name = "COMMAND")]
    command: Vec<String>,

    /// The game that it is asked to play.
    #[arg(long, value_name = "GAME", default_value = "awale")]
    game: String,

    /// The protocol: ugi or aalina, which plays awale:abapa whatever the game.
    #[arg(long, value_name = "PROTOCOL", default_value_t = Dialect::Ugi)]
    proto: Dialect,
}

#[derive(Serialize)]
struct CheckedJson {
    schema: u32,
    #[serde(flatten)]
    checked: Checked,
}

impl UgiCheck {
    /// Checks and prints.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let launch = match self.command.as_slice() {
            [line] => Launch::parse(line).map_err(Failure::Usage)?,
            words => Launch { command: words.to_vec(), ..Launch::default() },
        };
        let game = if self.proto == Dialect::Aalina { "awale:abapa" } else { self.game.as_str() };
        let wanted =
            Check { launch, dialect: self.proto, variant: variant(game)?, timeouts: Timeouts::default() };
        let mut written = Ok(());
        let passed = check(&wanted, &mut |checked| {
            if written.is_ok() {
                written = print(output, checked);
            }
        });
        written?;
        if passed { Ok(()) } else { Err(Failure::Told) }
    }
}

fn print(output: &mut Output, checked: Checked) -> std::io::Result<()> {
    if output.is_json() {
        output.object(&CheckedJson { schema: SCHEMA, checked })?;
    } else {
        let word = if checked.passed { "ok  " } else { "FAIL" };
        output.line(format!("{word}  {}: {}", checked.name, checked.detail))?;
    }
    output.flush()
}
