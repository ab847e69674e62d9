//! Writing a table file: all or nothing.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

use crate::memory::Bytes;

use super::header::{ALGORITHM, Header, Heading};
use super::packing::{PACKING, Packer, SLOTS_A_BLOCK};

/// How the names of files begin that are being written. Whatever has such a name when nobody writes is left over from
/// work that was stopped, and may go.
pub const TEMPORARY_PREFIX: &str = ".unfinished-";

/// Blocks packed at the same time, before they are written.
const BATCH: usize = 256;

/// Bytes of a block in the index.
pub(super) const INDEX_ENTRY: usize = 12;

/// Writes the table of `heading` to `path`, and gives the bytes of the file.
///
/// The file appears under its name only when it is complete and safe on the disk.
///
/// # Errors
/// Those of the system, with the path.
///
/// # Panics
/// If there are not as many entries as slots.
pub fn write(path: &Path, heading: &Heading, entries: &Bytes) -> io::Result<u64> {
    assert_eq!(heading.slots, entries.len(), "a table has an entry a slot");
    let write = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut temporary = tempfile::Builder::new().prefix(TEMPORARY_PREFIX).tempfile_in(folder)?;
        let bytes = write_into(temporary.as_file_mut(), heading, entries)?;
        temporary.as_file().sync_all()?;
        let file = temporary.persist(path)?;
        publish(&file, folder)?;
        Ok(bytes)
    };
    write().map_err(|error: io::Error| {
        io::Error::new(error.kind(), format!("{}: cannot be written: {error}", path.display()))
    })
}

/// Temporary files are their owner's alone; tables may be read by whoever may read the folder. Then the folder is
/// synced, without which the new name might be lost.
#[cfg(unix)]
fn publish(file: &File, folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let readers = fs::metadata(folder)?.permissions().mode() & 0o044;
    file.set_permissions(fs::Permissions::from_mode(0o600 | readers))?;
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn publish(_file: &File, _folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Writes all parts; the header comes last, so that what is not complete has none.
fn write_into(file: &mut File, heading: &Heading, entries: &Bytes) -> io::Result<u64> {
    let mut header = Header {
        heading: heading.clone(),
        algorithm: ALGORITHM,
        packing: PACKING,
        slots_a_block: SLOTS_A_BLOCK,
        index_sum: 0,
        file_bytes: 0,
    };
    let first_block = Header::bytes(heading) as u64 + header.blocks() * INDEX_ENTRY as u64;
    file.seek(SeekFrom::Start(first_block))?;
    let (index, end) = write_blocks(file, first_block, entries)?;
    header.index_sum = crc32fast::hash(&index);
    header.file_bytes = end;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header.encoded())?;
    file.write_all(&index)?;
    Ok(end)
}

/// Writes the blocks from byte `end` on, and gives the index and where the last block ends.
fn write_blocks(file: &File, mut end: u64, entries: &Bytes) -> io::Result<(Vec<u8>, u64)> {
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let mut index = Vec::new();
    for batch in entries.as_slice().chunks(SLOTS_A_BLOCK as usize * BATCH) {
        let blocks: Vec<(Vec<u8>, u32)> = batch
            .par_chunks(SLOTS_A_BLOCK as usize)
            .map_init(Packer::new, packed)
            .collect::<io::Result<_>>()?;
        for (block, sum) in blocks {
            end += block.len() as u64;
            index.extend(end.to_le_bytes());
            index.extend(sum.to_le_bytes());
            out.write_all(&block)?;
        }
    }
    out.flush()?;
    Ok((index, end))
}

/// A packed block with its checksum.
fn packed(packer: &mut io::Result<Packer>, block: &[AtomicU8]) -> io::Result<(Vec<u8>, u32)> {
    let packer = packer.as_mut().map_err(|error| io::Error::new(error.kind(), error.to_string()))?;
    let entries: Vec<u8> = block.iter().map(|entry| entry.load(Ordering::Relaxed)).collect();
    let packed = packer.pack(&entries)?;
    let sum = crc32fast::hash(&packed);
    Ok((packed, sum))
}
