//! The evaluation curve of one game.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::FontFamily;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{ChartError, Drawn, GRID, INK, LINE, SIZE};

/// The height of the title and of the legend below it, in pixels.
const HEAD: u32 = 74;

/// The first player's and the second player's errors.
const PLAYERS: [RGBColor; 2] = [RGBColor(0xc7, 0x62, 0x00), RGBColor(0x7b, 0x2d, 0x8b)];

/// Radii of the dots of the three kinds of error, in pixels.
const RADII: [i32; 3] = [4, 6, 8];

/// Errors that get a label, the worst first; more cannot be read.
const MOST_LABELS: usize = 12;

/// Characters of a title that fit.
const LONGEST_TITLE: usize = 90;

/// An error on the curve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurveMark {
    /// The number of the move, from 1: its place in [`Curve::values`].
    pub ply: usize,
    /// 0 for the first player, 1 for the second.
    pub player: usize,
    /// 0, 1 or 2: the place of its sign in [`Curve::signs`].
    pub severity: usize,
    /// The move.
    pub label: String,
}

/// The values over one game.
#[derive(Clone, Debug)]
pub struct Curve<'a> {
    /// Who played what.
    pub title: &'a str,
    /// The name of the values, with their unit.
    pub axis: &'a str,
    /// Are the values results from 0 to 1? Otherwise they are differences.
    pub is_expectation: bool,
    /// What the first and the second player are called.
    pub players: [&'a str; 2],
    /// The signs of the three kinds of error, the mildest first.
    pub signs: [&'a str; 3],
    /// As the first player sees them: before the first move, then after each.
    pub values: Vec<f64>,
    /// The errors.
    pub marks: Vec<CurveMark>,
}

/// The curve with the errors of both players as dots of their colours; the worst are labelled with their moves.
///
/// ```
/// use grenier_arena::chart::{Curve, CurveMark, evaluation_curve};
///
/// let curve = Curve {
///     title: "Ama against Kofi",
///     axis: "seeds",
///     is_expectation: false,
///     players: ["South", "North"],
///     signs: ["?!", "?", "??"],
///     values: vec![0.0, -2.5, 1.5],
///     marks: vec![CurveMark { ply: 2, player: 1, severity: 2, label: "d".to_owned() }],
/// };
/// assert!(evaluation_curve(&curve)?.contains("d??"));
/// # Ok::<(), grenier_arena::chart::ChartError>(())
/// ```
///
/// # Errors
/// [`ChartError`] if the drawing crate refuses.
pub fn evaluation_curve(curve: &Curve<'_>) -> Result<String, ChartError> {
    let mut svg = String::new();
    draw_into(&mut svg, curve).map_err(|error| ChartError(error.to_string()))?;
    Ok(svg)
}

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw_into(svg: &mut String, curve: &Curve<'_>) -> Drawn {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let (head, body) = root.split_vertically(HEAD);
    draw_head(&head, curve)?;
    draw_body(&body, curve)?;
    root.present()?;
    Ok(())
}

pub(super) fn style(size: u32, colour: &RGBColor) -> TextStyle<'static> {
    (FontFamily::SansSerif, size).into_font().color(colour)
}

/// The title, and below it what the dots mean.
fn draw_head(head: &Area<'_>, curve: &Curve<'_>) -> Drawn {
    let centred = style(20, &INK).pos(Pos::new(HPos::Center, VPos::Center));
    let size = if curve.title.chars().count() > LONGEST_TITLE * 2 / 3 { 15 } else { 20 };
    let centred = TextStyle { font: centred.font.resize(f64::from(size)), ..centred };
    head.draw_text(&shown(curve.title, LONGEST_TITLE), &centred, (SIZE.0 as i32 / 2, 26))?;
    let mut x = 90;
    for (player, name) in curve.players.iter().enumerate() {
        let colour = PLAYERS[player];
        let left = style(15, &colour).pos(Pos::new(HPos::Left, VPos::Center));
        let heading = format!("errors of {}:", shown(name, 10));
        head.draw_text(&heading, &left, (x, 58))?;
        x += width(&heading, 15) + 16;
        for (sign, radius) in curve.signs.iter().zip(RADII) {
            head.draw(&Circle::new((x, 58), radius, colour.filled()))?;
            head.draw_text(sign, &left, (x + 12, 58))?;
            x += 48;
        }
        x += 40;
    }
    Ok(())
}

/// The text cut to what fits, without characters that XML does not have.
pub(super) fn shown(text: &str, longest: usize) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { ' ' } else { c })
        .collect();
    if text.chars().count() <= longest {
        return text;
    }
    text.chars().take(longest - 1).chain(['…']).collect()
}

