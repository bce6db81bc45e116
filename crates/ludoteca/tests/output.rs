//! Output files: links, devices and FIFOs are written through, modes are kept, and no partial files stay.

use crate::common::command;
use std::{
    fs,
    io::{Read, Write},
    os::unix::{
        fs::{FileTypeExt, PermissionsExt, symlink},
        process::ExitStatusExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
};

/// Draws a board into a file.
fn draw(file: &Path) -> Output {
    command(&["show", "squadro", "--svg", file.to_str().unwrap()]).output().unwrap()
}

fn is_drawn(file: &Path) -> bool {
    fs::read_to_string(file).unwrap().starts_with("<svg ")
}

fn names(folder: &Path) -> Vec<PathBuf> {
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    names
}

#[test]
fn a_link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let (link, chain, file) =
        (folder.path().join("link"), folder.path().join("chain"), elsewhere.path().join("file"));
    symlink(&file, &link).unwrap();
    symlink("link", &chain).unwrap();
    // First to a missing file, then to an existing one.
    for _ in 0..2 {
        assert!(draw(&chain).status.success());
        assert!(link.is_symlink() && chain.is_symlink() && !file.is_symlink());
        assert!(is_drawn(&file));
        fs::write(&file, "old").unwrap();
    }
    assert_eq!((names(folder.path()).len(), names(elsewhere.path()).len()), (2, 1));
}

#[test]
fn a_cycle_of_links_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("link");
    symlink("link", &link).unwrap();
    let output = draw(&link);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with(&format!("ludoteca: cannot write {}: ", link.display())), "{told}");
    assert_eq!((told.lines().count(), output.status.code()), (1, Some(1)));
    assert!(link.is_symlink());
}

#[test]
fn a_device_is_written_into() {
    let folder = tempfile::tempdir().unwrap();
    // Through a link: whatever goes wrong, no device of this machine is replaced.
    let null = folder.path().join("null");
    symlink("/dev/null", &null).unwrap();
    assert!(draw(&null).status.success());
    assert!(null.is_symlink() && fs::metadata(&null).unwrap().file_type().is_char_device());
}

/// A full device; other systems have none.
#[cfg(target_os = "linux")]
#[test]
fn an_error_while_writing_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let full = folder.path().join("full");
    symlink("/dev/full", &full).unwrap();
    let output = draw(&full);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with(&format!("ludoteca: cannot write {}: No space", full.display())), "{told}");
    assert_eq!((told.lines().count(), output.status.code()), (1, Some(1)));
    assert!(full.is_symlink());
}

#[test]
fn a_fifo_is_written_into() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    // Opened for reading and writing, it does not block.
    let mut reader = fs::OpenOptions::new().read(true).write(true).open(&fifo).unwrap();
    assert!(draw(&fifo).status.success());
    assert!(fs::symlink_metadata(&fifo).unwrap().file_type().is_fifo());
    let mut begin = [0; 5];
    reader.read_exact(&mut begin).unwrap();
    assert_eq!(&begin, b"<svg ");
}

#[test]
fn standard_output_has_two_names() {
    for name in ["-", "/dev/stdout"] {
        assert!(draw(Path::new(name)).stdout.starts_with(b"<svg "), "{name}");
    }
}

#[test]
fn a_file_keeps_its_mode() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    for mode in [0o600, 0o640, 0o755] {
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        assert!(draw(&file).status.success());
        assert!(is_drawn(&file));
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, mode);
    }
}

/// A conversion that waits for more input, with its temporary file.
fn converting(output: &Path) -> Child {
    let mut child =
        command(&["convert", "-", output.to_str().unwrap()]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(b"[Game \"squadro\"]\n\nY1 *\n").unwrap();
    while names(output.parent().unwrap()).is_empty() {
        assert_eq!(child.try_wait().unwrap(), None, "ended before it wrote");
        thread::yield_now();
    }
    child
}

#[test]
fn an_interrupted_program_leaves_no_file_behind() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = converting(&folder.path().join("games"));
        // Kept open: waiting for the end would close it, and the program would end normally.
        let _input = child.stdin.take();
        let kill = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let status = child.wait().unwrap();
        assert_eq!((status.code(), status.signal()), (Some(130), None), "{signal}");
        assert_eq!(names(folder.path()), Vec::<PathBuf>::new(), "{signal}");
    }
}

#[test]
fn until_it_is_whole_the_old_file_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    let mut child = converting(&file);
    assert!(!file.exists());
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    assert_eq!(names(folder.path()), [file]);
}
