//! Which weights an evaluator has: a built-in set, or a file, with changes of single features.
//!
//! A file is read when it is named, and never again: whatever is set up from one choice judges alike, even if the file is
//! edited meanwhile. Whether the weights fit a game is known when the game is.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use grenier_core::notation::clipped;
use grenier_search::eval::linear::{Linear, SETS};
use grenier_search::eval::weights::MOST_WEIGHT;
use grenier_search::eval::{Weights, WeightsError};

use crate::Playable;

/// The most bytes of a file: the largest network is far smaller, and not every path ends.
const MOST_BYTES: u64 = 1 << 24;

/// The most characters of what is said of a file: names from it can be of any length.
const LONGEST_REASON: usize = 400;

/// A set of weights, and changes of single ones.
///
/// ```
/// use grenier_core::kpe::Kpe;
/// use grenier_engine::WeightsChoice;
///
/// let choice = WeightsChoice::called("material").unwrap().changed("choices", 12);
/// assert!(choice.evaluator::<Kpe>().is_ok());
/// assert_eq!(choice.to_string(), "material, choices = 12");
/// assert!(WeightsChoice::called("no/such/file").is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct WeightsChoice {
    set: Set,
    /// Names and new weights; of several for one feature the last counts.
    changes: Vec<(String, i32)>,
}

#[derive(Clone, Debug, PartialEq)]
enum Set {
    /// One of [`SETS`].
    BuiltIn(&'static str),
    File(PathBuf, Arc<Weights>),
}

impl Default for WeightsChoice {
    /// The weights that ship.
    fn default() -> WeightsChoice {
        let [shipped, ..] = SETS;
        WeightsChoice { set: Set::BuiltIn(shipped), changes: Vec::new() }
    }
}

/// Weights that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceError {
    /// A file cannot be read, or does not fit the game.
    File(PathBuf, WeightsError),
    /// A changed feature does not exist, or its weight is too large.
    Change(String),
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChoiceError::File(path, error) => write!(f, "{}: {}", path.display(), one_line(error)),
            ChoiceError::Change(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for ChoiceError {}

/// What is wrong with a file, whose names may hold anything.
fn one_line(error: &WeightsError) -> String {
    let text = error.to_string();
    let mut line: String = text
        .chars()
        .take(LONGEST_REASON)
        .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    if line.len() < text.len() {
        line.push('…');
    }
    line
}

impl WeightsChoice {
    /// The weights that a word names: `shipped`, `hand-set`, `material`, or else a file, which is read.
    ///
    /// # Errors
    /// [`ChoiceError::File`] if the file cannot be read or holds no weights.
    pub fn called(word: &str) -> Result<WeightsChoice, ChoiceError> {
        let built_in = SETS.into_iter().find(|set| *set == word).map(Set::BuiltIn);
        let set = built_in.map_or_else(|| read(Path::new(word)), Ok)?;
        Ok(WeightsChoice { set, changes: Vec::new() })
    }

    /// The same with another weight of one feature.
    #[must_use]
    pub fn changed(mut self, name: &str, weight: i32) -> WeightsChoice {
        self.changes.push((name.to_owned(), weight));
        self
    }

    /// The weights in force in the game `P`, as a file would hold them.
    ///
    /// # Errors
    /// [`ChoiceError`] if a file does not fit the game, or the game has no feature that is changed.
    pub fn in_force<P: Playable>(&self) -> Result<Weights, ChoiceError> {
        let mut weights = match &self.set {
            Set::BuiltIn(name) => P::Evaluator::built_in(name).expect("the name is one of SETS").clone(),
            Set::File(path, weights) => {
                P::Evaluator::of(weights).map_err(|error| ChoiceError::File(path.clone(), error))?;
                Weights::clone(weights)
            }
        };
        for (name, weight) in &self.changes {
            change::<P>(&mut weights, name, *weight).map_err(ChoiceError::Change)?;
        }
        let is_deaf =
            P::Evaluator::SLOTS > 0 && weights.network.as_ref().is_some_and(|network| network.alone);
        if let Some((name, _)) = self.changes.first().filter(|_| is_deaf) {
            let name = clipped(name);
            let reason = format!(
                "{name} counts for nothing, the network judges alone: change weights without one, such as hand-set"
            );
            return Err(ChoiceError::Change(reason));
        }
        Ok(weights)
    }

    /// An evaluator with these weights.
    ///
    /// # Errors
    /// As [`in_force`](WeightsChoice::in_force).
    pub fn evaluator<P: Playable>(&self) -> Result<P::Evaluator, ChoiceError> {
        let weights = self.in_force::<P>()?;
        P::Evaluator::of(&weights).map_err(|error| ChoiceError::Change(error.to_string()))
    }

    /// Sixteen digits that stand for what a file holds, whatever it is called and says of its origin; `None` for a
    /// built-in set, which has nothing but its name. They are the same on every machine.
    pub fn fingerprint(&self) -> Option<String> {
        match &self.set {
            Set::BuiltIn(_) => None,
            Set::File(_, weights) => Some(fingerprint(weights)),
        }
    }
}

impl fmt::Display for WeightsChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.set {
            Set::BuiltIn(name) => f.write_str(name)?,
            Set::File(path, _) => path.display().fmt(f)?,
        }
        self.changes.iter().try_for_each(|(name, weight)| write!(f, ", {name} = {weight}"))
    }
}

