//! Finds a strategy that keeps known values, epoch by epoch, and makes progress where it must.

use std::collections::{BTreeMap, HashMap};

use grenier_core::mancala::Pit;

use super::{CertificateError, Entry};
use crate::game::{Layer, Solvable};
use crate::watch::Watch;
use crate::worth::{Step, over};

/// What the prover gets at least in a position.
#[derive(Clone, Copy)]
pub(super) struct Claim<P> {
    pub position: P,
    /// Is the prover to move?
    pub is_movers: bool,
    pub claim: i32,
}

/// A move, with the claim behind it on which the one before it may rest.
type Way<P> = (Pit, Claim<P>);

impl<P: Solvable<Move = Pit>> Claim<P> {
    /// What it is about, as in an entry.
    fn place(&self) -> u64 {
        self.position.future_key() | u64::from(self.is_movers) << 63
    }

    /// Is it true because nobody can take more seeds than there are?
    fn is_plain(&self) -> bool {
        let seeds = self.position.layer().map_or(u32::MAX, Layer::material);
        i64::from(self.claim) <= -i64::from(seeds)
    }

    fn agrees(&self, value: i32) -> bool {
        self.claim <= if self.is_movers { value } else { -value }
    }

    /// Would endless play break it?
    fn needs_progress(&self) -> bool {
        self.claim > 0
    }

    fn unknown(&self) -> CertificateError {
        CertificateError::Unknown(self.position.text())
    }

    /// The moves, with what remains to be claimed behind each; none if the game is over and keeps the claim.
    fn ways(&self) -> Result<Vec<Way<P>>, CertificateError> {
        if let Some(value) = over(&self.position) {
            return if self.agrees(value) { Ok(Vec::new()) } else { Err(self.unknown()) };
        }
        let mut ways = Vec::new();
        self.position.for_each_distinct_child(&mut Vec::new(), |mv, child| {
            let gain = Step::new(&self.position, &child).gain;
            let claim = self.claim - if self.is_movers { gain } else { -gain };
            ways.push(
                seen(&child).map(|position| (mv, Claim { position, is_movers: !self.is_movers, claim })),
            );
        });
        ways.into_iter().collect()
    }
}

/// The position with the first player to move and empty stores.
pub(super) fn seen<P: Solvable>(position: &P) -> Result<P, CertificateError> {
    let shown = position.layer().and_then(|layer| P::at(position.rules(), layer, position.slot()));
    shown.ok_or_else(|| CertificateError::Unknown(position.text()))
}

/// Where a way leads.
#[derive(Clone, Copy)]
enum To<P> {
    /// To another claim of the same epoch.
    Inside(usize),
    /// To a claim of a later epoch.
    Outside(Claim<P>),
    /// To a claim that needs no proof.
    Plain,
}

/// A claim, and what it may rest on: one of the ways where the prover moves, all of them where the other one does.
struct Node<P> {
    claim: Claim<P>,
    ways: Vec<(Pit, To<P>)>,
    rank: u32,
}

/// The rank of a claim for which no progress is known.
const UNRANKED: u32 = u32::MAX;

/// The claims of one epoch.
struct Epoch<P> {
    nodes: Vec<Node<P>>,
    numbers: HashMap<(u64, i32), usize>,
}

impl<P: Solvable<Move = Pit>> Epoch<P> {
    fn number(&mut self, claim: Claim<P>) -> usize {
        let nodes = &mut self.nodes;
        *self.numbers.entry((claim.place(), claim.claim)).or_insert_with(|| {
            nodes.push(Node { claim, ways: Vec::new(), rank: UNRANKED });
            nodes.len() - 1
        })
    }

    fn rank_behind(&self, to: &To<P>) -> u32 {
        match to {
            To::Inside(number) => self.nodes[*number].rank,
            To::Outside(_) | To::Plain => 0,
        }
    }

