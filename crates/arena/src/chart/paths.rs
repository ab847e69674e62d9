//! The ways of several parameters, each scaled to its range.

use plotters::prelude::*;
use plotters::style::FontFamily;

use super::curve::shown;
use super::{ChartError, Drawn, GRID, INK, SIZE, thinned};

/// Width of the legend, in pixels.
const LEGEND: u32 = 340;

/// Height of a line of the legend, in pixels.
const ROW: u32 = 22;

/// Characters of a legend's line that fit.
const LONGEST_LABEL: usize = 38;

/// Colours that can be told apart (Okabe and Ito 2008, and two more); more parameters share them.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0x6a, 0x3d, 0x9a),
    RGBColor(0x22, 0x22, 0x22),
];

/// The way of one parameter.
#[derive(Clone, Debug)]
pub struct PathLine<'a> {
    /// Its line in the legend.
    pub label: &'a str,
    /// The value at the bottom of the chart.
    pub least: f64,
    /// The value at its top.
    pub most: f64,
    /// The values: at the start, then after each iteration.
    pub values: &'a [f64],
}

/// The ways of parameters over the iterations, each from the least of its range at the bottom to the greatest at the top.
///
/// ```
/// use grenier_arena::chart::{PathLine, paths_chart};
///
/// let way = PathLine { label: "exploration", least: 0.0, most: 2.0, values: &[0.8, 0.9, 1.1] };
/// assert!(paths_chart("kpe", &[way])?.contains("exploration"));
/// # Ok::<(), grenier_arena::chart::ChartError>(())
/// ```
///
/// # Errors
/// [`ChartError`] if the drawing crate refuses.
pub fn paths_chart(title: &str, lines: &[PathLine<'_>]) -> Result<String, ChartError> {
    let mut svg = String::new();
    draw_into(&mut svg, title, lines).map_err(|error| ChartError(error.to_string()))?;
    Ok(svg)
}

fn draw_into(svg: &mut String, title: &str, lines: &[PathLine<'_>]) -> Drawn {
    // A legend that is longer than the chart makes it higher.
    let height = SIZE.1.max(100 + ROW * lines.len() as u32);
    let area = SVGBackend::with_string(svg, (SIZE.0 + LEGEND, height)).into_drawing_area();
    area.fill(&WHITE)?;
    let text = |size: u32| (FontFamily::SansSerif, size).into_font().color(&INK);
    let (body, legend) = area.split_horizontally(SIZE.0);
    let longest = lines.iter().map(|line| line.values.len()).max().unwrap_or(0);
    let iterations = longest.saturating_sub(1).max(1) as f64;
    let mut chart = ChartBuilder::on(&body)
        .caption(shown(title, 70), text(22))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..iterations, 0.0..1.0)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(GRID)
        .axis_style(INK)
        .x_desc("iterations")
        .y_desc("place between min and max")
        .x_label_formatter(&|iterations| format!("{iterations:.0}"))
        .y_label_formatter(&|share| format!("{:.0} %", share * 100.0))
        .label_style(text(15))
        .axis_desc_style(text(16))
        .draw()?;
    for (row, (line, colour)) in lines.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let points: Vec<(f64, f64)> = line.points().collect();
        chart.draw_series(LineSeries::new(thinned(&points), colour.stroke_width(2)))?;
        let y = (60 + ROW * row as u32) as i32;
        legend.draw(&PathElement::new([(4, y), (28, y)], colour.stroke_width(3)))?;
        legend.draw_text(&shown(line.label, LONGEST_LABEL), &text(14), (36, y - 8))?;
    }
    area.present()?;
    Ok(())
}

impl PathLine<'_> {
    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        let share = |value: f64| ((value - self.least) / (self.most - self.least)).clamp(0.0, 1.0);
        let points = self.values.iter().enumerate().map(move |(at, &value)| (at as f64, share(value)));
        points.filter(|(_, share)| share.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_has_a_line_and_a_label() {
        let values: Vec<f64> = (0..=20).map(|at| f64::from(at % 7)).collect();
        let labels: Vec<String> = (0..40).map(|at| format!("p{at} < \u{1}")).collect();
        let line = |label| PathLine { label, least: 0.0, most: 6.0, values: &values };
        let lines: Vec<PathLine<'_>> = labels.iter().map(|label| line(label.as_str())).collect();
        let svg = paths_chart("a \u{1} & b", &lines).unwrap();
        assert!(svg.trim_end().ends_with("</svg>") && !svg.contains('\u{1}'));
        for at in 0..40 {
            assert!(svg.contains(&format!("p{at} &lt; ")), "p{at}");
        }
    }

    #[test]
    fn odd_ways_are_drawn() {
        for (values, least, most) in [
            (&[][..], 0.0, 1.0),
            (&[3.0], 3.0, 3.0),
            (&[f64::NAN, 9.0], 0.0, 1.0),
            (&[1e12, -1e12], -1e12, 1e12),
        ] {
            let svg = paths_chart("odd", &[PathLine { label: "a", least, most, values }]).unwrap();
            assert!(svg.trim_end().ends_with("</svg>") && !svg.contains("NaN"), "{values:?}");
        }
        assert!(paths_chart("none", &[]).is_ok());
    }
}
