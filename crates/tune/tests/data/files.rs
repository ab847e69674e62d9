//! The file: written in two forms, read, continued, refused, damaged.

use std::collections::HashSet;
use std::fs;

use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_tune::data::{Ended, Format, Goal, Store, read};
use grenier_tune::fit::{Set, Targets};

use super::{COMMAND, Walks, add, file, open, samples, variant};

/// Jobs of the files here: two whole blocks and a part of one.
const JOBS: Goal = Goal::Jobs(150);

const TARGETS: Targets = Targets { eval_share: 0.5 };

#[test]
fn text_and_packed_form_hold_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let [text, packed] = ["a.txt", "a.bin"].map(|name| file(&folder, name));
    for path in [&text, &packed] {
        assert_eq!(add::<Kpe, _>(&Walks, path, JOBS, 2), Ok(Ended::Finished));
    }
    let lines = samples::<Kpe>(&text);
    assert_eq!(lines, samples::<Kpe>(&packed));
    assert_eq!(read(&text).unwrap().lines, read(&packed).unwrap().lines);
    assert!(fs::metadata(&packed).unwrap().len() < fs::metadata(&text).unwrap().len() / 2);
    // What is counted is what is there, before and after it is opened again.
    let counts = open::<Kpe>(&text).unwrap().counts().clone();
    assert_eq!(&counts, open::<Kpe>(&packed).unwrap().counts());
    assert_eq!((counts.jobs, counts.found, counts.samples), (150, 300, lines.len() as u64));
    assert_eq!(counts.samples + counts.noisy + counts.twice, counts.found);
    assert_eq!((counts.noisy, counts.results), (30, [0, counts.samples, 0]));
    assert!(counts.twice > 20, "{counts:?}");
}

#[test]
fn near_duplicates_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "a.txt");
    add::<Mraha, _>(&Walks, &path, JOBS, 1).unwrap();
    let samples = samples::<Mraha>(&path);
    let seen: HashSet<u64> = samples.iter().map(|sample| sample.fingerprint()).collect();
    assert_eq!(seen.len(), samples.len());
    assert!(samples.len() < 270, "{}", samples.len());
}

#[test]
fn a_run_cut_off_anywhere_is_the_run_undisturbed() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ["txt", "bin"] {
        let whole = file(&folder, &format!("whole.{ending}"));
        add::<Kpe, _>(&Walks, &whole, JOBS, 2).unwrap();
        let bytes = fs::read(&whole).unwrap();
        let part = file(&folder, &format!("part.{ending}"));
        // Each byte of the header, then some places in every line or frame; behind marks, and all.
        let marks = (0..bytes.len()).filter(|&at| bytes[..at].ends_with(b" twice\n"));
        let places = (0..100).chain((100..bytes.len()).step_by(bytes.len() / 60)).chain(marks);
        for at in places.chain([bytes.len() - 1, bytes.len()]) {
            fs::write(&part, &bytes[..at]).unwrap();
            assert_eq!(add::<Kpe, _>(&Walks, &part, JOBS, 1 + at % 2), Ok(Ended::Finished), "{ending} {at}");
            assert!(fs::read(&part).unwrap() == bytes, "{ending} cut at {at}");
        }
    }
}

#[test]
fn blocks_that_a_run_was_writing_are_cut_off_and_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "a.bin");
    add::<Kpe, _>(&Walks, &path, JOBS, 1).unwrap();
    let bytes = fs::read(&path).unwrap();
    // A power cut can leave the length of the file without what was written.
    let mut zeros = bytes.clone();
    let from = zeros.len() - 200;
    zeros[from..].fill(0);
    fs::write(&path, zeros).unwrap();
    add::<Kpe, _>(&Walks, &path, JOBS, 1).unwrap();
    assert!(fs::read(&path).unwrap() == bytes);
}

