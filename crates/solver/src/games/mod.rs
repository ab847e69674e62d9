//! The games: what each brings to be solved.

mod awale;
mod kpe;
mod obridjie;
mod squares;
mod unsow;
