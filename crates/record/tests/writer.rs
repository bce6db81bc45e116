//! The canonical layout, and the writer's refusals.

use ludoteca_record::{GameResult, Line, MAX_DEPTH, Ply, Record, Refused, WriteError, Writer};

#[track_caller]
fn rewrite(text: &str, expected: &str) {
    let record = Record::from_text(text).unwrap();
    let written = record.to_text().unwrap();
    assert_eq!(written, expected);
    assert_eq!(Record::from_text(&written).unwrap(), record);
}

#[track_caller]
fn refuse(record: &Record, message: &str) {
    assert_eq!(record.to_text().unwrap_err().to_string(), message);
}

fn of_plies(plies: Vec<Ply>) -> Record {
    Record { main: Line { plies, ..Line::default() }, ..Record::default() }
}

#[test]
fn tags_blank_line_moves_result() {
    rewrite(
        "[ A \"x \\\" \\\\\" ][B \"\"] 1.Y3 1... R2 2 Y1\nR4 1-0",
        "[A \"x \\\" \\\\\"]\n[B \"\"]\n\n1. Y3 R2 2. Y1 R4 1-0\n",
    );
    rewrite("Y3 R2", "Y3 R2 *\n");
    rewrite("", "*\n");
}

#[test]
fn the_number_is_repeated_after_a_break() {
    rewrite(
        "1. Y3 {x} R2 (R1 R5 2. Y1) R3 2. Y4 *",
        "1. Y3 {x} 1... R2 (1... R1 R5 2. Y1) 1... R3 2. Y4 *\n",
    );
    rewrite("{x} 5... Y3 R2 7... Y4 *", "{x} 5... Y3 R2 7... Y4 *\n");
}

#[test]
fn without_turns_there_are_no_numbers() {
    let record = of_plies(vec![Ply::new("LSM"), Ply::new("MSL")]);
    assert_eq!(record.to_text().unwrap(), "LSM MSL *\n");
}

#[test]
fn a_turn_may_hold_many_plies() {
    let plies = vec![
        Ply::in_turn(1, true, "Sb2"),
        Ply::in_turn(1, false, "Mc3*"),
        Ply::new("Le5"),
        Ply::in_turn(2, true, "Si8"),
    ];
    let record = Record { result: "b>a".parse().unwrap(), ..of_plies(plies) };
    assert_eq!(record.to_text().unwrap(), "1. Sb2 Mc3* Le5 2. Si8 b>a\n");
}

#[test]
fn glyphs_are_marks_where_they_can_be() {
    rewrite("a$1 b $6 $1 c $7 $1 d $0 *", "a! b?! $1 c $7 $1 d $0 *\n");
}

#[test]
fn comments_with_a_brace_run_to_the_end_of_the_line() {
    rewrite(";}\nY3 ; a } b\n (; c }\nY4;}\n) (;}\n) Y5 *", ";}\nY3 ; a } b\n(; c }\nY4 ;}\n) (;}\n) Y5 *\n");
}

#[test]
fn lines_have_at_most_eighty_columns() {
    let moves = "Y3 ".repeat(100);
    let text = Record::from_text(&format!("{moves} (Y4 (Y5 {moves})) *")).unwrap().to_text().unwrap();
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    assert!(text.lines().count() <= 9, "{text}");
    let eighty = format!("{} {}", "m".repeat(39), "n".repeat(38));
    rewrite(&format!("{eighty} *"), &format!("{eighty} *\n"));
    rewrite(&format!("{eighty}n *"), &format!("{eighty}n\n*\n"));
    rewrite(&format!("Y3 (Y4 {}) *", "n".repeat(73)), &format!("Y3 (Y4\n{}) *\n", "n".repeat(73)));
}

#[test]
fn a_long_comment_is_not_broken() {
    let long = "word ".repeat(30);
    rewrite(&format!("Y3 {{{long}}} Y4 *"), &format!("Y3\n{{{long}}}\nY4 *\n"));
    rewrite("Y3 {two\nlines} Y4 *", "Y3 {two\nlines} Y4 *\n");
}

#[test]
fn games_stand_apart() {
    let mut writer = Writer::new(Vec::new());
    let mut record = of_plies(vec![Ply::new("Y1")]);
    writer.write(&record).unwrap();
    record.set_tag("A", "1");
    record.result = GameResult::Draw;
    writer.write(&record).unwrap();
    assert_eq!(String::from_utf8(writer.into_inner()).unwrap(), "Y1 *\n\n[A \"1\"]\n\nY1 1/2-1/2\n");
}

#[test]
fn unreadable_output_is_refused() {
    for (text, message) in [
        ("", "the move \"\" cannot be in a record: it is empty"),
        ("12", "the move \"12\" cannot be in a record: it reads as a turn number"),
        ("1-0", "the move \"1-0\" cannot be in a record: it reads as a result"),
        ("b>a", "the move \"b>a\" cannot be in a record: it reads as a result"),
        (
            "Y3!",
            "the move \"Y3!\" cannot be in a record: moves are printable ASCII without blanks and without any of {}()[];\"$%!?.",
        ),
    ] {
        refuse(&of_plies(vec![Ply::new(text)]), message);
    }
    let commented =
        |comment: &str| of_plies(vec![Ply { comments: vec![comment.to_owned()], ..Ply::new("Y1") }]);
    refuse(&commented("a\rb"), "the comment \"a\\rb\" cannot be in a record: it holds a carriage return");
    refuse(
        &commented("a}\nb"),
        "the comment \"a}\\nb\" cannot be in a record: it holds both '}' and a line end, so neither {...} nor ;... can hold it",
    );
    let long = "c".repeat((1 << 20) + 1);
    refuse(
        &commented(&long),
        &format!("the comment \"{}…\" cannot be in a record: it has more than 1048576 bytes", "c".repeat(40)),
    );
    let tagged = |name: &str, value: &str| Record {
        tags: vec![(name.to_owned(), value.to_owned())],
        ..Record::default()
    };
    refuse(&tagged("A-B", ""), "the tag name \"A-B\" cannot be in a record: names are letters, digits and _");
    refuse(&tagged("A", "x\ny"), "the tag value \"x\\ny\" cannot be in a record: it holds a line end");
    refuse(
        &tagged("A", &"\\".repeat(2049)),
        &format!(
            "the tag value \"{}…\" cannot be in a record: it has more than 4096 bytes",
            "\\\\".repeat(40)
        ),
    );
}

/// A line with variations nested to this depth.
fn nested(depth: usize) -> Line {
    let mut line = Line { plies: vec![Ply::new("Y1")], ..Line::default() };
    for _ in 0..depth {
        let ply = Ply { variations: vec![line], ..Ply::new("Y1") };
        line = Line { plies: vec![ply], ..Line::default() };
    }
    line
}

#[test]
fn variations_have_a_greatest_depth() {
    let record = Record { main: nested(MAX_DEPTH), ..Record::default() };
    assert_eq!(Record::from_text(&record.to_text().unwrap()).unwrap(), record);
    let record = Record { main: nested(MAX_DEPTH + 1), ..Record::default() };
    refuse(&record, "the variation on \"Y1\" cannot be in a record: variations may be at most 30 deep");
}

#[test]
fn a_refused_record_leaves_no_trace() {
    let mut writer = Writer::new(Vec::new());
    let result = writer.write(&of_plies(vec![Ply::new("Y1"), Ply::new("")]));
    assert!(matches!(result, Err(WriteError::Refused(Refused { what, .. })) if what.text() == "the move"));
    assert!(writer.into_inner().is_empty());
}
