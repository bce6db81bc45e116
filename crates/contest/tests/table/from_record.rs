//! Contests created from records.

use crate::seated::seat;
use ludoteca_contest::{Contest, Ending, Event, Now, Stage};
use ludoteca_record::Record;

fn taken_up(text: &str) -> (Contest, Vec<String>) {
    let mut record = Record::from_text(text).unwrap();
    let (contest, log, faults) = Contest::from_record(&mut record, Now::at(7)).unwrap();
    assert_eq!(format!("{:?}", Contest::replay(&log).unwrap()), format!("{contest:?}"));
    assert!(log.iter().zip(1..).all(|(Event { seq, .. }, number)| *seq == number));
    (contest, faults.iter().map(ToString::to_string).collect())
}

#[track_caller]
fn ends(text: &str, expected: Option<(&str, &str)>) {
    let (contest, faults) = taken_up(text);
    assert_eq!(faults, [""; 0]);
    let result = contest.result_text();
    let ended = match contest.stage() {
        Stage::Over(Ending { termination, .. }) => Some((result.as_str(), termination.words())),
        _ => None,
    };
    assert_eq!(ended, expected, "{text}");
}

#[test]
fn the_end_is_the_one_that_the_record_tells() {
    let squadro = |termination: &str, result: &str| {
        format!("[Game \"squadro\"]\n[Termination \"{termination}\"]\n\n1. Y1 R1 {result}\n")
    };
    ends(&squadro("unterminated", "*"), None);
    ends(&squadro("resignation", "1-0"), Some(("1-0", "resignation")));
    ends(&squadro("time forfeit", "0-1"), Some(("0-1", "time forfeit")));
    ends(&squadro("absence", "1-0"), Some(("1-0", "absence")));
    ends(&squadro("absence", "1/2-1/2"), Some(("1/2-1/2", "absence")));
    ends(&squadro("agreement", "1/2-1/2"), Some(("1/2-1/2", "agreement")));
    ends(&squadro("aborted", "*"), Some(("*", "aborted")));
    ends(&squadro("adjudication", "1-0"), Some(("1-0", "adjudication")));
    // Records from elsewhere do not contain the termination.
    ends("[Game \"squadro\"]\n\n1. Y1 R1 0-1\n", Some(("0-1", "resignation")));
    ends("[Game \"squadro\"]\n\n1. Y1 R1 1/2-1/2\n", Some(("1/2-1/2", "agreement")));
    let three = "[Game \"number-one\"]\n[A \"?\"]\n[B \"?\"]\n[C \"?\"]\n\n1. LSM LSM LSM c:time";
    ends(&format!("{three} *\n"), None);
    ends(&format!("{three} b:resigns a>b>c\n"), Some(("a>b>c", "resignation")));
}

#[test]
fn names_and_leavers_are_kept_and_what_is_not_legal_is_cut_off() {
    let text = "[Game \"number-one\"]\n[A \"Anna\"]\n[B \"?\"]\n[C \"Ben\"]\n\n1. LSM LSM LSM c:time *\n";
    let (contest, _) = taken_up(text);
    assert_eq!((contest.name(seat(0)), contest.name(seat(1))), (Some("Anna"), Some("")));
    assert!(!contest.is_in(seat(2)));
    assert!(contest.record().to_text().unwrap().contains("c:time *"));
    let (contest, faults) = taken_up("[Game \"squadro\"]\n\n1. Y1 Y1 1-0\n");
    assert_eq!(faults, ["ply 2 \"Y1\": it is Red's turn, and Y1 is Yellow's (SQ-4)"]);
    assert_eq!(contest.to_act(), Some(seat(1)));
}
