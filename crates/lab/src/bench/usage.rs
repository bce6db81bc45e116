//! What a process has used so far, by Linux's `/proc` and by `perf`.

use ludoteca_shell::Failure;
use serde::Serialize;
use std::{
    fs,
    process::{Child, Command, Stdio},
    time::Duration,
};

/// System calls that write, and others that a move may need.
const WRITES: [&str; 5] = ["write", "writev", "pwrite64", "sendto", "sendmsg"];
const OTHERS: [&str; 7] = ["read", "recvfrom", "pread64", "fdatasync", "futex", "epoll_wait", "fcntl"];
/// The length of a tick of `/proc/PID/stat` in microseconds: 100 a second on every platform.
const TICK: f64 = 10_000.0;

/// Processor time in microseconds, and counts.
#[derive(Clone, Copy, Default)]
pub(super) struct Usage {
    user: f64,
    system: f64,
    switches: f64,
}

impl Usage {
    /// `None` where the system does not say.
    pub(super) fn of(pid: u32) -> Option<Usage> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The second field is the name in brackets, which may contain spaces.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let time = |field: usize| Some(fields.get(field)?.parse::<f64>().ok()? * TICK);
        let mut switches = 0.0;
        for task in fs::read_dir(format!("/proc/{pid}/task")).ok()? {
            let status = fs::read_to_string(task.ok()?.path().join("status")).unwrap_or_default();
            let counts = status.lines().filter(|line| line.contains("ctxt_switches"));
            switches += counts.filter_map(|line| line.rsplit('\t').next()?.parse::<f64>().ok()).sum::<f64>();
        }
        Some(Usage { user: time(11)?, system: time(12)?, switches })
    }
}

/// What a server needs for a move.
#[derive(Serialize)]
pub(super) struct Cost {
    user_us: f64,
    system_us: f64,
    context_switches: f64,
    /// Calls of `write`, `writev`, `pwrite64`, `sendto` and `sendmsg`, if they were counted.
    write_calls: Option<f64>,
    /// Every counted call by its name.
    calls: Vec<(String, f64)>,
}

impl Cost {
    pub(super) fn new(before: Usage, after: Usage, calls: Vec<(String, f64)>, moves: usize) -> Cost {
        let moves = moves.max(1) as f64;
        let calls: Vec<(String, f64)> =
            calls.into_iter().map(|(name, count)| (name, count / moves)).collect();
        let writes = calls.iter().filter(|(name, _)| WRITES.contains(&name.as_str()));
        Cost {
            user_us: (after.user - before.user) / moves,
            system_us: (after.system - before.system) / moves,
            context_switches: (after.switches - before.switches) / moves,
            write_calls: (!calls.is_empty()).then(|| writes.map(|(_, count)| count).sum()),
            calls,
        }
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!(
            "the server for a move: {:.1} µs ({:.1} user, {:.1} system), {:.2} context switches",
            self.user_us + self.system_us,
            self.user_us,
            self.system_us,
            self.context_switches
        );
        if let Some(writes) = self.write_calls {
            let calls = self.calls.iter().filter(|(_, count)| *count >= 0.005);
            let calls: Vec<String> = calls.map(|(name, count)| format!("{name} {count:.2}")).collect();
            text.push_str(&format!(
                ", {writes:.2} write calls\nsystem calls for a move: {}",
                calls.join(", ")
            ));
        }
        text + "\n"
    }
}

/// `perf stat`, which counts system calls without slowing them down noticeably.
pub(super) struct CallCounter(Child);

impl CallCounter {
    /// Counts for this time.
    pub(super) fn start(pid: u32, length: Duration) -> Result<CallCounter, Failure> {
        let events: Vec<String> =
            WRITES.iter().chain(&OTHERS).map(|call| format!("syscalls:sys_enter_{call}")).collect();
        let child = Command::new("perf")
            .args(["stat", "-x", ",", "-e", &events.join(","), "-p", &pid.to_string()])
            .args(["sleep", &length.as_secs_f64().to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        let needed = "system calls are counted by Linux's `perf`, as root";
        child.map(CallCounter).map_err(|error| Failure::Other(format!("perf: {error}; {needed}")))
    }

    /// Waits until the time is over, and returns the count of each call.
    pub(super) fn counts(self) -> Result<Vec<(String, f64)>, Failure> {
        let output = self.0.wait_with_output().map_err(Failure::other)?;
        let text = String::from_utf8_lossy(&output.stderr);
        let count = |line: &str| {
            let mut fields = line.split(',');
            let count = fields.next()?.parse().ok()?;
            Some((fields.find_map(|field| field.strip_prefix("syscalls:sys_enter_"))?.to_owned(), count))
        };
        let counts: Vec<(String, f64)> = text.lines().filter_map(count).collect();
        if counts.is_empty() { Err(Failure::Other(format!("perf: {text}"))) } else { Ok(counts) }
    }
}
