//! An engine for tests that speaks just enough of the protocol to play legal moves, and misbehaves as its first argument
//! says:
//!
//! | argument | what it does |
//! | --- | --- |
//! | `good` | plays the first legal move of any game |
//! | `good-aalina` | the same in Aalina's dialect, with `ponder`, and `0000` for no move |
//! | `crash-at-move N` | ends with code 3 when asked for its move number N |
//! | `stall-at-move N` | never answers when asked for its move number N |
//! | `flood` | writes info lines without end when asked for a move |
//! | `flood-line` | writes one line without end |
//! | `garbage` | answers with what is no move |
//! | `babble` | writes lines of no protocol without end |
//! | `illegal` | answers with a move that is not legal |
//! | `slow MS` | thinks so long |
//! | `never-start` | never says `ugiok` |
//! | `die-at-start` | ends at once |
//! | `deaf-to-ping` | never says `readyok` |
//! | `ignore-stop` | thinks on after `stop` |
//! | `ignore-quit` | goes on after `quit` and the end of its input |
//! | `spawn-child` | starts a process that outlives it, and is `good` |
//! | `crash-with-child` | starts such a process that keeps the output open, and ends when asked for a move |

use std::io::{self, Write};
use std::process::{Command as Program, Stdio};
use std::time::Duration;

use grenier_arena::ugi::{Command, Dialect, Query, Start};
use grenier_core::{Game, Player};
use grenier_engine::{Playable, PositionText, Variant, Visitor};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let manner = arguments.first().map_or("good", String::as_str);
    let number = arguments.get(1).and_then(|number| number.parse().ok()).unwrap_or(0);
    match manner {
        "die-at-start" => std::process::exit(3),
        "spawn-child" | "crash-with-child" => leave_child(manner),
        _ => {}
    }
    let mut engine = Engine {
        manner,
        number,
        moves: 0,
        variant: if manner == "good-aalina" { "awale:abapa" } else { "awale" }.to_owned(),
        start: Start::Usual,
        line: Vec::new(),
    };
    let dialect = if manner == "good-aalina" { Dialect::Aalina } else { Dialect::Ugi };
    while let Some(line) = next_line() {
        if let Ok(Some(command)) = Command::parse(&line, dialect)
            && !engine.obey(command)
        {
            break;
        }
    }
    if manner == "ignore-quit" {
        sleep_for_ever();
    }
}

/// A process that outlives its parent; with `crash-with-child` it also holds the parent's output.
fn leave_child(manner: &str) {
    let stdout = if manner == "spawn-child" { Stdio::null() } else { Stdio::inherit() };
    let child = Program::new("sleep").arg("600").stdin(Stdio::null()).stdout(stdout).spawn();
    // Told on the standard error, where the test finds it.
    eprintln!("child {}", child.expect("sleep can be started").id());
}

fn sleep_for_ever() {
    loop {
        std::thread::sleep(Duration::from_secs(60));
    }
}

struct Engine<'a> {
    manner: &'a str,
    number: u64,
    /// Moves that it was asked for.
    moves: u64,
    variant: String,
    start: Start,
    line: Vec<String>,
}

