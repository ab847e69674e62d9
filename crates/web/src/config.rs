//! How the server is set up.

use std::net::SocketAddr;
use std::time::Duration;

use grenier_engine::WeightsChoice;
use grenier_engine::tables::Source;

/// Address, limits and engine of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 lets the system choose one.
    pub address: SocketAddr,
    /// Analyses at a time, at least one, and as many moves of levels and look-ups beside them.
    pub searches: usize,
    /// Analyses that may wait, and as many moves; more get `503`.
    pub queue: usize,
    /// Searches that one client may have at a time, waiting ones included; more get `429`. 0 for no limit.
    pub per_client: usize,
    /// Memory of each search, in megabytes.
    pub hash: usize,
    /// The longest time of a search.
    pub longest: Duration,
    /// The longest body of a request, in bytes; more get `413`.
    pub body: usize,
    /// Where exact values come from.
    pub tables: Source,
    /// What positions are judged by.
    pub weights: WeightsChoice,
}

impl Config {
    /// The port if nothing else is said.
    pub const PORT: u16 = 8417;
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], Config::PORT)),
            searches: std::thread::available_parallelism().map_or(1, usize::from),
            queue: 32,
            per_client: 8,
            hash: 64,
            longest: Duration::from_secs(60),
            body: 256 << 10,
            tables: Source::Usual,
            weights: WeightsChoice::default(),
        }
    }
}
