//! The cross table: everybody against everybody.

use std::fmt::Write;

use crate::stats::{RatingList, Results, Trinomial};

const ROW: usize = 30;
const NAME: usize = 190;
const NUMBER: usize = 86;
const CELL: usize = 92;
const MARGIN: usize = 20;
const TITLE: usize = 60;

/// Characters of a name that fit its column.
const LONGEST_NAME: usize = 22;

/// The cross table of a tournament as an SVG picture: a row a player in the order of the list, with rank, name, Elo and
/// points, and a cell for each other player with points and games. Green cells are won, red ones lost.
pub fn cross_table(title: &str, list: &RatingList, results: &Results) -> String {
    let players = &list.players;
    let left = MARGIN + 40 + NAME + 2 * NUMBER;
    let width = (left + players.len() * CELL + MARGIN).max(480);
    let height = TITLE + (players.len() + 1) * ROW + MARGIN;
    let mut svg = Svg::new(width, height);
    svg.text(width / 2, 36, "middle", 20, &escaped(title));
    svg.text(MARGIN + 40, TITLE + 20, "start", 14, "player");
    for (column, heading) in ["Elo", "points"].into_iter().enumerate() {
        svg.text(MARGIN + 30 + NAME + (column + 1) * NUMBER, TITLE + 20, "end", 14, heading);
    }
    for column in 0..players.len() {
        svg.text(left + column * CELL + CELL / 2, TITLE + 20, "middle", 14, &(column + 1).to_string());
    }
    for (row, player) in players.iter().enumerate() {
        let top = TITLE + (row + 1) * ROW;
        let baseline = top + 20;
        svg.text(MARGIN + 28, baseline, "end", 14, &(row + 1).to_string());
        svg.text(MARGIN + 40, baseline, "start", 14, &escaped(&shortened(&player.name)));
        let elo = format!("{:.0} ±{:.0}", player.elo + 0.0, player.error);
        svg.text(MARGIN + 30 + NAME + NUMBER, baseline, "end", 14, &elo);
        let points = format!("{}/{}", player.points, player.games);
        svg.text(MARGIN + 30 + NAME + 2 * NUMBER, baseline, "end", 14, &points);
        for (column, other) in players.iter().enumerate() {
            let met = results.between(&player.name, &other.name);
            svg.cell(left + column * CELL, top, (row != column).then_some(met));
        }
    }
    svg.end()
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}

/// Text as it can stand in XML, which has no control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A picture in the making.
struct Svg(String);

impl Svg {
    fn new(width: usize, height: usize) -> Svg {
        Svg(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" fill=\"#222222\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
        ))
    }

    fn text(&mut self, x: usize, y: usize, anchor: &str, size: usize, escaped: &str) {
        let _ = writeln!(
            self.0,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-size=\"{size}\">{escaped}</text>"
        );
    }

    /// The games of two players; `None` on the diagonal.
    fn cell(&mut self, x: usize, y: usize, met: Option<Trinomial>) {
        let fill = match met {
            None => "#e2e2e2",
            Some(met) if met.wins > met.losses => "#d8efdd",
            Some(met) if met.wins < met.losses => "#f8dcd9",
            Some(_) => "#ffffff",
        };
        let _ = writeln!(
            self.0,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{ROW}\" fill=\"{fill}\" stroke=\"#bbbbbb\"/>"
        );
        if let Some(met) = met.filter(|met| met.games() > 0) {
            let text = format!("{}/{}", met.points(), met.games());
            self.text(x + CELL / 2, y + 20, "middle", 14, &text);
        }
    }

    fn end(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::GameScore;

    #[test]
    fn every_pair_has_two_cells() {
        let mut results = Results::new();
        for (first, second) in
            [("a", "b"), ("b", "<c> & \u{1}"), ("<c> & \u{1}", "a"), ("a", "a very long name indeed it is")]
        {
            results.add(first, second, GameScore::Win);
            results.add(second, first, GameScore::Draw);
        }
        let list = RatingList::new(&results, None).unwrap();
        let svg = cross_table("a & b", &list, &results);
        assert_eq!(svg.matches("<rect").count(), 1 + 16);
        assert_eq!(svg.matches(">1.5/2<").count(), 4);
        // One player has met nobody else: the same again as its points.
        assert_eq!(svg.matches(">0.5/2<").count(), 5);
        assert!(
            svg.contains("&lt;c&gt; &amp;  <") && svg.contains("a &amp; b") && svg.contains('…'),
            "{svg}"
        );
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    }

    #[test]
    fn an_empty_tournament_is_an_empty_table() {
        let list = RatingList {
            players: Vec::new(),
            games: 0,
            first_advantage: crate::stats::Interval { value: 0.0, error: 0.0 },
            draw_rate: 0.0,
            groups: 0,
        };
        assert!(cross_table("nobody", &list, &Results::new()).contains("nobody"));
    }
}
