//! `ludoteca-lab match`: results, continuing from a file, and losses by crash or timeout.

use crate::common::{complains, lab, ludoteca};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};

#[track_caller]
fn text(words: &[&str]) -> String {
    let output = lab(words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stderr, b"", "no progress bar outside a terminal");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn json(words: &[&str]) -> Value {
    let words: Vec<&str> = words.iter().copied().chain(["--json"]).collect();
    serde_json::from_str(&text(&words)).unwrap()
}

/// More time per move than any machine needs: a player who exceeds it has not moved at all.
const LONG: &str = "60s";
const RANDOM: [&str; 6] = ["match", "squadro", "random", "random", "--games", "40"];

#[test]
fn the_same_seed_gives_the_same_match() {
    let expected = "\
squadro of 2: random / random; seed 1, openings of 4 plies, movetime 100 ms
player  games  wins  draws  losses            share (95 %)         Elo (95 %)  forfeits
random     40    16      0      24  0.400 (0.263 to 0.554)  -70 (-179 to +38)         0
random     40    24      0      16  0.600 (0.446 to 0.737)  +70 (-38 to +179)         0
";
    assert_eq!(text(&RANDOM), expected);
    assert_eq!(text(&[&RANDOM[..], &["--threads", "1"]].concat()), expected);
    assert_eq!(text(&[&RANDOM[..], &["--threads", "5"]].concat()), expected);
    assert_ne!(text(&[&RANDOM[..], &["--seed", "2"]].concat()), expected.replace("seed 1", "seed 2"));
}

/// A temporary folder, and a file in it.
fn file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.ldr");
    (folder, file)
}

fn with_file<'a>(words: &[&'a str], file: &'a Path) -> Vec<&'a str> {
    [words, &["--threads", "1", "--out", file.to_str().unwrap()]].concat()
}

#[test]
fn a_match_goes_on_where_it_was_cut_off() {
    let (_folder, file) = file();
    let words =
        with_file(&["match", "number-one", "random", "random", "--players", "3", "--games", "9"], &file);
    let table = text(&words);
    let whole = fs::read(&file).unwrap();
    assert_eq!(String::from_utf8_lossy(&whole).matches("[Event ").count(), 9);
    assert_eq!(text(&words), table, "nothing is played twice");
    assert_eq!(fs::read(&file).unwrap(), whole);
    let mut cuts: Vec<usize> = (0..whole.len()).step_by(whole.len() / 23).collect();
    cuts.extend(whole.len() - 12..whole.len());
    for cut in cuts {
        fs::write(&file, &whole[..cut]).unwrap();
        assert_eq!(text(&words), table, "cut at {cut}");
        assert!(fs::read(&file).unwrap() == whole, "cut at {cut}");
    }
    let converted = ludoteca().run(&["convert", file.to_str().unwrap()]);
    assert!(converted.status.success(), "{}", String::from_utf8_lossy(&converted.stderr));
}

#[test]
fn two_matches_do_not_write_one_file() {
    let (_folder, file) = file();
    let words = with_file(&RANDOM, &file);
    // Locked as by a match in progress.
    let first = fs::File::create(&file).unwrap();
    first.lock().unwrap();
    let refused = format!("cannot resume {}: another match is writing to it", file.display());
    complains(&words, 1, &refused);
    assert_eq!(fs::read(&file).unwrap(), b"");
    // The lock is released with the program that held it.
    drop(first);
    text(&words);
    assert_eq!(fs::read_to_string(&file).unwrap().matches("[Event ").count(), 40);
}

#[test]
fn a_match_can_be_made_longer() {
    let (_folder, file) = file();
    let games = |count| {
        [&["match", "peak", "random", "random", "--opening-plies", "2", "--games"][..], &[count]].concat()
    };
    text(&with_file(&games("6"), &file));
    let longer = text(&with_file(&games("11"), &file));
    assert_eq!(longer, text(&games("12")), "rounded up to whole openings");
}

