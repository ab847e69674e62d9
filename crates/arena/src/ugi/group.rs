//! What a child process needs of the operating system: a group of its own that can be killed as a whole.

use std::io;
use std::process::{ChildStdin, Command};

/// The child gets a process group of its own: Ctrl-C on our terminal does not reach it, and [`kill`] reaches all that
/// it starts.
#[cfg(unix)]
pub fn detach(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Kills the group that the child `id` leads.
#[cfg(unix)]
pub fn kill(id: u32) {
    let id = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(id) = id {
        // There is nobody to tell if the group is gone already.
        let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
    }
}

/// Writing to a child that does not read fails with [`io::ErrorKind::WouldBlock`] from now on, instead of waiting.
#[cfg(unix)]
pub fn never_block(stdin: &ChildStdin) -> io::Result<()> {
    let flags = rustix::fs::fcntl_getfl(stdin)?;
    Ok(rustix::fs::fcntl_setfl(stdin, flags | rustix::fs::OFlags::NONBLOCK)?)
}

/// Elsewhere only the child itself is killed, by its owner.
#[cfg(not(unix))]
pub fn detach(_: &mut Command) {}

/// See [`detach`].
#[cfg(not(unix))]
pub fn kill(_: u32) {}

/// Elsewhere writing waits.
#[cfg(not(unix))]
pub fn never_block(_: &ChildStdin) -> io::Result<()> {
    Ok(())
}
