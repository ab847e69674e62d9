//! Tables of one variant, looked up.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use grenier_core::{Notation, kpe::Kpe};
//! use grenier_solver::build::{Order, build};
//! use grenier_solver::{Extent, Lookup, Tables};
//!
//! let dir = tempfile::tempdir()?;
//! let rules = Default::default();
//! let order = Order::<Kpe> { rules, extent: Extent::Upto(8), dir: dir.path(), memory: 1 << 28 };
//! build(&order, &AtomicBool::new(false), &|_event| {})?;
//!
//! let tables = Tables::<Kpe>::open(dir.path(), rules)?;
//! let position = Kpe::parse_fields(rules, "0-0-1-1-0-0-0-6-20-20-S -")?;
//! let value = tables.probe(&position)?.expect("eight seeds are covered");
//! let moves = tables.moves(&position)?.expect("and what they lead to");
//! assert_eq!(moves[0].value, i32::from(value.future));
//! assert_eq!(tables.probe(&Kpe::parse_fields(rules, "0-0-0-5-0-0-0-5-19-19-S -")?)?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod folder;
mod lookup;
mod progress;

use std::convert::Infallible;
use std::path::Path;
use std::sync::OnceLock;

pub use folder::{Folder, Lock, LockError};
pub use lookup::{Lookup, Rated, RatedMoves};

use crate::file::{Damage, TableFile, Unread};
use crate::game::{Layer, Solvable, Value};
use crate::solved::Solved;

/// The tables of a folder. A file is opened when it is first needed, and looked up as it is; layers that are
/// [unpacked](Tables::unpack) are in memory and answer faster.
#[derive(Debug)]
pub struct Tables<P: Solvable> {
    folder: Folder<P>,
    layers: Vec<P::Layer>,
    /// By the layers' numbers.
    files: Vec<Option<Table<P>>>,
    raw: Solved<P>,
}

/// A file that is there, and what came out when it was opened.
#[derive(Debug)]
struct Table<P: Solvable> {
    layer: P::Layer,
    file: OnceLock<Result<TableFile, Damage>>,
}

impl<P: Solvable> Tables<P> {
    /// The tables that are in `dir` for these rules; there may be none.
    ///
    /// # Errors
    /// [`Damage`] if the folder cannot be read.
    pub fn open(dir: &Path, rules: P::Rules) -> Result<Tables<P>, Damage> {
        let folder = Folder::<P>::new(dir, rules);
        let layers: Vec<P::Layer> = folder.layers()?;
        let mut files = Vec::new();
        for &layer in &layers {
            let number = layer.number();
            if files.len() <= number {
                files.resize_with(number + 1, || None);
            }
            files[number] = Some(Table { layer, file: OnceLock::new() });
        }
        Ok(Tables { folder, layers, files, raw: Solved::default() })
    }

    /// Where they are.
    pub fn folder(&self) -> &Folder<P> {
        &self.folder
    }

    /// The layers that have a file, by their order.
    pub fn layers(&self) -> &[P::Layer] {
        &self.layers
    }

    /// Does this layer have a file?
    pub fn has(&self, layer: P::Layer) -> bool {
        self.table(layer.number()).is_some()
    }

    /// Those of `plan` that have no file.
    pub fn missing(&self, plan: &[P::Layer]) -> Vec<P::Layer> {
        plan.iter().copied().filter(|&layer| !self.has(layer)).collect()
    }

    /// The layers in memory.
    pub fn unpacked(&self) -> &Solved<P> {
        &self.raw
    }

    /// The file of a layer; `None` if it has none.
    ///
    /// # Errors
    /// [`Damage`] if it is not sound.
    pub fn file(&self, layer: P::Layer) -> Result<Option<&TableFile>, Damage> {
        self.opened(layer.number())
    }

    /// Reads layers into memory, the smallest first, until the next one would not fit in `budget` bytes, and gives those
    /// that it read.
    ///
    /// # Errors
    /// [`Unread`] if a file is damaged or there is no memory; what was read before stays.
    pub fn unpack(&mut self, budget: u64) -> Result<Vec<P::Layer>, Unread> {
        let mut wanted = self.layers.clone();
        wanted.sort_by_key(|layer| layer.slots());
        wanted.retain(|&layer| self.raw.get(layer).is_none());
        let mut read = Vec::new();
        for layer in wanted {
            if self.raw.bytes() + layer.slots() > budget {
                break;
            }
            if let Some(file) = self.file(layer)? {
                let bytes = file.read_all()?;
                self.raw.insert(layer, bytes);
                read.push(layer);
            }
        }
        Ok(read)
    }

    /// The value of a position; `None` if no table here covers it.
    ///
    /// # Errors
    /// [`Damage`] if its table is not sound.
    #[inline]
    pub fn probe(&self, position: &P) -> Result<Option<Value>, Damage> {
        let Some(layer) = position.layer().filter(|_| position.rules() == self.folder.rules()) else {
            return Ok(None);
        };
        let number = layer.number();
        if let Some(bytes) = self.raw.numbered(number) {
            return Ok(Some(position.value(bytes.get(position.slot()))));
        }
        match self.opened(number)? {
            Some(file) => Ok(Some(position.value(file.get(position.slot())?))),
            None => Ok(None),
        }
    }

    fn table(&self, number: usize) -> Option<&Table<P>> {
        self.files.get(number)?.as_ref()
    }

    /// The open file of the layer with this number.
    fn opened(&self, number: usize) -> Result<Option<&TableFile>, Damage> {
        let Some(table) = self.table(number) else { return Ok(None) };
        match table.file.get_or_init(|| self.folder.open(table.layer)) {
            Ok(file) => Ok(Some(file)),
            Err(damage) => Err(damage.clone()),
        }
    }
}

impl<P: Solvable> Lookup<P> for Tables<P> {
    type Error = Damage;

    #[inline]
    fn look_up(&self, position: &P) -> Result<Option<Value>, Damage> {
        self.probe(position)
    }
}

impl<P: Solvable> Lookup<P> for Solved<P> {
    type Error = Infallible;

    #[inline]
    fn look_up(&self, position: &P) -> Result<Option<Value>, Infallible> {
        Ok(self.probe(position))
    }
}
