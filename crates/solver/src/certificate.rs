//! Certificates: strategies that prove the value of a mancala position to a reader who knows the rules and nothing else.
//!
//! A certificate is text. Its first line names the position and its value, the *future* of the side to move; every
//! other line is a claim about a position with empty stores and the first player to move:
//!
//! ```text
//! certificate 1 -4 obridjie 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S
//! >= -4 A - 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S
//! <= -4 - 2 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S
//! ```
//!
//! The bound and its level, the move, the rank, the fields of the position. `>=`: the mover takes at least so much more
//! than the other from here on, beginning with that move. `<=`: he takes at most so much more, whatever he plays.
//!
//! # Why it is a proof
//! 1. After a move that brings the mover `g`, a claim `v >= L` rests on `w <= g - L` for the child, and `v <= L` on
//!    `w >= g - L` for every child. These are claims of the certificate too, or arithmetic: no future is greater than the
//!    seeds on the board. Where the game is over, the future is what the rules say.
//! 2. A play in which one side follows its claims either ends and keeps them, or is endless and at last stays among
//!    positions of one epoch. Endless play is worth 0. So claims within 0 (`>= L` with `L <= 0`, `<= L` with `L >= 0`)
//!    are kept by it; every other claim has a *rank*, which falls with every move that keeps the epoch, and such a
//!    play cannot be endless there.
//!
//! Claims rest on each other in cycles, but on nothing that was played before. The rank is the idea of an attractor
//! (W. Thomas, "On the synthesis of strategies in infinite games", STACS 1995).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::io::{self, Write};

use grenier_core::{Outcome, Player, Position, Tally};

use crate::game::{Layer, Solvable};
use crate::watch::{Interrupted, Watch};

/// A certificate could not be written.
#[derive(Debug)]
pub enum CertificateError {
    /// The value of this position is not known, or not that of its children.
    Unknown(String),
    /// Told to stop.
    Interrupted(Interrupted),
    /// The text could not be written.
    Io(io::Error),
}

impl From<Interrupted> for CertificateError {
    fn from(error: Interrupted) -> CertificateError {
        CertificateError::Interrupted(error)
    }
}

impl From<io::Error> for CertificateError {
    fn from(error: io::Error) -> CertificateError {
        CertificateError::Io(error)
    }
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateError::Unknown(position) => write!(f, "no exact value is known of {position}"),
            CertificateError::Interrupted(error) => error.fmt(f),
            CertificateError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CertificateError {}

/// Writes a certificate of the value of `root`, a position of a game that counts seeds, and returns how many claims it
/// has.
///
/// `value_of` gives the exact future of the side to move in any position that can be reached: from tables, from a proof
/// search, or both. It is asked about positions with empty stores and the first player to move. A wrong answer leads to
/// [`CertificateError::Unknown`] or to a certificate that does not pass.
///
/// # Errors
/// [`CertificateError`].
pub fn write_certificate<P: Solvable>(
    root: &P,
    value_of: &mut dyn FnMut(&P) -> Option<i8>,
    watch: &Watch<'_>,
    out: &mut dyn Write,
) -> Result<u64, CertificateError> {
    let mut writer =
        Writer { value_of, watch, out, wanted: HashSet::new(), pending: BTreeMap::new(), lines: 0 };
    let root = seen(root)?;
    let value = writer.value(&root)?;
    writeln!(writer.out, "certificate 1 {value} {}", root.text())?;
    for bound in [Bound::AtLeast, Bound::AtMost] {
        writer.want(Claim { position: root, bound, level: i16::from(value) });
    }
    while let Some((_, claims)) = writer.pending.pop_last() {
        writer.prove(claims)?;
    }
    writer.out.flush()?;
    Ok(writer.lines)
}

/// On which side of a level the value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Bound {
    AtLeast,
    AtMost,
}

/// A bound of the mover's future.
#[derive(Clone, Copy)]
struct Claim<P> {
    position: P,
    bound: Bound,
    level: i16,
}

/// What tells claims apart: layer, slot, bound, level.
type Key = (usize, u64, Bound, i16);

impl<P: Solvable> Claim<P> {
    fn key(&self) -> Key {
        let layer = self.position.layer().map_or(usize::MAX, Layer::number);
        (layer, self.position.slot(), self.bound, self.level)
    }

    /// Does it follow from the number of seeds?
    fn is_plain(&self) -> bool {
        let seeds = self.position.layer().map_or(u32::MAX, Layer::material);
        match self.bound {
            Bound::AtLeast => i64::from(self.level) <= -i64::from(seeds),
            Bound::AtMost => i64::from(self.level) >= i64::from(seeds),
        }
    }

