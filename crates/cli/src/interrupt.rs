//! What happens when the user interrupts the program, or the system wants it to end.

use crate::failure::Failure;
use std::{
    collections::BTreeSet,
    fs,
    path::PathBuf,
    process,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// The exit status of a program that was interrupted, by the custom of shells.
const INTERRUPTED: i32 = 130;

/// Files that must not stay when the program is interrupted.
static TEMPORARY_FILES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
/// Set instead of ending the program, once a command asked for it.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Changes the list of temporary files, and perhaps the files themselves: no interruption comes in between.
/// From the first call on they are removed when the program is interrupted.
pub(crate) fn with_temporary_files<T>(change: impl FnOnce(&mut BTreeSet<PathBuf>) -> T) -> T {
    // Where signals cannot be caught, or a command catches them already, the files are as safe as they can
    // be.
    let _ = handle();
    change(&mut TEMPORARY_FILES.lock().unwrap_or_else(PoisonError::into_inner))
}

/// For commands that end well by themselves: set when they should.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    let stop = STOP.get_or_init(Arc::default);
    handle()?;
    Ok(Arc::clone(stop))
}

fn handle() -> Result<(), Failure> {
    static HANDLED: OnceLock<Result<(), String>> = OnceLock::new();
    let handled = HANDLED.get_or_init(|| ctrlc::set_handler(on_interrupt).map_err(|error| error.to_string()));
    handled.clone().map_err(Failure::Other)
}

#[expect(clippy::exit, reason = "an interrupted program ends, wherever it is")]
fn on_interrupt() {
    if let Some(stop) = STOP.get() {
        stop.store(true, Ordering::Relaxed);
        return;
    }
    // Held to the end, so that no other temporary file is made meanwhile.
    let files = TEMPORARY_FILES.lock().unwrap_or_else(PoisonError::into_inner);
    for file in files.iter() {
        let _ = fs::remove_file(file);
    }
    process::exit(INTERRUPTED);
}
