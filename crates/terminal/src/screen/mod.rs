//! x
pub fn run(_: crate::setup::Table, _: &std::sync::atomic::AtomicBool) -> Result<(), crate::Error> { Ok(()) }
