//! The page in a real browser: headless Chromium, driven over WebDriver.
//!
//! `scripts/test` installs Chromium, its driver and axe-core where they are missing. Pictures of what was seen are left in
//! `target/browser/`.

#![allow(clippy::unwrap_used)]

mod access;
mod analysis;
mod driver;
mod exchange;
mod looks;
mod play;
