//! M'raha wa bwe's weights, on the scale of a win. Set by hand.
//!
//! Those of the second phase started from least squares on the values of a search of 3000 nodes, and were chosen by
//! matches at equal nodes; those of the first from logistic regression of the results of games after random placements.
//! To be blocked, corners and neighbours added nothing to the fit of the second phase. Who places last has a little the
//! worse of it, because the other one moves first (M2).

use crate::eval::linear::features;

features! {
    /// Pieces, those in hand included.
    pieces = 500;
    /// Empty squares beside own pieces, once all stand: ways to move.
    ways = 20;
    /// A piece on the centre.
    centre = 25;
    /// Enemy pieces that the mover can take at once.
    take = 230;
    /// Own pieces that the enemy could take if it were his turn.
    threat = -85;
    /// To be on the move, once all pieces stand.
    tempo = 30;
    /// Pieces on the edge, corners included, while pieces are still to be placed.
    placed_edge = 214;
    /// Pairs of neighbours along a row or a file, while pieces are still to be placed.
    placed_pairs = -84;
    /// Pieces in hand: who has more of them has seen where the others stand.
    placed_hand = -790;
    /// To be on the move while pieces are still to be placed.
    placed_tempo = 831;
}
