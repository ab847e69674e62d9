//! What each game brings.

mod obridjie;
