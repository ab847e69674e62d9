//! The files of a match: what was asked for, every game, and the records.
//!
//! | file | holds |
//! | --- | --- |
//! | `NAME.toml` | the effective configuration |
//! | `NAME.jsonl` | the journal: every finished game on a line, in the order in which they ended |
//! | `NAME.pgn` | the records, in the order of rounds |
//! | `NAME.ogn` | the same in Aualé's notation, for Awalé |
//!
//! The journal is the state: a match that is killed at any point loses the games under way and nothing else. A last line
//! that was cut off is dropped when the match is resumed; records are then written anew from the journal.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fxhash::FxHashSet;

use crate::config::Config;
use crate::played::Played;

/// Time after which what was written is sent to the disk: a killed process loses nothing, a power cut this much.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The endings of a match's files beside the journal.
const ENDINGS: [&str; 3] = ["toml", "pgn", "ogn"];

/// The open journal of a running match.
#[derive(Debug)]
pub struct Journal {
    name: PathBuf,
    file: File,
    synced: Instant,
}

impl Journal {
    /// Begins a match: writes the configuration and an empty journal.
    ///
    /// # Errors
    /// One line if files of this name are there already or cannot be written.
    pub fn create(name: &Path, config: &Config) -> Result<Journal, String> {
        let path = with_ending(name, "jsonl");
        let others = ENDINGS.map(|ending| with_ending(name, ending));
        // Somebody's own file of that name, such as the one that describes the tournament, is not overwritten.
        if !path.exists()
            && let Some(other) = others.iter().find(|other| other.exists())
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
        let journal = Journal { name: name.to_owned(), file, synced: Instant::now() };
        journal.lock()?;
        let text = toml::to_string_pretty(config).map_err(|error| error.to_string());
        let written = text.and_then(|text| write_whole(&with_ending(name, "toml"), text.as_bytes()));
        if let Err(reason) = written {
            // Without a configuration it could be neither resumed nor begun again.
            let _ = std::fs::remove_file(&path);
            return Err(reason);
        }
        Ok(journal)
    }

    /// Opens the journal of a match that was broken off: its configuration, and the games that are finished.
    ///
    /// # Errors
    /// One line if files are missing or damaged, or if the match is running.
    pub fn resume(name: &Path) -> Result<(Journal, Config, Vec<Played>), String> {
        let (config_path, path) = (with_ending(name, "toml"), with_ending(name, "jsonl"));
        let text = std::fs::read_to_string(&config_path).map_err(|error| told(&config_path, &error))?;
        let config = read_config(&config_path, &text)?;
        let file = OpenOptions::new().read(true).append(true).open(&path);
        let mut journal = Journal {
            name: name.to_owned(),
            file: file.map_err(|error| told(&path, &error))?,
            synced: Instant::now(),
        };
        journal.lock()?;
        let played = journal.read(&path)?;
        Ok((journal, config, played))
    }

    fn lock(&self) -> Result<(), String> {
        match self.file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => {
                Err(format!("{} is in use: this match is running already", self.path("jsonl").display()))
            }
            Err(TryLockError::Error(error)) => Err(told(&self.path("jsonl"), &error)),
        }
    }

    /// Reads the games, and cuts off a last line that was not finished.
    fn read(&mut self, path: &Path) -> Result<Vec<Played>, String> {
        let mut bytes = Vec::new();
        self.file.read_to_end(&mut bytes).map_err(|error| told(path, &error))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        if whole < bytes.len() {
            self.file.set_len(whole as u64).map_err(|error| told(path, &error))?;
            self.file.seek(SeekFrom::End(0)).map_err(|error| told(path, &error))?;
        }
        let mut played: Vec<Played> = Vec::new();
        let mut numbers = FxHashSet::default();
        for (number, line) in (1..).zip(bytes[..whole].split(|&byte| byte == b'\n')) {
            if line.is_empty() {
                continue;
            }
            let game: Played = serde_json::from_slice(line)
                .map_err(|error| format!("{}:{number}: a damaged game: {error}", path.display()))?;
            if !numbers.insert(game.pairing.number) {
                return Err(format!(
                    "{}:{number}: game {} is there twice",
                    path.display(),
                    game.pairing.number
                ));
            }
            played.push(game);
        }
        Ok(played)
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// One line if it cannot be written.
    pub fn append(&mut self, played: &Played) -> Result<(), String> {
        let mut line = serde_json::to_vec(played).map_err(|error| error.to_string())?;
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

    /// The path of one of the match's files.
    pub fn path(&self, ending: &str) -> PathBuf {
        with_ending(&self.name, ending)
    }
}

/// Reads a configuration in TOML, or in JSON if the file's name says so.
///
/// # Errors
/// One line with the file and what is wrong.
pub fn read_config(path: &Path, text: &str) -> Result<Config, String> {
    let name = path.display();
    if path.extension().is_some_and(|ending| ending == "json") {
        return serde_json::from_str(text).map_err(|error| format!("{name}: {error}"));
    }
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        format!("{name}:{line}: {}", error.message().replace('\n', " "))
    })
}

/// Writes a file under another name, and gives it its own once it is whole.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(|error| told(folder, &error))?;
    file.write_all(bytes).map_err(|error| told(path, &error))?;
    file.as_file().sync_data().map_err(|error| told(path, &error))?;
    file.persist(path).map_err(|error| told(path, &error.error))?;
    Ok(())
}

/// `name` with a dot and `ending` behind it, whatever dots it has.
pub(crate) fn with_ending(name: &Path, ending: &str) -> PathBuf {
    let mut path = name.as_os_str().to_owned();
    path.push(".");
    path.push(ending);
    PathBuf::from(path)
}

fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
