//! A test for each ruling of the table, `docs/rules/table.md`.

use crate::seated::{Seated, seat};
use ludoteca_catalog::{GameId, Seat};
use ludoteca_contest::{
    Abort, AbortReason, Action, Actor, Claim, Clock, Contest, Event, Now, SeatNumber, Terms,
};

const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * MINUTE;

fn blitz() -> Terms {
    Terms { clock: Some(Clock::SuddenDeath { initial: MINUTE }), ..Terms::new(GameId::Squadro) }
}

fn number_one(players: u8) -> Terms {
    Terms { players: Some(players), ..Terms::new(GameId::NumberOne) }
}

#[test]
fn tb_1_with_two_seats_the_other_wins_at_once_on_either_turn() {
    let mut table = Seated::new(Terms::new(GameId::Squadro));
    table.moves(1, 0, "Y1");
    table.moves(2, 1, "R1");
    table.moves(3, 0, "Y1");
    table.does(4, 0, Action::Resign);
    table.ended("0-1", "resignation");
    table.refuses(5, 1, Action::Resign, "TB-10");
}

#[test]
fn tb_1_only_the_seat_to_act_runs_out_of_time() {
    let mut table = Seated::new(blitz());
    table.moves(1000, 0, "Y1");
    table.moves(2000, 1, "R1");
    assert_eq!(
        table.contest.next_deadline().map(|deadline| (deadline.at, deadline.seat)),
        Some((62_000, Seat::FIRST))
    );
    assert!(table.contest.tick(Now::at(61_999)).is_empty());
    table.ticks(62_000);
    table.ended("0-1", "time forfeit");
}

#[test]
fn tb_2_with_three_seats_the_rest_play_on_and_the_last_one_wins() {
    let mut table = Seated::new(number_one(3));
    table.set_up(3);
    table.does(10, 1, Action::Resign);
    assert_eq!(table.contest.to_act(), Some(Seat::FIRST));
    table.refuses(11, 1, Action::Resign, "TB-1");
    table.does(12, 0, Action::Resign);
    table.ended("c>a>b", "resignation");
}

#[test]
fn tb_3_abort_until_all_have_moved_and_always_during_set_up() {
    let mut table = Seated::new(Terms::new(GameId::Peak));
    table.moves(1, 0, "a1-d1");
    table.does(2, 1, Action::Abort);
    table.ended("*", "aborted");

    let mut table = Seated::new(Terms::new(GameId::Squadro));
    table.moves(1, 0, "Y1");
    table.moves(2, 1, "R1");
    table.refuses(3, 0, Action::Abort, "TB-3");

    let mut table = Seated::new(number_one(4));
    table.moves(1, 0, "LSM");
    table.does(2, 3, Action::Resign);
    table.ended("*", "aborted");
}

fn aborted_by(number: u8, why: AbortReason) -> Option<Abort> {
    Some(Abort { by: Some(SeatNumber(seat(number))), why })
}

#[test]
fn tb_3_leaving_before_every_first_decision_aborts_and_names_who_left() {
    for game in [GameId::Squadro, GameId::Peak, GameId::OnePieceForTwo] {
        let mut table = Seated::new(Terms::new(game));
        assert!(table.contest.departure_aborts());
        let first = table.first_turn();
        first.iter().for_each(|text| table.moves(1, 0, text));
        // Even if the leaving seat has made its own first decision.
        table.does(2, 0, Action::Resign);
        table.ended("*", "aborted");
        assert_eq!(table.contest.aborted(), aborted_by(0, AbortReason::Resignation));
    }
    let mut asked = Seated::new(Terms::new(GameId::Squadro));
    asked.does(1, 1, Action::Abort);
    assert_eq!(asked.contest.aborted(), aborted_by(1, AbortReason::Requested));
    let away = Now { at: 2, absent: MINUTE, ..Now::default() };
    for claim in [Claim::Leave, Claim::Draw, Claim::Abort] {
        let mut absent = Seated::new(Terms::new(GameId::Squadro));
        absent.moves(1, 0, "Y1");
        absent.applies(away, Actor::Seat(Seat::FIRST), Action::Claim(claim));
        absent.ended("*", "aborted");
        assert_eq!(absent.contest.aborted(), aborted_by(1, AbortReason::Absence));
    }
    let mut late = Seated::new(correspondence());
    late.ticks(2 * DAY);
    late.ended("*", "aborted");
    assert_eq!(late.contest.aborted(), aborted_by(0, AbortReason::Time));
    let mut all = Seated::new(Terms::new(GameId::Squadro));
    all.moves(1, 0, "Y1");
    all.moves(2, 1, "R1");
    assert!(!all.contest.departure_aborts());
}