/// Gives a feature of the game another weight.
fn change<P: Playable>(weights: &mut Weights, name: &str, weight: i32) -> Result<(), String> {
    if weight.checked_abs().is_none_or(|size| size > MOST_WEIGHT) {
        return Err(format!(
            "the weight of {} is {weight}, not from -{MOST_WEIGHT} to {MOST_WEIGHT}",
            clipped(name)
        ));
    }
    match weights.features.iter_mut().find(|(known, _)| known == name) {
        Some((_, place)) => *place = weight,
        None => {
            let known: Vec<&str> = P::Evaluator::FEATURES.iter().map(|feature| feature.name).collect();
            return Err(format!("{} has no feature {}: {} are", P::NAME, clipped(name), known.join(", ")));
        }
    }
    Ok(())
}

/// The weights of a file.
fn read(path: &Path) -> Result<Set, ChoiceError> {
    let weights = text_of(path).and_then(|text| Weights::parse(&text));
    let weights = weights.map_err(|error| ChoiceError::File(path.to_owned(), error))?;
    Ok(Set::File(path.to_owned(), Arc::new(weights)))
}

/// The text of a file, or why there is none.
fn text_of(path: &Path) -> Result<String, WeightsError> {
    let wrong = |reason| WeightsError { line: None, reason };
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => wrong(format!("{error}; the built-in weights are {}", SETS.join(", "))),
        _ => wrong(error.to_string()),
    })?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(wrong(format!("no file of weights is larger than {} MB", MOST_BYTES >> 20)));
    }
    if bytes.contains(&0) {
        return Err(wrong("this is a binary file, not text".to_owned()));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        WeightsError { line: Some(line), ..wrong("this is no UTF-8 text".to_owned()) }
    })
}

