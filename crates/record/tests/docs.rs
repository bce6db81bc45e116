//! The examples in docs/records.md are read, and written back unchanged.

use ludoteca_record::{JsonReader, JsonWriter, MoveListReader, MoveListWriter, Reader, Writer};

const PAGE: &str = include_str!("../../../docs/records.md");

/// The only code block of this kind.
fn block(kind: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(&format!("```{kind}\n")).expect(kind);
    rest.split_once("```").expect("an end").0
}

#[test]
fn records() {
    let text = block("record");
    let mut writer = Writer::new(Vec::new());
    for record in Reader::new(text.as_bytes()).records() {
        writer.write(&record.unwrap()).unwrap();
    }
    assert_eq!(String::from_utf8(writer.into_inner()).unwrap(), text);
}

#[test]
fn json_lines() {
    let text = block("json");
    let mut writer = JsonWriter::new(Vec::new());
    for record in JsonReader::new(text.as_bytes()) {
        writer.write(&record.unwrap()).unwrap();
    }
    assert_eq!(String::from_utf8(writer.into_inner()).unwrap(), text);
}

#[test]
fn move_lists() {
    let text = block("moves");
    let mut writer = MoveListWriter::new(Vec::new());
    for list in MoveListReader::new(text.as_bytes()) {
        writer.write(&list.unwrap()).unwrap();
    }
    let (_, lists) = text.split_once('\n').unwrap();
    assert_eq!(String::from_utf8(writer.into_inner()).unwrap(), lists);
}

#[test]
fn limits() {
    use ludoteca_record::{MAX_COMMENT, MAX_DEPTH, MAX_LINE, MAX_TOKEN};
    assert_eq!([MAX_TOKEN, MAX_COMMENT, MAX_DEPTH, MAX_LINE], [4_096, 1_048_576, 30, 16_777_216]);
    for number in ["4,096 bytes", "1,048,576 bytes", "| 30 |", "16,777,216 bytes"] {
        assert!(PAGE.contains(number), "{number}");
    }
}
