//! `grenier tables stats`.

use std::path::Path;
use std::sync::atomic::Ordering;

use clap::Args;
use grenier_engine::json::SCHEMA;
use grenier_engine::{Playable, SolvableVisitor};
use grenier_solver::longest::{Longest, longest};
use grenier_solver::stats::{LayerStats, PieceStats, Results, SeedStats, file_stats};
use grenier_solver::tables::Folder as TableFolder;
use grenier_solver::{Layer, Solvable, Watch};
use serde::Serialize;

use super::{Folder, size, solvable};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;

/// Count the wins, draws and losses of a game's tables, layer by layer.
///
/// Mancalas: positions by the sign of the future difference for the mover, and with --json by the difference. Capture games:
/// all arrangements of the pieces, by what they are worth to the side to move.
///
/// Example: grenier tables stats awale --json
#[derive(Debug, Args)]
pub struct Stats {
    /// The game, with its preset.
    #[arg(value_name = "GAME")]
    game: String,

    /// Only the layer with this name, as `tables build` prints it.
    #[arg(long, value_name = "NAME")]
    layer: Option<String>,

    /// Also tell the position in which the better side has to wait longest, with best play, for the next capture or the
    /// end. In mancalas this counts plies for all positions of the layer: minutes from 24 seeds on.
    #[arg(long)]
    longest: bool,

    #[command(flatten)]
    folder: Folder,
}

impl Stats {
    /// Counts.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let dir = self.folder.path()?;
        solvable(&self.game, Visit { arguments: &self, dir: &dir, output })?
    }
}

struct Visit<'a> {
    arguments: &'a Stats,
    dir: &'a Path,
    output: &'a mut Output,
}

/// What `tables stats --json` prints.
#[derive(Serialize)]
struct StatsJson {
    schema: u32,
    game: String,
    layers: Vec<LayerJson>,
}

#[derive(Serialize)]
struct LayerJson {
    #[serde(flatten)]
    stats: LayerStats,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest: Option<LongestJson>,
}

/// The position that takes longest.
#[derive(Serialize)]
struct LongestJson {
    position: String,
    plies: u32,
    positions: u64,
}

impl SolvableVisitor for Visit<'_> {
    type Output = Result<(), Failure>;

    fn visit<P: Playable + Solvable>(self, rules: P::Rules) -> Self::Output {
        let Visit { arguments, dir, output } = self;
        let folder = TableFolder::<P>::new(dir, rules);
        let game = P::variant(rules);
        let mut wanted = folder.layers().map_err(Failure::data)?;
        if let Some(name) = &arguments.layer {
            wanted.retain(|layer| layer.name() == *name);
        }
        if wanted.is_empty() {
            let what =
                arguments.layer.as_ref().map_or("no tables".to_owned(), |name| format!("no layer {name}"));
            return Err(Failure::data(format!("{}: {what} of {game} here", dir.display())));
        }
        if !output.is_json() {
            output.line("       layer        positions     wins    draws   losses       size")?;
        }
        let mut layers = Vec::new();
        for layer in wanted {
            if interrupt::flag().load(Ordering::Relaxed) {
                return Err(Failure::data("interrupted"));
            }
            let stats = file_stats(&folder, layer).map_err(Failure::data)?;
            let longest = if arguments.longest { waiting(&folder, layer)? } else { None };
            if output.is_json() {
                layers.push(LayerJson { stats, longest });
                continue;
            }
            print(&layer.name(), &stats, output)?;
            if let Some(LongestJson { position, plies, positions }) = longest {
                let others =
                    if positions > 1 { format!(", and {} more", positions - 1) } else { String::new() };
                output.line(format!("             longest: {plies} plies, {position}{others}"))?;
                output.flush()?;
            }
        }
        if output.is_json() {
            output.object(&StatsJson { schema: SCHEMA, game, layers })?;
        }
        Ok(output.flush()?)
    }
}

fn waiting<P: Playable + Solvable>(
    folder: &TableFolder<P>,
    layer: P::Layer,
) -> Result<Option<LongestJson>, Failure> {
    let found = longest(folder, layer, &Watch::new(interrupt::flag())).map_err(Failure::data)?;
    Ok(found.map(|Longest { position, plies, count }| LongestJson {
        position: position.text(),
        plies,
        positions: count,
    }))
}

fn print(name: &str, stats: &LayerStats, output: &mut Output) -> Result<(), Failure> {
    match stats {
        LayerStats::Seeds(SeedStats { positions, wins, draws, losses, bytes, .. }) => {
            let results = Results { wins: *wins, draws: *draws, losses: *losses };
            output.line(row(name, *positions, results, Some(*bytes)))?;
        }
        LayerStats::Pieces(PieceStats { x, o, canonical, x_to_move, o_to_move, bytes }) => {
            output.line(row(&format!("{x}v{o}, x moves"), *canonical, *x_to_move, Some(*bytes)))?;
            if x != o {
                output.line(row(&format!("{x}v{o}, o moves"), *canonical, *o_to_move, None))?;
            }
        }
    }
    Ok(output.flush()?)
}

/// A row of the table; shares in hundredths.
fn row(name: &str, positions: u64, results: Results, bytes: Option<u64>) -> String {
    let Results { wins, draws, losses } = results;
    let share = |count: u64| 100.0 * count as f64 / (wins + draws + losses).max(1) as f64;
    let size = bytes.map(size).unwrap_or_default();
    format!(
        "{name:>12} {positions:>16} {:>7.2}% {:>7.2}% {:>7.2}% {size:>10}",
        share(wins),
        share(draws),
        share(losses)
    )
}
