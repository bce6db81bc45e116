//! Handling of interruption by the user and of termination signals.

use crate::failure::Failure;
use std::{
    collections::BTreeSet,
    fs, io,
    path::PathBuf,
    process,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};
use tokio::runtime::Builder;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlC, CtrlClose, CtrlShutdown, ctrl_c, ctrl_close, ctrl_shutdown};

/// The exit status of an interrupted program, by convention of the shell.
const INTERRUPTED: i32 = 130;

/// Files to remove if the program is interrupted.
static TEMPORARY_FILES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
/// Set instead of ending the program, once a command has requested it.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Changes the list of temporary files, and possibly the files themselves, without being interrupted. From
/// the first call on, the listed files are removed when the program is interrupted.
pub fn with_temporary_files<T>(change: impl FnOnce(&mut BTreeSet<PathBuf>) -> T) -> T {
    // If signals cannot be caught, or a command catches them already, nothing more can be done.
    let _ = handle();
    change(&mut TEMPORARY_FILES.lock().unwrap_or_else(PoisonError::into_inner))
}

/// A flag that is set on interruption, for commands that shut down cleanly by themselves.
pub fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    let stop = STOP.get_or_init(Arc::default);
    handle()?;
    Ok(Arc::clone(stop))
}

fn handle() -> Result<(), Failure> {
    static HANDLED: OnceLock<Result<(), String>> = OnceLock::new();
    let handled = HANDLED.get_or_init(|| watch().map_err(|error| error.to_string()));
    handled.clone().map_err(Failure::Other)
}

/// Calls [`on_interrupt`] on Ctrl-C and on signals that end the program, in a thread of its own. The signals
/// are caught once this returns.
fn watch() -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let mut signals = {
        let _context = runtime.enter();
        Signals::new()?
    };
    let wait = move || {
        loop {
            runtime.block_on(signals.next());
            on_interrupt();
        }
    };
    thread::Builder::new().name("interrupt".to_owned()).spawn(wait).map(drop)
}

#[cfg(unix)]
struct Signals([Signal; 3]);

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Signals> {
        let ending = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
        let [interrupt, terminate, hangup] = ending.map(signal);
        Ok(Signals([interrupt?, terminate?, hangup?]))
    }

    async fn next(&mut self) {
        let [interrupt, terminate, hangup] = &mut self.0;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    }
}

#[cfg(windows)]
struct Signals(CtrlC, CtrlClose, CtrlShutdown);

#[cfg(windows)]
impl Signals {
    fn new() -> io::Result<Signals> {
        Ok(Signals(ctrl_c()?, ctrl_close()?, ctrl_shutdown()?))
    }

    async fn next(&mut self) {
        let Signals(interrupt, close, shutdown) = self;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = close.recv() => {}
            _ = shutdown.recv() => {}
        }
    }
}

#[expect(clippy::exit, reason = "an interrupted program ends, wherever it is")]
fn on_interrupt() {
    if let Some(stop) = STOP.get() {
        stop.store(true, Ordering::Relaxed);
        return;
    }
    // Held to the end, so that no other temporary file is created in the meantime.
    let files = TEMPORARY_FILES.lock().unwrap_or_else(PoisonError::into_inner);
    for file in files.iter() {
        let _ = fs::remove_file(file);
    }
    process::exit(INTERRUPTED);
}
