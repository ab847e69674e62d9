//! What a run of SPSA is: everything that its values depend on, in one file.

use std::path::PathBuf;

use grenier_arena::{Config, Openings, PlayerSpec};
use grenier_engine::{Playable, Variant, Visitor};
use serde::{Deserialize, Serialize};

use super::parameter::Parameter;

/// Pairs of games of an iteration if nothing else is said, as OpenBench has it.
pub const DEFAULT_PAIRS: usize = 8;

/// Pairs of games of an iteration, at most.
pub const MOST_PAIRS: usize = 10_000;

/// Iterations, at most.
pub const MOST_ITERATIONS: u64 = 1_000_000_000;

/// The share of the way from min to max of a value that is no whole number, whatever min and max are, as good as ever.
const ODD_SHARE: f64 = 0.414_213_562_373;

/// A whole run: what is tuned, how, and between which players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// The variant, such as `seega:7x7`.
    pub game: String,
    /// Iterations, the `N` of the formulas.
    pub iterations: u64,
    /// Pairs of games of an iteration.
    pub pairs: usize,
    /// Games at a time; nothing depends on it.
    pub concurrency: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// The words of both players, as [`PlayerSpec::parse`] reads them.
    pub each: Vec<String>,
    /// What is tuned.
    pub parameters: Vec<Parameter>,
    /// Where openings come from; iterations take them one after the other.
    #[serde(default)]
    pub openings: Openings,
}

impl Tuning {
    /// A run in `game` with nothing to tune yet.
    pub fn new(game: &str, iterations: u64) -> Tuning {
        Tuning {
            game: game.to_owned(),
            iterations,
            pairs: DEFAULT_PAIRS,
            concurrency: 1,
            seed: 1,
            each: Vec::new(),
            parameters: Vec::new(),
            openings: Openings::default(),
        }
    }

    /// Takes the parameters from the text of a file, one a line; empty lines and those that begin with `#` say nothing. Each
    /// is checked with the player that it is for.
    ///
    /// # Errors
    /// One line with the file, the line and what would be right.
    pub fn read_parameters(&mut self, file: &str, text: &str) -> Result<(), String> {
        let mut parameters: Vec<Parameter> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            let wrong = |reason: String| format!("{file}:{number}: {reason}");
            let parameter: Parameter = line.parse().map_err(wrong)?;
            self.check_parameter(&parameter).map_err(wrong)?;
            if parameters.iter().any(|other| other.name == parameter.name) {
                return Err(wrong(format!("{} is there twice", parameter.name)));
            }
            parameters.push(parameter);
        }
        if parameters.is_empty() {
            return Err(format!(
                "{file}: there is no parameter: lines NAME, int|float, VALUE, MIN, MAX, C_END, R_END are wanted"
            ));
        }
        self.parameters = parameters;
        Ok(())
    }

    /// Checks what both players share, before any parameter is looked at.
    ///
    /// # Errors
    /// One line that says what is wrong and what would be right.
    pub fn check_players(&self) -> Result<(), String> {
        self.check_player(Vec::new())
    }

    /// Checks everything, as for a run whose file anybody may have changed.
    ///
    /// # Errors
    /// One line that says what is wrong and what would be right.
    pub fn check(&self) -> Result<(), String> {
        if !(1..=MOST_ITERATIONS).contains(&self.iterations) {
            return Err(format!("iterations is a number from 1 to {MOST_ITERATIONS}"));
        }
        if !(1..=MOST_PAIRS).contains(&self.pairs) {
            return Err(format!("pairs is a number from 1 to {MOST_PAIRS}"));
        }
        self.check_players()?;
        let lines: Vec<String> = self.parameters.iter().map(Parameter::to_string).collect();
        self.clone().read_parameters("parameters", &lines.join("\n"))
    }

    /// Does a player take every value that the parameter may have?
    fn check_parameter(&self, parameter: &Parameter) -> Result<(), String> {
        let Parameter { is_whole, start, least, most, .. } = *parameter;
        let between = (!is_whole).then_some(least + (most - least) * ODD_SHARE);
        for value in [start, least, most].into_iter().chain(between) {
            self.check_player(vec![parameter.word(value)])?;
        }
        Ok(())
    }

    /// Can a player with these words more play, as far as can be seen before it is started?
    fn check_player(&self, words: Vec<String>) -> Result<(), String> {
        let contest = self.contest([words, Vec::new()], 0)?;
        contest.check()?;
        let variant = Variant::parse(&self.game).map_err(|error| format!("game: {error}"))?;
        variant.visit(ReadWeights(&contest))
    }

    /// The words that set all parameters to these values.
    pub fn words(&self, values: &[f64]) -> Vec<String> {
        self.parameters.iter().zip(values).map(|(parameter, &value)| parameter.word(value)).collect()
    }

    /// The match of one iteration, between players with these words more.
    ///
    /// # Errors
    /// One line that names the word that cannot be read.
    pub(super) fn contest(&self, players: [Vec<String>; 2], seed: u64) -> Result<Config, String> {
        let mut config = Config::new(&self.game);
        config.each = spec(&self.each)?;
        for (name, words) in ["plus", "minus"].into_iter().zip(players) {
            let player = PlayerSpec { name: Some(name.to_owned()), ..spec(&words)? };
            config.engines.push(player);
        }
        config.rounds = self.pairs;
        config.concurrency = self.concurrency;
        config.seed = seed;
        config.openings = self.openings.clone();
        Ok(config)
    }

    /// The usual name of the files: the game and the moment.
    pub fn usual_name(&self) -> PathBuf {
        grenier_arena::usual_name(&Config::new(&self.game))
    }
}

