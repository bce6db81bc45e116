//! Rejected input, with the exact message and location, and how reading continues afterwards.

use ludoteca_record::{Error, MAX_COMMENT, MAX_DEPTH, MAX_TOKEN, Reader, Record};
use std::io::{self, BufReader, Read};

/// Reads everything; errors become text, and records become their moves.
fn read(bytes: &[u8]) -> Vec<Result<String, String>> {
    // A small buffer, so that tokens are split at every possible point.
    Reader::new(BufReader::with_capacity(3, bytes))
        .records()
        .map(|game| match game {
            Ok(record) => Ok(record.moves().collect::<Vec<_>>().join(" ")),
            Err(error) => Err(error.to_string()),
        })
        .collect()
}

#[track_caller]
fn refuse(text: &str, message: &str) {
    assert_eq!(read(text.as_bytes()), [Err(message.to_owned())]);
}

#[test]
fn tags() {
    refuse("[]", "game 1, line 1, column 2: expected a tag's name (letters, digits, _), found ']'");
    refuse("[Ä \"x\"]", "game 1, line 1, column 2: expected a tag's name (letters, digits, _), found 'Ä'");
    refuse("[A x]", "game 1, line 1, column 4: expected '\"' before the tag's value, found 'x'");
    refuse("\n[A]", "game 1, line 2, column 3: expected '\"' before the tag's value, found ']'");
    refuse("[A \"x\" y]", "game 1, line 1, column 8: expected ']' after the tag's value, found 'y'");
    refuse("[A \"x\"", "game 1, line 1, column 7: expected ']' after the tag's value, found the end");
    refuse(
        "[A \"ü\n",
        "game 1, line 1, column 6: expected '\"' to close the tag's value, found the end of the line",
    );
    refuse(
        "[A \"x\r\n",
        "game 1, line 1, column 6: expected '\"' to close the tag's value, found the end of the line",
    );
    refuse("[A \"x\\n\"]", "game 1, line 1, column 7: expected '\"' or '\\' after '\\', found 'n'");
    refuse("[A \"x\\", "game 1, line 1, column 7: expected '\"' or '\\' after '\\', found the end");
}

#[test]
fn moves() {
    let a_move = "expected a move, a comment, a variation or the result";
    refuse("Y1 é", &format!("game 1, line 1, column 4: {a_move}, found 'é'"));
    refuse("Y1 }", &format!("game 1, line 1, column 4: {a_move}, found '}}'"));
    refuse("{éé\nüü} Y1 [x", &format!("game 1, line 2, column 8: {a_move}, found '['"));
    refuse("Y1 )", &format!("game 1, line 1, column 4: {a_move}, found ')'"));
    refuse("Y1 . Y2", &format!("game 1, line 1, column 4: {a_move}, found '.'"));
    refuse("Y1 % x", &format!("game 1, line 1, column 4: {a_move}, found '%'"));
    refuse("Y1 \"x\"", &format!("game 1, line 1, column 4: {a_move}, found '\"'"));
    refuse("4294967296. Y1", "game 1, line 1, column 1: expected a turn number below 4294967296, found '4'");
}

#[test]
fn results() {
    let ranking = "expected a ranking of two to four of a, b, c, d, each once (for example b>a>c)";
    refuse("Y1 b>b", &format!("game 1, line 1, column 4: {ranking}, found 'b'"));
    refuse("Y1 a>e", &format!("game 1, line 1, column 4: {ranking}, found 'a'"));
    refuse("Y1 (Y2 1-0)", "game 1, line 1, column 8: expected ')' to close the variation, found '1'");
}

#[test]
fn glyphs() {
    refuse("Y1!!!", "game 1, line 1, column 3: expected one of ! ? !! ?? !? ?!, found '!'");
    refuse(
        "Y1 $256",
        "game 1, line 1, column 4: expected a mark from $0 to $255 (for example Y3 $1), found '$'",
    );
    refuse(
        "Y1 $",
        "game 1, line 1, column 4: expected a mark from $0 to $255 (for example Y3 $1), found '$'",
    );
    refuse(
        "1. $1 Y1",
        "game 1, line 1, column 4: expected a move before its mark (for example Y3!), found '$'",
    );
    refuse(
        "Y1 (! Y2)",
        "game 1, line 1, column 5: expected a move before its mark (for example Y3!), found '!'",
    );
}

#[test]
fn variations() {
    refuse("(Y1)", "game 1, line 1, column 1: expected a move before its variation, found '('");
    refuse("Y1 (Y2\n", "game 1, line 2, column 1: expected ')' to close the variation, found the end");
    let nested = |depth: usize| format!("{}Y0{} *", "Y1 (".repeat(depth), ")".repeat(depth));
    assert_eq!(read(nested(MAX_DEPTH).as_bytes()), [Ok("Y1".to_owned())]);
    refuse(
        &nested(MAX_DEPTH + 1),
        "game 1, line 1, column 124: variations within variations more than 30 deep",
    );
}

