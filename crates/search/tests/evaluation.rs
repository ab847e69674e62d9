//! The evaluators: features against a plain reading of the board, the contract, and numbers worked out by hand.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use grenier_core::awale::{self, Awale};
use grenier_core::capture::{Bits, Board as Squares, Five, Nine, Seven, Size};
use grenier_core::kpe::{self, Kpe};
use grenier_core::mancala::Board as Pits;
use grenier_core::mancala::{Pit, ring};
use grenier_core::mraha::Mraha;
use grenier_core::obridjie::{self, Obridjie};
use grenier_core::seega::Seega;
use grenier_core::{Notation, Player, Position, Rules, Symmetric};
use grenier_search::eval::{Evaluated, Evaluator, Linear, WIN};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Features by name.
type Named = BTreeMap<&'static str, i32>;

/// A game whose features a plain reading can find too.
trait Plain: Notation + Evaluated + Symmetric {
    /// The features, square by square or seed by seed.
    fn plain(&self) -> Named;

    /// The same board seen from the other side, or `None` where the rules of placing forbid it.
    fn turned(&self) -> Option<Self>;

    /// The same position with other stores, or another counter of quiet plies.
    fn elsewhere(&self) -> Self;
}

fn features<P: Evaluated>(position: &P) -> Named {
    let table = P::Evaluator::FEATURES;
    let mut values = vec![0; table.len()];
    P::Evaluator::features(position, &mut values);
    table.iter().map(|feature| feature.name).zip(values).collect()
}

fn rules<P: Position>(words: &str) -> P::Rules {
    words
        .split('+')
        .filter(|word| !word.is_empty())
        .fold(P::Rules::default(), |rules, word| rules.with(word).unwrap())
}

/// Positions of random games, none of them over.
fn walks<P: Position>(words: &str, games: u64) -> Vec<P> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut next = Some(P::start(rules::<P>(words)));
        let first = positions.len();
        while let Some(position) = next.filter(|_| positions.len() < first + 200) {
            positions.push(position);
            next = position.random_child(&mut |n| rng.random_range(0..n));
        }
        positions.truncate(positions.len() - 1);
    }
    positions
}

/// All that holds for every evaluator, on positions of random games under the preset `words`.
fn check<P: Plain>(words: &str) {
    let evaluator = P::Evaluator::default();
    for position in walks::<P>(words, 12) {
        let text = position.text();
        assert_eq!(features(&position), position.plain(), "{text}");
        for symmetry in 0..P::SYMMETRIES {
            let seen = position.transformed(symmetry);
            assert_eq!(features(&seen), features(&position), "{text}, symmetry {symmetry}");
        }
        check_turned(&position);
        check_estimate(&evaluator, &position);
        let elsewhere = position.elsewhere();
        assert_eq!(elsewhere.key(), position.key(), "{text}");
        assert_eq!(future(&evaluator, &elsewhere), future(&evaluator, &position), "{text}");
    }
}

/// With the other player to move every difference changes its sign, and what the mover takes is what threatens.
fn check_turned<P: Plain>(position: &P) {
    let Some(turned) = position.turned() else { return };
    let mut expected = features(position);
    let (take, threat) = (expected["take"], expected["threat"]);
    expected.values_mut().for_each(|value| *value = -*value);
    expected.extend([("take", threat), ("threat", take)]);
    for tempo in ["tempo", "placed_tempo"] {
        expected.entry(tempo).and_modify(|value| *value = -*value);
    }
    assert_eq!(features(&turned), expected, "{}", position.text());
}

fn future<P: Position>(evaluator: &impl Evaluator<P>, position: &P) -> i32 {
    evaluator.evaluate(position) - evaluator.banked(position)
}

/// The estimate is the sum of features times weights, and strictly inside the bounds.
fn check_estimate<P: Plain>(evaluator: &P::Evaluator, position: &P) {
    let (low, high) = evaluator.bounds(position);
    let estimate = evaluator.evaluate(position);
    if high - low > 1 {
        assert!(low < estimate && estimate < high, "{}: {estimate}", position.text());
    }
    let mut values = vec![0; evaluator.weights().len()];
    P::Evaluator::features(position, &mut values);
    let sum: i32 = values.iter().zip(evaluator.weights()).map(|(value, weight)| value * weight).sum();
    let scaled = if high == WIN { sum * 12 / i32::from(pieces_of(position)) } else { sum };
    let wanted = (evaluator.banked(position) + scaled).clamp(low + 1, (high - 1).max(low + 1));
    assert!(high - low < 2 || estimate == wanted, "{}: {estimate}, not {wanted}", position.text());
}

