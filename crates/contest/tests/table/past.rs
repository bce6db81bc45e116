//! Games that started elsewhere.

use crate::seated::{Seated, seat};
use ludoteca_catalog::{GameId, Seat};
use ludoteca_contest::{Action, Clock, Contest, Event, Now, Past, PastEnding, PastError, Stage, Terms};
use ludoteca_record::Termination;

fn texts(moves: &[&str]) -> Vec<String> {
    moves.iter().map(|text| (*text).to_owned()).collect()
}

#[track_caller]
fn taken_up(terms: Terms, past: &Past) -> Contest {
    let (contest, log) = Contest::take_up(terms, past, Now::at(5)).unwrap();
    assert_eq!(format!("{:?}", Contest::replay(&log).unwrap()), format!("{contest:?}"));
    assert!(log.iter().zip(1..).all(|(Event { seq, .. }, number)| *seq == number));
    contest
}

#[test]
fn moves_and_clocks_are_as_they_were() {
    let clock = Clock::Increment { initial: 60_000, increment: 2_000 };
    let past = Past {
        names: texts(&["Ada\nLovelace"]),
        moves: texts(&["Y1", "R1"]),
        readings: vec![vec![58_000, 60_000], vec![58_000, 47_500]],
        left: Some(vec![51_000, 47_500]),
        ending: None,
    };
    let contest = taken_up(Terms { clock: Some(clock), ..Terms::new(GameId::Squadro) }, &past);
    let left = |number| contest.reading(seat(number), Now::at(1_005)).unwrap().left;
    assert_eq!((left(0), left(1)), (50_000, 47_500));
    assert_eq!((contest.name(seat(0)), contest.name(seat(1))), (Some("Ada Lovelace"), Some("")));
    let record = contest.record().to_text().unwrap();
    assert!(record.contains("Y1 {[%clk 0:00:58]} 1... R1 {[%clk 0:00:47.5]}"), "{record}");
}

#[test]
fn words_of_leaving_are_steps_and_the_rest_play_on() {
    let moves = ["LSM", "LSM", "LSM", "c:time"];
    let terms = Terms { players: Some(3), ..Terms::new(GameId::NumberOne) };
    let contest = taken_up(terms, &Past { moves: texts(&moves), ..Past::default() });
    assert_eq!(contest.stage(), Stage::Playing);
    assert!(!contest.is_in(seat(2)));
}

#[test]
fn an_end_that_is_not_on_the_board_is_kept() {
    let resigned = |leaver, places: &[u8]| {
        Some(PastEnding { termination: Termination::Resignation, leaver, places: places.to_vec() })
    };
    let past =
        Past { moves: texts(&["Y1"]), ending: resigned(Some(Seat::SECOND), &[1, 2]), ..Past::default() };
    assert_eq!(taken_up(Terms::new(GameId::Squadro), &past).result_text(), "1-0");
    // With three players, this once ended the game for all three.
    let moves = texts(&["LSM", "LSM", "LSM"]);
    let past = Past { moves, ending: resigned(Some(Seat::SECOND), &[1, 3, 1]), ..Past::default() };
    let contest = taken_up(Terms { players: Some(3), ..Terms::new(GameId::NumberOne) }, &past);
    let Stage::Over(ending) = contest.stage() else { panic!("it was over") };
    assert_eq!(ending.standing.unwrap().as_slice(), [1, 3, 1]);
    assert_eq!(ending.termination, Termination::Resignation);
}

#[test]
fn a_wrong_ply_is_named() {
    let past = Past { moves: texts(&["Y1", "Y2"]), ..Past::default() };
    let error = Contest::take_up(Terms::new(GameId::Squadro), &past, Now::at(0)).unwrap_err();
    assert!(matches!(error, PastError::Ply { ply: 2, .. }));
    assert_eq!(error.to_string(), "ply 2: it is Red's turn, and Y2 is Yellow's (SQ-4)");
}

#[test]
fn tb_6_only_the_system_sets_clocks_and_only_where_seats_have_their_own() {
    let set = || Action::SetClocks { left: vec![1_000, 2_000] };
    let mut table = Seated::new(Terms {
        clock: Some(Clock::SuddenDeath { initial: 60_000 }),
        ..Terms::new(GameId::Squadro)
    });
    table.moves(9_000, 0, "Y1");
    table.moves(9_500, 1, "R1");
    table.system(10_000, set());
    assert_eq!(table.left(10_500), [500, 2_000]);
    let by_seat = table.contest.apply(Now::at(10_500), ludoteca_contest::Actor::Seat(seat(0)), set());
    assert_eq!(by_seat.unwrap_err().ruling(), Some("TB-1"));
    let mut turns =
        Seated::new(Terms { clock: Some(Clock::PerTurn { time: 60_000 }), ..Terms::new(GameId::Squadro) });
    let refused = turns.contest.apply(Now::at(0), ludoteca_contest::Actor::System, set());
    assert_eq!(refused.unwrap_err().ruling(), Some("TB-6"));
}

#[test]
fn actions_can_be_checked_without_effect() {
    let table = Seated::new(Terms::new(GameId::Squadro));
    let ask = |by: u8, action| {
        table
            .contest
            .check(Now::at(0), ludoteca_contest::Actor::Seat(seat(by)), action)
            .map_err(|why| why.ruling())
    };
    assert_eq!(ask(0, Action::Move("Y1".to_owned())), Ok(()));
    assert_eq!(ask(0, Action::Move("R1".to_owned())), Err(Some("SQ-4")));
    assert_eq!(ask(1, Action::Move("R1".to_owned())), Err(Some("TB-6")));
    assert_eq!(ask(1, Action::Resign), Ok(()));
    assert_eq!(ask(0, Action::TakeBack), Err(Some("TB-5")));
}
