//! Certificates: strategies that prove what a position of a mancala is worth to a reader who knows the rules and nothing
//! else. The example `check-certificate` of `grenier-core` is such a reader, and describes the file.
//!
//! A certificate holds a strategy for each side: the one to move gets at least the value, the other one at least its
//! opposite. A strategy says for every position that can come up what its owner, the *prover*, still gets at least (his
//! *claim*), and his move where it is his. What a move brings is taken off the claim. Claims rest on each other in
//! cycles, but on nothing that was played before: a play that follows them for ever stays at last among the positions of
//! one epoch, and is worth 0. That keeps a claim of 0 or less; a claim above 0 has a *rank*, which falls with every move
//! of the epoch, so that there is no such play. (An attractor, as in W. Thomas, "On the synthesis of strategies in
//! infinite games", STACS 1995.)

mod strategy;

use std::fmt;
use std::io::{self, Write};

use grenier_core::mancala::Pit;

use crate::game::Solvable;
use crate::watch::{Interrupted, Watch};
use strategy::{Builder, Claim, seen};

/// A strategy for each side that proves the value of a position.
#[derive(Debug)]
pub struct Certificate {
    position: String,
    value: i8,
    lower: Vec<Entry>,
    upper: Vec<Entry>,
}

/// What a strategy says about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// The position's `future_key`; in the top bit whether the prover is to move.
    key: u64,
    /// What he gets at least.
    claim: i8,
    /// The pit that he lifts, 0 where there is nothing to say.
    pit: u8,
    /// Bounds the plies of this claim before the next capture or first lift; 0 if it is not above 0.
    rank: u16,
}

/// There is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateError {
    /// The value of this position is not known, or is not what those of its children say.
    Unknown(String),
    /// A claim about this position has a rank that does not fit its two bytes.
    TooFar(String),
    /// Told to stop.
    Interrupted(Interrupted),
}

impl From<Interrupted> for CertificateError {
    fn from(error: Interrupted) -> CertificateError {
        CertificateError::Interrupted(error)
    }
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateError::Unknown(position) => write!(f, "no exact value is known of {position}"),
            CertificateError::TooFar(position) => {
                write!(f, "more than 65535 plies without a capture: {position}")
            }
            CertificateError::Interrupted(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CertificateError {}

impl Certificate {
    /// Proves the value of `root`, a position of a mancala with exact keys.
    ///
    /// `value_of` gives the exact future of the side to move in any position that can be reached: from tables, from a
    /// proof search, or from both. It is asked about positions with empty stores and the first player to move, each
    /// possibly several times. If it is wrong, the result is an error, or a certificate that does not pass. `watch` counts
    /// the claims looked at.
    ///
    /// # Errors
    /// [`CertificateError`].
    pub fn prove<P: Solvable<Move = Pit>>(
        root: &P,
        value_of: &mut dyn FnMut(&P) -> Option<i8>,
        watch: &Watch<'_>,
    ) -> Result<Certificate, CertificateError> {
        let root = seen(root)?;
        let value = value_of(&root).ok_or_else(|| CertificateError::Unknown(root.text()))?;
        let mut strategy = |is_movers: bool| {
            let claim = i32::from(if is_movers { value } else { -value });
            Builder::new(value_of, watch).prove(Claim { position: root, is_movers, claim })
        };
        Ok(Certificate { lower: strategy(true)?, upper: strategy(false)?, position: root.text(), value })
    }

    /// The value that is proven, the future of the side to move in seeds.
    pub fn value(&self) -> i8 {
        self.value
    }

    /// Claims of both strategies.
    pub fn claims(&self) -> usize {
        self.lower.len() + self.upper.len()
    }

    /// Writes it: a head in text and 12 bytes a claim.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "grenier-certificate 1")?;
        writeln!(out, "position {}", self.position)?;
        writeln!(out, "value {}", self.value)?;
        writeln!(out, "lower {}\nupper {}\n", self.lower.len(), self.upper.len())?;
        for entry in self.lower.iter().chain(&self.upper) {
            out.write_all(&entry.key.to_le_bytes())?;
            out.write_all(&[entry.claim as u8, entry.pit])?;
            out.write_all(&entry.rank.to_le_bytes())?;
        }
        out.flush()
    }
}
