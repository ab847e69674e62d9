//! What an engine is told.

use std::fmt;
use std::time::Duration;

use grenier_core::notation::clipped;
use grenier_engine::START;

use super::Dialect;

/// One line to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Introduce yourself, and speak this dialect.
    Hello(Dialect),
    /// Say when everything before is done.
    IsReady,
    /// A new game begins.
    NewGame,
    /// Set an option.
    SetOption {
        /// Its name, which may have spaces.
        name: String,
        /// Its value, which may have spaces; `None` presses a button.
        value: Option<String>,
    },
    /// Set the position.
    Position {
        /// Where the moves begin.
        start: Start,
        /// The moves played from there.
        moves: Vec<String>,
    },
    /// Search.
    Go(Box<Go>),
    /// Answer at once.
    Stop,
    /// End.
    Quit,
    /// Tell something about the position.
    Query(Query),
    /// Search the bench suites.
    Bench,
    /// Make openings.
    GenFens(GenFens),
}

/// Where the moves of a position begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The start of the game.
    Usual,
    /// This text.
    Text(String),
}

/// How to search. What is `None` does not limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Time left, the first player's first.
    pub time: [Option<Duration>; 2],
    /// Time given back after each move.
    pub increment: [Option<Duration>; 2],
    /// Moves to the next stretch of the clock.
    pub moves_to_go: Option<u32>,
    /// Time for the move.
    pub move_time: Option<Duration>,
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Positions to enter.
    pub nodes: Option<u64>,
    /// Search until told to stop.
    pub infinite: bool,
    /// Lines wanted.
    pub multipv: Option<usize>,
    /// The only moves to consider; all if empty.
    pub moves: Vec<String>,
}

/// What can be asked about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is the first player to move?
    P1Turn,
    /// Is the game over?
    GameOver,
    /// Who has won?
    Result,
}

/// Openings wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenFens {
    /// How many.
    pub count: usize,
    /// The seed; another one gives others.
    pub seed: u64,
    /// The file to take them from; `None` for the game's own.
    pub book: Option<String>,
}

impl Query {
    /// All of them.
    pub const ALL: [Query; 3] = [Query::P1Turn, Query::GameOver, Query::Result];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Query::P1Turn => "p1turn",
            Query::GameOver => "gameover",
            Query::Result => "result",
        }
    }
}

impl Command {
    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// What is wrong, on one line.
    pub fn parse(line: &str, dialect: Dialect) -> Result<Option<Command>, String> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        let rest = line.trim_start()[first.len()..].trim();
        let command = match first {
            "ugi" => Command::Hello(Dialect::Ugi),
            "uci" => Command::Hello(Dialect::Aalina),
            "isready" => Command::IsReady,
            "uginewgame" | "ucinewgame" => Command::NewGame,
            "setoption" => set_option(rest)?,
            "position" => position(rest, dialect)?,
            "go" => Command::Go(Box::new(go(&words.collect::<Vec<_>>(), dialect)?)),
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            "query" => query(rest)?,
            "bench" => Command::Bench,
            "genfens" => gen_fens(&words.collect::<Vec<_>>())?,
            _ => return Err(format!("there is no command {}", clipped(first))),
        };
        Ok(Some(command))
    }

    /// The line in a dialect.
    pub fn written(&self, dialect: Dialect) -> Written<'_> {
        Written { command: self, dialect }
    }
}

/// `name Hash value 64`: both may have spaces.
fn set_option(rest: &str) -> Result<Command, String> {
    let wanted = "setoption name NAME value VALUE is wanted";
    let words: Vec<&str> = rest.split_whitespace().collect();
    let ["name", words @ ..] = words.as_slice() else { return Err(wanted.to_owned()) };
    let at = words.iter().position(|&word| word == "value");
    let name = words[..at.unwrap_or(words.len())].join(" ");
    if name.is_empty() {
        return Err(wanted.to_owned());
    }
    Ok(Command::SetOption { name, value: at.map(|at| words[at + 1..].join(" ")) })
}

fn position(rest: &str, dialect: Dialect) -> Result<Command, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let moves = dialect.split(words[at..].iter().copied().skip(1));
    let start = match &words[..at] {
        [START] => Start::Usual,
        ["fen", text @ ..] if !text.is_empty() => Start::Text(text.join(" ")),
        _ => return Err("position startpos or position fen TEXT is wanted, then moves".to_owned()),
    };
    Ok(Command::Position { start, moves })
}

