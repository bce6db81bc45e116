//! Games with a clock. Nothing sleeps: the time is passed in.

use super::*;
use ludoteca_catalog::Seat;
use std::time::Duration;

fn clocked(id: GameId, players: u8, clock: &str) -> Terms {
    Terms { players: Some(players), clock: Some(clock.parse().unwrap()), ..Terms::new(id) }
}

fn wait_until(app: &mut App, hand: &Cell<u64>, time: u64) {
    hand.set(time);
    app.tick();
}

#[test]
fn a_game_is_lost_on_time_without_a_key_press() {
    let (mut app, hand) = game(clocked(GameId::Squadro, 2, "1+2"), &[]);
    // No clock runs for a first decision (TB-6).
    says(&app, "yellow 1:00   red 1:00");
    hand.set(5_000);
    enter(&mut app, "Y1");
    says(&app, "yellow 1:02   red 1:00");
    hand.set(6_000);
    enter(&mut app, "R1");
    wait_until(&mut app, &hand, 59_500);
    says(&app, "yellow 0:08.5 runs");
    assert_eq!(app.wait(), Some(Duration::from_millis(100)));
    // Typing and open questions do not stop the clock.
    type_text(&mut app, "Y");
    control(&mut app, 'r');
    wait_until(&mut app, &hand, 67_999);
    says(&app, "to act: yellow");
    wait_until(&mut app, &hand, 68_000);
    says(&app, "red wins on time, result: 0-1");
    says(&app, "yellow ran out of time (TB-1).");
    assert_eq!((app.wait(), &screen(&app).question), (None, &None));
}

#[test]
fn four_players_leave_in_different_ways_and_the_rest_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.ldr");
    let (mut app, hand) = game(clocked(GameId::NumberOne, 4, "1"), &[]);
    for _ in 0..4 {
        enter(&mut app, "LSM");
    }
    // c resigns on a's turn.
    control(&mut app, 'r');
    press(&mut app, KeyCode::Char('o'));
    press(&mut app, KeyCode::Char('o'));
    says(&app, "Does c resign?");
    press(&mut app, KeyCode::Char('y'));
    says(&app, "c resigns.");
    says(&app, "a 1:00 runs   b 1:00   c out   d 1:00");
    // a runs out of time.
    wait_until(&mut app, &hand, 60_000);
    says(&app, "a ran out of time (TB-1).");
    says(&app, "a out   b 1:00 runs   c out   d 1:00");
    press(&mut app, KeyCode::Enter);
    save(&mut app, &file);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("c:resigns a:time"), "{text}");
    assert!(text.contains("[TimeControl \"60\"]"), "{text}");
    let loaded = load(&file).unwrap();
    let position = screen(&app).contest.game().position();
    assert_eq!(loaded.contest.game().position(), position);
    let is_in: Vec<bool> = Seat::all(4).map(|seat| loaded.contest.is_in(seat)).collect();
    assert_eq!(is_in, [false, true, false, true]);
    // The last remaining player wins.
    control(&mut app, 'r');
    press(&mut app, KeyCode::Char('y'));
    says(&app, "d wins by resignation, result: d>b>a>c");
    save(&mut app, &file);
    press(&mut app, KeyCode::Char('y'));
    let app = App::with_game(load(&file).unwrap(), 1, Rc::new(|| 0));
    says(&app, "d wins by resignation, result: d>b>a>c");
    assert!(fs::read_to_string(&file).unwrap().contains("b:resigns d>b>a>c"));
}

#[test]
fn a_first_decision_that_does_not_come_aborts_the_game() {
    let (mut app, hand) = game(clocked(GameId::Squadro, 2, "10s"), &[]);
    wait_until(&mut app, &hand, 29_999);
    says(&app, "to act: yellow");
    assert_eq!(app.wait(), Some(Duration::from_millis(1)), "it is not forgotten");
    wait_until(&mut app, &hand, 30_000);
    says(&app, "aborted, no result");
    says(&app, "yellow did not make a first move in time, so the game is aborted");
}

