//! Clause tests.