    /// The ways on which a claim rests: the shortest where there is a choice.
    fn chosen(&self, number: usize) -> &[(Pit, To<P>)] {
        let node = &self.nodes[number];
        let shortest = (0..node.ways.len()).min_by_key(|&at| self.rank_behind(&node.ways[at].1));
        match shortest {
            Some(at) if node.claim.is_movers => &node.ways[at..=at],
            _ => &node.ways,
        }
    }

    /// Ranks all claims: one more than the best way of the prover, or the worst of the other one.
    fn rank(&mut self) {
        let mut goes_on = true;
        while std::mem::take(&mut goes_on) {
            for number in (0..self.nodes.len()).rev() {
                let behind = self.chosen(number).iter().map(|(_, to)| self.rank_behind(to)).max();
                let rank = behind.unwrap_or(0).saturating_add(1);
                if rank < self.nodes[number].rank {
                    self.nodes[number].rank = rank;
                    goes_on = true;
                }
            }
        }
    }

    fn entry(&self, number: usize) -> Result<Entry, CertificateError> {
        let Node { claim, rank, .. } = &self.nodes[number];
        let rank = if claim.needs_progress() { *rank } else { 0 };
        if rank == UNRANKED {
            return Err(claim.unknown());
        }
        let pit =
            if claim.is_movers { self.chosen(number).first().map_or(0, |(mv, _)| mv.index()) } else { 0 };
        Ok(Entry {
            key: claim.place(),
            claim: i8::try_from(claim.claim).map_err(|_| claim.unknown())?,
            pit: pit as u8,
            rank: u16::try_from(rank).map_err(|_| CertificateError::TooFar(claim.position.text()))?,
        })
    }
}

/// A strategy under way.
pub(super) struct Builder<'a, 'w, P> {
    value_of: &'a mut dyn FnMut(&P) -> Option<i8>,
    watch: &'a Watch<'w>,
    /// Claims that need a proof, the greatest about each position, by epoch.
    pending: BTreeMap<u32, HashMap<u64, Claim<P>>>,
    entries: HashMap<u64, Entry>,
}

impl<'a, 'w, P: Solvable<Move = Pit>> Builder<'a, 'w, P> {
    pub fn new(value_of: &'a mut dyn FnMut(&P) -> Option<i8>, watch: &'a Watch<'w>) -> Self {
        Builder { value_of, watch, pending: BTreeMap::new(), entries: HashMap::new() }
    }

    /// The entries that prove `root`, sorted.
    pub fn prove(mut self, root: Claim<P>) -> Result<Vec<Entry>, CertificateError> {
        self.want(root);
        while let Some((_, claims)) = self.pending.pop_last() {
            let mut claims: Vec<Claim<P>> = claims.into_values().collect();
            claims.sort_unstable_by_key(Claim::place);
            self.prove_epoch(claims)?;
        }
        let mut entries = self.met(root)?;
        entries.sort_unstable_by_key(|entry| entry.key);
        Ok(entries)
    }

    fn want(&mut self, claim: Claim<P>) {
        let wanted =
            self.pending.entry(claim.position.epoch()).or_default().entry(claim.place()).or_insert(claim);
        wanted.claim = wanted.claim.max(claim.claim);
    }

