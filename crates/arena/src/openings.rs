//! The openings of a match: positions in an order that depends on the seed only.

use grenier_core::Game;
use grenier_engine::{Playable, entries};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::config::{Config, Order};

/// The openings of a match under `rules`, in the order in which they are played.
///
/// # Errors
/// One line with file, line and column if the file cannot be read, is of another game, or holds no position.
pub fn openings<P: Playable>(config: &Config, rules: P::Rules) -> Result<Vec<P>, String> {
    let (name, text) = match &config.openings.file {
        Some(file) => {
            let text = std::fs::read_to_string(file);
            let name = file.display().to_string();
            (name.clone(), text.map_err(|error| format!("{name}: {error}"))?)
        }
        None => (format!("the openings of {}", P::NAME), P::OPENINGS.to_owned()),
    };
    let known = grenier_engine::Variant::parse(&config.game).map_err(|error| error.to_string())?;
    let mut openings = Vec::new();
    for entry in entries(&text, Some(&known)) {
        let told = |line: usize, column: usize, reason: &str| format!("{name}:{line}:{column}: {reason}");
        let wrong = |error: grenier_core::record::RecordError| told(error.line, error.column, &error.reason);
        let entry = entry.map_err(wrong)?;
        if entry.variant.game() != known.game() {
            return Err(told(
                entry.line,
                1,
                &format!("a position of {} in a match of {known}", entry.variant),
            ));
        }
        // Openings of other presets of the game serve as well, where the rules allow the position.
        let position = *entry.game::<P>(rules).map_err(wrong)?.position();
        let position = P::parse_fields(rules, &position.fields())
            .map_err(|error| told(entry.line, error.column, &error.reason))?;
        if Game::new(position).result().is_none() {
            openings.push(position);
        }
    }
    if openings.is_empty() {
        return Err(format!("{name}: there is no position to begin from"));
    }
    if config.openings.order == Order::Random {
        openings.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(config.seed));
    }
    let first = config.openings.start.unwrap_or(1).saturating_sub(1) % openings.len();
    openings.rotate_left(first);
    Ok(openings)
}

/// The seed of game number `number`: well mixed, so that neighbouring games have nothing in common (the finaliser of
/// SplitMix64; Steele, Lea and Flood 2014).
pub fn game_seed(seed: u64, number: usize) -> u64 {
    let mut word = seed.wrapping_add((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
