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
    /// Jobs since the last that found something new.
    barren: u64,
    seen: HashSet<u64>,
    samples: std::marker::PhantomData<P>,
}

impl<P: Playable> Store<P> {
    /// Begins a file, or goes on with one that the same command began.
    ///
    /// # Errors
    /// One line if the file cannot be written, is in use, is damaged, or was made by another command; it is left as it is.
    pub fn open(path: &Path, format: Format, command: &str, rules: P::Rules) -> Result<Store<P>, String> {
        let told = |error: std::io::Error| format!("{}: {error}", path.display());
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(told)?;
        if !file.metadata().map_err(told)?.is_file() {
            return Err(format!("{}: is no file that can be added to", path.display()));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(format!("{}: is in use", path.display())),
            Err(TryLockError::Error(error)) => return Err(told(error)),
        }
        let (counts, seen) = (Counts::default(), HashSet::new());
        let samples = std::marker::PhantomData;
        let mut store = Store { path: path.to_owned(), file, format, counts, barren: 0, seen, samples };
        let mut bytes = Vec::new();
        store.file.read_to_end(&mut bytes).map_err(told)?;
        let header = format!("# {command}\n");
        let mut begun = if format == Format::Packed { MAGIC.to_vec() } else { Vec::new() };
        begun.extend(store.written(&header)?);
        // A run may have been interrupted in its first line.
        let is_begun = bytes.len() >= begun.len() || !begun.starts_with(&bytes);
        let kept = if is_begun { store.recount(&bytes, &header, rules)? } else { 0 };
        store.file.set_len(kept as u64).and_then(|()| store.file.seek(SeekFrom::End(0))).map_err(told)?;
        if kept == 0 {
            store.file.write_all(&begun).map_err(told)?;
        }
        Ok(store)
    }

    /// What the file holds.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Jobs since the last that found something new.
    pub(super) fn barren(&self) -> u64 {
        self.barren
    }

    /// Counts what is there already, and gives the bytes up to the end of the last finished block.
    fn recount(&mut self, bytes: &[u8], header: &str, rules: P::Rules) -> Result<usize, String> {
        let name = self.path.display().to_string();
        let refused = |what: &str| format!("{name}: {what}: it is left as it is");
        if bytes.starts_with(MAGIC) != (self.format == Format::Packed) {
            return Err(refused("is no file of samples of this form (packed if its name ends in .bin)"));
        }
        let variant = Variant::parse(&P::variant(rules)).expect("the games know their own variants");
        let mut kept = 0;
        let mut block = Vec::new();
        let mut is_first = true;
        for frame in Frames::new(bytes) {
            let frame = match frame {
                Ok(frame) => frame,
                Err(broken) if broken.is_last && kept > 0 => break,
                Err(broken) => return Err(refused(&format!("is damaged, {}", broken.damage))),
            };
            for (line, end) in frame.lines() {
                if std::mem::take(&mut is_first) {
                    if line != header.trim_end() {
                        let made = line.strip_prefix("# ").filter(|made| made.starts_with("grenier "));
                        let made = made.map(|made| format!("was made by another command, {}", clip(made)));
                        return Err(refused(&made.unwrap_or_else(|| "is no file of samples".to_owned())));
                    }
                    kept = end;
                } else if let Some(mark) = Mark::parse(line) {
                    let before = self.counts.samples;
                    for sample in block.drain(..) {
                        self.take(&sample);
                    }
                    self.pass(mark, before);
                    kept = end;
                } else {
                    let sample: Sample<P> = Sample::parse(line, &variant, rules)
                        .map_err(|error| refused(&format!("is damaged, {}: {error}", clip(line))))?;
                    block.push(sample);
                }
            }
        }
        if is_first { Err(refused("is no file of samples")) } else { Ok(kept) }
    }

    /// Notes that a block is finished, before which there were so many samples.
    fn pass(&mut self, mark: Mark, before: u64) {
        let Mark { jobs, found, noisy, twice } = mark;
        let is_barren = self.counts.samples == before;
        self.barren = if is_barren { self.barren + jobs.saturating_sub(self.counts.jobs) } else { 0 };
        self.counts = Counts { jobs, found, noisy, twice, ..self.counts.clone() };
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
        let before = self.counts.samples;
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
        let Counts { found, noisy, twice, .. } = self.counts;
        let mark = Mark { jobs, found, noisy, twice };
        text.push_str(&mark.line());
        self.pass(mark, before);
        let bytes = self.written(&text)?;
        self.file.write_all(&bytes).map_err(|error| format!("{}: {error}", self.path.display()))
    }

    /// The text as the file has it.
    fn written(&self, text: &str) -> Result<Vec<u8>, String> {
        if self.format == Format::Text {
            return Ok(text.as_bytes().to_vec());
        }
        let packed = zstd::bulk::compress(text.as_bytes(), LEVEL)
            .map_err(|error| format!("{}: {error}", self.path.display()))?;
        let length = u32::try_from(packed.len()).map_err(|_| "a block is too large".to_owned())?;
        let mut frame = length.to_le_bytes().to_vec();
        frame.extend(crc32fast::hash(&packed).to_le_bytes());
        frame.extend(packed);
        Ok(frame)
    }
}

/// A command that is not too long for a message.
fn clip(text: &str) -> String {
    const MOST: usize = 200;
    let shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().count() > MOST { format!("{shown}…") } else { shown }
}
