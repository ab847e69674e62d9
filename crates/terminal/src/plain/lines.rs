//! Lines of the input, read in a thread of their own so that waiting for one can be ended.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// The most bytes of a line; what is beyond is cut into further lines.
const MOST_BYTES: u64 = 4096;

/// What there is of the input.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line.
    Text(String),
    /// Nothing yet.
    None,
    /// Nothing ever again.
    End,
}

/// The lines of an input.
pub struct Lines {
    lines: Receiver<String>,
}

impl Lines {
    /// Begins to read. The thread ends with the input, or with the program.
    pub fn read(input: impl Read + Send + 'static) -> Lines {
        let (sender, lines) = sync_channel(1);
        std::thread::spawn(move || pass_on(BufReader::new(input), &sender));
        Lines { lines }
    }

    /// The next line, for which it waits so long.
    pub fn next(&self, patience: Duration) -> Line {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Line::Text(line),
            Err(RecvTimeoutError::Timeout) => Line::None,
            Err(RecvTimeoutError::Disconnected) => Line::End,
        }
    }
}

fn pass_on(mut input: impl BufRead, sender: &SyncSender<String>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        // What is no text is no move either, and is told as such.
        if sender.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() {
            return;
        }
    }
}
