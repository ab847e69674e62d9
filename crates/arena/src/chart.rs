//! Charts as SVG text: of a match, Elo with its error band, or the log-likelihood ratio with its bounds, against games; the
//! cross table of a tournament; the evaluation curve of one game; the ways of parameters that are tuned; and fits of weights.
//!
//! The charts are drawn by `plotters`, with nothing but its SVG backend: of the plotting crates it is the one most used and
//! kept, and it draws without fonts, files or C libraries. The cross table is a grid of text, written here. The background
//! is white and drawn, so the pictures can be read on dark pages too. Nothing here opens files.

mod cross;
mod curve;
mod fit;
mod paths;

use std::fmt;
use std::ops::Range;

use plotters::prelude::*;
use plotters::style::FontFamily;

use crate::stats::{Interval, Sprt};

pub use cross::cross_table;
pub use curve::{Curve, CurveMark, evaluation_curve};
pub use fit::{FitChart, WeightBar, fit_chart};
pub use paths::{PathLine, paths_chart};

/// Width and height of a chart, in pixels.
const SIZE: (u32, u32) = (900, 500);

/// Points of a line that are drawn; more cannot be told apart at this size.
const MOST_POINTS: usize = 1_000;

const LINE: RGBColor = RGBColor(0x1f, 0x4e, 0x9c);
const BAND: RGBColor = RGBColor(0xcf, 0xdc, 0xf0);
const UPPER: RGBColor = RGBColor(0x1b, 0x7a, 0x3d);
const LOWER: RGBColor = RGBColor(0xb3, 0x26, 0x1e);
const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);

/// Why there is no chart: what the drawing crate says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartError(String);

impl fmt::Display for ChartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the chart could not be drawn: {}", self.0)
    }
}

impl std::error::Error for ChartError {}

type Drawn<T = ()> = Result<T, Box<dyn std::error::Error>>;

/// Elo against games, with the 95 % band. Points that are not finite are left out.
///
/// ```
/// use grenier_arena::chart::elo_chart;
/// use grenier_arena::stats::Interval;
///
/// let points = [(2, Interval { value: 90.0, error: 200.0 }), (4, Interval { value: 40.0, error: 120.0 })];
/// assert!(elo_chart("a against b", &points)?.contains("<polyline"));
/// # Ok::<(), grenier_arena::chart::ChartError>(())
/// ```
///
/// # Errors
/// [`ChartError`] if the drawing crate refuses.
pub fn elo_chart(title: &str, points: &[(u64, Interval)]) -> Result<String, ChartError> {
    let is_finite = |interval: &Interval| interval.value.is_finite() && interval.error.is_finite();
    let points: Vec<(f64, Interval)> = points
        .iter()
        .filter(|(_, interval)| is_finite(interval))
        .map(|&(games, interval)| (games as f64, interval))
        .collect();
    let points = thinned(&points);
    let values = elo_range(&points);
    let inside = |value: f64| value.clamp(values.start, values.end);
    let upper = points.iter().map(|(games, elo)| (*games, inside(elo.value + elo.error)));
    let lower = points.iter().rev().map(|(games, elo)| (*games, inside(elo.value - elo.error)));
    let band: Vec<(f64, f64)> = upper.chain(lower).collect();
    let line: Vec<(f64, f64)> = points.iter().map(|(games, elo)| (*games, inside(elo.value))).collect();
    let axes = Axes { title, unit: "Elo difference with its 95 % band", games: games_range(&line), values };
    axes.draw(&band, &line, &[(0.0, INK, String::new())])
}

/// The log-likelihood ratio against games, with the bounds of the test. Points that are not finite are left out.
///
/// # Errors
/// [`ChartError`] if the drawing crate refuses.
pub fn llr_chart(title: &str, points: &[(u64, f64)], test: &Sprt) -> Result<String, ChartError> {
    let line: Vec<(f64, f64)> =
        points.iter().filter(|(_, llr)| llr.is_finite()).map(|&(games, llr)| (games as f64, llr)).collect();
    let line = thinned(&line);
    let (lower, upper) = (test.lower(), test.upper());
    let low = line.iter().map(|point| point.1).fold(lower, f64::min);
    let high = line.iter().map(|point| point.1).fold(upper, f64::max);
    let margin = (high - low) * 0.08;
    let unit = format!("LLR ({}, [{}, {}])", test.model().name(), test.elo0(), test.elo1());
    let axes = Axes { title, unit: &unit, games: games_range(&line), values: low - margin..high + margin };
    let bounds = [
        (upper, UPPER, format!("H1 accepted: {upper:.2}")),
        (lower, LOWER, format!("H0 accepted: {lower:.2}")),
        (0.0, INK, String::new()),
    ];
    axes.draw(&[], &line, &bounds)
}

/// At most [`MOST_POINTS`] of the points, first and last among them.
fn thinned<T: Copy>(points: &[T]) -> Vec<T> {
    let step = points.len().div_ceil(MOST_POINTS).max(1);
    let last = points.last().filter(|_| !(points.len() - 1).is_multiple_of(step));
    points.iter().step_by(step).chain(last).copied().collect()
}

fn games_range(line: &[(f64, f64)]) -> Range<f64> {
    0.0..line.iter().map(|point| point.0).fold(1.0, f64::max)
}

