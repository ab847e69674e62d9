//! How weights were fitted: the loss over the steps, and what became of each weight.

use std::ops::Range;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::curve::{Area, shown, style, width};
use super::{ChartError, Drawn, GRID, INK, LINE, SIZE, thinned};

/// The height of the title and of the legend below it, in pixels.
const HEAD: u32 = 70;

/// The height of the losses, in pixels.
const LOSSES: u32 = 380;

/// The height of the heading of the weights, and of what stands for each of them, in pixels.
const HEADING: u32 = 40;
const ROW: u32 = 30;

/// The loss on what is held out, and weights before the fit.
const HELD_OUT: RGBColor = RGBColor(0xc7, 0x62, 0x00);
const BEFORE: RGBColor = RGBColor(0xa8, 0xb4, 0xc4);

/// Where names end, where bars lie, and where numbers end, in pixels from the left.
const NAMES: i32 = 170;
const BARS: Range<i32> = 186..720;
const NUMBERS: [i32; 2] = [800, 880];

/// Characters of a title and of a name that fit.
const LONGEST_TITLE: usize = 90;
const LONGEST_NAME: usize = 18;

/// A weight before the fit and after it.
#[derive(Clone, Debug)]
pub struct WeightBar<'a> {
    /// The name of what is weighed.
    pub name: &'a str,
    /// Its weight before.
    pub before: i32,
    /// Its weight after.
    pub after: i32,
}

/// The fit of weights.
#[derive(Clone, Debug)]
pub struct FitChart<'a> {
    /// What was fitted to what.
    pub title: &'a str,
    /// The name of the loss.
    pub loss: &'a str,
    /// The loss on the training set and on what is held out, after each step. What is not finite is left out.
    pub losses: Vec<[f64; 2]>,
    /// So many of the steps are iterations of the fit of weights; a network is trained in the others.
    pub iterations: usize,
    /// The weights.
    pub weights: Vec<WeightBar<'a>>,
}

/// The loss over the steps of a fit, above bars of the weights before and after.
///
/// ```
/// use grenier_arena::chart::{FitChart, WeightBar, fit_chart};
///
/// let weights = vec![WeightBar { name: "choices", before: 100, after: 87 }];
/// let losses = vec![[9.5, 9.6], [8.1, 8.3], [8.0, 8.3]];
/// let chart = FitChart { title: "kpe", loss: "squared error", losses, iterations: 3, weights };
/// assert!(fit_chart(&chart)?.contains("choices"));
/// # Ok::<(), grenier_arena::chart::ChartError>(())
/// ```
///
/// # Errors
/// [`ChartError`] if the drawing crate refuses.
pub fn fit_chart(chart: &FitChart<'_>) -> Result<String, ChartError> {
    let mut svg = String::new();
    draw_into(&mut svg, chart).map_err(|error| ChartError(error.to_string()))?;
    Ok(svg)
}

