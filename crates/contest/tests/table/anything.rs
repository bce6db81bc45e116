//! Random actions by random actors at random times: each is applied or rejected, and the invariants hold.

use crate::seated::{Seated, seat};
use ludoteca_catalog::{GameId, Seat};
use ludoteca_contest::{Action, Actor, Claim, Clock, Contest, Event, Now, SeatNumber, Stage, Terms};
use proptest::{collection::vec, prelude::*, sample::select};

/// An attempted action; a number picks a legal move at the time of the attempt.
#[derive(Clone, Debug)]
enum Try {
    LegalMove(usize),
    Do(Action),
    Tick,
}

fn clocks() -> impl Strategy<Value = Option<Clock>> {
    let time = || 1..200_000u64;
    prop_oneof![
        Just(None),
        time().prop_map(|initial| Some(Clock::SuddenDeath { initial })),
        (time(), 0..20_000u64).prop_map(|(initial, increment)| Some(Clock::Increment { initial, increment })),
        (time(), 0..20_000u64).prop_map(|(initial, delay)| Some(Clock::Delay { initial, delay })),
        (time(), 1..20_000u64, 1..4u16).prop_map(|(initial, period, periods)| Some(Clock::ByoYomi {
            initial,
            period,
            periods
        })),
        time().prop_map(|time| Some(Clock::PerTurn { time })),
        (time(), time()).prop_map(|(per_turn, bank)| Some(Clock::Correspondence { per_turn, bank })),
    ]
}

fn terms() -> impl Strategy<Value = Terms> {
    let games = [
        (GameId::Squadro, 2),
        (GameId::Peak, 2),
        (GameId::OnePieceForTwo, 2),
        (GameId::NumberOne, 2),
        (GameId::NumberOne, 3),
        (GameId::NumberOne, 4),
    ];
    (select(games.to_vec()), clocks(), any::<bool>(), any::<bool>(), 0..6usize).prop_map(
        |((game, players), clock, rated, take_back, draw_offers_from)| Terms {
            players: Some(players),
            clock,
            rated,
            take_back,
            draw_offers_from,
            ..Terms::new(game)
        },
    )
}

fn tries() -> impl Strategy<Value = Try> {
    let seats = || (0..4u8).prop_map(|number| SeatNumber(seat(number)));
    let action = prop_oneof![
        1 => Just(Action::Resign),
        1 => Just(Action::Abort),
        1 => Just(Action::OfferDraw),
        3 => Just(Action::TakeBack),
        3 => Just(Action::Accept),
        1 => Just(Action::Decline),
        1 => Just(Action::Withdraw),
        1 => select(&[Claim::Leave, Claim::Draw, Claim::Abort][..]).prop_map(Action::Claim),
        1 => seats().prop_map(Action::GiveTime),
        1 => (seats(), ".{0,5}").prop_map(|(seat, name)| Action::Join { seat, name }),
        1 => Just(Action::Pause),
        1 => Just(Action::Unpause),
        1 => Just(Action::Return),
        1 => any::<u64>().prop_map(|away| Action::Resume { away }),
        1 => (seats(), 0..400_000u64, 0..400_000u64)
            .prop_map(|(seat, from, until)| Action::Vacation { seat, from, until }),
        1 => vec(0..100_000u64, 0..5).prop_map(|left| Action::SetClocks { left }),
        1 => seats().prop_map(|seat| Action::TurnDown { seat }),
        1 => vec(0..5u8, 0..5).prop_map(|places| Action::Adjudicate { places }),
        1 => "[a-dYRLMS:]{0,3}(resigns)?[0-9]?".prop_map(Action::Move),
    ];
    prop_oneof![30 => any::<usize>().prop_map(Try::LegalMove), 10 => action.prop_map(Try::Do), 2 => Just(Try::Tick)]
}

fn actors() -> impl Strategy<Value = Option<Actor>> {
    prop_oneof![6 => Just(None), 3 => (0..4u8).prop_map(|number| Some(Actor::Seat(seat(number)))), 1 => Just(Some(Actor::System))]
}

fn times() -> impl Strategy<Value = Now> {
    let at = prop_oneof![20 => 0..300_000u64, 1 => any::<u64>()];
    (at, 0..3_000u64, 0..90_000u64).prop_map(|(at, lag, absent)| Now { at, lag, absent })
}

/// The entire observable state of a contest, as text.
fn state(contest: &Contest) -> String {
    format!("{contest:?}")
}

