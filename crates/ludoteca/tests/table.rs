//! Squadro's table in a folder: built, killed, continued, verified and queried.

use crate::common::{command, complains, ludoteca, text};
use ludoteca_solve::squadro::Shelf;
use ludoteca_table::Table;
use serde_json::{Value, json};
use std::{
    fs,
    path::Path,
    process::{Child, Command, Output},
};

fn solve<'a>(folder: &'a Path, tracks: &'a str, values: &'a str) -> [&'a str; 10] {
    let folder = folder.to_str().unwrap();
    ["solve", "squadro", "--tracks", tracks, "--backend", "cpu", "--values", values, "--out", folder]
}

/// All values of a table.
fn values(folder: &Path) -> Vec<u8> {
    let table = Table::open(folder).unwrap();
    let layout = table.layout();
    let pairs = (0..layout.levels()).flat_map(|level| layout.pairs(level));
    pairs
        .flat_map(|pair| [0, 1].map(|mover| table.load(pair, mover).unwrap()))
        .flat_map(|half| half.to_vec())
        .collect()
}

/// The size of the levels' files in bytes.
fn written(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let levels = files.filter(|file| file.file_name().to_string_lossy().starts_with("level"));
    levels.filter_map(|file| file.metadata().ok()).map(|data| data.len()).sum()
}

/// Runs with a limit on file sizes, in blocks of 512 bytes; beyond it the system kills the program in the
/// middle of writing.
#[cfg(unix)]
fn with_small_files(words: &[&str], blocks: u64) -> Output {
    let text = format!("ulimit -c 0; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    crate::common::script(&text).args(words).output().unwrap()
}

#[cfg(unix)]
#[test]
fn a_run_killed_again_and_again_ends_as_an_undisturbed_one() {
    use std::os::unix::process::ExitStatusExt;
    const SIGXFSZ: i32 = 25;
    for kind in ["wdl", "distance"] {
        let (whole, torn) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        assert_eq!(ludoteca(&solve(whole.path(), "3", kind)).status.code(), Some(0));
        let levels = fs::read_dir(whole.path()).unwrap().map(Result::unwrap);
        let levels = levels.filter(|file| file.file_name().to_string_lossy().starts_with("level"));
        let largest = levels.map(|file| file.metadata().unwrap().len()).max().unwrap();
        let parts = largest / 512;
        assert!(parts >= 6, "the files are too small to be cut: {largest} bytes");
        for part in 1..=6 {
            let killed = with_small_files(&solve(torn.path(), "3", kind), parts * part / 7);
            assert_eq!(killed.status.signal(), Some(SIGXFSZ), "{kind} {part}: {}", text(&killed.stderr));
        }
        let last = ludoteca(&solve(torn.path(), "3", kind));
        assert_eq!(last.status.code(), Some(0), "{}", text(&last.stderr));
        let told = text(&last.stderr);
        assert!(told.ends_with(" of 729 blocks exist; resuming\n"), "{told}");
        assert!(values(whole.path()) == values(torn.path()));
        let again = ludoteca(&solve(torn.path(), "3", kind));
        assert_eq!(text(&again.stderr), format!("{}: the table is finished\n", torn.path().display()));
    }
}

/// The memory of the final count is checked before anything is solved.
#[test]
fn the_count_at_the_end_keeps_to_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("table");
    let words = ["solve", "squadro", "--backend", "cpu", "--tracks", "5", "--memory", "4000", "--out"];
    let output = ludoteca(&[&words[..], &[out.to_str().unwrap()]].concat());
    let told = text(&output.stderr);
    assert!(
        told.starts_with(
            "ludoteca: --memory 4000 is not enough: the count of all positions at the end needs "
        ),
        "{told}"
    );
    assert_eq!((told.lines().count(), output.status.code()), (1, Some(1)));
    assert!(!out.exists());
}

/// Whether a program handles interruptions.
#[cfg(target_os = "linux")]
fn handles_interruption(child: &Child) -> bool {
    const SIGINT: u64 = 2;
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() >> (SIGINT - 1) & 1 == 1
}

/// The program waits at its lock file, a FIFO without a reader, until it is interrupted, so it cannot have
/// ended before.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_keeps_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let words = solve(folder.path(), "4", "wdl");
    with_small_files(&words, 8);
    let saved = written(folder.path());
    assert!(saved > 1000, "{saved}");
    let lock = folder.path().join("lock");
    fs::remove_file(&lock).unwrap();
    assert!(Command::new("mkfifo").arg(&lock).status().unwrap().success());
    let mut child = command(&words).spawn().unwrap();
    while !handles_interruption(&child) {
        assert_eq!(child.try_wait().unwrap(), None, "ended before it was interrupted");
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    drop(fs::File::open(&lock).unwrap());
    let output = child.wait_with_output().unwrap();
    let told = text(&output.stderr);
    let expected = format!(
        "ludoteca: stopped; {} keeps what is solved, and the same command resumes from there\n",
        folder.path().display()
    );
    assert!(told.contains(" blocks exist; resuming\n") && told.ends_with(&expected), "{told}");
    assert_eq!(output.status.code(), Some(1));
    assert!(written(folder.path()) > 1000);
}

