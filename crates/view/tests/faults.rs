//! Every error in a record, a link or a position is reported in sentences and words known to translators.

use crate::requests::request as read;
use ludoteca_catalog::GameId;
use ludoteca_core::Arg;
use ludoteca_record::{Error, JsonReader, MoveListReader, Reader, Words};
use ludoteca_view::{Failure, Session, Tree, Word, read_link, read_tree, words, write_tree};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The key of words within sentences.
const WORD: &str = "word";

/// Asserts that the sentence, its arguments and the words among them are all in the list.
fn check(failure: &Failure, listed: &[Word]) {
    let why = &failure.sentence;
    let word = listed.iter().find(|word| word.key == why.key).unwrap_or_else(|| panic!("{failure:?}"));
    let places = (0..9).filter(|i| word.text.contains(&format!("{{{i}}}"))).count();
    assert_eq!(places, why.args.len(), "{failure:?}");
    for arg in &why.args {
        let Arg::Words(words) = arg else { continue };
        let known = listed.iter().any(|word| word.key == WORD && word.text == *words);
        assert!(known, "{words:?} has no translation: {failure:?}");
    }
}

/// The failure of a text, which must be refused.
fn failed(text: &str) -> Failure {
    Session::import(text).err().unwrap_or_else(|| panic!("{text:?} can be read"))
}

/// The error message of a shell for the same text.
fn shell(text: &str) -> Option<String> {
    let first = |error: Option<Error>| error.map(|error| error.to_string());
    match text.chars().next() {
        Some('{') => first(JsonReader::new(text.as_bytes()).next()?.err()),
        Some('s') => first(MoveListReader::new(text.as_bytes()).next()?.err()),
        _ => first(Reader::new(text.as_bytes()).records().next()?.err()),
    }
}

/// Texts with each possible fault of a record, a line of JSON or a list of moves, and the key of its
/// sentence.
fn faulty() -> Vec<(String, &'static str)> {
    let game = |rest: &str| format!("[Game \"squadro\"]\n\n{rest}");
    let json = |move_text: &str| {
        format!(
            r#"{{"tags":[["Game","squadro"]],"main":{{"plies":[{{"move":"{move_text}"}}]}},"result":"*"}}"#
        )
    };
    vec![
        (String::new(), "no-game"),
        ("e4 e5".to_owned(), "no-game-named"),
        ("[Site \"here\"]\n\n1. e4 *\n".to_owned(), "no-game-named"),
        ("[Game \"chess\"]\n\n1. e4 *\n".to_owned(), "unknown-game"),
        ("squadro players=many: Y1".to_owned(), "no-number-of-players"),
        (
            "[Game \"number-one\"]\n[Players \"2\"]\n[A \"\"]\n[B \"\"]\n[C \"\"]\n\n*".to_owned(),
            "other-players",
        ),
        (game("1. Y3 {never closed"), "record-unclosed"),
        (game("1. Y3 }"), "record-expected"),
        (game("1. Y3 ! ! (R2"), "record-expected-end"),
        (game("1. Y3 (R2 1-0"), "record-expected"),
        (game("(R2) *"), "record-expected"),
        (game("! *"), "record-expected"),
        (game("1. Y3 !!! *"), "record-expected"),
        (game("1. Y3 $999 *"), "record-expected"),
        (game("99999999999. Y3"), "record-expected"),
        (game("1. Y3 a>a"), "record-expected"),
        ("[Game squadro]\n".to_owned(), "record-expected"),
        ("[Game \"squadro\n".to_owned(), "record-expected-line-end"),
        ("[Game \"squ\\adro\"]\n".to_owned(), "record-expected"),
        ("[Game \"squadro\"\n".to_owned(), "record-expected-line-end"),
        ("[\"squadro\"]\n".to_owned(), "record-expected"),
        (game(&"m".repeat(5000)), "record-too-long"),
        (game(&("Y3 ".to_owned() + &"(Y3 ".repeat(31))), "record-too-deep"),
        ("{\"tags\": [}".to_owned(), "record-json"),
        (json(""), "record-refused"),
        (json("12"), "record-refused"),
        (json("1-0"), "record-refused"),
        (json("a b"), "record-refused"),
        ("squadro first".to_owned(), "record-expected-end"),
        ("squadro first=: Y1".to_owned(), "record-expected"),
        ("squadro first=red first=red: Y1".to_owned(), "record-expected"),
        ("squadro first=\"red: Y1".to_owned(), "record-expected-end"),
        ("squadro : Y1".to_owned(), "record-expected"),
        ("squadro first=green: Y1".to_owned(), "option-value"),
        ("squadro: Y1}".to_owned(), "record-expected"),
        ("squadro: Y1 }".to_owned(), "record-expected"),
        ("squadro: Y1 * Y2".to_owned(), "record-expected"),
        ("squadro position=\"x\": Y1".to_owned(), "position-syntax"),
        ("[Game \"squadro\"]\n[Variant \"sideways\"]\n\n*\n".to_owned(), "unknown-variant"),
        ("[Game \"peak\"]\n[Position \"what\"]\n\n*\n".to_owned(), "position-syntax"),
    ]
}