fn readings(contest: &Contest, now: Now) -> Vec<u64> {
    Seat::all(contest.game().seats())
        .filter_map(|seat| contest.reading(seat, now))
        .map(|reading| reading.left)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_tried_the_log_is_the_truth(
        terms in terms(), seated: bool,
        tries in vec((tries(), actors(), times(), any::<bool>()), 1..120)
    ) {
        let (mut contest, mut log) = Contest::new(terms, Now::at(0)).unwrap();
        if seated {
            log.extend(contest.seat_all(Now::at(0)));
        }
        let mut clock = 0;
        for (tried, actor, mut now, backwards) in tries {
            // Time usually advances; sometimes it leaps or goes backwards.
            if !backwards && now.at < 300_000 {
                now.at = clock + now.at / 100;
            }
            clock = clock.max(now.at.min(1 << 40));
            let to_act = contest.to_act().map_or(Actor::System, Actor::Seat);
            let actor = actor.unwrap_or(to_act);
            let (before, was_over) = (state(&contest), matches!(contest.stage(), Stage::Over(_)));
            let done = match tried {
                Try::Tick => Ok(contest.tick(now)),
                Try::Do(action) => contest.apply(now, actor, action),
                Try::LegalMove(number) => {
                    let moves = contest.game().legal_moves();
                    let text = if moves.is_empty() { String::new() } else { moves[number % moves.len()].clone() };
                    contest.apply(now, actor, Action::Move(text))
                }
            };
            match done {
                Err(refusal) => {
                    prop_assert_eq!(&state(&contest), &before, "{}", refusal);
                    prop_assert!(!refusal.to_string().is_empty());
                }
                Ok(events) => {
                    prop_assert!(!was_over || events.is_empty(), "a finished game accepts nothing");
                    log.extend(events);
                }
            }
            check(&contest, &log, now)?;
        }
        // Every prefix of the log is a valid game.
        for end in 1..=log.len() {
            let cut = Contest::replay(&log[..end]).unwrap();
            prop_assert_eq!(cut.seq(), end as u64);
        }
    }

    /// TB-5: taking back and playing the same moves again gives the same state, except for the clocks.
    #[test]
    fn taking_back_and_playing_on_leads_to_the_same_game(
        game in select(&[(GameId::Squadro, 2u8), (GameId::Peak, 2), (GameId::NumberOne, 2), (GameId::NumberOne, 4)][..]),
        picks in vec(any::<usize>(), 8..60)
    ) {
        let terms = Terms { players: Some(game.1), ..Terms::new(game.0) };
        let mut table = Seated::new(terms);
        let mut texts = Vec::new();
        for pick in picks {
            let (Some(to_act), moves) = (table.contest.to_act(), table.contest.game().legal_moves()) else { break };
            let text = moves[pick % moves.len()].clone();
            table.applies(Now::at(0), Actor::Seat(to_act), Action::Move(text.clone()));
            texts.push(text);
        }
        if table.contest.to_act().is_none() {
            return Ok(());
        }
        let position = table.contest.game().position();
        let Some(asker) = Seat::all(game.1).find(|seat| table.contest.is_in(*seat) && table.contest.take_back_to(*seat).is_some())
        else { return Ok(()) };
        let left = table.contest.take_back_to(asker).unwrap();
        table.applies(Now::at(1), Actor::Seat(asker), Action::TakeBack);
        for other in Seat::all(game.1).filter(|other| *other != asker) {
            if table.contest.pending().is_some() && table.contest.is_in(other) {
                table.applies(Now::at(2), Actor::Seat(other), Action::Accept);
            }
        }
        for text in &texts[left..] {
            let to_act = table.contest.to_act().unwrap();
            table.applies(Now::at(3), Actor::Seat(to_act), Action::Move(text.clone()));
        }
        prop_assert_eq!(table.contest.game().position(), position);
        prop_assert_eq!(state(&Contest::replay(&table.log).unwrap()), state(&table.contest));
    }
}

fn check(contest: &Contest, log: &[Event], now: Now) -> Result<(), TestCaseError> {
    prop_assert_eq!(state(&Contest::replay(log).unwrap()), state(contest));
    prop_assert_eq!(log.last().map(|event| event.seq), Some(contest.seq()));
    prop_assert!(log.windows(2).all(|pair| pair[0].seq + 1 == pair[1].seq && pair[0].at <= pair[1].at));
    match (contest.to_act(), contest.runs()) {
        (to_act, Some(runs)) => prop_assert_eq!(to_act, Some(runs)),
        (_, None) => {
            prop_assert_eq!(contest.next_deadline().map(|deadline| deadline.at), contest.first_decision_by())
        }
    }
    // No clock gains time by itself.
    let later = Now { at: now.at.saturating_add(7_000), ..now };
    for (first, second) in readings(contest, now).into_iter().zip(readings(contest, later)) {
        let periods = matches!(contest.terms().clock, Some(Clock::ByoYomi { .. }));
        prop_assert!(second <= first || periods);
    }
    // A finished game has either a complete result or none.
    if let Stage::Over(ending) = contest.stage() {
        let seats = usize::from(contest.game().seats());
        prop_assert_eq!(ending.aborted.is_some(), ending.standing.is_none());
        if let Some(standing) = ending.standing {
            prop_assert_eq!(standing.as_slice().len(), seats);
        }
        prop_assert!(contest.record().to_text().is_ok());
    }
    let text = serde_json::to_string(log).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(&serde_json::from_str::<Vec<Event>>(&text).unwrap(), log);
    Ok(())
}
