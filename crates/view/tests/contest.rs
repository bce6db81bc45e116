//! Contests through the page's requests.

use crate::requests::request;
use ludoteca_catalog::Seat;
use ludoteca_view::{ContestUpdate, Failure, RecordRequest, Session};
use serde_json::{Value, json};

fn open(json: &str) -> Result<Session, Failure> {
    Session::open(&request(json)?)
}

fn begin(terms: Value) -> (Session, Vec<Value>) {
    let beginning = request(&json!({ "at": 1000, "terms": terms }).to_string()).unwrap();
    let (session, update) = Session::begin(beginning).unwrap();
    (session, events(&update))
}

fn events(update: &ContestUpdate) -> Vec<Value> {
    update.events.iter().map(|event| serde_json::to_value(event).unwrap()).collect()
}

fn act(session: &mut Session, at: u64, seat: Option<u8>, action: Value) -> ContestUpdate {
    ask(session, &json!({ "at": at, "seat": seat, "action": action }).to_string()).unwrap()
}

fn ask(session: &mut Session, json: &str) -> Result<ContestUpdate, Failure> {
    session.act(request(json)?)
}

fn resume(json: &str) -> Result<(Session, ContestUpdate), Failure> {
    Session::resume(&request(json)?)
}

#[test]
fn a_contest_goes_on_from_its_log() {
    let clock = json!({ "system": "increment", "initial": 60_000, "increment": 1_000 });
    let (mut session, mut log) = begin(json!({ "game": "squadro", "clock": clock }));
    let moved = act(&mut session, 3_000, Some(0), json!({ "move": "Y1" }));
    assert_eq!(moved.description.as_ref().unwrap().events[0].sentence.key, "runs");
    assert_eq!(moved.view.as_ref().unwrap().status.to_act, Some(Seat::SECOND));
    assert_eq!(moved.contest.clocks[0].left, 61_000, "a first decision is free");
    log.extend(events(&moved));
    let (_, resumed) = resume(&json!({ "at": 4_000, "log": log }).to_string()).unwrap();
    assert_eq!(resumed.contest.clocks[1].left, 60_000);
    assert_eq!((resumed.contest.runs, resumed.contest.first_decision_by), (None, Some(33_000)));
    assert_eq!(resumed.view.unwrap().position, session.view().position);
}

#[test]
fn time_has_its_consequences_without_a_move() {
    let clock = json!({ "system": "sudden-death", "initial": 60_000 });
    let (mut session, _) = begin(json!({ "game": "peak", "clock": clock }));
    act(&mut session, 2_000, Some(0), json!({ "move": "a1-d1" }));
    let second = session.view().moves[0].text.clone();
    act(&mut session, 3_000, Some(1), json!({ "move": second }));
    assert!(session.tick(62_999).unwrap().events.is_empty());
    let flag = session.tick(63_000).unwrap();
    let ending = flag.contest.ending.unwrap();
    assert_eq!((ending.places, ending.leaver, ending.reason), (vec![2, 1], Some(Seat::FIRST), None));
    let record = session.record(&RecordRequest::default()).unwrap();
    assert!(record.contains("[Termination \"time forfeit\"]"), "{record}");
    assert_eq!(session.rematch().unwrap().seats, [Seat::SECOND, Seat::FIRST]);

    let (mut late, _) = begin(json!({ "game": "peak", "clock": clock }));
    assert!(late.tick(30_999).unwrap().events.is_empty());
    let ending = serde_json::to_value(late.tick(31_000).unwrap().contest.ending).unwrap();
    assert_eq!(ending["aborted"], json!({ "by": 0, "why": "first-decision" }));
}