    fn agrees(&self, value: i8) -> bool {
        match self.bound {
            Bound::AtLeast => i16::from(value) >= self.level,
            Bound::AtMost => i16::from(value) <= self.level,
        }
    }

    /// Would endless play break it?
    fn needs_progress(&self) -> bool {
        !self.agrees(0)
    }

    /// What it takes of the position behind a move with this gain.
    fn behind(&self, position: P, gain: i16) -> Claim<P> {
        let bound = match self.bound {
            Bound::AtLeast => Bound::AtMost,
            Bound::AtMost => Bound::AtLeast,
        };
        Claim { position, bound, level: gain - self.level }
    }
}

/// The position as claims show it: the first player to move, the stores empty.
fn seen<P: Solvable>(position: &P) -> Result<P, CertificateError> {
    let shown = position.layer().and_then(|layer| P::at(position.rules(), layer, position.slot()));
    shown.ok_or_else(|| CertificateError::Unknown(position.text()))
}

/// What `player` is ahead by if the game ends like this. Endless play is worth 0, so that the same of
/// [`endless`](Position::endless) is the difference of what both have.
fn ahead(outcome: Outcome, player: Player) -> i16 {
    match outcome.tally {
        Tally::Stores(stores) => {
            i16::from(stores[player.index()]) - i16::from(stores[player.other().index()])
        }
        _ => unreachable!("certificates are for games that count seeds"),
    }
}

/// A move, with the claim behind it.
type Child<P> = (<P as Position>::Move, Claim<P>);

/// Where a move leads.
enum To<P> {
    /// To another claim about the same epoch.
    Inside(usize),
    /// To a claim about a later epoch.
    Outside(Claim<P>),
    /// To a claim that needs no proof.
    Plain,
}

/// A claim of one epoch, with the moves on which it may rest.
struct Node<P: Solvable> {
    claim: Claim<P>,
    /// One of them if the prover moves, all if the other one does.
    ways: Vec<(P::Move, To<P>)>,
    rank: u32,
}

/// The claims of one epoch.
struct Epoch<P: Solvable> {
    nodes: Vec<Node<P>>,
    numbers: HashMap<Key, usize>,
}

impl<P: Solvable> Epoch<P> {
    fn number(&mut self, claim: Claim<P>) -> usize {
        let nodes = &mut self.nodes;
        *self.numbers.entry(claim.key()).or_insert_with(|| {
            nodes.push(Node { claim, ways: Vec::new(), rank: u32::MAX });
            nodes.len() - 1
        })
    }

    /// The moves to a claim inside that this one rests on: the shortest way if there is a choice.
    fn chosen(&self, number: usize) -> &[(P::Move, To<P>)] {
        let node = &self.nodes[number];
        if node.claim.bound == Bound::AtMost || node.ways.is_empty() {
            return &node.ways;
        }
        let rank = |at: &usize| self.rank_behind(&node.ways[*at].1);
        let best = (0..node.ways.len()).min_by_key(rank).unwrap_or(0);
        &node.ways[best..=best]
    }

    fn rank_behind(&self, to: &To<P>) -> u32 {
        match to {
            To::Inside(number) => self.nodes[*number].rank,
            To::Outside(_) | To::Plain => 0,
        }
    }

    /// Gives every claim that needs progress the length of the longest play to the next epoch.
    fn rank(&mut self) {
        let mut goes_on = true;
        while std::mem::take(&mut goes_on) {
            for number in 0..self.nodes.len() {
                let behind = self.chosen(number).iter().map(|(_, to)| self.rank_behind(to)).max();
                let rank = behind.unwrap_or(0).saturating_add(1);
                goes_on |= rank < self.nodes[number].rank;
                self.nodes[number].rank = rank.min(self.nodes[number].rank);
            }
        }
    }
}

/// A certificate on its way.
struct Writer<'a, P: Solvable> {
    value_of: &'a mut dyn FnMut(&P) -> Option<i8>,
    watch: &'a Watch<'a>,
    out: &'a mut dyn Write,
    /// Claims that stand, or will stand, in the text.
    wanted: HashSet<Key>,
    /// Those of them without a proof so far, by epoch.
    pending: BTreeMap<u32, Vec<Claim<P>>>,
    lines: u64,
}

