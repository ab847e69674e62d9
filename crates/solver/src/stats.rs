//! What is in a layer, counted.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use rayon::prelude::*;
use serde::Serialize;

use crate::file::Unread;
use crate::game::{Layer, Solvable, Unit};
use crate::memory::Bytes;
use crate::tables::Folder;

/// Slots that a thread counts at a time.
const CHUNK: usize = 1 << 16;

/// The counts of a layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum LayerStats {
    /// Of a sowing game.
    Seeds(SeedStats),
    /// Of a 5x5 game.
    Pieces(PieceStats),
}

/// The counts of a sowing game's layer, for the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeedStats {
    /// Seeds on the board.
    pub seeds: u32,
    /// Pits that have yet to be lifted, as in the text of positions: `ABCDab`, or `-`.
    pub unlifted: String,
    /// Positions.
    pub positions: u64,
    /// Positions in which the mover will take more than the enemy.
    pub wins: u64,
    /// Positions in which both will take the same.
    pub draws: u64,
    /// Positions in which the enemy will take more.
    pub losses: u64,
    /// Positions by their future difference in seeds.
    pub values: BTreeMap<i8, u64>,
    /// Bytes of the file, 0 if there is none.
    pub bytes: u64,
}

/// The counts of a 5x5 game's layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceStats {
    /// Pieces of the one side.
    pub x: u8,
    /// Pieces of the other side; not more.
    pub o: u8,
    /// Positions, of several that symmetry or an exchange of the players makes equal one.
    pub canonical: u64,
    /// All arrangements with `x` to move, by what they are worth to it.
    pub x_to_move: Results,
    /// All arrangements with `o` to move, by what they are worth to it.
    pub o_to_move: Results,
    /// Bytes of the file, 0 if there is none.
    pub bytes: u64,
}

/// Results for the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Positions that he wins.
    pub wins: u64,
    /// Positions that are drawn.
    pub draws: u64,
    /// Positions that he loses.
    pub losses: u64,
}

impl Results {
    fn add(&mut self, future: i8, count: u64) {
        *match future {
            1.. => &mut self.wins,
            0 => &mut self.draws,
            _ => &mut self.losses,
        } += count;
    }

    fn plus(self, other: Results) -> Results {
        Results {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// Counts the layer of a file.
///
/// # Errors
/// [`Unread`] if the file is not there or damaged, or there is no memory.
pub fn file_stats<P: Solvable>(folder: &Folder<P>, layer: P::Layer) -> Result<LayerStats, Unread> {
    let file = folder.open(layer)?;
    Ok(stats::<P>(folder.rules(), layer, &file.read_all()?, file.bytes()))
}

/// Counts the entries of a layer, whose file takes `bytes` bytes.
pub fn stats<P: Solvable>(rules: P::Rules, layer: P::Layer, entries: &Bytes, bytes: u64) -> LayerStats {
    match P::UNIT {
        Unit::Seeds => LayerStats::Seeds(of_seeds::<P>(rules, layer, entries, bytes)),
        Unit::Result => LayerStats::Pieces(of_pieces::<P>(rules, layer, entries, bytes)),
    }
}

/// In seeds an entry means the same in every position, so that bytes can be counted first.
fn of_seeds<P: Solvable>(rules: P::Rules, layer: P::Layer, entries: &Bytes, bytes: u64) -> SeedStats {
    let mut values = BTreeMap::new();
    let mut results = Results::default();
    if let Some(position) = P::at(rules, layer, 0) {
        for (entry, &count) in (0..=u8::MAX).zip(&counts(entries)).filter(|&(_, &count)| count > 0) {
            let future = position.value(entry).future;
            *values.entry(future).or_default() += count;
            results.add(future, count);
        }
    }
    let name = layer.name();
    let unlifted = name.split_once('-').map_or("-".to_owned(), |(_, masks)| masks.replace('-', ""));
    let Results { wins, draws, losses } = results;
    let (seeds, positions) = (layer.material(), entries.len());
    SeedStats { seeds, unlifted, positions, wins, draws, losses, values, bytes }
}

/// How often each byte stands in a layer.
fn counts(entries: &Bytes) -> [u64; 256] {
    let of_chunk = |chunk: &[std::sync::atomic::AtomicU8]| {
        let mut counts = [0; 256];
        chunk.iter().for_each(|entry| counts[usize::from(entry.load(Ordering::Relaxed))] += 1);
        counts
    };
    let sum = |a: [u64; 256], b: [u64; 256]| std::array::from_fn(|entry| a[entry] + b[entry]);
    entries.as_slice().par_chunks(CHUNK).map(of_chunk).reduce(|| [0; 256], sum)
}

fn of_pieces<P: Solvable>(rules: P::Rules, layer: P::Layer, entries: &Bytes, bytes: u64) -> PieceStats {
    let [x, o] = layer.pieces(0).unwrap_or_default();
    let of_slot = |slot: u64| {
        let mut by_mover = [Results::default(); 2];
        if let Some(position) = P::at(rules, layer, slot) {
            let is_x = layer.pieces(slot) == Some([x, o]);
            let count = u64::from(layer.arrangements(slot));
            by_mover[usize::from(!is_x)].add(position.value(entries.get(slot)).future, count);
        }
        by_mover
    };
    let sum = |a: [Results; 2], b: [Results; 2]| [a[0].plus(b[0]), a[1].plus(b[1])];
    let [x_to_move, mut o_to_move] =
        (0..layer.slots()).into_par_iter().map(of_slot).reduce(|| [Results::default(); 2], sum);
    if x == o {
        // With equal numbers one half of the arrangements is the other one with exchanged players.
        o_to_move = x_to_move;
    }
    PieceStats { x, o, canonical: layer.positions(), x_to_move, o_to_move, bytes }
}
