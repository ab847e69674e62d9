//! A match while it runs: live figures on a terminal, plain lines in a pipe, the report at the end.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use grenier_arena::{Config, Ending, Event, Journal, Match, Outcome, Played, make_player};
use grenier_engine::json::SCHEMA;
use grenier_engine::{Playable, Visitor};
use serde::Serialize;

use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::position::variant;
use crate::progress::Progress;
use crate::report_match;

/// Everything that a match needs to run.
pub struct Contest {
    /// What is played.
    pub config: Config,
    /// The name of the files.
    pub name: PathBuf,
    /// The journal and the games that were played before, if the match goes on.
    pub begun: Option<(Journal, Vec<Played>)>,
    /// Draw charts at the end?
    pub svg: bool,
}

/// Time between two lines of figures in a pipe.
pub const LINE_EVERY: Duration = Duration::from_secs(10);

/// Goes on with the match of these files.
pub fn resume(name: PathBuf, svg: bool, output: &mut Output) -> Result<(), Failure> {
    let (journal, config, before) = Journal::resume(&name).map_err(Failure::Data)?;
    Contest { config, name, begun: Some((journal, before)), svg }.run(output)
}

impl Contest {
    /// Plays the match to its end, and reports.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let variant = variant(&self.config.game)?;
        variant.visit(Play { contest: self, output })
    }
}

struct Play<'a> {
    contest: Contest,
    output: &'a mut Output,
}

impl Visitor for Play<'_> {
    type Output = Result<(), Failure>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Result<(), Failure> {
        let Play { contest, output } = self;
        let Contest { config, name, begun, svg } = contest;
        let make = |spec: &_| make_player::<P>(spec);
        let stop = interrupt::flag();
        interrupt::last_words(hint(&name));
        let the_match = Match::<P>::new(&config, rules, &make, stop).map_err(Failure::Data)?;
        // Nothing is written before everything that can be checked is.
        let (mut journal, before) = match begun {
            Some(begun) => begun,
            None => (Journal::create(&name, &config).map_err(Failure::Data)?, Vec::new()),
        };
        let mut live = Live::new(output, the_match.known_games());
        let mut history = Vec::new();
        let outcome = the_match
            .run(&mut journal, before, &mut |event| {
                if let Event::Game(_, standing) = &event {
                    history.push(report_match::point(standing));
                }
                live.tell(&event);
            })
            .map_err(|reason| {
                eprintln!("{}", hint(&name));
                Failure::Data(reason)
            })?;
        live.end();
        for path in if svg { report_match::draw(&name, &outcome, &history)? } else { Vec::new() } {
            eprintln!("drawn: {}", path.display());
        }
        finish(&outcome, &name, output)
    }
}

/// What resumes the match.
fn hint(name: &Path) -> String {
    format!("to go on: grenier match --resume {}", shell_word(&name.display().to_string()))
}

/// A word as a shell reads it back.
pub fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:,=@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[derive(Serialize)]
struct OutcomeJson<'a> {
    schema: u32,
    name: String,
    ending: &'static str,
    resume: Option<String>,
    #[serde(flatten)]
    report: report_match::Summary<'a>,
}

/// Prints the report, where the files are, and what resumes the match.
fn finish(outcome: &Outcome, name: &Path, output: &mut Output) -> Result<(), Failure> {
    let (word, is_open) = match &outcome.ending {
        Ending::Finished => ("finished", false),
        Ending::Decided => ("decided", false),
        Ending::Interrupted => ("interrupted", true),
        Ending::Broken(_) => ("broken", true),
    };
    let summary = report_match::Summary::new(&outcome.standing);
    if output.is_json() {
        let resume = is_open.then(|| hint(name).trim_start_matches("to go on: ").to_owned());
        let name = name.display().to_string();
        output.object(&OutcomeJson { schema: SCHEMA, name, ending: word, resume, report: summary })?;
    } else {
        output.line(report_match::text(&outcome.standing))?;
        output.line(format!("files: {}", files(name)))?;
    }
    output.flush()?;
    if let Ending::Broken(reason) = &outcome.ending {
        eprintln!("grenier: an engine broke down: {reason} (--recover goes on with a new one)");
    }
    // A finished match plays nothing more when it is resumed, but prints its report again.
    eprintln!("{}", hint(name));
    if is_open { Err(Failure::Told) } else { Ok(()) }
}

/// The files of the match that are there: `test.toml .jsonl .pgn .ogn`.
fn files(name: &Path) -> String {
    let exists = |ending: &&str| Path::new(&format!("{}.{ending}", name.display())).exists();
    let endings: Vec<&str> = ["toml", "jsonl", "pgn", "ogn"].into_iter().filter(exists).collect();
    format!("{}.{}", name.display(), endings.join(" ."))
}

/// The figures while the match runs.
struct Live<'a> {
    output: &'a mut Output,
    progress: Progress,
    known: usize,
    /// Games that were there at the start, which say nothing of the speed.
    resumed: u64,
    last_line: Instant,
}

impl Live<'_> {
    fn new(output: &mut Output, known: usize) -> Live<'_> {
        Live { output, progress: Progress::start_table(), known, resumed: 0, last_line: Instant::now() }
    }

    fn tell(&mut self, event: &Event<'_>) {
        match event {
            Event::Resumed(games) => {
                self.resumed = *games as u64;
                eprintln!("resumed with {games} finished games");
            }
            Event::Game(_, standing) => {
                let line = || report_match::line(standing, self.known, self.resumed);
                if self.progress.is_shown() {
                    self.progress.show(|| format!("{}\n{}", line(), report_match::live_table(standing)));
                } else if !self.output.is_json() && self.last_line.elapsed() >= LINE_EVERY {
                    eprintln!("{}", line());
                    self.last_line = Instant::now();
                }
            }
        }
    }

    fn end(self) {
        self.progress.end();
    }
}
