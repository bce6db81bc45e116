//! `suite make` and `bench suite`: output, files and errors.

use crate::common::{begin, complains, ends_well, lab, ludoteca, text};
use std::{
    fs,
    path::{Path, PathBuf},
};

fn make(threads: &str) -> String {
    let words =
        "suite make one-piece-for-two --option width=4 --option height=4 --count 4 --seed 3 --nodes 5000";
    let mut words: Vec<&str> = words.split(' ').collect();
    words.extend(["--threads", threads]);
    let output = lab(&words);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn the_same_seed_makes_the_same_suite_and_it_can_be_measured() {
    let suite = make("1");
    assert_eq!(suite, make("3"));
    let positions = suite.lines().filter(|line| line.contains("; ")).filter(|line| !line.starts_with('#'));
    assert_eq!(positions.count(), 4);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("suite.txt");
    fs::write(&file, &suite).unwrap();
    let file = file.to_str().unwrap();
    let output = lab(&["bench", "suite", file, "--nodes", "300000", "--hash", "16", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    // Small grids are searched to their ends: a mistake here is a false proof.
    assert_eq!(json["kept"], 4, "{json}\n{suite}");
    assert_eq!(json["asked"], 4);

    // With the right moves replaced by the wrong ones, no value is kept.
    let wrong = turned_round(&suite);
    fs::write(file, &wrong).unwrap();
    let output = text(&lab(&["bench", "suite", file, "--nodes", "300000", "--hash", "16", "--lost"]).stdout);
    assert!(output.starts_with("one-piece-for-two: 0 of 4 kept (0.00 %)\n"), "{output}");
    assert_eq!(output.lines().filter(|line| line.starts_with("lost: ")).count(), 4, "{output}");
}

const MAKE: &str = "suite make one-piece-for-two --option width=4 --option height=4 --seed 3 --nodes 300 --threads 1 --count";

#[cfg(unix)]
#[test]
fn a_suite_that_was_stopped_goes_on_and_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, stopped, part] = ["whole", "stopped", "stopped.part"].map(|name| folder.path().join(name));
    ends_well(begin(MAKE, "3", &whole));
    assert!(!folder.path().join("whole.part").exists());

    crate::common::dies_of_its_files(MAKE, &stopped);
    let journal = fs::read_to_string(&part).unwrap();
    assert!(!stopped.exists() && journal.lines().count() > 2, "{journal}");

    // As if it had been truncated in the middle of the second game's line.
    let begin_of_journal: String = journal.lines().take(2).map(|line| format!("{line}\n")).collect();
    fs::write(&part, format!("{begin_of_journal}a1^,b")).unwrap();
    ends_well(begin(MAKE, "3", &stopped));
    assert_eq!(fs::read_to_string(&stopped).unwrap(), fs::read_to_string(&whole).unwrap());
    assert!(!part.exists());

    // Games in the journal are not searched again: the first three are taken from it unchanged.
    let entries: String =
        fs::read_to_string(&whole).unwrap().lines().rev().take(3).map(|line| format!("{line}\n")).collect();
    let header = journal.lines().next().unwrap();
    fs::write(&part, format!("{header}\n{entries}")).unwrap();
    fs::remove_file(&stopped).unwrap();
    ends_well(begin(MAKE, "3", &stopped));
    let made = fs::read_to_string(&stopped).unwrap();
    assert!(made.ends_with(&entries) && made.contains("Here: 3 games"), "{made}");
}

#[test]
fn the_journal_of_another_suite_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("suite");
    let part = folder.path().join("suite.part");
    let header = "ludoteca-lab suite make one-piece-for-two --option width=4 --option height=4 --count 3 --seed 3 --nodes 300";
    for (journal, reason) in [
        (header.replace("seed 3", "seed 4"), format!("it does not begin with {header:?}")),
        (
            format!("{header}\n-\na1^ r -; win"),
            "line 3: expected position; value; keeping moves; depth; nodes, found 2 of 5 fields".to_owned(),
        ),
    ] {
        let journal = journal + "\n";
        fs::write(&part, &journal).unwrap();
        let output = begin(MAKE, "3", &out).wait_with_output().unwrap();
        let name = part.display();
        let expected = format!("ludoteca-lab: cannot resume {name}: {reason}; remove it to start over\n");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), expected));
        assert_eq!(fs::read_to_string(&part).unwrap(), journal);
    }
}

/// Every position with exactly the moves that do not keep its value.
fn turned_round(suite: &str) -> String {
    let turn = |line: &str| {
        let fields: Vec<&str> = line.split("; ").collect();
        let [position, value, keeping, depth, nodes] = fields[..] else { return line.to_owned() };
        let words = ["moves", "one-piece-for-two", "--option", "width=4", "--option", "height=4"];
        let moves = text(&ludoteca().run(&[&words[..], &["--position", position]].concat()).stdout);
        let keeping: Vec<&str> = keeping.split(' ').collect();
        let others: Vec<&str> = moves.lines().filter(|m| !keeping.contains(m)).collect();
        [position, value, &others.join(" "), depth, nodes].join("; ")
    };
    let lines = suite.lines().map(|line| if line.starts_with('#') { line.to_owned() } else { turn(line) });
    lines.map(|line| line + "\n").collect()
}

/// The suites of the repository have at least 200 positions each, and every line can be parsed.
#[test]
fn the_suites_in_the_repository_are_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/suite");
    for game in ["peak", "one-piece-for-two"] {
        let file: PathBuf = folder.join(format!("{game}.txt"));
        let file = file.to_str().unwrap();
        let output = lab(&["bench", "suite", file, "--nodes", "1", "--hash", "1", "--json"]);
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(json["asked"].as_u64().unwrap() >= 200, "{json}");
        assert!(json["kept"].as_u64() < json["asked"].as_u64(), "no position needs a search");
    }
}

#[test]
fn bad_files_are_refused_with_file_line_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.txt");
    let name = file.to_str().unwrap();
    let missing = format!("cannot read {name}: No such file or directory (os error 2)");
    complains(&["bench", "suite", name], 1, &missing);
    fs::write(&file, "# about\ngame squadro\n0ccc0/00000 y; win; Y2; 0; 1\n").unwrap();
    complains(
        &["bench", "suite", name],
        1,
        &format!("{name}, line 3: move \"Y2\": Y2 is home and has left the board (SQ-4)"),
    );
    fs::write(&file, [0xff, 0xfe]).unwrap();
    let garbage = format!("cannot read {name}: stream did not contain valid UTF-8");
    complains(&["bench", "suite", name], 1, &garbage);
}

#[test]
fn invalid_suites_are_refused() {
    complains(
        &["suite", "make", "peek"],
        2,
        "invalid value 'peek' for '<GAME>': unknown game \"peek\": did you mean peak?",
    );
    complains(&["suite", "make", "peak", "--option", "size=9"], 2, "unknown option \"size\": peak has setup");
    complains(
        &["suite", "make", "one-piece-for-two", "--option", "pieces=1", "--count", "1", "--nodes", "1"],
        1,
        "only 0 of 1 positions found in 200 games",
    );
}
