//! `grenier completions`: words that a shell completes.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::Arguments;
use crate::failure::Failure;
use crate::output::Output;

/// Print a script by which a shell completes commands and options.
///
/// It goes where the shell looks for it, as in the example for bash; zsh wants it as _grenier in a folder of $fpath, fish as
/// grenier.fish in ~/.config/fish/completions.
///
/// Example: grenier completions bash > ~/.local/share/bash-completion/completions/grenier
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell: bash, elvish, fish, powershell or zsh.
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut Arguments::command(), "grenier", &mut script);
        output.flush()?;
        Ok(std::io::stdout().write_all(&script)?)
    }
}
