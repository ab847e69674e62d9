//! Positions worth having: one best move, better than the rest, that a glance does not find.

use std::collections::{BTreeMap, HashSet};

use grenier_core::Player;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::Studied;
use crate::solve::Solver;
use crate::standing::{MORE, folded_key, glance};

/// Games played to find positions, and positions found, after which it is enough.
const GAMES: usize = 400_000;
const FOUND: usize = 3000;

/// Legal moves that there must be to choose from.
const MOVES: usize = 3;

/// Depths at which a glance must not be enough.
const GLANCE: u32 = 2;

/// A position with its proven best move.
pub struct Study<P: Studied> {
    pub position: P,
    /// The best moves: one, or several that lead to the same position, symmetry included.
    pub best: Vec<P::Move>,
    /// What the best move is worth to the side to move: in the mancalas the future difference, in 5x5 the result.
    pub value: i32,
    /// No other move is worth more than this.
    pub next: i32,
    /// The depth from which on plain searches that count stores or pieces find the move, if they do within the horizon.
    pub plies: Option<u32>,
}

/// A move with the bounds of its value for the side to move.
struct Choice<M> {
    mv: M,
    after: u64,
    bounds: [i32; 2],
}

/// Bounds for the first player as `player` sees them.
fn seen_by(player: Player, [low, high]: [i32; 2]) -> [i32; 2] {
    if player == Player::First { [low, high] } else { [-high, -low] }
}

fn choices<P: Studied>(position: &P, solver: &Solver) -> Vec<Choice<P::Move>> {
    let mut choices = Vec::new();
    position.for_each_child(&mut Vec::new(), |mv, child| {
        let bounds = seen_by(position.turn(), solver.value(&child));
        choices.push(Choice { mv, after: folded_key(&child), bounds });
    });
    choices
}

/// The study of a position, if it is worth having.
pub fn study<P: Studied>(position: &P, solver: &Solver) -> Option<Study<P>> {
    let choices = choices(position, solver);
    let top = choices.iter().max_by_key(|choice| choice.bounds[0])?;
    let (best, rest): (Vec<_>, Vec<_>) = choices
        .iter()
        // Equal boards with other stores are not the same.
        .partition(|choice| choice.after == top.after && choice.bounds == top.bounds);
    let next = rest.iter().map(|choice| choice.bounds[1]).max()?;
    let value = top.bounds[0];
    if choices.len() < MOVES || top.bounds[1] != value || value < next + P::MARGIN {
        return None;
    }
    let best: Vec<P::Move> = best.iter().map(|choice| choice.mv).collect();
    let found: Vec<bool> = (1..=P::HORIZON).map(|depth| is_found(position, &best, depth)).collect();
    if found.iter().take(GLANCE as usize).any(|&found| found) {
        return None;
    }
    let missed = found.iter().rposition(|&found| !found).map_or(0, |at| at as u32 + 1);
    let plies = (missed < P::HORIZON).then_some(missed + 1);
    let [stored, _] = match P::QUIET_LIMIT {
        None => seen_by(position.turn(), [position.endless().worth_to(Player::First); 2]),
        Some(_) => [0, 0],
    };
    Some(Study { position: *position, best, value: value - stored, next: next - stored, plies })
}

/// Does a search of this depth without any knowledge take one of the moves `best` for better than all others?
fn is_found<P: Studied>(position: &P, best: &[P::Move], depth: u32) -> bool {
    let (mut good, mut other) = (-MORE, -MORE);
    position.for_each_child(&mut Vec::new(), |mv, child| {
        let value = glance(&child, depth - 1, -MORE, MORE);
        let value = if position.turn() == Player::First { value } else { -value };
        let highest = if best.contains(&mv) { &mut good } else { &mut other };
        *highest = value.max(*highest);
    });
    good > other
}

/// Studies from random games, each right after a capture, so that nothing can be repeated and no quiet ply counts.
pub fn found<P: Studied>(solver: &Solver, seed: u64) -> Vec<Study<P>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut seen = HashSet::new();
    let mut studies = Vec::new();
    for _ in 0..GAMES {
        let mut position = P::start(P::Rules::default());
        let mut plies = 0;
        while let Some(next) = position.random_child(&mut |below| random.random_range(0..below)) {
            let is_new = next.epoch() != position.epoch();
            position = next;
            plies += 1;
            // Play of the mancalas need not end.
            if plies > LONGEST {
                break;
            }
            if is_new && solver.knows(&position) && seen.insert(folded_key(&position)) {
                studies.extend(study(&position, solver));
            }
        }
        if studies.len() >= FOUND {
            break;
        }
    }
    studies
}

/// Plies after which a random game is given up.
const LONGEST: u32 = 1000;

/// `count` of the studies, taken in turn from those of each material and depth, the ones with most material first.
pub fn varied<P: Studied>(studies: Vec<Study<P>>, count: usize) -> Vec<Study<P>> {
    let mut kinds: BTreeMap<_, Vec<Study<P>>> = BTreeMap::new();
    for study in studies {
        let kind = (std::cmp::Reverse(study.position.epoch()), study.position.material(), study.plies);
        kinds.entry(kind).or_default().push(study);
    }
    let mut chosen = Vec::new();
    while chosen.len() < count && kinds.values().any(|kind| !kind.is_empty()) {
        for kind in kinds.values_mut() {
            chosen.extend(kind.pop());
        }
    }
    chosen.truncate(count);
    chosen.sort_by_key(|study| {
        (study.position.epoch(), study.position.material(), study.plies.unwrap_or(u32::MAX))
    });
    chosen
}
