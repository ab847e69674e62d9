//! A server, and clients of several kinds.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use grenier_engine::tables::Source;
use grenier_web::{Config, Running, start};
use serde_json::Value;
use ureq::Agent;
use ureq::http::Response;

/// How long any answer may take.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A small server on a free port.
pub fn server(change: impl FnOnce(Config) -> Config) -> Running {
    let config = Config {
        address: ([127, 0, 0, 1], 0).into(),
        searches: 1,
        hash: 4,
        tables: Source::Usual,
        per_client: 0,
        ..Config::default()
    };
    start(change(config)).expect("a free port is found")
}

/// A client that takes every status as an answer.
pub fn agent() -> Agent {
    Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE)).build().into()
}

/// A name of the interface as an address.
pub fn url(server: &Running, name: &str) -> String {
    format!("http://{}/api/v1/{name}", server.address())
}

/// Posts JSON; gives the answer as it comes.
pub fn posted(server: &Running, name: &str, body: &Value) -> Response<ureq::Body> {
    let request = agent().post(url(server, name)).header("Content-Type", "application/json");
    request.send(body.to_string()).expect("the server answers")
}

/// Posts JSON; gives status and JSON.
pub fn post(server: &Running, name: &str, body: &Value) -> (u16, Value) {
    read(posted(server, name, body))
}

/// Status and JSON of an answer.
pub fn read(mut response: Response<ureq::Body>) -> (u16, Value) {
    let text = response.body_mut().read_to_string().expect("the answer is text");
    let json = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    (response.status().as_u16(), json)
}

/// A stream of server-sent events.
pub struct Events(BufReader<Box<dyn Read + Send>>);

impl Events {
    /// The events of an answer.
    pub fn of(response: Response<ureq::Body>) -> Events {
        assert_eq!(response.status().as_u16(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Events(BufReader::new(Box::new(response.into_body().into_reader())))
    }
}

impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<(String, Value)> {
        let (mut name, mut data) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).expect("the stream is not cut") == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some(("event", text)) => name = text.to_owned(),
                Some(("data", text)) => data.push_str(text),
                _ if line.trim_end().is_empty() && !data.is_empty() => {
                    return Some((name, serde_json::from_str(&data).expect("data are JSON")));
                }
                _ => {}
            }
        }
    }
}

/// What comes back for these bytes until the server closes the connection.
pub fn raw(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // A server may answer, and close, before it has read everything.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}
