//! Legal moves of Seega.

use super::Seega;
use crate::capture::{
    Bits, Chain, Direction, Draw, Finder, Kind, Next, Refusal, Size, Turn, nth_chain, refuse,
};

/// The squares, empty or not, on which a piece would take: an enemy piece off the centre next to them (S5) and one of
/// `own` directly beyond it. The moving piece may be part of `own`: it never is two steps from the square it reaches.
#[inline]
fn taking<S: Size>(own: S::Bits, enemy: S::Bits) -> S::Bits {
    let prey = enemy & !S::CENTRE;
    let from = |direction| S::step(prey & S::step(own, direction), direction);
    Direction::ALL.into_iter().fold(S::Bits::NONE, |set, direction| set | from(direction))
}

/// The pieces of `enemy` that a piece on `at` takes, with the help of the other pieces `own` (S4).
#[inline]
pub(super) fn taken<S: Size>(at: S::Bits, own: S::Bits, enemy: S::Bits) -> S::Bits {
    let prey = enemy & !S::CENTRE;
    let towards = |direction: Direction| S::step(at, direction) & prey & S::step(own, direction.opposite());
    Direction::ALL.into_iter().fold(S::Bits::NONE, |set, direction| set | towards(direction))
}

/// The chain after one more step, without its turn.
#[inline]
fn stepped<S: Size>(chain: Chain<S>, direction: Direction) -> Chain<S> {
    let at = S::step(chain.at, direction);
    let others = chain.own ^ chain.at;
    Chain { at, own: others | at, enemy: chain.enemy & !taken::<S>(at, others, chain.enemy), ..chain }
}

/// The empty squares on which the moving piece takes when it steps there.
#[inline]
fn targets<S: Size>(chain: &Chain<S>) -> S::Bits {
    let empty = S::ALL & !(chain.own | chain.enemy);
    let near = S::beside(chain.at) & empty;
    if near.is_empty() { near } else { near & taking::<S>(chain.own, chain.enemy) }
}

/// Visits every chain that continues `chain` towards `targets`. `false` if a visit said stop.
fn continuations<S: Size, V: FnMut(&Chain<S>, bool) -> Next>(
    chain: &Chain<S>,
    onto: S::Bits,
    visit: &mut V,
) -> bool {
    for direction in Direction::ALL {
        if (S::step(chain.at, direction) & onto).is_empty() {
            continue;
        }
        let next = Chain { turn: chain.turn.then(direction), ..stepped(*chain, direction) };
        let further = targets(&next);
        match visit(&next, further.is_empty()) {
            Next::Stop => return false,
            Next::Back => {}
            Next::Deeper if !continuations(&next, further, visit) => return false,
            Next::Deeper => {}
        }
    }
    true
}

impl<S: Size> Seega<S> {
    /// The empty squares on which some piece of the player to move takes when it steps there, and the pieces next to
    /// them.
    #[inline]
    fn first_targets(&self) -> (S::Bits, S::Bits) {
        let (own, enemy) = (self.board.own(), self.board.enemy());
        let onto = taking::<S>(own, enemy) & self.board.empty();
        (onto, if onto.any() { own & S::beside(onto) } else { onto })
    }

    /// Can the player to move capture?
    #[inline]
    pub(super) fn can_capture(&self) -> bool {
        self.first_targets().1.any()
    }

    /// Visits every chain of captures, those first that others continue; the walk is told which are complete.
    pub(super) fn captures<V: FnMut(&Chain<S>, bool) -> Next>(&self, visit: &mut V) {
        let (onto, origins) = self.first_targets();
        for origin in origins.squares() {
            let at = S::Bits::square(origin);
            let turn = Turn::begun(Kind::Capture, origin);
            let chain = Chain { turn, at, own: self.board.own(), enemy: self.board.enemy() };
            if !continuations(&chain, onto, visit) {
                return;
            }
        }
    }

    /// The pieces that may slide: all of them, or those beside an enemy who has no move and must be freed (S8).
    #[inline]
    pub(super) fn movable(&self) -> S::Bits {
        let near = S::beside(self.board.empty());
        let own = self.board.own() & near;
        // A piece that leaves its square frees exactly the enemies beside it: every other empty square is one already,
        // or the one that it fills.
        if (self.board.enemy() & near).any() { own } else { own & S::beside(self.board.enemy()) }
    }

    /// Appends the slides, in order.
    pub(super) fn slides(&self, moves: &mut Vec<Turn<S>>) {
        let empty = self.board.empty();
        for origin in self.movable().squares() {
            let from = S::Bits::square(origin);
            let open = Direction::ALL.into_iter().filter(|&to| (S::step(from, to) & empty).any());
            moves.extend(open.map(|direction| Turn::slide(origin, direction)));
        }
    }

