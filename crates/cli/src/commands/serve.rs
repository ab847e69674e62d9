//! `grenier serve`: the web page.

use std::io::{self, IsTerminal};
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::Duration;

use clap::Args;
use clap::builder::{NonEmptyStringValueParser, RangedU64ValueParser};
use grenier_engine::json::SCHEMA;
use grenier_engine::tables::Source;
use grenier_web::{Config, start};
use serde::Serialize;
use tracing::Level;

use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;

/// Time between two looks at whether the server shall end.
const LOOK: Duration = Duration::from_millis(50);

/// Serve the web page: play all games against levels 1 to 8 or a friend, analyse, review, set up positions.
///
/// The page asks nothing of other machines, and the server answers to this machine only unless --host says otherwise. Its
/// HTTP interface is described at /api/v1/openapi.json. One line of every request that is refused goes to the standard
/// error. Ctrl-C ends it once all that was begun is answered.
///
/// Example: grenier serve --port 8080
#[derive(Debug, Args)]
pub struct Serve {
    /// The address to listen on; 0.0.0.0 lets other machines in.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,

    /// The port; 0 for any free one, which is printed.
    #[arg(long, value_name = "PORT", default_value_t = Config::PORT)]
    port: u16,

    /// Analyses at a time, and as many moves of levels beside them [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    searches: Option<usize>,

    /// Analyses that may wait; more are sent away (503).
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 16))]
    queue: usize,

    /// Searches that one client address may have at a time; more are sent away (429). 0 for no limit, as behind a proxy.
    #[arg(long, value_name = "N", default_value_t = 8)]
    per_client: usize,

    /// The longest time of a search, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = RangedU64ValueParser::<u64>::new().range(1..=86_400))]
    longest: u64,

    /// Memory of each search, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = RangedU64ValueParser::<usize>::new().range(1..=grenier_engine::MOST_HASH as u64))]
    hash: usize,

    /// The folder of exact tables; "usual" is the one that `tables build` fills, or tiny tables made in memory if it has
    /// none of the game, and "none" is for none.
    #[arg(long, value_name = "DIR", default_value = "usual", value_parser = NonEmptyStringValueParser::new())]
    tables: String,

    /// The weights of all searches: "shipped", "hand-set" or "material".
    #[arg(long, value_name = "WEIGHTS", default_value = "shipped", value_parser = NonEmptyStringValueParser::new())]
    weights: String,

    /// Write a line of every request, not only of those that are refused.
    #[arg(long)]
    verbose: bool,
}

#[derive(Serialize)]
struct Listening {
    schema: u32,
    url: String,
}

impl Serve {
    /// Serves until Ctrl-C.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let level = if self.verbose { Level::DEBUG } else { Level::INFO };
        let colours = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        tracing_subscriber::fmt().with_max_level(level).with_ansi(colours).with_writer(io::stderr).init();
        let config = self.config()?;
        let address = config.address;
        let stop = interrupt::flag();
        let server = start(config).map_err(|error| refused(address, &error))?;
        let url = format!("http://{}/", server.address());
        if output.is_json() {
            output.object(&Listening { schema: SCHEMA, url })?;
        } else {
            output.line(format!("Grenier is at {url} (Ctrl-C ends it)"))?;
        }
        output.flush()?;
        while !stop.load(Ordering::Relaxed) {
            sleep(LOOK);
        }
        match server.end() {
            0 => Ok(()),
            left => Err(Failure::Data(format!("{left} answers were given up: their clients did not read"))),
        }
    }

    fn config(&self) -> Result<Config, Failure> {
        let usual = Config::default();
        Ok(Config {
            address: SocketAddr::from((self.host, self.port)),
            searches: self.searches.unwrap_or(usual.searches),
            queue: self.queue,
            per_client: self.per_client,
            hash: self.hash,
            longest: Duration::from_secs(self.longest),
            tables: Source::called(&self.tables),
            weights: super::weights::weights(&self.weights)?,
            ..usual
        })
    }
}

fn refused(address: SocketAddr, error: &io::Error) -> Failure {
    let hint = match error.kind() {
        io::ErrorKind::AddrInUse => ": another program listens there; choose another --port, or 0 for any",
        io::ErrorKind::PermissionDenied => ": a --port from 1024 on needs no rights",
        io::ErrorKind::AddrNotAvailable => ": --host is an address of this machine",
        _ => "",
    };
    Failure::Data(format!("{address} cannot be listened on: {error}{hint}"))
}
