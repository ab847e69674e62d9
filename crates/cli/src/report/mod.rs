//! Analyses in text for people.

pub mod review;

use std::fmt::Write;

use grenier_engine::json::{AnalysedLine, Analysis, GameResult, ScoreValue};
use grenier_engine::solve::Solution;

/// Moves of a line that are shown; the rest is in the JSON.
const LONGEST_PV: usize = 16;

/// One line on the search so far.
pub fn progress(analysis: &Analysis) -> String {
    let best = analysis.lines.first().map_or(String::new(), |line| format!(": {}", summary(line, 6)));
    format!("{}{best}", effort(analysis))
}

/// The whole analysis: the position, the effort, the lines, and whether a best move that was known is found.
pub fn text(analysis: &Analysis, solved: Option<(bool, &[&str])>) -> String {
    let mut text = heading(&analysis.position, analysis.id.as_deref());
    if let Some(result) = &analysis.result {
        let _ = write!(text, "\n  {}", over(result));
        return text;
    }
    let _ = write!(text, "\n  {}", effort(analysis));
    for line in &analysis.lines {
        let _ = write!(text, "\n  {:>2}. {}", line.rank, summary(line, LONGEST_PV));
        if !line.explained.is_empty() {
            let _ = write!(text, "\n      {}", line.explained.join(", "));
        }
    }
    if let Some((solved, best)) = solved {
        let word = if solved { "found" } else { "missed" };
        let _ = write!(text, "\n  best move {}: {word}", printable(&best.join(" or ")));
    }
    text
}

/// What was proven: the position, the value, the best moves, a line that realises the value, the effort.
pub fn solution(solution: &Solution) -> String {
    let mut text = heading(&solution.position, solution.id.as_deref());
    if let Some(result) = &solution.result {
        let _ = write!(text, "\n  {}", over(result));
        return text;
    }
    let unit = if solution.unit == "seeds" { " seeds" } else { "" };
    let value = match solution.value {
        Some(value) => signed(value),
        None => value_between(solution.bounds),
    };
    let end = solution.final_difference.map_or(String::new(), |end| format!(" (final {})", signed(end)));
    let _ = write!(text, "\n  value {value}{unit}{end}");
    if !solution.best.is_empty() {
        let word = if solution.best.len() == 1 { "move" } else { "moves" };
        let _ = write!(text, "\n  best {word} {}", solution.best.join(" "));
    }
    if !solution.pv.is_empty() {
        let more = if solution.pv.len() > LONGEST_PV { " …" } else { "" };
        let pv = solution.pv[..solution.pv.len().min(LONGEST_PV)].join(" ");
        let _ = write!(text, "\n  line {pv}{more}");
    }
    let nodes = counted(solution.nodes, "node");
    let seconds = solution.time_ms as f64 / 1000.0;
    let effort = match solution.table_hits {
        1.. if solution.nodes == 0 => format!("from tables in {seconds:.2} s"),
        _ => format!("{nodes} in {seconds:.2} s, {} MB", solution.memory_mb),
    };
    let _ = write!(text, "\n  {effort}");
    if solution.proven {
        text.push_str(", proven");
    }
    text
}

/// `between -4 and +8`
pub fn value_between([low, high]: [ScoreValue; 2]) -> String {
    format!("between {} and {}", signed(low), signed(high))
}

fn heading(position: &str, id: Option<&str>) -> String {
    let id = id.map_or(String::new(), |id| format!("  ({})", printable(id)));
    format!("{position}{id}")
}

fn over(result: &GameResult) -> String {
    let count = result.stores.or(result.pieces).map_or(String::new(), |[a, b]| format!(" {a}-{b}"));
    let victory = result.victory.map_or(String::new(), |word| format!(", {word} victoire"));
    format!("the game is over: {}{count}{victory}", winner(result.winner))
}

/// `text` of a stranger, with its control characters escaped: they would reach the terminal.
pub fn printable(text: &str) -> String {
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escaped).collect()
}

fn winner(word: &str) -> &str {
    match word {
        "first" => "the first player wins",
        "second" => "the second player wins",
        _ => "a draw",
    }
}

/// `ab, depth 17, 4.1 million nodes in 2.00 s, 2.1 million nodes/s, proven`
fn effort(analysis: &Analysis) -> String {
    let mut text = format!(
        "{}, depth {}, {} in {:.2} s, {} nodes/s",
        analysis.engine,
        analysis.depth,
        counted(analysis.nodes, "node"),
        analysis.time_ms as f64 / 1000.0,
        large(analysis.nps),
    );
    if analysis.table_hits > 0 {
        let _ = write!(text, ", {} table hits", large(analysis.table_hits));
    }
    if analysis.proven {
        text.push_str(", proven");
    }
    text
}

/// `F  +0.40 seeds (final -1.60)  F f E a`
fn summary(line: &AnalysedLine, longest: usize) -> String {
    let seeds = line.final_difference.map(|end| format!(" seeds (final {})", signed(end)));
    let score = match (line.score, &seeds) {
        (ScoreValue::Word(word), _) => word.to_owned(),
        (score, Some(seeds)) => format!("{}{seeds}", signed(score)),
        (ScoreValue::Decimal(expected), None) => format!("expects {expected:.3}"),
        (ScoreValue::Whole(value), None) => value.to_string(),
    };
    let proven = if line.proven { ", proven" } else { "" };
    let visits = line.visits.map_or(String::new(), |visits| format!(", {}", counted(visits, "visit")));
    let more = if line.pv.len() > longest { " …" } else { "" };
    let pv = line.pv[..line.pv.len().min(longest)].join(" ");
    format!("{}  {score}{proven}{visits}   {pv}{more}", line.mv)
}

fn signed(score: ScoreValue) -> String {
    match score {
        ScoreValue::Whole(value) => format!("{value:+}"),
        ScoreValue::Decimal(value) => format!("{value:+.2}"),
        ScoreValue::Word(word) => word.to_owned(),
    }
}

/// A count of things as people say it: `1 node`, `4.1 million nodes`.
fn counted(count: u64, thing: &str) -> String {
    format!("{} {thing}{}", large(count), if count == 1 { "" } else { "s" })
}

/// A count as people say it: `4.1 million`.
pub fn large(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{:.0} thousand", count as f64 / 1e3),
        _ => format!("{:.1} million", count as f64 / 1e6),
    }
}
