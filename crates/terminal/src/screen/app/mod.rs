//! What the screen shows and how keys change it. It knows keys, but no terminal.

mod actions;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use grenier_core::Language;
use grenier_engine::board::Board;
use grenier_engine::json::Analysis;
use grenier_engine::{Ask, Limits};

use crate::command::Command;
use crate::entry;
use crate::model::{Model, Next};
use crate::records::Journal;
use crate::screen::animation::{Animation, Speed};
use crate::screen::input::Input;
use crate::screen::places;
use crate::screen::theme::Theme;
use crate::setup::Table;
use crate::texts::Texts;
use crate::values::value;
use crate::worker::{Task, Told, Worker};

/// The analysis of a position ends after so long: nobody may be looking any more.
const ANALYSIS_TIME: Duration = Duration::from_secs(600);

/// Lines of the analysis.
const LINES: usize = 5;

/// What the screen is busy with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The game.
    Play,
    /// The name of a file is asked for; what is left afterwards.
    File(Option<Leave>),
    /// Whether a file may be replaced.
    Replace(PathBuf, Option<Leave>),
    /// Whether an unsaved game may be left.
    Leave(Leave),
    /// Help or rules lie over the board.
    Overlay {
        /// Help, not the rules.
        is_help: bool,
        /// The first line shown.
        scroll: usize,
    },
}

/// Ways to leave a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// The program ends.
    Quit,
    /// Another game begins.
    New,
}

/// The screen's state.
pub struct App {
    /// The game.
    pub model: Model,
    /// The words.
    pub texts: Texts,
    /// The colours.
    pub theme: Theme,
    /// The engine.
    pub worker: Worker,
    /// What it is busy with.
    pub mode: Mode,
    /// The move that is typed.
    pub input: Input,
    /// The name of a file that is typed.
    pub field: Input,
    /// What there is to say.
    pub message: String,
    /// The best move and what it does, if that was asked for.
    pub hint: Option<String>,
    /// The cursor's place on the board.
    pub cursor: usize,
    /// Places chosen on the board.
    pub picked: Vec<String>,
    /// Is the board turned round?
    pub is_flipped: bool,
    /// Is the analysis shown?
    pub is_analysing: bool,
    /// What moves are worth in this position, and whether that is the last word.
    pub analysis: Option<(Analysis, bool)>,
    /// The move that is being shown.
    pub animation: Option<Animation>,
    /// Why the engine cannot go on.
    pub failure: Option<String>,
    /// Is it all over?
    pub is_done: bool,
    speed: Speed,
    is_hinting: bool,
    journal: Option<Journal>,
    time: Duration,
    seed: u64,
}

impl App {
    /// The screen of a table.
    pub fn new(table: Table, theme: Theme) -> App {
        let Table { model, texts, journal, desk, time, seed, notes } = table;
        App {
            model,
            texts,
            theme,
            worker: Worker::start(desk),
            mode: Mode::Play,
            input: Input::default(),
            field: Input::default(),
            message: notes.join(" "),
            hint: None,
            cursor: 0,
            picked: Vec::new(),
            is_flipped: false,
            is_analysing: false,
            analysis: None,
            animation: None,
            failure: None,
            is_done: false,
            speed: Speed::Normal,
            is_hinting: false,
            journal,
            time,
            seed,
        }
    }

    /// The board at this moment.
    pub fn board(&self) -> &Board {
        self.animation.as_ref().map_or(&self.model.state().board, |animation| &animation.board)
    }

    /// Can a person choose a move now?
    pub fn is_choosing(&self) -> bool {
        self.animation.is_none() && self.model.next() == Next::Person
    }

    /// Is there something that moves by itself?
    pub fn is_moving(&self) -> bool {
        self.animation.is_some() || self.worker.choosing().is_some() || self.worker.is_studying()
    }

    /// The place under the cursor.
    pub fn place(&self) -> String {
        let board = &self.model.state().board;
        let index = self.cursor.min(places::count(board) - 1);
        places::name(board, self.model.game().turn(), index)
    }

    /// The places that can be chosen next.
    pub fn choices(&self) -> Vec<String> {
        entry::picked(&self.model.state().legal, &self.picked).next
    }

    /// The words that complete what is typed.
    pub fn candidates(&self) -> Vec<String> {
        let typed = self.input.text();
        let typed = typed.trim_start();
        let legal = &self.model.state().legal;
        let moves = if self.is_choosing() { entry::candidates(legal, typed) } else { Vec::new() };
        // Nobody who has typed nothing wants a word: the first one would undo.
        if !moves.is_empty() || typed.is_empty() {
            return moves.into_iter().map(str::to_owned).collect();
        }
        let (colon, word) = typed.strip_prefix(':').map_or(("", typed), |word| (":", word));
        let commands = Command::candidates(&word.to_lowercase(), self.texts.is_french());
        commands.into_iter().map(|command| format!("{colon}{command}")).collect()
    }

