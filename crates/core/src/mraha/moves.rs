//! Legal moves of M'raha wa bwe.

use super::Mraha;
use crate::capture::{
    Bits, Chain, Direction, Draw, Finder, Five, Kind, Next, Refusal, Size, Steps, Turn, nth_chain, refuse,
};

type Set = <Five as Size>::Bits;

/// The squares from which a piece can jump towards `direction`: next to an enemy piece, with an empty square behind it.
#[inline]
fn springs(enemy: Set, empty: Set, direction: Direction) -> Set {
    let back = direction.opposite();
    Five::step(enemy & Five::step(empty, back), back)
}

/// Can one of the `jumpers` jump again, at a right angle, once it has jumped? What a jump itself changes, its origin and
/// the piece taken, lies in its own line, so that the springs across are those from before it.
#[inline]
fn can_go_on(jumpers: [Set; 4], springs: [Set; 4]) -> bool {
    let landing =
        |direction: Direction| Five::step(Five::step(jumpers[direction as usize], direction), direction);
    let [south, west, east, north] = Direction::ALL;
    let along_files = landing(south) | landing(north);
    let along_rows = landing(west) | landing(east);
    let across = |one: Direction, other: Direction| springs[one as usize] | springs[other as usize];
    ((along_files & across(west, east)) | (along_rows & across(south, north))).any()
}

impl Mraha {
    /// Appends all slides, in order.
    pub(super) fn slides(&self, moves: &mut Vec<Turn<Five>>) {
        let empty = self.board.empty();
        for origin in (self.board.own() & Five::beside(empty)).squares() {
            let from = Set::square(origin);
            let open = Direction::ALL.into_iter().filter(|&to| (Five::step(from, to) & empty).any());
            moves.extend(open.map(|direction| Turn::slide(origin, direction)));
        }
    }

