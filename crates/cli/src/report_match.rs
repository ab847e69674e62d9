//! Reports of matches in text.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use grenier_arena::chart::{cross_table, elo_chart, llr_chart};
use grenier_arena::stats::{MatchReport, RatingList, Trinomial};
use grenier_arena::{Outcome, Standing};
use serde::Serialize;

use crate::failure::Failure;

/// What is kept of the match after each game, for charts.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Games so far.
    pub games: u64,
    /// The report of the first player against the second.
    pub report: MatchReport,
}

/// The state after a game.
pub fn point(standing: &Standing) -> Point {
    Point { games: standing.games(), report: standing.report() }
}

/// The figures of a finished match as JSON shows them.
#[derive(Serialize)]
pub struct Summary<'a> {
    games: u64,
    seconds: f64,
    players: Vec<PlayerSummary<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<MatchReport>,
    terminations: Vec<TerminationSummary<'a>>,
}

#[derive(Serialize)]
struct PlayerSummary<'a> {
    name: &'a str,
    points: f64,
    #[serde(flatten)]
    score: Trinomial,
}

#[derive(Serialize)]
struct TerminationSummary<'a> {
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'a str>,
    games: u64,
}

impl<'a> Summary<'a> {
    /// The figures of this standing.
    pub fn new(standing: &'a Standing) -> Summary<'a> {
        let players = ranking(standing).into_iter().map(|player| {
            let score = standing.total(player);
            PlayerSummary { name: &standing.names()[player], points: score.points(), score }
        });
        let terminations = standing.terminations().map(|(why, player, games)| TerminationSummary {
            reason: why.words(),
            player,
            games,
        });
        Summary {
            games: standing.games(),
            seconds: standing.elapsed().as_secs_f64(),
            players: players.collect(),
            report: (standing.names().len() == 2).then(|| standing.report()),
            terminations: terminations.collect(),
        }
    }
}

/// The players by points, the best first.
fn ranking(standing: &Standing) -> Vec<usize> {
    let mut players: Vec<usize> = (0..standing.names().len()).collect();
    let halves = |player: usize| (2.0 * standing.total(player).points()) as u64;
    players.sort_by_key(|&player| (std::cmp::Reverse(halves(player)), player));
    players
}

/// One line of figures: games, score, Elo, test, speed, time left.
pub fn line(standing: &Standing, known: usize, resumed: u64) -> String {
    let games = standing.games();
    let seconds = standing.elapsed().as_secs_f64().max(1e-9);
    let speed = games.saturating_sub(resumed) as f64 / seconds;
    let mut line = format!("game {games} of {known}");
    if standing.names().len() == 2 {
        let report = standing.report();
        let Trinomial { wins, losses, draws } = standing.total(0);
        let _ = write!(line, ", {} +{wins} -{losses} ={draws}", standing.names()[0]);
        if let Some(elo) = report.elo {
            let _ = write!(line, ", Elo {:.1} +/- {:.1}", elo.value, elo.error);
        }
        if let Some(llr) = report.sprt.and_then(|sprt| sprt.llr) {
            let _ = write!(line, ", LLR {llr:.2}");
        }
    } else if let Some(&best) = ranking(standing).first() {
        let _ =
            write!(line, ", first {} with {} points", standing.names()[best], standing.total(best).points());
    }
    let left = (known as f64 - games as f64).max(0.0) / speed.max(1e-9);
    let _ = write!(line, ", {speed:.2} games/s, {} left", duration(left));
    line
}

/// Players that the table on the terminal shows at most.
const LIVE_PLAYERS: usize = 12;

/// The players by points, for the terminal: rank, name, points, games, wins, losses, draws.
pub fn live_table(standing: &Standing) -> String {
    let mut table = format!(
        "{:>4}  {:<20} {:>8} {:>7} {:>6} {:>6} {:>6}",
        "#", "player", "points", "games", "+", "-", "="
    );
    for (rank, player) in (1..).zip(ranking(standing)).take(LIVE_PLAYERS) {
        let score = standing.total(player);
        let name: String = standing.names()[player].chars().take(20).collect();
        let Trinomial { wins, losses, draws } = score;
        let (points, games) = (score.points(), score.games());
        let _ = write!(
            table,
            "\n{rank:>4}  {name:<20} {points:>8.1} {games:>7} {wins:>6} {losses:>6} {draws:>6}"
        );
    }
    table
}

/// Seconds as `1 h 02 min`, `3 min 20 s` or `12 s`.
pub fn duration(seconds: f64) -> String {
    let seconds = seconds.round().min(1e9) as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds % 3600 / 60),
    }
}