/// Reads the weights of all players of a match.
struct ReadWeights<'a>(&'a Config);

impl Visitor for ReadWeights<'_> {
    type Output = Result<(), String>;

    fn visit<P: Playable>(self, _: P::Rules) -> Result<(), String> {
        self.0.players().into_iter().try_for_each(|player| player.with_weights_read::<P>().map(drop))
    }
}

fn spec(words: &[String]) -> Result<PlayerSpec, String> {
    PlayerSpec::parse(words.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuning() -> Tuning {
        let mut tuning = Tuning::new("kpe", 10);
        tuning.each = ["engine=mcts", "nodes=50"].map(str::to_owned).to_vec();
        tuning
    }

    #[test]
    fn files_are_read_with_comments_and_empty_lines() {
        let mut tuning = tuning();
        let text = "# the tree\r\n\nparam.exploration, float, 0.8, 0.1, 3, 0.1, 0.002\r\n";
        tuning.read_parameters("p.txt", text).unwrap();
        assert_eq!(tuning.words(&[1.5]), ["param.exploration=1.5"]);
        assert_eq!(tuning.check(), Ok(()));
        let text = toml::to_string(&tuning).unwrap();
        assert_eq!(toml::from_str::<Tuning>(&text).unwrap(), tuning);
    }

    #[test]
    fn wrong_lines_are_named_by_file_and_number() {
        let good = "param.exploration, float, 0.8, 0.1, 3, 0.1, 0.002\n";
        for (text, number, part) in [
            ("param.x, float, 0.8, 0.1, 3, 0.1, 0.002".to_owned(), 1, "exploration"),
            ("param.exploration, float, 0.8, 0.1, 11, 0.1, 0.002".to_owned(), 1, "0 to 10"),
            ("param.exploration, float, 0.8, 0.1, 3, 0.1".to_owned(), 1, "7 fields"),
            ("other.exploration, float, 0.8, 0.1, 3, 0.1, 0.1".to_owned(), 1, "param.NAME"),
            (format!("#\n{good}\n{good}"), 4, "twice"),
        ] {
            let error = tuning().read_parameters("p.txt", &text).unwrap_err();
            let place = format!("p.txt:{number}: ");
            assert!(error.starts_with(&place) && error.contains(part), "{text}: {error}");
            assert!(!error.contains('\n'), "{error}");
        }
        let nothing = tuning().read_parameters("p.txt", "# nothing\n").unwrap_err();
        assert!(nothing.contains("no parameter"), "{nothing}");
    }

    #[test]
    fn a_whole_number_of_the_player_is_no_float() {
        let mut tuning = tuning();
        tuning.each[0] = "engine=ab".to_owned();
        let line = |kind: &str| format!("param.ordering, {kind}, 1, 0, 1, 0.5, 0.1");
        let error = tuning.read_parameters("p.txt", &line("float")).unwrap_err();
        assert!(error.contains("whole number"), "{error}");
        assert_eq!(tuning.read_parameters("p.txt", &line("int")), Ok(()));
    }

    #[test]
    fn weights_are_parameters() {
        let mut tuning = tuning();
        let take = "weight.take, int, 10, -50, 50, 2, 0.002";
        let error = tuning.read_parameters("p.txt", take).unwrap_err();
        assert!(error.contains("counts for nothing"), "{error}");
        tuning.each.push("weights=hand-set".to_owned());
        let line = |name: &str, kind: &str| format!("weight.{name}, {kind}, 10, -50, 50, 2, 0.002");
        let error = tuning.read_parameters("p.txt", &line("nonsense", "int")).unwrap_err();
        assert!(error.starts_with("p.txt:1: ") && error.contains("nonsense"), "{error}");
        let error = tuning.read_parameters("p.txt", &line("take", "float")).unwrap_err();
        assert!(error.contains("whole number"), "{error}");
        assert_eq!(tuning.read_parameters("p.txt", &line("take", "int")), Ok(()));
    }

    #[test]
    fn files_that_anybody_may_have_changed_are_checked() {
        let mut good = tuning();
        good.read_parameters("p.txt", "param.exploration, float, 0.8, 0.1, 3, 0.1, 0.002").unwrap();
        let wrong = |change: &dyn Fn(&mut Tuning)| {
            let mut tuning = good.clone();
            change(&mut tuning);
            tuning.check().unwrap_err()
        };
        assert!(wrong(&|tuning| tuning.iterations = 0).contains("iterations"));
        assert!(wrong(&|tuning| tuning.pairs = usize::MAX).contains("pairs"));
        assert!(wrong(&|tuning| tuning.concurrency = 0).contains("concurrency"));
        assert!(wrong(&|tuning| tuning.each.truncate(1)).contains("no limit"));
        assert!(wrong(&|tuning| tuning.each[1] = "nodes".to_owned()).contains("KEY=VALUE"));
        assert!(wrong(&|tuning| tuning.parameters.clear()).contains("no parameter"));
        assert!(wrong(&|tuning| tuning.parameters[0].most = 99.0).contains("0 to 10"));
        assert!(wrong(&|tuning| tuning.parameters.push(tuning.parameters[0].clone())).contains("twice"));
    }
}