/// FNV-1a over the text of the weights, without the words on their origin. (Fowler, Noll and Vo; RFC 9923.)
fn fingerprint(weights: &Weights) -> String {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let bare = Weights { made: Default::default(), ..weights.clone() };
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    format!("{:016x}", bare.text().bytes().fold(OFFSET, mix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameId, Variant, Visitor};
    use grenier_core::awale::Awale;
    use grenier_core::kpe::Kpe;

    /// A file with this text.
    fn file(text: &[u8]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        file
    }

    fn called(file: &tempfile::NamedTempFile) -> Result<WeightsChoice, ChoiceError> {
        WeightsChoice::called(file.path().to_str().unwrap())
    }

    fn weights_of(choice: &WeightsChoice) -> Vec<i32> {
        choice.evaluator::<Kpe>().unwrap().weights().to_vec()
    }

    struct Every;

    impl Visitor for Every {
        type Output = ();

        fn visit<P: Playable>(self, _: P::Rules) {
            for set in SETS {
                let choice = WeightsChoice::called(set).unwrap();
                assert!(choice.evaluator::<P>().is_ok(), "{set} of {}", P::NAME);
                assert_eq!((choice.to_string().as_str(), choice.fingerprint()), (set, None));
            }
        }
    }

    #[test]
    fn every_built_in_set_has_an_evaluator_in_every_game() {
        GameId::ALL.iter().for_each(|&game| Variant::of(game).visit(Every));
    }

    #[test]
    fn a_file_of_built_in_weights_is_that_set() {
        let hand_set = WeightsChoice::called("hand-set").unwrap();
        let file = file(hand_set.in_force::<Kpe>().unwrap().text().as_bytes());
        let choice = called(&file).unwrap();
        assert_eq!(weights_of(&choice), weights_of(&hand_set));
        assert_ne!(weights_of(&choice), weights_of(&WeightsChoice::called("material").unwrap()));
        assert_eq!(choice.to_string(), file.path().display().to_string());
    }

    #[test]
    fn changes_count_in_their_order() {
        let features = <Kpe as grenier_search::Evaluated>::Evaluator::FEATURES;
        let choice = WeightsChoice::called("hand-set")
            .unwrap()
            .changed("seeds", 5)
            .changed("locks", 7)
            .changed("seeds", -6);
        let mut wanted = weights_of(&WeightsChoice::called("hand-set").unwrap());
        for (place, feature) in wanted.iter_mut().zip(features) {
            match feature.name {
                "seeds" => *place = -6,
                "locks" => *place = 7,
                _ => {}
            }
        }
        assert_eq!(weights_of(&choice), wanted);
        assert_eq!(choice.to_string(), "hand-set, seeds = 5, locks = 7, seeds = -6");
    }

    #[test]
    fn wrong_changes_are_told_with_what_there_is() {
        let error = |name, weight| {
            WeightsChoice::called("hand-set")
                .unwrap()
                .changed(name, weight)
                .evaluator::<Kpe>()
                .unwrap_err()
                .to_string()
        };
        assert!(
            error("sedes", 1).starts_with("kpe has no feature \"sedes\": seeds, "),
            "{}",
            error("sedes", 1)
        );
        assert!(error("a\nb", 1).contains("\"a\\nb\""), "{}", error("a\nb", 1));
        for weight in [MOST_WEIGHT + 1, -MOST_WEIGHT - 1, i32::MIN] {
            assert!(error("seeds", weight).contains("not from -100000 to 100000"), "{weight}");
        }
    }

    #[test]
    fn wrong_files_are_told_in_one_line_that_names_them() {
        let good = WeightsChoice::default().in_force::<Kpe>().unwrap().text();
        let line = 2 + good.lines().position(|line| line == "[weights]").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("none");
        for (path, part) in [(folder.path(), "irectory"), (missing.as_path(), "shipped, hand-set, material")]
        {
            let error = WeightsChoice::called(path.to_str().unwrap()).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{}: ", path.display())) && error.contains(part), "{error}");
        }
        let first = good.lines().nth(line - 1).unwrap();
        let name = first.split(' ').next().unwrap();
        let changed = |to: &str| good.replacen(first, to, 1).into_bytes();
        let weighing = |weight: &str| changed(&format!("{name} = {weight}"));
        for (text, part) in [
            (Vec::new(), "schema".to_owned()),
            (b"\x7fELF\0\0".to_vec(), "binary".to_owned()),
            (b"schema = 1\n\xff".to_vec(), "line 2: this is no UTF-8".to_owned()),
            (weighing("1e9"), format!("line {line}: ")),
            (weighing("99999999999999999999"), format!("line {line}: ")),
            (weighing("2000000000"), "not from -100000 to 100000".to_owned()),
            (good.replace("\"kpe\"", "\"awale\"").into_bytes(), "weights of awale, not of kpe".to_owned()),
            (good.replace("\"kpe\"", "\"a\\u001b\\nb\"").into_bytes(), "not of kpe".to_owned()),
            (changed(""), "is missing".to_owned()),
            (changed(&format!("{first}\n\"x\\ny\" = 1")), "has no feature x".to_owned()),
            (changed(&format!("{first}\n{} = 1", "x".repeat(9000))), "…".to_owned()),
        ] {
            let file = file(&text);
            let error = called(&file).and_then(|choice| choice.in_force::<Kpe>()).unwrap_err().to_string();
            let place = format!("{}: ", file.path().display());
            let is_short = error.chars().count() < place.len() + LONGEST_REASON + 2;
            let is_one_line = !error.contains(char::is_control) && is_short;
            assert!(error.starts_with(&place) && error.contains(&part) && is_one_line, "{part}: {error}");
        }
    }

    #[test]
    fn a_file_without_end_is_refused() {
        if let Err(error) = std::fs::metadata("/dev/zero") {
            eprintln!("not tested: /dev/zero: {error}");
            return;
        }
        let error = WeightsChoice::called("/dev/zero").unwrap_err().to_string();
        assert!(error.contains("larger than 16 MB"), "{error}");
    }

    #[test]
    fn fingerprints_tell_contents_apart_and_nothing_else() {
        let weights = WeightsChoice::called("hand-set").unwrap().in_force::<Awale>().unwrap();
        let of = |weights: &Weights| called(&file(weights.text().as_bytes())).unwrap().fingerprint();
        let print = of(&weights);
        assert_eq!(print.as_ref().map(String::len), Some(16));
        let renamed = Weights { made: Default::default(), ..weights.clone() };
        assert_eq!(of(&renamed), print);
        assert_ne!(of(&Weights { scale: weights.scale + 1, ..weights.clone() }), print);
        let other =
            WeightsChoice::called("hand-set").unwrap().changed("seeds", 77).in_force::<Awale>().unwrap();
        assert_ne!(of(&other), print);
        // Fixed for ever: journals hold it.
        let fixed = "schema = 1\ngame = \"kpe\"\nscale = 400\n[weights]\nseeds = 4\n";
        assert_eq!(called(&file(fixed.as_bytes())).unwrap().fingerprint().unwrap(), "ff51e942de5952d0");
    }
}
