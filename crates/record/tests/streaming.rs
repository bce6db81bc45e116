//! Readers buffer at most one token, comment or line, regardless of the file's length.

use ludoteca_record::{
    JsonReader, JsonWriter, MAX_COMMENT, MAX_GAME, MoveListReader, Reader, Record, Visitor,
};
use std::io::{BufReader, Read};

/// Repeats the same bytes without ever storing the whole stream.
struct Repeat<'a> {
    bytes: &'a [u8],
    at: usize,
    times: usize,
}

impl<'a> Repeat<'a> {
    fn new(bytes: &'a [u8], times: usize) -> Repeat<'a> {
        Repeat { bytes, at: 0, times }
    }
}

impl Read for Repeat<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let mut len = 0;
        while len < out.len() && self.times > 0 {
            let n = (out.len() - len).min(self.bytes.len() - self.at);
            out[len..len + n].copy_from_slice(&self.bytes[self.at..self.at + n]);
            len += n;
            self.at += n;
            if self.at == self.bytes.len() {
                (self.at, self.times) = (0, self.times - 1);
            }
        }
        Ok(len)
    }
}

#[derive(Default)]
struct Count {
    plies: usize,
    comments: usize,
}

impl Visitor for Count {
    fn ply(&mut self, _: &str, _: Option<ludoteca_record::Turn>) {
        self.plies += 1;
    }
    fn comment(&mut self, _: &str) {
        self.comments += 1;
    }
}

const SIZE: usize = 64 << 20;
/// One chunk of input, doubled because strings grow by doubling, plus room for the rest of a token.
const BUFFER: usize = 80 << 10;

fn game() -> String {
    let moves: String =
        (1..60).map(|n| format!("{n}. Y3 {{[%clk 0:01:{n:02}] größer}} R2 (R1 Y2) ")).collect();
    Record::from_text(&format!("[Game \"squadro\"]\n[Date \"2026.01.02\"]\n\n{moves} 1-0"))
        .unwrap()
        .to_text()
        .unwrap()
}

#[test]
fn text_of_64_megabytes() {
    let game = game() + "\n";
    let times = SIZE / game.len() + 1;
    let mut reader = Reader::new(BufReader::new(Repeat::new(game.as_bytes(), times)));
    let (mut count, mut largest) = (Count::default(), 0);
    while reader.read_game(&mut count).unwrap() {
        largest = largest.max(reader.buffer_capacity());
    }
    assert_eq!((reader.games(), count.plies, count.comments), (times as u64, times * 59 * 4, times * 59));
    assert!((1..=BUFFER).contains(&largest), "{largest}");
}

#[test]
fn one_endless_game() {
    let input =
        (&b"[A \"1\"]\n\n"[..]).chain(Repeat::new(b"1. Y3 R2 (R1 {x} Y2) ", 1 << 20)).chain(&b"1-0"[..]);
    let mut reader = Reader::new(BufReader::new(input));
    let mut count = Count::default();
    reader.read_all(&mut count).unwrap();
    assert_eq!((reader.games(), count.plies), (1, 4 << 20));
    assert!(reader.buffer_capacity() <= BUFFER, "{}", reader.buffer_capacity());
}

#[test]
fn an_endless_game_is_no_tree_and_costs_no_other() {
    let tags = &b"[Game \"squadro\"]\n\n"[..];
    let unit = b"Y3! (R2 {x}) ";
    let endless = Repeat::new(unit, MAX_GAME / unit.len() + 1);
    let input = tags.chain(&b"Y1 1-0\n\n"[..]).chain(tags).chain(endless).chain(&b"\n\n"[..]);
    let input = input.chain(tags).chain(&b"Y2 0-1\n"[..]);
    let mut records = Reader::new(BufReader::new(input)).records();
    assert_eq!(records.next().unwrap().unwrap().moves().collect::<Vec<_>>(), ["Y1"]);
    let error = records.next().unwrap().unwrap_err().to_string();
    assert!(error.starts_with("game 2, line 7, column "), "{error}");
    assert!(error.ends_with(": a game longer than 16777216 bytes"), "{error}");
    assert_eq!(records.next().unwrap().unwrap().moves().collect::<Vec<_>>(), ["Y2"]);
    assert!(records.next().is_none());
    let tags = Repeat::new(b"[A \"b\"]\n", MAX_GAME / 8 + 1);
    let error = Reader::new(BufReader::new(tags)).records().next().unwrap().unwrap_err().to_string();
    assert!(
        error.starts_with("game 1, ") && error.ends_with(": a game longer than 16777216 bytes"),
        "{error}"
    );
}

#[test]
fn endless_input_is_refused_before_it_fills_memory() {
    for (start, unit, message) in [
        ("", "m", "column 1: a move longer than 4096 bytes"),
        ("{", "c", "column 1: a comment longer than 1048576 bytes"),
        (";", "c", "column 1: a comment longer than 1048576 bytes"),
        ("[", "N", "column 2: a tag's name longer than 4096 bytes"),
        ("[A \"", "v", "column 5: a tag's value longer than 4096 bytes"),
        ("[A \"", "\\\"", "column 5: a tag's value longer than 4096 bytes"),
        ("[A", " ", "column 3: white space in a tag longer than 4096 bytes"),
        ("Y1", "!", "column 3: a mark longer than 4096 bytes"),
    ] {
        let input = start.as_bytes().chain(Repeat::new(unit.as_bytes(), 4 << 20));
        let mut reader = Reader::new(BufReader::new(input));
        let error = reader.read_game(&mut Count::default()).unwrap_err().to_string();
        assert_eq!(error, format!("game 1, line 1, {message}"));
        // Looking for the next game skips the rest, again without buffering it.
        assert!(!reader.skip_game().unwrap());
        assert!(reader.buffer_capacity() <= 2 * MAX_COMMENT + BUFFER, "{}", reader.buffer_capacity());
    }
}

#[test]
fn lines_of_64_megabytes() {
    let record = Record::from_text(&game()).unwrap();
    let mut writer = JsonWriter::new(Vec::new());
    writer.write(&record).unwrap();
    let line = writer.into_inner();
    // Building a tree for each line is slow, so fewer bytes have to do.
    let times = SIZE / 8 / line.len();
    let mut reader = JsonReader::new(BufReader::new(Repeat::new(&line, times)));
    assert_eq!(reader.by_ref().map(Result::unwrap).filter(|read| *read == record).count(), times);
    assert!(reader.buffer_capacity() <= 2 * line.len() + 64, "{}", reader.buffer_capacity());

    let line = b"squadro: Y1 R2 Y3 R4 1-0\n";
    let times = SIZE / 8 / line.len();
    let mut reader = MoveListReader::new(BufReader::new(Repeat::new(line, times)));
    assert_eq!(reader.by_ref().map(Result::unwrap).filter(|list| list.moves.len() == 4).count(), times);
    assert!(reader.buffer_capacity() <= 2 * line.len() + 64, "{}", reader.buffer_capacity());
}
