//! `ludoteca-lab bench`: output and errors.

use crate::common::{complains, lab, ludoteca};

#[test]
fn latency_counts_searches_and_fails_when_asked_to() {
    let words = ["bench", "latency", "--game", "squadro", "--count", "2", "--movetime", "5ms"];
    let output = lab(&[&words[..], &["--json", "--at-most", "1m"]].concat());
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(output.status.success());
    for kind in ["beyondItsTime", "afterStop"] {
        let figures = &json[kind];
        assert_eq!(figures["count"], 2, "{json}");
        assert!(figures["worst"].as_f64() >= figures["median"].as_f64(), "{json}");
    }
    let output = lab(&[&words[..], &["--at-most", "0.000001ms"]].concat());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.starts_with("ludoteca-lab: too late: squadro with 2 players: "), "{told}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn only_tables_of_the_full_board_are_measured() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().to_str().unwrap();
    let solved = ludoteca().run(&["solve", "squadro", "--tracks", "2", "--backend", "cpu", "--out", table]);
    assert!(solved.status.success(), "{solved:?}");
    let small = format!("{table}: not a table of the full board");
    complains(&["bench", "exact", "--table", table], 2, &small);
    complains(&["bench", "wins", "--table", table], 2, &small);
}
