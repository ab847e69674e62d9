//! Draws the share of wins, draws and losses in the layers of a game's tables, for the player to move.
//!
//! `cargo run --release -p grenier-solver --example plot-layers -- kpe TABLES kpe-layers.svg`

use std::error::Error;
use std::path::Path;

use grenier_core::Rules;
use grenier_core::awale::Awale;
use grenier_core::capture::Five;
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;
use grenier_solver::Solvable;
use grenier_solver::stats::{LayerStats, Results, file_stats};
use grenier_solver::tables::Folder;
use plotters::prelude::*;

/// The shares of one layer.
struct Bar {
    label: String,
    results: Results,
}

/// The layers without locks, in order.
fn bars<P: Solvable>(rules: P::Rules, dir: &Path) -> Result<Vec<Bar>, Box<dyn Error>> {
    let folder = Folder::<P>::new(dir, rules);
    let mut bars = Vec::new();
    for layer in folder.layers()? {
        match file_stats(&folder, layer)? {
            LayerStats::Seeds(seeds) if seeds.unlifted == "-" => {
                let results = Results { wins: seeds.wins, draws: seeds.draws, losses: seeds.losses };
                bars.push(Bar { label: seeds.seeds.to_string(), results });
            }
            LayerStats::Seeds(_) => {}
            LayerStats::Pieces(pieces) => {
                let label = |mover, other| format!("{mover}v{other}");
                bars.push(Bar { label: label(pieces.x, pieces.o), results: pieces.x_to_move });
                if pieces.x != pieces.o {
                    bars.push(Bar { label: label(pieces.o, pieces.x), results: pieces.o_to_move });
                }
            }
        }
    }
    Ok(bars)
}

const WIN: RGBColor = RGBColor(46, 125, 50);
const DRAW: RGBColor = RGBColor(200, 200, 200);
const LOSS: RGBColor = RGBColor(183, 28, 28);

fn draw(game: &str, bars: &[Bar], path: &Path) -> Result<(), Box<dyn Error>> {
    let width = (120 + 22 * bars.len() as u32).max(480);
    let root = SVGBackend::new(path, (width, 360)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(format!("{game}: what positions are worth to the player to move"), ("sans-serif", 16))
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(-0.5..bars.len() as f64 - 0.5, 0.0..100.0)?;
    let label = |at: &f64| {
        let number = at.round();
        let bar = bars.get(number.max(0.0) as usize).filter(|_| (at - number).abs() < 0.05);
        bar.map_or_else(String::new, |bar| bar.label.clone())
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(bars.len())
        .x_label_formatter(&label)
        .y_label_formatter(&|share: &f64| format!("{share:.0} %"))
        .x_desc("layer: seeds, or pieces of the mover v pieces of the enemy")
        .draw()?;
    for (name, colour, span) in [
        ("lost", LOSS, (|results: &Results| (0, results.losses)) as fn(&Results) -> (u64, u64)),
        ("equal", DRAW, |results| (results.losses, results.losses + results.draws)),
        ("won", WIN, |results| {
            (results.losses + results.draws, results.losses + results.draws + results.wins)
        }),
    ] {
        let rectangles = bars.iter().enumerate().map(|(at, bar)| {
            let all = (bar.results.wins + bar.results.draws + bar.results.losses).max(1) as f64;
            let (from, to) = span(&bar.results);
            let share = |count: u64| 100.0 * count as f64 / all;
            Rectangle::new([(at as f64 - 0.4, share(from)), (at as f64 + 0.4, share(to))], colour.filled())
        });
        chart
            .draw_series(rectangles)?
            .label(name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], colour.filled()));
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    Ok(root.present()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, dir, out] = words.as_slice() else { return Err("wanted: GAME TABLES OUT.svg".into()) };
    let dir = Path::new(dir);
    let bars = match game.as_str() {
        "kpe" => bars::<Kpe>(Default::default(), dir)?,
        "awale" => bars::<Awale>(Default::default(), dir)?,
        "awale:awari" => {
            let rules = Rules::with(Default::default(), "awari").map_err(|_| "awari is a preset of Awalé")?;
            bars::<Awale>(rules, dir)?
        }
        "obridjie" => bars::<Obridjie>(Default::default(), dir)?,
        "mraha" => bars::<Mraha>(Default::default(), dir)?,
        "seega" => bars::<Seega<Five>>(Default::default(), dir)?,
        other => return Err(format!("{other} is no game with tables").into()),
    };
    if bars.is_empty() {
        return Err(format!("{}: no tables of {game} are here", dir.display()).into());
    }
    draw(game, &bars, Path::new(out))
}