#[test]
fn every_fault_of_a_record_is_a_sentence_that_translators_know() {
    let listed = words();
    for (text, key) in faulty() {
        let failure = failed(&text);
        let beginning: String = text.chars().take(60).collect();
        assert_eq!(failure.sentence.key, key, "{beginning:?}: {}", failure.sentence.text);
        check(&failure, &listed);
        if key.starts_with("record-") {
            // The page's English matches the shell's.
            assert_eq!(Some(failure.sentence.text), shell(&text), "{beginning:?}");
        }
    }
    let keys: BTreeSet<&str> = faulty().iter().map(|(_, key)| *key).collect();
    // Bytes that are not text never reach the page.
    let missing = listed.iter().filter(|word| word.key.starts_with("record-") && !keys.contains(word.key));
    assert_eq!(missing.map(|word| word.key).collect::<Vec<_>>(), ["record-bytes"]);
}

#[test]
fn every_word_of_the_readers_is_listed_once() {
    let listed: Vec<&str> = words().iter().filter(|word| word.key == WORD).map(|word| word.text).collect();
    assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), listed.len());
    for words in Words::ALL {
        assert!(listed.contains(&words.text()), "{words}");
    }
}

#[test]
fn positions_are_refused_in_the_words_of_their_game() {
    let tower = "[Game \"peak\"]\n[Position \"99l...../....../....../....../....../...... l -\"]\n\n*\n";
    let failure = failed(tower);
    assert_eq!((failure.game, failure.sentence.key), (Some(GameId::Peak), "tower-too-high"));
    let list = failed("peak position=\"99l...../....../....../....../....../...... l -\": a1-d1");
    assert_eq!((list.game, list.sentence.key), (Some(GameId::Peak), "tower-too-high"));
    assert_eq!(failed("[Game \"chess\"]\n\n*\n").game, None);
}

#[test]
fn write_errors_are_reported_too() {
    let listed = words();
    let tree = |comment: &str| {
        let node = format!(r#"{{"parent": 0, "move": "Y3", "comment": {comment:?}}}"#);
        format!(r#"{{"opening": {{"game": "squadro"}}, "nodes": [{{}}, {node}]}}"#)
    };
    let deep: String = (1..80)
        .map(|i| format!(r#", {{"parent": {}, "move": "Y{}"}}"#, (i - 1) / 2 * 2, i % 2 + 1))
        .collect();
    let deep = format!(r#"{{"opening": {{"game": "squadro"}}, "nodes": [{{}}{deep}]}}"#);
    for (request, key) in [(tree(&"x".repeat(1 << 21)), "refused"), (deep, "too-deep")] {
        let failure = write_tree(&read::<Tree>(&request).unwrap()).unwrap_err();
        assert_eq!(failure.sentence.key, key);
        check(&failure, &listed);
    }
    let session = Session::import("squadro: Y3").unwrap().0;
    for request in [r#"{"result": "1-0"}"#, r#"{"tags": {"A tag": "x"}}"#, r#"{"tags": {"A": "{1}\n{2}"}}"#] {
        check(&read(request).and_then(|request| session.record(&request)).unwrap_err(), &listed);
    }
    let refused = session.record(&read(r#"{"tags": {"A": "{0} {2}\n"}}"#).unwrap()).unwrap_err();
    assert_eq!(
        refused.sentence.text, "the tag value \"{0} {2}\\n\" cannot be in a record: it holds a line end",
        "what a person wrote is not taken for a place"
    );
}

/// Fragments of records, links and positions, so that random input gets far into the parsers.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "[Game \"squadro\"]\n",
        "[Game \"peak\"]\n",
        "\n",
        "\n\n",
        " ",
        "1.",
        "Y3",
        "R2",
        "(",
        ")",
        "{",
        "}",
        ";",
        "!",
        "?",
        "$",
        "300",
        "a>b",
        "a>a",
        "1-0",
        "*",
        "\"",
        "\\",
        "[",
        "]",
        "=",
        ":",
        "squadro",
        "first",
        "players",
        "position",
        "é",
        "\t",
        ".",
        "/",
        "-",
        "00000/00000 y",
        "setup 2 ",
        "LSM",
        ",",
        "d1>",
        "l",
        "d",
        "s",
        "o",
        "a1",
        "#",
        "~",
        "_",
        "%",
    ]);
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn every_refusal_uses_known_sentences(text in pieces()) {
        let listed = words();
        let mut failures: Vec<Failure> = Vec::new();
        match Session::import(&text) {
            Ok((_, imported)) => failures.extend(imported.replayed.faults.into_iter().map(|fault| fault.failure)),
            Err(failure) => failures.push(failure),
        }
        match read_tree(&text) {
            Ok(tree) => failures.extend(tree.faults.into_iter().map(|fault| fault.failure)),
            Err(failure) => failures.push(failure),
        }
        for game in GameId::ALL {
            for address in [format!("/{game}/analysis/{text}"), format!("/{game}/analysis#{text}")] {
                failures.extend(read_link(&address).unwrap().faults.into_iter().map(|fault| fault.failure));
            }
        }
        for failure in &failures {
            check(failure, &listed);
        }
    }
}
