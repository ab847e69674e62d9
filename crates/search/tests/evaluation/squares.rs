//! The features of the capture games, read square by square.

use grenier_core::capture::{Bits, Board as Squares, Size};
use grenier_core::mraha::Mraha;
use grenier_core::seega::Seega;
use grenier_core::{Notation, Player, Position};

use super::{Named, Plain};

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
