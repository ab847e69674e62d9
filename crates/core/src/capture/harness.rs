//! What the tests of both games share: random walks, comparison with the slow reference, exact chances, laws.

use std::collections::{BTreeMap, HashMap};

use super::plain::Plain;
use super::{Bits, Direction, Kind, Size, Turn};
use crate::{Notation, Symmetric};

/// Random numbers below a bound, from an xorshift generator.
pub(crate) fn dice(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    move |bound| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (((state >> 32) * u64::from(bound)) >> 32) as u32
    }
}

/// Calls `look` with every position of `games` random games of at most `plies` plies from `start`, the last included.
pub(crate) fn walk<P: Notation>(start: P, games: u64, plies: u32, mut look: impl FnMut(&P)) {
    for seed in 0..games {
        let mut roll = dice(seed);
        let mut position = start;
        look(&position);
        for _ in 0..plies {
            let Some(next) = position.random_child(&mut roll) else { break };
            position = next;
            look(&position);
        }
    }
}

/// A random board without pieces in hand, each square filled with the chance `filled` in 100.
pub(crate) fn random_board<P: Notation>(rules: P::Rules, side: usize, filled: u32, seed: u64) -> P {
    let mut roll = dice(seed);
    let mut left = [side * side / 2; 2];
    let mut row = || {
        let mut square = |_| {
            let player = roll(2) as usize;
            if roll(100) >= filled || left[player] == 0 {
                return '1';
            }
            left[player] -= 1;
            ['x', 'o'][player]
        };
        (0..side).map(&mut square).collect::<String>()
    };
    let rows: Vec<String> = (0..side).map(|_| row()).collect();
    let turn = if roll(2) == 0 { 'x' } else { 'o' };
    let text = format!("{} {turn} 0,0 {}", rows.join("/"), roll(101));
    P::parse_fields(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Compares legal moves, text of moves and the positions after them with the reference's `wanted`.
pub(crate) fn compare<S: Size, P: Notation<Move = Turn<S>>>(position: &P, wanted: &[(String, Plain)]) {
    let wanted: BTreeMap<String, String> =
        wanted.iter().map(|(mv, next)| (mv.clone(), next.write())).collect();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let text = position.text();
    let found: BTreeMap<String, String> =
        moves.iter().map(|&mv| (mv.to_string(), position.play_unchecked(mv).fields())).collect();
    assert_eq!(found, wanted, "{text}");
    assert!(moves.windows(2).all(|two| two[0] < two[1]), "{text}: not in order: {moves:?}");
    for &mv in &moves {
        assert_eq!(position.parse_move(&mv.to_string()), Ok(mv), "{text}");
        assert!(position.is_legal(mv));
    }
    check_legality(position, &moves);
    check_distinct(position, &moves);
}

/// Every turn that could be legal, and those a step shorter and longer than the legal ones, are legal if listed.
fn check_legality<S: Size, P: Notation<Move = Turn<S>>>(position: &P, moves: &[Turn<S>]) {
    let mut doubtful =
        vec![Turn::pass(), Turn::single(0), Turn::single(S::SQUARES / 2), Turn::pair(0, S::SQUARES / 2)];
    let squares: Vec<usize> = S::ALL.squares().collect();
    for &origin in &squares {
        let inside = |direction| (S::step(S::Bits::square(origin), direction)).any();
        for direction in Direction::ALL.into_iter().filter(|&direction| inside(direction)) {
            doubtful
                .extend([Kind::Slide, Kind::Capture].map(|kind| Turn::begun(kind, origin).then(direction)));
        }
    }
    let captures = moves.iter().filter(|mv| matches!(mv.kind(), Kind::Capture | Kind::Jump));
    for mv in captures.filter(|mv| mv.steps() < usize::from(S::PIECES)) {
        let begun = Turn::begun(mv.kind(), mv.origin());
        doubtful.extend((1..mv.steps()).map(|steps| mv.directions().take(steps).fold(begun, Turn::then)));
        doubtful.extend(Direction::ALL.map(|direction| mv.then(direction)));
    }
    for mv in doubtful {
        assert_eq!(position.is_legal(mv), moves.contains(&mv), "{} {mv}", position.text());
    }
}

/// The distinct moves lead to every position that legal moves lead to, and to each once.
pub(crate) fn check_distinct<P: Notation>(position: &P, moves: &[P::Move]) {
    let mut distinct = Vec::new();
    position.distinct_moves(&mut distinct);
    assert!(distinct.iter().all(|mv| moves.contains(mv)));
    let ends = |moves: &[P::Move]| -> Vec<String> {
        let mut ends: Vec<String> = moves.iter().map(|&mv| position.play_unchecked(mv).fields()).collect();
        ends.sort();
        ends
    };
    let mut wanted = ends(moves);
    wanted.dedup();
    assert_eq!(ends(&distinct), wanted, "{}", position.text());
}

/// Drives `random_child` through everything that `below` can answer and checks that each legal move has the same chance.
pub(crate) fn check_chances<P: Notation>(position: &P) {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut wanted: HashMap<String, f64> = HashMap::new();
    for &mv in &moves {
        *wanted.entry(position.play_unchecked(mv).fields()).or_default() += 1.0 / moves.len() as f64;
    }
    let mut found: HashMap<String, f64> = HashMap::new();
    let mut answers: Vec<(u32, u32)> = Vec::new();
    loop {
        let mut asked = 0;
        let child = position.random_child(&mut |bound| {
            if asked == answers.len() {
                answers.push((0, bound));
            }
            asked += 1;
            assert_eq!(answers[asked - 1].1, bound);
            answers[asked - 1].0
        });
        let Some(child) = child else {
            assert!(moves.is_empty());
            return;
        };
        let chance: f64 = answers.iter().map(|&(_, bound)| 1.0 / f64::from(bound)).product();
        *found.entry(child.fields()).or_default() += chance;
        while answers.last().is_some_and(|&(answer, bound)| answer + 1 == bound) {
            answers.pop();
        }
        match answers.last_mut() {
            Some((answer, _)) => *answer += 1,
            None => break,
        }
    }
    assert_eq!(found.len(), wanted.len(), "{}", position.text());
    for (child, chance) in &wanted {
        assert!((found[child] - chance).abs() < 1e-9, "{} {child}", position.text());
    }
}

/// Text, epochs, counters, keys and symmetries of one position and those after it.
pub(crate) fn check_laws<P: Notation + Symmetric>(position: &P) {
    let text = position.text();
    assert_eq!(P::parse_fields(position.rules(), &position.fields()), Ok(*position), "{text}");
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    assert_eq!(moves.is_empty(), position.outcome().is_some(), "{text}");
    for &mv in &moves {
        let next = position.play_unchecked(mv);
        if next.quiet_plies() == 0 {
            assert!(next.epoch() < position.epoch(), "{text} {mv}");
        } else {
            assert_eq!(next.epoch(), position.epoch(), "{text} {mv}");
            assert_eq!(next.quiet_plies(), position.quiet_plies() + 1);
        }
        assert_ne!(next.key(), position.key(), "{text} {mv}");
    }
    let mut seen_moves = Vec::new();
    for symmetry in 0..P::SYMMETRIES {
        let seen = position.transformed(symmetry);
        assert_eq!(seen.outcome(), position.outcome());
        seen.legal_moves(&mut seen_moves);
        assert_eq!(seen_moves.len(), moves.len());
        for &mv in moves.iter().take(60) {
            let seen_mv = P::transformed_move(mv, symmetry);
            assert!(seen_moves.contains(&seen_mv), "{text} {mv} {symmetry}");
            assert_eq!(seen.play_unchecked(seen_mv), position.play_unchecked(mv).transformed(symmetry));
        }
    }
}
