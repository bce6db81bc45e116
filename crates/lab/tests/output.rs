use crate::common::program;
use std::fs;

/// Suites and puzzles replace their file atomically: its old contents are never truncated, so another link to
/// the old file keeps them.
#[test]
fn suites_and_puzzles_are_put_in_place_whole() {
    for kind in ["suite", "puzzles"] {
        let folder = tempfile::tempdir().unwrap();
        let (file, other) = (folder.path().join("file"), folder.path().join("other name"));
        fs::write(&file, "old").unwrap();
        fs::hard_link(&file, &other).unwrap();
        let board = ["--option", "width=4", "--option", "height=4", "--option", "pieces=8"];
        let words = [&[kind, "make", "one-piece-for-two"][..], &board, &["--count", "1", "--out"]].concat();
        let made = program().command(&words).arg(&file).output().unwrap();
        assert!(made.status.success(), "{kind}: {}", String::from_utf8_lossy(&made.stderr));
        assert_ne!(fs::read_to_string(&file).unwrap(), "old", "{kind}");
        assert_eq!(fs::read_to_string(&other).unwrap(), "old", "{kind}");
    }
}
