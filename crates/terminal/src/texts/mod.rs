//! All words of the two faces, in English and French.
//!
//! What the engine itself says (explanations, results, rules) comes from it in the same language; only its reasons for
//! refusing a move are English, so that French has a sentence of its own for them.

mod help;
mod screen;

use grenier_core::{Language, Player};

use crate::Seat;
use crate::entry::NoMove;
use crate::model::Model;
use crate::setup::printable;

/// The words of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texts(pub Language);

/// So many moves are all named: those of a row of pits. Of more only a few are.
const MOST_NAMED: usize = 6;
const FEW_NAMED: usize = 4;

impl Texts {
    /// Is it French?
    pub fn is_french(self) -> bool {
        self.0 == Language::French
    }

    /// The one of two texts that is in this language.
    pub fn of<'a>(self, english: &'a str, french: &'a str) -> &'a str {
        if self.is_french() { french } else { english }
    }

    /// What a player is called.
    pub fn player(self, model: &Model, player: Player) -> &'static str {
        match (self.is_french(), model.state().players[player.index()]) {
            (true, "South") => "Sud",
            (true, "North") => "Nord",
            (_, name) => name,
        }
    }

    /// Who sits there.
    pub fn seat(self, seat: Seat) -> String {
        match seat {
            Seat::Person => self.of("person", "personne").to_owned(),
            Seat::Level(level) => format!("{} {level}", self.of("level", "niveau")),
        }
    }

    /// The game's name, as its rules begin.
    pub fn title(self, model: &Model) -> String {
        let rules = model.game().rules(self.0);
        let name = rules[0].split(':').next().unwrap_or_default().trim().to_owned();
        match model.game().variant().split_once(':') {
            Some((_, preset)) => format!("{name} ({preset})"),
            None => name,
        }
    }

    /// Why something typed is no move; `refusal` is the engine's reason.
    pub fn no_move(self, model: &Model, typed: &str, wrong: &NoMove) -> String {
        let shown = printable(typed);
        match wrong {
            NoMove::Several(moves) => {
                let moves = self.some(moves.iter().map(String::as_str), moves.len());
                if self.is_french() {
                    format!("{shown} peut désigner plusieurs coups : {moves}")
                } else {
                    format!("{shown} may mean several moves: {moves}")
                }
            }
            NoMove::Unknown if self.is_french() => {
                format!("{shown} n’est pas un coup permis ici. {}", self.legal(model))
            }
            NoMove::Unknown => {
                let reason =
                    model.game().check(typed.trim()).err().filter(|reason| !reason.contains("legal:"));
                let reason = reason.unwrap_or_else(|| format!("{shown} is no legal move"));
                format!("{}. {}", reason.trim_end_matches('.'), self.legal(model))
            }
        }
    }

    /// The legal moves, as many as can be named.
    pub fn legal(self, model: &Model) -> String {
        let legal = &model.state().legal;
        let moves = self.some(legal.iter().map(|mv| mv.mv.as_str()), legal.len());
        format!("{}{moves}", self.of("Legal: ", "Coups permis : "))
    }

    fn some<'a>(self, moves: impl Iterator<Item = &'a str>, count: usize) -> String {
        let most = if count <= MOST_NAMED { count } else { FEW_NAMED };
        let named: Vec<&str> = moves.take(most).collect();
        let more = count - named.len();
        let rest = match (more, self.is_french()) {
            (0, _) => String::new(),
            (_, false) => format!(" and {more} more"),
            (_, true) => format!(" et {more} autres"),
        };
        format!("{}{rest}", named.join(" "))
    }

    /// A move that was just played: `South: C, takes 2`.
    pub fn played(self, model: &Model) -> Option<String> {
        let last = model.state().last.as_ref()?;
        let player = crate::model::player(last.player);
        let (name, seat) = (self.player(model, player), self.seat(model.seats()[player.index()]));
        let colon = self.of(":", " :");
        Some(format!("{name} ({seat}){colon} {} — {}", last.mv, last.explained.join(", ")))
    }

    /// Whose move it is, or how the game ended.
    pub fn turn(self, model: &Model) -> String {
        if let Some(result) = &model.state().result {
            return format!("{}{}", self.of("The game is over: ", "La partie est finie : "), result.text);
        }
        let name = self.player(model, model.game().turn());
        let often = match (model.state().occurrences, self.is_french()) {
            (0 | 1, _) => String::new(),
            (count, false) => format!(" (this position for the {} time)", ordinal(count)),
            (count, true) => format!(" (position vue {count} fois)"),
        };
        if self.is_french() { format!("À {name} de jouer{often}") } else { format!("{name} to move{often}") }
    }

    /// A game that goes on from a file.
    pub fn continued(self, ply: usize) -> String {
        if self.is_french() {
            format!("La partie du fichier continue ; coups joués : {ply}.")
        } else {
            format!("The game in the file goes on; moves played: {ply}.")
        }
    }

    /// There is nothing to take back.
    pub fn no_undo(self) -> &'static str {
        self.of("There is no move of yours to take back.", "Il n’y a aucun coup de votre part à reprendre.")
    }

    /// There is nothing to play again.
    pub fn no_redo(self) -> &'static str {
        self.of("There is no move to play again.", "Il n’y a aucun coup à rejouer.")
    }

    /// The game is over, and something needs one that is not.
    pub fn is_over(self) -> &'static str {
        self.of(
            "The game is over; undo takes a move back, new begins another.",
            "La partie est finie ; annuler reprend un coup, nouvelle en commence une autre.",
        )
    }

    /// The engine waits until it is told to go on.
    pub fn is_held(self) -> &'static str {
        self.of("The engine waits; go lets it move.", "Le moteur attend ; continuer le fait jouer.")
    }

    /// It is a person's turn, and not the engine's.
    pub fn not_held(self) -> &'static str {
        self.of("The engine is not waiting.", "Le moteur n’attend pas.")
    }

    /// The engine's thread has died.
    pub fn broken(self) -> &'static str {
        self.of("the engine has broken down", "le moteur est en panne")
    }

    /// A file was written.
    pub fn saved(self, path: &str) -> String {
        if self.is_french() { format!("Partie enregistrée : {path}") } else { format!("Saved: {path}") }
    }

    /// A file could not be written; the game is unharmed.
    pub fn not_saved(self, path: &str, reason: &str) -> String {
        if self.is_french() {
            format!("Rien n’est enregistré : {path} : {reason}")
        } else {
            format!("Nothing is saved: {path}: {reason}")
        }
    }

    /// A file is there already.
    pub fn exists(self, path: &str) -> String {
        if self.is_french() {
            format!("{path} existe déjà. Faut-il le remplacer ? (oui/non)")
        } else {
            format!("{path} is there already. Replace it? (yes/no)")
        }
    }

    /// The file was left alone.
    pub fn left_alone(self) -> &'static str {
        self.of("The file was left as it is.", "Le fichier est resté tel quel.")
    }

    /// The name of a file is wanted.
    pub fn wants_file(self) -> &'static str {
        self.of(
            "save wants a file name: save game.pgn",
            "enregistrer demande un nom de fichier : enregistrer partie.pgn",
        )
    }

    /// The game has no records with this ending.
    pub fn no_such_form(self, ending: &str) -> String {
        if self.is_french() {
            format!("ce jeu ne s’écrit pas en .{ending} : .pgn convient")
        } else {
            format!("this game is not written as .{ending}: .pgn is right")
        }
    }

    /// Does an answer say yes? `None` if it says neither yes nor no.
    pub fn yes(self, answer: &str) -> Option<bool> {
        match answer.trim().to_lowercase().as_str() {
            "y" | "yes" | "o" | "oui" => Some(true),
            "n" | "no" | "non" | "" => Some(false),
            _ => None,
        }
    }
}

fn ordinal(count: usize) -> String {
    match count {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        other => format!("{other}th"),
    }
}