/// About the width of a text in pixels: no font is at hand.
pub(super) fn width(text: &str, size: i32) -> i32 {
    text.chars().count() as i32 * size * 11 / 20
}

/// The values that are shown.
fn range(curve: &Curve<'_>) -> Range<f64> {
    if curve.is_expectation {
        return -0.03..1.03;
    }
    let (low, high) =
        curve.values.iter().fold((-1.0f64, 1.0f64), |(low, high), &value| (low.min(value), high.max(value)));
    let margin = (high - low) * 0.1;
    low - margin..high + margin
}

fn draw_body(body: &Area<'_>, curve: &Curve<'_>) -> Drawn {
    let moves = curve.values.len().saturating_sub(1).max(1);
    let values = range(curve);
    let mut chart = ChartBuilder::on(body)
        .margin(16)
        .margin_top(4)
        .margin_right(40)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..moves as f64, values.clone())?;
    let decimals = if curve.is_expectation || values.end - values.start < 10.0 { 1 } else { 0 };
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(GRID)
        .axis_style(INK)
        .x_desc("moves of both players")
        .y_desc(curve.axis)
        .x_labels(moves.clamp(1, 12))
        .x_label_formatter(&|moves| format!("{moves:.0}"))
        .y_label_formatter(&|value| format!("{:.decimals$}", value + 0.0))
        .label_style(style(15, &INK))
        .axis_desc_style(style(16, &INK))
        .draw()?;
    let even = if curve.is_expectation { 0.5 } else { 0.0 };
    chart.draw_series(LineSeries::new([(0.0, even), (moves as f64, even)], &INK))?;
    let points = curve.values.iter().enumerate().map(|(ply, &value)| (ply as f64, value));
    chart.draw_series(LineSeries::new(points, LINE.stroke_width(2)))?;
    let dots: Vec<Dot<'_>> = curve.marks.iter().filter_map(|mark| Dot::new(curve, mark)).collect();
    for dot in &dots {
        let colour = PLAYERS[dot.mark.player.min(1)];
        chart.draw_series([Circle::new(dot.at, dot.radius(), colour.filled())])?;
    }
    let places: Vec<(i32, i32)> = dots.iter().map(|dot| chart.backend_coord(&dot.at)).collect();
    // The chart counts pixels from the picture's corner, the area from its own.
    let above = body.get_pixel_range().1.start;
    let pixel = |(ply, &value): (usize, &f64)| chart.backend_coord(&(ply as f64, value));
    let line: Vec<(i32, i32)> = curve.values.iter().enumerate().map(pixel).collect();
    for (text, colour, (x, y)) in labels(curve, &dots, &places, &boxes_along(&line)) {
        body.draw_text(&text, &style(14, &colour), (x, y - above))?;
    }
    Ok(())
}

/// An error on the curve.
struct Dot<'a> {
    mark: &'a CurveMark,
    at: (f64, f64),
}

impl<'a> Dot<'a> {
    fn new(curve: &Curve<'_>, mark: &'a CurveMark) -> Option<Dot<'a>> {
        let value = *curve.values.get(mark.ply)?;
        Some(Dot { mark, at: (mark.ply as f64, value) })
    }

    fn radius(&self) -> i32 {
        RADII[self.mark.severity.min(2)]
    }
}

/// A rectangle of pixels: left, top, right, bottom.
type Box = (i32, i32, i32, i32);

fn overlap(one: &Box, other: &Box) -> bool {
    one.0 < other.2 && other.0 < one.2 && one.1 < other.3 && other.1 < one.3
}

