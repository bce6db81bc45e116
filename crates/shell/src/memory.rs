//! Checks whether the machine has the memory that an option requests.

use std::fs;

/// Converts MiB to bytes, at most what can be addressed.
pub fn bytes(mib: u64) -> usize {
    usize::try_from(mib.saturating_mul(1 << 20)).unwrap_or(usize::MAX)
}

/// Refuses more memory than the machine has; the error starts with the option's name.
pub fn check(option: &str, mib: u64) -> Result<(), String> {
    if let Some(there) = machine_mib()
        && mib > there
    {
        return Err(format!("{option} {mib} is too much: this machine has {there} MiB of memory"));
    }
    // There may be a limit for this process alone. Nothing is written to the memory, so this costs nothing.
    let mut trial: Vec<u8> = Vec::new();
    trial
        .try_reserve_exact(bytes(mib))
        .map_err(|_| format!("{option} {mib} is too much: the system does not give that many MiB of memory"))
}

/// The memory of the machine, or of the container that the program runs in; `None` if unknown.
fn machine_mib() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    // Without a limit the file contains "max".
    let limits = limits.iter().filter_map(|path| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok());
    Some(limits.map(|bytes| bytes >> 20).chain([kib >> 10]).min().unwrap_or_default())
}
