//! Round trips of random trees through every format, and random text through every reader.

use ludoteca_record::{
    GameResult, JsonReader, JsonWriter, Line, MoveList, MoveListReader, MoveListWriter, Ply, Reader, Record,
    Turn, Writer,
};
use proptest::{collection::vec, option, prelude::*};
use std::io::BufReader;

fn move_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[YR][1-5]",
        "[LMS]{3}",
        "[LMS][a-k][1-9]\\*?",
        "[a-f][1-6]-[a-f][1-6]",
        "[a-h][1-8][<>^v](-[a-h][1-8][<>^v])?",
        "[a-zA-Z0-9<>^*/:=+#@&',~|\\\\_`-]{1,90}",
    ]
    // The writer rejects words that parse as a number or a result; other tests cover that.
    .prop_filter("no move", |text| Record::from_text(text).is_ok_and(|r| r.moves().len() == 1))
}

fn comment() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z{;%()\\[\\]\" \nüß星]{0,20}",
        "[a-z{};%()\\[\\]\" üß星\t]{0,20}",
        "\\[%clk [0-9]:[0-5][0-9]:[0-5][0-9]\\] ?[a-z]{0,90}",
    ]
}

fn turn() -> impl Strategy<Value = Option<Turn>> {
    option::of(
        (prop_oneof![0..4u32, any::<u32>()], any::<bool>())
            .prop_map(|(number, first)| Turn { number, first }),
    )
}

fn ply(variations: impl Strategy<Value = Vec<Line>>) -> impl Strategy<Value = Ply> {
    (move_text(), turn(), vec(any::<u8>(), 0..3), vec(comment(), 0..3), variations).prop_map(
        |(text, turn, glyphs, comments, variations)| Ply { text, turn, glyphs, comments, variations },
    )
}

fn line() -> impl Strategy<Value = Line> {
    let flat = (vec(comment(), 0..2), vec(ply(Just(Vec::new())), 0..4));
    let flat = flat.prop_map(|(comments, plies)| Line { comments, plies });
    flat.prop_recursive(3, 24, 3, |inner| {
        (vec(comment(), 0..2), vec(ply(vec(inner, 0..3)), 0..4))
            .prop_map(|(comments, plies)| Line { comments, plies })
    })
}

fn result() -> impl Strategy<Value = GameResult> {
    prop_oneof![
        Just("1-0"),
        Just("0-1"),
        Just("1/2-1/2"),
        Just("*"),
        Just("b>a"),
        Just("c>a>b"),
        Just("d>b>a>c")
    ]
    .prop_map(|text| text.parse().unwrap())
}

fn value() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9:=./ \"\\\\\\]}é\t]{0,12}"
}

fn record() -> impl Strategy<Value = Record> {
    (vec(("[A-Za-z0-9_]{1,8}", value()), 0..4), line(), result()).prop_map(|(tags, main, result)| Record {
        tags,
        main,
        result,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn text(records in vec(record(), 1..4), chunk in 1..40_usize, crlf in any::<bool>()) {
        let mut writer = Writer::new(Vec::new());
        for record in &records {
            writer.write(record).unwrap();
        }
        let mut text = String::from_utf8(writer.into_inner()).unwrap();
        if crlf {
            text = text.replace('\n', "\r\n");
        }
        let read: Vec<_> = Reader::new(BufReader::with_capacity(chunk, text.as_bytes()))
            .records()
            .collect::<Result<_, _>>()
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut expected = records;
        expected.iter_mut().for_each(Record::infer_turns);
        prop_assert_eq!(&read, &expected, "{}", text);
        // Writing what was read is idempotent.
        let again: Vec<_> = read.iter().map(|record| record.to_text().unwrap()).collect();
        prop_assert_eq!(again.join("\n"), text.replace("\r\n", "\n"));
    }

    #[test]
    fn skipping_finds_the_same_games(records in vec(record(), 1..4)) {
        let text: String = records.iter().map(|record| record.to_text().unwrap()).collect();
        let mut reader = Reader::new(text.as_bytes());
        while reader.skip_game().unwrap() {}
        prop_assert_eq!(reader.games(), records.len() as u64, "{}", text);
    }

    #[test]
    fn json_lines(records in vec(record(), 1..4)) {
        let mut writer = JsonWriter::new(Vec::new());
        for record in &records {
            writer.write(record).unwrap();
        }
        let bytes = writer.into_inner();
        let read: Vec<_> = JsonReader::new(bytes.as_slice()).collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(read, records);
    }

    #[test]
    fn move_lists(record in record(), game in "[a-z0-9-]{1,9}", values in vec(value(), 0..3)) {
        let settings = values.into_iter().enumerate().map(|(i, value)| (format!("key-{i}"), value)).collect();
        let list = MoveList { settings, ..MoveList::of(game, &record) };
        let mut writer = MoveListWriter::new(Vec::new());
        writer.write(&list).unwrap();
        writer.write(&list).unwrap();
        let bytes = writer.into_inner();
        let read: Vec<_> = MoveListReader::new(bytes.as_slice()).collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(read, [list.clone(), list]);
    }

    /// Any text is either read or rejected, regardless of how the input is split; whatever was read can be
    /// written.
    #[test]
    fn any_text(text in "([\\[\\](){};%\"$!?.\r\n >*aé01-]|Y1 |1-0|\\[A \"x\"\\]\n|\n\n){0,60}", chunk in 1..9_usize) {
        let whole = outcomes(Reader::new(text.as_bytes()));
        prop_assert_eq!(&outcomes(Reader::new(BufReader::with_capacity(chunk, text.as_bytes()))), &whole);
        for record in whole.into_iter().flatten() {
            let written = record.to_text().unwrap();
            prop_assert_eq!(Record::from_text(&written).unwrap(), record, "{}", written);
        }
        JsonReader::new(text.as_bytes()).for_each(drop);
        MoveListReader::new(text.as_bytes()).for_each(drop);
    }

    /// Skipping ends each game exactly where reading does, with and without tags, results and line endings.
    #[test]
    fn skipping_ends_where_reading_ends(text in "(Y1 |1-0 |b>a|\\* |\n\\[A \"x\"\\]\n|\n|\\(Y2\\)|\\{c\\}|;1-0\n|12\\. |\n%y\n|Y3! | ){0,12}") {
        let whole = outcomes(Reader::new(text.as_bytes()));
        if whole.iter().all(Result::is_ok) {
            let mut reader = Reader::new(text.as_bytes());
            while reader.skip_game().unwrap() {}
            prop_assert_eq!(reader.games(), whole.len() as u64);
        }
    }

    #[test]
    fn any_bytes(bytes in vec(prop_oneof![any::<u8>(), Just(b'\n'), Just(b'['), Just(b'{')], 0..80), chunk in 1..9_usize) {
        let whole = outcomes(Reader::new(bytes.as_slice()));
        prop_assert_eq!(outcomes(Reader::new(BufReader::with_capacity(chunk, bytes.as_slice()))), whole);
        JsonReader::new(bytes.as_slice()).for_each(drop);
        MoveListReader::new(bytes.as_slice()).for_each(drop);
    }
}

fn outcomes<R: std::io::BufRead>(reader: Reader<R>) -> Vec<Result<Record, String>> {
    reader.records().map(|game| game.map_err(|error| error.to_string())).collect()
}