/// Pieces of a side in the capture games, from the text of the start.
fn pieces_of<P: Notation>(position: &P) -> u8 {
    let start = P::start(position.rules()).fields();
    start.split(&[' ', ','][..]).nth(2).and_then(|hand| hand.parse().ok()).unwrap_or(12)
}

#[test]
fn kpe_features() {
    for words in ["", "skip-origin", "own-row", "skip-origin+own-row"] {
        check::<Kpe>(words);
    }
}

#[test]
fn awale_features() {
    for words in ["", "abapa", "awari"] {
        check::<Awale>(words);
    }
}

#[test]
fn obridjie_features() {
    check::<Obridjie>("");
}

#[test]
fn mraha_features() {
    check::<Mraha>("");
}

#[test]
fn seega_features() {
    for words in ["", "nowall", "placement-captures", "nowall+placement-captures"] {
        check::<Seega<Five>>(words);
    }
    check::<Seega<Seven>>("");
    check::<Seega<Nine>>("nowall");
}

#[test]
fn other_weights_are_taken_if_there_is_one_for_each_feature() {
    fn check<P: Plain>() {
        let count = P::Evaluator::FEATURES.len();
        assert_eq!(P::Evaluator::default().weights().len(), count);
        for wrong in [0, count - 1, count + 1] {
            assert!(P::Evaluator::with_weights(&vec![1; wrong]).is_none());
        }
        let mut weights: Vec<i32> = (1..).take(count).collect();
        let evaluator = P::Evaluator::with_weights(&weights).unwrap();
        assert_eq!(evaluator.weights(), weights);
        weights.fill(0);
        let material = P::Evaluator::with_weights(&weights).unwrap();
        for position in walks::<P>("", 3) {
            check_estimate(&evaluator, &position);
            assert_eq!(material.evaluate(&position), material.banked(&position));
        }
    }
    check::<Kpe>();
    check::<Awale>();
    check::<Obridjie>();
    check::<Mraha>();
    check::<Seega<Five>>();
    check::<Seega<Nine>>();
}

#[test]
fn features_have_names_of_their_own_and_meanings() {
    fn check<P: Evaluated>() {
        let table = P::Evaluator::FEATURES;
        for (number, feature) in table.iter().enumerate() {
            assert!(table[..number].iter().all(|other| other.name != feature.name), "{}", feature.name);
            assert!(feature.about.ends_with('.') && !feature.about.contains('\n'), "{}", feature.about);
        }
    }
    check::<Kpe>();
    check::<Awale>();
    check::<Obridjie>();
    check::<Mraha>();
    check::<Seega<Five>>();
}

/// Checks some features of a position.
fn expect<P: Notation + Evaluated>(words: &str, fields: &str, wanted: &[(&str, i32)]) {
    let position = P::parse_fields(rules::<P>(words), fields).unwrap();
    let found = features(&position);
    for (name, value) in wanted {
        assert_eq!(found[name], *value, "{name} of {fields}");
    }
}

