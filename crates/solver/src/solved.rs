//! Layers that are solved and in memory.

use std::sync::Arc;

use crate::game::{Layer, Solvable, Value};
use crate::memory::Bytes;

/// The entries of some layers, a byte a slot.
#[derive(Debug)]
pub struct Solved<P: Solvable> {
    layers: Vec<Option<Arc<Bytes>>>,
    game: std::marker::PhantomData<fn() -> P>,
}

impl<P: Solvable> Clone for Solved<P> {
    fn clone(&self) -> Self {
        Solved { layers: self.layers.clone(), game: self.game }
    }
}

impl<P: Solvable> Default for Solved<P> {
    fn default() -> Self {
        Solved { layers: Vec::new(), game: std::marker::PhantomData }
    }
}

impl<P: Solvable> Solved<P> {
    /// Adds the entries of a layer.
    pub fn insert(&mut self, layer: P::Layer, bytes: Bytes) {
        let number = layer.number();
        if self.layers.len() <= number {
            self.layers.resize_with(number + 1, || None);
        }
        self.layers[number] = Some(Arc::new(bytes));
    }

    /// Forgets a layer.
    pub fn remove(&mut self, layer: P::Layer) {
        if let Some(place) = self.layers.get_mut(layer.number()) {
            *place = None;
        }
    }

    /// The entries of a layer, if it is here.
    #[inline]
    pub fn get(&self, layer: P::Layer) -> Option<&Bytes> {
        self.numbered(layer.number())
    }

    /// The entries of the layer with this number, if it is here.
    #[inline]
    pub fn numbered(&self, number: usize) -> Option<&Bytes> {
        self.layers.get(number)?.as_deref()
    }

    /// Bytes of all layers.
    pub fn bytes(&self) -> u64 {
        self.layers.iter().flatten().map(|bytes| bytes.len()).sum()
    }

    /// The value of a position, if its layer is here.
    #[inline]
    pub fn probe(&self, position: &P) -> Option<Value> {
        let bytes = self.get(position.layer()?)?;
        Some(position.value(bytes.get(position.slot())))
    }
}
