//! M'raha wa bwe's weights, on the scale of a win.

use crate::eval::linear::features;

features! {
    /// Pieces, those in hand included.
    pieces = 500;
    /// Pieces ahead, once for every piece that is off the board: an advantage grows with every exchange.
    traded = 0;
    /// Empty squares beside own pieces: ways to move.
    ways = 20;
    /// To have no piece that can slide.
    blocked = 0;
    /// A piece on the centre.
    centre = 25;
    /// Pieces in the corners.
    corners = 0;
    /// Enemy pieces that the mover can take at once.
    take = 230;
    /// Own pieces that the enemy could take if it were his turn.
    threat = -85;
    /// To be on the move.
    tempo = 30;
}
