//! The files of a long run that must survive being killed: `NAME.toml`, what was asked for, and `NAME.jsonl`, what came of
//! it, a JSON object a line as it comes.
//!
//! The lines are the state: a run that is killed at any point loses what was under way and nothing else. A last line that
//! was cut off is dropped when the run is resumed. Who runs holds a lock. What the lines mean is their owner's business.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Time after which what was written is sent to the disk: a killed process loses nothing, a power cut this much.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The open files of a run.
#[derive(Debug)]
pub struct Ledger {
    name: PathBuf,
    file: File,
    synced: Instant,
}

/// A whole line, and its number from 1.
pub type Line = (usize, Vec<u8>);

impl Ledger {
    /// Begins a run: writes what was asked for and an empty list of lines. `others` are the endings of more files that the
    /// run will write.
    ///
    /// # Errors
    /// One line if files of this name are there already or cannot be written.
    pub fn create(name: &Path, config: &impl Serialize, others: &[&str]) -> Result<Ledger, String> {
        let path = with_ending(name, "jsonl");
        let others = ["toml"].iter().chain(others).map(|ending| with_ending(name, ending));
        // Somebody's own file of that name, such as the one that describes the tournament, is not overwritten.
        if !path.exists()
            && let Some(other) = others.into_iter().find(|other| other.exists())
        {
            return Err(format!("{} is there already: choose another --out", other.display()));
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| told(folder, &error))?;
        }
        let file =
            OpenOptions::new().read(true).append(true).create_new(true).open(&path).map_err(|error| {
                match error.kind() {
                    std::io::ErrorKind::AlreadyExists => format!(
                        "{} is there already: resume it with --resume {}, or choose another --out",
                        path.display(),
                        name.display()
                    ),
                    _ => told(&path, &error),
                }
            })?;
        let ledger = Ledger { name: name.to_owned(), file, synced: Instant::now() };
        ledger.lock()?;
        let text = toml::to_string_pretty(config).map_err(|error| error.to_string());
        let written = text.and_then(|text| write_whole(&with_ending(name, "toml"), text.as_bytes()));
        if let Err(reason) = written {
            // Without a configuration it could be neither resumed nor begun again.
            let _ = std::fs::remove_file(&path);
            return Err(reason);
        }
        Ok(ledger)
    }

    /// Opens the files of a run that was broken off: what was asked for, and the lines, of which an unfinished last one is
    /// cut off.
    ///
    /// # Errors
    /// One line if files are missing or damaged, or if the run goes on in another process.
    pub fn resume<C: DeserializeOwned>(name: &Path) -> Result<(Ledger, C, Vec<Line>), String> {
        let (config_path, path) = (with_ending(name, "toml"), with_ending(name, "jsonl"));
        let text = std::fs::read_to_string(&config_path).map_err(|error| told(&config_path, &error))?;
        let config = read_toml(&config_path, &text)?;
        let file = OpenOptions::new().read(true).append(true).open(&path);
        let mut ledger = Ledger {
            name: name.to_owned(),
            file: file.map_err(|error| told(&path, &error))?,
            synced: Instant::now(),
        };
        ledger.lock()?;
        let lines = ledger.read()?;
        Ok((ledger, config, lines))
    }

    fn lock(&self) -> Result<(), String> {
        match self.file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => {
                Err(format!("{} is in use: it is running already", self.path("jsonl").display()))
            }
            Err(TryLockError::Error(error)) => Err(told(&self.path("jsonl"), &error)),
        }
    }

    fn read(&mut self) -> Result<Vec<Line>, String> {
        let path = self.path("jsonl");
        let mut bytes = Vec::new();
        self.file.read_to_end(&mut bytes).map_err(|error| told(&path, &error))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        if whole < bytes.len() {
            self.file.set_len(whole as u64).map_err(|error| told(&path, &error))?;
            self.file.seek(SeekFrom::End(0)).map_err(|error| told(&path, &error))?;
        }
        let lines = (1..).zip(bytes[..whole].split(|&byte| byte == b'\n'));
        Ok(lines.filter(|(_, line)| !line.is_empty()).map(|(number, line)| (number, line.to_vec())).collect())
    }

    /// Adds a line.
    ///
    /// # Errors
    /// One line if it cannot be written.
    pub fn append(&mut self, object: &impl Serialize) -> Result<(), String> {
        let mut line = serde_json::to_vec(object).map_err(|error| error.to_string())?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(|error| told(&self.path("jsonl"), &error))?;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.sync()?;
        }
        Ok(())
    }

    /// Sends what was written to the disk.
    ///
    /// # Errors
    /// One line if that fails.
    pub fn sync(&mut self) -> Result<(), String> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|error| told(&self.path("jsonl"), &error))
    }

    /// The path of one of the run's files.
    pub fn path(&self, ending: &str) -> PathBuf {
        with_ending(&self.name, ending)
    }
}

/// Reads a configuration in TOML.
pub(crate) fn read_toml<C: DeserializeOwned>(path: &Path, text: &str) -> Result<C, String> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        format!("{}:{line}: {}", path.display(), error.message().replace('\n', " "))
    })
}

/// Writes a file under another name, and gives it its own once it is whole.
///
/// # Errors
/// One line if it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(|error| told(folder, &error))?;
    file.write_all(bytes).map_err(|error| told(path, &error))?;
    file.as_file().sync_data().map_err(|error| told(path, &error))?;
    file.persist(path).map_err(|error| told(path, &error.error))?;
    Ok(())
}

/// `name` with a dot and `ending` behind it, whatever dots it has.
fn with_ending(name: &Path, ending: &str) -> PathBuf {
    let mut path = name.as_os_str().to_owned();
    path.push(".");
    path.push(ending);
    PathBuf::from(path)
}

fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