#[test]
fn tb_3_an_aborted_game_is_played_again_on_the_same_seats() {
    let mut table = Seated::new(blitz());
    assert!(table.contest.again().is_none());
    table.moves(1_000, 0, "Y1");
    table.ticks(31_000);
    assert_eq!(table.contest.aborted(), aborted_by(1, AbortReason::FirstDecision));
    assert!(table.contest.next_in_series().is_none());
    assert_eq!(table.contest.again(), Some((blitz(), vec![Seat::FIRST, Seat::SECOND])));
    let json = serde_json::to_value(table.log.last().unwrap()).unwrap();
    assert_eq!((&json["seat"], &json["why"]), (&1.into(), &"first-decision".into()));
    // A log from before this was recorded.
    let old: Event =
        serde_json::from_str(r#"{"seq":5,"at":1,"type":"ended","termination":"aborted","places":[]}"#)
            .unwrap();
    let mut before = Seated::new(blitz());
    before.moves(1, 0, "Y1");
    before.contest.hear(&Event { seq: before.contest.seq() + 1, ..old }).unwrap();
    before.ended("*", "aborted");
    assert_eq!(before.contest.aborted(), None);
    // Without an opponent, there is no rematch.
    let (mut waiting, _) = Contest::new(blitz(), Now::at(0)).unwrap();
    waiting.apply(Now::at(1), Actor::System, Action::TurnDown { seat: SeatNumber(Seat::SECOND) }).unwrap();
    assert_eq!(waiting.aborted(), aborted_by(1, AbortReason::Declined));
    assert!(waiting.again().is_none());
}

#[test]
fn tb_4_a_draw_is_offered_once_in_a_turn_also_if_it_was_taken_back() {
    let mut table = Seated::new(Terms::new(GameId::Squadro));
    table.moves(1, 0, "Y1");
    table.moves(2, 1, "R1");
    table.does(3, 0, Action::OfferDraw);
    table.moves(4, 0, "Y2");
    table.does(5, 1, Action::Decline);
    table.does(6, 0, Action::TakeBack);
    table.does(7, 1, Action::Accept);
    table.refuses(8, 0, Action::OfferDraw, "TB-4");
    table.moves(9, 0, "Y3");
    // A new turn allows a new offer, by either seat.
    table.does(10, 1, Action::OfferDraw);
    table.moves(11, 1, "R2");
    table.does(12, 0, Action::OfferDraw);
}

#[test]
fn tb_4_a_draw_is_offered_once_in_ones_own_turn_and_stands_until_it_is_answered() {
    let mut table = Seated::new(Terms::new(GameId::Squadro));
    table.refuses(1, 1, Action::OfferDraw, "TB-4");
    table.does(2, 0, Action::OfferDraw);
    table.refuses(3, 0, Action::OfferDraw, "TB-4");
    table.refuses(3, 0, Action::Accept, "TB-4");
    table.does(4, 1, Action::Decline);
    table.refuses(5, 0, Action::OfferDraw, "TB-4");
    table.moves(6, 0, "Y1");
    table.moves(7, 1, "R1");
    // An offer remains open while its author moves, and expires when the other seat moves.
    table.does(8, 0, Action::OfferDraw);
    table.moves(9, 0, "Y2");
    table.moves(10, 1, "R2");
    table.refuses(11, 1, Action::Accept, "TB-4");
    table.does(12, 0, Action::OfferDraw);
    table.does(13, 0, Action::Withdraw);
    table.refuses(14, 1, Action::Accept, "TB-4");
    table.moves(15, 0, "Y3");
    table.does(16, 1, Action::OfferDraw);
    table.does(17, 0, Action::Accept);
    table.ended("1/2-1/2", "agreement");
}

#[test]
fn tb_4_not_in_number_one_and_not_before_the_agreed_ply() {
    let mut table = Seated::new(number_one(2));
    table.refuses(1, 0, Action::OfferDraw, "TB-4");
    let mut table = Seated::new(Terms { draw_offers_from: 2, ..Terms::new(GameId::Peak) });
    table.refuses(1, 0, Action::OfferDraw, "TB-4");
}

#[test]
fn tb_5_taking_back_is_granted_by_all_others_and_clocks_are_not_given_back() {
    let mut table = Seated::new(blitz());
    table.refuses(0, 0, Action::TakeBack, "TB-5");
    table.moves(10_000, 0, "Y1");
    table.moves(15_000, 1, "R1");
    table.does(16_000, 0, Action::TakeBack);
    table.does(17_000, 1, Action::Accept);
    assert_eq!(table.contest.game().position(), "00000/00000 y");
    // First decisions are not charged; the abandoned second turn is.
    table.moves(20_000, 0, "Y2");
    assert_eq!(table.left(21_000), [55_000, 59_000]);

    let mut rated = Seated::new(Terms { rated: true, ..blitz() });
    rated.moves(1, 0, "Y1");
    rated.refuses(2, 0, Action::TakeBack, "TB-5");
    let mut forbidden = Seated::new(Terms { take_back: false, ..blitz() });
    forbidden.moves(1, 0, "Y1");
    forbidden.refuses(2, 0, Action::TakeBack, "TB-5");
}

#[test]
fn tb_5_in_number_one_the_whole_turn_and_inside_ones_own_turn_without_asking() {
    let mut table = Seated::new(number_one(3));
    table.set_up(3);
    let before = table.contest.game().position();
    table.moves(10, 0, "Ld5");
    table.does(11, 0, Action::TakeBack);
    assert_eq!(table.contest.game().position(), before);
    for text in ["Ld5", "Md3", "Sb2"] {
        table.moves(12, 0, text);
    }
    table.does(13, 0, Action::TakeBack);
    table.does(14, 1, Action::Accept);
    assert_ne!(table.contest.game().position(), before);
    table.does(15, 2, Action::Accept);
    assert_eq!(table.contest.game().position(), before);

    let mut forbidden = Seated::new(Terms { take_back: false, ..number_one(2) });
    forbidden.set_up(2);
    let first = forbidden.first_turn().remove(0);
    forbidden.moves(1, 0, &first);
    forbidden.does(2, 0, Action::TakeBack);
    assert_eq!(forbidden.contest.game().steps(), 2);
    let mut rated = Seated::new(Terms { rated: true, ..number_one(2) });
    rated.set_up(2);
    rated.moves(10, 0, "Ld5");
    rated.refuses(11, 0, Action::TakeBack, "TB-5");
}

#[test]
fn tb_5_taking_back_does_not_return_players_who_left() {
    let mut table = Seated::new(number_one(4));
    table.set_up(4);
    for text in table.first_turn() {
        table.moves(10, 0, &text);
    }
    table.does(11, 2, Action::Resign);
    table.refuses(12, 0, Action::TakeBack, "TB-5");
}

/// For each time control: the reading of the first seat's clock during its second turn, and after it.
#[test]
fn tb_6_every_time_system_counts_as_it_says() {
    let cases = [
        (Clock::SuddenDeath { initial: MINUTE }, 5_000, 45_000, 45_000),
        (Clock::Increment { initial: MINUTE, increment: 2_000 }, 5_000, 49_000, 51_000),
        (Clock::Delay { initial: MINUTE, delay: 3_000 }, 5_000, 51_000, 51_000),
        (Clock::Delay { initial: MINUTE, delay: 20_000 }, 5_000, 60_000, 60_000),
        (Clock::ByoYomi { initial: 40_000, period: 10_000, periods: 3 }, 5_000, 25_000, 25_000),
        (Clock::PerTurn { time: 45_000 }, 5_000, 40_000, 45_000),
        (Clock::Correspondence { per_turn: 8_000, bank: 20_000 }, 5_000, 21_000, 26_000),
    ];
    for (clock, thought, during, after) in cases {
        let mut table = Seated::new(Terms { clock: Some(clock), ..Terms::new(GameId::Squadro) });
        // The first turn is free, and the second takes ten seconds.
        for (at, seat, text) in [(7_000, 0, "Y1"), (9_000, 1, "R1"), (19_000, 0, "Y1"), (19_000, 1, "R1")] {
            table.moves(at, seat, text);
        }
        let by = 19_000 + thought;
        assert_eq!(table.left(by)[0], during, "{clock:?}");
        table.moves(by, 0, "Y2");
        assert_eq!(table.left(by)[0], after, "{clock:?}");
    }
}

#[test]
fn tb_6_byo_yomi_loses_whole_periods_only() {
    let clock = Clock::ByoYomi { initial: 30_000, period: 10_000, periods: 3 };
    let mut table = Seated::new(Terms { clock: Some(clock), ..Terms::new(GameId::Squadro) });
    table.moves(0, 0, "Y1");
    table.moves(0, 1, "R1");
    table.moves(29_000, 0, "Y1");
    table.moves(29_000, 1, "R1");
    // One second of main time, one whole period, four seconds of the next.
    let reading = table.contest.reading(Seat::FIRST, Now::at(44_000)).unwrap();
    assert_eq!((reading.left, reading.periods), (6_000, 2));
    table.moves(44_000, 0, "Y2");
    let reading = table.contest.reading(Seat::FIRST, Now::at(44_000)).unwrap();
    assert_eq!((reading.left, reading.periods), (10_000, 2));
    table.moves(44_000, 1, "R2");
    assert_eq!(table.contest.next_deadline().unwrap().at, 64_000, "thirty seconds, or three periods");
}

#[test]
fn tb_6_the_increment_comes_with_the_turn_not_the_ply() {
    let clock = Clock::Increment { initial: MINUTE, increment: 5_000 };
    let mut table = Seated::new(Terms { clock: Some(clock), ..number_one(2) });
    table.moves(1_000, 0, "LSM");
    table.moves(1_000, 1, "LSM");
    assert_eq!(table.left(1_000), [65_000, 65_000]);
    table.moves(2_000, 0, "Ld5");
    table.moves(3_000, 0, "Md3");
    assert_eq!(table.left(3_000)[0], 63_000);
    table.moves(4_000, 0, "Sb2");
    assert_eq!(table.left(4_000)[0], 67_000);
}

#[test]
fn tb_6_a_first_decision_has_thirty_seconds_and_then_the_game_is_aborted() {
    let clock = Clock::SuddenDeath { initial: 10_000 };
    let terms = Terms { clock: Some(clock), ..Terms::new(GameId::Squadro) };
    let mut table = Seated::new(terms.clone());
    assert_eq!((table.contest.runs(), table.contest.first_decision_by()), (None, Some(30_000)));
    assert!(table.contest.tick(Now::at(29_999)).is_empty());
    table.moves(25_000, 0, "Y1");
    assert_eq!(table.left(54_999), [10_000, 10_000]);
    assert_eq!(table.contest.first_decision_by(), Some(55_000));
    table.moves(54_000, 1, "R1");
    assert_eq!((table.contest.runs(), table.contest.first_decision_by()), (Some(Seat::FIRST), None));
    assert_eq!(table.left(55_000), [9_000, 10_000]);
    let mut late = Seated::new(terms.clone());
    late.ticks(30_000);
    late.ended("*", "aborted");
    // The limit does not grow with the main time.
    let mut long = Seated::new(Terms { clock: Some(Clock::SuddenDeath { initial: 90 * MINUTE }), ..terms });
    long.moves(1_000, 0, "Y1");
    long.ticks(31_000);
    assert_eq!(long.contest.aborted(), aborted_by(1, AbortReason::FirstDecision));
}

#[test]
fn tb_6_what_was_used_of_the_thirty_seconds_counts_across_pauses() {
    let mut table = Seated::new(blitz());
    table.system(10_000, Action::Pause);
    assert_eq!(table.contest.first_decision_by(), None);
    table.system(100_000, Action::Unpause);
    assert_eq!(table.contest.first_decision_by(), Some(120_000));
    table.system(200_000, Action::Resume { away: 95_000 });
    // Fifteen seconds were used; the player has twenty to return.
    assert_eq!(table.contest.first_decision_by(), Some(235_000));
    table.moves(230_000, 0, "Y1");
    assert_eq!(table.left(230_000), [MINUTE, MINUTE]);
    // In correspondence games, the clock runs from the beginning.
    let mut days = Seated::new(correspondence());
    assert_eq!((days.contest.runs(), days.contest.first_decision_by()), (Some(Seat::FIRST), None));
    days.moves(DAY, 0, "Y1");
    assert_eq!(days.contest.next_deadline().unwrap().at, 3 * DAY);
}

#[test]
fn tb_7_the_network_is_credited_within_its_bounds() {
    let mut table = Seated::new(blitz());
    table.moves(0, 0, "Y1");
    table.moves(0, 1, "R1");
    table.moves_with_lag(5_000, 0, "Y1", 400);
    assert_eq!(table.left(5_000)[0], 55_400);
    table.moves_with_lag(10_000, 1, "R1", 60_000);
    assert_eq!(table.left(10_000)[1], 56_000);
    // A move made in time may arrive late: nothing is decided without it before then.
    let deadline = table.contest.next_deadline().unwrap();
    assert_eq!(table.contest.last_arrival().unwrap().at, deadline.at + 1_000);
    // At most ten seconds per game.
    let clock = Clock::SuddenDeath { initial: 30 * MINUTE };
    let mut table = Seated::new(Terms { clock: Some(clock), ..Terms::new(GameId::Squadro) });
    let mut at = 0;
    for _ in 0..12 {
        for seat in 0..2 {
            at += 2_000;
            let text = table.contest.game().legal_moves().swap_remove(0);
            table.moves_with_lag(at, seat, &text, 1_000);
        }
    }
    assert_eq!(table.left(at)[0], 30 * MINUTE - 22_000 + 10_000);
}

#[test]
fn tb_7_downtime_is_charged_to_no_clock() {
    let mut table = Seated::new(blitz());
    table.moves(1_000, 0, "Y1");
    table.moves(1_000, 1, "R1");
    table.system(100_000, Action::Resume { away: 95_000 });
    assert_eq!(table.left(100_000)[0], 56_000);
    // The clock resumes when the seat returns, or after twenty seconds.
    assert_eq!(table.left(119_000)[0], 56_000);
    assert_eq!(table.left(121_000)[0], 55_000);
    table.system(105_000, Action::Return);
    assert_eq!(table.left(106_000)[0], 55_000);
}

#[test]
fn tb_8_the_others_may_claim_when_the_seat_to_act_has_been_away() {
    let away = |at, absent| Now { at, absent, ..Now::default() };
    let claim = |claim| Action::Claim(claim);
    let mut table = Seated::new(blitz());
    table.moves(1_000, 0, "Y1");
    table.moves(1_000, 1, "R1");
    // A third of the remaining time, here 59 seconds.
    let early = table.contest.apply(away(1_000, 19_000), Actor::Seat(Seat::SECOND), claim(Claim::Leave));
    assert_eq!(early.unwrap_err().ruling(), Some("TB-8"));
    let own = table.contest.apply(away(1_000, 60_000), Actor::Seat(Seat::FIRST), claim(Claim::Leave));
    assert_eq!(own.unwrap_err().ruling(), Some("TB-8"));
    table.contest.apply(away(1_000, 20_000), Actor::Seat(Seat::SECOND), claim(Claim::Leave)).unwrap();
    table.ended("0-1", "absence");

    for (choice, result, termination) in [(Claim::Draw, "1/2-1/2", "absence"), (Claim::Abort, "*", "aborted")]
    {
        let mut table = Seated::new(Terms::new(GameId::Squadro));
        table.moves(1, 0, "Y1");
        table.moves(1, 1, "R1");
        table.contest.apply(away(2, 60_000), Actor::Seat(Seat::SECOND), claim(choice)).unwrap();
        table.ended(result, termination);
    }
    let mut three = Seated::new(number_one(3));
    three.set_up(3);
    let draw = three.contest.apply(away(9, 60_000), Actor::Seat(Seat::SECOND), claim(Claim::Draw));
    assert_eq!(draw.unwrap_err().ruling(), Some("TB-8"));
    three.contest.apply(away(9, 60_000), Actor::Seat(Seat::SECOND), claim(Claim::Leave)).unwrap();
    assert_eq!(three.contest.to_act(), Some(Seat::SECOND));
    // A draw cannot be claimed in games without draws by agreement.
    let mut two = Seated::new(number_one(2));
    two.set_up(2);
    let draw = two.contest.apply(away(9, 60_000), Actor::Seat(Seat::SECOND), claim(Claim::Draw));
    assert_eq!(draw.unwrap_err().ruling(), Some("TB-4"));
    // Nor before the ply from which draws may be offered.
    let mut early = Seated::new(Terms { draw_offers_from: 3, ..Terms::new(GameId::Squadro) });
    early.moves(1, 0, "Y1");
    early.moves(1, 1, "R1");
    let draw = early.contest.apply(away(2, 60_000), Actor::Seat(Seat::SECOND), claim(Claim::Draw));
    assert_eq!(draw.unwrap_err().ruling(), Some("TB-4"));
    early.moves(3, 0, "Y1");
    early.contest.apply(away(4, 60_000), Actor::Seat(Seat::FIRST), claim(Claim::Draw)).unwrap();
    early.ended("1/2-1/2", "absence");
}

/// A correspondence clock with two days per turn.
fn correspondence() -> Terms {
    let clock = Clock::Correspondence { per_turn: 2 * DAY, bank: 0 };
    Terms { clock: Some(clock), ..Terms::new(GameId::Squadro) }
}

fn vacation(number: u8, from: u64, until: u64) -> Action {
    Action::Vacation { seat: SeatNumber(seat(number)), from, until }
}

#[test]
fn tb_11_the_clock_of_a_player_on_vacation_stands_in_their_turns_only() {
    let mut table = Seated::new(correspondence());
    table.system(DAY, vacation(0, DAY, 10 * DAY));
    assert_eq!(table.left(9 * DAY)[0], DAY, "a day was used before");
    assert_eq!(table.contest.next_deadline().unwrap().at, 11 * DAY);
    table.moves(9 * DAY, 0, "Y1");
    assert_eq!(table.contest.next_deadline().unwrap().at, 11 * DAY, "the other is not on vacation");
    table.moves(9 * DAY + 5, 1, "R1");
    assert_eq!(table.contest.next_deadline().unwrap().at, 12 * DAY, "not before the vacation is over");
    let replayed = Contest::replay(&table.log).unwrap();
    assert_eq!(replayed.next_deadline(), table.contest.next_deadline());
    table.ticks(12 * DAY);
    table.ended("0-1", "time forfeit");
}

#[test]
fn tb_11_a_vacation_ends_early_and_is_reported_late() {
    let mut table = Seated::new(correspondence());
    table.system(DAY, vacation(0, DAY, 10 * DAY));
    table.system(3 * DAY, vacation(0, 3 * DAY, 3 * DAY));
    assert_eq!(table.contest.next_deadline().unwrap().at, 4 * DAY);
    // The host learns of the vacation when the time would have run out.
    table.system(6 * DAY, vacation(0, 3 * DAY + 1, 8 * DAY));
    assert_eq!(table.contest.next_deadline().unwrap().at, 9 * DAY - 1);
    let late = table.contest.apply(Now::at(12 * DAY), Actor::System, vacation(0, 11 * DAY, 20 * DAY));
    assert_eq!(late.unwrap_err().ruling(), Some("TB-1"), "the time was up before it began");
}

#[test]
fn tb_11_only_in_correspondence_and_by_the_system_also_before_the_start() {
    let mut table = Seated::new(blitz());
    let refused = table.contest.apply(Now::at(1), Actor::System, vacation(0, 1, DAY));
    assert_eq!(refused.unwrap_err().ruling(), Some("TB-11"));
    let mut table = Seated::new(correspondence());
    table.refuses(1, 0, vacation(0, 1, DAY), "TB-1");
    table.system(1, vacation(0, 1, 5 * DAY));
    let back = table.contest.apply(Now::at(DAY), Actor::System, Action::Return);
    assert_eq!(back.unwrap_err().ruling(), Some("TB-7"), "no return from a vacation is needed");

    let (mut waiting, _) = Contest::new(correspondence(), Now::at(0)).unwrap();
    let free = waiting.apply(Now::at(0), Actor::System, vacation(0, 0, 5 * DAY));
    assert_eq!(free.unwrap_err().ruling(), Some("TB-1"), "the seat is free");
    for number in 0..2 {
        let name = String::new();
        waiting
            .apply(Now::at(0), Actor::System, Action::Join { seat: SeatNumber(seat(number)), name })
            .unwrap();
        if number == 0 {
            waiting.apply(Now::at(0), Actor::System, vacation(0, 0, 5 * DAY)).unwrap();
        }
    }
    assert_eq!(waiting.next_deadline().unwrap().at, 7 * DAY);
}

#[test]
fn tb_9_the_next_game_of_a_series_by_the_games_own_rule() {
    let seats = |contest: &Contest| {
        let (terms, seats) = contest.next_in_series().unwrap();
        (terms.options, seats.into_iter().map(Seat::index).collect::<Vec<_>>())
    };
    for game in [GameId::Squadro, GameId::Peak] {
        let mut table = Seated::new(Terms::new(game));
        assert!(table.contest.next_in_series().is_none());
        for number in [0, 1] {
            let text = table.contest.game().legal_moves().swap_remove(0);
            table.moves(1, number, &text);
        }
        table.does(2, 0, Action::Resign);
        assert_eq!(seats(&table.contest), (Default::default(), vec![1, 0]));
    }
    let mut table = Seated::new(number_one(3));
    table.set_up(3);
    table.does(10, 0, Action::Resign);
    table.does(11, 1, Action::Resign);
    assert_eq!(seats(&table.contest).1, [1, 2, 0]);
    // OP-8: the loser starts.
    let mut table = Seated::new(Terms::new(GameId::OnePieceForTwo));
    for number in [0, 1] {
        table.first_turn().iter().for_each(|text| table.moves(1, number, text));
    }
    table.does(2, 1, Action::Resign);
    let (options, order) = seats(&table.contest);
    assert_eq!((options["first"].as_str(), order), ("blue", vec![0, 1]));
}

#[test]
fn tb_10_the_record_says_result_and_termination_and_reads_back() {
    let mut table = Seated::new(number_one(4));
    table.set_up(4);
    table.moves(10, 0, "Ld5");
    table.does(11, 2, Action::Resign);
    table.does(12, 1, Action::Resign);
    table.does(13, 0, Action::Resign);
    table.ended("d>a>b>c", "resignation");
    let record = table.contest.record();
    let text = record.to_text().unwrap();
    assert!(text.contains("c:resigns b:resigns a:resigns d>a>b>c"), "{text}");
    let mut read = ludoteca_record::Record::from_text(&text).unwrap();
    let (game, faults) = ludoteca_catalog::replay(&mut read).unwrap();
    assert_eq!(faults, []);
    assert_eq!(game.position(), table.contest.game().position());
    assert_eq!(read.to_text().unwrap(), text);
}

#[test]
fn tb_10_a_draw_claimed_for_absence_says_so() {
    let mut table = Seated::new(blitz());
    table.moves(1_000, 0, "Y1");
    table.moves(1_000, 1, "R1");
    let away = Now { at: 2_000, absent: MINUTE, ..Now::default() };
    table.applies(away, Actor::Seat(Seat::SECOND), Action::Claim(Claim::Draw));
    table.ended("1/2-1/2", "absence");
    let mut record = table.contest.record();
    assert_eq!(record.tag("Termination"), Some("absence"));
    let (again, _, faults) = Contest::from_record(&mut record, Now::at(0)).unwrap();
    assert_eq!((again.result_text().as_str(), faults.len()), ("1/2-1/2", 0));
}

#[test]
fn no_14_leaving_in_the_middle_of_a_turn_passes_it_on_and_charges_the_clock() {
    let clock = Clock::SuddenDeath { initial: MINUTE };
    let mut table = Seated::new(Terms { clock: Some(clock), ..number_one(3) });
    table.set_up(3);
    table.moves(10_000, 0, "Ld5");
    table.does(15_000, 0, Action::Resign);
    assert_eq!(table.contest.to_act(), Some(Seat::SECOND));
    assert_eq!(table.contest.runs(), Some(Seat::SECOND));
    assert_eq!(table.left(16_000)[1], 59_000);
}
