//! Seega's weights, on the scale of a win. Set by hand.
//!
//! Those of the second phase started from least squares on the values of a search of 3000 nodes, and were chosen by
//! matches at equal nodes; those of the first from logistic regression of the results of games after random placements.
//! Rows and files covered and squares that the enemy cannot reach (the makings of a wall, S9) added nothing to the fit,
//! and an advantage that grows with exchanges won no match. Who places last moves first (S2), and is far ahead for it.

use crate::eval::linear::features;

features! {
    /// Pieces, those in hand included.
    pieces = 600;
    /// Empty squares beside own pieces, once all stand: ways to move.
    ways = 25;
    /// To have no piece that can slide, once all stand.
    blocked = -500;
    /// A piece on the centre.
    centre = 90;
    /// Enemy pieces that the mover can take at once.
    take = 500;
    /// Own pieces that the enemy could take if it were his turn.
    threat = -120;
    /// To be on the move, once all pieces stand.
    tempo = 15;
    /// Pieces in the corners, while pieces are still to be placed.
    placed_corners = -100;
    /// Pieces in the middle of an edge, while pieces are still to be placed.
    placed_gates = 183;
    /// Pieces on the edge, corners included, while pieces are still to be placed.
    placed_edge = 72;
    /// Pairs of neighbours along a row or a file, while pieces are still to be placed.
    placed_pairs = -73;
    /// Empty squares beside own pieces, while pieces are still to be placed.
    placed_ways = -45;
    /// Pieces in hand: who has more of them has seen where the others stand.
    placed_hand = 953;
    /// To be on the move while pieces are still to be placed.
    placed_tempo = -993;
}
