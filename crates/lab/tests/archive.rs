//! `ludoteca-lab archive`, and `ludoteca archive` with the games that it generates.

use crate::common::{ludoteca, program, text};
use ludoteca_program_tests::Program;
use sha2::{Digest, Sha256};
use std::{fs, path::Path};

#[track_caller]
fn done(program: &Program, words: &[&str]) -> String {
    let output = program.run(words);
    assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn generate(folder: &Path, games: &str) -> String {
    let data = folder.to_str().unwrap();
    done(
        &program(),
        &["archive", "generate", "--data", data, "--games", games, "--people", "100", "--seed", "9"],
    )
}

#[test]
fn made_up_games_are_found_dumped_and_measured() {
    let ludoteca = ludoteca();
    let folder = tempfile::tempdir().unwrap();
    let [data, other] = ["data", "other"].map(|name| folder.path().join(name));
    assert_eq!(generate(&data, "400"), "400 of 400 games are in the log, 400 of them new\n");
    // Two runs generate the same games as one.
    generate(&other, "150");
    assert_eq!(generate(&other, "400"), "400 of 400 games are in the log, 250 of them new\n");
    let [data, other] = [&data, &other].map(|path| path.to_str().unwrap().to_owned());

    let dump = |data: &str, out: &str| {
        let out = folder.path().join(out);
        done(
            &ludoteca,
            &["archive", "dump", "--data", data, "--month", "2024-12", "--out", out.to_str().unwrap()],
        );
        out
    };
    let (first, second) = (dump(&data, "first"), dump(&other, "second"));
    let sums = fs::read_to_string(first.join("sha256sums")).unwrap();
    assert_eq!(sums, fs::read_to_string(second.join("sha256sums")).unwrap(), "the same bytes");
    assert_eq!(sums.lines().count(), 8, "{sums}");
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        let bytes = fs::read(first.join(name)).unwrap();
        let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, sum, "{name}");
    }

    let search = |words: &[&str]| {
        let all: Vec<&str> = ["archive", "search", "--data", &data].iter().chain(words).copied().collect();
        done(&ludoteca, &all)
    };
    assert_eq!(search(&["--limit", "5"]).lines().count(), 5);
    let lines = search(&["--game", "peak", "--limit", "1000"]);
    assert!(lines.lines().count() > 50 && lines.lines().all(|line| line.contains("peak")), "{lines}");
    let records = search(&["--game", "number-one", "--players", "3", "--form", "record", "--limit", "2"]);
    assert_eq!(records.matches("[Game \"number-one\"]").count(), 2, "{records}");
    let file = folder.path().join("records.txt");
    fs::write(&file, &records).unwrap();
    let read = done(&ludoteca, &["convert", file.to_str().unwrap(), "--to", "json"]);
    assert_eq!(read.lines().count(), 2, "{read}");

    let report = done(
        &program(),
        &["archive", "bench", "--data", &data, "--positions", "20", "--dump", "50", "--json"],
    );
    assert!(
        report.contains("\"explorer: met in play, after 0 to 3 plies\"") && report.contains("\"dumped\":50"),
        "{report}"
    );
}
