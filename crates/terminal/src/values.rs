//! What moves are worth, in players' words.

use grenier_engine::json::{AnalysedLine, ScoreValue};

use crate::texts::Texts;

/// What a line is worth to the side to move; values that are exact say so.
pub fn value(line: &AnalysedLine, texts: Texts) -> String {
    let exact = if line.proven { texts.of(", exact", ", exact") } else { "" };
    let words = match (line.final_difference, line.score) {
        (Some(seeds), _) => difference(seeds, line.proven, texts),
        (None, ScoreValue::Word(word)) => result(word, texts).to_owned(),
        (None, _) => chances(line.expected, texts),
    };
    format!("{words}{exact}")
}

/// A difference of the final stores.
fn difference(value: ScoreValue, is_exact: bool, texts: Texts) -> String {
    let seeds = match value {
        ScoreValue::Whole(seeds) => f64::from(seeds),
        ScoreValue::Decimal(seeds) => seeds,
        ScoreValue::Word(word) => return result(word, texts).to_owned(),
    };
    let size = seeds.abs();
    let unit = if texts.is_french() && size < 2.0 || size == 1.0 {
        texts.of("seed", "graine")
    } else {
        texts.of("seeds", "graines")
    };
    if is_exact {
        let size = number(size, 0, texts);
        return match seeds {
            0.0 => result("draw", texts).to_owned(),
            seeds if seeds > 0.0 => format!("{} {size} {unit}", texts.of("wins by", "gagne de")),
            _ => format!("{} {size} {unit}", texts.of("loses by", "perd de")),
        };
    }
    let sign = if seeds < 0.0 { "−" } else { "+" };
    format!("{} {sign}{} {unit}", texts.of("about", "environ"), number(size, 1, texts))
}

fn result(word: &str, texts: Texts) -> &'static str {
    match (word, texts.is_french()) {
        ("win", false) => "wins",
        ("win", true) => "gagne",
        ("loss", false) => "loses",
        ("loss", true) => "perd",
        (_, false) => "draw",
        (_, true) => "nulle",
    }
}

fn chances(expected: f64, texts: Texts) -> String {
    let percent = (expected * 100.0).round();
    if texts.is_french() { format!("chances {percent}\u{a0}%") } else { format!("chances {percent}%") }
}

fn number(value: f64, digits: usize, texts: Texts) -> String {
    let text = format!("{value:.digits$}");
    if texts.is_french() { text.replace('.', ",") } else { text }
}

/// A count with a letter for thousands and millions, in few columns.
pub fn count(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..10_000_000 => format!("{}k", count / 1000),
        _ => format!("{}M", count / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use grenier_core::Language;

    use super::*;

    fn line(score: ScoreValue, seeds: Option<ScoreValue>, proven: bool, expected: f64) -> AnalysedLine {
        AnalysedLine {
            rank: 1,
            mv: "A".to_owned(),
            score,
            unit: "seeds",
            proven,
            final_difference: seeds,
            expected,
            visits: None,
            pv: Vec::new(),
            explained: Vec::new(),
        }
    }

    #[test]
    fn values_are_told_in_both_languages() {
        let (english, french) = (Texts(Language::English), Texts(Language::French));
        for (line, in_english, in_french) in [
            (
                line(ScoreValue::Decimal(1.5), Some(ScoreValue::Decimal(2.25)), false, 0.6),
                "about +2.2 seeds",
                "environ +2,2 graines",
            ),
            (
                line(ScoreValue::Decimal(1.5), Some(ScoreValue::Decimal(-0.5)), false, 0.4),
                "about −0.5 seeds",
                "environ −0,5 graine",
            ),
            (
                line(ScoreValue::Whole(1), Some(ScoreValue::Whole(6)), true, 1.0),
                "wins by 6 seeds, exact",
                "gagne de 6 graines, exact",
            ),
            (
                line(ScoreValue::Whole(1), Some(ScoreValue::Whole(-1)), true, 0.0),
                "loses by 1 seed, exact",
                "perd de 1 graine, exact",
            ),
            (
                line(ScoreValue::Whole(0), Some(ScoreValue::Whole(0)), true, 0.5),
                "draw, exact",
                "nulle, exact",
            ),
            (line(ScoreValue::Word("loss"), None, true, 0.0), "loses, exact", "perd, exact"),
            (line(ScoreValue::Decimal(0.62), None, false, 0.62), "chances 62%", "chances 62\u{a0}%"),
        ] {
            assert_eq!(value(&line, english), in_english);
            assert_eq!(value(&line, french), in_french);
        }
        assert_eq!([9, 12_345, 1_234_567, 12_345_678].map(count), ["9", "12k", "1234k", "12M"]);
    }
}
