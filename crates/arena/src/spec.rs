//! Who plays: a player's name, kind, options and limits, as the command line and files give them.

use std::path::PathBuf;
use std::time::Duration;

use grenier_engine::tables::Source;
use grenier_engine::{EngineKind, Level, MOST_HASH, MOST_THREADS, WeightsChoice};
use serde::{Deserialize, Serialize};

use crate::limits::{MOST_SECONDS, PlayerLimits, TimeControl, seconds};
use crate::ugi::Dialect;

/// The kinds of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Our search: alpha-beta or Monte-Carlo, whichever the game's own is.
    Own,
    /// Our alpha-beta.
    Ab,
    /// Our Monte-Carlo tree search.
    Mcts,
    /// Any legal move.
    Random,
    /// The move after which the evaluation is best, looking no further.
    Greedy,
}

impl Kind {
    /// The search behind a player of this kind in a game whose own search is `usual`; `None` if there is none.
    pub fn search(self, limits: &PlayerLimits, usual: EngineKind) -> Option<EngineKind> {
        match self {
            // A depth alone does not end Monte-Carlo search, whichever the game's own search is.
            Kind::Own if !limits.is_timed() && limits.nodes.is_none() => Some(EngineKind::AlphaBeta),
            Kind::Own => Some(usual),
            Kind::Ab => Some(EngineKind::AlphaBeta),
            Kind::Mcts => Some(EngineKind::Mcts),
            Kind::Random | Kind::Greedy => None,
        }
    }
}

/// One player. Fields that are `None` take the value of `--each`, or the default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerSpec {
    /// The name in tables and records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The kind of player, if it is one of ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Kind>,
    /// The level of our own player, 1 to 8: a weak one needs no limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The command that starts a foreign engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cmd: Option<String>,
    /// The folder in which it is started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// Its protocol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proto: Option<Dialect>,
    /// Options sent to a foreign engine, in this order (`option.NAME=VALUE`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// The clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// Seconds for every move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub st: Option<f64>,
    /// Nodes for every move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth of every search, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Milliseconds that a player may take beyond its time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timemargin: Option<u64>,
    /// Memory of our search, in megabytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<usize>,
    /// Threads of our search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Parameters of our search that differ from the defaults (`param.NAME=VALUE`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub params: Vec<(String, String)>,
    /// Where our search has exact values from: `none`, `usual`, or a folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<String>,
    /// The weights of our evaluation: `shipped`, `hand-set`, `material`, or a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// Weights of single features that differ from those (`weight.NAME=INTEGER`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<(String, i32)>,
    /// The weights as a match has read them: no file says this.
    #[serde(skip)]
    pub read: Option<WeightsChoice>,
    /// Seconds that a foreign engine may take to start, to answer a ping, and beyond its time before it is given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patience: Option<f64>,
}

/// Milliseconds of [`PlayerSpec::timemargin`] if nothing else is said: what a pipe and a busy machine may cost.
const DEFAULT_MARGIN: u64 = 50;

/// Megabytes of [`PlayerSpec::hash`] if nothing else is said.
const DEFAULT_HASH: usize = 16;

/// Seconds of [`PlayerSpec::patience`] if nothing else is said.
const DEFAULT_PATIENCE: f64 = 10.0;

/// The words that [`PlayerSpec::set`] knows.
const WORDS: &str = "name, engine, level, cmd, dir, proto, tc, st, nodes, depth, timemargin, hash, threads, tables, weights, patience, param.NAME, weight.NAME, option.NAME";