#[test]
fn kpe_features_worked_out_by_hand() {
    expect::<Kpe>(
        "",
        "0-0-0-2-3-3-6-6-0-0-S -",
        &[
            // D ends in b; it makes b four, and a four before it.
            ("take", 8),
            // b ends in A and makes it one; a, c and d end at home.
            ("threat", 0),
            ("seeds", 2 - 18),
            ("choices", 1 - 4),
            ("pairs", 1),
            ("triples", -2),
            // a alone keeps all its seeds at home.
            ("staying", -1),
            ("grenier", 0),
            ("locks", 0),
            ("tempo", 1),
        ],
    );
    // The same sowing with A and B still to be lifted takes nothing (K3).
    expect::<Kpe>(
        "",
        "6-6-0-2-3-3-0-0-0-0-S AB",
        &[("take", 0), ("locks", 2), ("locked", 1), ("seeds", 14 - 6)],
    );
    // B is the last pit to be lifted (K4). It ends in d, and makes all four pits two.
    expect::<Kpe>(
        "",
        "0-6-0-0-1-1-1-1-0-0-S B",
        &[("take", 8), ("locks", 1), ("singles", -4), ("staying", -3)],
    );
    // Eleven seeds of A end in D again (K2), twelve in a, which then holds two; where the origin is skipped, eleven do.
    expect::<Kpe>("", "11-0-0-0-0-9-9-9-0-0-S -", &[("take", 0), ("grenier", 11 - 27)]);
    expect::<Kpe>("", "12-0-0-0-0-9-9-9-0-0-S -", &[("take", 2), ("grenier", 12 - 27)]);
    expect::<Kpe>("skip-origin", "11-0-0-0-0-9-9-9-0-0-S -", &[("take", 2)]);
}

#[test]
fn awale_features_worked_out_by_hand() {
    expect::<Awale>(
        "",
        "0-0-0-0-2-3-1-2-1-0-0-14-0-0-S",
        &[
            // E ends in a and takes two; F ends in c and takes two, three of b and two of a.
            ("take", 2 + 7),
            // a, b and c end at home; f goes round, which is not counted.
            ("threat", 0),
            ("seeds", 5 - 18),
            ("choices", 2 - 4),
            ("singles", -2),
            ("pairs", 1 - 1),
            ("grenier", -14),
            // Two seeds in E and three in F; two in b, one in c and fourteen in f.
            ("advance", (4 * 2 + 5 * 3) - (2 + 2 + 5 * 14)),
            ("door", 1 - 1),
            ("tempo", 1),
        ],
    );
    // F ends in a and takes two. f would end in B, and take two of it and three of A.
    expect::<Awale>("", "2-1-0-0-0-1-1-0-0-0-0-2-0-0-S", &[("take", 2), ("threat", 5), ("door", 0)]);
}

#[test]
fn obridjie_features_worked_out_by_hand() {
    expect::<Obridjie>(
        "",
        "1-0-0-3-0-7-3-1-0-0-2-5-0-0-S",
        &[
            // D ends in a, which holds three.
            ("take", 1),
            // a ends in d, b in c, e in A, f in E: none of them holds three.
            ("threat", 0),
            ("singles", 1 - 1),
            ("pairs", -1),
            ("triples", 1 - 1),
            ("greniers", 1 - 1),
            ("grenier", 7 - 5),
            ("tempo", 1),
        ],
    );
    // Whole laps are not counted: twelve seeds of A would end in A.
    expect::<Obridjie>("", "12-0-0-3-0-0-0-0-0-0-0-0-0-0-S", &[("take", 0), ("triples", 1), ("greniers", 1)]);
}

#[test]
fn mraha_features_worked_out_by_hand() {
    expect::<Mraha>(
        "",
        "5/2o2/xox2/5/1oo2 x 0,0 0",
        &[
            // c3 can jump over c4; behind b3 stands an own piece.
            ("take", 1),
            // c3, by b3 and by c4; a3 stands on the edge.
            ("threat", 1),
            ("pieces", 2 - 4),
            ("centre", 1),
            // a2, a4, c2, d3; b4, d4, c5, b2, a1, c2, d1.
            ("ways", 4 - 7),
            ("placed_edge", 0),
            ("tempo", 1),
        ],
    );
    expect::<Mraha>(
        "",
        "4o/5/4o/5/xx3 x 10,10 0",
        &[
            ("pieces", 0),
            ("placed_edge", 2 - 2),
            ("placed_pairs", 1),
            ("placed_hand", 0),
            ("placed_tempo", 1),
            ("tempo", 0),
        ],
    );
}