#[test]
fn comments() {
    refuse(
        "Y1\n  {never\nclosed",
        "game 1, line 2, column 3: the comment that begins here is never closed: expected '}'",
    );
}

#[test]
fn limits() {
    let fits = format!("{{{}}} {} *", "c".repeat(MAX_COMMENT), "m".repeat(MAX_TOKEN));
    assert!(Record::from_text(&fits).is_ok());
    let line_comment = format!(";{}\n*", "c".repeat(MAX_COMMENT));
    assert!(Record::from_text(&line_comment).is_ok());
    for (text, message) in [
        (format!(" {{{}}}", "c".repeat(MAX_COMMENT + 1)), "column 2: a comment longer than 1048576 bytes"),
        (format!(" ;{}\n", "c".repeat(MAX_COMMENT + 1)), "column 2: a comment longer than 1048576 bytes"),
        (format!("Y1 {}", "m".repeat(MAX_TOKEN + 1)), "column 4: a move longer than 4096 bytes"),
        (format!("[{} \"\"]", "n".repeat(MAX_TOKEN + 1)), "column 2: a tag's name longer than 4096 bytes"),
        (format!("[A \"{}\"]", "v".repeat(MAX_TOKEN + 1)), "column 5: a tag's value longer than 4096 bytes"),
        (format!("[A \"{}\"]", "\\\\".repeat(MAX_TOKEN)), "column 5: a tag's value longer than 4096 bytes"),
        (
            format!("[A{}\"\"]", " ".repeat(MAX_TOKEN + 1)),
            "column 3: white space in a tag longer than 4096 bytes",
        ),
    ] {
        let error = Record::from_text(&text).unwrap_err().to_string();
        assert_eq!(error, format!("game 1, line 1, {message}"));
    }
}

#[test]
fn bytes_that_are_not_utf8() {
    let not_utf8 = |place: &str| Err(format!("{place}: expected UTF-8, found other bytes"));
    assert_eq!(read(b"Y1 \xff"), [not_utf8("game 1, line 1, column 4")]);
    assert_eq!(
        read("{\u{fc}\u{fc}".as_bytes().split_last().unwrap().1),
        [not_utf8("game 1, line 1, column 3")]
    );
    assert_eq!(read(b"Y1 {\xe2\x82a}"), [not_utf8("game 1, line 1, column 5")]);
    assert_eq!(read(b"\xff\xfe"), [not_utf8("game 1, line 1, column 1")]);
    assert_eq!(
        read(b"Y1 *\n\xff\xff[A \"1\"]\n\n\xff\n[A \"2\"]\n\nY2 *"),
        [Ok("Y1".to_owned()), not_utf8("game 2, line 2, column 1"), Ok("Y2".to_owned())]
    );
    // In a file with another encoding, games without non-ASCII letters can still be read.
    assert_eq!(
        read(b"[A \"1\"]\n[Red \"M\xfcller\"]\n[B \"\xfc\"]\n[C \"x\"]\n\nY1 *\n\n[A \"2\"]\n\nY2 *"),
        [not_utf8("game 1, line 2, column 8"), Ok("Y2".to_owned())]
    );
}

#[test]
fn after_an_error_comes_the_next_game() {
    let games = read(
        b"[A \"1\"]\n\nY1 *\n\n\
          [A \"2\"]\n\nY1 } Y2\n{[%clk 0:00:01]\n[%clk]} Y3 *\n\n\
          [A 3]\n[B \"among its tags\"]\n\nY3 *\n\n\
          [A \"4\"]\n\nY4 (Y5\n\n\
          [A \"5\"]\n\nY5 {unclosed\n\n\
          [A \"6\"]\n\nY6 *\n",
    );
    assert_eq!(
        games,
        [
            Ok("Y1".to_owned()),
            Err("game 2, line 7, column 4: expected a move, a comment, a variation or the result, found '}'"
                .to_owned()),
            Err("game 3, line 11, column 4: expected '\"' before the tag's value, found '3'".to_owned()),
            Err("game 4, line 20, column 1: expected ')' to close the variation, found '['".to_owned()),
            Err("game 5, line 22, column 4: the comment that begins here is never closed: expected '}'"
                .to_owned()),
            Ok("Y6".to_owned()),
        ]
    );
}

#[test]
fn a_failing_input_is_reported_once() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    let input = BufReader::new((&b"Y1 * Y2"[..]).chain(Failing));
    let mut records = Reader::new(input).records();
    assert!(records.next().unwrap().is_ok());
    assert!(matches!(records.next(), Some(Err(Error::Io(_)))));
    assert!(records.next().is_none());
}
