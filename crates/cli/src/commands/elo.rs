//! `grenier elo`: ratings from record files.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use grenier_arena::stats::{
    self, GameHeaders, MatchReport, Meeting, RatedPlayer, RatingList, Results, headers,
};
use grenier_engine::json::SCHEMA;
use serde::Serialize;

use crate::failure::Failure;
use crate::files;
use crate::output::Output;

/// Rate the players of record files: Elo with error bars, by maximum likelihood over all games.
///
/// Only tags are read: White, Black (or South, North) and Result. Unfinished games are skipped and counted. If there are
/// just two players and their games are in pairs, with swapped colours and the same Round or the same start, the
/// statistics of pairs follow. Example: grenier elo games.pgn --anchor random=0
#[derive(Debug, Args)]
pub struct Elo {
    /// Files of records, in PGN's shape or OGN; - is the standard input.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Give a player this rating [default: the mean is 0].
    #[arg(long, value_name = "NAME=ELO")]
    anchor: Option<Anchor>,
}

#[derive(Clone, Debug)]
struct Anchor(stats::Anchor);

impl FromStr for Anchor {
    type Err = String;

    fn from_str(text: &str) -> Result<Anchor, String> {
        let (name, elo) = text.rsplit_once('=').ok_or("NAME=ELO is wanted, such as random=0")?;
        let elo: f64 = elo.trim().parse().ok().filter(|elo: &f64| elo.is_finite()).ok_or_else(|| {
            format!("\"{}\" is no rating: NAME=ELO is wanted, such as random=0", elo.escape_debug())
        })?;
        Ok(Anchor(stats::Anchor { name: name.trim().to_owned(), elo }))
    }
}

#[derive(Serialize)]
struct EloJson {
    schema: u32,
    #[serde(flatten)]
    list: RatingList,
    /// Unfinished games.
    skipped: usize,
    /// Games that could not be read, and files.
    wrong: usize,
    pairs: Option<PairsJson>,
}

#[derive(Serialize)]
struct PairsJson {
    players: [String; 2],
    unpaired: u64,
    #[serde(flatten)]
    report: MatchReport,
}

/// What the files hold.
#[derive(Default)]
struct Games {
    files: Vec<Vec<GameHeaders>>,
    results: Results,
    skipped: usize,
    wrong: usize,
}

impl Elo {
    /// Rates them.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let mut games = Games::default();
        if self.files.is_empty() {
            if io::stdin().is_terminal() {
                let usage = "which games shall be rated? Name a FILE, or pipe records in";
                return Err(Failure::Usage(usage.to_owned()));
            }
            games.read(Path::new("-"));
        }
        self.files.iter().for_each(|file| games.read(file));
        let anchor = self.anchor.map(|anchor| anchor.0);
        let list = RatingList::new(&games.results, anchor.as_ref()).map_err(|error| {
            let Games { skipped, wrong, .. } = games;
            Failure::data(format!("{error} ({skipped} unfinished, {wrong} could not be read)"))
        })?;
        let meeting = stats::meeting(&games.files).filter(|meeting| meeting.pairs.pairs() > 0);
        if output.is_json() {
            let pairs = meeting.map(|meeting| PairsJson {
                report: report(&meeting),
                unpaired: meeting.unpaired,
                players: meeting.players,
            });
            let Games { skipped, wrong, .. } = games;
            output.object(&EloJson { schema: SCHEMA, list, skipped, wrong, pairs })?;
        } else {
            table(&list, output)?;
            remarks(&list, games.skipped, output)?;
            if let Some(meeting) = meeting {
                pairs(&meeting, output)?;
            }
        }
        output.flush()?;
        if games.wrong > 0 {
            eprintln!("grenier: {} could not be read", games.wrong);
            return Err(Failure::Told);
        }
        Ok(())
    }
}

impl Games {
    fn read(&mut self, path: &Path) {
        let name = files::name(path);
        let text = match files::read(path) {
            Ok(text) => text,
            Err(reason) => return self.wrong(format!("{name}: {reason}")),
        };
        let mut games = Vec::new();
        for game in headers(&text) {
            match game {
                Ok(game) => {
                    match game.result {
                        Some(score) => self.results.add(&game.first, &game.second, score),
                        None => self.skipped += 1,
                    }
                    games.push(game);
                }
                Err(error) => self.wrong(format!("{name}:{}:{}: {}", error.line, error.column, error.reason)),
            }
        }
        self.files.push(games);
    }

    fn wrong(&mut self, message: String) {
        self.wrong += 1;
        eprintln!("grenier: {message}");
    }
}

/// The report on the pairs; games without a partner are left out.
fn report(meeting: &Meeting) -> MatchReport {
    let results = (meeting.unpaired == 0).then_some(meeting.results);
    MatchReport::of_pairs(meeting.pairs, results, None)
}

fn table(list: &RatingList, output: &mut Output) -> Result<(), Failure> {
    let longest = list.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0).max(4);
    output.line(format!(
        "rank  {:longest$}      Elo      ±   points   games  score %  draws %    LOS %",
        "name"
    ))?;
    for (place, player) in list.players.iter().enumerate() {
        if list.groups > 1 && (place == 0 || list.players[place - 1].group != player.group) {
            output.line(format!("group {}", player.group + 1))?;
        }
        let RatedPlayer { rank, name, elo, error, points, games, score, draws, los, .. } = player;
        let los = los.map_or("-".to_owned(), |los| format!("{:.2}", 100.0 * los));
        // The sum turns the -0 of a mean into 0.
        let elo = (elo * 10.0).round() / 10.0 + 0.0;
        output.line(format!(
            "{rank:>4}  {name:longest$} {elo:>8.1} {error:>6.1} {points:>8.1} {games:>7} {:>8.1} {:>8.1} {los:>8}",
            100.0 * score,
            100.0 * draws,
        ))?;
    }
    Ok(())
}

fn remarks(list: &RatingList, skipped: usize, output: &mut Output) -> Result<(), Failure> {
    let advantage = list.first_advantage;
    output.line(format!(
        "{} games, {skipped} unfinished games skipped; beginning is worth {:.1} ± {:.1} Elo; {:.1} % draws between equals",
        list.games,
        advantage.value,
        advantage.error,
        100.0 * list.draw_rate,
    ))?;
    if list.groups > 1 {
        let groups = list.groups;
        output.line(format!(
            "{groups} groups without common games: ratings of different groups cannot be compared"
        ))?;
    }
    for player in list.players.iter().filter(|player| player.perfect) {
        let all = if player.points > 0.0 { "won" } else { "lost" };
        output
            .line(format!("{} has {all} every game: its distance to the others is a guess", player.name))?;
    }
    Ok(())
}

fn pairs(meeting: &Meeting, output: &mut Output) -> Result<(), Failure> {
    let [one, other] = &meeting.players;
    output.line(format!("\n{one} against {other}, {} pairs:", meeting.pairs.pairs()))?;
    output.line(report(meeting))?;
    if meeting.unpaired > 0 {
        output.line(format!("games without a partner, not in this block: {}", meeting.unpaired))?;
    }
    Ok(())
}