    /// Goes on to the moment `now`: hears the engine, moves what moves, gives the engine its tasks. Has anything changed?
    pub fn tick(&mut self, now: Instant) -> bool {
        let mut has_changed = false;
        while let Some(told) = self.worker.listen(Duration::ZERO) {
            self.hear(told, now);
            has_changed = true;
        }
        if let Some(animation) = &mut self.animation {
            has_changed |= animation.advance(now);
            if animation.is_over(now) {
                self.animation = None;
                has_changed = true;
            }
        }
        has_changed | self.set_to_work()
    }

    /// Gives the engine its next task, if it has none.
    fn set_to_work(&mut self) -> bool {
        if self.animation.is_some() || self.is_done || self.worker.choosing().is_some() {
            return false;
        }
        match self.model.next() {
            Next::Engine(level) => {
                let task = Task::Choose(level, Limits::time(self.time), self.seed);
                self.worker.begin(self.model.game(), task);
                true
            }
            Next::Person | Next::Held if self.is_analysing && !self.worker.is_studying() => {
                let is_final = self.analysis.as_ref().is_some_and(|(_, is_final)| *is_final);
                if !is_final {
                    self.study(Limits::time(ANALYSIS_TIME), LINES);
                }
                !is_final
            }
            _ => false,
        }
    }

    fn study(&mut self, limits: Limits, multipv: usize) {
        let ask = Ask { limits, multipv, explained: Some(self.texts.0), ..Ask::default() };
        self.worker.begin(self.model.game(), Task::Study(ask));
    }

    fn hear(&mut self, told: Told, now: Instant) {
        match told {
            Told::Progress(analysis) => {
                if !analysis.lines.is_empty() && !self.is_hinting {
                    self.analysis = Some((analysis, false));
                }
            }
            Told::Chosen(Some(chosen)) => match self.model.play_legal(&chosen.mv) {
                Ok(()) => self.changed(true, now),
                Err(reason) => self.rest(reason),
            },
            Told::Chosen(None) => {
                self.model.hold(true);
                self.message = self.texts.interrupted().to_owned();
            }
            Told::Studied(analysis) if self.is_hinting => {
                self.is_hinting = false;
                self.message.clear();
                self.hint = self.hint_of(&analysis);
            }
            Told::Studied(analysis) => self.analysis = Some((analysis, true)),
            Told::Failed(reason) => self.rest(reason),
            Told::Broken => self.fail(self.texts.broken().to_owned()),
        }
    }

    /// Lets the engine rest: what it was to do fails, and would fail again.
    fn rest(&mut self, reason: String) {
        self.message = reason;
        (self.is_analysing, self.is_hinting) = (false, false);
        if matches!(self.model.next(), Next::Engine(_)) {
            self.model.hold(true);
        }
    }

    fn fail(&mut self, reason: String) {
        self.failure = Some(reason);
        self.is_done = true;
    }

    fn hint_of(&self, analysis: &Analysis) -> Option<String> {
        let best = analysis.lines.first()?;
        Some(self.texts.best(&best.mv, &value(best, self.texts), &best.explained.join(", ")))
    }

    /// The position is another one.
    fn changed(&mut self, is_shown: bool, now: Instant) {
        self.worker.cancel();
        (self.analysis, self.is_hinting, self.hint) = (None, false, None);
        self.message.clear();
        self.input.clear();
        self.picked.clear();
        let last = self.model.state().last.as_ref().filter(|_| is_shown);
        self.animation = last.and_then(|last| Animation::of(last, self.speed, now));
        self.record();
    }

    fn record(&mut self) {
        if let Some(journal) = &self.journal
            && let Err(reason) = journal.write(&mut self.model, self.texts)
        {
            self.message = reason;
        }
    }

    /// The lines of help or rules, as wide as a small window allows.
    pub fn overlay(&self, is_help: bool) -> Vec<String> {
        const WIDTH: usize = 76;
        if is_help {
            return self.texts.screen_help().lines().map(str::to_owned).collect();
        }
        let language: Language = self.texts.0;
        let rules = self.model.game().rules(language);
        rules
            .iter()
            .flat_map(|clause| crate::screen::draw::wrapped(clause, WIDTH).into_iter().chain([String::new()]))
            .collect()
    }
}
