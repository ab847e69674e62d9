//! The options of our own engine.

use grenier_core::notation::clipped;
use grenier_engine::{EngineKind, Settings, Variant};

use super::reply::EngineOption;

/// The values in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// The game.
    pub variant: Variant,
    /// Engine and memory.
    pub settings: Settings,
    /// The seed of whatever is random.
    pub seed: u64,
    /// Lines wanted.
    pub multipv: usize,
}

/// The largest memory, in megabytes.
const MOST_HASH: i64 = 65_536;

/// The most threads.
const MOST_THREADS: i64 = 1024;

/// The most lines.
const MOST_LINES: i64 = 500;

/// The name of Engine's value that leaves the choice to the game.
const AUTO: &str = "auto";

impl Options {
    /// The defaults for a game.
    pub fn new(variant: Variant) -> Options {
        Options { variant, settings: Settings::default(), seed: 1, multipv: 1 }
    }

    /// All options as they are introduced.
    pub fn list(&self) -> Vec<EngineOption> {
        let spin = |name: &str, default: i64, min, max| EngineOption {
            name: name.to_owned(),
            kind: "spin".to_owned(),
            default: Some(default.to_string()),
            min: Some(min),
            max: Some(max),
            choices: Vec::new(),
        };
        let word = |name: &str, kind: &str, default: String, choices: Vec<String>| EngineOption {
            name: name.to_owned(),
            kind: kind.to_owned(),
            default: Some(default),
            min: None,
            max: None,
            choices,
        };
        let engines = [AUTO].into_iter().chain(EngineKind::ALL.map(EngineKind::word));
        vec![
            spin("Hash", self.settings.hash as i64, 1, MOST_HASH),
            spin("Threads", self.settings.threads as i64, 1, MOST_THREADS),
            spin("Seed", self.seed as i64, 0, i64::MAX),
            spin("MultiPV", self.multipv as i64, 1, MOST_LINES),
            word("Engine", "combo", self.engine().to_owned(), engines.map(str::to_owned).collect()),
            word("Game", "string", self.variant.to_string(), Vec::new()),
        ]
    }

    fn engine(&self) -> &'static str {
        self.settings.engine.map_or(AUTO, EngineKind::word)
    }

    /// Sets one; upper and lower case are the same in its name.
    ///
    /// # Errors
    /// What is wrong with name or value; nothing has changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let known = self.list();
        let Some(option) = known.iter().find(|option| option.name.eq_ignore_ascii_case(name)) else {
            let names: Vec<&str> = known.iter().map(|option| option.name.as_str()).collect();
            return Err(format!("there is no option {}: {} are", clipped(name), names.join(", ")));
        };
        let number = || {
            let (min, max) = (option.min.unwrap_or(0), option.max.unwrap_or(i64::MAX));
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            number.ok_or_else(|| {
                format!("{} is a number from {min} to {max}, not {}", option.name, clipped(value))
            })
        };
        match option.name.as_str() {
            "Hash" => self.settings.hash = number()? as usize,
            "Threads" => self.settings.threads = number()? as usize,
            "Seed" => self.seed = number()? as u64,
            "MultiPV" => self.multipv = number()? as usize,
            "Engine" if value == AUTO => self.settings.engine = None,
            "Engine" => {
                let kind = EngineKind::ALL.into_iter().find(|kind| kind.word() == value);
                let wrong = || format!("Engine is {}, not {}", option.choices.join(", "), clipped(value));
                self.settings.engine = Some(kind.ok_or_else(wrong)?);
            }
            _ => self.variant = Variant::parse(value).map_err(|error| error.to_string())?,
        }
        Ok(())
    }
}
