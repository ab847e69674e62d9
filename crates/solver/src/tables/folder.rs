//! The folder of a variant's tables: `DIR/kpe.skip-origin/48-ABCD-ab.grt`.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::file::{Damage, EXTENSION, Heading, TEMPORARY_PREFIX, TableFile};
use crate::game::{Layer, Solvable};

/// The file that says that somebody builds here.
const LOCK: &str = ".lock";

/// How long a lock is waited for: a process that was killed takes a moment to give back its memory, and then its locks.
const PATIENCE: Duration = Duration::from_secs(1);

/// Where the tables of one variant are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder<P: Solvable> {
    path: PathBuf,
    rules: P::Rules,
}

impl<P: Solvable> Folder<P> {
    /// The folder of the variant with these rules in `dir`, whether it is there or not.
    pub fn new(dir: &Path, rules: P::Rules) -> Folder<P> {
        Folder { path: dir.join(P::variant(rules).replace([':', '+'], ".")), rules }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The rules that its tables follow.
    pub fn rules(&self) -> P::Rules {
        self.rules
    }

    /// The file of a layer.
    pub fn file(&self, layer: P::Layer) -> PathBuf {
        self.path.join(format!("{}.{EXTENSION}", layer.name()))
    }

    /// Opens the table of a layer.
    ///
    /// # Errors
    /// [`Damage`] if it is not there, not sound or that of something else.
    pub fn open(&self, layer: P::Layer) -> Result<TableFile, Damage> {
        TableFile::open_as(&self.file(layer), &Heading::new::<P>(self.rules, layer))
    }

    /// The layers that have a file, by their order. A folder that is not there has none.
    ///
    /// # Errors
    /// [`Damage`] if the folder cannot be read.
    pub fn layers(&self) -> Result<Vec<P::Layer>, Damage> {
        let mut layers: Vec<P::Layer> = self
            .names()
            .map_err(|error| Damage::unreadable(&self.path, &error))?
            .iter()
            .filter_map(|name| P::Layer::parse(name.strip_suffix(EXTENSION)?.strip_suffix('.')?))
            .collect();
        layers.sort();
        Ok(layers)
    }

    /// Makes the folder if need be, keeps others from building in it, and removes what stopped work left behind.
    ///
    /// # Errors
    /// [`LockError`].
    pub fn lock(&self) -> Result<Lock<P>, LockError> {
        let refused = |error: io::Error| LockError::Refused(self.path.clone(), error.to_string());
        fs::create_dir_all(&self.path).map_err(refused)?;
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(self.path.join(LOCK))
            .map_err(refused)?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                    std::thread::sleep(PATIENCE / 20);
                }
                Err(TryLockError::WouldBlock) => return Err(LockError::Busy(self.path.clone())),
                Err(TryLockError::Error(error)) => return Err(refused(error)),
            }
        }
        for name in self.names().map_err(refused)?.iter().filter(|name| name.starts_with(TEMPORARY_PREFIX)) {
            fs::remove_file(self.path.join(name)).map_err(refused)?;
        }
        Ok(Lock { _file: file, game: PhantomData })
    }

    /// The names of all that is in the folder.
    fn names(&self) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }
}

/// While it lives, nobody else builds in the folder. The system takes it back when the process ends, however it ends.
#[derive(Debug)]
pub struct Lock<P> {
    _file: File,
    game: PhantomData<fn() -> P>,
}

/// The folder could not be locked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LockError {
    /// Somebody else builds here.
    Busy(PathBuf),
    /// The system refuses.
    Refused(PathBuf, String),
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LockError::Busy(path) => {
                write!(f, "{}: another program builds tables here; wait until it has ended", path.display())
            }
            LockError::Refused(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for LockError {}
