//! Lines of the input: queries and actions.

use std::time::Duration;

use grenier_core::notation::clipped;
use serde_json::{Value, from_str};

use super::fields::{Fields, Wrong};
use crate::{EngineKind, Limits, MOST_THREADS};

/// Time for a search that nothing limits.
pub const DEFAULT_TIME: Duration = Duration::from_secs(3);

/// The most lines that can be asked for.
const MOST_LINES: u64 = 1000;

/// Unknown fields that are warned of, at most.
const MOST_WARNINGS: usize = 10;

/// Why a line is not obeyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The query's name, if it could be read.
    pub id: Option<String>,
    /// The field that is wrong, if it is one.
    pub field: Option<&'static str>,
    /// What is wrong, and what would be right.
    pub reason: String,
}

/// What a line asks for.
#[derive(Debug)]
pub enum Wanted {
    /// Searches.
    Query(Box<Query>),
    /// Something to be done at once.
    Action(Action),
}

/// A line that could be read.
#[derive(Debug)]
pub struct Message {
    /// Its name, which all answers carry.
    pub id: String,
    /// What it asks for.
    pub wanted: Wanted,
    /// Fields that nobody knows.
    pub unknown: Vec<String>,
}

/// A query in the words of its sender.
#[derive(Debug)]
pub struct Query {
    /// The game, for a position that does not name it.
    pub game: Option<String>,
    /// The position's text; the start if there is none.
    pub position: Option<String>,
    /// The moves played from there.
    pub moves: Vec<String>,
    /// The numbers of the moves after which the position is analysed, rising; 0 is before all of them.
    pub turns: Vec<usize>,
    /// The only moves to consider; all if there are none.
    pub allowed: Vec<String>,
    /// Queries with more are taken first.
    pub priority: i64,
    /// How it is searched.
    pub ask: Ask,
}

/// How a position is searched and told.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Limits as they were given.
    limits: Limits,
    /// The kind of search; `None` for the game's own.
    pub engine: Option<EngineKind>,
    /// Lines wanted.
    pub multipv: usize,
    /// The seed of whatever is random.
    pub seed: u64,
    /// Threads of the search.
    pub threads: usize,
    /// Parameters of the search, by name.
    pub params: Vec<(String, String)>,
    /// The most moves of a line; `None` for all.
    pub pv_length: Option<usize>,
    /// Time between partial results; `None` for none.
    pub report_every: Option<Duration>,
}

impl Ask {
    /// The limits of a search of this kind. Monte-Carlo search does not end by depth.
    pub fn limits(&self, kind: EngineKind) -> Limits {
        let Limits { depth, nodes, time } = self.limits;
        let depth_ends_it = depth.is_some() && kind == EngineKind::AlphaBeta;
        let has_end = depth_ends_it || nodes.is_some() || time.is_some();
        Limits { depth, nodes, time: if has_end { time } else { Some(DEFAULT_TIME) } }
    }
}

/// Something to be done at once.
#[derive(Debug, PartialEq, Eq)]
pub enum Action {
    /// Say which program this is.
    Version,
    /// Forget what searches have learnt.
    ClearCache,
    /// End the searches of this id (of all if there is none) of these turns (of all if there are none).
    Terminate {
        /// The queries' name.
        id: Option<String>,
        /// Their turns.
        turns: Option<Vec<usize>>,
    },
}

impl Message {
    /// Reads a line.
    ///
    /// # Errors
    /// [`Refusal`] with everything that is known of the line.
    pub fn parse(line: &str) -> Result<Message, Refusal> {
        let refused = |reason: String| Refusal { id: None, field: None, reason };
        // The one line of JSON is line 1 of its own; the sender counts differently.
        let told = |error: serde_json::Error| {
            let reason = error.to_string();
            let reason = reason.rsplit_once(" at line ").map_or(reason.as_str(), |(reason, _)| reason);
            refused(format!("column {}: {reason}", error.column()))
        };
        let Value::Object(object) = from_str(line).map_err(told)? else {
            return Err(refused("a query is a JSON object: {\"id\":\"q1\",\"game\":\"kpe\"}".to_owned()));
        };
        let mut fields = Fields::new(object);
        let wrong = |id: &Option<String>, wrong: Wrong| Refusal {
            id: id.clone(),
            field: Some(wrong.field),
            reason: wrong.reason,
        };
        let id = fields.text("id").map_err(|error| wrong(&None, error))?;
        let missing = || wrong(&None, Wrong::new("id", "the query has no id, a text that names it"));
        let name = id.clone().ok_or_else(missing)?;
        let wanted = read(&mut fields).map_err(|error| wrong(&id, error))?;
        let unknown = fields.rest().take(MOST_WARNINGS).map(str::to_owned).collect();
        Ok(Message { id: name, wanted, unknown })
    }
}