    /// The position after a random move of the second phase, which must not be over.
    #[inline]
    pub(super) fn random_move(&self, below: &mut impl FnMut(u32) -> u32) -> Seega<S> {
        if self.can_capture() {
            return self.random_capture(below);
        }
        let sliders = self.board.sliders(self.movable());
        match sliders.count() {
            0 => self.passed(),
            slides => Seega { board: self.board.slide_nth(&sliders, below(slides)), ..*self },
        }
    }

    fn random_capture(&self, below: &mut impl FnMut(u32) -> u32) -> Seega<S> {
        let mut draw = Draw::new();
        self.captures(&mut |chain, complete| draw.add(chain, complete));
        let number = below(draw.count);
        let walk = |finder: &mut Finder<S>| self.captures(&mut |chain, complete| finder.see(chain, complete));
        let [own, enemy] = draw.kept(number).unwrap_or_else(|| nth_chain(number, walk));
        Seega { board: self.board.after(own, enemy, 0), ..*self }
    }

    /// The position after a chain of captures.
    #[inline]
    pub(super) fn captured(&self, chain: &Chain<S>) -> Seega<S> {
        Seega { board: self.board.after(chain.own, chain.enemy, 0), ..*self }
    }

    /// The position after a pass.
    #[inline]
    pub(super) fn passed(&self) -> Seega<S> {
        let board = self.board.after(self.board.own(), self.board.enemy(), self.board.next_quiet());
        Seega { board, ..*self }
    }

    /// The position after the placement on `squares`. Who places last also moves first (S2).
    #[inline]
    pub(super) fn placed(&self, squares: S::Bits) -> Seega<S> {
        let mut board = self.board.placed(squares);
        let placer = self.board.turn.index();
        if self.rules.placement_captures {
            let (own, enemy) = (board.pieces[placer], board.pieces[1 - placer]);
            let gone = squares
                .squares()
                .fold(S::Bits::NONE, |gone, at| gone | taken::<S>(S::Bits::square(at), own, enemy));
            board.pieces[1 - placer] = enemy & !gone;
        }
        if !board.is_placing() {
            board.turn = self.board.turn;
        }
        Seega { board, ..*self }
    }

    /// The chain of captures of `mv`, unchecked.
    #[inline]
    pub(super) fn walked(&self, mv: Turn<S>) -> Chain<S> {
        mv.directions().fold(self.unmoved(mv), stepped)
    }

    fn unmoved(&self, mv: Turn<S>) -> Chain<S> {
        let at = S::Bits::square(mv.origin());
        Chain { turn: mv, at, own: self.board.own(), enemy: self.board.enemy() }
    }

    /// Is `mv` legal in the second phase, while the game goes on?
    pub(super) fn check_move(&self, mv: Turn<S>) -> Result<(), Refusal> {
        match mv.kind() {
            Kind::Pass if self.can_capture() || self.movable().any() => {
                refuse(0, "only a player who cannot move passes")
            }
            Kind::Pass => Ok(()),
            Kind::Pair | Kind::Single => refuse(0, "all pieces stand: a move is a slide or a capture"),
            Kind::Jump => refuse(0, "pieces are taken by enclosing them, not by jumping"),
            Kind::Slide => self.check_slide(mv),
            Kind::Capture => self.check_capture(mv),
        }
    }

    fn check_slide(&self, mv: Turn<S>) -> Result<(), Refusal> {
        self.board.check_origin(mv.origin())?;
        let chain = self.walked(mv);
        if (chain.at & self.board.empty()).is_empty() {
            return refuse(1, "this square is occupied");
        }
        if chain.enemy != self.board.enemy() {
            return refuse(1, "this step takes: write x for -");
        }
        if self.can_capture() {
            return refuse(0, "a capture is possible, so one must be played");
        }
        if !self.movable().has(mv.origin()) {
            return refuse(0, "the enemy cannot move: he must be given a move");
        }
        Ok(())
    }

    fn check_capture(&self, mv: Turn<S>) -> Result<(), Refusal> {
        self.board.check_origin(mv.origin())?;
        let mut chain = self.unmoved(mv);
        for (part, direction) in (1..).zip(mv.directions()) {
            let next = stepped(chain, direction);
            if (next.at & (chain.own | chain.enemy)).any() {
                return refuse(part, "this square is occupied");
            }
            if next.enemy == chain.enemy {
                return refuse(part, "the step to this square takes nothing");
            }
            chain = next;
        }
        if targets(&chain).any() {
            return refuse(mv.steps(), "the piece can take again and must go on");
        }
        Ok(())
    }
}