fn draw_into(svg: &mut String, chart: &FitChart<'_>) -> Drawn {
    let height = HEAD + LOSSES + HEADING + ROW * chart.weights.len() as u32 + 20;
    let root = SVGBackend::with_string(svg, (SIZE.0, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let (head, rest) = root.split_vertically(HEAD);
    let (losses, weights) = rest.split_vertically(LOSSES);
    let title = style(20, &INK).pos(Pos::new(HPos::Center, VPos::Center));
    head.draw_text(&shown(chart.title, LONGEST_TITLE), &title, (SIZE.0 as i32 / 2, 24))?;
    let entries = [("training set", LINE, 3), ("held out", HELD_OUT, 3)];
    draw_legend(&head, 54, &entries)?;
    draw_losses(&losses, chart)?;
    let entries = [("weights before", BEFORE, 9), ("after", LINE, 9)];
    draw_legend(&weights, 20, &entries)?;
    draw_weights(&weights, &chart.weights)?;
    root.present()?;
    Ok(())
}

/// Names behind strokes of their colours, so thick.
fn draw_legend(area: &Area<'_>, y: i32, entries: &[(&str, RGBColor, u32)]) -> Drawn {
    let mut x = BARS.start;
    for (name, colour, thick) in entries {
        area.draw(&PathElement::new([(x, y), (x + 28, y)], colour.stroke_width(*thick)))?;
        let text = style(15, &INK).pos(Pos::new(HPos::Left, VPos::Center));
        area.draw_text(name, &text, (x + 36, y))?;
        x += 36 + width(name, 15) + 40;
    }
    Ok(())
}

/// The losses that are shown: the first steps, which gain most, may lie above.
fn range(losses: &[[f64; 2]]) -> Range<f64> {
    let settled = losses.iter().skip(losses.len().div_ceil(10)).chain(losses.last()).flatten();
    let (low, high) = settled
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &loss| (low.min(loss), high.max(loss)));
    if low > high {
        return 0.0..1.0;
    }
    let margin = ((high - low) * 0.2).max(1e-3 * high.abs()).max(1e-6);
    // No loss is negative.
    (low - margin).max(low.min(0.0))..high + margin
}

fn draw_losses(area: &Area<'_>, chart: &FitChart<'_>) -> Drawn {
    let is_finite = |losses: &&[f64; 2]| losses.iter().all(|loss| loss.is_finite());
    let losses: Vec<[f64; 2]> = chart.losses.iter().filter(is_finite).copied().collect();
    let (steps, values) = (losses.len().max(2), range(&losses));
    let mut plot = ChartBuilder::on(area)
        .margin(16)
        .margin_top(22)
        .margin_right(40)
        .x_label_area_size(44)
        .y_label_area_size(74)
        .build_cartesian_2d(1.0..steps as f64, values.clone())?;
    let decimals = (1.0 - (values.end - values.start).log10().floor()).clamp(0.0, 7.0) as usize;
    plot.configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(GRID)
        .axis_style(INK)
        .x_desc("steps")
        .y_desc(chart.loss)
        .x_labels(steps.clamp(2, 12))
        .y_labels(8)
        .x_label_formatter(&|step| format!("{step:.0}"))
        .y_label_formatter(&|loss| format!("{loss:.decimals$}"))
        .label_style(style(15, &INK))
        .axis_desc_style(style(16, &INK))
        .draw()?;
    let borders = [("features", 0), ("network", chart.iterations)];
    let kinds = [0..chart.iterations.min(losses.len()), chart.iterations.min(losses.len())..losses.len()];
    // The plot counts pixels from the picture's corner, the area from its own.
    let above = area.get_pixel_range().1.start;
    for ((name, from), kind) in borders.into_iter().zip(kinds).filter(|(_, kind)| !kind.is_empty()) {
        let x = 1.0f64.max(from as f64 + 0.5);
        if from > 0 {
            plot.draw_series(LineSeries::new([(x, values.start), (x, values.end)], &INK))?;
        }
        let place = plot.backend_coord(&(x, values.end));
        let end = plot.backend_coord(&(kind.end as f64 + 0.5, values.end));
        // A name that would run into the next one is left out.
        if kind.end == losses.len() || end.0 - place.0 > width(name, 14) + 8 {
            area.draw_text(name, &style(14, &INK), (place.0, place.1 - above - 18))?;
        }
        for (part, colour) in [LINE, HELD_OUT].into_iter().enumerate() {
            let point = |at: usize| (at as f64 + 1.0, losses[at][part].clamp(values.start, values.end));
            let points: Vec<(f64, f64)> = kind.clone().map(point).collect();
            plot.draw_series(LineSeries::new(thinned(&points), colour.stroke_width(2)))?;
            // A line of a single point would not be seen.
            plot.draw_series(
                points.iter().filter(|_| points.len() == 1).map(|&at| Circle::new(at, 3, colour.filled())),
            )?;
        }
    }
    Ok(())
}

fn draw_weights(area: &Area<'_>, weights: &[WeightBar<'_>]) -> Drawn {
    let values = || weights.iter().flat_map(|weight| [weight.before, weight.after]).chain([0]);
    let (least, most) = (f64::from(values().min().unwrap_or(0)), f64::from(values().max().unwrap_or(0)));
    let long = f64::from(BARS.end - BARS.start);
    let place = |weight: i32| {
        let share = (f64::from(weight) - least) / (most - least).max(1.0);
        BARS.start + (share * long).round() as i32
    };
    let bottom = (HEADING + ROW * weights.len() as u32) as i32;
    area.draw(&PathElement::new([(place(0), HEADING as i32 - 4), (place(0), bottom)], INK))?;
    let right = |colour: &RGBColor| style(14, colour).pos(Pos::new(HPos::Right, VPos::Center));
    for (heading, x) in ["before", "after"].into_iter().zip(NUMBERS) {
        area.draw_text(heading, &right(&INK), (x, HEADING as i32 / 2))?;
    }
    for (row, weight) in weights.iter().enumerate() {
        let middle = (HEADING + ROW * row as u32 + ROW / 2) as i32;
        area.draw_text(&shown(weight.name, LONGEST_NAME), &right(&INK), (NAMES, middle))?;
        for (value, colour, top) in [(weight.before, BEFORE, middle - 10), (weight.after, LINE, middle)] {
            area.draw(&Rectangle::new([(place(0), top), (place(value), top + 9)], colour.filled()))?;
        }
        for (value, x) in [weight.before, weight.after].into_iter().zip(NUMBERS) {
            area.draw_text(&value.to_string(), &right(&INK), (x, middle))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(losses: Vec<[f64; 2]>, iterations: usize, count: i32) -> String {
        let names: Vec<String> = (0..count).map(|at| format!("feature{at} < \u{1}")).collect();
        let weights = names.iter().zip(0..);
        let weights =
            weights.map(|(name, at)| WeightBar { name, before: 40 - 17 * at, after: 9 * at }).collect();
        let chart = FitChart { title: "a \u{1} & b", loss: "loss", losses, iterations, weights };
        fit_chart(&chart).unwrap()
    }

    #[test]
    fn losses_have_lines_and_weights_have_bars() {
        let losses =
            (1..=40).map(|step| [5.0 + 1.0 / f64::from(step), 5.5 + 1.0 / f64::from(step)]).collect();
        let svg = chart(losses, 12, 9);
        assert!(svg.trim_end().ends_with("</svg>") && svg.contains("a   &amp; b") && !svg.contains('\u{1}'));
        let thick = svg.matches("stroke-width=\"2\"").count();
        assert_eq!(thick, 4, "two lines before the network, and two after it");
        for at in 0..9 {
            assert!(svg.contains(&format!("feature{at} &lt; ")), "{at}");
        }
        assert!(svg.contains(">\nfeatures\n") && svg.contains(">\nnetwork\n") && svg.contains(">\n-96\n"));
        assert_eq!(
            svg.matches(&format!("fill=\"#{:02X}{:02X}{:02X}\"", BEFORE.0, BEFORE.1, BEFORE.2)).count(),
            9
        );
    }

    #[test]
    fn names_do_not_run_into_each_other() {
        let names = |iterations| {
            let svg = chart(vec![[5.0, 6.0]; 100], iterations, 1);
            ["features", "network"].map(|name| svg.contains(&format!(">\n{name}\n")))
        };
        assert_eq!([0, 1, 50, 100].map(names), [[false, true], [false, true], [true, true], [true, false]]);
    }

    #[test]
    fn odd_fits_are_drawn() {
        for (losses, iterations) in [
            (vec![], 0),
            (vec![], 7),
            (vec![[1.0, 1.0]], 1),
            (vec![[0.0, 0.0]; 3], 0),
            (vec![[f64::NAN, 1.0], [1e9, 1.0], [1e-9, f64::INFINITY]], 2),
            (vec![[0.5, 0.4]; 5000], 4999),
        ] {
            for count in [0, 1] {
                let svg = chart(losses.clone(), iterations, count);
                assert!(svg.trim_end().ends_with("</svg>") && !svg.contains("NaN"), "{losses:?}");
            }
        }
    }
}
