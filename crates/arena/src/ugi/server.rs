//! Our engine behind the protocol.

use std::io::{self, BufRead, Write};

use grenier_engine::bench::{SearchBench, Setup, work};
use grenier_engine::{ChoiceError, GameId, Playable, PositionText, Variant, Visitor, WeightsChoice};

use super::Dialect;
use super::command::{Command, GenFens, Go, Start};
use super::desk::{Desk, Output, desk};
use super::genfens::openings;
use super::options::Options;
use super::reply::Reply;

/// The game until somebody names one.
const USUAL: &str = "awale";

/// The rules by which Aalina plays.
const AALINA: &str = "awale:abapa";

/// The engine: commands in, replies out. A search runs in a thread of its own, so that commands are answered meanwhile.
///
/// ```
/// use grenier_arena::ugi::Server;
///
/// let mut server = Server::new(None, std::io::stdout());
/// server.command("position startpos moves A f");
/// server.command("go depth 3");
/// server.wait();
/// assert!(!server.command("quit"));
/// ```
pub struct Server {
    options: Options,
    dialect: Dialect,
    desk: Box<dyn Desk>,
    output: Output,
}

impl Server {
    /// An engine for a game, Awalé if none is given.
    pub fn new(variant: Option<Variant>, output: impl Write + Send + 'static) -> Server {
        let variant = variant.unwrap_or_else(|| known(USUAL));
        Server {
            desk: desk(&variant),
            options: Options::new(variant),
            dialect: Dialect::Ugi,
            output: Output::new(output),
        }
    }

    /// The same engine with these weights, until the option `Weights` says otherwise.
    ///
    /// # Errors
    /// [`ChoiceError`] if they do not fit the game.
    pub fn with_weights(mut self, weights: WeightsChoice) -> Result<Server, ChoiceError> {
        self.options.set_weights(weights)?;
        Ok(self)
    }

    /// Obeys commands until `quit` or the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read; the end of a pipe is none.
    pub fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let is_over = input.read_until(b'\n', &mut line)? == 0;
            if is_over || !self.command(&String::from_utf8_lossy(&line)) {
                self.desk.stop();
                return Ok(());
            }
        }
    }

    /// Obeys one command; false after `quit`.
    pub fn command(&mut self, line: &str) -> bool {
        let done = match Command::parse(line, self.dialect) {
            Ok(None) => Ok(()),
            Ok(Some(Command::Quit)) => {
                self.desk.stop();
                return false;
            }
            Ok(Some(command)) => self.obey(command),
            Err(reason) => Err(reason),
        };
        if let Err(reason) = done {
            let line = reason.replace(['\n', '\r'], " ");
            self.output.say(&[Reply::Text(format!("error: {line}"))]);
        }
        true
    }

    /// Waits for the answer of a search that ends by itself.
    pub fn wait(&mut self) {
        self.desk.wait();
    }

    fn obey(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::IsReady => {
                if !self.desk.is_searching() {
                    self.desk.prepare(&self.options);
                }
                self.output.say(&[Reply::ReadyOk]);
                return Ok(());
            }
            Command::Stop => {
                self.desk.stop();
                return Ok(());
            }
            _ if self.desk.is_searching() => {
                return Err(
                    "a search is running: only isready, stop and quit are obeyed meanwhile".to_owned()
                );
            }
            _ => {}
        }
        match command {
            Command::Hello(dialect) => self.hello(dialect),
            Command::NewGame => self.desk.renew(),
            Command::SetOption { name, value } => self.set_option(&name, &value.unwrap_or_default())?,
            Command::Position { start, moves } => self.position(&start, &moves)?,
            Command::Go(go) => self.go(&go)?,
            Command::Query(query) => {
                let response = self.desk.query(query).to_owned();
                self.output.say(&[Reply::Response(response)]);
            }
            Command::Bench => self.bench(),
            Command::GenFens(wanted) => self.gen_fens(&wanted)?,
            // Those that need no idle engine are done above.
            Command::IsReady | Command::Stop | Command::Quit => {}
        }
        Ok(())
    }

    fn hello(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        if dialect == Dialect::Aalina {
            self.change_game(known(AALINA));
        }
        let mut replies = vec![
            Reply::Name(format!("Grenier {}", env!("CARGO_PKG_VERSION"))),
            Reply::Author(env!("CARGO_PKG_AUTHORS").to_owned()),
        ];
        replies.extend(self.options.list().into_iter().map(Reply::Option));
        replies.push(if dialect == Dialect::Ugi { Reply::UgiOk } else { Reply::UciOk });
        self.output.say(&replies);
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut options = self.options.clone();
        options.set(name, value)?;
        let variant = std::mem::replace(&mut options.variant, self.options.variant.clone());
        self.options = options;
        self.change_game(variant);
        Ok(())
    }

    /// Another game has another desk.
    fn change_game(&mut self, variant: Variant) {
        if variant != self.options.variant {
            self.desk = desk(&variant);
            self.options.variant = variant;
        }
    }

    fn position(&mut self, start: &Start, moves: &[String]) -> Result<(), String> {
        let Start::Text(text) = start else { return self.desk.set(None, moves) };
        let parts = PositionText::split(text, Some(&self.options.variant));
        let parts = parts.map_err(|error| format!("position, {error}"))?;
        if parts.variant == self.options.variant {
            return self.desk.set(Some(&parts), moves);
        }
        self.options.check_game(&parts.variant)?;
        // The other game counts only if its position does.
        let mut other = desk(&parts.variant);
        other.set(Some(&parts), moves)?;
        self.desk = other;
        self.options.variant = parts.variant;
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Result<(), String> {
        self.desk.go(go, &self.options, self.dialect, &self.output)
    }

    fn gen_fens(&self, wanted: &GenFens) -> Result<(), String> {
        let openings = openings(&self.options.variant, wanted)?;
        let lines: Vec<Reply> =
            openings.into_iter().map(|opening| Reply::Text(format!("genfens {opening}"))).collect();
        self.output.say(&lines);
        Ok(())
    }

    /// All games' bench suites: nodes and speed, as OpenBench reads them.
    fn bench(&self) {
        let searches = GameId::ALL.iter().flat_map(|&game| Variant::of(game).visit(Bench));
        let (mut nodes, mut seconds) = (0, 0.0);
        for search in searches {
            nodes += search.nodes;
            seconds += search.nodes as f64 / search.nps;
        }
        self.output.write(&format!("{nodes} nodes\n{:.0} nps\n", nodes as f64 / seconds));
    }
}

struct Bench;

impl Visitor for Bench {
    type Output = Vec<SearchBench>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Self::Output {
        let setup = Setup::default();
        // An engine that gets no memory has no speed.
        setup.kinds().filter_map(|kind| work::<P>(kind, rules, &setup).ok()).collect()
    }
}

fn known(game: &str) -> Variant {
    Variant::parse(game).expect("the name is one of the catalogue's")
}
