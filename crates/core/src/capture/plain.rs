//! The capture games once more, slowly: squares in lists, one at a time, written from the clauses alone. Tests compare.

use std::collections::BTreeMap;

/// A square as file and row, counted from 0; off the board too.
pub(crate) type Spot = (i32, i32);

/// The four ways along rows and files.
pub(crate) const WAYS: [Spot; 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

/// The square `steps` steps from `spot`.
pub(crate) fn away(spot: Spot, way: Spot, steps: i32) -> Spot {
    (spot.0 + way.0 * steps, spot.1 + way.1 * steps)
}

/// A square's name.
pub(crate) fn named(spot: Spot) -> String {
    format!("{}{}", (b'a' + spot.0 as u8) as char, spot.1 + 1)
}

/// A position: what stands on every square of the board (`x`, `o` or `.`), and the other fields.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plain {
    pub(crate) side: i32,
    pub(crate) squares: BTreeMap<Spot, char>,
    pub(crate) turn: char,
    pub(crate) hands: BTreeMap<char, i32>,
    pub(crate) quiet: i32,
}

/// The other player.
pub(crate) fn other(player: char) -> char {
    if player == 'x' { 'o' } else { 'x' }
}

impl Plain {
    /// Reads the fields of a position, which must be well written.
    pub(crate) fn read(text: &str) -> Plain {
        let fields: Vec<&str> = text.split(' ').collect();
        let rows: Vec<&str> = fields[0].split('/').collect();
        let side = rows.len() as i32;
        let mut squares = BTreeMap::new();
        for (from_top, row) in (0..).zip(rows) {
            let mut file = 0;
            for letter in row.chars() {
                let (what, times) = letter.to_digit(10).map_or((letter, 1), |digit| ('.', digit));
                for _ in 0..times {
                    squares.insert((file, side - 1 - from_top), what);
                    file += 1;
                }
            }
        }
        let hands: Vec<i32> = fields[2].split(',').map(|hand| hand.parse().unwrap()).collect();
        let hands = BTreeMap::from([('x', hands[0]), ('o', hands[1])]);
        let turn = fields[1].chars().next().unwrap();
        Plain { side, squares, turn, hands, quiet: fields[3].parse().unwrap() }
    }

    /// Writes what [`read`](Plain::read) reads.
    pub(crate) fn write(&self) -> String {
        let row = |row: i32| {
            let letters: String = (0..self.side).map(|file| self.squares[&(file, row)]).collect();
            (1..=self.side as usize)
                .rev()
                .fold(letters, |text, run| text.replace(&".".repeat(run), &run.to_string()))
        };
        let rows: Vec<String> = (0..self.side).rev().map(row).collect();
        format!("{} {} {},{} {}", rows.join("/"), self.turn, self.hands[&'x'], self.hands[&'o'], self.quiet)
    }

    /// What stands on a square, a blank off the board.
    pub(crate) fn on(&self, spot: Spot) -> char {
        self.squares.get(&spot).copied().unwrap_or(' ')
    }

    /// The squares on which `what` stands, in the order of notation.
    pub(crate) fn all(&self, what: char) -> Vec<Spot> {
        let mut spots: Vec<Spot> =
            self.squares.keys().copied().filter(|&spot| self.on(spot) == what).collect();
        spots.sort_by_key(|&(file, row)| (row, file));
        spots
    }

    pub(crate) fn centre(&self) -> Spot {
        (self.side / 2, self.side / 2)
    }

    pub(crate) fn is_placing(&self) -> bool {
        self.hands.values().any(|&hand| hand > 0)
    }

    /// Can some piece of `player` make one step?
    pub(crate) fn has_step(&self, player: char) -> bool {
        self.all(player).iter().any(|&spot| WAYS.iter().any(|&way| self.on(away(spot, way, 1)) == '.'))
    }

    /// The same position with the other player to move and `quiet` quiet plies.
    pub(crate) fn passed_on(&self, quiet: i32) -> Plain {
        Plain { turn: other(self.turn), quiet, ..self.clone() }
    }

    /// Every slide with the position after it.
    pub(crate) fn slides(&self) -> Vec<(String, Plain)> {
        let mut moves = Vec::new();
        for from in self.all(self.turn) {
            for to in WAYS.map(|way| away(from, way, 1)) {
                if self.on(to) == '.' {
                    let mut next = self.passed_on(self.quiet + 1);
                    next.squares.insert(from, '.');
                    next.squares.insert(to, self.turn);
                    moves.push((format!("{}-{}", named(from), named(to)), next));
                }
            }
        }
        moves
    }

    /// Every placement: its squares, and the position after it with the other player to move.
    pub(crate) fn placements(&self) -> Vec<(Vec<Spot>, Plain)> {
        let open: Vec<Spot> = self.all('.').into_iter().filter(|&spot| spot != self.centre()).collect();
        let mut choices: Vec<Vec<Spot>> = Vec::new();
        for (number, &first) in open.iter().enumerate() {
            if self.hands[&self.turn] == 1 {
                choices.push(vec![first]);
            } else {
                choices.extend(open[number + 1..].iter().map(|&second| vec![first, second]));
            }
        }
        let played = |spots: Vec<Spot>| {
            let mut next = self.passed_on(0);
            *next.hands.get_mut(&self.turn).unwrap() -= spots.len() as i32;
            for &spot in &spots {
                next.squares.insert(spot, self.turn);
            }
            (spots, next)
        };
        choices.into_iter().map(played).collect()
    }
}
