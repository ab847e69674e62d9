//! A line on the terminal that shows how far a search has got. In a pipe there is none.

use indicatif::{ProgressBar, ProgressStyle};

/// The line; it draws on the standard error, and only if that is a terminal.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// An empty line.
    pub fn start() -> Progress {
        let style =
            ProgressStyle::with_template("{wide_msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
        Progress { bar: ProgressBar::new_spinner().with_style(style) }
    }

    /// An empty table of several lines.
    pub fn start_table() -> Progress {
        let style =
            ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
        Progress { bar: ProgressBar::new_spinner().with_style(style) }
    }

    /// Does anybody see it?
    pub fn is_shown(&self) -> bool {
        !self.bar.is_hidden()
    }

    /// Shows what `message` makes, which is not called if nobody sees it.
    pub fn show(&self, message: impl FnOnce() -> String) {
        if self.is_shown() {
            self.bar.set_message(message());
        }
    }

    /// Takes the line away while `print` writes to the terminal, and gives what that gives.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Takes the line away.
    pub fn end(self) {
        self.bar.finish_and_clear();
    }
}
