//! Tables on disk: one file a layer, written once, looked up through a memory map without unpacking.
//!
//! ```text
//!   header   what the table is, how it is cut, a checksum                       (see `header`)
//!   index    for each block: where it ends (8 bytes), its checksum (4 bytes)
//!   blocks   the entries of so many slots each, compressed one by one           (see `packing`)
//! ```
//!
//! Numbers are little-endian, checksums are CRC-32 (IEEE 802.3): any damage of up to 32 bits in a row is found, any other
//! but for one in 4e9. The header is checksummed itself and holds the checksum of the index and the length of the file.
//! A file that is cut off, damaged or about something else is refused, and no entry of it is given out.

mod damage;
mod header;
mod packing;
mod read;
mod write;

pub use damage::{Damage, Fault, Unread};
pub use header::{ALGORITHM, FORMAT, Heading};
pub use read::TableFile;
pub use write::{TEMPORARY_PREFIX, write};

/// The ending of the names of table files.
pub const EXTENSION: &str = "grt";