#[test]
fn seega_features_worked_out_by_hand() {
    expect::<Seega<Five>>(
        "",
        "5/2x2/1ox1x/1xo2/2o2 x 0,0 0",
        &[
            // b3, when c4 steps to b4. Nothing reaches a3 to take b3, nor d2 to take c2.
            ("take", 1),
            // b2, when c1 steps to b1. On the centre c3 is safe (S5).
            ("threat", 1),
            ("pieces", 4 - 3),
            ("centre", 1),
            ("blocked", 0),
            ("tempo", 1),
        ],
    );
    // x is shut in; o can slide to a3, b2 and c1.
    expect::<Seega<Five>>("", "5/5/5/o4/xo3 x 0,0 0", &[("blocked", 1), ("ways", -3), ("take", 0)]);
    // o is to place, with two more pieces in hand.
    expect::<Seega<Five>>(
        "",
        "5/5/5/5/x3x o 10,12 0",
        &[
            ("placed_hand", 2),
            ("placed_corners", -2),
            ("placed_edge", -2),
            ("placed_ways", -4),
            ("pieces", 0),
        ],
    );
    expect::<Seega<Five>>("", "5/5/x4/5/2x2 o 10,12 0", &[("placed_gates", -2), ("placed_pairs", 0)]);
}

// The mancalas, seed by seed.

/// The pits of the mover and of his opponent.
fn pits<const PITS: usize>(board: &Pits) -> [[usize; PITS]; 2] {
    [board.own, board.enemy].map(|row| std::array::from_fn(|index| usize::from(ring::pit(row, index))))
}

/// The sum over the mover's pits less that over his opponent's; `value` gets a pit's number and its seeds.
fn over<const PITS: usize>(board: &Pits, value: impl Fn(usize, usize) -> usize) -> i32 {
    let sum = |row: [usize; PITS]| {
        row.iter().enumerate().map(|(index, &seeds)| value(index, seeds) as i32).sum::<i32>()
    };
    let [own, enemy] = pits::<PITS>(board);
    sum(own) - sum(enemy)
}

fn pits_of<const PITS: usize>(board: &Pits, holds: impl Fn(usize, usize) -> bool) -> i32 {
    over::<PITS>(board, |index, seeds| usize::from(seeds > 0 && holds(index, seeds)))
}

/// The text with other fields between hyphens: places counted from the end of the first word.
fn with_fields<P: Notation>(position: &P, change: impl Fn(&mut [String])) -> P {
    let text = position.fields();
    let (board, rest) = text.split_once(' ').map_or((&*text, ""), |(board, rest)| (board, rest));
    let mut fields: Vec<String> = board.split('-').map(str::to_owned).collect();
    change(&mut fields);
    P::parse_fields(position.rules(), format!("{} {rest}", fields.join("-")).trim()).unwrap()
}

fn turned_pits<P: Notation>(position: &P) -> P {
    with_fields(position, |fields| {
        let side = fields.last_mut().unwrap();
        *side = if side == "S" { "N" } else { "S" }.to_owned();
    })
}

fn emptied_stores<P: Notation>(position: &P) -> P {
    with_fields(position, |fields| {
        let places = fields.len() - 3..fields.len() - 1;
        fields[places].fill("0".to_owned());
    })
}

/// What the mover's sowings take, by the place of the last seed on a ring without end: `last` says where a pit's
/// sowing ends there, if it counts at all.
fn taken<P: Notation<Move = Pit>, const PITS: usize>(
    position: &P,
    board: &Pits,
    last: impl Fn(usize, usize) -> Option<usize>,
    stores: impl Fn(&P) -> [u8; 2],
) -> i32 {
    let mut gains: BTreeMap<usize, i32> = BTreeMap::new();
    let mover = position.turn().index();
    for (index, &seeds) in pits::<PITS>(board)[0].iter().enumerate() {
        let Some(place) = last(index, seeds).filter(|_| seeds > 0) else { continue };
        let child = position.play_unchecked(Pit::new(position.turn(), index));
        let gain = i32::from(stores(&child)[mover]) - i32::from(stores(position)[mover]);
        let known = gains.entry(place).or_default();
        *known = gain.max(*known);
    }
    gains.values().sum()
}

