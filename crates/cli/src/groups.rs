//! Options that take several `key=value` words, as fastchess has them: `--engine name=a engine=ab nodes=2000`.

use std::str::FromStr;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use grenier_arena::stats::Model;
use grenier_arena::{Config, DrawRule, Openings, Order, PlayerSpec, ResignRule, SprtRule};

use crate::failure::Failure;

/// The options, each with the words of every time that it was given.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    engines: Vec<Vec<String>>,
    each: Vec<Vec<String>>,
    openings: Vec<Vec<String>>,
    draw: Vec<Vec<String>>,
    resign: Vec<Vec<String>>,
    sprt: Vec<Vec<String>>,
}

/// Name, words and help of each option.
const OPTIONS: [(&str, &str, &str); 6] = [
    (
        "engine",
        "KEY=VALUE",
        "A player: name= engine=own|ab|mcts|random|greedy level=1..8 nodes= depth= st= tc=moves/seconds+increment hash= \
         threads= tables=none|usual|DIR timemargin=MS param.NAME=VALUE (`grenier params` lists the names) \
         weights=shipped|hand-set|material|FILE weight.NAME=INTEGER (`grenier weights` lists the names), or a foreign \
         one: cmd= dir= proto=ugi|aalina option.NAME= patience=S; give it twice or more",
    ),
    ("each", "KEY=VALUE", "What holds for all players that say nothing else; the keys are those of --engine"),
    ("openings", "KEY=VALUE", "file= order=sequential|random start=N [default: the game's own openings]"),
    ("draw", "KEY=VALUE", "Adjudicate draws: movenumber=PLIES movecount=N score=HUNDREDTHS"),
    ("resign", "KEY=VALUE", "Let players resign: movecount=N score=HUNDREDTHS [twosided=true]"),
    (
        "sprt",
        "KEY=VALUE",
        "End by a sequential test: elo0= elo1= [alpha=0.05] [beta=0.05] [model=normalized|logistic]",
    ),
];

impl Args for Groups {
    fn augment_args(command: Command) -> Command {
        OPTIONS.iter().fold(command, |command, &(name, value, help)| {
            command.arg(
                Arg::new(name)
                    .long(name)
                    .value_name(value)
                    .help(help)
                    .num_args(1..)
                    .action(ArgAction::Append),
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Groups::augment_args(command)
    }
}

impl FromArgMatches for Groups {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Groups, Error> {
        let mut groups = Groups::default();
        groups.update_from_arg_matches(matches)?;
        Ok(groups)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let read = |name: &str| {
            let occurrences = matches.get_occurrences::<String>(name).into_iter().flatten();
            occurrences.map(|words| words.cloned().collect()).collect()
        };
        self.engines = read("engine");
        self.each = read("each");
        self.openings = read("openings");
        self.draw = read("draw");
        self.resign = read("resign");
        self.sprt = read("sprt");
        Ok(())
    }
}

impl Groups {
    /// Puts the options into a configuration.
    pub fn fill(&self, config: &mut Config) -> Result<(), Failure> {
        let player = |words: &Vec<String>, option: &str| {
            PlayerSpec::parse(words.iter().map(String::as_str))
                .map_err(|reason| Failure::Usage(format!("--{option}: {reason}")))
        };
        for words in &self.engines {
            config.engines.push(player(words, "engine")?);
        }
        for words in &self.each {
            config.each = player(words, "each")?.or(&config.each);
        }
        for words in &self.openings {
            fill_openings(&mut config.openings, words)?;
        }
        if let Some(words) = self.draw.last() {
            let mut keys = Keys::new("draw", words)?;
            config.draw = Some(DrawRule {
                movenumber: keys.take_or("movenumber", 0)?,
                movecount: keys.take("movecount")?,
                score: keys.take("score")?,
            });
            keys.finish("movenumber, movecount, score")?;
        }
        if let Some(words) = self.resign.last() {
            let mut keys = Keys::new("resign", words)?;
            config.resign = Some(ResignRule {
                movecount: keys.take("movecount")?,
                score: keys.take("score")?,
                twosided: keys.take_or("twosided", false)?,
            });
            keys.finish("movecount, score, twosided")?;
        }
        if let Some(words) = self.sprt.last() {
            config.sprt = Some(sprt(words)?);
        }
        Ok(())
    }
}

/// Puts the words of one `--openings` into a configuration.
pub fn fill_openings(openings: &mut Openings, words: &[String]) -> Result<(), Failure> {
    let mut keys = Keys::new("openings", words)?;
    if let Some(file) = keys.optional::<String>("file")? {
        openings.file = Some(file.into());
    }
    match keys.optional::<String>("order")?.as_deref() {
        None => {}
        Some("sequential") => openings.order = Order::Sequential,
        Some("random") => openings.order = Order::Random,
        Some(_) => {
            return Err(Failure::Usage("--openings: order=sequential or order=random is wanted".into()));
        }
    }
    if let Some(start) = keys.optional("start")? {
        openings.start = Some(start);
    }
    keys.finish("file, order, start")
}

fn sprt(words: &[String]) -> Result<SprtRule, Failure> {
    let mut keys = Keys::new("sprt", words)?;
    let rule = SprtRule {
        elo0: keys.take("elo0")?,
        elo1: keys.take("elo1")?,
        alpha: keys.take_or("alpha", 0.05)?,
        beta: keys.take_or("beta", 0.05)?,
        model: keys.take_or("model", Model::default())?,
    };
    keys.finish("elo0, elo1, alpha, beta, model")?;
    Ok(rule)
}

/// The words of one option.
struct Keys<'a> {
    option: &'static str,
    words: Vec<(&'a str, &'a str)>,
}

impl<'a> Keys<'a> {
    fn new(option: &'static str, words: &'a [String]) -> Result<Keys<'a>, Failure> {
        let split = |word: &'a String| {
            word.split_once('=')
                .ok_or_else(|| Failure::Usage(format!("--{option}: \"{word}\" is no KEY=VALUE")))
        };
        Ok(Keys { option, words: words.iter().map(split).collect::<Result<_, _>>()? })
    }

    fn optional<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, Failure> {
        let Some(at) = self.words.iter().position(|(name, _)| *name == key) else { return Ok(None) };
        let (_, value) = self.words.remove(at);
        let wrong = || Failure::Usage(format!("--{}: {key}={value} cannot be read", self.option));
        value.parse().map(Some).map_err(|_| wrong())
    }

    fn take<T: FromStr>(&mut self, key: &str) -> Result<T, Failure> {
        self.optional(key)?.ok_or_else(|| Failure::Usage(format!("--{}: {key}= is missing", self.option)))
    }

    fn take_or<T: FromStr>(&mut self, key: &str, default: T) -> Result<T, Failure> {
        Ok(self.optional(key)?.unwrap_or(default))
    }

    fn finish(self, known: &str) -> Result<(), Failure> {
        match self.words.first() {
            None => Ok(()),
            Some((key, _)) => {
                Err(Failure::Usage(format!("--{}: {key}= is not known: {known} are", self.option)))
            }
        }
    }
}
