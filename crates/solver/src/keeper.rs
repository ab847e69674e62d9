//! Which layers are in memory while a plan is worked off, within a budget.

use std::collections::HashMap;

use crate::file::Unread;
use crate::game::{Layer, Solvable};
use crate::memory::Bytes;
use crate::solved::Solved;
use crate::tables::Folder;

/// Bytes of a layer that needs the most of all in `plan`: those of itself, of the layers that it leads to and of the work.
pub(crate) fn peak<P: Solvable>(
    plan: &[P::Layer],
    work: impl Fn(P::Layer) -> u64,
) -> Option<(P::Layer, u64)> {
    let bytes = |layer: P::Layer| {
        P::needs(layer).into_iter().map(Layer::slots).sum::<u64>() + layer.slots() + work(layer)
    };
    plan.iter().map(|&layer| (layer, bytes(layer))).max_by_key(|&(_, bytes)| bytes)
}

/// Keeps layers in memory that steps of a plan need, and reads them from their files when they are not here.
///
/// When room is needed, those go first that are needed last (L. Bélády 1966: the plan is known).
#[derive(Debug)]
pub(crate) struct Keeper<'a, P: Solvable> {
    folder: &'a Folder<P>,
    /// The steps of the plan at which a layer is needed.
    uses: HashMap<P::Layer, Vec<usize>>,
    here: Vec<P::Layer>,
    solved: Solved<P>,
    budget: u64,
}

impl<'a, P: Solvable> Keeper<'a, P> {
    /// Keeps at most `budget` bytes of layers for the steps of `plan`.
    pub(crate) fn new(folder: &'a Folder<P>, plan: &[P::Layer], budget: u64) -> Keeper<'a, P> {
        let mut uses: HashMap<P::Layer, Vec<usize>> = HashMap::new();
        for (step, &layer) in plan.iter().enumerate() {
            for need in P::needs(layer) {
                uses.entry(need).or_default().push(step);
            }
        }
        Keeper { folder, uses, here: Vec::new(), solved: Solved::default(), budget }
    }

    /// The rules of all layers.
    pub(crate) fn rules(&self) -> P::Rules {
        self.folder.rules()
    }

    /// What is here.
    pub(crate) fn solved(&self) -> &Solved<P> {
        &self.solved
    }

    /// Has all layers here that `layer`, step number `step`, needs, with `room` bytes beside them.
    ///
    /// # Errors
    /// [`Unread`] if one cannot be read.
    pub(crate) fn gather(&mut self, step: usize, layer: P::Layer, room: u64) -> Result<(), Unread> {
        let needs = P::needs(layer);
        let missing: Vec<P::Layer> =
            needs.iter().copied().filter(|&need| self.solved.get(need).is_none()).collect();
        let room = room + missing.iter().map(|need| need.slots()).sum::<u64>();
        self.make_room(step, room, &needs);
        for need in missing {
            let bytes = self.folder.open(need)?.read_all()?;
            self.insert(need, bytes);
        }
        Ok(())
    }

    /// Takes a layer that was made at step number `step`, if it is needed again and there is room.
    pub(crate) fn keep(&mut self, step: usize, layer: P::Layer, bytes: Bytes) {
        if self.next_use(layer, step) == usize::MAX {
            return;
        }
        self.insert(layer, bytes);
        self.make_room(step, 0, &[]);
    }

    fn insert(&mut self, layer: P::Layer, bytes: Bytes) {
        self.solved.insert(layer, bytes);
        self.here.push(layer);
    }

    /// The first step behind `step` that needs `layer`.
    fn next_use(&self, layer: P::Layer, step: usize) -> usize {
        let uses = self.uses.get(&layer).map_or(&[][..], Vec::as_slice);
        uses.get(uses.partition_point(|&at| at <= step)).copied().unwrap_or(usize::MAX)
    }

    /// Forgets layers, but none of `needs`, until `room` bytes are free: first those that no later step needs, then those
    /// that are needed last.
    fn make_room(&mut self, step: usize, room: u64, needs: &[P::Layer]) {
        let mut here = std::mem::take(&mut self.here);
        here.sort_by_key(|&layer| (self.next_use(layer, step), layer.slots()));
        while let Some(layer) = here.pop() {
            let is_useless = self.next_use(layer, step) == usize::MAX;
            let is_in_the_way = is_useless || self.solved.bytes() + room > self.budget;
            if is_in_the_way && !needs.contains(&layer) {
                self.solved.remove(layer);
            } else {
                self.here.push(layer);
            }
        }
    }
}