#[test]
fn a_key_that_comes_too_late_does_nothing() {
    let (mut app, hand) = game(clocked(GameId::Squadro, 2, "1"), &[]);
    enter(&mut app, "Y1");
    enter(&mut app, "R1");
    type_text(&mut app, "Y2");
    hand.set(60_000);
    press(&mut app, KeyCode::Enter);
    says(&app, "red wins on time");
    assert!(screen(&app).question.is_none());
}

#[test]
fn the_computers_clock_runs_and_it_never_thinks_past_it() {
    let (mut app, hand) = game(clocked(GameId::Squadro, 2, "1"), &[None, Level::new(10)]);
    enter(&mut app, "Y1");
    computer_moves(&mut app);
    enter(&mut app, "Y2");
    says(&app, "red (level 10) 1:00 runs");
    assert_eq!(screen(&app).patience(), Duration::from_secs(1));
    // It plays on while a player reads, types or has a question open.
    press(&mut app, KeyCode::Char('?'));
    assert!(app.computer_to_act());
    press(&mut app, KeyCode::Enter);
    control(&mut app, 'r');
    assert!(app.computer_to_act());
    wait_until(&mut app, &hand, 59_000);
    assert_eq!(screen(&app).patience(), Duration::from_millis(25));
    assert_eq!(app.wait(), Some(Duration::from_millis(5)));
    computer_moves(&mut app);
    says(&app, "Does yellow resign?");
    assert_eq!(screen(&app).contest.to_act(), Some(Seat::FIRST));
    says(&app, "red (level 10) 0:01.0");
}

#[test]
fn events_restart_the_search_of_a_thinking_computer() {
    let (mut app, _) = game(clocked(GameId::NumberOne, 3, "10"), &[Level::new(10), None, None]);
    app.computer_thinks();
    // Keys are handled in the meantime, without waiting for the first answer.
    control(&mut app, 'g');
    assert!(!app.computer_to_act());
    control(&mut app, 'g');
    computer_moves(&mut app);
    assert_eq!(screen(&app).contest.to_act(), Some(Seat::SECOND));
    assert_eq!(played(&app).len(), 1);
}

#[test]
fn every_system_is_shown() {
    for (clock, shown, later) in [
        ("10", "10:00", "9:50"),
        ("5 d15", "5:00", "5:00"),
        ("0 3x30", "0:30, 3 periods", "0:20, 3 periods"),
        ("45/turn", "0:45", "0:35"),
        ("3 days bank 7 days", "10 days 0:00:00", "9 days 23:59:50"),
    ] {
        let (mut app, hand) = game(clocked(GameId::Peak, 2, clock), &[]);
        // Both make their first decisions.
        press(&mut app, KeyCode::Enter);
        press(&mut app, KeyCode::Enter);
        says(&app, &format!("light {shown} runs"));
        hand.set(10_000);
        says(&app, &format!("light {later} runs"));
    }
}

#[test]
fn clocks_stand_while_the_game_is_paused() {
    let (mut app, hand) = game(clocked(GameId::Squadro, 2, "1"), &[]);
    enter(&mut app, "Y1");
    control(&mut app, 'g');
    wait_until(&mut app, &hand, 500_000);
    says(&app, "to act: red  paused");
    says(&app, "yellow 1:00   red 1:00");
    assert_eq!(app.wait(), None);
    // A move can be played after the pause.
    enter(&mut app, "R1");
    says(&app, "yellow 1:00 runs   red 1:00");
}

#[test]
fn a_clock_is_chosen_or_typed_in_the_menu() {
    let mut app = menu();
    for _ in 0..5 {
        press(&mut app, KeyCode::Down);
    }
    // With the options of Squadro the clock is above the start.
    while !shown(&app).contains(">  clock") {
        press(&mut app, KeyCode::Up);
    }
    press(&mut app, KeyCode::Right);
    says(&app, "clock      < 3+2 >");
    type_text(&mut app, "5 d");
    press(&mut app, KeyCode::Enter);
    says(&app, "\"5 d\" is no clock: expected a clock such as 10, 5+3");
    type_text(&mut app, "3");
    press(&mut app, KeyCode::Enter);
    says(&app, "yellow 5:00   red (level 3) 5:00");
}
