//! The solver against tables made by others: what they count must be counted here too.

use std::collections::BTreeMap;
use std::error::Error;

use grenier_core::awale::Awale;
use grenier_core::kpe::Kpe;
use grenier_core::{Notation, Rules, Symmetric};

use crate::layers::{arrangements, sowings};
use crate::solve::Solver;

/// T. R. Lincke, "Exploring the Computational Limits of Large Exhaustive Search Problems", ETH Zürich 2002, appendix B:
/// the arrangements of 8 and of 10 seeds by the mover's future difference, endless play 0 (preset `awari`).
const AWARI: [(u8, &[(i32, u32)]); 2] = [
    (
        8,
        &[
            (-8, 12370),
            (-6, 228),
            (-4, 6828),
            (-2, 9977),
            (-1, 61),
            (0, 8351),
            (1, 236),
            (2, 10182),
            (4, 6972),
            (5, 168),
            (6, 507),
            (8, 19702),
        ],
    ),
    (
        10,
        &[
            (-10, 22941),
            (-8, 211),
            (-7, 34),
            (-6, 13906),
            (-4, 25783),
            (-3, 3938),
            (-2, 33687),
            (-1, 752),
            (0, 93743),
            (1, 738),
            (2, 38773),
            (3, 7722),
            (4, 34896),
            (6, 25402),
            (7, 298),
            (8, 810),
            (10, 49082),
        ],
    ),
];

/// Worked out by an independent implementation of the rules: seeds, and how many of their arrangements, every pit
/// lifted, have a future difference below, at and above zero for the mover.
const KPE: [(u8, [u32; 3]); 3] =
    [(8, [1569, 2225, 2641]), (10, [4164, 7115, 8169]), (12, [11879, 15100, 23409])];

/// The same for the second phase on 5x5: pieces of x and of o, and how many arrangements x wins, are drawn, and o wins,
/// for x to move and for o.
pub type Small = [([usize; 2], [[u32; 3]; 2]); 2];

/// M'raha wa bwe, endless play drawn.
pub const MRAHA: Small =
    [([2, 1], [[4100, 2800, 0], [2854, 3974, 72]]), ([2, 2], [[12156, 63548, 196], [196, 63548, 12156]])];

/// Seega, endless play won by the majority.
pub const SEEGA: Small =
    [([2, 1], [[6900, 0, 0], [6900, 0, 0]]), ([2, 2], [[2992, 72780, 128], [128, 72780, 2992]])];

/// Solves awari as far as its published tables are known here, and compares.
pub fn awari() -> Result<(), Box<dyn Error>> {
    let rules = Rules::with(Default::default(), "awari").map_err(|_| "awale has the preset awari")?;
    let mut solver = Solver::new();
    for seeds in 1..=10 {
        solver.add(sowings::<Awale>(rules, 12, seeds, ""));
    }
    for (seeds, published) in AWARI {
        let found = histogram(&solver, sowings::<Awale>(rules, 12, seeds, ""));
        if !found.iter().map(|(&value, &count)| (value, count)).eq(published.iter().copied()) {
            return Err(format!("awari with {seeds} seeds is not as published: {found:?}").into());
        }
    }
    Ok(())
}

/// Compares a solver of Kpé.
pub fn kpe(solver: &Solver) -> Result<(), Box<dyn Error>> {
    for (seeds, wanted) in KPE {
        let mut found = [0; 3];
        for (value, count) in histogram(solver, sowings::<Kpe>(Default::default(), 8, seeds, " -")) {
            found[(1 + value.signum()) as usize] += count;
        }
        if found != wanted {
            return Err(format!("kpe with {seeds} seeds: {found:?}, not {wanted:?}").into());
        }
    }
    Ok(())
}

/// Compares a solver of a 5x5 game.
pub fn small<P: Notation + Symmetric>(solver: &Solver, wanted: Small) -> Result<(), Box<dyn Error>> {
    for (pieces, wanted) in wanted {
        let mut found = [[0; 3]; 2];
        for position in arrangements::<P>(pieces) {
            let [value, _] = solver.value(&position);
            found[position.turn().index()][(1 - value) as usize] += 1;
        }
        if found != wanted {
            return Err(format!("{} with {pieces:?} pieces: {found:?}, not {wanted:?}", P::NAME).into());
        }
    }
    Ok(())
}

/// How many positions, all with South to move, have each future difference.
fn histogram<P: Symmetric>(solver: &Solver, positions: impl Iterator<Item = P>) -> BTreeMap<i32, u32> {
    let mut histogram = BTreeMap::new();
    for position in positions {
        let [value, _] = solver.above_endless(&position);
        *histogram.entry(i32::from(value)).or_default() += 1;
    }
    histogram
}
