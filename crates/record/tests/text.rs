//! The text format: the visitor's calls, rule by rule.

use ludoteca_record::{GameResult, ReadOrSkip, Reader, Record, Turn, Visitor};

/// Records all visitor calls.
#[derive(Default)]
struct Log {
    text: String,
    skip_moves: bool,
    skip_variations: bool,
}

impl Log {
    fn word(&mut self, word: &str) {
        self.text.push_str(word);
        self.text.push(' ');
    }
}

fn choice(skip: bool) -> ReadOrSkip {
    if skip { ReadOrSkip::Skip } else { ReadOrSkip::Read }
}

impl Visitor for Log {
    fn begin_game(&mut self) {
        self.word("<");
    }
    fn tag(&mut self, name: &str, value: &str) {
        self.word(&format!("{name}={value:?}"));
    }
    fn begin_moves(&mut self) -> ReadOrSkip {
        self.word("|");
        choice(self.skip_moves)
    }
    fn ply(&mut self, text: &str, turn: Option<Turn>) {
        self.word(&turn.map_or(text.to_owned(), |turn| format!("{turn}{text}")));
    }
    fn glyph(&mut self, glyph: u8) {
        self.word(&format!("${glyph}"));
    }
    fn comment(&mut self, text: &str) {
        self.word(&format!("{text:?}"));
    }
    fn begin_variation(&mut self) -> ReadOrSkip {
        self.word("(");
        choice(self.skip_variations)
    }
    fn end_variation(&mut self) {
        self.word(")");
    }
    fn result(&mut self, result: GameResult) {
        self.word(&format!("={result}"));
    }
    fn end_game(&mut self) {
        self.word(">");
    }
}

fn visit(text: &str, mut log: Log) -> String {
    Reader::new(text.as_bytes()).read_all(&mut log).unwrap();
    log.text.trim_end().to_owned()
}

#[track_caller]
fn check(text: &str, events: &str) {
    assert_eq!(visit(text, Log::default()), events);
}

#[test]
fn a_whole_game() {
    check(
        "[Game \"squadro\"]\n[Red \"Max\"]\n\n1. Y3 R2 2. Y1 {short} R4 1-0\n",
        "< Game=\"squadro\" Red=\"Max\" | 1.Y3 R2 2.Y1 \"short\" R4 =1-0 >",
    );
}

#[test]
fn empty_text_has_no_game() {
    check("", "");
    check(" \n\r\n\t\n", "");
    check("\u{feff}", "");
    check("% only an escape line", "");
    check("\u{feff}% and a mark\n\n% twice\n", "");
}

#[test]
fn several_games_in_one_file() {
    check(
        "[A \"1\"]\n\nY1 1-0\n\n[A \"2\"]\n\nY2 0-1\n[A \"3\"]\nY3 *",
        "< A=\"1\" | Y1 =1-0 > < A=\"2\" | Y2 =0-1 > < A=\"3\" | Y3 =* >",
    );
}

#[test]
fn games_without_tags() {
    check("1. Y3 1-0 1. Y2 0-1\n\n*", "< | 1.Y3 =1-0 > < | 1.Y2 =0-1 > < | =* >");
}

#[test]
fn games_without_result() {
    check("[A \"1\"]\n\nY1 Y2\n\n[A \"2\"]\n\nY3", "< A=\"1\" | Y1 Y2 > < A=\"2\" | Y3 >");
    check("[A \"1\"]\n\n[A \"2\"]\n", "< A=\"1\" | > < A=\"2\" | >");
    check("[A \"1\"]\n\nY1 3. \n\t[A \"2\"]", "< A=\"1\" | Y1 > < A=\"2\" | >");
}

#[test]
fn a_blank_line_ends_the_tags() {
    check("[A \"1\"] [B \"2\"]\n[C \"3\"] Y1 *", "< A=\"1\" B=\"2\" C=\"3\" | Y1 =* >");
    check("[A \"1\"]\n% no blank line\n[B \"2\"]\n\nY1 *", "< A=\"1\" B=\"2\" | Y1 =* >");
    check("[A \"1\"]\r\n\r\n[B \"2\"]\r\n\r\n*", "< A=\"1\" | > < B=\"2\" | =* >");
}

