//! Records in files: one that is written after every move, and those saved on demand.
//!
//! A file is always written whole: beside its place first, then put there in one step, so that what was there stays until
//! the new text is safe on the disk.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use grenier_engine::{AnyGame, Heading, Imported, Variant, entries};
use tempfile::NamedTempFile;

use crate::model::Model;
use crate::setup::printable;
use crate::texts::Texts;

/// The record of the game under way, in a file that may hold earlier games too.
///
/// A game in the file is continued if it is the last one, not finished, of the same variant, and begins as the one asked
/// for, where a position or moves are asked for. Otherwise the new game comes behind what is there. Nothing in the file
/// is ever lost: a continued game whose text has more than tags of players and moves (comments, for instance) is kept as
/// it is, and the continued one comes behind it.
pub struct Journal {
    path: PathBuf,
    /// The text before this game's record.
    before: String,
}

impl Journal {
    /// Opens the file for `game`; `is_set_up` if it has a position or moves of its own. The second part is the game to
    /// continue.
    ///
    /// # Errors
    /// One line if the file cannot be read, or holds something that is no record.
    pub fn open(
        path: &Path,
        game: &AnyGame,
        is_set_up: bool,
        texts: Texts,
    ) -> Result<(Journal, Option<AnyGame>), String> {
        let wrong = |reason: &str| format!("{}: {reason}", path.display());
        text_of(path, game, &Heading::default(), texts).map_err(|reason| wrong(&reason))?;
        let journal = |before: &str| Journal { path: path.to_owned(), before: before.to_owned() };
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((journal(""), None)),
            read => read.map_err(|error| wrong(&error.to_string()))?,
        };
        if text.trim().is_empty() {
            return Ok((journal(""), None));
        }
        let (line, last) = last_game(&text, game, path)?;
        let Some(last) = last.filter(|last| continues(&last.game, game, is_set_up)) else {
            return Ok((journal(&text), None));
        };
        let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let (before, own) = text.split_at(start);
        let names = ["White", "Black"].into_iter().zip(last.players);
        let tags = names.filter_map(|(tag, name)| Some((tag.to_owned(), name?))).collect();
        let known = text_of(path, &last.game, &Heading { tags, result: None }, texts)?;
        let is_known = known.split_whitespace().eq(own.trim_start_matches('\u{feff}').split_whitespace());
        Ok((journal(if is_known { before } else { &text }), Some(last.game)))
    }

    /// Writes the game as it stands.
    ///
    /// # Errors
    /// One line if that fails; the file is then as it was.
    pub fn write(&self, model: &mut Model, texts: Texts) -> Result<(), String> {
        let wrong = |reason: &str| texts.not_saved(&self.path.display().to_string(), reason);
        let text = self.text(model, texts).map_err(|reason| wrong(&reason))?;
        replace(&self.path, &text).map_err(|error| wrong(&error.to_string()))?;
        model.mark_saved();
        Ok(())
    }

    /// Goes on to another game: this one stays in the file.
    ///
    /// # Errors
    /// One line if the game cannot be written.
    pub fn turn_page(&mut self, model: &Model, texts: Texts) -> Result<(), String> {
        if model.game().ply() > 0 {
            self.before = self.text(model, texts)?;
        }
        Ok(())
    }

    fn text(&self, model: &Model, texts: Texts) -> Result<String, String> {
        let own = text_of(&self.path, model.game(), &model.heading(), texts)?;
        let gap = match self.before.as_str() {
            "" => "",
            before if before.ends_with("\n\n") => "",
            before if before.ends_with('\n') => "\n",
            _ => "\n\n",
        };
        Ok(format!("{}{gap}{own}", self.before))
    }
}

