//! Lines of bounded length from a stream, read by a thread of its own.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The longest line, in bytes.
pub const LONGEST_LINE: usize = 1 << 18;

/// What the stream holds.
#[derive(Debug)]
pub enum Input {
    /// A line, without its end.
    Line(Vec<u8>),
    /// A line that was longer than [`LONGEST_LINE`], passed over.
    TooLong,
    /// The stream cannot be read any further.
    Failed(io::Error),
}

/// Reads the lines of `input`, one ahead of who takes them. The channel closes at the end of the stream.
///
/// The thread is not waited for: it may be reading from a terminal when the program ends.
///
/// # Errors
/// If there is no thread to be had.
pub fn listen(input: impl BufRead + Send + 'static) -> io::Result<Receiver<Input>> {
    let (sender, receiver) = sync_channel(1);
    thread::Builder::new().name("input".to_owned()).spawn(move || read_all(input, &sender))?;
    Ok(receiver)
}

fn read_all(mut input: impl BufRead, sender: &SyncSender<Input>) {
    while let Some(read) = next_line(&mut input).transpose() {
        let is_last = read.is_err();
        // Nobody listens any more once the program is ending.
        if sender.send(read.unwrap_or_else(Input::Failed)).is_err() || is_last {
            return;
        }
    }
}

fn next_line(input: &mut impl BufRead) -> io::Result<Option<Input>> {
    let mut line = Vec::new();
    input.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    match line.last() {
        None => Ok(None),
        Some(b'\n') => {
            line.pop();
            Ok(Some(Input::Line(line)))
        }
        Some(_) if line.len() <= LONGEST_LINE => Ok(Some(Input::Line(line))),
        Some(_) => {
            input.skip_until(b'\n')?;
            Ok(Some(Input::TooLong))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_passed_over_and_cost_no_other_line() {
        let long = vec![b'x'; 3 * LONGEST_LINE];
        let fits = vec![b'y'; LONGEST_LINE];
        let text = [b"one\n", long.as_slice(), b"\n\n", fits.as_slice(), b"\nlast"].concat();
        let lines: Vec<Input> = listen(io::Cursor::new(text)).unwrap().iter().collect();
        let lengths: Vec<Option<usize>> = lines
            .iter()
            .map(|input| if let Input::Line(line) = input { Some(line.len()) } else { None })
            .collect();
        assert_eq!(lengths, [Some(3), None, Some(0), Some(LONGEST_LINE), Some(4)]);
    }
}
