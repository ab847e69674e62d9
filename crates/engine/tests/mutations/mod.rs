//! Texts with seeded mistakes in them.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The source of chance.
pub type Random = Xoshiro256PlusPlus;

/// Characters that are put into texts: separators and letters of the notations, and what looks like them or worse.
const SALT: &str = "-/, ;\"|_+:.*#{}()[]%$\\!?019AFafSNxoé٣９½😀\u{301}\0\t\n\r\u{7}\u{1b}\u{7f}\u{85}\u{a0}\u{ad}\
                    \u{200b}\u{202e}\u{2028}\u{feff}\u{fffd}\u{10ffff}";

/// What takes the place of numbers.
const NUMBERS: &str = " -1 +1 00 007 1e3 0x10 9 25 47 48 49 100 101 127 128 255 256 65536 4294967295 4294967296 \
                       18446744073709551616 99999999999999999999999999999999999999999";

fn rounds() -> usize {
    std::env::var("GRENIER_HOSTILE").map_or(1, |times| times.parse().expect("GRENIER_HOSTILE is a number"))
}

/// One of some items.
pub fn pick<'a, T>(random: &mut Random, items: &'a [T]) -> &'a T {
    &items[random.random_range(0..items.len())]
}

fn salt(random: &mut Random) -> char {
    SALT.chars().nth(random.random_range(0..SALT.chars().count())).unwrap()
}

/// One mutation of `text`; `other` is a text to take a piece of.
fn mutate(text: &mut Vec<char>, other: &str, random: &mut Random) {
    let at = random.random_range(0..=text.len());
    let end = (at + random.random_range(0..8)).min(text.len());
    match random.random_range(0..13) {
        0 => drop(text.drain(at..end)),
        1 => text.insert(at, salt(random)),
        2 => text.splice(at..end, [salt(random)]).for_each(drop),
        3 if at < end => text.swap(at, end - 1),
        4 => replace_number(text, random),
        5 if at < text.len() => {
            let run = vec![text[at]; random.random_range(1..40)];
            text.splice(at..at, run).for_each(drop);
        }
        6 => text.truncate(at),
        7 => drop(text.drain(..at)),
        8 => {
            let piece = text[at..end].to_vec();
            text.splice(at..at, piece).for_each(drop);
        }
        9 => {
            let piece: Vec<char> = other.chars().skip(random.random_range(0..20)).take(12).collect();
            text.splice(at..end, piece).for_each(drop);
        }
        10 if random.random_ratio(1, 20) => {
            let (letter, length) = (salt(random), random.random_range(100..5000));
            text.splice(at..at, std::iter::repeat_n(letter, length)).for_each(drop);
        }
        11 if at < text.len() => text[at] = flipped(text[at]),
        _ => text.insert(at, char::from_digit(random.random_range(0..10), 10).unwrap()),
    }
}

/// The letter of the other case or player.
fn flipped(c: char) -> char {
    match c {
        'x' => 'o',
        'o' => 'x',
        'S' => 'N',
        'N' => 'S',
        c if c.is_ascii_lowercase() => c.to_ascii_uppercase(),
        c => c.to_ascii_lowercase(),
    }
}

fn replace_number(text: &mut Vec<char>, random: &mut Random) {
    let starts: Vec<usize> = (0..text.len())
        .filter(|&at| text[at].is_ascii_digit() && (at == 0 || !text[at - 1].is_ascii_digit()))
        .collect();
    if starts.is_empty() {
        return;
    }
    let numbers: Vec<&str> = NUMBERS.split(' ').collect();
    let start = *pick(random, &starts);
    let length = text[start..].iter().take_while(|c| c.is_ascii_digit()).count();
    text.splice(start..start + length, pick(random, &numbers).chars()).for_each(drop);
}

/// Calls `read` with `lines` mutated texts, each once with the seed that makes it; a few are left as they are.
pub fn for_mutations(corpus: &[String], lines: usize, seed: u64, mut read: impl FnMut(&str, &mut Random)) {
    assert!(!corpus.is_empty());
    let random = &mut Random::seed_from_u64(seed);
    for _ in 0..lines * rounds() {
        let mut text: Vec<char> = pick(random, corpus).chars().collect();
        for _ in 0..random.random_range(0..4) {
            let other: &String = pick(random, corpus);
            mutate(&mut text, other, random);
        }
        let text: String = text.into_iter().collect();
        let _shown = ShownOnPanic(&text);
        read(&text, random);
    }
}

/// Shows the text that was being read when a panic came.
struct ShownOnPanic<'a>(&'a str);

impl Drop for ShownOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("while reading {:?}", self.0.chars().take(500).collect::<String>());
        }
    }
}
