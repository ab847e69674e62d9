//! Who played whom, and how it ended, from the tags of record files. Moves are not looked at.

use grenier_core::notation::clipped;
use grenier_core::record::{RawGame, RecordError, Split, split};

use super::GameScore;

/// The tags of a game that ratings need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameHeaders {
    /// The line on which the game starts, counted from 1.
    pub line: usize,
    /// The first player: `White`, or `South` in OGN.
    pub first: String,
    /// The second player: `Black`, or `North`.
    pub second: String,
    /// The result from the first player's view; `None` if the game is unfinished.
    pub result: Option<GameScore>,
    /// The tag `Round`, if it says something.
    pub round: Option<String>,
    /// The start, if it is not the usual one.
    pub fen: Option<String>,
}

/// Reads the tags of every game of a file, PGN or OGN. A game that cannot be read is an error with line and column; the
/// reading goes on with the next block of tags.
///
/// ```
/// use grenier_arena::stats::{GameScore, headers};
///
/// let file = "[South \"Ama\"]\n[North \"Kofi\"]\n[Result \"26-22\"]\n\n1. F f 26-22\n";
/// let games: Vec<_> = headers(file).collect::<Result<_, _>>()?;
/// assert_eq!((games[0].first.as_str(), games[0].result), ("Ama", Some(GameScore::Win)));
/// # Ok::<(), grenier_core::record::RecordError>(())
/// ```
pub fn headers(text: &str) -> Headers<'_> {
    Headers { rest: text, lines_before: 0, games: Some(split(text)), told: None }
}

/// The games of a file, made by [`headers()`].
#[derive(Clone, Debug)]
pub struct Headers<'a> {
    /// The text from where the reading last began.
    rest: &'a str,
    /// Lines before that.
    lines_before: usize,
    games: Option<Split<'a>>,
    /// The last error.
    told: Option<RecordError>,
}

impl Iterator for Headers<'_> {
    type Item = Result<GameHeaders, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(game) = self.games.as_mut()?.next() else {
                self.games = None;
                return None;
            };
            let error = match game {
                Ok(raw) => return Some(read(&raw, self.lines_before)),
                Err(error) => RecordError { line: error.line + self.lines_before, ..error },
            };
            self.begin_again(error.line - self.lines_before);
            // A block whose first line is wrong is met twice: as the end of what came before, and on its own.
            if self.told.as_ref() != Some(&error) {
                self.told = Some(error.clone());
                return Some(Err(error));
            }
        }
    }
}

impl Headers<'_> {
    /// Begins anew at the first block of tags on or after this line, but not where the reading began before.
    fn begin_again(&mut self, line: usize) {
        self.games = None;
        let (mut at, mut in_tags) = (0, false);
        for (number, text) in (1..).zip(self.rest.split_inclusive('\n')) {
            let is_tag = text.trim_start().starts_with('[');
            if is_tag && !in_tags && number >= line && at > 0 {
                self.rest = &self.rest[at..];
                self.lines_before += number - 1;
                self.games = Some(split(self.rest));
                return;
            }
            // A file may begin with empty lines.
            in_tags = is_tag || at == 0 && text.trim().is_empty();
            at += text.len();
        }
    }
}

fn read(raw: &RawGame<'_>, lines_before: usize) -> Result<GameHeaders, RecordError> {
    let line = raw.line() + lines_before;
    let wrong = |reason: String| RecordError { line, column: 1, reason };
    let player = |pgn: &str, ogn: &str| {
        let name = raw.tag(pgn).or_else(|| raw.tag(ogn)).map(|name| name.trim().to_owned());
        name.filter(|name| !name.is_empty() && name != "?").ok_or_else(|| {
            wrong(format!("the game does not name its player: a tag {pgn} (or {ogn}) is wanted"))
        })
    };
    let (first, second) = (player("White", "South")?, player("Black", "North")?);
    let Some(result) = raw.tag("Result") else {
        return Err(wrong("the game has no tag Result".to_owned()));
    };
    let Some(result) = read_result(result.trim()) else {
        let shown = clipped(&result);
        return Err(wrong(format!(
            "the tag Result says {shown}: 1-0, 0-1, 1/2-1/2, * or a score such as 26-22 is wanted"
        )));
    };
    if first == second && result.is_some() {
        return Err(wrong(format!("{} plays against itself", clipped(&first))));
    }
    let told = |name: &str| raw.tag(name).filter(|value| !["", "?", "-"].contains(&value.trim()));
    Ok(GameHeaders { line, first, second, result, round: told("Round"), fen: told("FEN") })
}

