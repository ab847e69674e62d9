//! How the entries of one block become few bytes: compressed by zstd (RFC 8878), each block by itself.
//!
//! Neighbours in a table are alike, but they do not repeat each other: what pays is Huffman's code for the values, while
//! the short matches that zstd looks for by itself cost more than they save. Kpé's layer of 40 seeds takes 0.334 byte a
//! position at level 1 and 0.336 at level 3, with long matches only (below) 0.312, and that packs faster than any level. The
//! optimal parser (level 12) reaches 0.287 but packs twenty times slower than a layer is solved.

use std::io;

use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{CParameter, Strategy};

/// The number of this packing in headers.
pub(super) const PACKING: u8 = 0;

/// Slots a block. Twice as many save half a percent and take twice as long to unpack for one look-up.
pub(super) const SLOTS_A_BLOCK: u32 = 8 << 10;

/// The level of compression, from which the parameters below depart.
const LEVEL: i32 = 1;

/// The shortest repetition that is looked for, in bytes (zstd allows no more).
const LEAST_MATCH: u32 = 7;

/// The size of the table of places where a repetition may begin, as a power of two.
const HASH_LOG: u32 = 10;

/// Packs blocks.
pub(super) struct Packer {
    zstd: Compressor<'static>,
}

impl Packer {
    pub(super) fn new() -> io::Result<Packer> {
        let mut zstd = Compressor::new(LEVEL)?;
        zstd.set_parameter(CParameter::Strategy(Strategy::ZSTD_fast))?;
        zstd.set_parameter(CParameter::MinMatch(LEAST_MATCH))?;
        zstd.set_parameter(CParameter::HashLog(HASH_LOG))?;
        Ok(Packer { zstd })
    }

    /// The packed form of the entries of a block.
    pub(super) fn pack(&mut self, entries: &[u8]) -> io::Result<Vec<u8>> {
        self.zstd.compress(entries)
    }
}

/// Unpacks blocks.
pub(super) struct Unpacker {
    zstd: Decompressor<'static>,
}

impl Unpacker {
    pub(super) fn new() -> io::Result<Unpacker> {
        Ok(Unpacker { zstd: Decompressor::new()? })
    }

    /// Fills `entries` from a packed block; `None` if that does not unpack to so many.
    pub(super) fn unpack(&mut self, packed: &[u8], entries: &mut [u8]) -> Option<()> {
        let count = self.zstd.decompress_to_buffer(packed, entries).ok()?;
        (count == entries.len()).then_some(())
    }
}