fn go(words: &[&str], dialect: Dialect) -> Result<Go, String> {
    let mut go = Go::default();
    let mut at = 0;
    while at < words.len() {
        let (word, value) = (words[at], words.get(at + 1).copied());
        at += 2;
        match word {
            "p1time" | "wtime" => go.time[0] = Some(milliseconds(word, value)?),
            "p2time" | "btime" => go.time[1] = Some(milliseconds(word, value)?),
            "p1inc" | "winc" => go.increment[0] = Some(milliseconds(word, value)?),
            "p2inc" | "binc" => go.increment[1] = Some(milliseconds(word, value)?),
            "movestogo" => go.moves_to_go = Some(number(word, value)?),
            "movetime" => go.move_time = Some(milliseconds(word, value)?),
            "depth" => go.depth = Some(number(word, value)?),
            "nodes" => go.nodes = Some(number(word, value)?),
            "multipv" => go.multipv = Some(number(word, value)?),
            "searchmoves" => {
                let end = words[at - 1..].iter().position(|word| GO_WORDS.contains(word));
                let end = end.map_or(words.len(), |end| at - 1 + end);
                go.moves = dialect.split(words[at - 1..end].iter().copied());
                at = end;
            }
            // A word alone: infinite, or one of another protocol, which says nothing to us.
            other => {
                go.infinite |= other == "infinite";
                at -= 1;
            }
        }
    }
    Ok(go)
}

/// The words that end a list of moves.
const GO_WORDS: [&str; 15] = [
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "multipv",
    "infinite",
    "searchmoves",
];

/// A number of milliseconds; a clock that has run out counts as zero.
fn milliseconds(word: &str, value: Option<&str>) -> Result<Duration, String> {
    let number: i64 = number(word, value)?;
    Ok(Duration::from_millis(u64::try_from(number).unwrap_or(0)))
}

fn number<N: std::str::FromStr>(word: &str, value: Option<&str>) -> Result<N, String> {
    let found = value.map_or_else(|| "nothing".to_owned(), clipped);
    value.and_then(|value| value.parse().ok()).ok_or_else(|| format!("{word} wants a number, not {found}"))
}

fn query(rest: &str) -> Result<Command, String> {
    let known = Query::ALL.into_iter().find(|query| query.word() == rest);
    known
        .map(Command::Query)
        .ok_or_else(|| format!("query {} is not known: p1turn, gameover and result are", clipped(rest)))
}

/// `64 seed 42 book None`; whatever follows is not for us.
fn gen_fens(words: &[&str]) -> Result<Command, String> {
    let after =
        |word: &str| words.iter().position(|&other| other == word).and_then(|at| words.get(at + 1).copied());
    let count = number("genfens", words.first().copied())?;
    let seed = after("seed").map_or(Ok(1), |seed| number("seed", Some(seed)))?;
    let book = after("book").filter(|&book| book != "None").map(str::to_owned);
    Ok(Command::GenFens(GenFens { count, seed, book }))
}

/// A command in a dialect.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    command: &'a Command,
    dialect: Dialect,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_ugi = self.dialect == Dialect::Ugi;
        match self.command {
            Command::Hello(Dialect::Ugi) => f.write_str("ugi"),
            Command::Hello(Dialect::Aalina) => f.write_str("uci"),
            Command::IsReady => f.write_str("isready"),
            Command::NewGame => f.write_str(if is_ugi { "uginewgame" } else { "ucinewgame" }),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Command::Position { start, moves } => {
                match start {
                    Start::Usual => write!(f, "position {START}")?,
                    Start::Text(text) => write!(f, "position fen {text}")?,
                }
                if moves.is_empty() { Ok(()) } else { write!(f, " moves {}", self.dialect.join(moves)) }
            }
            Command::Go(go) => write_go(f, go, self.dialect),
            Command::Stop => f.write_str("stop"),
            Command::Quit => f.write_str("quit"),
            Command::Query(query) => write!(f, "query {}", query.word()),
            Command::Bench => f.write_str("bench"),
            Command::GenFens(GenFens { count, seed, book }) => {
                write!(f, "genfens {count} seed {seed} book {}", book.as_deref().unwrap_or("None"))
            }
        }
    }
}

