//! The contract of the commands in the shell: their output, and their errors on wrong input.

use crate::common::{complains, ludoteca, program};
use std::{fs, path::Path, process::Output};

#[track_caller]
fn prints(words: &[&str], expected: &str) {
    let output = ludoteca(words);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        expected,
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.status.success());
}

#[test]
fn games() {
    let output = ludoteca(&["games"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let ids: Vec<_> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(ids, ["squadro", "number-one", "peak", "one-piece-for-two"]);
    let json: serde_json::Value = serde_json::from_slice(&ludoteca(&["games", "--json"]).stdout).unwrap();
    assert_eq!(json[1]["players"], serde_json::json!({ "min": 2, "max": 4 }));
    assert_eq!(json[3]["options"][0]["max"], 10);
}

#[test]
fn licences_name_third_party_packages() {
    let output = ludoteca(&["licences"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/page/licences.txt").exists();
    if !built {
        assert!(!output.status.success());
        assert!(String::from_utf8(output.stderr).unwrap().contains("built without its page"));
        return;
    }
    assert!(text.starts_with("Third-party notices of Ludoteca\n"));
    for package in ["\naxum 0.", "\nwasm-bindgen 0.", "\nsvelte 5."] {
        assert!(text.contains(package), "{package:?}");
    }
    assert!(output.status.success());
}

#[test]
fn moves_are_sorted() {
    prints(&["moves", "squadro", "--option", "first=red"], "R1\nR2\nR3\nR4\nR5\n");
    prints(&["moves", "number-one"], "LMS\nLSM\nMLS\nMSL\nSLM\nSML\n");
    prints(&["moves", "squadro", "--position", "cccc0/00000 r"], "");
    let output = ludoteca(&["moves", "one-piece-for-two"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 30);
    assert!(lines.is_sorted());
    prints(
        &["moves", "squadro", "--position", "0ccc0/00000 y", "--json"],
        "{\"game\":\"squadro\",\"position\":\"0ccc0/00000 y\",\"toAct\":\"yellow\",\"moves\":[\"Y1\",\"Y5\"]}\n",
    );
}

#[test]
fn apply_prints_position_and_status() {
    prints(&["apply", "squadro"], "00000/00000 y\nto act: yellow\n");
    prints(&["apply", "squadro", "Y1", "R2"], "30000/03000 y\nto act: yellow\n");
    prints(&["apply", "squadro", "--position", "bccc0/00000 y", "Y1"], "cccc0/00000 r\nresult: 1-0\n");
    prints(&["apply", "number-one", "--players", "3", "LSM", "MSL"], "setup 3 LSM,MSL\nto act: c\n");
    prints(&["apply", "one-piece-for-two", "--option", "first=blue", "d1>"], "d1> r -\nto act: red\n");
    prints(&["apply", "one-piece-for-two", "--position", "- b -", "d1>"], "d1> r -\nto act: red\n");
}

#[test]
fn apply_counts_repetition() {
    let start = "bccc5/0cccb r";
    let round = ["R1 Y1 R1 Y1 R1 Y1 R1 Y1 R5 Y5 R5 Y5"; 2].join(" ");
    let mut words = vec!["apply", "squadro", "--position", start];
    words.extend(round.split(' '));
    prints(&words, &format!("{start}\nresult: 1/2-1/2\n"));
    words.push("--json");
    let output = ludoteca(&words);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["byRepetition"], true);
    assert_eq!(json["places"], serde_json::json!({ "yellow": 1, "red": 1 }));
}

#[test]
fn perft_prints_a_line_a_depth() {
    prints(
        &["perft", "squadro", "--depth", "3"],
        "1 5 dd31ecd2941c6b80\n2 25 27ab42aaae64c595\n3 125 3695ee05242b2e71\n",
    );
    prints(
        &["perft", "squadro", "--depth", "1", "--json"],
        "{\"depth\":1,\"leaves\":5,\"digest\":\"dd31ecd2941c6b80\"}\n",
    );
    let output = ludoteca(&["perft", "number-one", "--players", "4", "--depth", "4"]);
    assert!(String::from_utf8(output.stdout).unwrap().lines().nth(3).unwrap().starts_with("4 1296 "));
}

#[test]
fn show_draws_text_svg_and_json() {
    let output = ludoteca(&["show", "squadro", "--ascii", "Y1"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.ends_with("30000/00000 r\nto act: red\n"), "{text}");
    assert!(!text.contains('\u{1b}'), "colour in a pipe: {text}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    prints(&["show", "peak", "--svg", file.to_str().unwrap()], "");
    assert!(fs::read_to_string(&file).unwrap().starts_with("<svg "));
    #[cfg(unix)]
    {
        let plain = folder.path().join("plain");
        fs::write(&plain, "").unwrap();
        let mode =
            |path: &Path| std::os::unix::fs::PermissionsExt::mode(&fs::metadata(path).unwrap().permissions());
        assert_eq!(mode(&file), mode(&plain), "a file like any other");
    }
    let output = ludoteca(&["show", "number-one", "--json", "--players", "4"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["cells"].as_array().unwrap().len(), 91);
}

#[test]
fn commands_of_the_lab_are_named() {
    for command in ["match", "bench", "suite", "puzzles", "archive generate", "archive bench"] {
        let words: Vec<&str> = command.split(' ').chain(["--json"]).collect();
        complains(&words, 2, &format!("`ludoteca {command}` has moved to `ludoteca-lab {command}`"));
    }
}

#[test]
fn wrong_usage() {
    let unknown = "invalid value 'squadre' for '<GAME>': unknown game \"squadre\": did you mean squadro?";
    complains(&["moves", "squadre"], 2, unknown);
    complains(
        &["moves", "go"],
        2,
        "invalid value 'go' for '<GAME>': unknown game \"go\": there are squadro, number-one, peak, one-piece-for-two",
    );
    complains(&["moves", "peak", "--players", "3"], 2, "peak is for 2 players, not 3");
    complains(&["moves", "number-one", "--players", "5"], 2, "number-one is for 2 to 4 players, not 5");
    complains(
        &["moves", "peak", "--option", "setpu=standard"],
        2,
        "unknown option \"setpu\": peak has setup; did you mean setup?",
    );
    complains(
        &["moves", "peak", "--option", "setup=checkers"],
        2,
        "option setup cannot be \"checkers\": expected standard|checkerboard (PK-1); did you mean checkerboard?",
    );
    complains(
        &["moves", "one-piece-for-two", "--option", "width=11"],
        2,
        "option width cannot be \"11\": expected 4..10 (OP-1)",
    );
    complains(
        &["moves", "squadro", "--option", "first"],
        2,
        "invalid value 'first' for '--option <KEY=VALUE>': expected KEY=VALUE",
    );
    complains(
        &["perft", "squadro", "--depth", "many"],
        2,
        "invalid value 'many' for '--depth <D>': invalid digit found in string",
    );
    complains(
        &["perft", "squadro", "--depth", "-1"],
        2,
        "unexpected argument '-1' found tip: to pass '-1' as a value, use '-- -1'",
    );
    complains(
        &["mvoes", "squadro"],
        2,
        "unrecognized subcommand 'mvoes' tip: a similar subcommand exists: 'moves'",
    );
    complains(
        &["play", "squadro", "--computer", "blue"],
        2,
        "no seat \"blue\" in squadro: there are yellow, red, and all",
    );
    complains(
        &["play", "squadro", "--clock", "5+"],
        2,
        "invalid value '5+' for '--clock <CLOCK>': expected a clock such as 10, 5+3, \"5 d3\", \"10 3x30\", 30/turn or \"3 days\"",
    );
    complains(
        &["play", "squadro", "--clock", "0"],
        2,
        "invalid value '0' for '--clock <CLOCK>': the clock gives no time at all, or more than ten years (TB-6)",
    );
}

/// With a system limit that the options would exceed.
#[cfg(unix)]
#[test]
fn missing_memory_is_reported() {
    let limited = |words: &str| {
        let output =
            crate::common::script(&format!("ulimit -v 3000000; exec \"$0\" {words}")).output().unwrap();
        (String::from_utf8(output.stderr).unwrap(), output.status.code())
    };
    for (words, option) in [
        ("best squadro --nodes 10 --hash 60000", "--hash 60000"),
        ("solve one-piece-for-two --memory 60000", "--memory 60000"),
        ("solve one-piece-for-two --method proof --nodes 10 --memory 60000", "--memory 60000"),
    ] {
        let (told, status) = limited(words);
        assert!(told.starts_with(&format!("ludoteca: {option} is too much: ")), "{words}: {told}");
        assert_eq!((told.lines().count(), status), (1, Some(1)), "{words}");
    }
    assert_eq!(limited("best squadro --nodes 10 --hash 100"), (String::new(), Some(0)));
}

#[test]
fn wrong_positions_and_moves() {
    complains(
        &["moves", "squadro", "--position", "30000/00100 y"],
        1,
        "position \"30000/00100 y\": column 9: Y1 and R3 stand on the same crossing: opposing pieces never share one (SQ-8)",
    );
    complains(
        &["moves", "squadro", "--position", "0000\n/00000 y"],
        1,
        "position \"0000\\n/00000 y\": column 5: expected a progress digit (0 to 9, a, b, c), found '\\n'",
    );
    complains(
        &["apply", "squadro", "Y1", "Y2"],
        1,
        "move 2 \"Y2\": it is Red's turn, and Y2 is Yellow's (SQ-4)",
    );
    complains(
        &["apply", "squadro", "--position", "cccc0/00000 r", "R1"],
        1,
        "move 1 \"R1\": the game is over",
    );
    complains(&["play", "squadro"], 1, "play needs a terminal; scripts use moves and apply");
    complains(
        &["play", "--join", "foo"],
        2,
        "\"foo\" is not a link to a game: expected https://host/g/GAME?invitation=…",
    );
    let engine = format!("{} ugi squadro", program().quoted());
    let bot = ["bot", "--server", "https://localhost:1", "--token", "x", "--engine", &engine];
    complains(
        &[&bot[..], &["--ca", "missing.pem"]].concat(),
        1,
        "missing.pem: I/O error: No such file or directory (os error 2)",
    );
}

#[test]
fn a_file_that_cannot_be_written_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("no such folder").join("x.svg");
    let output = ludoteca(&["show", "peak", "--svg", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("ludoteca: cannot write ") && text.lines().count() == 1, "{text}");
    assert!(!file.exists());
}

const GAMES: &str = "[Game \"squadro\"]\n\n1. Y1 R1 2. Y2 R9 3. Y3 *\n\n[Game \"squadro\"]\n[Variant \"first=red\"]\n\n1. R1! Y1 {good} (1... Y3 Y3) *\n\n[Game \"tiddlywinks\"]\n\n1. a *\n\n[Game \"number-one\"]\n[A \"Ada\"]\n[B \"Bo\"]\n[C \"Cy\"]\n\n1. LSM LSM LSM *\n";

fn convert_file(name: &str, text: &str, words: &[&str]) -> (Output, String, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join(name), folder.path().join("out"));
    fs::write(&input, text).unwrap();
    let mut all = vec!["convert", input.to_str().unwrap(), output.to_str().unwrap()];
    all.extend(words);
    let done = ludoteca(&all);
    let written = fs::read_to_string(&output).unwrap_or_default();
    (done, written, folder)
}

#[test]
fn convert_keeps_what_is_legal_and_names_the_rest() {
    let (done, written, _folder) = convert_file("games.ldr", GAMES, &["--to", "moves"]);
    assert_eq!(
        written,
        "squadro: Y1 R1 Y2 *\nsquadro first=red: R1 Y1 *\nnumber-one players=3: LSM LSM LSM *\n"
    );
    let complaints = String::from_utf8(done.stderr).unwrap();
    let expected = "ludoteca: game 1, ply 4 \"R9\": column 2: expected the piece's number, 1 to 5 (for example Y3), found '9'; kept up to there
ludoteca: game 2, ply 3 of a variation \"Y3\": it is Red's turn, and Y3 is Yellow's (SQ-4); kept up to there
ludoteca: game 3: unknown game \"tiddlywinks\": there are squadro, number-one, peak, one-piece-for-two; left out
ludoteca: 3 faults; everything else is converted
";
    assert_eq!(complaints, expected);
    assert_eq!(done.status.code(), Some(1));
}

/// An unterminated game or comment affects that game alone, and the message names it.
#[test]
fn convert_leaves_out_what_does_not_end() {
    let game = |moves: &str| format!("[Game \"squadro\"]\n\n{moves} *\n\n");
    let text = [
        game("Y1"),
        game(&"Y1 R1 ".repeat(3 << 20)),
        game("Y2"),
        game(&format!("Y1 {{{}}}", "x".repeat(2 << 20))),
        game("Y3"),
        game(&format!("Y1 {{{}", "never closed ".repeat(200_000))),
        game("Y4"),
    ];
    let (done, written, _folder) = convert_file("games.ldr", &text.concat(), &["--to", "moves"]);
    assert_eq!(written, "squadro: Y1 *\nsquadro: Y2 *\nsquadro: Y3 *\nsquadro: Y4 *\n");
    let told = String::from_utf8(done.stderr).unwrap();
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines.len(), 4, "{told}");
    assert!(lines[0].starts_with("ludoteca: game 2, line 7, column "), "{told}");
    assert!(lines[0].ends_with(": a game longer than 16777216 bytes"), "{told}");
    assert_eq!(lines[1], "ludoteca: game 4, line 15, column 4: a comment longer than 1048576 bytes");
    assert_eq!(lines[2], "ludoteca: game 6, line 23, column 4: a comment longer than 1048576 bytes");
    assert_eq!(lines[3], "ludoteca: 3 faults; everything else is converted");
}

/// A game that can be read, but not written in the other format, affects that game alone, too.
#[test]
fn convert_leaves_out_what_cannot_be_written() {
    let comments = "{\u{1}\u{1}\u{1}\u{1}} ".repeat(1 << 20);
    let text = format!(
        "[Game \"squadro\"]\n\nY1 *\n\n[Game \"squadro\"]\n\nY2 {comments} *\n\n[Game \"squadro\"]\n\nY3 *\n"
    );
    let (done, written, _folder) = convert_file("games.ldr", &text, &["--to", "json"]);
    assert_eq!(written.lines().count(), 2);
    let told = String::from_utf8(done.stderr).unwrap();
    assert!(told.starts_with("ludoteca: game 2: the line "), "{told}");
    assert!(told.contains("it has more than 16777216 bytes; left out\n"), "{told}");
    assert_eq!(done.status.code(), Some(1));
}

#[test]
fn a_record_says_for_how_many_it_is() {
    let game = |tags: &str| format!("[Game \"number-one\"]\n{tags}\n\nLSM MSL LSM *\n\n");
    let text = [
        game("[Players \"3\"]"),
        game("[Players \"many\"]"),
        game("[Players \"5\"]"),
        game("[Players \"2\"]\n[A \"Ada\"]\n[B \"Bo\"]\n[C \"Cy\"]"),
        game("[Players \"3\"]\n[Position \"setup 4 LSM\"]"),
        game("[Players \"4\"]\n[A \"Ada\"]"),
    ];
    let (done, written, _folder) = convert_file("games.ldr", &text.concat(), &["--to", "moves"]);
    assert_eq!(written, "number-one players=3: LSM MSL LSM *\nnumber-one players=4: LSM MSL LSM *\n");
    let told = String::from_utf8(done.stderr).unwrap();
    let expected = "ludoteca: game 2: players=many is not a number of players; left out
ludoteca: game 3: number-one is for 2 to 4 players, not 5; left out
ludoteca: game 4: [Players \"2\"] does not fit: position or names are of 3 players; left out
ludoteca: game 5: [Players \"3\"] does not fit: position or names are of 4 players; left out
ludoteca: 4 faults; everything else is converted
";
    assert_eq!(told, expected);
}

/// A Monte Carlo search ends by its depth, long before its nodes are used up.
#[test]
fn depth_ends_a_game_of_three() {
    let words = ["best", "number-one", "--players", "3", "--depth", "2", "--nodes", "1000000", "--json"];
    let json: serde_json::Value = serde_json::from_slice(&ludoteca(&words).stdout).unwrap();
    assert_eq!(json["depth"], 2, "{json}");
    assert!(json["nodes"].as_u64().is_some_and(|nodes| nodes <= 40_000), "{json}");
}

#[test]
fn convert_there_and_back() {
    let (_, json, _a) = convert_file("games.ldr", GAMES, &["--to", "json"]);
    assert_eq!(json.lines().count(), 3);
    let (done, record, _b) = convert_file("games.jsonl", &json, &["--to", "record"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let (_, straight, _c) = convert_file("games.ldr", GAMES, &["--to", "record"]);
    assert_eq!(record, straight);
    assert!(record.contains("1. R1! Y1 {good} (1... Y3) *"), "{record}");
    let (done, moves, _d) = convert_file("games.ldr", &record, &["--to", "moves"]);
    assert!(done.status.success());
    let (done, from_moves, _e) = convert_file("games.moves", &moves, &["--to", "record"]);
    assert!(done.status.success());
    let (_, moves_again, _f) = convert_file("games.ldr", &from_moves, &["--to", "moves"]);
    assert_eq!(moves_again, moves);
}

#[test]
fn convert_complains_about_files() {
    complains(
        &["convert", "no-such-file.ldr"],
        1,
        "cannot read no-such-file.ldr: No such file or directory (os error 2)",
    );
    let (done, written, _folder) = convert_file("x.ldr", "[Game \"squadro\"\n\n1. Y1 *\n", &[]);
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(written, "");
    let text = String::from_utf8(done.stderr).unwrap();
    assert!(text.starts_with("ludoteca: game 1, line 1, column 16: "), "{text}");
}

/// Runs every `console` block of the documents: lines after `$ ludoteca` are commands, the rest is their
/// output.
#[test]
fn documents_tell_the_truth() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut commands = 0;
    let documents = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    for path in
        documents.chain([root.join("README.md")]).filter(|path| path.extension().is_some_and(|e| e == "md"))
    {
        let text = fs::read_to_string(&path).unwrap();
        for block in text.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            for command in block.split("$ ludoteca ").skip(1) {
                let (words, expected) = command.split_once('\n').unwrap();
                let words: Vec<_> = shell_words(words);
                let output = ludoteca(&words.iter().map(String::as_str).collect::<Vec<_>>());
                let both = [output.stdout, output.stderr].concat();
                let both = String::from_utf8(both).unwrap();
                assert_eq!(both.trim_end(), expected.trim_end(), "{}: {}", path.display(), words.join(" "));
                commands += 1;
            }
        }
    }
    assert!(commands > 3, "only {commands} commands found");
}

/// Words in double quotes may contain spaces.
fn shell_words(text: &str) -> Vec<String> {
    let quoted = text.split('"').enumerate();
    quoted
        .flat_map(|(i, part)| match i % 2 {
            1 => vec![part.to_owned()],
            _ => part.split_whitespace().map(str::to_owned).collect(),
        })
        .collect()
}

#[test]
fn show_gif_has_a_frame_for_each_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.gif");
    let file = path.to_str().unwrap();
    let games: [(&str, &[&str]); 4] = [
        ("squadro", &["Y3", "R2", "Y1", "R4"]),
        ("number-one", &["LSM", "LSM"]),
        ("peak", &["a1-d4"]),
        ("one-piece-for-two", &[]),
    ];
    for (game, moves) in games {
        let words = [&["show", game, "--gif", file], moves].concat();
        let output = ludoteca(&words);
        assert!(output.status.success() && output.stdout.is_empty(), "{game}: {output:?}");
        let mut decoder = gif::DecodeOptions::new().read_info(std::fs::File::open(&path).unwrap()).unwrap();
        assert_eq!(decoder.width(), 480, "{game}");
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
        }
        assert_eq!(delays.len(), moves.len() + 1, "{game}");
        assert_eq!(delays.last(), Some(&300), "{game}");
    }
}

#[test]
fn in_peak_the_engine_prints_the_expected_score() {
    let text = |words: &[&str]| String::from_utf8(ludoteca(words).stdout).unwrap();
    let told = text(&["best", "peak", "--nodes", "5000"]);
    assert!(told.contains("\n  expected score: light "), "{told}");
    assert!(text(&["best", "peak", "--nodes", "5000", "--json"]).contains("\"expectedScore\":["));
    assert!(!text(&["best", "squadro", "--nodes", "5000"]).contains("score"));
}
