//! A child process that is talked to in lines, and that can neither hang its parent nor outlive it.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::group;

/// Bytes of a line that are read; a longer one is a flood.
const LONGEST_LINE: usize = 64 * 1024;

/// Lines that wait to be looked at. Then the reader waits, and in the end the child.
const WAITING_LINES: usize = 1024;

/// Time between two looks at whether the child still runs.
const LOOK: Duration = Duration::from_millis(20);

/// Time that a child has to end by itself once it was asked to, or has closed its output.
const GRACE: Duration = Duration::from_millis(500);

/// Time in which the last words of a child that has ended arrive.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// The children that run.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Kills every child and all that they have started: the last thing to do before the program ends without dropping its
/// values, as it does after a second Ctrl-C.
pub fn kill_all() {
    for &id in RUNNING.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        group::kill(id);
    }
}

/// A program to start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// The program, then its arguments.
    pub command: Vec<String>,
    /// Where it runs; `None` for here.
    pub directory: Option<PathBuf>,
    /// The file that gets its standard error; `None` discards it.
    pub log: Option<PathBuf>,
}

impl Launch {
    /// The program of a command line in one string, split as a shell would: `"my engine" --level 3`.
    ///
    /// # Errors
    /// If a quote is not closed, or there is no word.
    pub fn parse(line: &str) -> Result<Launch, String> {
        match shlex::split(line) {
            Some(command) if !command.is_empty() => Ok(Launch { command, ..Launch::default() }),
            Some(_) => Err("the command is empty".to_owned()),
            None => Err(format!("a quote is not closed in the command {line}")),
        }
    }
}

impl fmt::Display for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command.join(" "))
    }
}

/// What comes from the child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line, without its end; what is no UTF-8 in it is replaced.
    Line(String),
    /// A line longer than anybody reads; nothing comes after it.
    TooLong,
    /// It closed its output, or ended: how, in words.
    Ended(String),
    /// Nothing came in time.
    Silence,
}

/// The running child. Dropping it kills its whole process group.
#[derive(Debug)]
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Event>,
    /// Lines taken from the reader before the child's end was noticed.
    kept: VecDeque<Event>,
    ended: Option<ExitStatus>,
}

impl Process {
    /// Starts the program.
    ///
    /// # Errors
    /// If it cannot be started, or the log cannot be opened.
    pub fn start(launch: &Launch) -> io::Result<Process> {
        let [program, arguments @ ..] = launch.command.as_slice() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"));
        };
        let stderr = match &launch.log {
            Some(path) => Stdio::from(File::options().create(true).append(true).open(path)?),
            None => Stdio::null(),
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        if let Some(directory) = &launch.directory {
            command.current_dir(directory);
        }
        group::detach(&mut command);
        let mut child = command.spawn()?;
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).insert(child.id());
        let stdin = child.stdin.take();
        let stdout = child.stdout.take();
        let (sender, lines) = sync_channel(WAITING_LINES);
        let process = Process { child, stdin, lines, kept: VecDeque::new(), ended: None };
        if let Some(stdin) = &process.stdin {
            group::never_block(stdin)?;
        }
        if let Some(stdout) = stdout {
            // The thread ends with the child's output, or when the receiver is dropped.
            thread::Builder::new().name("engine output".to_owned()).spawn(move || read(stdout, &sender))?;
        }
        Ok(process)
    }

    /// The process number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends text that ends with a line's end. Waits until `deadline` for a child that does not read.
    ///
    /// # Errors
    /// [`io::ErrorKind::TimedOut`] after the deadline, otherwise what the pipe says: the child has closed it.
    pub fn send(&mut self, text: &str, deadline: Instant) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut left = text.as_bytes();
        while !left.is_empty() {
            match stdin.write(left) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => left = &left[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if Instant::now() >= deadline {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                    thread::sleep(Duration::from_millis(1));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The next line, if it comes until `deadline`. The end of the child is noticed even where a grandchild keeps its
    /// output open.
    pub fn next(&mut self, deadline: Instant) -> Event {
        match self.kept.pop_front() {
            Some(Event::Ended(how)) if how.is_empty() => return Event::Ended(self.end_in_words()),
            Some(event) => return event,
            None => {}
        }
        loop {
            let now = Instant::now();
            let wait = deadline.saturating_duration_since(now).min(LOOK);
            match self.lines.recv_timeout(wait) {
                Ok(Event::Ended(_)) | Err(RecvTimeoutError::Disconnected) => {
                    return Event::Ended(self.end_in_words());
                }
                Ok(event) => return event,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.has_ended() {
                self.keep_last_words();
                return self.kept.pop_front().unwrap_or(Event::Silence);
            }
            if Instant::now() >= deadline {
                return Event::Silence;
            }
        }
    }

    /// What the child said before it ended is still to be heard, in front of its end. Its output may stay open in the
    /// hands of a grandchild.
    fn keep_last_words(&mut self) {
        let until = Instant::now() + LAST_WORDS;
        while self.kept.len() < WAITING_LINES {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Event::Ended(_)) | Err(_) => break,
                Ok(event) => self.kept.push_back(event),
            }
        }
        let end = Event::Ended(self.end_in_words());
        self.kept.push_back(end);
    }

    /// Throws away the lines that are there already, one filling of the channel at most.
    pub fn forget_pending(&mut self) {
        self.kept.retain(|event| !matches!(event, Event::Line(_)));
        for _ in 0..WAITING_LINES {
            match self.lines.try_recv() {
                Ok(Event::Line(_)) => {}
                Ok(event) => return self.kept.push_back(event),
                Err(_) => return,
            }
        }
    }

    fn has_ended(&mut self) -> bool {
        if self.ended.is_none() {
            self.ended = self.child.try_wait().unwrap_or(None);
        }
        self.ended.is_some()
    }

    /// How the child ended; it gets a moment, as its output is closed a little before.
    fn end_in_words(&mut self) -> String {
        let until = Instant::now() + GRACE;
        while !self.has_ended() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        match self.ended {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".to_owned(),
        }
    }

    /// Waits for the child to end by itself.
    pub fn ends_within(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        while !self.has_ended() {
            if Instant::now() >= until {
                return false;
            }
            // The output is read on, so that a last word does not keep the child.
            while self.lines.try_recv().is_ok() {}
            thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Closes the child's input, which is a request to end.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Kills the child and all that it has started, and waits for it.
    pub fn kill(&mut self) {
        // The group is killed even if its leader has ended: others may be left in it.
        group::kill(self.child.id());
        if self.ended.is_none() {
            let _ = self.child.kill();
            self.ended = self.child.wait().ok();
        }
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.child.id());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Reads lines until the output is closed, a line is too long, or nobody wants them.
fn read(stdout: impl Read, lines: &SyncSender<Event>) {
    let mut reader = BufReader::with_capacity(16 * 1024, stdout);
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let event = match (&mut reader).take(LONGEST_LINE as u64).read_until(b'\n', &mut buffer) {
            Ok(0) | Err(_) => Event::Ended(String::new()),
            Ok(_) if buffer.len() == LONGEST_LINE && buffer.last() != Some(&b'\n') => Event::TooLong,
            Ok(_) => {
                let end = buffer.iter().rposition(|byte| !b"\r\n".contains(byte)).map_or(0, |last| last + 1);
                Event::Line(String::from_utf8_lossy(&buffer[..end]).into_owned())
            }
        };
        let is_last = !matches!(event, Event::Line(_));
        if lines.send(event).is_err() || is_last {
            return;
        }
    }
}
