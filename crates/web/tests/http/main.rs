//! The HTTP interface as programs use it, and as others misuse it.

mod answers;
mod hostile;
mod load;
mod support;