impl Plain for Kpe {
    fn plain(&self) -> Named {
        const PITS: usize = kpe::PITS;
        let board = self.board();
        let locks = |player: Player| self.unlifted()[player.index()].count_ones() as i32;
        let (own, enemy) = (locks(self.turn()), locks(self.turn().other()));
        let take = |position: &Kpe| {
            let skip = position.rules().skip_origin;
            let last = |index, seeds| {
                let place = index + seeds + usize::from(skip && seeds >= 2 * PITS);
                (place < 4 * PITS).then_some(place)
            };
            taken::<Kpe, PITS>(position, position.board(), last, Kpe::stores)
        };
        Named::from([
            ("seeds", over::<PITS>(board, |_, seeds| seeds)),
            ("choices", pits_of::<PITS>(board, |_, _| true)),
            ("singles", pits_of::<PITS>(board, |_, seeds| seeds == 1)),
            ("pairs", pits_of::<PITS>(board, |_, seeds| seeds == 2)),
            ("triples", pits_of::<PITS>(board, |_, seeds| seeds == 3)),
            ("grenier", over::<PITS>(board, |_, seeds| if seeds >= 8 { seeds } else { 0 })),
            ("staying", pits_of::<PITS>(board, |index, seeds| index + seeds < PITS)),
            ("locks", own - enemy),
            ("locked", i32::from(own > 0) - i32::from(enemy > 0)),
            ("take", take(self)),
            ("threat", take(&turned_pits(self))),
            ("tempo", 1),
        ])
    }

    fn turned(&self) -> Option<Kpe> {
        Some(turned_pits(self))
    }

    fn elsewhere(&self) -> Kpe {
        emptied_stores(self)
    }
}

impl Plain for Awale {
    fn plain(&self) -> Named {
        const PITS: usize = awale::PITS;
        let board = self.board();
        // Under the rules of the databases a grand slam captures, as the feature has it.
        let slamming =
            |position: &Awale| Awale::parse_fields(rules::<Awale>("awari"), &position.fields()).unwrap();
        let take = |position: &Awale| {
            let last = |index, seeds| (seeds < 2 * PITS).then_some(index + seeds);
            taken::<Awale, PITS>(position, position.board(), last, Awale::stores)
        };
        Named::from([
            ("seeds", over::<PITS>(board, |_, seeds| seeds)),
            ("choices", pits_of::<PITS>(board, |_, _| true)),
            ("singles", pits_of::<PITS>(board, |_, seeds| seeds == 1)),
            ("pairs", pits_of::<PITS>(board, |_, seeds| seeds == 2)),
            ("grenier", over::<PITS>(board, |_, seeds| if seeds >= 12 { seeds } else { 0 })),
            ("advance", over::<PITS>(board, |index, seeds| index * seeds)),
            ("door", pits_of::<PITS>(board, |index, _| index == 5)),
            ("take", take(&slamming(self))),
            ("threat", take(&slamming(&turned_pits(self)))),
            ("tempo", 1),
        ])
    }

    fn turned(&self) -> Option<Awale> {
        Some(turned_pits(self))
    }

    fn elsewhere(&self) -> Awale {
        emptied_stores(self)
    }
}

/// Does a pit of the first row, of less than a lap, send its last seed to a pit of three?
fn ends_on_three<const PITS: usize>(rows: [[usize; PITS]; 2]) -> bool {
    let ring = rows.concat();
    (0..PITS)
        .any(|index| (1..2 * PITS).contains(&ring[index]) && ring[(index + ring[index]) % (2 * PITS)] == 3)
}

impl Plain for Obridjie {
    fn plain(&self) -> Named {
        const PITS: usize = obridjie::PITS;
        let board = self.board();
        let rows = pits::<PITS>(board);
        Named::from([
            ("singles", pits_of::<PITS>(board, |_, seeds| seeds == 1)),
            ("pairs", pits_of::<PITS>(board, |_, seeds| seeds == 2)),
            ("triples", pits_of::<PITS>(board, |_, seeds| seeds == 3)),
            ("greniers", pits_of::<PITS>(board, |_, seeds| seeds >= 5)),
            ("grenier", over::<PITS>(board, |_, seeds| if seeds >= 5 { seeds } else { 0 })),
            ("take", i32::from(ends_on_three(rows))),
            ("threat", i32::from(ends_on_three([rows[1], rows[0]]))),
            ("tempo", 1),
        ])
    }

    fn turned(&self) -> Option<Obridjie> {
        Some(turned_pits(self))
    }

