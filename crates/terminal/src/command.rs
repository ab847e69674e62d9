//! The words that are no moves.

/// What a word asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take back to a person's turn.
    Undo,
    /// Play what was taken back.
    Redo,
    /// Show the best move.
    Hint,
    /// Show or hide what moves are worth.
    Analyse,
    /// List the legal moves.
    Moves,
    /// Write a record; a file may follow.
    Save,
    /// Show the board.
    Board,
    /// Show the rules.
    Rules,
    /// Turn the board round.
    Flip,
    /// Change the speed of moves shown.
    Speed,
    /// Begin anew.
    New,
    /// Let the engine go on.
    Go,
    /// Show the words.
    Help,
    /// End the program.
    Quit,
}

/// Each command with its words: English, French, short ones. None of them is a move of any game.
const WORDS: [(Command, [&str; 2], &[&str]); 14] = [
    (Command::Undo, ["undo", "annuler"], &["u"]),
    (Command::Redo, ["redo", "refaire"], &[]),
    (Command::Hint, ["hint", "conseil"], &["?"]),
    (Command::Analyse, ["analyse", "analyser"], &["analyze"]),
    (Command::Moves, ["moves", "coups"], &[]),
    (Command::Save, ["save", "enregistrer"], &[]),
    (Command::Board, ["board", "plateau"], &[]),
    (Command::Rules, ["rules", "règles"], &["regles"]),
    (Command::Flip, ["flip", "tourner"], &[]),
    (Command::Speed, ["speed", "vitesse"], &[]),
    (Command::New, ["new", "nouvelle"], &[]),
    (Command::Go, ["go", "continuer"], &[]),
    (Command::Help, ["help", "aide"], &[]),
    (Command::Quit, ["quit", "quitter"], &["q", "exit"]),
];

impl Command {
    /// The command that a line begins with, and what follows its word. A colon may stand before it.
    pub fn parse(line: &str) -> Option<(Command, &str)> {
        let line = line.trim();
        let line = line.strip_prefix(':').unwrap_or(line);
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_lowercase();
        let is_named = |words: &[&str; 2], short: &[&str]| {
            words.contains(&word.as_str()) || short.contains(&word.as_str())
        };
        let found = WORDS.iter().find(|(_, words, short)| is_named(words, short))?;
        Some((found.0, rest.trim()))
    }

    /// The words of a language that begin with `typed`.
    pub fn candidates(typed: &str, is_french: bool) -> Vec<&'static str> {
        let word = |words: &[&'static str; 2]| words[usize::from(is_french)];
        WORDS.iter().map(|(_, words, _)| word(words)).filter(|word| word.starts_with(typed)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_both_languages() {
        for (line, command, rest) in [
            ("undo", Command::Undo, ""),
            ("  :Annuler ", Command::Undo, ""),
            ("save my game.pgn", Command::Save, "my game.pgn"),
            (":enregistrer x", Command::Save, "x"),
            ("RÈGLES", Command::Rules, ""),
            ("?", Command::Hint, ""),
        ] {
            assert_eq!(Command::parse(line), Some((command, rest)), "{line}");
        }
        for line in ["", ":", "A", "a1b1", "pass", "undo2", "é"] {
            assert_eq!(Command::parse(line), None, "{line}");
        }
        assert_eq!(Command::candidates("an", true), ["annuler", "analyser"]);
        assert_eq!(Command::candidates("re", false), ["redo"]);
    }
}
