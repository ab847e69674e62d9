//! A game under way as the players at the terminal have it: with undo and redo, and who sits where.
//!
//! Nothing here knows of screens, threads or files.

use grenier_core::{Language, Player};
use grenier_engine::board::Side;
use grenier_engine::{AnyGame, Heading, State};

use crate::Seat;
use crate::entry::{self, NoMove};

/// Whose doing the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A person's.
    Person,
    /// The engine's, at a level.
    Engine(grenier_engine::Level),
    /// The engine is to move, but has been told to wait.
    Held,
    /// Nobody's: the game is over.
    Over,
}

/// A game under way.
pub struct Model {
    game: AnyGame,
    /// The moves played, and behind them those that were taken back and can be played again.
    line: Vec<String>,
    /// Who was to move before each move of the line.
    turns: Vec<Player>,
    seats: [Seat; 2],
    language: Language,
    state: State,
    is_held: bool,
    /// The moves when the game was last saved.
    saved: Vec<String>,
}

impl Model {
    /// The game `game`, played by `seats`, told in `language`.
    pub fn new(game: AnyGame, seats: [Seat; 2], language: Language) -> Model {
        let line = game.moves();
        let turns = (0..line.len()).map(|ply| game.at(ply).turn()).collect();
        let state = game.state(language);
        let saved = line.clone();
        Model { game, line, turns, seats, language, state, is_held: false, saved }
    }

    /// The game itself.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Everything there is to see.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Who plays first and second.
    pub fn seats(&self) -> [Seat; 2] {
        self.seats
    }

    /// The moves played, each with its player.
    pub fn moves(&self) -> impl Iterator<Item = (Player, &str)> {
        self.turns.iter().copied().zip(self.line.iter().map(String::as_str)).take(self.game.ply())
    }

    /// What the game waits for.
    pub fn next(&self) -> Next {
        match self.seats[self.game.turn().index()] {
            _ if self.state.result.is_some() => Next::Over,
            Seat::Person => Next::Person,
            Seat::Level(_) if self.is_held => Next::Held,
            Seat::Level(level) => Next::Engine(level),
        }
    }

    /// Has the engine wait, or go on.
    pub fn hold(&mut self, is_held: bool) {
        self.is_held = is_held;
    }

    /// Plays what `typed` means, and gives the move.
    ///
    /// # Errors
    /// [`NoMove`] if it means none or several; the game is then unchanged.
    pub fn play(&mut self, typed: &str) -> Result<String, NoMove> {
        let mv = entry::find(&self.state.legal, typed)?.mv.clone();
        self.play_legal(&mv).map_err(|_| NoMove::Unknown)?;
        Ok(mv)
    }

    /// Plays a move as the engine writes it.
    ///
    /// # Errors
    /// Why it is not legal.
    pub fn play_legal(&mut self, mv: &str) -> Result<(), String> {
        let (turn, ply) = (self.game.turn(), self.game.ply());
        self.game.play(mv)?;
        if self.line.get(ply).is_none_or(|known| known != mv) {
            self.line.truncate(ply);
            self.turns.truncate(ply);
            self.line.push(mv.to_owned());
            self.turns.push(turn);
        }
        self.tell();
        Ok(())
    }

    /// Takes moves back until a person can choose again; a single one if no person plays. Is there anything to take back?
    pub fn undo(&mut self) -> bool {
        let ply = self.game.ply();
        let target = (0..ply).rev().find(|&ply| self.is_choice(ply));
        target.is_some_and(|target| self.go_to(target))
    }

    /// Plays moves that were taken back, until a person can choose again or all are there. Are there any?
    pub fn redo(&mut self) -> bool {
        let (ply, last) = (self.game.ply(), self.line.len());
        let target = (ply + 1..=last).find(|&ply| ply == last || self.is_choice(ply));
        target.is_some_and(|target| self.go_to(target))
    }

    /// Is it somebody's choice how to go on after `ply` moves of the line?
    fn is_choice(&self, ply: usize) -> bool {
        let has_person = self.seats.contains(&Seat::Person);
        self.turns.get(ply).is_some_and(|turn| !has_person || self.seats[turn.index()] == Seat::Person)
    }

    fn go_to(&mut self, ply: usize) -> bool {
        let now = self.game.ply();
        if ply < now {
            self.game = self.game.at(ply);
        }
        for mv in &self.line[now.min(ply)..ply] {
            self.game.play(mv).expect("the moves of the line were played before");
        }
        // An engine that plays itself would at once undo the undoing.
        self.is_held = !self.seats.contains(&Seat::Person);
        self.tell();
        true
    }

    /// Begins anew where the game began.
    pub fn restart(&mut self) {
        *self = Model::new(self.game.at(0), self.seats, self.language);
    }

    /// Is there something of the game that no file has?
    pub fn is_unsaved(&self) -> bool {
        self.game.ply() > 0 && self.saved != self.state.moves
    }

    /// Notes that a file has the game.
    pub fn mark_saved(&mut self) {
        self.saved = self.state.moves.clone();
    }

    /// The tags of the game's record.
    pub fn heading(&self) -> Heading {
        let name = |seat| match seat {
            Seat::Person => "Person".to_owned(),
            Seat::Level(level) => format!("Grenier, level {level}"),
        };
        let [first, second] = self.seats.map(name);
        let tags = vec![("White".to_owned(), first), ("Black".to_owned(), second)];
        Heading { tags, result: None }
    }

    fn tell(&mut self) {
        self.state = self.game.state(self.language);
    }
}

/// A player as the board names him.
pub const fn player(side: Side) -> Player {
    match side {
        Side::First => Player::First,
        Side::Second => Player::Second,
    }
}

#[cfg(test)]
mod tests;
