//! `puzzles make` and `puzzles check`: output, files and errors; and the puzzles in data/puzzles.

use crate::common::{begin, ends_well, lab, text};
use std::{
    fs,
    path::{Path, PathBuf},
};
#[cfg(unix)]
use {
    crate::common::{ludoteca, program},
    ludoteca_program_tests::{Program, ask, post, spawn},
};

fn stored(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/puzzles/{game}.txt"))
}

/// Only a sample, so that this is fast: `ludoteca-lab puzzles check data/puzzles/GAME.txt` without --sample
/// proves all of them.
#[test]
fn the_stored_puzzles_are_proven() {
    for (game, fewest) in [("squadro", 100), ("number-one", 60), ("peak", 100), ("one-piece-for-two", 100)] {
        let file = stored(game);
        let count =
            fs::read_to_string(&file).unwrap().lines().filter(|line| line.starts_with("puzzle ")).count();
        assert!(count >= fewest, "{game}: {count}");
        let output = lab(&["puzzles", "check", file.to_str().unwrap(), "--sample", "8", "--seed", "7"]);
        let expected = format!("{}: 8 of {count} puzzles proven\n", file.display());
        assert_eq!((text(&output.stdout), text(&output.stderr)), (expected, String::new()));
    }
}

const MAKE: &str = "puzzles make one-piece-for-two --option width=4 --option height=4 --seed 3 --nodes 2000 --threads 1 --count";

#[cfg(unix)]
#[test]
fn a_run_that_was_stopped_goes_on_and_its_puzzles_are_the_same_and_proven() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, stopped, part] = ["whole", "stopped", "stopped.part"].map(|name| folder.path().join(name));
    ends_well(begin(MAKE, "3", &whole));
    assert!(!folder.path().join("whole.part").exists());

    crate::common::dies_of_its_files(MAKE, &stopped);
    let journal = fs::read_to_string(&part).unwrap();
    assert!(!stopped.exists() && journal.lines().count() > 2, "{journal}");

    // As if it had been truncated in the middle of the second game's line.
    let begin_of_journal: String = journal.lines().take(2).map(|line| format!("{line}\n")).collect();
    fs::write(&part, format!("{begin_of_journal}puzzle 3-")).unwrap();
    ends_well(begin(MAKE, "3", &stopped));
    let made = fs::read_to_string(&stopped).unwrap();
    assert_eq!(made, fs::read_to_string(&whole).unwrap());
    assert!(!part.exists());

    let file = whole.to_str().unwrap();
    let output = lab(&["puzzles", "check", file]);
    assert_eq!(
        text(&output.stdout),
        format!("{file}: all 3 of 3 puzzles proven\n"),
        "{}",
        text(&output.stderr)
    );

    // A wrong value is detected.
    let (from, to) = falsified(&made);
    fs::write(&whole, made.replacen(&from, &to, 1)).unwrap();
    let output = lab(&["puzzles", "check", file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).starts_with(&format!("ludoteca-lab: {file}: puzzle 3-")),
        "{}",
        text(&output.stderr)
    );
}

/// The first line of moves with a distance, and the same with another one.
fn falsified(made: &str) -> (String, String) {
    let is_it = |line: &&str| line.starts_with("accept win ") || line.starts_with("refute loss ");
    let line = made.lines().find(is_it).unwrap();
    let (head, moves) = line.split_once(": ").unwrap();
    let (words, plies) = head.rsplit_once(' ').unwrap();
    let plies: u32 = plies.parse().unwrap();
    (line.to_owned(), format!("{words} {}: {moves}", plies + 2))
}

