//! The history heuristic: moves that refuted elsewhere are tried early (J. Schaeffer, "The history heuristic and
//! alpha-beta search enhancements in practice", 1989).

use std::hash::{Hash, Hasher};

/// Moves are told apart by so many bits of a hash; two that fall together share their score, which costs little.
const BITS: u32 = 12;

/// No score goes beyond this.
pub(super) const MOST: i32 = 1 << 14;

/// Scores of moves. A move names its player (mancalas) or is used by both (capture games).
#[derive(Clone, Debug)]
pub(super) struct History {
    scores: Vec<i16>,
}

impl History {
    pub fn new() -> History {
        History { scores: vec![0; 1 << BITS] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.scores.fill(0);
    }

    /// The score of a move, from `-MOST` to `MOST`.
    #[inline]
    pub fn score<M: Hash>(&self, mv: &M) -> i32 {
        i32::from(self.scores[slot(mv)])
    }

    /// Moves the score of a move towards one end: by `weight`, the less the nearer it is already.
    #[inline]
    pub fn learn<M: Hash>(&mut self, mv: &M, weight: i32) {
        let score = &mut self.scores[slot(mv)];
        let weight = weight.clamp(-MOST / 4, MOST / 4);
        let now = i32::from(*score);
        *score = (now + weight - now * weight.abs() / MOST) as i16;
    }
}

#[inline]
fn slot<M: Hash>(mv: &M) -> usize {
    let mut hasher = Multiplier(0);
    mv.hash(&mut hasher);
    (hasher.finish() >> (64 - BITS)) as usize
}

/// A hash by multiplication, for a few bytes.
struct Multiplier(u64);

impl Multiplier {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(8) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Multiplier {
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.add(u64::from(byte)));
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.add(u64::from(byte));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.add(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_within_their_range() {
        let mut history = History::new();
        for _ in 0..1000 {
            history.learn(&7u8, 500);
            history.learn(&8u8, -MOST);
        }
        assert!(history.score(&7u8) > MOST * 9 / 10 && history.score(&7u8) <= MOST);
        assert!(history.score(&8u8) < -MOST * 9 / 10 && history.score(&8u8) >= -MOST);
        assert_eq!(history.score(&9u8), 0);
        history.clear();
        assert_eq!(history.score(&7u8), 0);
    }
}
