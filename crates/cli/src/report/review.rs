//! Reviews of games in text for people.

use std::fmt::Write;
use std::time::Duration;

use grenier_core::Player;
use grenier_core::record::Record;
use grenier_engine::json::{AnalysedLine, PlayerErrors, ReviewSummary, ReviewedMove, ScoreValue};
use grenier_engine::review::Thrown;
use grenier_engine::{Evaluator, Playable, Unit};

use super::{counted, printable, signed};

/// Characters of a move for which the columns have room; a longer one pushes the rest of its row.
const WIDEST_MOVE: usize = 14;

/// Characters of a player's name that are shown.
const LONGEST_NAME: usize = 40;

/// The columns of a review.
pub struct Layout {
    players: [&'static str; 2],
    /// Characters of a player's name in the game (South, x).
    player_width: usize,
    /// Characters of a move.
    move_width: usize,
}

impl Layout {
    /// Columns wide enough for the moves of a record.
    pub fn new<P: Playable>(record: &Record<P>) -> Layout {
        let longest = record.game().moves().iter().map(|mv| mv.to_string().len()).max().unwrap_or(0);
        Layout {
            players: P::PLAYERS,
            player_width: P::PLAYERS.map(str::len).into_iter().max().unwrap_or(0),
            move_width: longest.clamp(4, WIDEST_MOVE),
        }
    }

    /// What stands above the moves: the game, the unit, the names of the columns.
    pub fn heading<P: Playable>(&self, record: &Record<P>) -> String {
        let title = title(record);
        if record.game().moves().is_empty() {
            return format!("{title}\n  there are no moves to review");
        }
        let unit = match P::Evaluator::default().unit() {
            Unit::Seeds => "values are seeds of final difference for the player who moves, whole if proven",
            Unit::Expectation => {
                "values are results from 0 to 1 that the player who moves expects, words if proven"
            }
        };
        let columns = self.columns(["no.", "", "move", "value", "best", "value", "loss"]);
        format!("{title}\n  {unit}\n{columns}")
    }

    fn columns(&self, [number, player, mv, value, best, best_value, loss]: [&str; 7]) -> String {
        let Layout { player_width, move_width, .. } = *self;
        let marked_width = move_width + 2;
        format!(
            "  {number:>6} {player:<player_width$}  {mv:<marked_width$}  {value:>6}  {best:<move_width$}  \
             {best_value:>6}  {loss:>5}"
        )
    }

    /// One move.
    pub fn row(&self, reviewed: &ReviewedMove, thrown: Option<Thrown>) -> String {
        let (played, best) = (&reviewed.played, &reviewed.lines[0]);
        let player = self.players[usize::from(reviewed.player != "first")];
        let marked = format!("{}{}", played.mv, reviewed.mark.unwrap_or_default());
        let loss = amount(reviewed.unit, reviewed.loss);
        let mut text =
            self.columns([&reviewed.number, player, &marked, &value(played), &best.mv, &value(best), &loss]);
        if let Some(thrown) = thrown {
            let _ = write!(text, "  {}", thrown.words());
        }
        let is_other = best.mv != played.mv;
        for line in [Some(played), Some(best).filter(|_| is_other)].into_iter().flatten() {
            if !line.explained.is_empty() {
                let _ = write!(text, "\n{:>9}{}: {}", "", line.mv, line.explained.join(", "));
            }
        }
        text
    }
}

/// `Ama (South) - Kofi (North), awale, 64 moves, 1-0`
pub fn title<P: Playable>(record: &Record<P>) -> String {
    let game = record.game();
    let about = |player: Player| {
        let called = P::PLAYERS[player.index()];
        let name = record.tag(["White", "Black"][player.index()]).map(|name| shortened(&printable(name)));
        name.map_or(called.to_owned(), |name| format!("{name} ({called})"))
    };
    let [first, second] = Player::BOTH.map(about);
    let variant = P::variant(grenier_core::Position::rules(game.start()));
    let moves = counted(game.moves().len() as u64, "move");
    format!("{first} - {second}, {variant}, {moves}, {}", record.verdict().mark())
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}

/// The value of a line in a column: seeds of final difference, or the expected result.
fn value(line: &AnalysedLine) -> String {
    match (line.final_difference, line.score) {
        (Some(seeds), _) => signed(seeds),
        (None, ScoreValue::Decimal(expected)) => format!("{expected:.3}"),
        (None, score) => signed(score),
    }
}

/// A loss in a column.
fn amount(unit: &str, loss: f64) -> String {
    match loss {
        0.0 => "0".to_owned(),
        _ if unit == Unit::Seeds.word() => format!("{loss:.2}"),
        _ => format!("{loss:.3}"),
    }
}

/// The end of a review: what each player's moves cost, and the effort.
pub fn summary(summary: &ReviewSummary) -> String {
    if summary.reviewed == 0 {
        return format!("  nothing reviewed of {}", counted(summary.moves as u64, "move"));
    }
    let names = summary.players.each_ref().map(|player| match &player.name {
        Some(name) => format!("{} ({})", shortened(&printable(name)), player.called),
        None => player.called.to_owned(),
    });
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text =
        format!("  {:width$}  moves   best     ?!      ?     ??  average loss, {}", "", unit(summary.unit));
    for (name, player) in names.iter().zip(&summary.players) {
        let _ = write!(text, "\n  {name:<width$}  {}", counts(summary.unit, player));
    }
    let seconds = summary.time_ms as f64 / 1000.0;
    let _ = write!(text, "\n  {}, {} in {seconds:.2} s", summary.engine, counted(summary.nodes, "node"));
    text
}

fn unit(word: &str) -> &'static str {
    if word == Unit::Seeds.word() { "seeds" } else { "expected result" }
}

fn counts(unit: &str, player: &PlayerErrors) -> String {
    let PlayerErrors { moves, best, inaccuracies, mistakes, blunders, average_loss, .. } = player;
    let average = average_loss.map_or("-".to_owned(), |loss| amount(unit, loss));
    format!("{moves:>5}  {best:>5}  {inaccuracies:>5}  {mistakes:>5}  {blunders:>5}  {average}")
}

/// A time as people say it: `40 s`, `3 min`, `2.5 h`.
pub fn span(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds @ ..100.0 => format!("{seconds:.0} s"),
        seconds @ ..6000.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}
