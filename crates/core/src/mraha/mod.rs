//! todo

#[cfg_attr(not(test), expect(dead_code))]
pub(crate) mod text;
