//! Looking up entries of a table file, and reading all of them.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::memory::{Bytes, FileMap};

use super::damage::{Damage, Fault, Unread};
use super::header::{ALGORITHM, Header, Heading, u32_at, u64_at};
use super::packing::{PACKING, Unpacker};
use super::write::INDEX_ENTRY;

/// A table file whose header and index are sound.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    map: FileMap,
    header: Header,
    /// Where the index begins.
    index: usize,
    /// A number that no other open file has, for the threads' memory of unpacked blocks.
    identity: u64,
}

/// The number of the next open file.
static NEXT_IDENTITY: AtomicU64 = AtomicU64::new(0);

impl TableFile {
    /// Opens the table at `path`, whatever it is about.
    ///
    /// # Errors
    /// [`Damage`] if it is no sound table. The blocks are checked when they are used.
    pub fn open(path: &Path) -> Result<TableFile, Damage> {
        let map = File::open(path)
            .and_then(|file| FileMap::new(&file))
            .map_err(|error| Damage::unreadable(path, &error))?;
        let opened = checked_header(map.as_slice()).map_err(|fault| Damage::new(path, fault))?;
        let index = Header::bytes(&opened.heading);
        let identity = NEXT_IDENTITY.fetch_add(1, Ordering::Relaxed);
        Ok(TableFile { path: path.to_owned(), map, header: opened, index, identity })
    }

    /// Opens the table at `path`, which must be about `heading`.
    ///
    /// # Errors
    /// [`Damage`] if it is no sound table, or a foreign one.
    pub fn open_as(path: &Path, heading: &Heading) -> Result<TableFile, Damage> {
        let file = TableFile::open(path)?;
        if file.heading() != heading {
            let fault = Fault::Foreign { found: file.heading().described(), right: heading.described() };
            return Err(Damage::new(path, fault));
        }
        Ok(file)
    }

    /// What the table is about.
    pub fn heading(&self) -> &Heading {
        &self.header.heading
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.map.as_slice().len() as u64
    }

    /// The entry of `slot`.
    ///
    /// # Errors
    /// [`Damage`] if its block is not sound.
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn get(&self, slot: u64) -> Result<u8, Damage> {
        assert!(slot < self.header.heading.slots, "the layer has no such slot");
        let (block, place) = (slot / self.block_slots(), (slot % self.block_slots()) as usize);
        RECENT.with_borrow_mut(|recent| recent.entry(self, block, place))
    }

    /// All entries.
    ///
    /// # Errors
    /// [`Unread`] if a block is not sound or there is no memory.
    pub fn read_all(&self) -> Result<Bytes, Unread> {
        let mut bytes = Bytes::zeroed(self.header.heading.slots)?;
        bytes
            .as_mut_slice()
            .par_chunks_mut(self.header.slots_a_block as usize)
            .enumerate()
            .try_for_each_init(Unpacker::new, |unpacker, (block, entries)| {
                self.unpack(self.unpacker(unpacker)?, block as u64, entries)
            })?;
        Ok(bytes)
    }

    /// Checks every block.
    ///
    /// # Errors
    /// [`Damage`] with the first block that is not sound.
    pub fn check(&self) -> Result<(), Damage> {
        (0..self.header.blocks())
            .into_par_iter()
            .find_map_first(|block| self.packed(block).err())
            .map_or(Ok(()), Err)
    }

    fn block_slots(&self) -> u64 {
        u64::from(self.header.slots_a_block)
    }

    /// Slots of this block; the last one may have fewer than the others.
    fn slots_of(&self, block: u64) -> usize {
        (self.header.heading.slots - block * self.block_slots()).min(self.block_slots()) as usize
    }

    /// The packed form of a block, whose checksum is right.
    fn packed(&self, block: u64) -> Result<&[u8], Damage> {
        let entry = self.index + block as usize * INDEX_ENTRY;
        let file = self.map.as_slice();
        let begin = if block == 0 {
            self.index + self.header.blocks() as usize * INDEX_ENTRY
        } else {
            u64_at(file, entry - INDEX_ENTRY) as usize
        };
        file.get(begin..u64_at(file, entry) as usize)
            .filter(|packed| crc32fast::hash(packed) == u32_at(file, entry + 8))
            .ok_or_else(|| self.damaged(block))
    }

    fn unpack(&self, unpacker: &mut Unpacker, block: u64, entries: &mut [u8]) -> Result<(), Damage> {
        unpacker.unpack(self.packed(block)?, entries).ok_or_else(|| self.damaged(block))
    }

    /// The decoder, if the system could make one.
    fn unpacker<'a>(&self, made: &'a mut io::Result<Unpacker>) -> Result<&'a mut Unpacker, Damage> {
        made.as_mut().map_err(|error| Damage::unreadable(&self.path, error))
    }

    fn damaged(&self, block: u64) -> Damage {
        Damage::new(&self.path, Fault::Block(block))
    }
}

/// The header of a file, if that and the index are sound.
fn checked_header(file: &[u8]) -> Result<Header, Fault> {
    let header = Header::decoded(file)?;
    let found = file.len() as u64;
    if header.file_bytes != found {
        return Err(Fault::Length { right: header.file_bytes, found });
    }
    if header.algorithm != ALGORITHM {
        return Err(Fault::Algorithm(header.algorithm));
    }
    let begin = Header::bytes(&header.heading);
    let index = usize::try_from(header.blocks())
        .ok()
        .and_then(|blocks| blocks.checked_mul(INDEX_ENTRY))
        .and_then(|bytes| file.get(begin..begin.checked_add(bytes)?))
        .ok_or(Fault::Index)?;
    if header.packing != PACKING || crc32fast::hash(index) != header.index_sum {
        return Err(Fault::Index);
    }
    Ok(header)
}

thread_local! {
    static RECENT: RefCell<Recent> = RefCell::new(Recent::new());
}

/// Blocks that this thread unpacked last: neighbours in play are often neighbours in a table.
struct Recent {
    unpacker: io::Result<Unpacker>,
    blocks: Vec<Kept>,
}

/// An unpacked block.
#[derive(Default)]
struct Kept {
    /// The identity of the file and the number of the block.
    name: Option<(u64, u64)>,
    entries: Vec<u8>,
}

/// Unpacked blocks that a thread keeps (8 KB each).
const KEPT: usize = 32;

impl Recent {
    fn new() -> Recent {
        Recent { unpacker: Unpacker::new(), blocks: (0..KEPT).map(|_| Kept::default()).collect() }
    }

    /// One entry of a block, unpacked if it is not here.
    fn entry(&mut self, file: &TableFile, block: u64, place: usize) -> Result<u8, Damage> {
        let name = Some((file.identity, block));
        let kept = &mut self.blocks[(file.identity.wrapping_add(block) % KEPT as u64) as usize];
        if kept.name != name {
            // Nothing may be taken from a block that failed half-way.
            kept.name = None;
            kept.entries.resize(file.slots_of(block), 0);
            file.unpack(file.unpacker(&mut self.unpacker)?, block, &mut kept.entries)?;
            kept.name = name;
        }
        Ok(kept.entries[place])
    }
}
