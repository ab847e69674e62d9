//! Seega's weights, on the scale of a win.

use crate::eval::linear::features;

features! {
    /// Pieces, those in hand included.
    pieces = 600;
    /// Pieces ahead, once for every piece that is off the board: an advantage grows with every exchange.
    traded = 0;
    /// Empty squares beside own pieces: ways to move.
    ways = 25;
    /// To have no piece that can slide.
    blocked = -500;
    /// A piece on the centre.
    centre = 90;
    /// Pieces in the corners, while pieces are still to be placed.
    placed_corners = 0;
    /// Pieces in the middle of an edge, while pieces are still to be placed.
    placed_gates = 0;
    /// Pieces on the edge, corners included, while pieces are still to be placed.
    placed_edge = 0;
    /// Pairs of neighbours along a row or a file, while pieces are still to be placed.
    placed_pairs = 0;
    /// Enemy pieces that the mover can take at once.
    take = 500;
    /// Own pieces that the enemy could take if it were his turn.
    threat = -120;
    /// To be on the move.
    tempo = 15;
}
