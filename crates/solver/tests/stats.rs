//! The counts of layers against those of other programs.

#![allow(clippy::unwrap_used)]

mod common;

use common::solved;
use grenier_core::awale::Awale;
use grenier_core::capture::Five;
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::seega::Seega;
use grenier_core::{OnlyRules, Rules};
use grenier_solver::build::{Order, build};
use grenier_solver::stats::{LayerStats, Results, file_stats, stats};
use grenier_solver::tables::Folder;
use grenier_solver::{Extent, Layer, Solvable};

fn all<P: Solvable>(rules: P::Rules, most: u32) -> Vec<LayerStats> {
    let solved = solved::<P>(rules, Extent::Upto(most));
    let layers = P::plan(Extent::Upto(most)).unwrap();
    layers.into_iter().map(|layer| stats::<P>(rules, layer, solved.get(layer).unwrap(), 0)).collect()
}

/// Seeds, positions, lost, equal, won: by a plain implementation of Kpé in another language.
#[test]
fn kpe_layers_have_the_known_counts() {
    let known = [
        [0, 1, 0, 1, 0],
        [2, 36, 18, 9, 9],
        [4, 330, 137, 73, 120],
        [6, 1716, 463, 642, 611],
        [8, 6435, 1569, 2225, 2641],
        [10, 19448, 4164, 7115, 8169],
        [12, 50388, 11879, 15100, 23409],
    ];
    for (stats, known) in all::<Kpe>(Default::default(), 12).into_iter().zip(known) {
        let LayerStats::Seeds(stats) = stats else { panic!("Kpé is about seeds") };
        let found = [u64::from(stats.seeds), stats.positions, stats.losses, stats.draws, stats.wins];
        assert_eq!(found, known);
        assert_eq!(stats.values.values().sum::<u64>(), stats.positions);
    }
}

/// The values of two seeds: T. R. Lincke, Exploring the Computational Limits of Large Exhaustive Search Problems, ETH Zurich
/// 2002, appendix B.
#[test]
fn stats_are_written_as_json() {
    let rules = Rules::with(Default::default(), "awari").unwrap();
    let json = serde_json::to_string(&all::<Awale>(rules, 2)[2]).unwrap();
    let wanted = r#"{"seeds":2,"unlifted":"-","positions":78,"wins":25,"draws":13,"losses":40,"values":{"-2":40,"0":13,"2":25},"bytes":0}"#;
    assert_eq!(json, wanted);
    let json = serde_json::to_string(&all::<Mraha>(OnlyRules, 3)[1]).unwrap();
    let start = r#"{"x":2,"o":1,"canonical":"#;
    let rest = r#""x_to_move":{"wins":4100,"draws":2800,"losses":0},"o_to_move":{"wins":72,"draws":3974,"losses":2854},"bytes":0}"#;
    assert!(json.starts_with(start) && json.ends_with(rest), "{json}");
}

#[test]
fn unlifted_pits_are_told_as_in_positions() {
    let mut layers = Kpe::plan(Extent::Complete).unwrap().into_iter();
    let layer = layers.find(|layer| layer.name() == "48-ABCD-abcd").unwrap();
    let entries = grenier_solver::Bytes::zeroed(layer.slots()).unwrap();
    let LayerStats::Seeds(stats) = stats::<Kpe>(Default::default(), layer, &entries, 7) else { panic!() };
    assert_eq!(
        (stats.unlifted.as_str(), stats.seeds, stats.draws, stats.bytes),
        ("ABCDabcd", 48, layer.slots(), 7)
    );
}

/// Wins, draws and losses of the mover over all arrangements, x with more pieces or as many to move, then o: by a plain
/// computation in another language that knows no symmetry.
#[test]
fn piece_layers_have_the_known_counts() {
    let results = |[wins, draws, losses]: [u64; 3]| Results { wins, draws, losses };
    let mraha = [
        ([1, 1], [60, 540, 0], [60, 540, 0]),
        ([2, 1], [4100, 2800, 0], [72, 3974, 2854]),
        ([2, 2], [12156, 63548, 196], [12156, 63548, 196]),
    ];
    let seega = [
        ([1, 1], [0, 600, 0], [0, 600, 0]),
        ([2, 1], [6900, 0, 0], [0, 0, 6900]),
        ([2, 2], [2992, 72780, 128], [2992, 72780, 128]),
    ];
    let found = [all::<Mraha>(OnlyRules, 4), all::<Seega<Five>>(Default::default(), 4)];
    for (found, known) in found.iter().zip([mraha, seega]) {
        for (pieces, x_to_move, o_to_move) in known {
            let stats = found.iter().find_map(|stats| match stats {
                LayerStats::Pieces(stats) if [stats.x, stats.o] == pieces => Some(stats),
                _ => None,
            });
            let stats = stats.unwrap();
            assert_eq!(
                (stats.x_to_move, stats.o_to_move),
                (results(x_to_move), results(o_to_move)),
                "{pieces:?}"
            );
        }
    }
}

#[test]
fn files_are_counted() {
    let dir = tempfile::tempdir().unwrap();
    let rules = Default::default();
    let order = Order::<Kpe> { rules, extent: Extent::Upto(6), dir: dir.path(), memory: 1 << 30 };
    build(&order, &std::sync::atomic::AtomicBool::new(false), &|_| {}).unwrap();
    let folder = Folder::<Kpe>::new(dir.path(), rules);
    let layer = Kpe::plan(order.extent).unwrap()[3];
    let LayerStats::Seeds(stats) = file_stats(&folder, layer).unwrap() else { panic!() };
    assert_eq!(stats.bytes, std::fs::metadata(folder.file(layer)).unwrap().len());
    assert_eq!((stats.positions, stats.wins), (1716, 611));
}
