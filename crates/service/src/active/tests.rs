use super::*;
use ludoteca_catalog::GameId;
use ludoteca_contest::Clock;

fn user(id: &str) -> Holder {
    Holder::User(UserView { id: id.to_owned(), name: id.to_uppercase(), bot: false })
}

fn asks(id: &str) -> Originator {
    Originator::Player { person: id.to_owned(), action: Some("x".to_owned()), lag: 0 }
}

fn played() -> (ActiveGame, Vec<StoredEvent>) {
    let clock = Some(Clock::Increment { initial: 60_000, increment: 0 });
    let made =
        GameOrigin { listed: true, by: "ada".to_owned(), invited: Vec::new(), previous: None, unit: None };
    let terms = Terms { clock, ..Terms::new(GameId::Squadro) };
    let (mut game, decided) = ActiveGame::create("g", terms, made, None, 1000).unwrap();
    let mut log = decided.append.events;
    let seats: Vec<Seat> = Seat::all(2).collect();
    log.extend(game.join(seats[0], user("ada"), "ADA", 1000).unwrap().append.events);
    log.extend(game.join(seats[1], user("bob"), "BOB", 1000).unwrap().append.events);
    let moved = game.act(&asks("ada"), Action::Move("Y1".to_owned()), 3000).unwrap();
    assert_eq!(moved.append.row, None, "a live game does not write its row at every move");
    assert_eq!(game.row(RowFreshness::Now).to_act.as_deref(), Some("bob"));
    log.extend(moved.append.events);
    (game, log)
}

#[test]
fn a_game_is_what_its_events_say() {
    let (game, log) = played();
    let again = ActiveGame::load("g", &log).unwrap();
    assert_eq!(again.row(RowFreshness::NowAndDeadline), game.row(RowFreshness::NowAndDeadline));
    assert_eq!(again.holders, game.holders);
    assert_eq!(again.contest.game().position(), game.contest.game().position());
    assert!(ActiveGame::load("g", &log[1..]).is_err());
}

#[test]
fn events_say_what_clients_rely_on() {
    let (_, log) = played();
    let moved = view(log.last().unwrap()).unwrap().fields();
    assert_eq!(moved["type"], "moved");
    assert_eq!(moved["move"], "Y1");
    assert_eq!(moved["left_ms"], serde_json::json!([60_000, 60_000]));
    assert!(moved["position"].is_string());
    let joined = view(&log[1]).unwrap().fields();
    assert_eq!(joined["user"], serde_json::json!({ "id": "ada", "name": "ADA" }));
}

#[test]
fn acting_for_another_seat_or_for_the_server_is_refused() {
    let (mut game, _) = played();
    let refused = game.act(&asks("eve"), Action::Resign, 4000).unwrap_err();
    assert_eq!(refused, GameError::NotSeated);
    let refused = game.act(&asks("ada"), Action::Move("R1".to_owned()), 4000).unwrap_err();
    assert!(matches!(refused, GameError::Rule(violation) if violation.ruling == "TB-6"));
    let refused = game.act(&asks("ada"), Action::Adjudicate { places: vec![1, 2] }, 4000).unwrap_err();
    assert_eq!(refused, GameError::OnlySystem);
}

#[test]
fn time_ends_a_game_by_itself() {
    let (mut game, log) = played();
    assert!(game.tick(30_000, None).is_none());
    assert_eq!(game.row(RowFreshness::Now).deadline, None, "it is in the queue");
    assert_eq!(
        game.row(RowFreshness::NowAndDeadline).deadline,
        Some(33_000),
        "thirty seconds for a first decision"
    );
    assert_eq!(game.decided_at(), Some(33_000), "no player is connected");
    game.presence[1].away_since = None;
    assert_eq!(game.decided_at(), Some(34_000));
    assert!(game.tick(33_500, None).is_none(), "a move may be under way");
    let ended = game.tick(34_000, None).unwrap();
    let why = ended.events.last().unwrap().fields();
    assert_eq!((&why["seat"], &why["why"]), (&1.into(), &"first-decision".into()));
    assert_eq!(ended.append.events[0].seq, log.last().unwrap().seq + 1);
    assert_eq!(ended.append.row.unwrap().stage, ludoteca_store::Stage::Over);
    assert!(ended.append.finishes);
}
