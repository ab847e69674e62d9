//! Files of samples, read whatever is damaged in them.

use std::path::Path;

use super::store::MAGIC;

/// A block can be so many bytes long, unpacked.
const MOST_BLOCK: usize = 1 << 28;

/// The bytes of a frame before its packed block: length and checksum.
const HEAD: usize = 8;

/// The first bytes of a packed block. (RFC 8878, 3.1.1)
const BLOCK_MAGIC: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();

/// The line that ends a block: how far the jobs are, and what was left out so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub jobs: u64,
    pub found: u64,
    pub noisy: u64,
    pub twice: u64,
}

impl Mark {
    pub fn line(&self) -> String {
        let Mark { jobs, found, noisy, twice } = self;
        format!("# jobs {jobs}: {found} found, {noisy} noisy, {twice} twice\n")
    }

    pub fn parse(line: &str) -> Option<Mark> {
        let rest = line.strip_prefix("# jobs ")?;
        let mut numbers = rest.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
        let mut next = || numbers.next()?.parse().ok();
        Some(Mark { jobs: next()?, found: next()?, noisy: next()?, twice: next()? })
    }
}

/// A piece of a file's text: all of it, or what a frame holds.
pub(super) struct Frame<'a> {
    text: std::borrow::Cow<'a, [u8]>,
    /// The byte of the file behind the piece; lines of unpacked text have ends of their own.
    end: usize,
    packed: bool,
}

impl Frame<'_> {
    /// The lines that are finished, each with the byte of the file behind it (or behind the frame).
    pub fn lines(&self) -> impl Iterator<Item = (&str, usize)> {
        let mut at = 0;
        self.text.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")).map(
            move |line| {
                at += line.len();
                let line = std::str::from_utf8(line).unwrap_or("\u{fffd}");
                (line.trim_end(), if self.packed { self.end } else { at })
            },
        )
    }
}

/// The pieces of a file. Reading goes on behind what is damaged, where the next sound frame begins.
pub(super) struct Frames<'a> {
    bytes: &'a [u8],
    at: usize,
    packed: bool,
}

/// What is damaged in a packed file.
pub(super) struct Broken {
    pub damage: Damage,
    /// Does nothing sound stand behind it? Then the writer may have been interrupted here.
    pub is_last: bool,
}

impl<'a> Frames<'a> {
    pub fn new(bytes: &'a [u8]) -> Frames<'a> {
        let packed = bytes.starts_with(MAGIC);
        Frames { bytes, at: if packed { MAGIC.len() } else { 0 }, packed }
    }

    fn frame(&mut self) -> Result<Frame<'a>, Broken> {
        let from = self.at;
        let read = self.packed_at(from).and_then(|packed| {
            let text = zstd::bulk::decompress(packed, MOST_BLOCK)
                .map_err(|error| format!("a block cannot be unpacked: {error}"))?;
            Ok(Frame { text: text.into(), end: from + HEAD + packed.len(), packed: true })
        });
        match read {
            Ok(frame) => {
                self.at = frame.end;
                Ok(frame)
            }
            Err(reason) => {
                self.at = self.next_sound(from + 1);
                let damage = Damage { place: format!("byte {from}"), reason };
                Err(Broken { damage, is_last: self.at == self.bytes.len() })
            }
        }
    }

    /// The packed block of the frame at this byte, if it is whole and matches its checksum.
    fn packed_at(&self, from: usize) -> Result<&'a [u8], String> {
        let rest = &self.bytes[from..];
        let number = |at: usize| {
            let bytes: Option<[u8; 4]> = rest.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
            bytes.map(u32::from_le_bytes)
        };
        let length = number(0).map_or(usize::MAX, |length| length as usize);
        let packed = length.checked_add(HEAD).and_then(|end| rest.get(HEAD..end));
        let packed = packed.ok_or("the file was cut off here, or the length of a block is wrong")?;
        if number(4) != Some(crc32fast::hash(packed)) {
            return Err("a block does not match its checksum".to_owned());
        }
        Ok(packed)
    }

    /// Where the next sound frame begins, from this byte on; the end if there is none.
    fn next_sound(&self, from: usize) -> usize {
        let has_block = |at: usize| self.bytes[at..].get(HEAD..HEAD + 4) == Some(&BLOCK_MAGIC[..]);
        let mut places = from..self.bytes.len();
        places.find(|&at| has_block(at) && self.packed_at(at).is_ok()).unwrap_or(self.bytes.len())
    }
}

impl<'a> Iterator for Frames<'a> {
    type Item = Result<Frame<'a>, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.bytes.len() {
            return None;
        }
        if self.packed {
            return Some(self.frame());
        }
        self.at = self.bytes.len();
        Some(Ok(Frame { text: self.bytes.into(), end: self.at, packed: false }))
    }
}

/// Something in a file that is no sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Where: a line, or a byte of a packed file.
    pub place: String,
    /// What is wrong.
    pub reason: String,
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

/// The lines of a file that are meant as samples.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The lines, each with its number in the (unpacked) text, counted from 1.
    pub lines: Vec<(usize, String)>,
    /// Blocks that are lost.
    pub damage: Vec<Damage>,
    /// CRC-32 of the file's bytes: which data this was.
    pub hash: u32,
}

/// The CRC-32 of some bytes, by which files are told from their changed selves.
pub fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// Reads a file of samples, text or packed. A last line without an end counts if it is text.
///
/// # Errors
/// One line if there is no such file.
pub fn read(path: &Path) -> Result<Contents, String> {
    let mut bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let hash = checksum(&bytes);
    if !bytes.starts_with(MAGIC) && !bytes.is_empty() && !bytes.ends_with(b"\n") {
        bytes.push(b'\n');
    }
    let mut contents = Contents { lines: Vec::new(), damage: Vec::new(), hash };
    let mut number = 0;
    for frame in Frames::new(&bytes) {
        match frame {
            Ok(frame) => {
                for (line, _) in frame.lines() {
                    number += 1;
                    if !line.is_empty() && !line.starts_with('#') {
                        contents.lines.push((number, line.to_owned()));
                    }
                }
            }
            Err(broken) => contents.damage.push(broken.damage),
        }
    }
    Ok(contents)
}
