//! The formats with one game per line: JSON lines and move lists.

use ludoteca_record::{
    GameResult, JsonReader, JsonWriter, Line, MAX_DEPTH, MAX_LINE, MoveList, MoveListReader, MoveListWriter,
    Ply, Record,
};
use std::io::Read;

const GAME: &str =
    "[Game \"squadro\"]\n[Game \"twice\"]\n\n{root} 1. Y3! {[%clk 0:01:23]} (1. Y2 R1) 1... R2 1-0\n";
const GAME_AS_JSON: &str = concat!(
    r#"{"tags":[["Game","squadro"],["Game","twice"]],"main":{"comments":["root"],"plies":["#,
    r#"{"move":"Y3","turn":{"number":1,"first":true},"glyphs":[1],"comments":["[%clk 0:01:23]"],"variations":["#,
    r#"{"plies":[{"move":"Y2","turn":{"number":1,"first":true}},{"move":"R1","turn":{"number":1,"first":false}}]}]},"#,
    r#"{"move":"R2","turn":{"number":1,"first":false}}]},"result":"1-0"}"#,
    "\n"
);

fn json(record: &Record) -> String {
    let mut writer = JsonWriter::new(Vec::new());
    writer.write(record).unwrap();
    String::from_utf8(writer.into_inner()).unwrap()
}

fn messages<T, E: ToString>(results: impl Iterator<Item = Result<T, E>>) -> Vec<String> {
    results.map(|result| result.map_or_else(|error| error.to_string(), |_| "read".to_owned())).collect()
}

#[test]
fn json_holds_everything() {
    let record = Record::from_text(GAME).unwrap();
    assert_eq!(json(&record), GAME_AS_JSON);
    let read = JsonReader::new(GAME_AS_JSON.as_bytes()).next().unwrap().unwrap();
    assert_eq!(read, record);
    assert_eq!(read.to_text().unwrap(), GAME);
}

#[test]
fn json_holds_the_deepest_variations() {
    let mut line = Line::default();
    for _ in 0..=MAX_DEPTH {
        let ply = Ply { variations: vec![line], glyphs: vec![1], ..Ply::in_turn(1, true, "Y1") };
        line = Line { plies: vec![ply], ..Line::default() };
    }
    let mut record = Record { main: line, ..Record::default() };
    let error = JsonWriter::new(Vec::new()).write(&record).unwrap_err().to_string();
    assert_eq!(error, "the variation on \"Y1\" cannot be in a record: variations may be at most 30 deep");
    record.main = record.main.plies.remove(0).variations.remove(0);
    assert_eq!(JsonReader::new(json(&record).as_bytes()).next().unwrap().unwrap(), record);
}

#[test]
fn json_is_read_strictly_and_errors_name_the_line() {
    let input = [
        r#"{"tags":[],"main":{"plies":[]},"result":"*"}"#,
        "",
        r#"{"tags":[],"main":{"plies":[]},"result":"a>a"}"#,
        r#"{"tags":[],"main":{"plies":[]}}"#,
        r#"{"tags":[],"main":{"plies":[]},"result":"*","more":1}"#,
        r#"{"tags":[],"tags":[],"main":{"plies":[]},"result":"*"}"#,
        r#"{"tags":[["ä","x"],3],"main":{"plies":[]},"result":"*"}"#,
        r#"{"tags":[],"main":{"plies":[{"move":"1-0"}]},"result":"*"}"#,
        r#"{"tags":[],"main":{"plies":[{"move":"Y1","glyphs":[256]}]},"result":"*"}"#,
        r#"{"tags":[],"main":{"plies":[]},"result":"*"} x"#,
        "\r",
        r#"{"tags":[],"main":{"plies":[]},"result":"*"}"#,
    ]
    .join("\n");
    assert_eq!(
        messages(JsonReader::new(input.as_bytes())),
        [
            "read",
            "game 2, line 3, column 46: expected 1-0, 0-1, 1/2-1/2, * or a ranking such as b>a>c",
            "game 3, line 4, column 31: missing field `result`",
            "game 4, line 5, column 50: unknown field `more`, expected one of `tags`, `main`, `result`",
            "game 5, line 6, column 17: duplicate field `tags`",
            "game 6, line 7, column 20: invalid type: integer `3`, expected a tuple of size 2",
            "game 7, line 8, column 1: the move \"1-0\" cannot be in a record: it reads as a result",
            "game 8, line 9, column 54: invalid value: integer `256`, expected u8",
            "game 9, line 10, column 46: trailing characters",
            "read",
        ]
    );
}

#[test]
fn json_nested_without_end_is_an_error() {
    let line =
        r#"{"tags":[],"main":"#.to_owned() + &r#"{"plies":[{"move":"Y1","variations":["#.repeat(10_000);
    let found = messages(JsonReader::new(line.as_bytes()));
    assert_eq!(found, ["game 1, line 1, column 1176: recursion limit exceeded"]);
}

fn list(line: &str) -> MoveList {
    MoveListReader::new(line.as_bytes()).next().unwrap().unwrap()
}

