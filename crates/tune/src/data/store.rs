//! The file of samples: text, or the same text packed.
//!
//! ```text
//! # grenier tune data awale --nodes 1000 --seed 1          what made it, in one line
//! awale …; [1.0]; +2.31; margin +4                         samples, in the order of the jobs
//! …
//! # jobs 64: 1021 found, 120 noisy, 31 twice               the jobs up to here are done
//! ```
//!
//! The packed form begins with [`MAGIC`] and consists of frames: the number of bytes and their CRC-32 (four bytes each,
//! the lowest first), then a block of the text above, from the header or the last such mark to the next one, compressed by
//! zstd. Whatever was written after the last mark is cut off when a run goes on.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use grenier_engine::{Playable, Variant};

use super::gather::{Filter, Found};
use super::load::{Frames, Mark};
use super::sample::{Result as GameResult, Sample};

/// The first bytes of a packed file.
pub const MAGIC: &[u8] = b"grenier samples 1\n";

/// The level of compression: more costs time and wins a few hundredths.
const LEVEL: i32 = 6;

/// How samples are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A sample a line.
    Text,
    /// The same, compressed.
    Packed,
}

/// What a file holds, and what was left out of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Jobs that are done.
    pub jobs: u64,
    /// Samples in the file.
    pub samples: u64,
    /// Samples by result: the first player won, draw, the second player won.
    pub results: [u64; 3],
    /// Samples with an exact value.
    pub exact: u64,
    /// Positions that were found, kept or not.
    pub found: u64,
    /// Left out because the best move captures.
    pub noisy: u64,
    /// Left out because they are near duplicates.
    pub twice: u64,
}

impl Counts {
    fn add<P>(&mut self, sample: &Sample<P>) {
        self.samples += 1;
        self.exact += u64::from(sample.exact);
        let at = match sample.result {
            GameResult::First => 0,
            GameResult::Draw => 1,
            GameResult::Second => 2,
        };
        self.results[at] += 1;
    }
}

/// A file that samples are added to.
#[derive(Debug)]
pub struct Store<P> {
    path: PathBuf,
    file: File,
    format: Format,
    counts: Counts,
    seen: HashSet<u64>,
    samples: std::marker::PhantomData<P>,
}

impl<P: Playable> Store<P> {
    /// Begins a file, or goes on with one that the same command began.
    ///
    /// # Errors
    /// One line if the file cannot be written, is in use, or was made by another command.
    pub fn open(path: &Path, format: Format, command: &str, rules: P::Rules) -> Result<Store<P>, String> {
        let told = |error: std::io::Error| format!("{}: {error}", path.display());
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(told)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(format!("{}: is in use", path.display())),
            Err(TryLockError::Error(error)) => return Err(told(error)),
        }
        let (counts, seen) = (Counts::default(), HashSet::new());
        let samples = std::marker::PhantomData;
        let mut store = Store { path: path.to_owned(), file, format, counts, seen, samples };
        let mut bytes = Vec::new();
        store.file.read_to_end(&mut bytes).map_err(told)?;
        let header = format!("# {command}\n");
        let kept = if bytes.is_empty() { 0 } else { store.recount(&bytes, &header, rules)? };
        store.file.set_len(kept as u64).and_then(|()| store.file.seek(SeekFrom::End(0))).map_err(told)?;
        if kept == 0 {
            if format == Format::Packed {
                store.file.write_all(MAGIC).map_err(told)?;
            }
            store.write(&header)?;
        }
        Ok(store)
    }

    /// What the file holds.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Counts what is there already, and gives the bytes up to the end of the last finished block.
    fn recount(&mut self, bytes: &[u8], header: &str, rules: P::Rules) -> Result<usize, String> {
        let name = self.path.display().to_string();
        if bytes.starts_with(MAGIC) != (self.format == Format::Packed) {
            return Err(format!("{name}: is no file of this format, it is left as it is"));
        }
        let variant = Variant::parse(&P::variant(rules)).expect("the games know their own variants");
        let mut kept = 0;
        let mut block = Vec::new();
        let mut is_first = true;
        for frame in Frames::new(bytes) {
            let Ok(frame) = frame else { break };
            for (line, end) in frame.lines() {
                if std::mem::take(&mut is_first) {
                    if line != header.trim_end() {
                        let made = line.trim_start_matches("# ");
                        return Err(format!("{name}: was made by another command: {}", clip(made)));
                    }
                    kept = end;
                } else if let Some(mark) = Mark::parse(line) {
                    for sample in block.drain(..) {
                        self.take(&sample);
                    }
                    let Mark { jobs, found, noisy, twice } = mark;
                    self.counts = Counts { jobs, found, noisy, twice, ..self.counts.clone() };
                    kept = end;
                } else {
                    let sample: Sample<P> = Sample::parse(line, &variant, rules).map_err(|error| {
                        format!("{name}: a damaged sample, {error}: nothing is added to this file")
                    })?;
                    block.push(sample);
                }
            }
        }
        Ok(kept)
    }

    /// Notes a sample; false if there was one like it.
    fn take(&mut self, sample: &Sample<P>) -> bool {
        let is_new = self.seen.insert(sample.fingerprint());
        if is_new {
            self.counts.add(sample);
        }
        is_new
    }

    /// Adds what the jobs before number `jobs` have found.
    ///
    /// # Errors
    /// One line if it cannot be written.
    pub fn append(
        &mut self,
        jobs: u64,
        found: impl Iterator<Item = Found<P>>,
        filter: Filter,
    ) -> Result<(), String> {
        let mut text = String::new();
        for (sample, is_quiet) in found {
            self.counts.found += 1;
            if !is_quiet && !filter.noisy {
                self.counts.noisy += 1;
            } else if self.take(&sample) {
                text.push_str(&sample.line());
                text.push('\n');
            } else {
                self.counts.twice += 1;
            }
        }
        self.counts.jobs = jobs;
        let Counts { found, noisy, twice, .. } = self.counts;
        text.push_str(&Mark { jobs, found, noisy, twice }.line());
        self.write(&text)
    }

    fn write(&mut self, text: &str) -> Result<(), String> {
        let told = |error: std::io::Error| format!("{}: {error}", self.path.display());
        if self.format == Format::Text {
            return self.file.write_all(text.as_bytes()).map_err(told);
        }
        let packed = zstd::bulk::compress(text.as_bytes(), LEVEL).map_err(told)?;
        let length = u32::try_from(packed.len()).map_err(|_| "a block is too large".to_owned())?;
        let mut frame = length.to_le_bytes().to_vec();
        frame.extend(crc32fast::hash(&packed).to_le_bytes());
        frame.extend(packed);
        self.file.write_all(&frame).map_err(told)
    }
}

/// A command that is not too long for a message.
fn clip(text: &str) -> String {
    const MOST: usize = 200;
    let shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().count() > MOST { format!("{shown}…") } else { shown }
}
