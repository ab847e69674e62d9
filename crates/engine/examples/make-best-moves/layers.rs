//! All positions of a layer: so many seeds, or so many pieces of each side.

use grenier_core::Notation;

/// Squares of a side of the board.
const SIDE: usize = 5;

const SQUARES: usize = SIDE * SIDE;

/// A board as the text has it, from the top: `1`, `x` or `o` each square.
type Squares = [u8; SQUARES];

/// Every way to put `seeds` seeds into `pits` pits, with empty stores and South to move. `tail` is what follows the side
/// to move in the text.
pub fn sowings<P: Notation>(rules: P::Rules, pits: usize, seeds: u8, tail: &str) -> impl Iterator<Item = P> {
    let mut next = Some(vec![0; pits]);
    if let Some(board) = &mut next {
        board[0] = seeds;
    }
    std::iter::from_fn(move || {
        let board = next.take()?;
        let text: Vec<String> = board.iter().map(u8::to_string).collect();
        next = following(board);
        Some(read(rules, &format!("{}-0-0-S{tail}", text.join("-"))))
    })
}

/// The next way to spread the same seeds: one seed goes on from the last pit but one that has any, and all that lie
/// behind it gather there.
fn following(mut board: Vec<u8>) -> Option<Vec<u8>> {
    let last = board.len() - 1;
    let from = board[..last].iter().rposition(|&seeds| seeds > 0)?;
    let gathered = std::mem::take(&mut board[last]);
    board[from] -= 1;
    board[from + 1] = gathered + 1;
    Some(board)
}

/// Every way to put pieces on 5x5 squares, with each side to move and no quiet plies.
pub fn arrangements<P: Notation>(pieces: [usize; 2]) -> impl Iterator<Item = P> {
    boards(pieces).flat_map(|squares| sides(&squares))
}

/// The same without those that are equal to another under a symmetry of the board.
pub fn distinct_arrangements<P: Notation>(pieces: [usize; 2]) -> impl Iterator<Item = P> {
    let images = images();
    boards(pieces).filter(move |squares| is_first(squares, &images)).flat_map(|squares| sides(&squares))
}

fn boards(pieces: [usize; 2]) -> impl Iterator<Item = Squares> {
    let mut first = [b'1'; SQUARES];
    first[SQUARES - pieces[0]..].fill(b'x');
    first[SQUARES - pieces[0] - pieces[1]..SQUARES - pieces[0]].fill(b'o');
    std::iter::successors(Some(first), |squares| permuted(*squares))
}

fn sides<P: Notation>(squares: &Squares) -> [P; 2] {
    let rows: Vec<&str> =
        squares.chunks(SIDE).map(|row| std::str::from_utf8(row).expect("letters and digits")).collect();
    let board = rows.join("/");
    ["x", "o"].map(|side| read(P::Rules::default(), &format!("{board} {side} 0,0 0")))
}

/// For each symmetry of the board, where the content of each square comes from.
fn images() -> [[usize; SQUARES]; 8] {
    std::array::from_fn(|symmetry| {
        std::array::from_fn(|square| {
            let (mut row, mut column) = (square / SIDE, square % SIDE);
            if symmetry & 1 != 0 {
                row = SIDE - 1 - row;
            }
            if symmetry & 2 != 0 {
                column = SIDE - 1 - column;
            }
            if symmetry & 4 != 0 { column * SIDE + row } else { row * SIDE + column }
        })
    })
}

/// Is no image of the board before it in the order of the dictionary?
fn is_first(squares: &Squares, images: &[[usize; SQUARES]; 8]) -> bool {
    images.iter().all(|image| squares.iter().le(image.iter().map(|&from| &squares[from])))
}

/// The next permutation in the order of the dictionary.
fn permuted(mut squares: Squares) -> Option<Squares> {
    let ascent = squares.windows(2).rposition(|pair| pair[0] < pair[1])?;
    let larger = squares.iter().rposition(|&square| square > squares[ascent])?;
    squares.swap(ascent, larger);
    squares[ascent + 1..].reverse();
    Some(squares)
}

fn read<P: Notation>(rules: P::Rules, text: &str) -> P {
    P::parse_fields(rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