#[test]
fn comments_before_and_among_tags_belong_to_the_game() {
    check(
        "; our club\n\n[A \"1\"] ; one\n{two}\n[B \"2\"]\n\n{three} Y1 *",
        "< \" our club\" A=\"1\" \" one\" \"two\" B=\"2\" | \"three\" Y1 =* >",
    );
}

#[test]
fn tag_values() {
    check(r#"[ A   "say \"no\" to \\ [x] {y}"  ] *"#, r#"< A="say \"no\" to \\ [x] {y}" | =* >"#);
    check("[A_1 \"\"] [B \"Zoë 星\"] *", "< A_1=\"\" B=\"Zoë 星\" | =* >");
}

#[test]
fn numbers_may_be_missing_or_odd() {
    check("Y3 R2 *", "< | Y3 R2 =* >");
    check("1.Y3 R2 2.Y1 *", "< | 1.Y3 R2 2.Y1 =* >");
    check("1 Y3 2 R2 *", "< | 1.Y3 2.R2 =* >");
    check("1. Y3 1... R2 1.. Y3 1. ... Y4 1 ... Y5 *", "< | 1.Y3 1...R2 1...Y3 1...Y4 1...Y5 =* >");
    check("1. 2. Y3 007. Y4 *", "< | 2.Y3 7.Y4 =* >");
    check("1. {before} Y3 2. *", "< | \"before\" 1.Y3 =* >");
    check("1. Y3 2. (Y4) R2 *", "< | 1.Y3 ( Y4 ) R2 =* >");
}

#[test]
fn moves_of_all_games_stay_whole() {
    check("LSM Me5* Me5 * b2-e5 *", "< | LSM Me5* Me5 =* > < | b2-e5 =* >");
    check("a1> d1>-f3^ e1< d2v b>a", "< | a1> d1>-f3^ e1< d2v =b>a >");
    check("Sa1{x}Mb2;y\nLc3(Lc4)*", "< | Sa1 \"x\" Mb2 \"y\" Lc3 ( Lc4 ) =* >");
}

#[test]
fn results() {
    for result in ["1-0", "0-1", "1/2-1/2", "*", "b>a", "a>c>b", "b>a>d>c"] {
        check(&format!("Y1 {result}\n"), &format!("< | Y1 ={result} >"));
    }
}

#[test]
fn comments_on_the_line_of_the_result_belong_to_the_game() {
    check("Y1 1-0 {resigned} ; so\n{next} Y2 *", "< | Y1 =1-0 \"resigned\" \" so\" > < \"next\" | Y2 =* >");
    let mut records = Reader::new(&b"Y1 1-0 {resigned}\n* {nothing}"[..]).records();
    assert_eq!(records.next().unwrap().unwrap().main.plies[0].comments, ["resigned"]);
    assert_eq!(records.next().unwrap().unwrap().main.comments, ["nothing"]);
}

#[test]
fn glyphs() {
    check("a! b? c!! d?? e!? f?! g$7 $139 h !? *", "< | a $1 b $2 c $3 d $4 e $5 f $6 g $7 $139 h $5 =* >");
    check("Y3!$10{x}$0 *", "< | Y3 $1 $10 \"x\" $0 =* >");
}

#[test]
fn comments_are_kept_as_they_stand() {
    check("Y3 { two { open\n ; % [A \"1\"] } *", "< | Y3 \" two { open\\n ; % [A \\\"1\\\"] \" =* >");
    check("Y3 {} ; a } b {\r\nY4 ;\n;last", "< | Y3 \"\" \" a } b {\" Y4 \"\" \"last\" >");
    check("Y3 {a\r\nb\rc} *", "< | Y3 \"a\\nb c\" =* >");
}

#[test]
fn escape_lines_are_passed() {
    check("% x\nY1\n%[A \"1\"]\n% {\nY2 *\n%", "< | Y1 Y2 =* >");
}

#[test]
fn variations_nest() {
    check(
        "1. Y3 (1. Y2 R1 (1... R2) ({why} 1... R3 ()) 2. Y1) 1... R2 *",
        "< | 1.Y3 ( 1.Y2 R1 ( 1...R2 ) ( \"why\" 1...R3 ( ) ) 2.Y1 ) 1...R2 =* >",
    );
}

#[test]
fn variations_can_be_skipped() {
    let text = "Y3 (Y2 ((( {)} R1 1-0 ; )\n) é) $999) ) R2 (Y4) *";
    assert_eq!(visit(text, Log { skip_variations: true, ..Log::default() }), "< | Y3 ( R2 ( =* >");
}

#[test]
fn games_can_be_skipped() {
    let text = "[A \"1\"]\n\nY3 (Y2 1-0) ) {1-0} é $x ;1-0\nMe5* 1-0 {x}\n\n[A \"2\"]\n\n[A \"3\"]\n\n(Y2\n[A \"4\"]\n\n*";
    let log = Log { skip_moves: true, ..Log::default() };
    assert_eq!(visit(text, log), "< A=\"1\" | > < A=\"2\" | > < A=\"3\" | > < A=\"4\" | >");
    // A bracket opens a tag only at the start of a line.
    let log = Log { skip_moves: true, ..Log::default() };
    assert_eq!(visit("Y2\nY3 [x] Y4 0-1\n[A \"1\"] *", log), "< | > < A=\"1\" | >");
    let mut reader = Reader::new(text.as_bytes());
    while reader.skip_game().unwrap() {}
    assert_eq!(reader.games(), 4);
    assert!(!reader.skip_game().unwrap());
}

#[test]
fn the_tree_gives_each_ply_its_turn() {
    let record = Record::from_text("1. Y3 R2 (R1 2. Y1 R4) (2. R5) {x} Y5 3. Y1 (Y2 Y3) *").unwrap();
    let turns = |line: &ludoteca_record::Line| {
        line.plies.iter().map(|ply| ply.turn.unwrap().to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(turns(&record.main), "1. 1... 1... 3.");
    assert_eq!(turns(&record.main.plies[1].variations[0]), "1... 2. 2...");
    assert_eq!(turns(&record.main.plies[1].variations[1]), "2.");
    assert_eq!(turns(&record.main.plies[3].variations[0]), "3. 3...");
    assert!(Record::from_text("Y3 R2 *").unwrap().main.plies.iter().all(|ply| ply.turn.is_none()));
}

#[test]
fn the_tree_can_be_asked_and_changed() {
    let mut record =
        Record::from_text("[A \"1\"]\n[A \"2\"]\n\nY3 {good} {[%clk 0:01:23]} R2 {[%clk soon]} *").unwrap();
    assert_eq!((record.tag("A"), record.tag("B")), (Some("1"), None));
    record.set_tag("A", "3");
    record.set_tag("B", "4");
    assert_eq!(record.tags, [("A", "3"), ("A", "2"), ("B", "4")].map(|(n, v)| (n.to_owned(), v.to_owned())));
    let [first, second] = record.main.plies.as_mut_slice() else { panic!("two plies") };
    assert_eq!(first.clock().unwrap(), Some("0:01:23".parse().unwrap()));
    assert!(second.clock().is_err());
    first.set_clock("0:01:22.5".parse().unwrap());
    first.set_eval("win in 7").unwrap();
    assert_eq!(first.eval(), Some("win in 7"));
    assert_eq!(first.comments, ["[%eval win in 7]good", "[%clk 0:01:22.5]"]);
    second.comments.clear();
    second.set_eval("-0.5").unwrap();
    assert_eq!(second.comments, ["[%eval -0.5]"]);
    assert_eq!(second.clock(), Ok(None));
}