/// `*` is unfinished; two scores are compared; anything else is no result.
fn read_result(text: &str) -> Option<Option<GameScore>> {
    match text {
        "*" => return Some(None),
        "1/2-1/2" => return Some(Some(GameScore::Draw)),
        _ => {}
    }
    let (first, second) = text.split_once('-')?;
    let (first, second): (u32, u32) = (first.parse().ok()?, second.parse().ok()?);
    Some(Some(match first.cmp(&second) {
        std::cmp::Ordering::Less => GameScore::Loss,
        std::cmp::Ordering::Equal => GameScore::Draw,
        std::cmp::Ordering::Greater => GameScore::Win,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(first: &str, second: &str, result: &str) -> String {
        format!(
            "[Game \"kpe\"]\n[White \"{first}\"]\n[Black \"{second}\"]\n[Result \"{result}\"]\n\n1. A a {result}\n\n"
        )
    }

    #[test]
    fn results_of_both_shapes() {
        let ogn = "[Variant \"Oware Abapa\"]\n[Round \"3\"]\n[South \"a\"]\n[North \"b\"]\n[Result \"22-26\"]\n\n1. F f 22-26\n";
        let text = ["1-0", "0-1", "1/2-1/2", "*"].map(|result| game("a", "b", result)).concat() + ogn;
        let games: Vec<GameHeaders> = headers(&text).map(Result::unwrap).collect();
        let results: Vec<Option<GameScore>> = games.iter().map(|game| game.result).collect();
        let [win, draw, loss] = [GameScore::Win, GameScore::Draw, GameScore::Loss].map(Some);
        assert_eq!(results, [win, loss, draw, None, loss]);
        assert_eq!((games[4].round.as_deref(), games[4].first.as_str(), games[4].line), (Some("3"), "a", 29));
    }

    #[test]
    fn what_is_wrong_is_told_and_the_rest_is_read() {
        let broken = [
            ("[White \"a\"]\n[White \"b\"]\n[Result \"*\"]\n\n*\n\n", 2),
            ("[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. A 2x b 1-0\n\n", 5),
            ("[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. A b\n\n", 7),
            ("[White \"a]\n[Black \"b\"]\n\n1-0\n\n", 1),
            ("[White \"a\"]\n[Result \"1-0\"]\n\n1-0\n\n", 1),
            ("[White \"a\"]\n[Black \"b\"]\n[Result \"wins\"]\n\n1-0\n\n", 1),
            ("[White \"a\"]\n[Black \"b\"]\n\n1-0\n\n", 1),
            ("[White \"a\"]\n[Black \"a\"]\n[Result \"1-0\"]\n\n1-0\n\n", 1),
            ("[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n{ no end\n", 0),
        ];
        for (text, line) in broken {
            let good = game("c", "d", "1-0");
            let file = format!("{good}{text}{good}{good}");
            let games: Vec<Result<GameHeaders, RecordError>> = headers(&file).collect();
            let errors: Vec<&RecordError> = games.iter().filter_map(|game| game.as_ref().err()).collect();
            assert_eq!(errors.len(), 1, "{text}: {games:?}");
            if line > 0 {
                assert_eq!(errors[0].line, 7 + line, "{text}: {errors:?}");
                assert_eq!(games.len(), 4, "{text}: {games:?}");
                assert_eq!(games[3].as_ref().unwrap().line, 7 + text.lines().count() + 8);
            }
        }
    }

    #[test]
    fn hostile_texts_end() {
        for text in
            ["", "[", "[[[[", "]", "\n\n[\n[\n\n[\n", "*", "1-0 1-0 *", "[a \"", "\u{feff}[White \"a\"]"]
        {
            assert!(headers(text).count() < 20, "{text}");
        }
    }
}