fn write_go(f: &mut fmt::Formatter<'_>, go: &Go, dialect: Dialect) -> fmt::Result {
    let clocks = match dialect {
        Dialect::Ugi => ["p1time", "p2time", "p1inc", "p2inc"],
        Dialect::Aalina => ["wtime", "btime", "winc", "binc"],
    };
    f.write_str("go")?;
    for (word, time) in clocks.iter().zip(go.time.iter().chain(&go.increment)) {
        if let Some(time) = time {
            write!(f, " {word} {}", time.as_millis())?;
        }
    }
    if let Some(moves) = go.moves_to_go {
        write!(f, " movestogo {moves}")?;
    }
    if let Some(time) = go.move_time {
        write!(f, " movetime {}", time.as_millis())?;
    }
    if let Some(depth) = go.depth {
        write!(f, " depth {depth}")?;
    }
    if let Some(nodes) = go.nodes {
        write!(f, " nodes {nodes}")?;
    }
    if go.infinite {
        f.write_str(" infinite")?;
    }
    if let Some(lines) = go.multipv {
        write!(f, " multipv {lines}")?;
    }
    if go.moves.is_empty() { Ok(()) } else { write!(f, " searchmoves {}", dialect.join(&go.moves)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str, dialect: Dialect) -> Command {
        Command::parse(line, dialect).expect(line).expect(line)
    }

    #[test]
    fn lines_are_read_and_written() {
        for line in [
            "ugi",
            "uci",
            "isready",
            "uginewgame",
            "setoption name Hash value 64",
            "setoption name Clear Hash",
            "setoption name Log File value a b c.txt",
            "position startpos",
            "position startpos moves A f",
            "position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves A f",
            "position fen xo3/5/5/5/5 x 10,12 0",
            "go",
            "go p1time 1000 p2time 1000 p1inc 10 p2inc 10 movestogo 3",
            "go movetime 500",
            "go depth 3 nodes 5000",
            "go infinite multipv 3 searchmoves A B",
            "stop",
            "quit",
            "query p1turn",
            "query gameover",
            "query result",
            "bench",
            "genfens 64 seed 42 book None",
            "genfens 64 seed 42 book a.txt",
        ] {
            assert_eq!(parsed(line, Dialect::Ugi).written(Dialect::Ugi).to_string(), line);
        }
    }

    #[test]
    fn aalina_writes_moves_as_one_word() {
        for line in [
            "position startpos moves FfBe",
            "position fen 0-5-5-5-0-5-5-1-6-6-5-5-0-0-N moves e",
            "go wtime 1000 btime 900 winc 5 binc 5",
            "go infinite searchmoves AB",
            "ucinewgame",
        ] {
            assert_eq!(parsed(line, Dialect::Aalina).written(Dialect::Aalina).to_string(), line);
        }
        let ugi = parsed("position startpos moves FfBe", Dialect::Aalina).written(Dialect::Ugi).to_string();
        assert_eq!(ugi, "position startpos moves F f B e");
    }

    #[test]
    fn tolerance_has_its_place() {
        let go = |line| match parsed(line, Dialect::Ugi) {
            Command::Go(go) => *go,
            other => panic!("{other:?}"),
        };
        assert_eq!(go("go p1time -20 p2time 5").time, [Some(Duration::ZERO), Some(Duration::from_millis(5))]);
        assert_eq!(go("go searchmoves A B depth 3"), go("go ponder depth 3 searchmoves A B"));
        assert_eq!(Command::parse("  \t ", Dialect::Ugi), Ok(None));
        assert_eq!(parsed("  go   depth  3 ", Dialect::Ugi), parsed("go depth 3", Dialect::Ugi));
    }

    #[test]
    fn wrong_lines_are_told_on_one_line() {
        for (line, part) in [
            ("xyzzy", "no command \"xyzzy\""),
            ("go depth", "depth wants a number, not nothing"),
            ("go movetime soon", "not \"soon\""),
            ("go depth 99999999999", "depth"),
            ("position", "startpos"),
            ("position fen", "fen TEXT"),
            ("position fen moves A", "fen TEXT"),
            ("setoption Hash 3", "setoption name"),
            ("setoption name value 3", "setoption name"),
            ("query weather", "p1turn"),
            ("genfens x", "genfens wants a number"),
            ("\u{1}\u{2}", "\\u{1}"),
        ] {
            let reason = Command::parse(line, Dialect::Ugi).expect_err(line);
            assert!(reason.contains(part) && !reason.contains('\n'), "{line}: {reason}");
        }
    }
}
