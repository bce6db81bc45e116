//! Setting up positions: every game, legal and illegal.

use crate::requests::request;
use ludoteca_view::{Failure, Session, Sketched};
use serde_json::{Value, json};

fn open(json: &str) -> Result<Session, Failure> {
    Session::open(&request(json)?)
}

fn sketch(json: &str) -> Result<Sketched, Failure> {
    ludoteca_view::sketch(request(json)?)
}

fn ask(game: &str, position: Option<&str>, edit: Value) -> Sketched {
    sketch(&json!({ "game": game, "position": position, "edit": edit }).to_string()).unwrap()
}

fn put(game: &str, position: &str, cell: &str, tool: &str) -> Sketched {
    let cells = ask(game, Some(position), Value::Null).view.board.cells;
    let cell = cells.iter().position(|one| one.name == cell).unwrap();
    ask(game, Some(position), json!({ "do": "put", "cell": cell, "tool": tool }))
}

fn refusal(sketched: &Sketched) -> Option<(&str, Option<&str>)> {
    sketched.failure.as_ref().map(|failure| (failure.sentence.key, failure.sentence.ruling))
}

#[test]
fn every_start_is_read_and_written_the_same() {
    for game in ["squadro", "peak", "one-piece-for-two", "number-one"] {
        let first = ask(game, None, Value::Null);
        assert_eq!(first.failure, None, "{game}");
        let again = ask(game, Some(&first.position), Value::Null);
        assert_eq!(again.position, first.position);
        // Drawn exactly as the game itself draws it.
        let opened = open(&json!({ "game": game, "position": first.position }).to_string()).unwrap();
        assert_eq!(again.view.board, opened.view().board, "{game}");
        assert!(again.view.moves.is_empty());
        assert_eq!(first.cannot_arise, None);
    }
}

#[test]
fn games_on_the_way_are_read_and_written_the_same() {
    for (game, position) in [
        ("squadro", "82216/16661 r"),
        ("squadro", "0c6b2/30c00 y"),
        ("peak", "ddlldd/llddll/ddl2ldd/llddll/ddlldd/.lddll d -"),
        ("peak", "....../....../....../....../....../.2ll... l s"),
        ("one-piece-for-two", "c1^,d1>,e2< b -"),
    ] {
        let sketched = ask(game, Some(position), Value::Null);
        let opened = open(&json!({ "game": game, "position": position }).to_string()).unwrap();
        assert_eq!((sketched.position.as_str(), sketched.failure), (position, None));
        assert_eq!(sketched.view.board, opened.view().board, "{position}");
    }
}

#[test]
fn squadro() {
    let out = put("squadro", "00000/00000 y", "Y2/R3", "y-out");
    assert_eq!(out.position, "03000/00000 y");
    let back = put("squadro", &out.position, "Y2/R3", "y-back");
    assert_eq!(back.position, "09000/00000 y");
    assert_eq!(put("squadro", &back.position, "Y2 turn", "y-out").position, "06000/00000 y");
    // Each end of a track takes that track's own piece, whatever the tool.
    assert_eq!(put("squadro", &back.position, "R1 start", "y-back").position, "09000/c0000 y");
    let shared = put("squadro", &out.position, "Y2/R3", "r-out");
    assert_eq!(
        (shared.position.as_str(), refusal(&shared)),
        ("03000/00200 y", Some(("shared-crossing", Some("SQ-8"))))
    );
    assert_eq!(shared.view.board.pieces.len(), 10);
    let never = put("squadro", "00000/00000 y", "Y1/R1", "y-out");
    assert_eq!(
        (never.failure, never.cannot_arise.map(|why| (why.key, why.ruling))),
        (None, Some(("first-crossing", "SQ-2")))
    );
    let red = ask("squadro", Some("00000/00000 y"), json!({ "do": "choose", "key": "act", "value": "r" }));
    assert_eq!(red.position, "00000/00000 r");
}

