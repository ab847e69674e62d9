//! What the evaluator of M'raha wa bwe counts.

use crate::eval::linear::features;

features! {
    /// Pieces, those in hand included.
    pieces;
    /// Empty squares beside own pieces, once all stand: ways to move.
    ways;
    /// A piece on the centre.
    centre;
    /// Enemy pieces that the mover can take at once.
    take;
    /// Own pieces that the enemy could take if it were his turn.
    threat;
    /// To be on the move, once all pieces stand.
    tempo;
    /// Pieces on the edge, corners included, while pieces are still to be placed.
    placed_edge;
    /// Pairs of neighbours along a row or a file, while pieces are still to be placed.
    placed_pairs;
    /// Pieces in hand: who has more of them has seen where the others stand.
    placed_hand;
    /// To be on the move while pieces are still to be placed.
    placed_tempo;
}
