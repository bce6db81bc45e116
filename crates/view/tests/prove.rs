//! Proofs through the page's requests.

use crate::requests::request;
use ludoteca_view::{Failure, Proof, ProvenResult, Session};

fn open(json: &str) -> Result<Session, Failure> {
    Session::open(&request(json)?)
}

fn prove(opening: &str, nodes: u64) -> Option<Proof> {
    ask(&open(opening).unwrap(), &format!(r#"{{"nodes": {nodes}}}"#), false).unwrap()
}

fn ask(session: &Session, json: &str, stopped: bool) -> Result<Option<Proof>, Failure> {
    session.prove(&request(json)?, &|| stopped)
}

#[test]
fn a_win_near_the_end_is_proven_with_the_moves_that_keep_it() {
    let ending = r#"{"game": "squadro", "position": "cccb0/cccb0 y"}"#;
    let proved = prove(ending, 10_000).unwrap();
    assert_eq!((proved.value, proved.keeping), (ProvenResult::Win, vec!["Y4".to_owned()]));
    let lost = prove(r#"{"game": "squadro", "position": "ccc00/cccb0 y"}"#, 10_000).unwrap();
    assert_eq!((lost.value, lost.keeping.len()), (ProvenResult::Loss, 2));
}

#[test]
fn unprovable_positions_stay_open() {
    for opening in [
        r#"{"game": "squadro"}"#,
        r#"{"game": "one-piece-for-two"}"#,
        r#"{"game": "number-one", "players": 3}"#,
        // A finished game.
        r#"{"game": "squadro", "position": "cccb0/cccb0 y", "moves": ["Y4"]}"#,
    ] {
        assert_eq!(prove(opening, 1_000), None, "{opening}");
    }
    let ending = open(r#"{"game": "squadro", "position": "ccc00/cc000 y"}"#).unwrap();
    assert_eq!(ask(&ending, r#"{"nodes": 100000000}"#, true).unwrap(), None);
}

#[test]
fn a_request_must_say_how_far() {
    let session = open(r#"{"game": "squadro"}"#).unwrap();
    assert!(ask(&session, "{}", false).is_err());
    assert!(ask(&session, r#"{"nodes": 1, "more": 2}"#, false).is_err());
}