#[test]
fn peak() {
    let cleared = ask("peak", None, json!({ "do": "clear" }));
    assert_eq!(cleared.position, "....../....../....../....../....../...... l -");
    assert_eq!(cleared.cannot_arise.map(|why| why.key), Some("pieces-missing"));
    let one = put("peak", &cleared.position, "b2", "d");
    let two = put("peak", &one.position, "b2", "l");
    assert_eq!(two.position, "....../....../....../....../.2l..../...... l -");
    assert_eq!(
        put("peak", &two.position, "b2", "take").position,
        "....../....../....../....../.l..../...... l -"
    );
    let stuck = ask("peak", None, json!({ "do": "choose", "key": "stuck", "value": "s" }));
    assert_eq!(refusal(&stuck).and_then(|(_, ruling)| ruling), Some("PK-6"));
}

#[test]
fn one_piece() {
    let floating = put("one-piece-for-two", "- r -", "c2", "right");
    assert_eq!((floating.position.as_str(), refusal(&floating)), ("c2> r -", Some(("floats", Some("OP-3")))));
    let resting = put("one-piece-for-two", &floating.position, "c1", "right");
    assert_eq!((resting.position.as_str(), resting.failure), ("c1>,c2> r -", None));
    // A piece in the way is removed; at the edge the piece is turned.
    assert_eq!(put("one-piece-for-two", &resting.position, "d1", "up").position, "d1^ r -");
    assert_eq!(put("one-piece-for-two", "- r -", "h1", "right").position, "h1< r -");
    assert_eq!(put("one-piece-for-two", &resting.position, "d2", "take").position, "c1> r -");
    let won = ask("one-piece-for-two", None, json!({ "do": "choose", "key": "winner", "value": "b" }));
    assert_eq!(refusal(&won).and_then(|(_, ruling)| ruling), Some("OP-6"));
}

#[test]
fn number_one() {
    let start = ask("number-one", None, Value::Null);
    assert_eq!((start.tools.len(), start.view.players), (8, 2));
    // The set-up phase can be left for a board.
    let setup = ask("number-one", Some("setup 4 -"), Value::Null);
    assert_eq!((setup.tools.len(), setup.view.players), (14, 4));
    let moved = put("number-one", &start.position, "e5", "a1");
    assert!(moved.position.contains("a1") && moved.failure.is_none(), "{}", moved.position);
    let turned = put("number-one", &moved.position, "e5", "a1");
    assert!(turned.position.contains("A1"), "{}", turned.position);
    // Without the small peg its player cannot be on the board.
    let off = put("number-one", &moved.position, "e5", "take");
    assert_eq!(refusal(&off).and_then(|(_, ruling)| ruling).map(|ruling| &ruling[..3]), Some("NO-"));
    let cleared = ask("number-one", None, json!({ "do": "clear" }));
    assert!(cleared.failure.is_some() && !cleared.position.contains('.'));
    let three = sketch(r#"{"game": "number-one", "players": 3}"#).unwrap();
    assert_eq!((three.view.players, three.failure), (3, None));
}

#[test]
fn nonsense_is_refused_by_the_rules_own_reader() {
    for (game, position) in [
        ("squadro", "x"),
        ("squadro", "00000/00000 yy"),
        ("squadro", "0000C/00000 y"),
        ("peak", "ddlldd l -"),
        ("peak", "1l...../....../....../....../....../...... l -"),
        ("peak", "............/....../....../....../...... l -"),
        ("peak", "999999l...../....../....../....../....../...... l -"),
        ("one-piece-for-two", "c1>,c1> r -"),
        ("one-piece-for-two", "d1>,c1^ r -"),
        ("one-piece-for-two", "é r -"),
        ("one-piece-for-two", "h1> r -"),
        ("number-one", "setup 9 -"),
        ("number-one", "oo/oo a - -"),
        ("number-one", "d1oooo/oooooo/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/oooooo/ooooo d - -"),
        ("number-one", "é"),
    ] {
        let refused = sketch(&json!({ "game": game, "position": position }).to_string());
        assert!(refused.is_err_and(|failure| !failure.sentence.text.is_empty()), "{game} {position}");
    }
    assert!(sketch(r#"{"game": "chess"}"#).is_err() && sketch("").is_err());
    assert!(sketch(r#"{"game": "peak", "edit": {"do": "put", "cell": 99, "tool": "l"}}"#).is_err());
    assert!(sketch(r#"{"game": "peak", "edit": {"do": "put", "cell": 3, "tool": "x"}}"#).is_err());
    assert!(sketch(r#"{"game": "peak", "edit": {"do": "choose", "key": "act", "value": "x"}}"#).is_err());
}
