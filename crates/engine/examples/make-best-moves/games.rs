//! What is studied of each game: the layers that are solved, and what a glance at the board counts.

use std::error::Error;

use grenier_core::awale::Awale;
use grenier_core::capture::{Bits, Five};
use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;
use grenier_core::{Notation, Player, Position, Symmetric};

use crate::check;
use crate::layers::{distinct_arrangements, sowings};
use crate::solve::Solver;
use crate::standing::Standing;

/// A game whose endings are solved.
pub trait Studied: Notation + Symmetric + Standing {
    /// By how much the best move must be better than every other: seeds, or one step between loss, draw and win.
    const MARGIN: i32;

    /// Plies that the glances ahead go to at most.
    const HORIZON: u32;

    /// The most seeds, or pieces of a side, in the layers that are solved.
    const SOLVED: &'static str;

    /// Nodes within which alpha-beta finds at least nine in ten of the moves.
    const BUDGET: u32;

    /// Solves all layers, and checks those of which tables by others are known.
    fn solved() -> Result<Solver, Box<dyn Error>>;

    /// What is on the board, in words, the player to move first.
    fn material(&self) -> String;
}

fn seeds(rows: [u64; 2]) -> String {
    let seeds: u32 = rows.iter().flat_map(|row| row.to_le_bytes()).map(u32::from).sum();
    format!("{seeds} seeds")
}

impl Studied for Kpe {
    const MARGIN: i32 = 2;
    const HORIZON: u32 = 9;
    const SOLVED: &'static str = "22 seeds, every pit lifted";
    const BUDGET: u32 = 20_000;

    fn solved() -> Result<Solver, Box<dyn Error>> {
        let mut solver = Solver::new();
        for seeds in (2..=22).step_by(2) {
            solver.add(sowings::<Kpe>(Default::default(), 8, seeds, " -"));
        }
        check::kpe(&solver)?;
        Ok(solver)
    }

    fn material(&self) -> String {
        seeds(self.rows())
    }
}

impl Studied for Awale {
    const MARGIN: i32 = 2;
    const HORIZON: u32 = 9;
    const SOLVED: &'static str = "12 seeds";
    const BUDGET: u32 = 200_000;

    fn solved() -> Result<Solver, Box<dyn Error>> {
        check::awari()?;
        let mut solver = Solver::new();
        for seeds in 1..=12 {
            solver.add(sowings::<Awale>(Default::default(), 12, seeds, ""));
        }
        Ok(solver)
    }

    fn material(&self) -> String {
        seeds(self.rows())
    }
}

impl Studied for Obridjie {
    const MARGIN: i32 = 2;
    const HORIZON: u32 = 9;
    const SOLVED: &'static str = "12 seeds";
    const BUDGET: u32 = 20_000;

    fn solved() -> Result<Solver, Box<dyn Error>> {
        let mut solver = Solver::new();
        // Fours are captured, and nothing else.
        for seeds in (4..=12).step_by(4) {
            solver.add(sowings::<Obridjie>(Default::default(), 12, seeds, ""));
        }
        Ok(solver)
    }

    fn material(&self) -> String {
        seeds(self.rows())
    }
}

/// The layers of the 5x5 games that are solved, each after those that a capture leads to.
const PIECES: [[usize; 2]; 11] =
    [[1, 1], [2, 1], [1, 2], [2, 2], [3, 1], [1, 3], [3, 2], [2, 3], [3, 3], [4, 3], [3, 4]];

fn small<P: Notation + Symmetric>(wanted: check::Small) -> Result<Solver, Box<dyn Error>> {
    let mut solver = Solver::new();
    for pieces in PIECES {
        solver.add(distinct_arrangements::<P>(pieces));
    }
    check::small::<P>(&solver, wanted)?;
    Ok(solver)
}

fn counts(pieces: [u32; 2], turn: Player) -> String {
    format!("{} against {}", pieces[turn.index()], pieces[turn.other().index()])
}

impl Studied for Mraha {
    const MARGIN: i32 = 1;
    const HORIZON: u32 = 5;
    const SOLVED: &'static str = "4 against 3 pieces";
    const BUDGET: u32 = 200_000;

    fn solved() -> Result<Solver, Box<dyn Error>> {
        small::<Mraha>(check::MRAHA)
    }

    fn material(&self) -> String {
        counts(Player::BOTH.map(|player| self.board().pieces(player).count()), self.turn())
    }
}

impl Studied for Seega<Five> {
    const MARGIN: i32 = 1;
    const HORIZON: u32 = 5;
    const SOLVED: &'static str = "4 against 3 pieces";
    const BUDGET: u32 = 20_000;

    fn solved() -> Result<Solver, Box<dyn Error>> {
        small::<Seega<Five>>(check::SEEGA)
    }

    fn material(&self) -> String {
        counts(Player::BOTH.map(|player| self.board().pieces(player).count()), self.turn())
    }
}
