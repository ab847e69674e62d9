//! All sets of so many squares, numbered, and gathered into orbits under the eight symmetries.

use std::sync::OnceLock;

use super::symmetry::{SYMMETRIES, inverse, seen};
use super::{MOST_PIECES, SQUARES};

/// Squares in the lower of the two halves by which a set is ranked.
const LOW: usize = 13;

/// `CHOOSE[n][k]`: the sets of `k` squares out of `n`.
static CHOOSE: [[u32; MOST_PIECES + 2]; SQUARES + 1] = {
    let mut table = [[0; MOST_PIECES + 2]; SQUARES + 1];
    let mut n = 0;
    while n <= SQUARES {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST_PIECES + 1 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The sets of `k` squares out of `n`.
#[inline]
pub(crate) fn choose(n: usize, k: usize) -> u32 {
    CHOOSE[n][k]
}

/// `CLOSED_UP[skipped][squares]`: the squares of one row, those skipped taken out and the gaps closed.
static CLOSED_UP: [[u8; 32]; 32] = {
    let mut table = [[0; 32]; 32];
    let mut skipped = 0;
    while skipped < 32usize {
        let mut squares = 0;
        while squares < 32usize {
            let (mut square, mut place) = (0, 0);
            while square < 5 {
                if skipped >> square & 1 == 0 {
                    table[skipped][squares] |= ((squares >> square & 1) << place) as u8;
                    place += 1;
                }
                square += 1;
            }
            squares += 1;
        }
        skipped += 1;
    }
    table
};

/// `LEFT[skipped]`: the squares of one row that are not skipped.
static LEFT: [u8; 32] = {
    let mut table = [0; 32];
    let mut skipped = 0u8;
    while skipped < 32 {
        table[skipped as usize] = 5 - skipped.count_ones() as u8;
        skipped += 1;
    }
    table
};

/// `set` on a board without the squares `skipped`: their places are taken out and the gaps closed.
#[inline]
pub(crate) fn closed_up(skipped: u32, set: u32) -> u32 {
    let (mut closed, mut place) = (0, 0);
    for row in 0..5 {
        let out = (skipped >> (5 * row)) as usize & 31;
        let squares = (set >> (5 * row)) as usize & 31;
        closed |= u32::from(CLOSED_UP[out][squares]) << place;
        place += LEFT[out];
    }
    closed
}

/// The number of a set among those of its size, in the combinatorial number system (D. E. Knuth, The Art of Computer
/// Programming 4A, section 7.2.1.3).
fn rank(set: u32) -> u32 {
    let squares = (0..SQUARES).filter(|square| set >> square & 1 == 1);
    squares.zip(1..).map(|(square, k)| CHOOSE[square][k]).sum()
}

/// The set with number `rank` among those of `size` squares, `skipped` being left out.
#[inline]
pub(crate) fn unrank_without(skipped: u32, size: usize, rank: u32) -> u32 {
    let (mut left, mut set) = (rank, 0);
    let (mut place, mut square) = (SQUARES - skipped.count_ones() as usize, SQUARES);
    for k in (1..=size).rev() {
        // Down to the highest place whose number is not too great, and with it to its square.
        loop {
            square -= 1;
            if skipped >> square & 1 == 1 {
                continue;
            }
            place -= 1;
            if CHOOSE[place][k] <= left {
                break;
            }
        }
        left -= CHOOSE[place][k];
        set |= 1 << square;
    }
    set
}

/// Where a set belongs: its orbit, the symmetry that makes it the first set of the orbit, and the symmetries that leave
/// that one as it is.
///
/// ```text
///   bits   0-2 symmetry   3-10 stabiliser, a bit a symmetry   11-31 orbit
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Home(u32);

impl Home {
    #[inline]
    pub(crate) fn symmetry(self) -> u8 {
        (self.0 & 7) as u8
    }

    /// One bit a symmetry; that of the identity is always set.
    #[inline]
    pub(crate) fn stabiliser(self) -> u8 {
        (self.0 >> 3) as u8
    }

    #[inline]
    pub(crate) fn orbit(self) -> usize {
        (self.0 >> 11) as usize
    }
}

/// The sets of one size.
#[derive(Debug)]
pub(crate) struct Subsets {
    /// The part of the rank that the lower and that the higher squares make.
    low: Vec<u32>,
    high: Vec<u32>,
    /// Every set's home, by rank.
    homes: Vec<Home>,
    /// The first set of every orbit, and its stabiliser.
    firsts: Vec<(u32, u8)>,
}

impl Subsets {
    /// The sets of `size` squares, at most twelve. They are made when they are first asked for.
    #[inline]
    pub(crate) fn of(size: usize) -> &'static Subsets {
        static ALL: [OnceLock<Subsets>; MOST_PIECES + 1] = [const { OnceLock::new() }; MOST_PIECES + 1];
        ALL[size].get_or_init(|| Subsets::new(size))
    }

    fn new(size: usize) -> Subsets {
        let low = (0..1 << LOW).map(|set| rank_of_low(set, size)).collect();
        let high = (0..1u32 << (SQUARES - LOW)).map(|set| rank_of_high(set, size)).collect();
        let mut subsets = Subsets { low, high, homes: Vec::new(), firsts: Vec::new() };
        subsets.gather(size);
        subsets
    }

    /// Finds the orbits, in the order of their first sets.
    fn gather(&mut self, size: usize) {
        const NOWHERE: Home = Home(0);
        self.homes = vec![NOWHERE; choose(SQUARES, size) as usize];
        for rank in 0..self.homes.len() {
            if self.homes[rank] != NOWHERE {
                continue;
            }
            let set = unrank_without(0, size, rank as u32);
            let stabiliser = (0..SYMMETRIES).filter(|&symmetry| seen(set, symmetry) == set);
            let stabiliser = stabiliser.fold(0, |mask: u8, symmetry| mask | 1 << symmetry);
            let orbit = self.firsts.len() as u32;
            for symmetry in 0..SYMMETRIES {
                let image = self.rank(seen(set, symmetry));
                let home = orbit << 11 | u32::from(stabiliser) << 3 | u32::from(inverse(symmetry));
                self.homes[image as usize] = Home(home);
            }
            self.firsts.push((set, stabiliser));
        }
    }

    /// The rank of a set of this size.
    #[inline]
    pub(crate) fn rank(&self, set: u32) -> u32 {
        let low = set & ((1 << LOW) - 1);
        self.low[low as usize] + self.high[(set >> LOW) as usize]
    }

    /// Where a set of this size belongs.
    #[inline]
    pub(crate) fn home(&self, set: u32) -> Home {
        self.homes[self.rank(set) as usize]
    }

    /// The number of orbits.
    pub(crate) fn orbits(&self) -> usize {
        self.firsts.len()
    }

    /// The first set of an orbit, and the symmetries that leave it as it is, a bit each.
    #[inline]
    pub(crate) fn first(&self, orbit: usize) -> (u32, u8) {
        self.firsts[orbit]
    }
}

/// What the squares of the lower half make of the rank of a set of `size` squares, if it has no more than that there.
fn rank_of_low(set: u32, size: usize) -> u32 {
    if set.count_ones() as usize <= size { rank(set) } else { 0 }
}

/// What the squares of the higher half add to the rank of a set of `size` squares: the others come before them.
fn rank_of_high(set: u32, size: usize) -> u32 {
    let Some(before) = size.checked_sub(set.count_ones() as usize) else { return 0 };
    let squares = (0..SQUARES - LOW).filter(|square| set >> square & 1 == 1);
    squares.zip(before + 1..).map(|(square, k)| CHOOSE[LOW + square][k]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_sets_in_order() {
        for (skipped, size) in [(0u32, 3), (0, 12), (0b1_0110_0000_1010_1100, 4), (0x1ff_0000, 2)] {
            let free = SQUARES - skipped.count_ones() as usize;
            let step = if size > 4 { 997 } else { 1 };
            for rank in (0..choose(free, size)).step_by(step) {
                let set = unrank_without(skipped, size, rank);
                assert_eq!((set & skipped, set.count_ones() as usize), (0, size));
                let closed = closed_up(skipped, set);
                assert_eq!(super::rank(closed), rank);
                assert_eq!(Subsets::of(size).rank(closed), rank);
            }
        }
    }

    #[test]
    fn every_set_goes_home() {
        for size in 0..=6 {
            let subsets = Subsets::of(size);
            for rank in 0..choose(SQUARES, size) {
                let set = unrank_without(0, size, rank);
                let home = subsets.home(set);
                let images = (0..SYMMETRIES).map(|symmetry| seen(set, symmetry));
                let first = images.min().unwrap();
                assert_eq!(seen(set, home.symmetry()), first, "{set:025b}");
                assert_eq!(subsets.first(home.orbit()), (first, home.stabiliser()));
                for symmetry in 0..SYMMETRIES {
                    assert_eq!(home.stabiliser() >> symmetry & 1 == 1, seen(first, symmetry) == first);
                }
            }
        }
    }
}