#[test]
fn a_seat_that_leaves_is_described_and_the_rest_play_on() {
    let (mut session, _) = begin(json!({ "game": "number-one", "players": 3 }));
    for seat in 0..3 {
        assert!(act(&mut session, 0, Some(seat), json!({ "move": "LSM" })).contest.may[0].resign);
    }
    let left = act(&mut session, 0, Some(2), json!("resign"));
    let description = left.description.unwrap();
    assert_eq!((description.text.as_str(), description.seat), ("c:resigns", Seat::new(2).unwrap()));
    let keys: Vec<_> = description.events.iter().map(|event| event.sentence.key).collect();
    assert_eq!(keys, ["resigns", "drops-out", "drops-out", "drops-out", "goes-out"]);
    assert!(description.events[1..].iter().all(|event| event.sentence.ruling == Some("NO-14")));
    assert!(left.contest.ending.is_none());
    let view = left.view.unwrap();
    assert!(view.played.last().unwrap().leaves);
    assert!(!left.contest.may[2].resign);
    assert_eq!(session.view_at(3).played.len(), 3);
    assert_eq!(session.describe_ply(4).unwrap(), description);
}

#[test]
fn refusals_are_data_and_change_nothing() {
    let (mut session, _) = begin(json!({ "game": "squadro" }));
    let refused = ask(&mut session, r#"{"at": 0, "seat": 1, "action": {"move": "R1"}}"#).unwrap_err();
    let expected = json!({
        "kind": "table", "key": "not-to-act", "args": [{ "kind": "seat", "value": 0 }], "ruling": "TB-6", "text": "it is yellow's turn"
    });
    assert_eq!(serde_json::to_value(refused).unwrap(), expected);
    for nonsense in
        [r#"{"at": 0}"#, r#"{"at": 0, "action": "dance"}"#, r#"{"at": 0, "seat": 9, "action": "resign"}"#]
    {
        assert!(ask(&mut session, nonsense).is_err(), "{nonsense}");
    }
    // In a contest, moves must go through the judge.
    assert!(session.play("Y1").is_err());
    assert!(session.follow(&["Y1".to_owned()]).is_err());
    assert!(session.take_back().is_none());
    assert!(resume(r#"{"at": 0, "log": []}"#).is_err());
    assert!(open(r#"{"game": "squadro"}"#).unwrap().tick(0).is_err());
}

#[test]
fn an_absent_player_can_be_claimed_against_as_the_game_allows() {
    let claims = |game: &str, first: [&str; 2]| {
        let (mut session, _) = begin(json!({ "game": game }));
        let absent = |session: &mut Session| {
            let news = json!({ "at": 2000, "absent": 60_000, "events": [] }).to_string();
            session.hear(request(&news).unwrap()).unwrap().contest
        };
        let before = absent(&mut session).departure_aborts;
        for (seat, text) in (0..).zip(first) {
            act(&mut session, 1000, Some(seat), json!({ "move": text }));
        }
        let after = absent(&mut session);
        (before, after.departure_aborts, after.may[1].claim, after.may[1].claim_draw)
    };
    assert_eq!(claims("squadro", ["Y1", "R1"]), (true, false, true, true));
    assert_eq!(claims("number-one", ["LSM", "LSM"]), (true, false, true, false));
}

#[test]
fn draws_and_taking_back_are_asked_and_answered() {
    let (mut session, _) = begin(json!({ "game": "squadro" }));
    act(&mut session, 0, Some(0), json!({ "move": "Y1" }));
    let offered = act(&mut session, 1, Some(1), json!("offer-draw"));
    let pending = offered.contest.pending.unwrap();
    assert_eq!((pending.by, pending.waiting), (Seat::SECOND, vec![Seat::FIRST]));
    assert!(offered.view.is_none());
    let declined = act(&mut session, 2, Some(0), json!("decline"));
    assert_eq!(declined.contest.pending, None);
    assert_eq!(declined.contest.may[0].take_back, Some(0));
    act(&mut session, 3, Some(0), json!("take-back"));
    let back = act(&mut session, 4, Some(1), json!("accept"));
    assert!(back.view.unwrap().played.is_empty());
    assert!(session.record(&RecordRequest::default()).unwrap().contains("[TakeBacks \"1\"]"));
}