/// Files may not grow beyond 4 KiB here, as on a full disk.
#[cfg(unix)]
#[test]
fn without_room_what_was_saved_stays() {
    let folder = tempfile::tempdir().unwrap();
    let words = solve(folder.path(), "3", "distance");
    let output =
        crate::common::script("trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"").args(words).output().unwrap();
    let message = text(&output.stderr);
    assert!(message.starts_with(&format!("ludoteca: cannot write {}", folder.path().display())), "{message}");
    assert!(
        message.ends_with("; what was saved stays, and the same command resumes from there\n"),
        "{message}"
    );
    assert_eq!((message.lines().count(), output.status.code()), (1, Some(1)));
    let saved = written(folder.path());
    assert!(saved > 1000);
    assert_eq!(ludoteca(&words).status.code(), Some(0));
    assert!(written(folder.path()) > saved);
}

#[test]
fn a_table_is_checked_and_asked() {
    let folder = tempfile::tempdir().unwrap();
    let solved = ludoteca(&solve(folder.path(), "3", "distance"));
    let report = text(&solved.stdout);
    assert!(report.contains("Yellow starts: win in 41 plies for the starter\n"), "{report}");
    let table = folder.path().to_str().unwrap();
    let verified = ludoteca(&["solve", "verify", "--table", table, "--all", "--json"]);
    let found: Value = serde_json::from_slice(&verified.stdout).unwrap_or_else(|_| panic!("{verified:?}"));
    assert_eq!(found["values"], "distance");
    assert!(found["proven"].as_u64() > Some(200_000), "{found}");

    let probe = |words: &[&str]| ludoteca(&[&["probe", "squadro", "--table", table], words].concat());
    let expected = "000/000 y\nvalue: win in 41 plies, proven\nY1  win in 41 plies, proven\n\
                    Y2  win in 43 plies, proven\nY3  loss in 38 plies, proven\n";
    assert_eq!(text(&probe(&[]).stdout), expected);
    let found: Value = serde_json::from_slice(&probe(&["--json"]).stdout).unwrap();
    assert_eq!(found["best"], "Y1");
    assert_eq!(
        found["moves"][2],
        json!({ "move": "Y3", "value": { "proven": true, "result": "loss", "plies": 38 } })
    );
    assert!(found["line"].is_null());
    let found: Value = serde_json::from_slice(&probe(&["--line", "--json"]).stdout).unwrap();
    let line = found["line"].as_array().unwrap();
    assert_eq!((line.len(), line[0].as_str()), (41, Some("Y1")));
    let longest = report.lines().find(|line| line.starts_with("Yellow to move")).unwrap();
    let (longest, position) =
        longest.rsplit_once(" plies (").map(|(a, b)| (a.rsplit(' ').next().unwrap(), b)).unwrap();
    let asked = text(&probe(&["--position", position.trim_end_matches(')')]).stdout);
    assert!(asked.contains(&format!(" in {longest} plies, proven")), "{asked}");

    let refused = |words: &[&str], expected: &str| {
        complains(&[&["probe", "squadro", "--table", table], words].concat(), 1, expected);
    };
    refused(
        &["--position", "020/020 y"],
        "position \"020/020 y\": two pieces stand on the same crossing (SQ-8)",
    );
    refused(&["--position", "880/000 r"], "the game is over: 1-0");
    complains(&["probe", "peak", "--table", table], 2, "only Squadro has a table");

    let path = folder.path().join("level-06.dat");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let damaged = ludoteca(&["solve", "verify", "--table", table]);
    let message = text(&damaged.stderr);
    assert!(message.starts_with(&format!("ludoteca: {}, block ", path.display())), "{message}");
    assert!(message.ends_with(", chunk 1: the checksum does not fit\n"), "{message}");
    assert_eq!(damaged.status.code(), Some(1));
}

#[test]
fn invalid_arguments_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let table = path.to_str().unwrap();
    complains(&["probe", "squadro", "--table", table], 1, &format!("{table}: there is no table"));
    complains(&["solve", "verify", "--table", table], 1, &format!("{table}: there is no table"));
    fs::write(&path, "a file").unwrap();
    let output = ludoteca(&solve(&path, "2", "wdl"));
    assert!(text(&output.stderr).starts_with(&format!("ludoteca: cannot make {table}: ")), "{output:?}");
    assert_eq!(output.status.code(), Some(1));
    let values = "the following required arguments were not provided: --out <DIR>";
    complains(&["solve", "squadro", "--values", "wdl"], 2, values);
    let full =
        "the full board takes 104 GB in memory: give it a folder with --out, or a GPU with --backend cuda";
    complains(&["solve", "squadro", "--backend", "cpu"], 2, full);
}