    /// Has the player to move a slide or a jump?
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        (self.board.own() & Five::beside(self.board.empty())).any() || self.first_jumpers().any()
    }

    /// The pieces of the player to move that can jump.
    #[inline]
    fn first_jumpers(&self) -> Set {
        let (own, enemy, empty) = (self.board.own(), self.board.enemy(), self.board.empty());
        Direction::ALL.into_iter().fold(0, |set, direction| set | own & springs(enemy, empty, direction))
    }

    /// Visits every capture, a chain before those that continue it; all are complete moves.
    pub(super) fn captures<V: FnMut(&Chain<Five>, bool) -> Next>(&self, visit: &mut V) {
        for origin in self.first_jumpers().squares() {
            let (at, own) = (Set::square(origin), self.board.own());
            let chain = Chain { turn: Turn::begun(Kind::Jump, origin), at, own, enemy: self.board.enemy() };
            if !jumps(&chain, None, visit) {
                return;
            }
        }
    }

    /// The position after a random slide or capture; there must be one.
    #[inline]
    pub(super) fn random_move(&self, below: &mut impl FnMut(u32) -> u32) -> Mraha {
        let sliders = self.board.sliders(self.board.own());
        let slides = sliders.count();
        let slid = |number| Mraha { board: self.board.slide_nth(&sliders, number) };
        let (own, enemy, empty) = (self.board.own(), self.board.enemy(), self.board.empty());
        let springs = Direction::ALL.map(|direction| springs(enemy, empty, direction));
        let jumpers = springs.map(|squares| own & squares);
        if jumpers.iter().fold(0, |all, set| all | set).is_empty() {
            return slid(below(slides));
        }
        if can_go_on(jumpers, springs) {
            return self.random_with_chains(slides, slid, below);
        }
        let jumpers = Steps::<Five>::new(jumpers);
        let number = below(slides + jumpers.count());
        if number < slides {
            return slid(number);
        }
        let (origin, direction) = jumpers.nth(number - slides);
        let chain = Chain { turn: Turn::pass(), at: Set::square(origin), own, enemy };
        self.captured(&leapt(chain, direction))
    }

    /// The same where a piece can jump twice, so that the chains must be walked to be counted.
    fn random_with_chains(
        &self,
        slides: u32,
        slid: impl Fn(u32) -> Mraha,
        below: &mut impl FnMut(u32) -> u32,
    ) -> Mraha {
        let mut draw = Draw::new();
        self.captures(&mut |chain, complete| draw.add(chain, complete));
        let number = below(slides + draw.count);
        if number < slides {
            return slid(number);
        }
        let number = number - slides;
        let walk =
            |finder: &mut Finder<Five>| self.captures(&mut |chain, complete| finder.see(chain, complete));
        let [own, enemy] = draw.kept(number).unwrap_or_else(|| nth_chain(number, walk));
        Mraha { board: self.board.after(own, enemy, 0) }
    }

    /// The position after a chain of jumps.
    #[inline]
    pub(super) fn captured(&self, chain: &Chain<Five>) -> Mraha {
        Mraha { board: self.board.after(chain.own, chain.enemy, 0) }
    }

    /// The chain of jumps of `mv`, unchecked.
    #[inline]
    pub(super) fn jumped(&self, mv: Turn<Five>) -> Chain<Five> {
        let at = Set::square(mv.origin());
        let start = Chain { turn: mv, at, own: self.board.own(), enemy: self.board.enemy() };
        mv.directions().fold(start, leapt)
    }

    /// Is `mv` legal in the second phase, while the game goes on?
    pub(super) fn check_move(&self, mv: Turn<Five>) -> Result<(), Refusal> {
        match mv.kind() {
            Kind::Pass => return refuse(0, "nobody may pass"),
            Kind::Pair | Kind::Single => return refuse(0, "all pieces stand: a move is a slide or a jump"),
            Kind::Capture => return refuse(0, "pieces are taken by jumping over them"),
            Kind::Slide | Kind::Jump => self.board.check_origin(mv.origin())?,
        }
        if mv.kind() == Kind::Jump {
            return self.check_jumps(mv);
        }
        let to = mv.directions().fold(Set::square(mv.origin()), Five::step);
        if (to & self.board.empty()).any() { Ok(()) } else { refuse(1, "this square is occupied") }
    }

    fn check_jumps(&self, mv: Turn<Five>) -> Result<(), Refusal> {
        let (at, own, enemy) = (Set::square(mv.origin()), self.board.own(), self.board.enemy());
        let mut chain = Chain { turn: mv, at, own, enemy };
        let mut last: Option<Direction> = None;
        for (part, direction) in (1..).zip(mv.directions()) {
            let over = Five::step(chain.at, direction);
            let landing = Five::step(over, direction);
            if last.is_some_and(|last| !direction.crosses(last)) {
                return refuse(part, "between two jumps the piece must turn by a right angle");
            }
            if (over & chain.enemy).is_empty() {
                return refuse(part, "there is no enemy piece to jump over");
            }
            if landing.is_empty() || (landing & (chain.own | chain.enemy)).any() {
                return refuse(part, "the square behind the enemy piece is not empty");
            }
            chain = leapt(chain, direction);
            last = Some(direction);
        }
        Ok(())
    }
}

/// The chain after one more jump; its turn stays as it is.
#[inline]
fn leapt(chain: Chain<Five>, direction: Direction) -> Chain<Five> {
    let over = Five::step(chain.at, direction);
    let at = Five::step(over, direction);
    Chain { at, own: chain.own ^ chain.at ^ at, enemy: chain.enemy & !over, ..chain }
}

/// Visits every chain that continues `chain`, which came by the direction `last`. `false` if a visit said stop.
fn jumps<V: FnMut(&Chain<Five>, bool) -> Next>(
    chain: &Chain<Five>,
    last: Option<Direction>,
    visit: &mut V,
) -> bool {
    let empty = Five::ALL & !(chain.own | chain.enemy);
    // All four at once, because most chains cannot go on.
    let landings = Direction::ALL.map(|to| Five::step(Five::step(chain.at, to) & chain.enemy, to) & empty);
    if landings.iter().fold(0, |all, landing| all | landing).is_empty() {
        return true;
    }
    for (direction, landing) in Direction::ALL.into_iter().zip(landings) {
        if landing.is_empty() || last.is_some_and(|last| !direction.crosses(last)) {
            continue;
        }
        let next = Chain { turn: chain.turn.then(direction), ..leapt(*chain, direction) };
        match visit(&next, true) {
            Next::Stop => return false,
            Next::Back => {}
            Next::Deeper if !jumps(&next, Some(direction), visit) => return false,
            Next::Deeper => {}
        }
    }
    true
}
