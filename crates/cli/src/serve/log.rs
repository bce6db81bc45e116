//! The server's log, which never blocks the server: lines go through a queue to a thread that writes them. If
//! standard error is not read for so long that the queue is full, lines are dropped and counted, and the
//! count is written before the next line.

use std::{
    io::{self, Write},
    sync::{Arc, OnceLock},
};
use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::fmt::{
    format::Writer,
    time::{FormatTime, SystemTime},
};

/// The capacity of the queue, in lines.
const WAITING: usize = 4096;

/// The format of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Text,
    Json,
}

/// A writer that never blocks. Lines are written while the guard lives, and for a moment after it was
/// dropped.
pub(super) fn without_waiting(
    out: impl Write + Send + Sync + 'static,
    form: Form,
) -> (NonBlocking, WorkerGuard) {
    with_room_for(WAITING, out, form)
}

fn with_room_for(
    lines: usize,
    out: impl Write + Send + Sync + 'static,
    form: Form,
) -> (NonBlocking, WorkerGuard) {
    let dropped = Arc::new(OnceLock::new());
    let counted = Counted { out, form, dropped: Arc::clone(&dropped), reported: 0 };
    let builder = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(lines).thread_name("log");
    let (writer, guard) = builder.finish(counted);
    let _ = dropped.set(writer.error_counter());
    (writer, guard)
}

/// Reports dropped lines before the next one is written.
struct Counted<W> {
    out: W,
    form: Form,
    dropped: Arc<OnceLock<ErrorCounter>>,
    reported: usize,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let dropped = self.dropped.get().map_or(0, ErrorCounter::dropped_lines);
        if dropped > self.reported {
            let report = report(dropped - self.reported, self.form);
            self.reported = dropped;
            self.out.write_all(report.as_bytes())?;
        }
        self.out.write(line)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn report(count: usize, form: Form) -> String {
    let mut time = String::new();
    // Writing to a string cannot fail.
    let _ = SystemTime.format_time(&mut Writer::new(&mut time));
    let said = format!("{count} lines were dropped because the log was not read fast enough");
    match form {
        Form::Text => format!("{time}  WARN ludoteca::log: {said}\n"),
        Form::Json => format!(
            "{{\"timestamp\":\"{time}\",\"level\":\"WARN\",\"message\":\"{said}\",\"target\":\"ludoteca::log\"}}\n"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{
        Mutex,
        mpsc::{Receiver, Sender, channel},
    };

    /// Writes one line per permit.
    struct Slow {
        begun: Sender<()>,
        permits: Mutex<Receiver<()>>,
        written: Arc<Mutex<String>>,
    }

    impl Write for Slow {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            let _ = self.begun.send(());
            // Once the sender is dropped, there is no limit.
            let _ = self.permits.lock().unwrap().recv();
            self.written.lock().unwrap().push_str(std::str::from_utf8(line).unwrap());
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn unread_lines_are_dropped_and_counted() {
        for form in [Form::Text, Form::Json] {
            let (begun, has_begun) = channel();
            let (permit, permits) = channel();
            let written = Arc::new(Mutex::new(String::new()));
            let slow = Slow { begun, permits: Mutex::new(permits), written: Arc::clone(&written) };
            let (mut writer, guard) = with_room_for(10, slow, form);
            writer.write_all(b"first\n").unwrap();
            has_begun.recv().unwrap();
            // The thread waits until the first line is read; none of these calls does.
            for number in 0..100 {
                writer.write_all(format!("line {number}\n").as_bytes()).unwrap();
            }
            drop(permit);
            while written.lock().unwrap().lines().count() < 12 {
                std::thread::yield_now();
            }
            drop(guard);
            let written = written.lock().unwrap();
            let lines: Vec<&str> = written.lines().collect();
            assert_eq!(lines.len(), 1 + 1 + 10, "{written}");
            assert_eq!((lines[0], lines[2], lines[11]), ("first", "line 0", "line 9"));
            assert!(lines[1].contains("90 lines were dropped"), "{written}");
            if form == Form::Json {
                let line: serde_json::Value = serde_json::from_str(lines[1]).unwrap();
                assert_eq!(line["level"], "WARN");
            }
        }
    }
}
