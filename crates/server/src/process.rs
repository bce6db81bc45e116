//! Resource usage of this process.

/// CPU seconds used so far, if the system reports them.
#[must_use]
pub fn cpu_seconds() -> Option<f64> {
    #[cfg(unix)]
    {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Some(used.tv_sec as f64 + used.tv_nsec as f64 / 1e9)
    }
    #[cfg(not(unix))]
    None
}
