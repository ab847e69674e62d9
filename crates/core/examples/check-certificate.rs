//! Checks a certificate: a file that proves what a position of Kpé or Obridjie is worth. It needs the rules and nothing
//! else: no search, no tables.
//!
//! `cargo run --release -p grenier-core --example check-certificate -- FILE`
//!
//! A certificate holds two strategies. The first proves that the player to move gets at least the value, the second that
//! his opponent gets at least its opposite. A strategy is a set of entries: a position, whether the prover is to move
//! there, his *claim* (the future difference, in seeds, that he gets at least), a *rank*, and his move if it is his. It
//! is a proof if the root's claim is the value and for every entry, with `need` = claim minus what the move brings him:
//!
//! 1. a position that is over brings him his claim;
//! 2. his move, or every legal move of the opponent, leads to an entry that claims at least `need`, or to a position with
//!    so few seeds that no play can bring him less;
//! 3. if the claim is above 0, which endless play is worth, such a move that takes nothing and lifts no pit for the first
//!    time leads to a greater claim, or to the same one with a lower rank. So he cannot be kept waiting for ever.
//!
//! The file: lines of text (`grenier-certificate 1`, `position …`, `value …`, `lower N`, `upper M`), an empty line, then
//! N and M entries of 12 bytes, sorted: the key (eight bytes, lowest first: `future_key`, and in the top bit whether the
//! prover is to move), the claim (one byte, signed), the move's pit (one byte), the rank (two bytes, lowest first).

use std::error::Error;
use std::process::ExitCode;

use grenier_core::kpe::Kpe;
use grenier_core::mancala::{Board, Pit};
use grenier_core::obridjie::Obridjie;
use grenier_core::{Notation, Outcome, Tally};

/// Bytes of an entry.
const ENTRY: usize = 12;

trait Mancala: Notation<Move = Pit> {
    fn board(&self) -> &Board;
}

impl Mancala for Kpe {
    fn board(&self) -> &Board {
        self.board()
    }
}

impl Mancala for Obridjie {
    fn board(&self) -> &Board {
        self.board()
    }
}

struct Entry {
    claim: i32,
    pit: usize,
    rank: u16,
}

/// One side's strategy.
struct Strategy<'a> {
    entries: &'a [u8],
}

impl Strategy<'_> {
    fn key(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.entries[at * ENTRY..][..8].try_into().expect("eight bytes"))
    }

    fn len(&self) -> usize {
        self.entries.len() / ENTRY
    }

    /// The number of the entry for a position.
    fn find<P: Mancala>(&self, position: &P, provers: bool) -> Option<usize> {
        let key = position.future_key() | u64::from(provers) << 63;
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.key(middle) < key { low = middle + 1 } else { high = middle }
        }
        (low < self.len() && self.key(low) == key).then_some(low)
    }

    fn entry(&self, at: usize) -> Entry {
        let bytes = &self.entries[at * ENTRY + 8..][..4];
        Entry {
            claim: i32::from(bytes[0] as i8),
            pit: usize::from(bytes[1]),
            rank: u16::from_le_bytes([bytes[2], bytes[3]]),
        }
    }

    /// Walks through everything that the strategy can meet. Gives the number of entries met.
    fn check<P: Mancala>(&self, root: P, provers: bool, value: i32) -> Result<usize, String> {
        let first = self.find(&root, provers).ok_or("the root has no entry")?;
        if self.entry(first).claim < value {
            return Err(format!("the root claims {}, not {value}", self.entry(first).claim));
        }
        let mut met = vec![false; self.len()];
        met[first] = true;
        let mut count = 1;
        let mut open = vec![(root, provers, first)];
        let mut children = Vec::new();
        while let Some((position, provers, at)) = open.pop() {
            let entry = self.entry(at);
            self.replies(&position, provers, &entry, &mut children)
                .map_err(|reason| format!("{}: {reason}", position.text()))?;
            for &(child, number) in &children {
                if !std::mem::replace(&mut met[number], true) {
                    count += 1;
                    open.push((child, !provers, number));
                }
            }
        }
        Ok(count)
    }

    /// Checks one entry and lists the positions that must be checked for it.
    fn replies<P: Mancala>(
        &self,
        position: &P,
        provers: bool,
        entry: &Entry,
        children: &mut Vec<(P, usize)>,
    ) -> Result<(), String> {
        children.clear();
        let sign = if provers { 1 } else { -1 };
        if let Some(outcome) = position.outcome() {
            let worth = sign * difference(outcome, position);
            return if worth >= entry.claim { Ok(()) } else { Err(format!("it is over and worth {worth}")) };
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if provers {
            let mv = Pit::new(position.turn(), entry.pit);
            if !moves.contains(&mv) {
                return Err(format!("{mv} is not legal"));
            }
            moves = vec![mv];
        }
        for mv in moves {
            let child = position.play(mv).map_err(|error| error.to_string())?;
            // After the move the other one is to move.
            let need = entry.claim - (stored(&child, provers) - stored(position, !provers));
            if need <= -i32::from(child.board().seeds()) {
                continue;
            }
            let number = self.find(&child, !provers).ok_or_else(|| format!("{mv} leads to no entry"))?;
            let next = self.entry(number);
            if next.claim < need {
                return Err(format!("after {mv} the claim is {}, {need} is needed", next.claim));
            }
            let goes_on = child.epoch() == position.epoch();
            if entry.claim > 0 && goes_on && next.claim == entry.claim && next.rank >= entry.rank {
                return Err(format!("{mv} makes no progress"));
            }
            children.push((child, number));
        }
        Ok(())
    }
}