    /// Proves claims that are all about one epoch.
    fn prove_epoch(&mut self, claims: Vec<Claim<P>>) -> Result<(), CertificateError> {
        let mut epoch = Epoch { nodes: Vec::new(), numbers: HashMap::new() };
        let mut path: Vec<usize> = claims.into_iter().map(|claim| epoch.number(claim)).collect();
        let mut at = 0;
        while at < epoch.nodes.len() {
            self.watch.check()?;
            self.watch.add(1);
            let ways = self.ways(&epoch, &epoch.nodes[at].claim)?;
            epoch.nodes[at].ways = self.resolved(&mut epoch, at, ways);
            at += 1;
        }
        epoch.rank();
        let mut is_met = vec![false; epoch.nodes.len()];
        while let Some(number) = path.pop() {
            if std::mem::replace(&mut is_met[number], true) {
                continue;
            }
            self.enter(epoch.entry(number)?);
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

    /// Of two claims about a position the greater serves for both.
    fn enter(&mut self, entry: Entry) {
        let known = self.entries.entry(entry.key).or_insert(entry);
        if entry.claim > known.claim {
            *known = entry;
        }
    }

    /// The entries on which `root` rests: where a greater claim has taken the place of another, some became useless.
    fn met(&mut self, root: Claim<P>) -> Result<Vec<Entry>, CertificateError> {
        let mut met = Vec::new();
        let mut path = vec![root];
        while let Some(claim) = path.pop() {
            let Some(entry) = self.entries.remove(&claim.place()) else { continue };
            met.push(entry);
            let ways = Claim { claim: i32::from(entry.claim), ..claim }.ways()?.into_iter();
            let is_played = |mv: Pit| !claim.is_movers || mv.index() == usize::from(entry.pit);
            path.extend(
                ways.filter(|(mv, child)| is_played(*mv) && !child.is_plain()).map(|(_, child)| child),
            );
        }
        Ok(met)
    }

    /// Where the ways of the claim with this number lead.
    fn resolved(&self, epoch: &mut Epoch<P>, number: usize, ways: Vec<Way<P>>) -> Vec<(Pit, To<P>)> {
        let here = epoch.nodes[number].claim.position.epoch();
        let mut to = |claim: Claim<P>| {
            if claim.is_plain() {
                To::Plain
            } else if claim.position.epoch() == here {
                To::Inside(epoch.number(claim))
            } else {
                To::Outside(claim)
            }
        };
        ways.into_iter().map(|(mv, claim)| (mv, to(claim))).collect()
    }

    /// What a claim can rest on.
    fn ways(&mut self, epoch: &Epoch<P>, claim: &Claim<P>) -> Result<Vec<Way<P>>, CertificateError> {
        let ways = claim.ways()?;
        let mut kept = Vec::with_capacity(ways.len());
        for way in &ways {
            let child = &way.1;
            let value = if child.is_plain() { None } else { Some(self.value(child)?) };
            if value.is_none_or(|value| child.agrees(value)) {
                kept.push(*way);
            }
        }
        if !claim.is_movers || ways.is_empty() {
            return if kept.len() == ways.len() { Ok(kept) } else { Err(claim.unknown()) };
        }
        kept.sort_by_cached_key(|(mv, child)| (self.effort(epoch, child), *mv));
        let leaves =
            |(_, child): &Way<P>| child.is_plain() || child.position.epoch() != claim.position.epoch();
        // Where progress is needed and all ways stay in the epoch, the ranks will choose.
        let first = if claim.needs_progress() { kept.iter().position(leaves) } else { Some(0) };
        match first.map(|at| kept.get(at).copied()) {
            Some(way) => way.map(|way| vec![way]).ok_or_else(|| claim.unknown()),
            None if kept.is_empty() => Err(claim.unknown()),
            None => Ok(kept),
        }
    }

    fn value(&mut self, claim: &Claim<P>) -> Result<i32, CertificateError> {
        (self.value_of)(&claim.position).map(i32::from).ok_or_else(|| claim.unknown())
    }

    /// Orders what a claim may rest on: what is proven anyway, then few seeds, then few replies. It keeps certificates
    /// small and decides nothing.
    fn effort(&self, epoch: &Epoch<P>, claim: &Claim<P>) -> (bool, u32, usize) {
        let epoch_of = claim.position.epoch();
        let place = claim.place();
        let wanted = self.pending.get(&epoch_of).and_then(|claims| claims.get(&place));
        let is_free = claim.is_plain()
            || wanted.is_some_and(|wanted| wanted.claim >= claim.claim)
            || epoch.numbers.contains_key(&(place, claim.claim));
        let mut replies = 0;
        claim.position.for_each_distinct_child(&mut Vec::new(), |_, _| replies += 1);
        (!is_free, epoch_of, replies)
    }
}
