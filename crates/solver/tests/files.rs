//! Table files: what is written is read, and nothing is read from a file that is not what was written.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use grenier_solver::file::{Fault, Heading, TEMPORARY_PREFIX, TableFile, write};
use grenier_solver::{Bytes, Unit};

/// Entries that repeat themselves only in part.
fn entries(slots: u64) -> Bytes {
    let bytes = Bytes::zeroed(slots).unwrap();
    let mut state = 12_345u32;
    for slot in 0..slots {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        bytes.set(slot, if state >> 31 == 1 { (slot % 7) as u8 } else { (state >> 28) as u8 });
    }
    bytes
}

fn heading(slots: u64) -> Heading {
    Heading { variant: "kpe:skip-origin".into(), layer: "48-ABCD-ab".into(), unit: Unit::Seeds, slots }
}

fn all(bytes: &Bytes) -> Vec<u8> {
    (0..bytes.len()).map(|slot| bytes.get(slot)).collect()
}

#[test]
fn entries_come_back() {
    let folder = tempfile::tempdir().unwrap();
    for slots in [0, 1, 1000, 8 << 10, (8 << 10) + 1, 5_000_000] {
        let path = folder.path().join(format!("{slots}.grt"));
        let written = entries(slots);
        let bytes = write(&path, &heading(slots), &written).unwrap();
        assert_eq!(bytes, fs::metadata(&path).unwrap().len());
        let file = TableFile::open_as(&path, &heading(slots)).unwrap();
        file.check().unwrap();
        assert_eq!(all(&file.read_all().unwrap()), all(&written));
        for slot in (0..slots).step_by(9973) {
            assert_eq!(file.get(slot).unwrap(), written.get(slot), "slot {slot} of {slots}");
        }
    }
    let is_temporary = |name: &str| name.starts_with(TEMPORARY_PREFIX);
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.into_iter().all(|name| !is_temporary(name.to_str().unwrap())));
}

#[test]
fn threads_and_files_do_not_mix_their_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let tables: Vec<(Bytes, TableFile)> = (1..=3)
        .map(|number| {
            let slots = number * 40_000;
            let path = folder.path().join(format!("{number}.grt"));
            let written = entries(slots);
            written.set(0, number as u8 + 100);
            write(&path, &heading(slots), &written).unwrap();
            (written, TableFile::open(&path).unwrap())
        })
        .collect();
    std::thread::scope(|scope| {
        for thread in 0..3u64 {
            let tables = &tables;
            scope.spawn(move || {
                for step in 0..20_000 {
                    let (written, file) = &tables[(step % 3) as usize];
                    let slot = (step * 7919 * (thread + 1)) % written.len();
                    assert_eq!(file.get(slot).unwrap(), written.get(slot));
                    assert_eq!(file.get(0).unwrap(), written.get(0));
                }
            });
        }
    });
}

/// Does anything answer from these bytes, other than what was written?
fn answers(path: &Path, bytes: &[u8]) -> bool {
    fs::write(path, bytes).unwrap();
    let Ok(file) = TableFile::open_as(path, &heading(40_000)) else { return false };
    file.check().is_ok()
        || file.read_all().is_ok()
        || (0..40_000).step_by(7999).all(|slot| file.get(slot).is_ok())
}

#[test]
fn any_flipped_bit_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.grt");
    write(&path, &heading(40_000), &entries(40_000)).unwrap();
    let sound = fs::read(&path).unwrap();
    assert!(answers(&path, &sound));
    let header_and_index = 0..250;
    let blocks = (250..sound.len()).step_by(97).chain([sound.len() - 1]);
    for at in header_and_index.chain(blocks) {
        let mut damaged = sound.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(!answers(&path, &damaged), "a flipped bit in byte {at} was not found");
    }
}

#[test]
fn a_damaged_block_is_named_and_the_others_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.grt");
    let written = entries(40_000);
    write(&path, &heading(40_000), &written).unwrap();
    let mut damaged = fs::read(&path).unwrap();
    *damaged.last_mut().unwrap() ^= 16;
    fs::write(&path, damaged).unwrap();
    let file = TableFile::open(&path).unwrap();
    assert_eq!(file.get(5).unwrap(), written.get(5));
    for error in [file.get(39_999).unwrap_err(), file.check().unwrap_err()] {
        assert_eq!(error.fault, Fault::Block(4));
        let wanted = format!("{}: block 4 is damaged; delete it and build this layer again", path.display());
        assert_eq!(error.to_string(), wanted);
    }
    file.read_all().unwrap_err();
    // Once more: what failed was not kept.
    file.get(39_999).unwrap_err();
}

#[test]
fn files_that_are_cut_off_or_too_long_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.grt");
    write(&path, &heading(40_000), &entries(40_000)).unwrap();
    let sound = fs::read(&path).unwrap();
    for len in (0..300).chain((300..sound.len()).step_by(501)).chain([sound.len() - 1]) {
        assert!(!answers(&path, &sound[..len]), "cut off after {len} bytes");
    }
    let longer: Vec<u8> = sound.iter().copied().chain([0]).collect();
    assert!(!answers(&path, &longer));
    let error = TableFile::open(&path).unwrap_err();
    let right = sound.len() as u64;
    assert_eq!(error.fault, Fault::Length { right, found: right + 1 });
}

#[test]
fn foreign_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("48-ABCD-ab.grt");
    fs::write(&path, "{\"schema\":1, \"this\": \"is some JSON that is long enough for a header\"}").unwrap();
    assert_eq!(TableFile::open(&path).unwrap_err().fault, Fault::NoTable);
    write(&path, &heading(1000), &entries(1000)).unwrap();
    let wanted = Heading { variant: "kpe".into(), ..heading(1000) };
    let error = TableFile::open_as(&path, &wanted).unwrap_err().to_string();
    let right = "the table is that of kpe:skip-origin layer 48-ABCD-ab (1000 slots, seeds), \
                 not of kpe layer 48-ABCD-ab (1000 slots, seeds); delete it and build this layer again";
    assert_eq!(error, format!("{}: {right}", path.display()));
    for other in [
        Heading { layer: "48".into(), ..heading(1000) },
        Heading { unit: Unit::Result, ..heading(1000) },
        heading(999),
    ] {
        TableFile::open_as(&path, &other).unwrap_err();
    }
    let missing = TableFile::open(&folder.path().join("none.grt")).unwrap_err();
    assert!(matches!(missing.fault, Fault::Unreadable(_)));
}

#[test]
fn a_table_is_never_seen_half_written() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("nowhere").join("a.grt");
    let error = write(&nowhere, &heading(10), &entries(10)).unwrap_err().to_string();
    assert!(error.starts_with(nowhere.to_str().unwrap()), "{error}");
    // A new table takes the place of the old one as a whole, under the nose of those who read it.
    let path = folder.path().join("a.grt");
    write(&path, &heading(100_000), &entries(100_000)).unwrap();
    let old = TableFile::open(&path).unwrap();
    write(&path, &heading(10), &entries(10)).unwrap();
    assert_eq!(all(&old.read_all().unwrap()), all(&entries(100_000)));
    assert_eq!(all(&TableFile::open(&path).unwrap().read_all().unwrap()), all(&entries(10)));
}