fn read(fields: &mut Fields) -> Result<Wanted, Wrong> {
    match fields.text("action")? {
        Some(action) => action_called(&action, fields).map(Wanted::Action),
        None => Query::read(fields).map(|query| Wanted::Query(Box::new(query))),
    }
}

fn action_called(word: &str, fields: &mut Fields) -> Result<Action, Wrong> {
    match word {
        "query_version" => Ok(Action::Version),
        "clear_cache" => Ok(Action::ClearCache),
        "terminate" => {
            let id = fields.text("terminateId")?;
            let id = id.ok_or_else(|| Wrong::new("terminateId", "which query? its id is wanted"))?;
            Ok(Action::Terminate { id: Some(id), turns: fields.wholes("turnNumbers", usize::MAX)? })
        }
        "terminate_all" => {
            Ok(Action::Terminate { id: None, turns: fields.wholes("turnNumbers", usize::MAX)? })
        }
        other => {
            let known = "query_version, clear_cache, terminate and terminate_all are";
            Err(Wrong::new("action", format!("there is no action {}: {known}", clipped(other))))
        }
    }
}

impl Query {
    fn read(fields: &mut Fields) -> Result<Query, Wrong> {
        let moves = fields.texts("moves")?.unwrap_or_default();
        let turns = turns(fields, moves.len())?;
        let allowed = fields.texts("allowMoves")?;
        if allowed.as_ref().is_some_and(Vec::is_empty) {
            return Err(Wrong::new(
                "allowMoves",
                "a move at least is wanted; without the field all are allowed",
            ));
        }
        Ok(Query {
            game: fields.text("game")?,
            position: fields.text("position")?,
            moves,
            turns,
            allowed: allowed.unwrap_or_default(),
            priority: fields.take("priority", "a whole number", Value::as_i64)?.unwrap_or(0),
            ask: Ask::read(fields)?,
        })
    }
}

/// The turns to analyse, rising, each once; the last one if nothing is said.
fn turns(fields: &mut Fields, last: usize) -> Result<Vec<usize>, Wrong> {
    let mut turns = fields.wholes("analyzeTurns", last)?.unwrap_or_else(|| vec![last]);
    if turns.is_empty() {
        return Err(Wrong::new(
            "analyzeTurns",
            "a number at least is wanted; without the field it is the last",
        ));
    }
    turns.sort_unstable();
    turns.dedup();
    Ok(turns)
}

impl Ask {
    fn read(fields: &mut Fields) -> Result<Ask, Wrong> {
        let depth = fields.whole("depth", 1..=u64::from(u32::MAX))?;
        Ok(Ask {
            limits: Limits {
                depth: depth.map(|depth| depth as u32),
                nodes: fields.whole("nodes", 1..=u64::MAX)?,
                time: fields.seconds("timeSeconds")?,
            },
            engine: fields
                .take("engine", "\"ab\" or \"mcts\"", |value| EngineKind::called(value.as_str()?))?,
            multipv: fields.whole("multipv", 1..=MOST_LINES)?.unwrap_or(1) as usize,
            seed: fields.whole("seed", 0..=u64::MAX)?.unwrap_or(1),
            threads: fields.whole("threads", 1..=MOST_THREADS as u64)?.unwrap_or(1) as usize,
            params: params(fields)?,
            pv_length: fields.whole("pvLength", 0..=u64::from(u32::MAX))?.map(|length| length as usize),
            report_every: fields.seconds("reportDuringSearchEvery")?,
        })
    }
}