/// The whole report: the block for two players, the cross table for more, and how games ended.
pub fn text(standing: &Standing) -> String {
    let mut text = String::new();
    if standing.names().len() == 2 {
        let [first, second] = [&standing.names()[0], &standing.names()[1]];
        let _ = writeln!(text, "Results of {first} vs {second}:");
        let _ = writeln!(text, "{}", standing.report());
    } else {
        text.push_str(&cross_text(standing));
    }
    let seconds = standing.elapsed().as_secs_f64();
    let _ = writeln!(text, "Terminations:");
    for (why, player, games) in standing.terminations() {
        let who = player.map_or(String::new(), |player| format!(" by {player}"));
        let _ = writeln!(text, "  {games:>6}  {}{who}", why.words());
    }
    let per_game = standing.plies() as f64 / standing.games().max(1) as f64;
    let _ = write!(text, "Time: {}, {per_game:.0} plies a game", duration(seconds));
    text
}

/// Ranks, points, and points against each other player.
fn cross_text(standing: &Standing) -> String {
    let order = ranking(standing);
    let width = standing.names().iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let heads: String = (1..=order.len()).map(|rank| format!("{rank:>8}")).collect();
    let mut table = format!("  #  {:<width$}  {:>9}{heads}\n", "player", "points");
    for (rank, &player) in (1..).zip(&order) {
        let total = standing.total(player);
        let points = format!("{}/{}", total.points(), total.games());
        let _ = write!(table, "{rank:>3}  {:<width$}  {points:>9}", standing.names()[player]);
        for &other in &order {
            let score = standing.between(player, other);
            let cell = if score.games() == 0 {
                "-".to_owned()
            } else {
                format!("{}/{}", score.points(), score.games())
            };
            let _ = write!(table, "{cell:>8}");
        }
        table.push('\n');
    }
    table
}

/// Draws the charts beside the match's files, and gives their paths: Elo and the test's ratio against games for two
/// players, and the cross table.
pub fn draw(name: &Path, outcome: &Outcome, history: &[Point]) -> Result<Vec<PathBuf>, Failure> {
    let standing = &outcome.standing;
    let mut charts = Vec::new();
    if let [first, second] = standing.names() {
        let title = format!("{first} against {second}");
        let elo =
            history.iter().filter_map(|point| Some((point.games, point.report.elo?))).collect::<Vec<_>>();
        charts.push(("elo", elo_chart(&title, &elo).map_err(Failure::data)?));
        if let Some(sprt) = standing.report().sprt {
            let ratio = |point: &Point| Some((point.games, point.report.sprt?.llr?));
            let points = history.iter().filter_map(ratio).collect::<Vec<_>>();
            charts.push(("llr", llr_chart(&title, &points, &sprt.test).map_err(Failure::data)?));
        }
    }
    let results = outcome.results();
    if let Ok(list) = RatingList::new(&results, None) {
        charts.push(("table", cross_table(&name.display().to_string(), &list, &results)));
    }
    let mut paths = Vec::new();
    for (what, svg) in charts {
        let mut path = name.as_os_str().to_owned();
        path.push(format!("-{what}.svg"));
        let path = PathBuf::from(path);
        std::fs::write(&path, svg).map_err(|error| Failure::Data(format!("{}: {error}", path.display())))?;
        paths.push(path);
    }
    Ok(paths)
}
