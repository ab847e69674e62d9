//! Weights as text: what an evaluator is made of, and what made it.
//!
//! ```toml
//! schema = 1
//! game = "obridjie"
//! scale = 400                      # the value at which about 73 % are expected
//!
//! [made]                           # for people: how these weights came about
//! command = "grenier tune fit …"
//!
//! [weights]                        # one for each feature of the game
//! singles = 8
//!
//! [network]                        # optional
//! alone = true                     # the features count only on boards that have no network
//! offset = 0
//! bias = [0, 12, …]
//! output = [5, -7, …]
//! rows = [[1, 2, …], [], …]        # an empty row holds zeros
//! ```
//!
//! The weights that ship are such files, in the folder of each game.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::network::{Network, Neurons, WIDTH};

/// The version of the format.
const SCHEMA: u32 = 1;

/// The largest weight of a feature, either way: a sum of all features stays far inside 32 bits.
pub const MOST_WEIGHT: i32 = 100_000;

/// The largest scale.
pub const MOST_SCALE: i32 = 1_000_000;

/// The most rows of a network, for any board.
const MOST_ROWS: usize = 4096;

/// Everything that an evaluator of a game can be given.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The game's name, without preset.
    pub game: String,
    /// How they came about, in the file's words.
    pub made: toml::Table,
    /// The value at which about 73 % are expected.
    pub scale: i32,
    /// The weight of each feature, by name.
    pub features: Vec<(String, i32)>,
    /// A network that judges beside the features, or alone.
    pub network: Option<Arc<Network>>,
}

/// Text or numbers that make no evaluator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsError {
    /// The line, counted from 1, if it is known.
    pub line: Option<usize>,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl WeightsError {
    pub(super) fn new(reason: impl Into<String>) -> WeightsError {
        WeightsError { line: None, reason: reason.into() }
    }
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for WeightsError {}

/// The file, but for the network.
#[derive(Serialize)]
struct Head<'a> {
    schema: u32,
    game: &'a str,
    scale: i32,
    #[serde(skip_serializing_if = "toml::Table::is_empty")]
    made: &'a toml::Table,
}

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: u32,
    game: String,
    scale: i32,
    #[serde(default)]
    made: toml::Table,
    weights: BTreeMap<String, i32>,
    network: Option<NetworkTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NetworkTable {
    alone: bool,
    offset: i32,
    bias: Vec<i16>,
    output: Vec<i16>,
    rows: Vec<Vec<i16>>,
}

impl Weights {
    /// Reads a file.
    ///
    /// # Errors
    /// [`WeightsError`] with what is wrong and where.
    pub fn parse(text: &str) -> Result<Weights, WeightsError> {
        let file: File = toml::from_str(text).map_err(|error| WeightsError {
            line: error.span().map(|span| 1 + text[..span.start].matches('\n').count()),
            reason: error.message().replace('\n', " "),
        })?;
        if file.schema != SCHEMA {
            return Err(WeightsError::new(format!(
                "the schema is {}, this program reads {SCHEMA}",
                file.schema
            )));
        }
        if !(1..=MOST_SCALE).contains(&file.scale) {
            return Err(WeightsError::new(format!("scale is {}, not from 1 to {MOST_SCALE}", file.scale)));
        }
        let large =
            file.weights.iter().find(|(_, weight)| weight.checked_abs().is_none_or(|w| w > MOST_WEIGHT));
        if let Some((name, weight)) = large {
            let reason = format!("{name} is {weight}, not from -{MOST_WEIGHT} to {MOST_WEIGHT}");
            return Err(WeightsError::new(reason));
        }
        let network = file.network.map(NetworkTable::network).transpose()?;
        Ok(Weights {
            game: file.game,
            made: file.made,
            scale: file.scale,
            features: file.weights.into_iter().collect(),
            network: network.map(Arc::new),
        })
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let head = Head { schema: SCHEMA, game: &self.game, scale: self.scale, made: &self.made };
        let mut text = toml::to_string(&head).expect("numbers and text make a file");
        text.push_str("\n[weights]\n");
        for (name, weight) in &self.features {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} = {weight}");
        }
        if let Some(network) = &self.network {
            let Network { alone, rows, bias, output, offset } = &**network;
            let _ = write!(
                text,
                "\n[network]\nalone = {alone}\noffset = {offset}\nbias = {bias:?}\noutput = {output:?}\nrows = [\n"
            );
            for row in rows {
                let _ = if row.iter().all(|&weight| weight == 0) {
                    writeln!(text, "  [],")
                } else {
                    writeln!(text, "  {row:?},")
                };
            }
            text.push_str("]\n");
        }
        text
    }
}

impl NetworkTable {
    fn network(self) -> Result<Network, WeightsError> {
        let neurons = |what: &str, numbers: &[i16]| {
            Neurons::try_from(numbers).map_err(|_| {
                WeightsError::new(format!("network.{what} has {} numbers, {WIDTH} are wanted", numbers.len()))
            })
        };
        if self.rows.len() > MOST_ROWS {
            return Err(WeightsError::new(format!(
                "the network has {} rows, more than {MOST_ROWS}",
                self.rows.len()
            )));
        }
        if !(-MOST_WEIGHT..=MOST_WEIGHT).contains(&self.offset) {
            let reason =
                format!("network.offset is {}, not from -{MOST_WEIGHT} to {MOST_WEIGHT}", self.offset);
            return Err(WeightsError::new(reason));
        }
        let row = |(number, row): (usize, &Vec<i16>)| {
            if row.is_empty() { Ok([0; WIDTH]) } else { neurons(&format!("rows[{number}]"), row) }
        };
        Ok(Network {
            alone: self.alone,
            rows: self.rows.iter().enumerate().map(row).collect::<Result<_, _>>()?,
            bias: neurons("bias", &self.bias)?,
            output: neurons("output", &self.output)?,
            offset: self.offset,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Weights {
        let mut made = toml::Table::new();
        made.insert("command".to_owned(), "grenier tune \"fit\"".into());
        let mut rows = vec![[0; WIDTH]; 3];
        rows[1][4] = -77;
        Weights {
            game: "kpe".to_owned(),
            made,
            scale: 312,
            features: vec![("alpha".to_owned(), -3), ("beta".to_owned(), 40)],
            network: Some(Arc::new(Network {
                alone: true,
                rows,
                bias: [7; WIDTH],
                output: [-5; WIDTH],
                offset: 9,
            })),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let example = example();
        assert_eq!(Weights::parse(&example.text()).as_ref(), Ok(&example));
        let plain = Weights { network: None, made: toml::Table::new(), ..example };
        assert_eq!(Weights::parse(&plain.text()).as_ref(), Ok(&plain));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let good = example().text();
        for (from, to, part) in [
            ("schema = 1", "schema = 2", "schema is 2"),
            ("scale = 312", "scale = 0", "scale is 0"),
            ("scale = 312", "scael = 312", "scael"),
            ("beta = 40", "beta = 100001", "beta is 100001"),
            ("beta = 40", "beta = -2147483648", "beta is -2147483648"),
            ("beta = 40", "beta = 1.5", "line"),
            ("beta = 40", "alpha = 40", "line"),
            ("offset = 9", "offset = 9.5", "line"),
            ("bias = [7, ", "bias = [", "network.bias has 31"),
            ("[],", "[1, 2],", "network.rows[0] has 2"),
            ("-77", "-77000", "line"),
        ] {
            let text = good.replacen(from, to, 1);
            assert_ne!(text, good, "{from}");
            let error = Weights::parse(&text).unwrap_err().to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{from}: {error}");
        }
    }
}
