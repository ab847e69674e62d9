use std::collections::HashSet;

use grenier_core::capture::Five;
use grenier_core::kpe::Kpe;
use grenier_core::obridjie::Obridjie;
use grenier_core::seega::Seega;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::{Playable, Variant, Visitor};

/// A board on which steps are done one by one, without any rule.
struct Hands {
    board: Board,
    hand: u8,
    mover: usize,
}

impl Hands {
    fn square(&self, name: &str) -> usize {
        let Board::Squares { side, .. } = self.board else { panic!("{name} is a square") };
        let file = usize::from(name.as_bytes()[0] - b'a');
        file + side * (name[1..].parse::<usize>().unwrap() - 1)
    }

    fn set(&mut self, name: &str, from: char, to: char) {
        let at = self.square(name);
        let Board::Squares { squares, .. } = &mut self.board else { panic!("{name} is a square") };
        let mut signs: Vec<char> = squares.chars().collect();
        assert_eq!(signs[at], from, "{name}");
        signs[at] = to;
        *squares = signs.into_iter().collect();
    }

    fn pit(&mut self, name: &str) -> &mut u8 {
        let Board::Pits { rows, .. } = &mut self.board else { panic!("{name} is a pit") };
        let letter = name.as_bytes()[0];
        &mut rows[usize::from(letter.is_ascii_lowercase())][usize::from(letter.to_ascii_uppercase() - b'A')]
    }

    fn take_step(&mut self, step: &Step) {
        let (own, enemy) = if self.mover == 0 { ('x', 'o') } else { ('o', 'x') };
        match step {
            Step::Lift { pit, seeds } => {
                assert_eq!(self.hand, 0);
                self.hand = std::mem::take(self.pit(pit));
                assert_eq!(self.hand, *seeds);
                if let Board::Pits { unlifted, .. } = &mut self.board {
                    unlifted.iter_mut().for_each(|pits| pits.retain(|locked| locked != pit));
                }
            }
            Step::Sow { pit } => {
                self.hand -= 1;
                *self.pit(pit) += 1;
            }
            Step::Take { pit, seeds, by } => {
                assert_eq!(std::mem::take(self.pit(pit)), *seeds);
                let Board::Pits { stores, .. } = &mut self.board else { panic!("{pit} is a pit") };
                stores[usize::from(*by == Side::Second)] += seeds;
            }
            Step::Unlock { player } => {
                let Board::Pits { unlifted, .. } = &self.board else { panic!("pits are unlocked") };
                assert!(unlifted[usize::from(*player == Side::Second)].is_empty());
            }
            Step::Lay { square } => {
                self.set(square, '.', own);
                if let Board::Squares { hand, .. } = &mut self.board {
                    hand[self.mover] -= 1;
                }
            }
            Step::Move { from, to } => {
                self.set(from, own, '.');
                self.set(to, '.', own);
            }
            Step::Remove { square } => self.set(square, enemy, '.'),
        }
    }
}

struct Walks;

impl Visitor for Walks {
    type Output = HashSet<&'static str>;

    /// Steps lead from board to board along random games; gives the kinds of step seen.
    fn visit<P: Playable>(self, rules: P::Rules) -> Self::Output {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut seen = HashSet::new();
        for _ in 0..60 {
            let mut position = P::start(rules);
            let mut moves = Vec::new();
            for _ in 0..150 {
                position.legal_moves(&mut moves);
                let Some(index) = moves.len().checked_sub(1).map(|last| random.random_range(0..=last)) else {
                    break;
                };
                let mv = moves[index];
                let after = position.play_unchecked(mv);
                let mut hands = Hands { board: position.board(), hand: 0, mover: position.turn().index() };
                let steps = position.steps(mv);
                steps.iter().for_each(|step| hands.take_step(step));
                assert_eq!((hands.board, hands.hand), (after.board(), 0), "{} {mv}", position.text());
                seen.extend(steps.iter().map(kind));
                check_entry::<P>(mv);
                position = after;
            }
        }
        seen
    }
}

