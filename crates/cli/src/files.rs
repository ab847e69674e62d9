//! Files of text that commands read, `-` being the standard input.

use std::io::{self, Read};
use std::path::Path;

use crate::failure::Failure;
use crate::report::printable;

/// The name of a file in messages.
pub fn name(path: &Path) -> String {
    if is_standard_input(path) { "standard input".to_owned() } else { printable(&path.to_string_lossy()) }
}

/// The text of a file, or why there is none.
pub fn read(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = if is_standard_input(path) {
        io::stdin().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(path).map(|content| bytes = content)
    };
    read.map_err(|error| error.to_string())?;
    text_of(bytes)
}

/// Refuses the file of an option that cannot be written, before anything is done for it.
pub fn check_target(option: &str, path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let reason = match folder {
        Some(folder) if !folder.is_dir() => format!("there is no directory {}", folder.display()),
        _ if path.is_dir() => "this is a directory, not a file".to_owned(),
        _ => return Ok(()),
    };
    Err(Failure::Data(format!("{option} {}: {reason}", path.display())))
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The text of a file, or why it is none. Bytes that are no UTF-8 become U+FFFD, which readers look for, so that one bad
/// line does not cost the others.
fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    if bytes.contains(&0) {
        return Err("this is a binary file, not text".to_owned());
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}
