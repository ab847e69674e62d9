//! What an engine says.

use std::fmt;
use std::str::FromStr;

use grenier_core::notation::clipped;

use super::NO_MOVE;

/// One line from an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Its name.
    Name(String),
    /// Who wrote it.
    Author(String),
    /// An option that it has.
    Option(EngineOption),
    /// The end of the introduction: `ugiok`.
    UgiOk,
    /// The end of the introduction in Aalina's dialect: `uciok`.
    UciOk,
    /// The answer to `isready`.
    ReadyOk,
    /// How far a search has got.
    Info(Box<Info>),
    /// Free text, for people.
    Text(String),
    /// The move chosen.
    BestMove {
        /// The move; `None` where there is none.
        mv: Option<String>,
        /// The answer that is expected.
        ponder: Option<String>,
    },
    /// The answer to a query.
    Response(String),
}

/// An option: `name Hash type spin default 16 min 1 max 65536`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// What values it takes.
    pub kind: String,
    /// The value before anybody sets one.
    pub default: Option<String>,
    /// The smallest number.
    pub min: Option<i64>,
    /// The largest number.
    pub max: Option<i64>,
    /// The values of a combo.
    pub choices: Vec<String>,
}

/// How far a search has got. What is `None` was not said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Plies of the iteration.
    pub depth: Option<u32>,
    /// The deepest ply entered.
    pub seldepth: Option<u32>,
    /// Milliseconds.
    pub time: Option<u64>,
    /// Positions entered.
    pub nodes: Option<u64>,
    /// How full the table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// The line's rank, 1 for the best.
    pub multipv: Option<usize>,
    /// The score in hundredths, from the engine's own view.
    pub score: Option<i32>,
    /// Is the score exact?
    pub proven: bool,
    /// The expected play.
    pub pv: Vec<String>,
}

/// A line that is no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReply {
    /// It begins with no word of the protocol: engines may say such things, and readers pass over them.
    Unknown,
    /// It is a reply that is wrong in this way.
    Wrong(String),
}

impl FromStr for Reply {
    type Err = NoReply;

    fn from_str(line: &str) -> Result<Reply, NoReply> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        match first {
            "id" => match rest.split_once(' ') {
                Some(("name", name)) => Ok(Reply::Name(name.trim().to_owned())),
                Some(("author", author)) => Ok(Reply::Author(author.trim().to_owned())),
                _ => wrong("id name or id author is wanted"),
            },
            "option" => option(rest).map(Reply::Option),
            "ugiok" => Ok(Reply::UgiOk),
            "uciok" => Ok(Reply::UciOk),
            "readyok" => Ok(Reply::ReadyOk),
            "info" => match rest.strip_prefix("string") {
                Some(text) if text.is_empty() || text.starts_with(' ') => {
                    Ok(Reply::Text(text.trim_start().to_owned()))
                }
                _ => info(rest).map(|info| Reply::Info(Box::new(info))),
            },
            "bestmove" => best_move(rest),
            "response" if !rest.is_empty() => Ok(Reply::Response(rest.to_owned())),
            "response" => wrong("the response is missing"),
            _ => Err(NoReply::Unknown),
        }
    }
}

fn wrong<T>(reason: impl Into<String>) -> Result<T, NoReply> {
    Err(NoReply::Wrong(reason.into()))
}

fn best_move(rest: &str) -> Result<Reply, NoReply> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (mv, ponder) = match words.as_slice() {
        [mv] => (*mv, None),
        [mv, "ponder", ponder] => (*mv, Some((*ponder).to_owned())),
        [] => return wrong("the move is missing"),
        _ => return wrong(format!("one move is wanted, not {}", clipped(rest))),
    };
    let is_none = [NO_MOVE, "(none)", "none", "null"].contains(&mv);
    Ok(Reply::BestMove { mv: (!is_none).then(|| mv.to_owned()), ponder })
}

