//! The features of the mancalas, read seed by seed.

use std::collections::BTreeMap;

use grenier_core::awale::{self, Awale};
use grenier_core::kpe::{self, Kpe};
use grenier_core::mancala::Board as Pits;
use grenier_core::mancala::{Pit, ring};
use grenier_core::obridjie::{self, Obridjie};
use grenier_core::{Notation, Player, Position};

use super::{Named, Plain, rules};

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
