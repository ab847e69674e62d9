//! How the entries of one block become few bytes: compressed by zstd (RFC 8878), each block by itself.

use std::io;

use zstd::bulk::{Compressor, Decompressor};

/// The number of this packing in headers.
pub(super) const PACKING: u8 = 0;

/// Slots a block.
pub(super) const SLOTS_A_BLOCK: u32 = 16 << 10;

/// The level of compression.
const LEVEL: i32 = 12;

/// Packs blocks.
pub(super) struct Packer {
    zstd: Compressor<'static>,
}

impl Packer {
    pub(super) fn new() -> io::Result<Packer> {
        Ok(Packer { zstd: Compressor::new(LEVEL)? })
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
