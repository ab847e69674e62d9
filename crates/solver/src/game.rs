//! What a game brings so that its positions can be solved and looked up.

use std::fmt::Debug;
use std::hash::Hash;

use grenier_core::Notation;

use crate::memory::{Bytes, NoMemory};
use crate::solved::Solved;
use crate::watch::{Interrupted, Watch};

/// The name and the size of a layer: all positions that share their material (and what else cannot grow again).
pub trait Layer: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The name, which is also that of its file: `20`, `48-ABCD-ab`, `5v3`.
    fn name(self) -> String;

    /// Reads a name.
    fn parse(name: &str) -> Option<Self>;

    /// A small number of its own, for arrays of layers.
    fn number(self) -> usize;

    /// Slots of its index, each a byte while solving.
    fn slots(self) -> u64;

    /// Positions in it (of several that symmetry makes equal, one).
    fn positions(self) -> u64;

    /// Seeds or pieces on the board.
    fn material(self) -> u32;
}

/// Which layers a build makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All with at most so many seeds or pieces in play (Kpé: without locks).
    Upto(u32),
    /// All that a game can reach.
    Complete,
}

/// The exact value of a position, for the side to move, in a game without history and without a quiet limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Mancalas: the future difference in seeds. Capture games: 1 for a win, 0 for a draw, -1 for a loss.
    pub future: i8,
    /// Capture games, unless the value is that of endless play: the plies until the game ends or a capture is made, when
    /// one side reaches the value as fast as it can and the other puts it off.
    pub distance: Option<u8>,
}

/// What a value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Seeds.
    Seeds,
    /// Win, draw or loss.
    Result,
}

/// A layer could not be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Told to stop.
    Interrupted(Interrupted),
    /// There is no memory.
    Memory(NoMemory),
    /// A distance does not fit its byte.
    TooFar,
}

impl From<Interrupted> for Failure {
    fn from(error: Interrupted) -> Failure {
        Failure::Interrupted(error)
    }
}

impl From<NoMemory> for Failure {
    fn from(error: NoMemory) -> Failure {
        Failure::Memory(error)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Interrupted(error) => std::fmt::Display::fmt(error, f),
            Failure::Memory(error) => std::fmt::Display::fmt(error, f),
            Failure::TooFar => f.write_str("a distance is greater than a byte can tell"),
        }
    }
}

impl std::error::Error for Failure {}

/// A game whose positions fall into layers that can be solved one after the other.
///
/// # The contract
/// - For every position with a layer, `at(rules, layer, slot)` is that position or one that symmetry and the exchange of
///   players make equal to it, with empty stores.
/// - Every child of a position with a layer has a layer: the same, or one of its [`needs`](Solvable::needs); but a child
///   that is over because a side has no piece left need not have one.
pub trait Solvable: Notation {
    /// The layers.
    type Layer: Layer;

    /// What values count.
    const UNIT: Unit;

    /// The greatest number of seeds or pieces for which all layers together are solved in about a second.
    const QUICK: u32;

    /// The same for about ten seconds.
    const BRIEF: u32;

    /// Can these rules be solved? Endless play must have a value that does not depend on history.
    fn is_solvable(rules: Self::Rules) -> bool;

    /// The layer of the position; `None` if no table covers it.
    fn layer(&self) -> Option<Self::Layer>;

    /// Its place in the layer. Meaningless if it has none.
    fn slot(&self) -> u64;

    /// The position in this slot, the first player to move; `None` if the slot is not used.
    fn at(rules: Self::Rules, layer: Self::Layer, slot: u64) -> Option<Self>;

    /// The value that `entry` (the byte of its slot) stands for.
    fn value(&self, entry: u8) -> Value;

    /// The byte for a value of this position; the inverse of [`value`](Solvable::value).
    fn entry(&self, value: Value) -> u8;

    /// The layers of `extent`, each behind those that it needs. `None` if the game has no such extent.
    fn plan(extent: Extent) -> Option<Vec<Self::Layer>>;

    /// The other layers to which moves out of `layer` lead.
    fn needs(layer: Self::Layer) -> Vec<Self::Layer>;

    /// Bytes that solving `layer` takes besides the bytes of the layers themselves, at most.
    fn work_bytes(layer: Self::Layer) -> u64;

    /// Solves `layer`; all that it needs is in `solved`. The bytes are the entries of its slots, 0 in unused ones.
    ///
    /// # Errors
    /// [`Failure`].
    fn solve(
        rules: Self::Rules,
        layer: Self::Layer,
        solved: &Solved<Self>,
        watch: &Watch<'_>,
    ) -> Result<Bytes, Failure>;
}