impl Engine<'_> {
    fn obey(&mut self, command: Command) -> bool {
        match command {
            Command::Hello(dialect) if self.manner != "never-start" => {
                let is_right = (dialect == Dialect::Aalina) == (self.manner == "good-aalina");
                say(
                    "id name Scripted\nid author Tests\noption name Seed type spin default 1 min 0 max 100000",
                );
                if dialect == Dialect::Ugi {
                    say("option name Game type string default awale\nWelcome to this engine!");
                }
                match is_right {
                    true if dialect == Dialect::Ugi => say("ugiok"),
                    true => say("uciok"),
                    false => {}
                }
            }
            Command::IsReady if self.manner != "deaf-to-ping" => say("readyok"),
            Command::SetOption { name, value: Some(value) } if name == "Game" => self.variant = value,
            Command::Position { start, moves } => (self.start, self.line) = (start, moves),
            Command::Go(go) => return self.go(go.infinite),
            Command::Query(query) => say(&format!("response {}", self.see(Look::Query(query)))),
            Command::Quit => return false,
            _ => {}
        }
        true
    }

    /// Looks at the position.
    fn see(&self, look: Look) -> String {
        let variant = Variant::parse(&self.variant).expect("tests name games that exist");
        variant.visit(See { engine: self, look })
    }

    fn go(&mut self, is_infinite: bool) -> bool {
        self.moves += 1;
        let is_time = self.moves >= self.number.max(1);
        match self.manner {
            "crash-at-move" if is_time => std::process::exit(3),
            "crash-with-child" => std::process::exit(3),
            "stall-at-move" if is_time => sleep_for_ever(),
            "flood" => loop {
                say("info depth 1 score cp 0");
            },
            "flood-line" => loop {
                print!("info string more and more and more");
            },
            "babble" => loop {
                say("once upon a time");
            },
            "garbage" => say("bestmove banana"),
            "illegal" => say(&format!("bestmove {}", self.see(Look::Illegal))),
            "slow" => {
                std::thread::sleep(Duration::from_millis(self.number));
                self.answer();
            }
            "ignore-stop" => sleep_for_ever(),
            _ if is_infinite => return wait_for_stop(|| self.answer()),
            _ => self.answer(),
        }
        true
    }

    fn answer(&self) {
        let mv = self.see(Look::Move);
        if self.manner == "good-aalina" {
            say("info depth 1 nodes 6");
            say(&format!("bestmove {mv}{}", if mv == "0000" { "" } else { " ponder f" }));
        } else {
            say(&format!("info depth 1 seldepth 1 nodes 7 multipv 1 score cp 25 pv {mv}"));
            say(&format!(
                "info depth 1 nodes 7 multipv 2 score cp -99\ninfo nodes 8 time 1 nps 8000\nbestmove {mv}"
            ));
        }
    }
}

fn next_line() -> Option<String> {
    let mut line = String::new();
    io::stdin().read_line(&mut line).is_ok_and(|bytes| bytes > 0).then_some(line)
}

/// Reads on until `stop`, as a search with its own thread would. False at the end.
fn wait_for_stop(answer: impl Fn()) -> bool {
    while let Some(line) = next_line() {
        match Command::parse(&line, Dialect::Ugi) {
            Ok(Some(Command::IsReady)) => say("readyok"),
            Ok(Some(Command::Stop)) => {
                answer();
                return true;
            }
            Ok(Some(Command::Quit)) => return false,
            _ => {}
        }
    }
    false
}

fn say(lines: &str) {
    let mut out = io::stdout().lock();
    // Whoever does not read any more has killed this process, or will.
    let _ = writeln!(out, "{lines}").and_then(|()| out.flush());
}

/// What is to be seen in a position.
enum Look {
    /// The first legal move.
    Move,
    /// A move that is not legal.
    Illegal,
    Query(Query),
}

struct See<'a> {
    engine: &'a Engine<'a>,
    look: Look,
}

impl Visitor for See<'_> {
    type Output = String;

    fn visit<P: Playable>(self, rules: P::Rules) -> String {
        let start = match &self.engine.start {
            Start::Usual => P::start(rules),
            Start::Text(text) => {
                let known = Variant::parse(&self.engine.variant).expect("it was read before");
                let text =
                    PositionText::split(text, Some(&known)).expect("tests send positions of this game");
                text.read(rules).expect("tests send right positions")
            }
        };
        let mut game = Game::new(start);
        for mv in &self.engine.line {
            let mv = game.position().parse_move(mv).expect("tests send legal moves");
            game.play(mv).expect("the game goes on");
        }
        let mut legal = Vec::new();
        game.position().legal_moves(&mut legal);
        let first = || legal.first().map_or_else(|| "0000".to_owned(), ToString::to_string);
        match self.look {
            Look::Move => first(),
            // The other side's pit, or a square that is taken or wrong for now.
            Look::Illegal => {
                if first().len() == 1 {
                    swapped_case(&first())
                } else {
                    "a1-a1".to_owned()
                }
            }
            Look::Query(Query::P1Turn) => (game.position().turn() == Player::First).to_string(),
            Look::Query(Query::GameOver) => game.result().is_some().to_string(),
            Look::Query(Query::Result) => match game.result().map(|(outcome, _)| outcome.winner) {
                None => "none",
                Some(None) => "draw",
                Some(Some(Player::First)) => "p1win",
                Some(Some(Player::Second)) => "p2win",
            }
            .to_owned(),
        }
    }
}

fn swapped_case(text: &str) -> String {
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    text.chars().map(swap).collect()
}
