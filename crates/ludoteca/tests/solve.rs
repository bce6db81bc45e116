//! `solve`: output and errors.

use crate::common::{command, ludoteca};
use serde_json::{Value, json};
use std::process::Output;

const GRID: &[&str] =
    &["one-piece-for-two", "--option", "width=5", "--option", "height=4", "--option", "pieces=10"];

fn solve(words: &[&str]) -> Output {
    ludoteca(&[&["solve"], words].concat())
}

fn solved(words: &[&str]) -> Value {
    let output = solve(&[words, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
}

#[track_caller]
fn complains(words: &[&str], status: i32, expected: &str) {
    crate::common::complains(&[&["solve"], words].concat(), status, expected);
}

/// The same numbers are in docs/solved.md.
#[test]
fn the_smallest_grids_are_solved() {
    let grid = ["one-piece-for-two", "--option", "width=4", "--option", "height=4", "--option", "pieces=6"];
    let found = solved(&grid);
    assert_eq!(found["value"], json!({ "proven": true, "result": "draw", "plies": 0 }));
    let numbers = ["positions", "won", "drawn", "lost", "longest"].map(|key| found[key].as_u64().unwrap());
    assert_eq!(numbers, [9065, 1231, 7761, 73, 5]);
    let text = String::from_utf8(solve(&grid).stdout).unwrap();
    assert!(text.starts_with("value: draw, proven\nline: a1^ a3^ b1^ b3^ c1^ c3^ a3^-d1^ "), "{text}");
}

#[test]
fn both_methods_find_wins_and_losses_with_their_lines() {
    for (position, result, plies) in
        [("a2v,a3^,b1^,c1>,d3v b -", "win", 3), ("a1^,b1^,b3^,c2v,c3^,d1>,d2> b -", "loss", 2)]
    {
        let words = [GRID, &["--position", position]].concat();
        let backwards = solved(&words);
        assert_eq!(backwards["value"], json!({ "proven": true, "result": result, "plies": plies }));
        let line: Vec<&str> =
            backwards["line"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert_eq!(line.len(), plies);
        let applied = command(&["apply"]).args(&words).args(line).output();
        let end = String::from_utf8(applied.unwrap().stdout).unwrap();
        let expected = if result == "win" { "result: 0-1\n" } else { "result: 1-0\n" };
        assert!(end.ends_with(expected), "{end}");
        let proof = solved(&[&words[..], &["--method", "proof", "--memory", "64"]].concat());
        assert_eq!(proof["value"], format!("{result}, proven"));
    }
}

#[test]
fn a_proof_that_is_not_finished_says_how_far_it_got() {
    let found = solved(&["one-piece-for-two", "--method", "proof", "--nodes", "1000", "--memory", "16"]);
    assert_eq!(found["value"], "not settled");
    let win = &found["questions"][0];
    assert!(win["proofNumber"].as_u64() > Some(1) && win["disproofNumber"].as_u64() > Some(1), "{found}");
    assert!(win["deepest"].as_u64() > Some(2), "{found}");
    assert_eq!(win["nodes"], 1000);
}

#[test]
fn unsolvable_games_are_refused_in_one_line() {
    let memory = "the memory allowed is not enough: ";
    let output = solve(&["one-piece-for-two", "--memory", "1"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with(&format!("ludoteca: {memory}")) && message.lines().count() == 1, "{message}");
    assert_eq!(output.status.code(), Some(1));
    complains(&["number-one", "--players", "3"], 2, "only games of two are solved, not of 3");
    let scored =
        "only games of two in which a third occurrence is a draw are solved backwards; try --method proof";
    complains(&["peak"], 1, scored);
    complains(&["squadro", "--position", "cccc0/00000 r"], 1, "the game is over: 1-0");
    complains(&["one-piece-for-two", "--time", "1ms"], 1, "stopped: the time is up");
    let whole = "all of Squadro is solved at once: --position, --nodes and --time go with --method proof";
    complains(&["squadro", "--position", "30003/03000 r"], 2, whole);
    let tables = "--tracks, --backend, --out, --threads and --samples are for Squadro solved backwards";
    complains(&["peak", "--tracks", "3"], 2, tables);
}

#[test]
fn small_boards_of_squadro_are_solved_by_table() {
    let found = solved(&["squadro", "--tracks", "3", "--backend", "cpu"]);
    assert_eq!(found["starts"], serde_json::json!(["win in 41 plies", "win in 43 plies"]));
}