#[test]
fn another_match_is_refused_and_its_file_left_alone() {
    let (_folder, file) = file();
    text(&with_file(&["match", "peak", "random", "random", "--games", "2"], &file));
    let kept = fs::read(&file).unwrap();
    let refused =
        format!("cannot resume {}: it begins with something else than a game of this match", file.display());
    for other in [
        &["match", "peak", "random", "random", "--seed", "2"][..],
        &["match", "peak", "random", "uct"],
        &["match", "peak", "random", "random", "--option", "setup=checkerboard"],
        &["match", "squadro", "random", "random"],
    ] {
        complains(&with_file(other, &file), 1, &refused);
        assert!(fs::read(&file).unwrap() == kept);
    }
    fs::write(&file, "my diary").unwrap();
    complains(&with_file(&["match", "peak", "random", "random"], &file), 1, &refused);
    fs::write(&file, b"\xff\xff\xff").unwrap();
    let not_text = format!("cannot resume {}: it is not text", file.display());
    complains(&with_file(&["match", "peak", "random", "random"], &file), 1, &not_text);
    let damaged = String::from_utf8(kept).unwrap().replacen("[Round", "[Rund", 1);
    fs::write(&file, damaged).unwrap();
    let refused = format!("cannot resume {}: game 1 in it is damaged or of another match", file.display());
    complains(&with_file(&["match", "peak", "random", "random", "--games", "2"], &file), 1, &refused);
}

#[test]
fn the_test_stops_when_it_is_clear() {
    let (_folder, file) = file();
    let words = ["match", "squadro", "engine:nodes=300", "random", "--sprt", "0,200"];
    let result = json(&with_file(&words, &file));
    let games = result["games"].as_u64().unwrap();
    assert_eq!(result["sprt"]["accepted"], "elo1");
    assert!((3..100).contains(&games), "{games} games");
    assert!(result["sprt"]["llr"].as_f64().unwrap() > result["sprt"]["high"].as_f64().unwrap());
    assert_eq!(json(&with_file(&words, &file)), result, "from the file alone");
    let two = json(&[&words[..], &["--threads", "2"]].concat());
    assert_eq!(two["sprt"], result["sprt"], "whichever game ends first");
    let other = text(&["match", "squadro", "random", "engine:nodes=300", "--sprt", "0,200"]);
    assert!(other.ends_with(": 0 Elo accepted\n"), "{other}");
    let open = text(&["match", "squadro", "random", "random", "--sprt", "-5,5", "--games", "20"]);
    assert!(open.ends_with(": not decided\n"), "{open}");
}

#[test]
fn three_seats_count_places() {
    let result = json(&[
        "match",
        "number-one",
        "engine:nodes=60",
        "random",
        "--players",
        "3",
        "--games",
        "12",
        "--movetime",
        LONG,
    ]);
    let [engine, random] = result["players"].as_array().unwrap().as_slice() else { panic!("{result}") };
    assert_eq!((&engine["games"], &random["games"]), (&Value::from(12), &Value::from(24)));
    let firsts = |row: &Value| row["firstPlaces"]["value"].as_f64().unwrap();
    assert!((firsts(engine) * 12.0 + firsts(random) * 24.0 - 12.0).abs() < 1e-9);
    assert!(firsts(engine) > 0.5, "{result}");
    let place = |row: &Value| row["meanPlace"]["value"].as_f64().unwrap();
    assert!((place(engine) + 2.0 * place(random) - 6.0).abs() < 1e-9);
    let four = text(&["match", "number-one", "random", "random", "random", "random", "--games", "4"]);
    assert!(four.contains("an even share of first places is 0.250"), "{four}");
}