impl PlayerSpec {
    /// Reads words of the form `key=value`.
    ///
    /// # Errors
    /// One line that names the word.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<PlayerSpec, String> {
        let mut spec = PlayerSpec::default();
        for word in words {
            let (key, value) =
                word.split_once('=').ok_or_else(|| format!("\"{word}\" is no KEY=VALUE ({WORDS})"))?;
            spec.set(key, value).map_err(|reason| format!("{key}={value}: {reason}"))?;
        }
        Ok(spec)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "name" => self.name = Some(value.to_owned()),
            "engine" => self.engine = Some(kind(value)?),
            "level" => self.level = Some(level(value)?.number()),
            "cmd" => self.cmd = Some(value.to_owned()),
            "dir" => self.dir = Some(PathBuf::from(value)),
            "proto" => {
                self.proto = Some(match value {
                    "ugi" => Dialect::Ugi,
                    "aalina" => Dialect::Aalina,
                    _ => return Err("ugi or aalina is wanted".to_owned()),
                });
            }
            "tc" => self.tc = Some(value.parse()?),
            "st" => self.st = Some(seconds(value)?.as_secs_f64()),
            "nodes" => self.nodes = Some(positive(value)?),
            "depth" => self.depth = Some(u32::try_from(positive(value)?).map_err(|_| "too deep".to_owned())?),
            "timemargin" => self.timemargin = Some(value.parse().map_err(|_| "milliseconds are wanted")?),
            "hash" => self.hash = Some(positive(value)? as usize),
            "patience" => self.patience = Some(seconds(value)?.as_secs_f64()),
            "threads" => self.threads = Some(positive(value)? as usize),
            "tables" => self.tables = Some(value.to_owned()),
            "weights" => self.weights = Some(value.to_owned()),
            _ => match key.split_once('.') {
                Some(("option", option)) => self.options.push((option.to_owned(), value.to_owned())),
                Some(("param", param)) => self.params.push((param.to_owned(), value.to_owned())),
                Some(("weight", feature)) => {
                    let weight = value.parse().map_err(|_| "a whole number is wanted")?;
                    self.changes.push((feature.to_owned(), weight));
                }
                _ => return Err(format!("the keys are {WORDS}")),
            },
        }
        Ok(())
    }

    /// This specification, filled up from `each` where it says nothing.
    #[must_use]
    pub fn or(mut self, each: &PlayerSpec) -> PlayerSpec {
        let each = each.clone();
        self.engine = self.engine.or(if self.cmd.is_some() { None } else { each.engine });
        self.level = self.level.or(each.level.filter(|_| self.has_levels()));
        self.cmd = self.cmd.or(each.cmd);
        self.dir = self.dir.or(each.dir);
        self.proto = self.proto.or(each.proto);
        self.options.splice(0..0, each.options);
        // Only our searches have parameters.
        if self.thinks_itself() {
            self.params.splice(0..0, each.params);
        }
        // A clock of one's own is not filled up by a time for every move, nor the other way round.
        if self.tc.is_none() && self.st.is_none() {
            (self.tc, self.st) = (each.tc, each.st);
        }
        self.nodes = self.nodes.or(each.nodes);
        self.depth = self.depth.or(each.depth);
        self.timemargin = self.timemargin.or(each.timemargin);
        self.hash = self.hash.or(each.hash);
        self.threads = self.threads.or(each.threads);
        if self.thinks_itself() {
            self.tables = self.tables.or(each.tables);
        }
        if self.judges() {
            self.weights = self.weights.or(each.weights);
            self.changes.splice(0..0, each.changes);
        }
        self.patience = self.patience.or(each.patience);
        self
    }

    /// Is it our own player, whose strength can be chosen?
    fn has_levels(&self) -> bool {
        self.cmd.is_none() && matches!(self.engine, None | Some(Kind::Own))
    }

    /// The level, if it is a weak one.
    pub fn weak_level(&self) -> Option<Level> {
        self.level.and_then(Level::new).filter(|&level| level < Level::FULL)
    }

    /// Is it one of our searches?
    fn thinks_itself(&self) -> bool {
        self.cmd.is_none() && !matches!(self.engine, Some(Kind::Random | Kind::Greedy))
    }

    /// Everything but the name, in the words that [`PlayerSpec::parse`] reads.
    pub fn words(&self) -> String {
        let pairs = [
            ("engine", self.engine.map(|kind| word(kind).to_owned())),
            ("level", self.level.map(|level| level.to_string())),
            ("cmd", self.cmd.clone()),
            ("dir", self.dir.as_ref().map(|dir| dir.display().to_string())),
            ("proto", self.proto.map(|proto| proto.to_string())),
            ("tc", self.tc.map(|clock| clock.to_string())),
            ("st", self.st.map(|seconds| seconds.to_string())),
            ("nodes", self.nodes.map(|nodes| nodes.to_string())),
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("timemargin", self.timemargin.map(|margin| margin.to_string())),
            ("hash", self.hash.map(|hash| hash.to_string())),
            ("threads", self.threads.map(|threads| threads.to_string())),
            ("tables", self.tables.clone()),
            ("weights", self.weights.clone()),
            ("patience", self.patience.map(|seconds| seconds.to_string())),
        ];
        let own = pairs.into_iter().filter_map(|(key, value)| Some(format!("{key}={}", value?)));
        let named =
            |kind: &'static str| move |(name, value): &(String, String)| format!("{kind}.{name}={value}");
        let options = self.options.iter().map(named("option"));
        let params = self.params.iter().map(named("param"));
        let changes = self.changes.iter().map(|(name, weight)| format!("weight.{name}={weight}"));
        own.chain(options).chain(params).chain(changes).collect::<Vec<_>>().join(" ")
    }

    /// Checks the parameters of the search, in a game whose own search is `usual`.
    ///
    /// # Errors
    /// One line that names the parameters there are, or the values that one can have.
    pub fn check_params(&self, usual: EngineKind) -> Result<(), String> {
        let label = self.label();
        let kind = self.engine.unwrap_or(Kind::Own).search(&self.limits(), usual);
        match (kind.filter(|_| self.cmd.is_none()), self.params.first()) {
            (_, None) => Ok(()),
            (None, Some((name, _))) => {
                Err(format!("{label}: param.{name}= is for our searches: own, ab and mcts"))
            }
            (Some(kind), _) => {
                kind.check(&self.params).map_err(|error| format!("{label} ({}): {error}", kind.word()))
            }
        }
    }

    /// What the player may spend.
    pub fn limits(&self) -> PlayerLimits {
        PlayerLimits {
            clock: self.tc,
            move_time: self.st.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            nodes: self.nodes,
            depth: self.depth,
        }
    }

    /// What the player may take beyond its time.
    pub fn margin(&self) -> Duration {
        Duration::from_millis(self.timemargin.unwrap_or(DEFAULT_MARGIN))
    }

    /// Memory of our search, in megabytes.
    pub fn hash(&self) -> usize {
        self.hash.unwrap_or(DEFAULT_HASH)
    }

    /// Threads of our search.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or(1)
    }

    /// Where our search has exact values from.
    pub fn tables(&self) -> Source {
        self.tables.as_deref().map_or(Source::None, Source::called)
    }

    /// What a foreign engine may take to start, to answer a ping, and beyond its time before it is given up.
    pub fn patience(&self) -> Duration {
        Duration::try_from_secs_f64(self.patience.unwrap_or(DEFAULT_PATIENCE)).unwrap_or(Duration::MAX)
    }

    /// The name, or what stands for it.
    pub fn label(&self) -> String {
        match (&self.name, &self.cmd, self.engine) {
            (Some(name), ..) => name.clone(),
            (None, Some(cmd), _) => cmd.split_whitespace().next().unwrap_or("engine").to_owned(),
            (None, None, kind) => word(kind.unwrap_or(Kind::Own)).to_owned(),
        }
    }

    /// Checks that the player can play at all.
    ///
    /// # Errors
    /// One line that says what is missing or contradicts.
    pub fn check(&self) -> Result<(), String> {
        let label = self.label();
        if label.trim().is_empty() || label.contains(char::is_control) {
            return Err(format!("\"{}\" is no name for a player", label.escape_debug()));
        }
        // Words were checked as they were read; files were not.
        if self.nodes == Some(0) || self.depth == Some(0) || self.hash == Some(0) || self.threads == Some(0) {
            return Err(format!("{label}: nodes, depth, hash and threads must be above zero"));
        }
        if self.hash() > MOST_HASH {
            return Err(format!("{label}: hash is a number of megabytes from 1 to {MOST_HASH}"));
        }
        if self.threads() > MOST_THREADS {
            return Err(format!("{label}: threads is a number from 1 to {MOST_THREADS}"));
        }
        let times = [self.st, self.patience];
        if times.into_iter().flatten().any(|time| !(0.0..=MOST_SECONDS).contains(&time))
            || self.st == Some(0.0)
        {
            return Err(format!("{label}: st and patience are numbers of seconds up to {MOST_SECONDS}"));
        }
        if self.cmd.is_some() && self.engine.is_some() {
            return Err(format!("{label}: engine= and cmd= exclude each other"));
        }
        if self.level.is_some_and(|level| Level::new(level).is_none()) {
            return Err(format!("{label}: level is a number from 1 to {}", Level::FULL));
        }
        if self.level.is_some() && !self.has_levels() {
            return Err(format!("{label}: level= is for our own player, engine=own"));
        }
        let needs_limit = (self.cmd.is_some() || self.thinks_itself()) && self.weak_level().is_none();
        if needs_limit && !self.limits().is_limited() {
            return Err(format!(
                "{label} has no limit: give tc=, st=, nodes= or depth= (to all with --each)"
            ));
        }
        let has_other = self.limits().is_timed() || self.nodes.is_some();
        if self.engine == Some(Kind::Mcts) && !has_other {
            return Err(format!(
                "{label}: Monte-Carlo search does not end by depth: give nodes=, st= or tc="
            ));
        }
        if self.st.is_some() && self.tc.is_some() {
            return Err(format!("{label}: tc= and st= exclude each other"));
        }
        self.check_weights()
    }
}

fn level(value: &str) -> Result<Level, String> {
    let wanted = || format!("a number from 1 to {} is wanted", Level::FULL);
    value.parse().ok().and_then(Level::new).ok_or_else(wanted)
}

fn positive(value: &str) -> Result<u64, String> {
    value.parse().ok().filter(|&number| number > 0).ok_or_else(|| "a number above zero is wanted".to_owned())
}

const KINDS: [(Kind, &str); 5] = [
    (Kind::Own, "own"),
    (Kind::Ab, "ab"),
    (Kind::Mcts, "mcts"),
    (Kind::Random, "random"),
    (Kind::Greedy, "greedy"),
];

fn kind(word: &str) -> Result<Kind, String> {
    let known = KINDS.iter().find(|(_, known)| *known == word);
    known.map(|(kind, _)| *kind).ok_or_else(|| "own, ab, mcts, random or greedy is wanted".to_owned())
}

fn word(kind: Kind) -> &'static str {
    KINDS.iter().find(|(known, _)| *known == kind).map_or("own", |(_, word)| word)
}

#[cfg(test)]
mod tests;