/// The last record of a file and the line where it begins; no game if it is finished or of another variant.
fn last_game(text: &str, game: &AnyGame, path: &Path) -> Result<(usize, Option<Imported>), String> {
    let known = Variant::parse(&game.variant()).ok();
    let wrong =
        |line: usize, column: usize, reason: &str| format!("{}:{line}:{column}: {reason}", path.display());
    let mut last = None;
    for entry in entries(text, known.as_ref()) {
        let entry = entry.map_err(|error| wrong(error.line, error.column, &error.reason))?;
        if !entry.is_record() {
            return Err(wrong(entry.line, 1, "this is no game record: name another file to record in"));
        }
        last = Some(entry);
    }
    let entry = last.ok_or_else(|| wrong(1, 1, "this is no game record: name another file to record in"))?;
    let imported = AnyGame::import(&entry).map_err(|error| wrong(error.line, error.column, &error.reason))?;
    if let Some(error) = &imported.error {
        return Err(wrong(error.line, error.column, &error.reason));
    }
    let is_open = !imported.game.is_over() && text.trim_end().ends_with('*');
    let is_same = imported.game.variant() == game.variant();
    Ok((entry.line, (is_open && is_same).then_some(imported)))
}

/// Does `old` begin as `asked`, if anything is asked?
fn continues(old: &AnyGame, asked: &AnyGame, is_set_up: bool) -> bool {
    !is_set_up || old.beginning() == asked.beginning() && old.moves().starts_with(&asked.moves())
}

/// The record of `game` in the form that the file's ending names.
fn text_of(path: &Path, game: &AnyGame, heading: &Heading, texts: Texts) -> Result<String, String> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let wanted = ending.filter(|ending| ending == "ogn").unwrap_or_else(|| "pgn".to_owned());
    let written = game.records(heading).into_iter().find(|written| written.format == wanted);
    written.map(|written| written.text).ok_or_else(|| texts.no_such_form(&wanted))
}

/// What became of saving.
#[derive(Debug, PartialEq, Eq)]
pub enum Saved {
    /// The file is written.
    Done,
    /// A file of this name is there, and nothing was done.
    Exists,
}

/// Saves the game in a file of its own; one that is there is replaced only if `may_replace`.
///
/// # Errors
/// One line if that fails; a file of this name is then as it was.
pub fn save(path: &Path, model: &mut Model, may_replace: bool, texts: Texts) -> Result<Saved, String> {
    let wrong = |reason: &str| texts.not_saved(&shown(path), reason);
    let text = text_of(path, model.game(), &model.heading(), texts).map_err(|reason| wrong(&reason))?;
    let written = if may_replace { replace(path, &text) } else { create(path, &text) };
    match written {
        Ok(()) => {
            model.mark_saved();
            Ok(Saved::Done)
        }
        Err(error) if !may_replace && error.kind() == io::ErrorKind::AlreadyExists => Ok(Saved::Exists),
        Err(error) => Err(wrong(&error.to_string())),
    }
}

/// A path as it can be shown.
pub fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.contains(char::is_control) { printable(&text) } else { text.into_owned() }
}

/// The path that is meant by a name typed here, where no shell has replaced the `~` of the home folder.
pub fn path_named(name: &str) -> PathBuf {
    let name = name.trim();
    match (name.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => PathBuf::from(name),
    }
}

fn create(path: &Path, text: &str) -> io::Result<()> {
    check_file(path)?;
    if path.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    beside(path, text, None)?.persist_noclobber(path).map_err(|error| error.error)?;
    Ok(())
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A link stays a link, and what it leads to is written.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    check_file(&target)?;
    let permissions = match fs::metadata(&target) {
        Ok(there) if there.permissions().readonly() => return Err(io::ErrorKind::PermissionDenied.into()),
        Ok(there) => Some(there.permissions()),
        Err(_) => None,
    };
    beside(&target, text, permissions)?.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// Refuses what is there and cannot be replaced: folders, devices.
fn check_file(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::Error::other("this is a folder, not a file")),
        Ok(there) if !there.is_file() => Err(io::Error::other("this is no ordinary file")),
        _ => Ok(()),
    }
}

/// A file with this text in the folder of `path`, safe on the disk.
fn beside(path: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(io::Error::other(format!("there is no folder {}", shown(folder))));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".grenier-").suffix(".tmp");
    #[cfg(unix)]
    let usual = <Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(usual);
    let mut file = builder.tempfile_in(folder).map_err(bare)?;
    file.write_all(text.as_bytes()).map_err(bare)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

/// The system's error without the name of the file beside, which nobody has asked for.
fn bare(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(_) => error,
        None => error.kind().into(),
    }
}

#[cfg(test)]
mod tests;