#[test]
fn files_of_others_are_left_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let [text, packed] = ["b.txt", "b.bin"].map(|name| file(&folder, name));
    for path in [&text, &packed] {
        add::<Kpe, _>(&Walks, path, Goal::Jobs(1), 1).unwrap();
    }
    let (text, packed) = (fs::read(text).unwrap(), fs::read(packed).unwrap());
    let other = String::from_utf8(text.clone()).unwrap().replacen("--seed 1", "--seed 2", 1);
    let cases: [(&str, &[u8], &str); 11] = [
        ("seed.txt", other.as_bytes(), "was made by another command, grenier tune data kpe --seed 2"),
        ("note.txt", b"hello\n", "is no file of samples"),
        ("word.txt", b"hello", "is no file of samples"),
        ("short.txt", b"# grenier tune data awale", "is no file of samples"),
        ("zero.txt", &[0; 100], "is no file of samples"),
        ("form.bin", &text, "is no file of samples of this form"),
        ("form.txt", &packed, "is no file of samples of this form"),
        ("word.bin", b"hello", "is no file of samples of this form"),
        ("cut.bin", &packed[..packed.len() - 1], ""),
        ("head.bin", b"grenier samples 1\nabcdefghijklmnopqrstuvwxyz", "is damaged, byte 18"),
        ("pair.txt", b"kpe 6-6-6-6-6-6-6-6-0-0-S ABCDabcd; [0.5]; 1\n", "is no file of samples"),
    ];
    for (name, bytes, reason) in cases {
        let path = file(&folder, name);
        fs::write(&path, bytes).unwrap();
        let opened = open::<Kpe>(&path);
        if reason.is_empty() {
            assert!(opened.is_ok(), "{name}");
            continue;
        }
        let error = opened.unwrap_err();
        assert!(error.contains(name) && error.contains(reason) && !error.contains('\n'), "{error}");
        assert!(error.ends_with("it is left as it is"), "{error}");
        assert!(fs::read(&path).unwrap() == bytes, "{name}");
    }
    let error = Store::<Kpe>::open(folder.path(), Format::Text, COMMAND, Default::default()).unwrap_err();
    assert!(error.contains("irectory"), "{error}");
}

#[test]
fn a_file_in_use_is_not_written_by_another_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "a.txt");
    let _first = open::<Kpe>(&path).unwrap();
    assert!(open::<Kpe>(&path).unwrap_err().ends_with("a.txt: is in use"));
}

/// Changes one bit.
fn flipped(bytes: &[u8], at: usize) -> Vec<u8> {
    let mut flipped = bytes.to_vec();
    flipped[at] ^= 0x20;
    flipped
}

#[test]
fn damage_in_the_middle_is_not_added_to() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ["txt", "bin"] {
        let path = file(&folder, &format!("a.{ending}"));
        add::<Kpe, _>(&Walks, &path, Goal::Jobs(320), 2).unwrap();
        let bytes = fs::read(&path).unwrap();
        // The length of a frame, its checksum, or what is in it; in a text, what makes a line no sample.
        let (sign, places): (&[u8], &[usize]) =
            if ending == "bin" { (&[0x28, 0xb5, 0x2f, 0xfd], &[2, 3, 5, 30]) } else { (b"; [0", &[9, 10]) };
        let is_sign = |&at: &usize| bytes[at..].starts_with(sign);
        let first = (30..bytes.len()).find(is_sign).unwrap() - 8;
        for at in places.iter().map(|place| first + place) {
            let damaged = flipped(&bytes, at);
            fs::write(&path, &damaged).unwrap();
            let error = add::<Kpe, _>(&Walks, &path, Goal::Jobs(400), 1).unwrap_err();
            assert!(error.contains("is damaged") && error.ends_with("it is left as it is"), "{error}");
            assert!(fs::read(&path).unwrap() == damaged);
        }
    }
}