#[test]
fn errors_are_one_line() {
    let output = lab(&["puzzles", "check", "no such file"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("ludoteca-lab: cannot read no such file: "));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles");
    fs::write(&file, "game squadro\ncommand x\npuzzle 1-1\nposition nonsense\n").unwrap();
    let output = lab(&["puzzles", "check", file.to_str().unwrap()]);
    let expected = format!("ludoteca-lab: {}: line 4: position ", file.display());
    assert!(text(&output.stderr).starts_with(&expected), "{}", text(&output.stderr));
}

/// From games played on a server to puzzles that it offers, one of which is solved.
#[cfg(unix)]
#[test]
fn puzzles_from_a_servers_own_games_are_offered_there_and_rated() {
    let (lab, ludoteca) = (program(), ludoteca());
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games");
    let [file, bad] = ["peak.txt", "bad.txt"].map(|name| data.join("puzzles").join(name));
    let words = |program: &Program, words: &str| {
        let output = program.run(&words.split(' ').collect::<Vec<_>>());
        assert!(output.status.success(), "{words}: {}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    words(&lab, &format!("archive generate --data {} --games 120 --people 100 --seed 9", data.display()));
    fs::create_dir(data.join("puzzles")).unwrap();
    // These games do not have that many.
    let make = format!("puzzles make peak --archive {} --count 40 --threads 1", data.display());
    let (_, said) = words(&lab, &format!("{make} --out {}", file.display()));
    assert!(said.starts_with("ludoteca-lab: only ") && said.contains(" of 40 puzzles found in "), "{said}");
    words(&lab, &format!("puzzles check {}", file.display()));
    fs::write(&bad, "game peak\ncommand x\npuzzle 1-1\nposition nonsense\n").unwrap();

    let made = fs::read_to_string(&file).unwrap();
    let field = |name: &str| {
        let line = made.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        line[name.len() + 1..].to_owned()
    };
    let (id, accept) = (field("puzzle"), field("accept"));
    assert!(id.len() == 12 && id.chars().any(char::is_alphabetic), "{id}: it is called as its game is");
    let mut serve = ludoteca.command(&["serve", "--addr", "127.0.0.1:0", "--data"]);
    let (mut child, address) = spawn(serve.arg(&data));
    let seen = ask(&address, &format!("/api/v1/puzzles/peak/{id}"));
    assert!(seen.starts_with("HTTP/1.1 200") && seen.contains("\"attempts\":0"), "{seen}");
    let account = r#"{"name":"Ada","password":"a long walk in the rain"}"#;
    let token = post(&address, "/api/v1/accounts", "", account);
    let token = token.split("\"token\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    // A right first move that is not the line's solves it at once; otherwise the line has to be played.
    let line: Vec<String> = field("line").split(' ').map(str::to_owned).collect();
    let right: Vec<&str> = accept.split_once(": ").unwrap().1.split(' ').collect();
    let own: Vec<String> = match right.iter().find(|text| **text != line[0]) {
        Some(other) => vec![(*other).to_owned()],
        None => line.iter().step_by(2).cloned().collect(),
    };
    let own = own.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(",");
    let request = format!("{{\"id\":\"first\",\"moves\":[{own}]}}");
    let done = post(&address, &format!("/api/v1/puzzles/peak/{id}/attempts"), &token, &request);
    assert!(done.contains("\"solved\":true,\"counted\":true"), "{request}: {done}");
    let seen = ask(&address, &format!("/api/v1/puzzles/peak/{id}"));
    assert!(seen.contains("\"attempts\":1"), "{seen}");
    assert!(std::process::Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    let mut log = String::new();
    std::io::Read::read_to_string(child.stderr.as_mut().unwrap(), &mut log).unwrap();
    assert!(child.wait().unwrap().success());
    let named = |line: &&str| {
        line.contains("bad.txt: line 4: position ") && line.contains("skipping this puzzle file")
    };
    assert_eq!(log.lines().filter(named).count(), 1, "{log}");
    let (said, _) = words(&ludoteca, &format!("admin rebuild --data {}", data.display()));
    assert!(said.contains("puzzles: rebuilt from 1 attempts"), "{said}");
}
