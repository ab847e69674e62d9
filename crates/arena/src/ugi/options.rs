//! The options of our own engine.

use grenier_core::notation::clipped;
use grenier_engine::tables::Source;
use grenier_engine::{
    ChoiceError, EngineKind, Level, MOST_THREADS, Param, Playable, Settings, Variant, Visitor, WeightsChoice,
};

use super::reply::EngineOption;

/// The values in force.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Options {
    /// The game.
    pub variant: Variant,
    /// Engine and memory.
    pub settings: Settings,
    /// The seed of whatever is random.
    pub seed: u64,
    /// Lines wanted.
    pub multipv: usize,
    /// The strength of play.
    pub level: Level,
    /// Parameters that were set, each of one kind of search.
    params: Vec<(EngineKind, String, String)>,
}

/// The largest memory, in megabytes.
const MOST_HASH: i64 = grenier_engine::MOST_HASH as i64;

/// The most lines.
const MOST_LINES: i64 = 500;

/// The name of Engine's value that leaves the choice to the game.
const AUTO: &str = "auto";

impl Options {
    /// The defaults for a game.
    pub fn new(variant: Variant) -> Options {
        Options {
            variant,
            settings: Settings::default(),
            seed: 1,
            multipv: 1,
            level: Level::FULL,
            params: Vec::new(),
        }
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
        let mut options = vec![
            spin("Hash", self.settings.hash as i64, 1, MOST_HASH),
            spin("Threads", self.settings.threads as i64, 1, MOST_THREADS as i64),
            spin("Seed", self.seed as i64, 0, i64::MAX),
            spin("MultiPV", self.multipv as i64, 1, MOST_LINES),
            spin("Level", self.level.number().into(), 1, Level::FULL.number().into()),
            word("Engine", "combo", self.engine().to_owned(), engines.map(str::to_owned).collect()),
            word("Game", "string", self.variant.to_string(), Vec::new()),
            word("Tables", "string", self.settings.tables.to_string(), Vec::new()),
            word("Weights", "string", self.settings.weights.to_string(), Vec::new()),
        ];
        for (kind, param) in params(&self.variant) {
            let (name, default) = (full_name(kind, &param), param.default);
            options.push(if param.whole {
                spin(&name, default as i64, param.least as i64, param.most as i64)
            } else {
                // The protocol has no numbers with decimals.
                word(&name, "string", default.to_string(), Vec::new())
            });
        }
        options
    }

    /// The settings of a search of this kind.
    pub fn settings(&self, kind: EngineKind) -> Settings {
        let own = self.params.iter().filter(|(of, ..)| *of == kind);
        let params = own.map(|(_, name, value)| (name.clone(), value.clone())).collect();
        self.level.settings(Settings { engine: Some(kind), params, ..self.settings.clone() })
    }

    /// Sets a parameter of a search.
    fn set_param(&mut self, kind: EngineKind, name: &str, value: &str) -> Result<(), String> {
        let (name, value) = (name.to_owned(), value.to_owned());
        kind.check(&[(name.clone(), value.clone())]).map_err(|error| format!("{}.{error}", kind.word()))?;
        self.params.retain(|(of, other, _)| (*of, other) != (kind, &name));
        self.params.push((kind, name, value));
        Ok(())
    }

    fn engine(&self) -> &'static str {
        self.settings.engine.map_or(AUTO, EngineKind::word)
    }

    /// Takes weights, if they fit the game.
    ///
    /// # Errors
    /// How they do not; the old ones stay then.
    pub fn set_weights(&mut self, weights: WeightsChoice) -> Result<(), ChoiceError> {
        fit(&weights, &self.variant)?;
        self.settings.weights = weights;
        Ok(())
    }

    /// Checks that another game can be played with the weights in force.
    ///
    /// # Errors
    /// One line if they are of this game only.
    pub fn check_game(&self, variant: &Variant) -> Result<(), String> {
        fit(&self.settings.weights, variant).map_err(|error| format!("Weights: {error}; set Weights first"))
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
            "Level" => self.level = Level::new(number()? as u8).expect("the range was checked"),
            "Engine" if value == AUTO => self.settings.engine = None,
            "Engine" => {
                let kind = EngineKind::ALL.into_iter().find(|kind| kind.word() == value);
                let wrong = || format!("Engine is {}, not {}", option.choices.join(", "), clipped(value));
                self.settings.engine = Some(kind.ok_or_else(wrong)?);
            }
            "Tables" => self.settings.tables = Source::called(value),
            "Weights" => {
                let taken = WeightsChoice::called(value).and_then(|weights| self.set_weights(weights));
                taken.map_err(|error| format!("Weights: {error}"))?;
            }
            "Game" => {
                let variant = Variant::parse(value).map_err(|error| error.to_string())?;
                self.check_game(&variant)?;
                self.variant = variant;
            }
            name => {
                let found =
                    params(&self.variant).into_iter().find(|(kind, param)| full_name(*kind, param) == name);
                let (kind, param) = found.expect("the other options are parameters");
                self.set_param(kind, param.name, value)?;
            }
        }
        Ok(())
    }
}