fn kind(step: &Step) -> &'static str {
    match step {
        Step::Lift { .. } => "lift",
        Step::Sow { .. } => "sow",
        Step::Take { .. } => "take",
        Step::Unlock { .. } => "unlock",
        Step::Lay { .. } => "lay",
        Step::Move { .. } => "move",
        Step::Remove { .. } => "remove",
    }
}

/// The path of a move is its text, taken apart.
fn check_entry<P: Playable>(mv: P::Move) {
    let entry = P::entry(mv);
    let joint = match entry.kind {
        MoveKind::Sow | MoveKind::Place => "",
        MoveKind::Slide => "-",
        MoveKind::Capture => "x",
        MoveKind::Pass => "pass",
    };
    let text = if entry.path.is_empty() { joint.to_owned() } else { entry.path.join(joint) };
    assert_eq!(text, mv.to_string());
    assert_eq!(text, entry.mv);
}

#[test]
fn steps_lead_from_board_to_board_in_all_games() {
    for (text, kinds) in [
        ("kpe", &["lift", "sow", "take", "unlock"][..]),
        ("kpe:skip-origin", &["lift", "sow", "take", "unlock"]),
        ("awale", &["lift", "sow", "take"]),
        ("awale:abapa", &["lift", "sow", "take"]),
        ("awale:awari", &["lift", "sow", "take"]),
        ("obridjie", &["lift", "sow", "take"]),
        ("mraha", &["lay", "move", "remove"]),
        ("seega", &["lay", "move", "remove"]),
        ("seega:placement-captures", &["lay", "move", "remove"]),
        ("seega:7x7", &["lay", "move", "remove"]),
        ("seega:9x9+nowall", &["lay", "move", "remove"]),
    ] {
        let seen = Variant::parse(text).unwrap().visit(Walks);
        assert_eq!(seen, kinds.iter().copied().collect(), "{text}");
    }
}

fn steps<P: Shown>(fields: &str, mv: &str) -> Vec<Step> {
    let position = P::parse_fields(P::Rules::default(), fields).unwrap();
    position.steps(position.parse_move(mv).unwrap())
}

#[test]
fn kpe_unlocks_before_it_captures_and_takes_backwards() {
    let steps = steps::<Kpe>("0-6-0-0-1-1-1-1-0-0-S B", "B");
    let last: Vec<&str> = steps.iter().rev().take(5).map(kind).collect();
    assert_eq!(last, ["take", "take", "take", "take", "unlock"]);
    let Some(Step::Take { pit, seeds: 2, by: Side::First }) = steps.get(8) else { panic!("{steps:?}") };
    assert_eq!(pit, "d");
}

#[test]
fn obridjie_gives_fours_to_their_owner_but_the_last_to_the_mover() {
    let steps = steps::<Obridjie>("3-0-0-0-0-1-3-3-0-0-0-0-0-0-S", "A");
    // Three seeds fall in B, C and D: no relay, nothing taken.
    assert_eq!(steps.len(), 4);
    let steps = self::steps::<Obridjie>("0-0-0-0-0-3-3-0-3-0-0-0-0-0-S", "F");
    let takers: Vec<Side> = steps
        .iter()
        .filter_map(|step| if let Step::Take { by, .. } = step { Some(*by) } else { None })
        .collect();
    assert_eq!(takers, [Side::Second, Side::First]);
}

#[test]
fn seega_takes_step_by_step_along_a_chain() {
    let steps = steps::<Seega<Five>>("5/5/xo3/3ox/2x2 x 0,0 0", "c1xc2xc3");
    let kinds: Vec<&str> = steps.iter().map(kind).collect();
    assert_eq!(kinds, ["move", "remove", "move", "remove"]);
    assert_eq!(steps[1], Step::Remove { square: "d2".to_owned() });
}
