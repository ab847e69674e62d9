//! `grenier man`: the manual.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_mangen::{Man as Page, generate_to};

use crate::Arguments;
use crate::failure::Failure;
use crate::output::Output;

/// Print the manual page, or write one for every command.
///
/// Example: grenier man | man -l -
#[derive(Debug, Args)]
pub struct Man {
    /// Write grenier.1 and a page for every command into this folder, which is made if it is not there.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Man {
    /// Prints or writes it.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let command = Arguments::command();
        let Some(dir) = self.dir else {
            let mut page = Vec::new();
            Page::new(command).render(&mut page)?;
            output.flush()?;
            return Ok(std::io::stdout().write_all(&page)?);
        };
        let failed = |error| Failure::Data(format!("--dir {}: {error}", dir.display()));
        std::fs::create_dir_all(&dir).map_err(failed)?;
        generate_to(command, &dir).map_err(failed)
    }
}
