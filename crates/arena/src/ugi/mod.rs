//! The Universal Game Interface: the text protocol between a program that runs games and an engine that plays them.
//!
//! Both sides are here. [`Server`] makes an engine of ours out of a stream of lines, [`Client`] talks to a foreign
//! one, [`check()`] tells whether an engine keeps to the protocol. [`Command`] and [`Reply`] are the lines themselves.
//!
//! # The protocol
//! - `ugi` is answered by `id`, `option` and `ugiok`; `isready` by `readyok`, during a search too.
//! - `uginewgame` (also `ucinewgame`) begins a game: what was learnt is forgotten.
//! - `position startpos|fen TEXT [moves M…]` sets the position. `fen` takes every notation of the game; a text that
//!   names a game (`seega:7x7 …`) also sets the option `Game`.
//! - `go` with any of `p1time p2time p1inc p2inc movestogo movetime depth nodes infinite`; it is answered by `info` lines
//!   and one `bestmove`. Without a limit the search gets three seconds. `infinite` is answered after `stop` only.
//! - `query p1turn|gameover|result` is answered by `response …`.
//! - `stop`, `quit`; the end of the input is a `quit`.
//!
//! # What is ours
//! - `go searchmoves M…` considers only these moves, `go multipv K` wants K lines.
//! - `score cp N` is in hundredths of a seed (mancalas) or of the evaluation's unit, from the engine's own view; the
//!   word `proven` behind it says that the score is exact.
//! - `go depth N` in a game that is played by Monte-Carlo search, which knows no depth, is answered by alpha-beta, unless
//!   the option `Engine` says otherwise; the search then gets three seconds.
//! - The parameters of the searches are options, `mcts.exploration` and so on; `grenier params` tells what they do.
//! - The option `Weights` is `shipped`, `hand-set`, `material` or a file of weights, which is read when it is set.
//! - `bestmove 0000` answers `go` in a game that is over.
//! - `bench` and `genfens N seed S book FILE|None` as OpenBench calls them.
//! - A wrong command is answered by `info string error: …`, one line, and changes nothing.
//! - `uci` switches to the dialect of the Awalé engine Aalina, see [`Dialect`].

mod check;
mod client;
mod command;
mod desk;
mod genfens;
mod group;
mod options;
mod process;
mod reply;
mod server;

pub use check::{Check, Checked, check};
pub use client::{Client, Heard, Timeouts};
pub use command::{Command, GenFens, Go, Query, Start};
pub use process::{Event, Launch, Process, kill_all};
pub use reply::{EngineOption, Info, NoReply, Reply};
pub use server::Server;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What answers `go` where there is no move.
pub const NO_MOVE: &str = "0000";

/// The two ways to speak.
///
/// Aalina's, a dialect of UCI for Awalé (`awale:abapa`), says `uci`, `uciok`, `ucinewgame`, `wtime`, `btime`, `winc`,
/// `binc`, writes the moves of a line as one word (`moves FfBe`) and adds the answer that it expects to its move
/// (`bestmove F ponder f`). It knows no `query`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// The Universal Game Interface.
    #[default]
    Ugi,
    /// Aalina's.
    Aalina,
}

impl Dialect {
    /// Both.
    pub const ALL: [Dialect; 2] = [Dialect::Ugi, Dialect::Aalina];

    /// The dialect's name on a command line.
    pub const fn word(self) -> &'static str {
        match self {
            Dialect::Ugi => "ugi",
            Dialect::Aalina => "aalina",
        }
    }

    /// The moves of a line as this dialect writes them.
    pub fn join(self, moves: &[String]) -> String {
        match self {
            Dialect::Ugi => moves.join(" "),
            Dialect::Aalina => moves.concat(),
        }
    }

    /// The moves of a line from the words that stand for them.
    fn split<'a>(self, words: impl Iterator<Item = &'a str>) -> Vec<String> {
        match self {
            Dialect::Ugi => words.map(str::to_owned).collect(),
            Dialect::Aalina => words.flat_map(str::chars).map(String::from).collect(),
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Dialect {
    type Err = String;

    fn from_str(text: &str) -> Result<Dialect, String> {
        let known = Dialect::ALL.into_iter().find(|dialect| dialect.word() == text);
        known.ok_or_else(|| format!("\"{}\" is no protocol: ugi and aalina are", text.escape_debug()))
    }
}
