//! Requests from outside that the program shall end, told from Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the system has asked the program to end.
pub struct Signals {
    is_asked: Arc<AtomicBool>,
}

impl Signals {
    /// Listens from now on. Where that cannot be done only the flag of [`run`](crate::run) ends the program.
    pub fn listen() -> Signals {
        let is_asked = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
            let _ = signal_hook::flag::register(signal, Arc::clone(&is_asked));
        }
        #[cfg(not(unix))]
        let _ = signal_hook::flag::register(signal_hook::consts::SIGTERM, Arc::clone(&is_asked));
        Signals { is_asked }
    }

    /// Shall the program end?
    pub fn end(&self) -> bool {
        self.is_asked.load(Ordering::Relaxed)
    }
}