#[test]
fn what_is_damaged_is_counted_and_the_rest_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "a.bin");
    add::<Kpe, _>(&Walks, &path, Goal::Jobs(320), 2).unwrap();
    let (bytes, all) = (fs::read(&path).unwrap(), read(&path).unwrap().lines.len());
    let is_frame = |&at: &usize| bytes[at + 8..].starts_with(&[0x28, 0xb5, 0x2f, 0xfd]);
    let frames: Vec<usize> = (0..bytes.len() - 12).filter(is_frame).collect();
    assert_eq!((frames.len(), frames[0]), (6, 18));
    for (number, &frame) in frames.iter().enumerate().skip(1) {
        for place in [2, 5, 30] {
            fs::write(&path, flipped(&bytes, frame + place)).unwrap();
            let read =
                Set::read::<Kpe>(std::slice::from_ref(&path), &variant::<Kpe>(), Default::default(), TARGETS)
                    .unwrap();
            assert_eq!(read.damaged, 1, "frame {number}, byte {place}");
            assert_eq!((&read.damage[0].0, &read.damage[0].1.place), (&path, &format!("byte {frame}")));
            let lost = all - read.set.len();
            assert!(lost > 0 && lost < all / 2, "{lost} of {all}");
        }
    }
    fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
    let cut = read(&path).unwrap();
    assert!(cut.damage.len() == 1 && cut.damage[0].reason.contains("cut off"), "{:?}", cut.damage);
    assert!(cut.lines.len() < all && cut.lines.len() > all / 2);
}

#[test]
fn garbled_lines_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "a.txt");
    add::<Kpe, _>(&Walks, &path, JOBS, 2).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<Vec<u8>> = text.lines().map(|line| line.as_bytes().to_vec()).collect();
    let whole = samples::<Kpe>(&path).len();
    lines[1] = b"nonsense".to_vec();
    lines[3] = b"\xff\xfe\x00; [0.5]; 1".to_vec();
    lines[5] = lines[5][..20].to_vec();
    // No end behind the last line, and ends as another system writes them.
    fs::write(&path, lines.join(&b"\r\n"[..])).unwrap();
    let found = Set::read::<Kpe>(std::slice::from_ref(&path), &variant::<Kpe>(), Default::default(), TARGETS)
        .unwrap();
    assert_eq!((found.set.len(), found.damaged), (whole - 3, 3));
    let places: Vec<&str> = found.damage.iter().map(|(_, damage)| damage.place.as_str()).collect();
    assert_eq!(places, ["line 2", "line 4", "line 6"]);
    assert_eq!(found.hashes.len(), 1);
}

#[test]
fn nothing_but_damage_is_an_error_of_that_file() {
    let folder = tempfile::tempdir().unwrap();
    let good = file(&folder, "good.txt");
    add::<Kpe, _>(&Walks, &good, JOBS, 1).unwrap();
    // Its damage alone fills the list of what is named.
    let mut text = fs::read_to_string(&good).unwrap();
    text.push_str(&"nonsense\n".repeat(9));
    fs::write(&good, text).unwrap();
    let other = stored::<Mraha>(&folder, "mraha.txt");
    let cases: [(&str, Vec<u8>, &str); 5] = [
        ("empty.txt", Vec::new(), "it is empty"),
        ("comment.txt", b"# nothing\n\n".to_vec(), "it is empty"),
        ("words.txt", b"hello world\n".to_vec(), "line 1"),
        ("bits.bin", b"grenier samples 1\nabcdefghijklmnopqrstuvwxyz".to_vec(), "byte 18"),
        ("mraha.txt", other, "line 2: column 1: this is mraha, not kpe"),
    ];
    for (name, bytes, reason) in cases {
        let path = file(&folder, name);
        fs::write(&path, bytes).unwrap();
        let files = [good.clone(), path];
        let error = Set::read::<Kpe>(&files, &variant::<Kpe>(), Default::default(), TARGETS).unwrap_err();
        let wanted = format!("{name}: there is no sample of kpe: {reason}");
        assert!(error.contains(&wanted) && !error.contains('\n'), "{wanted}: {error}");
    }
    let missing = [file(&folder, "none.txt")];
    assert!(Set::read::<Kpe>(&missing, &variant::<Kpe>(), Default::default(), TARGETS).is_err());
}

/// The bytes of a small file of the game `P`.
fn stored<P: grenier_engine::Playable>(folder: &tempfile::TempDir, name: &str) -> Vec<u8> {
    let path = file(folder, name);
    add::<P, _>(&Walks, &path, Goal::Jobs(2), 1).unwrap();
    fs::read(path).unwrap()
}