#[test]
fn a_ladder_rates_its_players() {
    let (_folder, file) = file();
    let words = [
        "match",
        "ladder",
        "squadro",
        "random",
        "level:1",
        "engine:nodes=200",
        "--games",
        "10",
        "--movetime",
        LONG,
    ];
    let result = json(&with_file(&words, &file));
    let ladder = result["ladder"].as_array().unwrap();
    let elo: Vec<f64> = ladder.iter().map(|rung| rung["elo"].as_f64().unwrap()).collect();
    assert!(elo[0] == 0.0 && elo[2] > 0.0, "{elo:?}");
    assert!(ladder[1]["error"].as_f64() < ladder[2]["error"].as_f64());
    assert_eq!(json(&with_file(&words, &file)), result, "from the file alone");
    assert_eq!(fs::read_to_string(&file).unwrap().matches("[Event ").count(), 20);
    // With a longer reach the games of neighbours still count.
    let wider = json(&with_file(&[&words[..], &["--reach", "2"]].concat(), &file));
    assert_eq!(fs::read_to_string(&file).unwrap().matches("[Event ").count(), 30);
    assert_eq!(wider["ladder"][2]["share"], result["ladder"][2]["share"]);
    assert!(wider["ladder"][2]["error"].as_f64() < result["ladder"][2]["error"].as_f64());
}

#[cfg(feature = "peer")]
#[test]
fn minimax_plays() {
    for (game, player, other) in
        [("one-piece-for-two", "minimax:ab:2ms", "uct:nodes=20"), ("peak", "minimax:mcts:2ms", "random")]
    {
        let (_folder, file) = file();
        text(&with_file(&["match", game, player, other, "--games", "2", "--movetime", LONG], &file));
        let records = fs::read_to_string(&file).unwrap();
        assert_eq!(records.matches("[Event ").count(), 2, "{records}");
        // It may be late on a busy machine, but all its moves are legal.
        assert!(!records.contains("illegal move"), "{records}");
    }
    complains(
        &["match", "number-one", "minimax:ab", "random", "--players", "3"],
        2,
        "minimax:ab plays games of two only",
    );
}

#[cfg(not(feature = "peer"))]
#[test]
fn without_minimax_the_program_says_how_to_build_it() {
    complains(
        &["match", "peak", "minimax:ab", "random"],
        2,
        "invalid value 'minimax:ab' for '<PLAYER> <PLAYER>...': minimax is not part of this program: \
         build it with `cargo build --release --package ludoteca-lab --features peer`",
    );
}

#[test]
fn plain_uct_plays() {
    let words = ["match", "one-piece-for-two", "uct:nodes=20", "random", "--games", "2", "--movetime", LONG];
    assert_eq!(json(&words)["players"][0]["forfeits"], 0);
}

#[test]
fn our_own_engine_as_an_outside_program() {
    let program = format!("ugi:nodes=50:{} ugi squadro", ludoteca().quoted());
    let result = json(&[
        "match",
        "squadro",
        &program,
        "engine:nodes=50",
        "--games",
        "4",
        "--option",
        "first=red",
        "--movetime",
        LONG,
    ]);
    assert_eq!((&result["players"][0]["forfeits"], &result["games"]), (&Value::from(0), &Value::from(4)));
}

#[cfg(unix)]
#[test]
fn breaking_the_rules_loses() {
    for (answer, time, told) in [
        ("echo bestmove zz", LONG, "illegal move \\\"zz\\\": "),
        ("exit 3", LONG, "has ended by itself"),
        ("echo bestmove", LONG, "which names no move"),
        (":", "10ms", "has not answered in time"),
    ] {
        let (folder, file) = file();
        let program = folder.path().join("program");
        let script = format!(
            "while read -r line; do case $line in\nugi) echo id name Bad; echo ugiok;;\nisready) echo readyok;;\ngo*) {answer};;\nquit) exit;;\nesac; done\n"
        );
        fs::write(&program, script).unwrap();
        let player = format!("ugi:{time}:sh '{}'", program.display());
        let words = ["match", "squadro", "random", &player, "--games", "2"];
        let result = json(&with_file(&words, &file));
        assert_eq!(result["players"][0]["wins"], 2);
        assert_eq!(result["players"][1]["forfeits"], 2);
        let records = fs::read_to_string(&file).unwrap();
        assert!(records.contains("[Forfeit \"red: ") && records.contains(told), "{records}");
        assert!(records.contains("[Termination \"absence\"]"), "{records}");
        assert_eq!(json(&with_file(&words, &file)), result, "from the file alone");
        assert!(ludoteca().run(&["convert", file.to_str().unwrap()]).status.success());
    }
}

