//! Openings from a seed, as OpenBench asks its engines for them.

use std::collections::HashSet;

use grenier_core::Game;
use grenier_engine::{Playable, Variant, Visitor, entries};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::GenFens;

/// Openings that are made at most.
const MOST: usize = 1_000_000;

/// Random plies behind an opening where there are too few of them.
const LONGEST_TAIL: u32 = 4;

/// Lines tried for one more opening before it is too many.
const TRIES: u32 = 1000;

/// The openings wanted, each with its game's name, none twice.
///
/// They are the game's own ones or the book's lines, shuffled; where more are wanted, random moves are played from
/// these.
///
/// # Errors
/// If the book cannot be read, or there are not so many openings.
pub(super) fn openings(variant: &Variant, wanted: &GenFens) -> Result<Vec<String>, String> {
    let book = match &wanted.book {
        Some(path) => Some(std::fs::read_to_string(path).map_err(|error| format!("book {path}: {error}"))?),
        None => None,
    };
    variant.visit(Make { variant, wanted, book: book.as_deref() })
}

struct Make<'a> {
    variant: &'a Variant,
    wanted: &'a GenFens,
    book: Option<&'a str>,
}

impl Visitor for Make<'_> {
    type Output = Result<Vec<String>, String>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Result<Vec<String>, String> {
        let GenFens { count, seed, .. } = *self.wanted;
        if count > MOST {
            return Err(format!("{count} openings are wanted, at most {MOST} are made"));
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut base = self.base::<P>(rules)?;
        let mut next = 0;
        let mut seen = HashSet::new();
        let mut made = Vec::new();
        let mut tries = 0;
        while made.len() < count {
            let position = if next < base.len() {
                // One more step of a shuffle.
                let other = random.random_range(next..base.len());
                base.swap(next, other);
                next += 1;
                base[next - 1]
            } else {
                tail(base[random.random_range(0..base.len())], &mut random)
            };
            let text = position.text();
            tries += 1;
            if position.outcome().is_none() && seen.insert(text.clone()) {
                made.push(text);
                tries = 0;
            } else if tries > TRIES {
                return Err(format!("there are no {count} openings, only {}", made.len()));
            }
        }
        Ok(made)
    }
}

impl Make<'_> {
    /// What the openings are taken from; not empty.
    fn base<P: Playable>(&self, rules: P::Rules) -> Result<Vec<P>, String> {
        let Some(book) = self.book else {
            // The game's own suite may be of another preset.
            let own = entries(P::OPENINGS, None).into_iter().flatten();
            let own = own.filter_map(|entry| entry.game::<P>(P::Rules::default()).ok());
            let own: Vec<P> =
                own.filter_map(|game| P::parse_fields(rules, &game.position().fields()).ok()).collect();
            return Ok(if own.is_empty() { vec![P::start(rules)] } else { own });
        };
        let mut positions = Vec::new();
        for entry in entries(book, Some(self.variant)) {
            let entry = entry.map_err(|error| format!("book, {error}"))?;
            if entry.variant == *self.variant {
                let game: Game<P> = entry.game(rules).map_err(|error| format!("book, {error}"))?;
                positions.push(*game.position());
            }
        }
        if positions.is_empty() {
            Err(format!("the book has no opening of {}", self.variant))
        } else {
            Ok(positions)
        }
    }
}

/// Some random moves on.
fn tail<P: Playable>(mut position: P, random: &mut Xoshiro256PlusPlus) -> P {
    for _ in 0..random.random_range(1..=LONGEST_TAIL) {
        match position.random_child(&mut |n| random.random_range(0..n)) {
            Some(next) => position = next,
            None => break,
        }
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(game: &str, count: usize, seed: u64) -> Vec<String> {
        let wanted = GenFens { count, seed, book: None };
        openings(&Variant::parse(game).unwrap(), &wanted).unwrap()
    }

    #[test]
    fn seeds_give_other_openings_and_always_the_same() {
        for game in ["kpe:own-row", "awale:abapa", "obridjie", "mraha", "seega:7x7+nowall"] {
            let some = made(game, 300, 42);
            assert_eq!(some, made(game, 300, 42));
            assert_ne!(some, made(game, 300, 43));
            assert_eq!(some.iter().collect::<HashSet<_>>().len(), 300);
            assert!(some.iter().all(|text| text.starts_with(game)), "{game}: {}", some[0]);
        }
    }

    #[test]
    fn a_book_is_honoured() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.txt");
        std::fs::write(&path, "# two\n4-4-0-5-5-5-5-4-4-4-4-4-0-0-N\nkpe startpos\n").unwrap();
        let wanted = GenFens { count: 1, seed: 1, book: Some(path.display().to_string()) };
        let one = openings(&Variant::parse("awale").unwrap(), &wanted).unwrap();
        assert_eq!(one, ["awale 4-4-0-5-5-5-5-4-4-4-4-4-0-0-N"]);
        let error = openings(&Variant::parse("seega").unwrap(), &wanted).unwrap_err();
        assert!(error.contains("book"), "{error}");
        let none = GenFens { book: Some("no/such/book".to_owned()), ..wanted };
        assert!(openings(&Variant::parse("awale").unwrap(), &none).unwrap_err().contains("no/such/book"));
    }
}