/// Elo values to show: wide bands of the first games are cut off, so that the rest can be seen.
fn elo_range(points: &[(f64, Interval)]) -> Range<f64> {
    // After a tenth of the games the band has about thrice its last width.
    let settled = points.iter().skip(points.len() / 10);
    let (mut low, mut high) = (0.0f64, 0.0f64);
    for (_, elo) in settled {
        low = low.min(elo.value - elo.error);
        high = high.max(elo.value + elo.error);
    }
    let margin = ((high - low) * 0.08).max(1.0);
    low - margin..high + margin
}

/// The frame of a chart.
struct Axes<'a> {
    title: &'a str,
    unit: &'a str,
    games: Range<f64>,
    values: Range<f64>,
}

/// A horizontal line: where, its colour, its label.
type Level = (f64, RGBColor, String);

impl Axes<'_> {
    fn draw(self, band: &[(f64, f64)], line: &[(f64, f64)], levels: &[Level]) -> Result<String, ChartError> {
        let mut svg = String::new();
        self.draw_into(&mut svg, band, line, levels).map_err(|error| ChartError(error.to_string()))?;
        Ok(svg)
    }

    fn draw_into(
        self,
        svg: &mut String,
        band: &[(f64, f64)],
        line: &[(f64, f64)],
        levels: &[Level],
    ) -> Drawn {
        let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let text = |size: u32| (FontFamily::SansSerif, size).into_font().color(&INK);
        let (games, values) = (self.games.clone(), self.values.clone());
        let mut chart = ChartBuilder::on(&area)
            .caption(self.title, text(22))
            .margin(16)
            .margin_right(40)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(games.clone(), values.clone())?;
        let decimals = if values.end - values.start < 10.0 { 1 } else { 0 };
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(GRID)
            .axis_style(INK)
            .x_desc("games")
            .y_desc(self.unit)
            .x_label_formatter(&|games| format!("{games:.0}"))
            .y_label_formatter(&|value| format!("{:.decimals$}", value + 0.0))
            .label_style(text(15))
            .axis_desc_style(text(16))
            .draw()?;
        if band.len() > 2 {
            chart.draw_series([Polygon::new(band.to_vec(), BAND.filled())])?;
        }
        for (value, colour, label) in levels {
            chart.draw_series(LineSeries::new([(games.start, *value), (games.end, *value)], colour))?;
            let place = chart.backend_coord(&(games.start, *value));
            let style = (FontFamily::SansSerif, 15).into_font().color(colour);
            let above = if *value < 0.0 { 4 } else { -20 };
            area.draw_text(label, &style, (place.0 + 8, place.1 + above))?;
        }
        chart.draw_series(LineSeries::new(line.iter().copied(), LINE.stroke_width(2)))?;
        area.present()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Model;

    fn test() -> Sprt {
        Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized).unwrap()
    }

    /// Points of the longest line.
    fn points_of(svg: &str) -> usize {
        let lines = svg.split("<polyline").skip(1);
        let points = |text: &str| {
            let (_, after) = text.split_once("points=\"").unwrap();
            after.split_once('"').unwrap().0.split_whitespace().count()
        };
        lines.map(points).max().unwrap_or(0)
    }

    fn well_formed(svg: &str) {
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn lines_have_their_points() {
        let llr: Vec<(u64, f64)> = (1..=300).map(|pair| (2 * pair, pair as f64 / 100.0)).collect();
        let svg = llr_chart("a against b", &llr, &test()).unwrap();
        well_formed(&svg);
        assert_eq!(points_of(&svg), 300);
        assert!(svg.contains("H1 accepted: 2.94") && svg.contains("H0 accepted: -2.94"));
        let elo: Vec<(u64, Interval)> =
            (1..=300).map(|pair| (2 * pair, Interval { value: 5.0, error: 300.0 / pair as f64 })).collect();
        let svg = elo_chart("a < \"b\" & c", &elo).unwrap();
        well_formed(&svg);
        assert_eq!(points_of(&svg), 300);
        assert!(svg.contains("<polygon") && svg.contains("a &lt; "), "{svg}");
    }

    #[test]
    fn long_lines_are_thinned() {
        let llr: Vec<(u64, f64)> = (1..=123_457).map(|game| (game, (game as f64).sin())).collect();
        let svg = llr_chart("", &llr, &test()).unwrap();
        well_formed(&svg);
        assert!((500..=1_001).contains(&points_of(&svg)));
        let kept = thinned(&llr);
        assert_eq!((kept.first(), kept.last()), (llr.first(), llr.last()));
    }

    #[test]
    fn no_points_and_odd_points_do_not_harm() {
        well_formed(&llr_chart("nothing yet", &[], &test()).unwrap());
        well_formed(&elo_chart("nothing yet", &[]).unwrap());
        well_formed(&llr_chart("one", &[(2, 0.1)], &test()).unwrap());
        let odd = [(0, Interval { value: 0.0, error: 0.0 }), (2, Interval { value: f64::NAN, error: 1.0 })];
        well_formed(&elo_chart("odd", &odd).unwrap());
        well_formed(&llr_chart("odd", &[(0, f64::INFINITY), (0, 0.0), (0, 1.0)], &test()).unwrap());
    }
}