/// Small boxes along a line of pixels, without gaps.
fn boxes_along(line: &[(i32, i32)]) -> Vec<Box> {
    let mut boxes = Vec::new();
    for pair in line.windows(2) {
        let ((x, y), (dx, dy)) = (pair[0], (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
        let steps = (dx.abs().max(dy.abs()) / 3).max(1);
        boxes.extend((0..=steps).map(|step| {
            let (x, y) = (x + dx * step / steps, y + dy * step / steps);
            (x - 2, y - 2, x + 2, y + 2)
        }));
    }
    boxes
}

/// The labels of the worst errors and the corners where they go: above their dots or below, a little to the side if
/// need be, wherever they cover no other label, no dot and, if possible, not the curve, which the boxes `line` follow.
/// Those without such a place are left out.
fn labels(
    curve: &Curve<'_>,
    dots: &[Dot<'_>],
    places: &[(i32, i32)],
    line: &[Box],
) -> Vec<(String, RGBColor, (i32, i32))> {
    let around = |(dot, &(x, y)): (&Dot<'_>, &(i32, i32))| {
        let radius = dot.radius() + 1;
        (x - radius, y - radius, x + radius, y + radius)
    };
    let mut taken: Vec<Box> = dots.iter().zip(places).map(around).collect();
    let mut order: Vec<usize> = (0..dots.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(dots[index].mark.severity));
    let mut labels = Vec::new();
    for index in order {
        let (dot, (x, y)) = (&dots[index], places[index]);
        let text = format!("{}{}", shown(&dot.mark.label, 14), curve.signs[dot.mark.severity.min(2)]);
        let (wide, high) = (width(&text, 14) + 4, 17);
        let beside = [0, -wide / 2, wide / 2].map(|shift| x - wide / 2 + shift);
        let tops = [y - dot.radius() - 2 - high, y + dot.radius() + 2];
        let corners = beside.into_iter().flat_map(|left| tops.map(|top| (left, top)));
        let boxes = corners.map(|(left, top)| (left, top, left + wide, top + high));
        let inside = |place: &Box| {
            let (right, bottom) = (SIZE.0 as i32, SIZE.1 as i32 - 60);
            place.0 >= 82 && place.2 <= right && place.1 >= HEAD as i32 && place.3 <= bottom
        };
        let is_free = |place: &Box, others: &[Box]| others.iter().all(|other| !overlap(place, other));
        let free: Vec<Box> = boxes.filter(|place| inside(place) && is_free(place, &taken)).collect();
        let best = free.iter().find(|place| is_free(place, line)).or(free.first()).copied();
        if let Some(place) = best.filter(|_| labels.len() < MOST_LABELS) {
            taken.push(place);
            labels.push((text, PLAYERS[dot.mark.player.min(1)], (place.0 + 2, place.1 + 1)));
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(values: Vec<f64>, marks: Vec<CurveMark>) -> Curve<'static> {
        Curve {
            title: "a < \"b\" & \u{1}c",
            axis: "seeds",
            is_expectation: false,
            players: ["South", "North"],
            signs: ["?!", "?", "??"],
            values,
            marks,
        }
    }

    fn mark(ply: usize, severity: usize) -> CurveMark {
        CurveMark { ply, player: ply % 2, severity, label: format!("m{ply}") }
    }

    #[test]
    fn every_error_has_a_dot_and_the_worst_have_labels() {
        let values: Vec<f64> = (0..=60).map(|ply| f64::from(ply % 7) - 3.0).collect();
        let marks: Vec<CurveMark> = (1..=60).map(|ply| mark(ply, usize::from(ply % 20 == 0) * 2)).collect();
        let svg = evaluation_curve(&curve(values, marks)).unwrap();
        // Six dots are the legend's.
        assert_eq!(svg.matches("<circle").count(), 60 + 6);
        for label in ["m20??", "m40??", "m60??"] {
            assert!(svg.contains(label), "{label}");
        }
        assert!(svg.matches("?!\n").count() <= MOST_LABELS + 2, "{svg}");
        assert!(svg.contains("a &lt; ") && !svg.contains('\u{1}'));
    }

    #[test]
    fn labels_do_not_overlap() {
        let values = vec![0.0; 40];
        let marks: Vec<CurveMark> = (1..40).map(|ply| mark(ply, 2)).collect();
        let curve = curve(values, marks);
        let dots: Vec<Dot<'_>> = curve.marks.iter().filter_map(|mark| Dot::new(&curve, mark)).collect();
        let places: Vec<(i32, i32)> = (0..39).map(|place| (100 + 9 * place, 250)).collect();
        let labels = labels(&curve, &dots, &places, &[]);
        assert!(labels.len() > 3);
        let boxes: Vec<Box> =
            labels.iter().map(|(text, _, (x, y))| (*x, *y, x + width(text, 14), y + 14)).collect();
        for (at, one) in boxes.iter().enumerate() {
            assert!(boxes[..at].iter().all(|other| !overlap(one, other)), "{labels:?}");
        }
    }

    #[test]
    fn odd_curves_are_drawn() {
        for values in [vec![], vec![0.0], vec![0.0, 1.0], vec![-48.0; 3000]] {
            let svg = evaluation_curve(&curve(values, vec![mark(1, 1), mark(9000, 0)])).unwrap();
            assert!(svg.trim_end().ends_with("</svg>") && !svg.contains("NaN"));
        }
    }
}
