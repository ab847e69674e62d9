//! Files of text that commands read, `-` being the standard input.

use std::io::{self, Read};
use std::path::Path;

/// The name of a file in messages.
pub fn name(path: &Path) -> String {
    if is_standard_input(path) { "standard input".to_owned() } else { path.display().to_string() }
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

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    if bytes.contains(&0) {
        return Err("this is a binary file, not text".to_owned());
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        format!("line {line} is not UTF-8 text")
    })
}
