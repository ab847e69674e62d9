//! A web page on which the games are played and analysed, and the HTTP interface behind it.
//!
//! [`start`] answers on one address. The page is part of the program and asks nothing of other machines. The server holds
//! no games: every request says which game it is about, so that nothing is lost when it ends.
//!
//! Searches run on a fixed number of threads ([`lanes`]), each with its own memory; the number of those that wait and of
//! those that one client may have is limited, and what is beyond gets `503` or `429` at once. A search ends when its
//! client closes the connection.
//!
//! The interface is described at `/api/v1/openapi.json`.

mod api;
mod assets;
mod config;
mod error;
mod guard;
pub mod lanes;
mod pending;
mod server;
mod sse;

pub use api::openapi;
pub use config::Config;
pub use server::{Running, start};
