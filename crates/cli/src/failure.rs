//! How a command fails: one line on the standard error, and the exit code.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// Why a command did not do what it was asked for.
#[derive(Debug)]
pub enum Failure {
    /// The data are wrong: exit code 1 after this line.
    Data(String),
    /// The command line is wrong in a way that its parser cannot see: exit code 2 after this line.
    Usage(String),
    /// Everything was said already: exit code 1.
    Told,
    /// The output could not be written.
    Output(io::Error),
}

impl Failure {
    /// Wrong data, told by anything that prints itself.
    pub fn data(reason: impl Display) -> Failure {
        Failure::Data(reason.to_string())
    }

    /// Prints the line, and gives the exit code. A reader that went away is no failure.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Data(reason) => {
                eprintln!("grenier: {reason}");
                ExitCode::from(1)
            }
            Failure::Usage(reason) => {
                eprintln!("grenier: {reason}");
                ExitCode::from(2)
            }
            Failure::Told => ExitCode::from(1),
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Output(error) => {
                eprintln!("grenier: the output could not be written: {error}");
                ExitCode::from(1)
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