/// Checks that weights fit a game.
fn fit(weights: &WeightsChoice, variant: &Variant) -> Result<(), ChoiceError> {
    struct Fit<'a>(&'a WeightsChoice);
    impl Visitor for Fit<'_> {
        type Output = Result<(), ChoiceError>;

        fn visit<P: Playable>(self, _: P::Rules) -> Self::Output {
            self.0.evaluator::<P>().map(|_| ())
        }
    }
    variant.visit(Fit(weights))
}

/// All parameters of both searches, with a game's defaults.
fn params(variant: &Variant) -> Vec<(EngineKind, Param)> {
    struct Of(EngineKind);
    impl Visitor for Of {
        type Output = Vec<Param>;

        fn visit<P: Playable>(self, _: P::Rules) -> Vec<Param> {
            self.0.params_of::<P>()
        }
    }
    let of = |kind| variant.visit(Of(kind)).into_iter().map(move |param| (kind, param));
    EngineKind::ALL.into_iter().flat_map(of).collect()
}

/// A parameter's name as an option: `mcts.exploration`.
fn full_name(kind: EngineKind, param: &Param) -> String {
    format!("{}.{}", kind.word(), param.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grenier_core::kpe::Kpe;

    #[test]
    fn parameters_are_options_of_their_search() {
        let mut options = Options::new(Variant::parse("kpe").unwrap());
        options.set("threads", "3").unwrap();
        options.set("mcts.exploration", "0.9").unwrap();
        options.set("MCTS.Exploration", "0.8").unwrap();
        options.set("ab.ordering", "0").unwrap();
        let settings = options.settings(EngineKind::Mcts);
        assert_eq!(settings.params, [("exploration".to_owned(), "0.8".to_owned())]);
        assert_eq!((settings.threads, settings.engine), (3, Some(EngineKind::Mcts)));
        assert_eq!(options.settings(EngineKind::AlphaBeta).params, [("ordering".to_owned(), "0".to_owned())]);
        let before = options.clone();
        for (name, value) in
            [("mcts.exploration", "11"), ("ab.ordering", "2"), ("ab.exploration", "1"), ("Threads", "0")]
        {
            assert!(options.set(name, value).is_err(), "{name}={value}");
        }
        assert_eq!(options, before);
    }

    #[test]
    fn weights_that_do_not_fit_change_nothing() {
        let kpe = Variant::parse("kpe").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (good, bad) = (folder.path().join("kpe.toml"), folder.path().join("bad.toml"));
        let text = WeightsChoice::called("hand-set").unwrap().in_force::<Kpe>().unwrap().text();
        std::fs::write(&good, text).unwrap();
        std::fs::write(&bad, "seeds = 1").unwrap();
        let mut options = Options::new(kpe);
        options.set("weights", good.to_str().unwrap()).unwrap();
        let before = options.clone();
        assert_eq!(before.settings(EngineKind::Mcts).weights.to_string(), good.display().to_string());
        for (name, value, part) in [
            ("Weights", bad.to_str().unwrap(), "bad.toml: "),
            ("Weights", "", "Weights: "),
            ("Weights", "hand_set", "hand-set"),
            ("Game", "awale", "weights of kpe, not of awale; set Weights first"),
        ] {
            let error = options.set(name, value).unwrap_err();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
            assert_eq!(options, before);
        }
        // What is in force was read when it was set.
        std::fs::remove_file(&good).unwrap();
        assert_eq!(options.set("Game", "kpe:own-row"), Ok(()));
        assert_eq!(options.set("Weights", "shipped"), Ok(()));
        assert_eq!(options.set("Game", "awale"), Ok(()));
    }

    #[test]
    fn every_option_takes_its_default() {
        let mut options = Options::new(Variant::parse("kpe").unwrap());
        for option in options.list() {
            let default = option.default.clone().unwrap();
            assert_eq!(options.set(&option.name, &default), Ok(()), "{option:?}");
        }
    }
}