/// What is stored, as a difference seen by the player to move, or with `other` by his opponent.
fn stored<P: Mancala>(position: &P, other: bool) -> i32 {
    let [own, enemy] = position.board().captured.map(i32::from);
    if other { enemy - own } else { own - enemy }
}

/// What the player to move still gets when the game is over.
fn difference<P: Mancala>(outcome: Outcome, position: &P) -> i32 {
    let Tally::Stores(stores) = outcome.tally else { unreachable!("mancalas count seeds") };
    let me = position.turn().index();
    i32::from(stores[me]) - i32::from(stores[1 - me]) - stored(position, false)
}

fn check<P: Mancala>(fields: &str, value: i32, lower: &[u8], upper: &[u8]) -> Result<String, Box<dyn Error>> {
    let root = P::parse_fields(P::Rules::default(), fields).map_err(|error| error.reason)?;
    let mut report = String::new();
    for (name, entries, provers, value) in [("lower", lower, true, value), ("upper", upper, false, -value)] {
        let strategy = Strategy { entries };
        if (1..strategy.len()).any(|at| strategy.key(at - 1) >= strategy.key(at)) {
            return Err(format!("{name} bound: the entries are not sorted").into());
        }
        let met = strategy.check(root, provers, value).map_err(|reason| format!("{name} bound: {reason}"))?;
        report += &format!("{name} bound: {met} of {} entries met, all sound\n", strategy.len());
    }
    Ok(format!("{report}proven: {} is worth {value:+} to the player to move", root.text()))
}

/// What the bytes of a certificate prove.
///
/// # Errors
/// What is wrong with them.
pub fn proven(bytes: &[u8]) -> Result<String, Box<dyn Error>> {
    let end =
        bytes.windows(2).position(|pair| pair == b"\n\n").ok_or("no certificate: its head does not end")?;
    let head = std::str::from_utf8(&bytes[..end])?;
    let field = |name: &str| -> Result<&str, String> {
        let found = head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        found.ok_or_else(|| format!("the head has no line `{name} …`"))
    };
    if field("grenier-certificate")? != "1" {
        return Err("this program reads certificates of version 1".into());
    }
    let [lower, upper]: [usize; 2] = [field("lower")?.parse()?, field("upper")?.parse()?];
    let entries = &bytes[end + 2..];
    if Some(entries.len()) != lower.checked_add(upper).and_then(|count| count.checked_mul(ENTRY)) {
        return Err(format!(
            "{} bytes follow the head, {lower} and {upper} entries need others",
            entries.len()
        )
        .into());
    }
    let (lower, upper) = entries.split_at(lower * ENTRY);
    let (value, position) = (field("value")?.parse()?, field("position")?);
    match position.split_once(' ') {
        Some(("kpe", fields)) => check::<Kpe>(fields, value, lower, upper),
        Some(("obridjie", fields)) => check::<Obridjie>(fields, value, lower, upper),
        _ => Err(format!("{position}: certificates are of kpe or obridjie").into()),
    }
}

fn run() -> Result<String, Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name the FILE of a certificate")?;
    proven(&std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?)
}

#[allow(dead_code)] // where a test looks at this file as a module
fn main() -> ExitCode {
    match run() {
        Ok(report) => println!("{report}"),
        Err(error) => {
            eprintln!("check-certificate: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
