//! Two players' games put together in pairs: same opening, swapped colours.

use std::collections::HashMap;

use super::{GameHeaders, GameScore, Pentanomial, Trinomial};

/// All games of two players, from the view of the one who began the first game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The player whose view is taken, and the other.
    pub players: [String; 2],
    /// All finished games.
    pub results: Trinomial,
    /// The pairs among them.
    pub pairs: Pentanomial,
    /// Games without a partner.
    pub unpaired: u64,
}

/// Puts the finished games of exactly two players in pairs; `None` if there are more players, or fewer.
///
/// `files` are the games in their order, file by file. Partners are two games with swapped colours and the same start
/// (tag `FEN`): first those of a file with the same tag `Round`, in their order, then neighbours among the rest.
pub fn meeting(files: &[Vec<GameHeaders>]) -> Option<Meeting> {
    let finished = |game: &&GameHeaders| game.result.is_some();
    let begin = files.iter().flatten().find(finished)?;
    let players = [begin.first.clone(), begin.second.clone()];
    let mut meeting =
        Meeting { players, results: Trinomial::default(), pairs: Pentanomial::default(), unpaired: 0 };
    for file in files {
        let mut games = Vec::new();
        for game in file.iter().filter(finished) {
            games.push(meeting.seen(game)?);
        }
        games.iter().for_each(|game| meeting.results.add(game.score));
        meeting.pair(&games);
    }
    Some(meeting)
}

/// A game as one player sees it.
struct Seen<'a> {
    began: bool,
    score: GameScore,
    round: Option<&'a str>,
    fen: Option<&'a str>,
}

impl Meeting {
    fn seen<'a>(&self, game: &'a GameHeaders) -> Option<Seen<'a>> {
        let [one, other] = &self.players;
        let began = game.first == *one && game.second == *other;
        let answered = game.first == *other && game.second == *one;
        if !began && !answered {
            return None;
        }
        let score = game.result?;
        let score = if began { score } else { score.mirrored() };
        Some(Seen { began, score, round: game.round.as_deref(), fen: game.fen.as_deref() })
    }

    fn pair(&mut self, games: &[Seen<'_>]) {
        let mut waiting: HashMap<_, Vec<usize>> = HashMap::new();
        let mut has_partner = vec![false; games.len()];
        for (at, game) in games.iter().enumerate().filter(|(_, game)| game.round.is_some()) {
            let alone = waiting.entry((game.round, game.fen)).or_default();
            match alone.iter().position(|&other| games[other].began != game.began) {
                Some(place) => {
                    let other = alone.remove(place);
                    (has_partner[at], has_partner[other]) = (true, true);
                    self.pairs.add(games[other].score, game.score);
                }
                None => alone.push(at),
            }
        }
        let mut rest =
            games.iter().zip(has_partner).filter(|(_, has_one)| !has_one).map(|(game, _)| game).peekable();
        while let Some(game) = rest.next() {
            match rest.next_if(|next| next.began != game.began && next.fen == game.fen) {
                Some(next) => self.pairs.add(game.score, next.score),
                None => self.unpaired += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> GameHeaders {
        let words: Vec<&str> = text.split(' ').collect();
        let result = match words[2] {
            "1" => Some(GameScore::Win),
            "0" => Some(GameScore::Loss),
            "=" => Some(GameScore::Draw),
            _ => None,
        };
        let told = |word: &str| (word != "-").then(|| word.to_owned());
        let (first, second) = (words[0].to_owned(), words[1].to_owned());
        GameHeaders { line: 1, first, second, result, round: told(words[3]), fen: told(words[4]) }
    }

    fn met(games: &[&str]) -> Option<Meeting> {
        meeting(&[games.iter().map(|text| game(text)).collect()])
    }

    #[test]
    fn rounds_make_pairs_in_any_order() {
        let games = ["a b 1 1 x", "a b = 2 y", "b a 0 1 x", "b a = 2 y", "a b 0 3 z", "b a * 3 z"];
        let meeting = met(&games).unwrap();
        assert_eq!(meeting.pairs, Pentanomial([0, 0, 1, 0, 1]));
        assert_eq!(meeting.results, Trinomial { wins: 2, losses: 1, draws: 2 });
        assert_eq!((meeting.unpaired, &*meeting.players[0]), (1, "a"));
    }

    #[test]
    fn neighbours_make_pairs_without_rounds() {
        let games = ["a b 1 - x", "b a 1 - x", "a b 1 - x", "a b 0 - y", "b a 1 - y", "b a 1 - z"];
        let meeting = met(&games).unwrap();
        assert_eq!((meeting.pairs, meeting.unpaired), (Pentanomial([1, 0, 1, 0, 0]), 2));
        // Every game is a round of its own in some records.
        assert_eq!(met(&["a b 1 1 -", "b a 0 2 -"]).unwrap().pairs, Pentanomial([0, 0, 0, 0, 1]));
    }

    #[test]
    fn three_players_do_not_meet() {
        assert_eq!(met(&["a b 1 1 -", "b c 0 1 -"]), None);
        assert_eq!(met(&["a b * 1 -"]), None);
        assert_eq!(met(&[]), None);
    }

    #[test]
    fn rounds_of_two_files_are_not_mixed() {
        let one = vec![game("a b 1 1 x"), game("b a 1 1 x")];
        let meeting = meeting(&[one.clone(), one]).unwrap();
        assert_eq!(meeting.pairs, Pentanomial([0, 0, 2, 0, 0]));
    }
}
