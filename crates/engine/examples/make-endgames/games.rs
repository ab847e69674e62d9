//! What is studied of each game: the layers that are solved, and what a glance at the board counts.

use std::error::Error;
use std::sync::atomic::AtomicBool;

use grenier_core::awale::Awale;
use grenier_core::capture::{Bits, Five};
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;
use grenier_core::{Outcome, Player, Symmetric, Tally};
use grenier_engine::Playable;
use grenier_solver::{Extent, Layer, Solvable, Solved, Watch};

/// A game whose endgames are studied.
pub trait Studied: Solvable + Playable {
    /// The least and the greatest number of seeds or pieces on the board.
    const SIZES: [u32; 2];

    /// What they are.
    const MATERIAL: &'static str;

    /// By how much the best move must be better than every other, unless that changes the result: seeds, or one step
    /// between loss, draw and win.
    const MARGIN: i32;

    /// Plies that the glances ahead go to at most.
    const HORIZON: u32;

    /// Seeds in store, or pieces, that the first player has more than the second.
    fn standing(&self) -> i32;
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

/// What an outcome is worth to the first player: seeds of difference, or a win as 1.
pub fn worth(outcome: Outcome) -> i32 {
    match (outcome.tally, outcome.winner) {
        (Tally::Stores([first, second]), _) => i32::from(first) - i32::from(second),
        (_, None) => 0,
        (_, Some(Player::First)) => 1,
        (_, Some(Player::Second)) => -1,
    }
}

/// One key for all positions that are equal under symmetry, the exchange of the players included where the game has it.
pub fn folded_key<P: Symmetric>(position: &P) -> u64 {
    let images = (0..P::SYMMETRIES).map(|symmetry| position.transformed(symmetry));
    let image = images.min_by_key(|image| (image.turn(), image.key())).expect("the identity is a symmetry");
    image.key()
}

fn captured([first, second]: [u8; 2]) -> i32 {
    i32::from(first) - i32::from(second)
}

fn majority([first, second]: [u32; 2]) -> i32 {
    first as i32 - second as i32
}

impl Studied for Kpe {
    const SIZES: [u32; 2] = [4, 28];
    const MATERIAL: &'static str = "seeds";
    const MARGIN: i32 = 2;
    const HORIZON: u32 = 9;

    fn standing(&self) -> i32 {
        captured(self.stores())
    }
}

impl Studied for Awale {
    const SIZES: [u32; 2] = [4, 18];
    const MATERIAL: &'static str = "seeds";
    const MARGIN: i32 = 2;
    const HORIZON: u32 = 9;

    fn standing(&self) -> i32 {
        captured(self.stores())
    }
}

impl Studied for Obridjie {
    const SIZES: [u32; 2] = [4, 20];
    const MATERIAL: &'static str = "seeds";
    const MARGIN: i32 = 2;
    const HORIZON: u32 = 9;

    fn standing(&self) -> i32 {
        captured(self.stores())
    }
}

impl Studied for Mraha {
    const SIZES: [u32; 2] = [3, 7];
    const MATERIAL: &'static str = "pieces";
    const MARGIN: i32 = 1;
    const HORIZON: u32 = 5;

    fn standing(&self) -> i32 {
        majority(Player::BOTH.map(|player| self.board().pieces(player).count()))
    }
}

impl Studied for Seega<Five> {
    const SIZES: [u32; 2] = [3, 7];
    const MATERIAL: &'static str = "pieces";
    const MARGIN: i32 = 1;
    const HORIZON: u32 = 5;

    fn standing(&self) -> i32 {
        majority(Player::BOTH.map(|player| self.board().pieces(player).count()))
    }
}
