//! Criterion benches of the workspace. The library itself is empty; the benches are in `benches/`.
//!
//! ```text
//! cargo bench -p grenier-benches                               # all of them
//! cargo bench -p grenier-benches --bench rules                 # perft and random playouts of every game and preset
//! cargo bench -p grenier-benches --bench rules -- perft/awale  # one game; part of a name is enough
//! cargo bench -p grenier-benches --bench peers                 # Awalé here and the Oware of the crate board-game
//! ```
//!
//! Everything runs on one thread. The `elem/s` that criterion prints are moves played a second for perft, every leaf
//! included, and whole games a second for playouts. Numbers of two programs compare only within one run of one machine
//! that does nothing else.