impl<P: Solvable> Writer<'_, P> {
    fn value(&mut self, position: &P) -> Result<i8, CertificateError> {
        (self.value_of)(position).ok_or_else(|| CertificateError::Unknown(position.text()))
    }

    fn want(&mut self, claim: Claim<P>) {
        if self.wanted.insert(claim.key()) {
            self.pending.entry(claim.position.epoch()).or_default().push(claim);
        }
    }

    /// Proves and writes the claims, all about one epoch, and those about it on which they rest.
    fn prove(&mut self, claims: Vec<Claim<P>>) -> Result<(), CertificateError> {
        let mut epoch = Epoch { nodes: Vec::new(), numbers: HashMap::new() };
        let mut path: Vec<usize> = claims.into_iter().map(|claim| epoch.number(claim)).collect();
        let mut at = 0;
        while at < epoch.nodes.len() {
            self.watch.check()?;
            self.find_ways(&mut epoch, at)?;
            at += 1;
        }
        epoch.rank();
        let mut is_written = vec![false; epoch.nodes.len()];
        while let Some(number) = path.pop() {
            if std::mem::replace(&mut is_written[number], true) {
                continue;
            }
            self.write(&epoch, number)?;
            for (_, to) in epoch.chosen(number) {
                match to {
                    To::Inside(child) => path.push(*child),
                    To::Outside(claim) => self.want(*claim),
                    To::Plain => {}
                }
            }
        }
        Ok(())
    }

    fn write(&mut self, epoch: &Epoch<P>, number: usize) -> Result<(), CertificateError> {
        let node = &epoch.nodes[number];
        let Claim { position, bound, level } = node.claim;
        if node.claim.needs_progress() && node.rank == u32::MAX {
            return Err(CertificateError::Unknown(position.text()));
        }
        let (sign, mv) = match bound {
            Bound::AtLeast => (">=", epoch.chosen(number).first().map(|(mv, _)| mv.to_string())),
            Bound::AtMost => ("<=", None),
        };
        let mv = mv.as_deref().unwrap_or("-");
        let rank = node.claim.needs_progress().then(|| node.rank.to_string());
        let rank = rank.as_deref().unwrap_or("-");
        writeln!(self.out, "{sign} {level} {mv} {rank} {}", position.fields())?;
        self.lines += 1;
        self.watch.add(1);
        Ok(())
    }

    /// Finds what the claim with this number can rest on.
    fn find_ways(&mut self, epoch: &mut Epoch<P>, number: usize) -> Result<(), CertificateError> {
        let claim = epoch.nodes[number].claim;
        let mut children = self.children(&claim)?;
        let is_mine = claim.bound == Bound::AtLeast;
        let is_over = children.is_empty();
        for at in (0..children.len()).rev() {
            let child = children[at].1;
            let holds = child.is_plain() || child.agrees(self.value(&child.position)?);
            if !holds && is_mine {
                children.swap_remove(at);
            } else if !holds {
                return Err(CertificateError::Unknown(claim.position.text()));
            }
        }
        if is_mine && !is_over {
            children.sort_by_cached_key(|(mv, child)| (self.effort(epoch, child), *mv));
            let leaves =
                |(_, child): &Child<P>| child.is_plain() || child.position.epoch() != claim.position.epoch();
            if !claim.needs_progress() {
                children.truncate(1);
            } else if let Some(exit) = children.iter().position(leaves) {
                children = vec![children[exit]];
            }
            if children.is_empty() {
                return Err(CertificateError::Unknown(claim.position.text()));
            }
        }
        let here = claim.position.epoch();
        let ways = children.into_iter().map(|(mv, child)| match child {
            _ if child.is_plain() => (mv, To::Plain),
            _ if child.position.epoch() == here => (mv, To::Inside(epoch.number(child))),
            _ => (mv, To::Outside(child)),
        });
        let ways = ways.collect();
        epoch.nodes[number].ways = ways;
        Ok(())
    }

    /// The moves, with what the claim takes of the positions behind them.
    fn children(&self, claim: &Claim<P>) -> Result<Vec<Child<P>>, CertificateError> {
        let position = &claim.position;
        let mover = position.turn();
        let before = ahead(position.endless(), mover);
        if let Some(outcome) = position.outcome() {
            let value = ahead(outcome, mover) - before;
            let is_right = i8::try_from(value).is_ok_and(|value| claim.agrees(value));
            return if is_right { Ok(Vec::new()) } else { Err(CertificateError::Unknown(position.text())) };
        }
        let mut children = Vec::new();
        position.for_each_distinct_child(&mut Vec::new(), |mv, child| {
            let gain = ahead(child.endless(), mover) - before;
            children.push(seen(&child).map(|child| (mv, claim.behind(child, gain))));
        });
        children.into_iter().collect()
    }

    /// Orders what a claim may rest on, cheap ones first: what is proven anyway, few seeds, few replies. It makes
    /// certificates small and decides nothing.
    fn effort(&self, epoch: &Epoch<P>, child: &Claim<P>) -> (bool, u32, usize) {
        let is_free = child.is_plain()
            || self.wanted.contains(&child.key())
            || epoch.numbers.contains_key(&child.key());
        let mut replies = 0;
        child.position.for_each_distinct_child(&mut Vec::new(), |_, _| replies += 1);
        (!is_free, child.position.epoch(), replies)
    }
}