fn option(rest: &str) -> Result<EngineOption, NoReply> {
    const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
    let mut option = EngineOption {
        name: String::new(),
        kind: String::new(),
        default: None,
        min: None,
        max: None,
        choices: Vec::new(),
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let mut at = 0;
    while at < words.len() {
        let key = words[at];
        let end = words[at + 1..]
            .iter()
            .position(|word| KEYS.contains(word))
            .map_or(words.len(), |end| at + 1 + end);
        let value = words[at + 1..end].join(" ");
        let number =
            || value.parse().or_else(|_| wrong(format!("{key} wants a number, not {}", clipped(&value))));
        match key {
            "name" => option.name = value,
            "type" => option.kind = value,
            "default" => option.default = Some(value),
            "min" => option.min = Some(number()?),
            "max" => option.max = Some(number()?),
            "var" => option.choices.push(value),
            _ => return wrong(format!("{} is not known in an option", clipped(key))),
        }
        at = end;
    }
    match option.kind.as_str() {
        _ if option.name.is_empty() => wrong("the option has no name"),
        "spin" | "check" | "combo" | "string" | "button" => Ok(option),
        kind => wrong(format!("{} is no type: spin, check, combo, string and button are", clipped(kind))),
    }
}

fn info(rest: &str) -> Result<Info, NoReply> {
    let mut info = Info::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(key) = words.next() {
        match key {
            "depth" => info.depth = Some(number(key, words.next())?),
            "seldepth" => info.seldepth = Some(number(key, words.next())?),
            "time" => info.time = Some(number(key, words.next())?),
            "nodes" => info.nodes = Some(number(key, words.next())?),
            "hashfull" => info.hashfull = Some(number(key, words.next())?),
            "nps" => info.nps = Some(number(key, words.next())?),
            "multipv" => info.multipv = Some(number(key, words.next())?),
            "score" => match words.next() {
                Some("cp") => info.score = Some(number("score cp", words.next())?),
                // Mates and other kinds of score say nothing in hundredths.
                Some(_) => {}
                None => return wrong("the score is missing"),
            },
            "proven" => info.proven = true,
            "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
            // Free text goes on to the end of the line.
            "string" => words.by_ref().for_each(drop),
            // Whatever else an engine tells is passed over.
            _ => {}
        }
    }
    Ok(info)
}

fn number<N: FromStr>(key: &str, value: Option<&str>) -> Result<N, NoReply> {
    let found = value.map_or_else(|| "nothing".to_owned(), clipped);
    value
        .and_then(|value| value.parse().ok())
        .ok_or_else(|| NoReply::Wrong(format!("{key} wants a number, not {found}")))
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "id name {name}"),
            Reply::Author(author) => write!(f, "id author {author}"),
            Reply::Option(option) => write!(f, "option {option}"),
            Reply::UgiOk => f.write_str("ugiok"),
            Reply::UciOk => f.write_str("uciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => write!(f, "info{info}"),
            Reply::Text(text) => write!(f, "info string {text}"),
            Reply::BestMove { mv, ponder } => {
                write!(f, "bestmove {}", mv.as_deref().unwrap_or(NO_MOVE))?;
                if let Some(ponder) = ponder { write!(f, " ponder {ponder}") } else { Ok(()) }
            }
            Reply::Response(response) => write!(f, "response {response}"),
        }
    }
}

impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type {}", self.name, self.kind)?;
        if let Some(default) = &self.default {
            write!(f, " default {default}")?;
        }
        if let Some(min) = self.min {
            write!(f, " min {min}")?;
        }
        if let Some(max) = self.max {
            write!(f, " max {max}")?;
        }
        self.choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn field(f: &mut fmt::Formatter<'_>, key: &str, value: Option<impl fmt::Display>) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {key} {value}"))
        }
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        // The last line before the move, which has no depth, tells the nodes first.
        if self.depth.is_some() {
            field(f, "time", self.time)?;
            field(f, "nodes", self.nodes)?;
        } else {
            field(f, "nodes", self.nodes)?;
            field(f, "time", self.time)?;
        }
        field(f, "hashfull", self.hashfull)?;
        field(f, "nps", self.nps)?;
        field(f, "multipv", self.multipv)?;
        field(f, "score cp", self.score)?;
        if self.proven {
            f.write_str(" proven")?;
        }
        if self.pv.is_empty() { Ok(()) } else { write!(f, " pv {}", self.pv.join(" ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_written() {
        for line in [
            "id name Grenier 0.1.0",
            "id author X Y",
            "option name Hash type spin default 16 min 1 max 65536",
            "option name Game type string default awale",
            "option name Style of play type combo default calm down var calm down var wild",
            "option name Clear Hash type button",
            "ugiok",
            "uciok",
            "readyok",
            "info depth 7 seldepth 12 time 33 nodes 91234 hashfull 12 nps 2764000 multipv 1 score cp 120 pv A f B",
            "info depth 7 score cp -400 proven pv A",
            "info nodes 91234 time 34 nps 2683000",
            "info string error: no such thing",
            "bestmove A",
            "bestmove F ponder f",
            "bestmove 0000",
            "response p1win",
        ] {
            let reply: Reply = line.parse().expect(line);
            assert_eq!(reply.to_string(), line);
        }
    }

    #[test]
    fn what_others_say_is_passed_over() {
        let read = |line: &str| line.parse::<Reply>().expect(line);
        let Reply::Info(info) = read("info currmove A score cp 5 lowerbound tbhits 0 nodes 3 pv A b") else {
            panic!()
        };
        assert_eq!((info.score, info.nodes, info.pv.len()), (Some(5), Some(3), 2));
        let Reply::Info(info) = read("info depth 2 score mate 3") else { panic!() };
        assert_eq!((info.depth, info.score), (Some(2), None));
        assert_eq!(read("bestmove (none)"), Reply::BestMove { mv: None, ponder: None });
        assert_eq!("Welcome to X!".parse::<Reply>(), Err(NoReply::Unknown));
        assert_eq!("".parse::<Reply>(), Err(NoReply::Unknown));
    }

    #[test]
    fn wrong_replies_are_told() {
        for line in [
            "bestmove",
            "bestmove A B",
            "info depth x",
            "info score cp",
            "info score",
            "option name Hash type number",
            "option type spin",
            "option name Hash type spin min one",
            "id",
            "response",
        ] {
            assert!(matches!(line.parse::<Reply>(), Err(NoReply::Wrong(_))), "{line}");
        }
    }
}
