//! What is studied of each game: the layers that are solved, and what a glance at the board counts.

use std::error::Error;
use std::sync::atomic::AtomicBool;

use grenier_core::awale::Awale;
use grenier_core::capture::Five;
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;
use grenier_engine::Playable;
use grenier_solver::{Extent, Layer, Solvable, Solved, Watch};

use crate::standing::Standing;

/// A game whose endgames are studied.
pub trait Studied: Solvable + Playable + Standing {
    /// The least and the greatest number of seeds or pieces on the board.
    const SIZES: [u32; 2];

    /// What they are.
    const MATERIAL: &'static str;

    /// By how much the best move must be better than every other, unless that changes the result: seeds, or one step
    /// between loss, draw and win.
    const MARGIN: i32;

    /// Plies that the glances ahead go to at most.
    const HORIZON: u32;
}

/// All layers up to the greatest size.
pub fn solved<P: Studied>() -> Result<Solved<P>, Box<dyn Error>> {
    let rules = P::Rules::default();
    let stop = AtomicBool::new(false);
    let mut solved = Solved::default();
    for layer in P::plan(Extent::Upto(P::SIZES[1])).ok_or("the game has layers of every size")? {
        let bytes = P::solve(rules, layer, &solved, &Watch::new(&stop))?;
        solved.insert(layer, bytes);
    }
    if let Some(limit) = P::QUIET_LIMIT {
        check_distances(rules, &solved, limit)?;
    }
    Ok(solved)
}

/// Tables know no quiet limit: no value may need more plies than it allows.
fn check_distances<P: Studied>(rules: P::Rules, solved: &Solved<P>, limit: u32) -> Result<(), String> {
    let plan = P::plan(Extent::Upto(P::SIZES[1])).unwrap_or_default();
    for layer in plan {
        let positions = (0..layer.slots()).filter_map(|slot| P::at(rules, layer, slot));
        let plies = positions.filter_map(|position| solved.probe(&position)?.distance).max().unwrap_or(0);
        if u32::from(plies) > limit {
            return Err(format!("{} {}: a value takes {plies} plies", P::NAME, layer.name()));
        }
    }
    Ok(())
}

impl Studied for Kpe {
    const SIZES: [u32; 2] = [4, 28];
    const MATERIAL: &'static str = "seeds";
    const MARGIN: i32 = 2;
    const HORIZON: u32 = 9;
}

impl Studied for Awale {
    const SIZES: [u32; 2] = [4, 18];
    const MATERIAL: &'static str = "seeds";
    const MARGIN: i32 = 2;
    const HORIZON: u32 = 9;
}

impl Studied for Obridjie {
    const SIZES: [u32; 2] = [4, 20];
    const MATERIAL: &'static str = "seeds";
    const MARGIN: i32 = 2;
    const HORIZON: u32 = 9;
}

impl Studied for Mraha {
    const SIZES: [u32; 2] = [3, 7];
    const MATERIAL: &'static str = "pieces";
    const MARGIN: i32 = 1;
    const HORIZON: u32 = 5;
}

impl Studied for Seega<Five> {
    const SIZES: [u32; 2] = [3, 7];
    const MATERIAL: &'static str = "pieces";
    const MARGIN: i32 = 1;
    const HORIZON: u32 = 5;
}