/// TB-10: a program that dies comes last, and the others play on for the places before.
#[cfg(unix)]
#[test]
fn a_program_that_dies_among_three_leaves_a_complete_ranking() {
    let (folder, file) = file();
    let program = folder.path().join("program");
    fs::write(
        &program,
        "while read -r line; do case $line in\nugi) echo id name Bad; echo ugiok;;\nisready) echo readyok;;\ngo*) exit 3;;\nesac; done\n",
    )
    .unwrap();
    let player = format!("ugi:{LONG}:sh '{}'", program.display());
    let words = ["match", "number-one", "--players", "3", "random", &player, "level:1", "--games", "3"];
    let words = [&words[..], &["--movetime", LONG]].concat();
    let result = json(&with_file(&words, &file));
    assert_eq!(result["players"][1]["forfeits"], 3);
    let records = fs::read_to_string(&file).unwrap();
    assert_eq!(records.matches(":absent").count(), 3, "{records}");
    let results: Vec<&str> = records.lines().filter(|line| line.starts_with("[Result ")).collect();
    assert_eq!(results.len(), 3, "{records}");
    for line in results {
        let ranking: Vec<&str> =
            line.trim_start_matches("[Result \"").trim_end_matches("\"]").split('>').collect();
        assert_eq!(ranking.len(), 3, "{line}");
    }
    assert_eq!(json(&with_file(&words, &file)), result, "from the file alone");
    assert!(ludoteca().run(&["convert", file.to_str().unwrap()]).status.success());
}

#[test]
fn wrong_usage() {
    let unknown = "expected random, uct, mcts, mcts:rollout, engine, level:N, sight:DEPTH/NODES/BLUR, nodes:N, movetime:TIME, \
                   ugi:COMMAND or, in a program built with --features peer, minimax:ab and minimax:mcts";
    complains(
        &["match", "squadro", "random", "stockfish"],
        2,
        &format!(
            "invalid value 'stockfish' for '<PLAYER> <PLAYER>...': unknown player \"stockfish\": {unknown}"
        ),
    );
    complains(
        &["match", "squadro", "random"],
        2,
        "2 values required by '<PLAYER> <PLAYER>...'; only 1 was provided",
    );
    complains(&["match", "squadro", "random", "random", "random"], 2, "squadro is for 2 players, not 3");
    complains(
        &["match", "number-one", "random", "random", "random", "--players", "2"],
        2,
        "3 players, but the game has 2 seats",
    );
    complains(
        &["match", "number-one", "uct", "random", "--players", "3", "--sprt", "0,5"],
        2,
        "--sprt is for games of two",
    );
    complains(
        &["match", "squadro", "uct", "random", "--sprt", "5,0"],
        2,
        "invalid value '5,0' for '--sprt <ELO0,ELO1>': expected two numbers, the smaller first, such as 0,20",
    );
    complains(
        &["match", "squadro", "random", "random", "--position", "cccc0/00000 r"],
        1,
        "the game is over in this position",
    );
    complains(&["match", "squadro", "random", "ugi:true"], 1, "player ugi:true: true has ended by itself");
    complains(
        &["match", "squadro", "random", "random", "--out", "/no/such/folder/x"],
        1,
        "cannot write /no/such/folder/x: No such file or directory (os error 2)",
    );
}
