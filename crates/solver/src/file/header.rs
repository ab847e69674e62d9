//! The first bytes of a table file.
//!
//! ```text
//!   at   bytes
//!    0     8   the magic bytes
//!    8     4   version of the format
//!   12     4   bytes of the header, H
//!   16     8   bytes of the file
//!   24     8   slots
//!   32     4   slots a block
//!   36     4   version of the algorithms
//!   40     1   unit: 0 seeds, 1 result
//!   41     1   packing of the blocks
//!   42     2   length of the variant, V
//!   44     2   length of the layer's name, L
//!   46     4   checksum of the index
//!   50     V   the variant, UTF-8: kpe:skip-origin
//!  50+V    L   the layer's name: 48-ABCD-ab
//!  H-4     4   checksum of all before
//! ```

use crate::game::{Layer, Solvable, Unit};

use super::damage::Fault;

/// The version of the format, raised when its meaning changes.
pub const FORMAT: u32 = 1;

/// The version of what is in tables, raised when those made before are wrong or their bytes mean something else.
pub const ALGORITHM: u32 = 1;

/// As in PNG files: a byte that is no text, and both kinds of line end, which careless copying changes.
const MAGIC: [u8; 8] = *b"\x89GRT\r\n\x1a\n";

/// Bytes before the variant.
const FIXED: usize = 50;

/// Bytes of the checksum.
const SUM: usize = 4;

/// What a table is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The game with its preset: `kpe:skip-origin`.
    pub variant: String,
    /// The name of the layer.
    pub layer: String,
    /// What its values count.
    pub unit: Unit,
    /// Slots, each an entry of one byte.
    pub slots: u64,
}

impl Heading {
    /// The heading of the table of `layer`.
    pub fn new<P: Solvable>(rules: P::Rules, layer: P::Layer) -> Heading {
        Heading { variant: P::variant(rules), layer: layer.name(), unit: P::UNIT, slots: layer.slots() }
    }

    /// Both in words, for messages.
    pub(super) fn described(&self) -> String {
        let unit = match self.unit {
            Unit::Seeds => "seeds",
            Unit::Result => "results",
        };
        format!("{} layer {} ({} slots, {unit})", self.variant, self.layer, self.slots)
    }
}

/// The header: what the table is about, and how the file is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub heading: Heading,
    pub algorithm: u32,
    pub packing: u8,
    pub slots_a_block: u32,
    pub index_sum: u32,
    pub file_bytes: u64,
}

impl Header {
    /// Bytes of the header of a table with this heading.
    pub(super) fn bytes(heading: &Heading) -> usize {
        FIXED + heading.variant.len() + heading.layer.len() + SUM
    }

    /// The bytes of the header.
    pub(super) fn encoded(&self) -> Vec<u8> {
        let Heading { variant, layer, unit, slots } = &self.heading;
        let mut bytes = Vec::with_capacity(Header::bytes(&self.heading));
        bytes.extend(MAGIC);
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend((Header::bytes(&self.heading) as u32).to_le_bytes());
        bytes.extend(self.file_bytes.to_le_bytes());
        bytes.extend(slots.to_le_bytes());
        bytes.extend(self.slots_a_block.to_le_bytes());
        bytes.extend(self.algorithm.to_le_bytes());
        bytes.push(u8::from(*unit == Unit::Result));
        bytes.push(self.packing);
        bytes.extend((variant.len() as u16).to_le_bytes());
        bytes.extend((layer.len() as u16).to_le_bytes());
        bytes.extend(self.index_sum.to_le_bytes());
        bytes.extend(variant.as_bytes());
        bytes.extend(layer.as_bytes());
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the header of `file`.
    pub(super) fn decoded(file: &[u8]) -> Result<Header, Fault> {
        let (fixed, _) = file.split_at_checked(FIXED).ok_or(Fault::NoTable)?;
        if fixed[..MAGIC.len()] != MAGIC {
            return Err(Fault::NoTable);
        }
        let format = u32_at(fixed, 8);
        if format != FORMAT {
            return Err(Fault::Format(format));
        }
        let bytes = u32_at(fixed, 12) as usize;
        let (variant, layer) = (usize::from(u16_at(fixed, 42)), usize::from(u16_at(fixed, 44)));
        if bytes != FIXED + variant + layer + SUM || file.len() < bytes {
            return Err(Fault::Header);
        }
        let (summed, sum) = file[..bytes].split_at(bytes - SUM);
        if u32_at(sum, 0) != crc32fast::hash(summed) {
            return Err(Fault::Header);
        }
        let text = |from: usize, len: usize| {
            String::from_utf8(summed[from..from + len].to_vec()).map_err(|_| Fault::Header)
        };
        let heading = Heading {
            variant: text(FIXED, variant)?,
            layer: text(FIXED + variant, layer)?,
            unit: if fixed[40] == 0 { Unit::Seeds } else { Unit::Result },
            slots: u64_at(fixed, 24),
        };
        Ok(Header {
            heading,
            algorithm: u32_at(fixed, 36),
            packing: fixed[41],
            slots_a_block: u32_at(fixed, 32).max(1),
            index_sum: u32_at(fixed, 46),
            file_bytes: u64_at(fixed, 16),
        })
    }

    /// The number of blocks.
    pub(super) fn blocks(&self) -> u64 {
        self.heading.slots.div_ceil(u64::from(self.slots_a_block))
    }
}

/// The bytes from `at` on, which must be there.
fn bytes_at<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..].first_chunk().copied().expect("the caller checked the length")
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(bytes_at(bytes, at))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes_at(bytes, at))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes_at(bytes, at))
}
