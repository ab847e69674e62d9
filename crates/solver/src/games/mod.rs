//! The games: what each brings to be solved.

mod awale;
mod kpe;
mod mraha;
mod obridjie;
mod seega;
mod unsow;
