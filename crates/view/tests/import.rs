//! Games from texts in all formats, and animations of them.

use ludoteca_catalog::GameId;
use ludoteca_view::{Animation, Imported, RecordRequest, Session, TextForm};

fn import(text: &str) -> Imported {
    Session::import(text).unwrap().1
}

const RECORD: &str = "[Game \"squadro\"]\n[Yellow \"Ada\"]\n\n1. Y3 {good} R2 (1... R5 2. Y1) 2. Y1 *\n";

#[test]
fn all_forms_are_known_by_themselves() {
    let (session, imported) = Session::import(RECORD).unwrap();
    assert_eq!((imported.form, imported.game, imported.games), (TextForm::Record, GameId::Squadro, 1));
    assert!(imported.record.contains("1. Y3 {good} 1... R2 (1... R5 2. Y1) 2. Y1"), "{}", imported.record);
    let json = serde_json::to_string(&session.record_data(&RecordRequest::default()).unwrap()).unwrap();
    let again = import(&json);
    assert_eq!((again.form, &again.record), (TextForm::Json, &imported.record));
    assert_eq!(import(&format!("\u{feff}\n{json}\n{json}\n")).games, 2);
    let list = import("squadro first=red: R1 Y2 R3 *\nsquadro: Y1 *\n");
    assert_eq!((list.form, list.games), (TextForm::Moves, 2));
    assert!(list.record.contains("first=red"));
    for (moves, game) in [
        ("Y1 R1 Y2", GameId::Squadro),
        ("1. Y1 R1 2. Y2 *", GameId::Squadro),
        ("a1-d1", GameId::Peak),
        ("d1>, d2>", GameId::OnePieceForTwo),
        ("LSM LSM", GameId::NumberOne),
    ] {
        let Ok((_, bare)) = Session::import(moves) else {
            assert_eq!(moves, "d1>, d2>", "only commas have no place between moves");
            continue;
        };
        assert_eq!((bare.form, bare.game), (TextForm::Moves, game), "{moves}");
    }
}

#[test]
fn faults_are_named_and_the_rest_is_kept() {
    let (session, imported) = Session::import("[Game \"squadro\"]\n\n1. Y3 R2 2. R2 Y1 *\n").unwrap();
    assert_eq!(session.view().played.len(), 2);
    let [fault] = &imported.replayed.faults[..] else { panic!("one fault") };
    assert_eq!((fault.failure.sentence.key, fault.failure.sentence.ruling), ("not-your-turn", Some("SQ-4")));
    assert_eq!((fault.ply, fault.in_variation, fault.text.as_deref()), (Some(3), false, Some("R2")));
    for (text, expected) in [
        ("", "there is no game"),
        ("   \n", "there is no game"),
        ("[Game \"chess\"]\n\n1. e4 *\n", "chess"),
        ("[Game \"squadro\"]\n\n1. Y3 {never closed", "line 3, column 7"),
        ("{\"tags\": [}", "line 1, column"),
        ("e4 e5", "names no game"),
        ("squadro: Y1 }", "line 1, column"),
    ] {
        let failure = Session::import(text).unwrap_err();
        assert!(failure.sentence.text.contains(expected), "{text:?}: {}", failure.sentence.text);
    }
}

#[test]
fn animations_are_files() {
    let mut animation = Animation::new(2, 1).unwrap();
    animation.push(&[255, 0, 0, 255, 0, 0, 255, 255], 50).unwrap();
    assert!(animation.push(&[0; 3], 50).is_err());
    assert!(animation.finish().unwrap().starts_with(b"GIF89a"));
}
