//! Retrograde analysis: the values of one layer, given those that captures lead to.

pub(crate) mod capture;
mod parts;
pub(crate) mod relay;
mod relay_marks;
mod relay_part;
pub(crate) mod sowing;

pub(crate) use parts::signed;