fn written(list: &MoveList) -> String {
    let mut writer = MoveListWriter::new(Vec::new());
    writer.write(list).unwrap();
    String::from_utf8(writer.into_inner()).unwrap()
}

#[test]
fn move_lists() {
    for line in [
        "squadro: Y3 R2 1-0\n",
        "squadro first=red: R1 Y2 *\n",
        "number-one players=3: LSM MSL Me5* b>a>c\n",
        "one-piece-for-two width=5 height=5 position=\"- r -\": d1> d1>-f3^ 1/2-1/2\n",
        "peak position=\"say \\\"x\\\": \\\\\" empty=\"\": *\n",
    ] {
        assert_eq!(written(&list(line)), line);
    }
    let sloppy = list("squadro:  Y3\tR2  ");
    assert_eq!((sloppy.moves.len(), sloppy.result), (2, GameResult::Unknown));
    assert_eq!(list("squadro:"), MoveList { game: "squadro".to_owned(), ..MoveList::default() });
    assert_eq!(list("peak position=\"a: \\\"b\": *").setting("position"), Some("a: \"b"));
    assert_eq!(list("peak a=x=y: *").setting("a"), Some("x=y"));
}

#[test]
fn move_lists_of_records() {
    let record = Record::from_text(GAME).unwrap();
    assert_eq!(written(&MoveList::of("squadro", &record)), "squadro: Y3 R2 1-0\n");
}

#[test]
fn move_lists_name_line_and_column() {
    let input = [
        "# openings",
        "squadro: Y3",
        "",
        "Squadro: Y3",
        "squadro Y3",
        "squadro first=: Y3",
        "squadro first=red first=red: Y3",
        "squadro first=\"red: Y3",
        "squadro first=\"\\x\": Y3",
        "squadro first=red,Y3",
        "squadro:Y3",
        "squadro: 1. Y3",
        "squadro: Y3 é",
        "squadro: Y3!",
        "squadro: Y3 1-0 Y4",
        "squadro: Y3 a>a",
        "squadro",
        "squadro: Y3",
    ]
    .join("\r\n");
    assert_eq!(
        messages(MoveListReader::new(input.as_bytes())),
        [
            "read",
            "game 2, line 4, column 1: expected the name of a game (for example squadro), found 'S'",
            "game 3, line 5, column 9: expected the name of a setting, found 'Y'",
            "game 4, line 6, column 15: expected a value, found ':'",
            "game 5, line 7, column 19: expected a setting that was not given before, found 'f'",
            "game 6, line 8, column 23: expected '\"' to close the value, found the end",
            "game 7, line 9, column 17: expected '\"' or '\\' after '\\', found 'x'",
            "game 8, line 10, column 21: expected a blank or ':', found the end",
            "game 9, line 11, column 9: expected a blank, found 'Y'",
            "game 10, line 12, column 10: expected a move or the result, found '1'",
            "game 11, line 13, column 13: expected a move or the result, found 'é'",
            "game 12, line 14, column 12: expected a blank, found '!'",
            "game 13, line 15, column 17: expected nothing after the result, found 'Y'",
            "game 14, line 16, column 13: expected a move or the result, found 'a'",
            "game 15, line 17, column 8: expected a blank or ':', found the end",
            "read",
        ]
    );
}

#[test]
fn move_lists_refuse_what_could_not_be_read_back() {
    let refused = |list: MoveList| MoveListWriter::new(Vec::new()).write(&list).unwrap_err().to_string();
    let mut list = MoveList { game: "Squadro".to_owned(), ..MoveList::default() };
    assert_eq!(
        refused(list.clone()),
        "the game \"Squadro\" cannot be in a record: names of games are lower-case letters, digits and -"
    );
    list.game = "squadro".to_owned();
    list.settings = vec![("a".to_owned(), "1".to_owned()), ("a".to_owned(), "2".to_owned())];
    assert_eq!(refused(list.clone()), "the setting \"a\" cannot be in a record: it is given twice");
    list.settings = vec![("a".to_owned(), "1\n2".to_owned())];
    assert_eq!(refused(list.clone()), "the tag value \"1\\n2\" cannot be in a record: it holds a line end");
    list.settings.clear();
    list.moves = vec!["b>a".to_owned()];
    assert_eq!(refused(list), "the move \"b>a\" cannot be in a record: it reads as a result");
}

#[test]
fn lines_have_a_greatest_length() {
    let input = std::io::repeat(b'x').take(MAX_LINE as u64 + 1).chain(&b"\nsquadro: Y3\n\xffx\n"[..]);
    let mut reader = MoveListReader::new(std::io::BufReader::new(input));
    let found = messages(reader.by_ref());
    assert_eq!(
        found,
        [
            "game 1, line 1, column 1: a line longer than 16777216 bytes",
            "read",
            "game 3, line 3, column 1: expected UTF-8, found other bytes",
        ]
    );
    assert!(reader.buffer_capacity() <= 2 * MAX_LINE + 64);
}

#[test]
fn a_byte_order_mark_is_passed() {
    assert_eq!(list("\u{feff}squadro: Y3").game, "squadro");
    assert!(JsonReader::new(format!("\u{feff}{GAME_AS_JSON}").as_bytes()).next().unwrap().is_ok());
}