    fn elsewhere(&self) -> Obridjie {
        emptied_stores(self)
    }
}

// The capture games, square by square.

/// The squares as a grid of the mover's pieces and one of his opponent's, rows from the lowest.
fn grids<S: Size>(board: &Squares<S>, mover: Player) -> [Vec<Vec<bool>>; 2] {
    [mover, mover.other()].map(|player| {
        let has = |row, file| board.pieces(player).has(row * S::SIDE + file);
        (0..S::SIDE).map(|row| (0..S::SIDE).map(|file| has(row, file)).collect()).collect()
    })
}

/// One side's view of a board.
struct Side {
    own: Vec<Vec<bool>>,
    enemy: Vec<Vec<bool>>,
    hand: i32,
}

const WAYS: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

impl Side {
    fn both<S: Size>(board: &Squares<S>, mover: Player) -> [Side; 2] {
        let [own, enemy] = grids(board, mover);
        let hands = [mover, mover.other()].map(|player| i32::from(board.hand(player)));
        let other = Side { own: enemy.clone(), enemy: own.clone(), hand: hands[1] };
        [Side { own, enemy, hand: hands[0] }, other]
    }

    fn side(&self) -> i32 {
        self.own.len() as i32
    }

    fn squares(&self) -> Vec<(i32, i32)> {
        (0..self.side()).flat_map(|row| (0..self.side()).map(move |file| (row, file))).collect()
    }

    fn is_on_board(&self, (row, file): (i32, i32)) -> bool {
        (0..self.side()).contains(&row) && (0..self.side()).contains(&file)
    }

    fn has(grid: &[Vec<bool>], (row, file): (i32, i32)) -> bool {
        let cell = |at: i32| usize::try_from(at).ok();
        let row = cell(row).and_then(|row| grid.get(row));
        row.zip(cell(file)).and_then(|(row, file)| row.get(file)) == Some(&true)
    }

    fn is_own(&self, at: (i32, i32)) -> bool {
        Side::has(&self.own, at)
    }

    fn is_empty(&self, at: (i32, i32)) -> bool {
        self.is_on_board(at) && !self.is_own(at) && !Side::has(&self.enemy, at)
    }

    fn is_centre(&self, at: (i32, i32)) -> bool {
        at == (self.side() / 2, self.side() / 2)
    }

    /// On how many edges, 0 to 2, and how many of the coordinates are in the middle.
    fn edges(&self, (row, file): (i32, i32)) -> (usize, usize) {
        let last = self.side() - 1;
        let middle = last / 2;
        let among = |wanted: &[i32]| [row, file].iter().filter(|at| wanted.contains(at)).count();
        (among(&[0, last]), among(&[middle]))
    }

    fn count(&self, holds: impl Fn((i32, i32)) -> bool) -> i32 {
        self.squares().into_iter().filter(|&at| holds(at)).count() as i32
    }

    fn own(&self, holds: impl Fn((i32, i32)) -> bool) -> i32 {
        self.count(|at| self.is_own(at) && holds(at))
    }

    fn has_beside(&self, at: (i32, i32), holds: impl Fn((i32, i32)) -> bool) -> bool {
        WAYS.iter().any(|&way| holds(step(at, way, 1)))
    }

    fn ways(&self) -> i32 {
        self.count(|at| self.is_empty(at) && self.has_beside(at, |near| self.is_own(near)))
    }

    fn pairs(&self) -> i32 {
        [(0, 1), (1, 0)].iter().map(|&way| self.own(|at| self.is_own(step(at, way, 1)))).sum()
    }

    /// Enemy pieces with an own piece on one side and on the other an empty square for which `closes` holds.
    fn prey(&self, may_be_taken: impl Fn((i32, i32)) -> bool, closes: impl Fn((i32, i32)) -> bool) -> i32 {
        let taken = |at, way| {
            let (near, far) = (step(at, way, 1), step(at, way, -1));
            self.is_own(far) && self.is_empty(near) && closes(near)
        };
        self.count(|at| {
            Side::has(&self.enemy, at) && may_be_taken(at) && WAYS.iter().any(|&way| taken(at, way))
        })
    }
}