/// Parameters by name; what they can be is checked when the kind of search is known.
fn params(fields: &mut Fields) -> Result<Vec<(String, String)>, Wrong> {
    let pair = |(name, value): (&String, &Value)| match value {
        Value::Number(number) => Some((name.clone(), number.to_string())),
        Value::Bool(is_on) => Some((name.clone(), u8::from(*is_on).to_string())),
        _ => None,
    };
    let wanted = "an object of numbers";
    Ok(fields
        .take("params", wanted, |value| value.as_object()?.iter().map(pair).collect())?
        .unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(line: &str) -> (Option<String>, Option<&'static str>, String) {
        let Refusal { id, field, reason } = Message::parse(line).unwrap_err();
        (id, field, reason)
    }

    fn query(line: &str) -> Query {
        match Message::parse(line).unwrap().wanted {
            Wanted::Query(query) => *query,
            Wanted::Action(action) => panic!("{action:?}"),
        }
    }

    #[test]
    fn a_query_has_its_fields_and_the_others_are_told() {
        let line = r#"{"id":"q","game":"kpe","moves":["D","c"],"analyzeTurns":[2,0,2],"nodes":5,"colour":1,"seed":null}"#;
        let message = Message::parse(line).unwrap();
        assert_eq!(
            (message.id.as_str(), message.unknown.as_slice()),
            ("q", ["colour".to_owned()].as_slice())
        );
        let query = query(line);
        assert_eq!((query.turns, query.ask.seed), (vec![0, 2], 1));
        assert_eq!(query.ask.limits(EngineKind::AlphaBeta), Limits::nodes(5));
    }

    #[test]
    fn a_search_without_an_end_gets_one() {
        let ask = query(r#"{"id":"q","depth":9}"#).ask;
        assert_eq!(ask.limits(EngineKind::AlphaBeta), Limits::depth(9));
        assert_eq!(ask.limits(EngineKind::Mcts).time, Some(DEFAULT_TIME));
        assert_eq!(query(r#"{"id":"q"}"#).ask.limits(EngineKind::AlphaBeta), Limits::time(DEFAULT_TIME));
    }

    #[test]
    fn wrong_fields_are_named() {
        for (field, value) in [
            ("game", "7"),
            ("moves", "\"A\""),
            ("moves", "[1]"),
            ("analyzeTurns", "[1]"),
            ("analyzeTurns", "[-1]"),
            ("analyzeTurns", "[]"),
            ("allowMoves", "[]"),
            ("multipv", "0"),
            ("multipv", "1001"),
            ("depth", "-4"),
            ("depth", "4294967296"),
            ("nodes", "1.5"),
            ("timeSeconds", "1e308"),
            ("timeSeconds", "-1"),
            ("timeSeconds", "0"),
            ("timeSeconds", "\"1\""),
            ("reportDuringSearchEvery", "0"),
            ("engine", "\"stockfish\""),
            ("seed", "-1"),
            ("threads", "0"),
            ("priority", "1e3"),
            ("pvLength", "-1"),
            ("params", "{\"a\":\"x\"}"),
            ("action", "\"explode\""),
        ] {
            let (id, named, reason) = refusal(&format!("{{\"id\":\"q\",\"{field}\":{value}}}"));
            assert_eq!((id.as_deref(), named), (Some("q"), Some(field)), "{field}: {value}: {reason}");
            assert!(reason.len() < 200, "{reason}");
        }
    }

    #[test]
    fn what_is_no_query_is_told_with_its_column() {
        for (line, part) in [
            ("{\"id\":\"q\",}", "column 11"),
            ("[]", "a JSON object"),
            ("\0", "column"),
            ("{\"id\":\"q\",\"seed\":1e999}", "out of range"),
            (&"[".repeat(5000), "recursion"),
        ] {
            let (id, field, reason) = refusal(line);
            assert!(id.is_none() && field.is_none() && reason.contains(part), "{reason}");
        }
        assert_eq!(refusal("{}").1, Some("id"));
        assert_eq!(refusal("{\"id\":7}").1, Some("id"));
    }

    #[test]
    fn actions_are_read() {
        let action = |line: &str| match Message::parse(line).unwrap().wanted {
            Wanted::Action(action) => action,
            Wanted::Query(query) => panic!("{query:?}"),
        };
        assert_eq!(action(r#"{"id":"v","action":"query_version"}"#), Action::Version);
        assert_eq!(
            action(r#"{"id":"t","action":"terminate","terminateId":"q","turnNumbers":[3]}"#),
            Action::Terminate { id: Some("q".to_owned()), turns: Some(vec![3]) }
        );
        assert_eq!(refusal(r#"{"id":"t","action":"terminate"}"#).1, Some("terminateId"));
    }
}
