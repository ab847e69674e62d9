//! The HTTP interface as programs use it, and as others misuse it.

#![allow(clippy::unwrap_used)]

mod answers;
mod hostile;
mod load;
mod support;
