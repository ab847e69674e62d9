//! The board on a terminal: people play against the engine, or each other, or look at the engine playing itself.
//!
//! There are two faces. One takes the whole screen; the other, for pipes, scripts and screen readers, is a dialogue of
//! lines. Both stand on the same model of a game under way, the same engine thread, the same words and
//! the same records; neither knows a game's rules, which the engine's [`AnyGame`](grenier_engine::AnyGame) keeps.
//!
//! | module | holds |
//! | --- | --- |
//! | `model` | the game with undo and redo, and who sits where; no terminal, no threads |
//! | `entry` | moves as people enter them: typed, completed, or picked on the board |
//! | `command` | the other words that can be typed |
//! | `worker` | the engine in a thread of its own |
//! | `records` | the record that is written after every move, and records saved on demand |
//! | `texts`, `values` | all words, in English and French |
//! | `plain` | the dialogue of lines |
//! | `screen` | the whole screen: keys, input line, boards, panes, and the loop that draws them |

mod command;
mod entry;
mod model;
mod plain;
mod records;
mod screen;
mod setup;
mod signals;
#[cfg(test)]
mod testing;
mod texts;
mod values;
mod worker;

use std::io::{self, IsTerminal};
use std::sync::atomic::AtomicBool;

use setup::Table;
pub use setup::{Error, Seat, Setup};

/// Plays. The whole screen is used if there is one, unless [`Setup::plain`] forbids it.
///
/// `stop` is raised from outside when the program shall end, by Ctrl-C in the dialogue of lines for instance. There, a
/// flag that is raised while the engine thinks only ends its thinking, and is taken down again.
///
/// # Errors
/// [`Error`] if the position, the moves or the record cannot be used, the engine has no memory or damaged tables, or the
/// terminal cannot be read or written.
pub fn run(setup: Setup, stop: &AtomicBool) -> Result<(), Error> {
    let is_plain = setup.plain || !has_screen();
    let table = Table::laid(setup)?;
    if is_plain { plain::run(table, io::stdin(), &mut io::stdout(), stop) } else { screen::run(table, stop) }
}

/// Are input and output a terminal whose cursor can be moved?
fn has_screen() -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}
