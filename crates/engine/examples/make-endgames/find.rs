//! Where the endgames come from, and which of them are taken.

use std::collections::{BTreeMap, HashSet};

use grenier_core::Player;
use grenier_solver::{Layer, Solved};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::Studied;
use crate::standing::folded_key;
use crate::study::{Study, study};

/// Games played to find endgames.
const GAMES: usize = 100_000;

/// Endgames found of a size after which it is enough.
const ENOUGH: usize = 150;

/// Plies after which a game is given up: play of the mancalas need not end.
const LONGEST: u32 = 1000;

/// Endgames by the number of seeds or pieces on the board.
pub type Sizes<P> = BTreeMap<u32, Vec<Study<P>>>;

/// Endgames from games in which every second move, by chance, is the one that takes most, and the others are random.
///
/// Quiet plies are history, and forgotten.
pub fn found<P: Studied>(solved: &Solved<P>, seed: u64) -> Sizes<P> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut seen = HashSet::new();
    let mut sizes = Sizes::new();
    for _ in 0..GAMES {
        let mut position = P::start(P::Rules::default());
        for _ in 0..LONGEST {
            let Some(next) = played(&position, &mut |below| random.random_range(0..below)) else { break };
            position = next;
            let Some(size) = size(&position, solved) else { continue };
            let studies: &mut Vec<Study<P>> = sizes.entry(size).or_default();
            if studies.len() < ENOUGH && seen.insert(folded_key(&position)) {
                studies.extend(study(&position.rested(), solved));
            }
        }
        let [least, most] = P::SIZES;
        if (least..=most).all(|size| sizes.get(&size).is_some_and(|studies| studies.len() >= ENOUGH)) {
            break;
        }
    }
    sizes
}

/// The number of seeds or pieces, if it is one that is studied and the layer is solved.
fn size<P: Studied>(position: &P, solved: &Solved<P>) -> Option<u32> {
    let layer = position.layer().filter(|&layer| solved.get(layer).is_some())?;
    let [least, most] = P::SIZES;
    Some(layer.material()).filter(|size| (least..=most).contains(size))
}

/// The position after one more move of the game.
fn played<P: Studied>(position: &P, below: &mut impl FnMut(u32) -> u32) -> Option<P> {
    if below(2) == 0 { greedy(position, below) } else { position.random_child(below) }
}

/// The position after a move that takes most, any of several.
fn greedy<P: Studied>(position: &P, below: &mut impl FnMut(u32) -> u32) -> Option<P> {
    let mut children = Vec::new();
    position.for_each_child(&mut Vec::new(), |_, child| {
        let standing = child.standing();
        children.push((if position.turn() == Player::First { standing } else { -standing }, child));
    });
    let most = children.iter().map(|&(standing, _)| standing).max()?;
    children.retain(|&(standing, _)| standing == most);
    Some(children[below(children.len() as u32) as usize].1)
}

/// `count` of the endgames: from each size in turn, and within it from each kind (motives and depth) in turn.
pub fn chosen<P: Studied>(sizes: Sizes<P>, count: usize) -> Vec<Study<P>> {
    let mut sizes: Vec<Vec<Study<P>>> = sizes.into_values().map(mixed).collect();
    let mut chosen = Vec::new();
    while chosen.len() < count && sizes.iter().any(|size| !size.is_empty()) {
        for size in sizes.iter_mut().rev() {
            chosen.extend(size.pop());
        }
    }
    chosen.truncate(count);
    chosen.sort_by_key(|study| (size_of(study), study.plies.unwrap_or(u32::MAX), study.position.fields()));
    chosen
}

/// Endgames of one size so that those at the end are of as many kinds as possible.
fn mixed<P: Studied>(studies: Vec<Study<P>>) -> Vec<Study<P>> {
    let mut kinds: BTreeMap<_, Vec<Study<P>>> = BTreeMap::new();
    for study in studies {
        kinds.entry((study.motives.clone(), study.plies)).or_default().push(study);
    }
    let mut mixed = Vec::new();
    while kinds.values().any(|kind| !kind.is_empty()) {
        // Those with motives come first.
        mixed.extend(kinds.values_mut().rev().filter_map(Vec::pop));
    }
    mixed.reverse();
    mixed
}

/// Seeds or pieces on the board.
pub fn size_of<P: Studied>(study: &Study<P>) -> u32 {
    study.position.layer().map_or(0, Layer::material)
}