fn step((row, file): (i32, i32), (up, right): (i32, i32), steps: i32) -> (i32, i32) {
    (row + steps * up, file + steps * right)
}

/// The features that both capture games have, but for what can be taken.
fn plain_squares<S: Size>(board: &Squares<S>, mover: Player) -> Named {
    let sides = Side::both(board, mover);
    let ahead = |count: &dyn Fn(&Side) -> i32| count(&sides[0]) - count(&sides[1]);
    let pieces = ahead(&|side| side.hand + side.own(|_| true));
    let is_placing = sides.iter().any(|side| side.hand > 0);
    let placed = |count: &dyn Fn(&Side) -> i32| if is_placing { ahead(count) } else { 0 };
    let moved = |count: &dyn Fn(&Side) -> i32| if is_placing { 0 } else { ahead(count) };
    Named::from([
        ("pieces", pieces),
        ("ways", moved(&Side::ways)),
        (
            "blocked",
            moved(&|side| i32::from(side.own(|at| side.has_beside(at, |near| side.is_empty(near))) == 0)),
        ),
        ("centre", ahead(&|side| side.own(|at| side.is_centre(at)))),
        ("tempo", i32::from(!is_placing)),
        ("placed_corners", placed(&|side| side.own(|at| side.edges(at).0 == 2))),
        ("placed_gates", placed(&|side| side.own(|at| side.edges(at) == (1, 1)))),
        ("placed_edge", placed(&|side| side.own(|at| side.edges(at).0 > 0))),
        ("placed_pairs", placed(&Side::pairs)),
        ("placed_ways", placed(&Side::ways)),
        ("placed_hand", ahead(&|side| side.hand)),
        ("placed_tempo", i32::from(is_placing)),
    ])
}

/// The text with the words changed: board, side to move, hands, counter.
fn with_words<P: Notation>(position: &P, change: impl Fn(&mut [String])) -> Option<P> {
    let mut words: Vec<String> = position.fields().split(' ').map(str::to_owned).collect();
    change(&mut words);
    P::parse_fields(position.rules(), &words.join(" ")).ok()
}

/// The same board with pieces and hands exchanged, and not the turn: the mover then looks at it from the other side.
fn turned_squares<P: Notation>(position: &P) -> Option<P> {
    with_words(position, |words| {
        let exchanged = |piece| match piece {
            'x' => 'o',
            'o' => 'x',
            other => other,
        };
        words[0] = words[0].chars().map(exchanged).collect();
        let (first, second) = words[2].split_once(',').unwrap();
        words[2] = format!("{second},{first}");
    })
}

/// The same position with another counter, while nothing is to be placed.
fn recounted<P: Notation>(position: &P) -> P {
    let quiet = if position.quiet_plies() == 50 { "51" } else { "50" };
    with_words(position, |words| words[3] = quiet.to_owned()).unwrap_or(*position)
}

impl Plain for Mraha {
    fn plain(&self) -> Named {
        let mut named = plain_squares(self.board(), self.turn());
        let stand = i32::from(!self.board().is_placing());
        let prey = Side::both(self.board(), self.turn()).map(|side| stand * side.prey(|_| true, |_| true));
        named.extend([("take", prey[0]), ("threat", prey[1])]);
        // Seega's alone.
        named.retain(|name, _| !["blocked", "placed_corners", "placed_gates", "placed_ways"].contains(name));
        named
    }

    fn turned(&self) -> Option<Mraha> {
        turned_squares(self)
    }

    fn elsewhere(&self) -> Mraha {
        recounted(self)
    }
}

impl<S: Size> Plain for Seega<S>
where
    Seega<S>: Notation,
{
    fn plain(&self) -> Named {
        let mut named = plain_squares(self.board(), self.turn());
        let prey = Side::both(self.board(), self.turn()).map(|side| {
            let closes = |at| side.has_beside(at, |near| side.is_own(near));
            if self.board().is_placing() { 0 } else { side.prey(|at| !side.is_centre(at), closes) }
        });
        named.extend([("take", prey[0]), ("threat", prey[1])]);
        named
    }

    fn turned(&self) -> Option<Seega<S>> {
        turned_squares(self)
    }

    fn elsewhere(&self) -> Seega<S> {
        recounted(self)
    }
}
