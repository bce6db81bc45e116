//! Actions beside moving.

use super::*;
use ludoteca_catalog::Seat;

fn answer(app: &mut App, letter: char) {
    press(app, KeyCode::Char(letter));
}

fn number_one(players: u8) -> Terms {
    Terms { players: Some(players), ..Terms::new(GameId::NumberOne) }
}

#[test]
fn a_draw_is_offered_and_accepted() {
    let mut app = two_people(GameId::Squadro);
    enter(&mut app, "Y1");
    control(&mut app, 'd');
    says(&app, "red offers a draw. Does yellow accept?");
    // The question stays until it is answered.
    press(&mut app, KeyCode::Enter);
    control(&mut app, 'r');
    says(&app, "red offers a draw. Does yellow accept?");
    answer(&mut app, 'y');
    says(&app, "draw by agreement, result: 1/2-1/2");
    assert_eq!(screen(&app).offered(), [""; 0]);
}

#[test]
fn a_draw_is_offered_and_declined_and_not_offered_twice_in_a_turn() {
    let mut app = two_people(GameId::Squadro);
    control(&mut app, 'd');
    answer(&mut app, 'n');
    says(&app, "red declines the draw.");
    control(&mut app, 'd');
    says(&app, "A draw may be offered once in a turn (TB-4).");
    enter(&mut app, "Y1");
    enter(&mut app, "R1");
    // A postponed question stays until the other seat moves.
    control(&mut app, 'd');
    press(&mut app, KeyCode::Esc);
    enter(&mut app, "Y2");
    says(&app, "yellow offers a draw: Ctrl-D answers");
    control(&mut app, 'd');
    says(&app, "Does red accept?");
    press(&mut app, KeyCode::Esc);
    enter(&mut app, "R2");
    assert!(screen(&app).contest.pending().is_none());
    assert_eq!(played(&app), ["Y1", "R1", "Y2", "R2"]);
}

#[test]
fn the_computer_takes_a_draw_unless_it_stands_better() {
    for (position, answer) in [
        ("cccb0/00000 y", "red (computer) accepts the draw."),
        ("00000/cccb0 y", "red (computer) declines the draw: it considers itself ahead."),
    ] {
        let terms = Terms { position: Some(position.to_owned()), ..Terms::new(GameId::Squadro) };
        let (mut app, _) = game(terms, &[None, Level::new(10)]);
        control(&mut app, 'd');
        says(&app, answer);
    }
}

#[test]
fn number_one_knows_no_draw_by_agreement() {
    let (mut app, _) = game(number_one(2), &[]);
    control(&mut app, 'd');
    says(&app, "This game has no draw offers (TB-4).");
}

#[test]
fn a_game_can_be_aborted_until_all_have_moved() {
    let mut app = two_people(GameId::Peak);
    enter(&mut app, "a1-d1");
    control(&mut app, 'x');
    says(&app, "Abort the game? It will have no result. (y/n)");
    answer(&mut app, 'n');
    says(&app, "to act: dark");
    control(&mut app, 'x');
    answer(&mut app, 'y');
    says(&app, "aborted, no result");
    says(&app, "dark aborts the game: it has no result (TB-3).");
    // A game without a result can be played again.
    press(&mut app, KeyCode::Enter);
    says(&app, "Play the game again? (y/n)");
    answer(&mut app, 'y');
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Enter);
    control(&mut app, 'x');
    says(&app, "Every player has made a first decision, so the game can no longer be aborted\n(TB-3).");
}

#[test]
fn resigning_asks_and_gives_the_game_to_the_other_seat() {
    let mut app = two_people(GameId::Squadro);
    control(&mut app, 'r');
    says(&app, "Does yellow resign? That aborts the game (TB-3).");
    answer(&mut app, 'n');
    enter(&mut app, "Y1");
    enter(&mut app, "R1");
    control(&mut app, 'r');
    says(&app, "Does yellow resign? (y: yes, n: no, o: another player)");
    answer(&mut app, 'n');
    control(&mut app, 'r');
    answer(&mut app, 'o');
    says(&app, "Does red resign?");
    answer(&mut app, 'y');
    says(&app, "yellow wins by resignation, result: 1-0");
    control(&mut app, 'r');
    says(&app, "The game is over (TB-10).");
}

#[test]
fn a_person_resigns_on_the_computers_turn() {
    let (mut app, _) = game(Terms::new(GameId::Squadro), &[None, Level::new(1)]);
    enter(&mut app, "Y1");
    computer_moves(&mut app);
    enter(&mut app, "Y2");
    control(&mut app, 'r');
    says(&app, "Does yellow resign? (y: yes, n: no)");
    // The computer waits for the answer.
    assert!(!app.computer_to_act());
    answer(&mut app, 'y');
    says(&app, "red wins by resignation, result: 0-1");
}

#[test]
fn inside_a_turn_of_number_one_taking_back_needs_no_consent() {
    let (mut app, _) = game(number_one(3), &[]);
    for _ in 0..3 {
        enter(&mut app, "LSM");
    }
    press(&mut app, KeyCode::Enter);
    let ply = played(&app)[3].clone();
    press(&mut app, KeyCode::Backspace);
    says(&app, &format!("Taken back: {ply}."));
    assert_eq!(played(&app).len(), 3);
    // Decisions of earlier turns need an answer.
    press(&mut app, KeyCode::Backspace);
    says(&app, "Take back LSM? (y/n)");
    answer(&mut app, 'n');
    assert_eq!(played(&app).len(), 3);
    press(&mut app, KeyCode::Backspace);
    answer(&mut app, 'y');
    says(&app, "to act: c");
}

#[test]
fn leaving_during_set_up_aborts() {
    let (mut app, _) = game(number_one(4), &[]);
    control(&mut app, 'r');
    says(&app, "Does a resign? That aborts the game (TB-3).");
    answer(&mut app, 'y');
    says(&app, "aborted, no result");
}

#[test]
fn the_next_game_of_a_series_moves_the_seats_on() {
    let (mut app, _) = game(Terms::new(GameId::Squadro), &[None, Level::new(1)]);
    // Before both have made a first decision, resigning would abort the game.
    enter(&mut app, "Y1");
    computer_moves(&mut app);
    control(&mut app, 'r');
    answer(&mut app, 'y');
    press(&mut app, KeyCode::Enter);
    says(&app, "Play the next game of the series? (y/n)");
    answer(&mut app, 'y');
    says(&app, "yellow (level 1)   red");
    assert!(app.computer_to_act());
}

#[test]
fn a_game_that_is_over_goes_on_as_another_one() {
    let mut app = two_people(GameId::Squadro);
    enter(&mut app, "Y1");
    enter(&mut app, "R1");
    control(&mut app, 'r');
    answer(&mut app, 'y');
    press(&mut app, KeyCode::Backspace);
    says(&app, "Go back and play on as another game");
    answer(&mut app, 'y');
    assert_eq!(played(&app), ["Y1", "R1"]);
    says(&app, "to act: yellow");
}

#[test]
fn a_finished_game_is_loaded_with_its_end_and_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.ldr");
    let (mut app, _) = game(Terms::new(GameId::Squadro), &[None, Level::new(2)]);
    enter(&mut app, "Y1");
    computer_moves(&mut app);
    control(&mut app, 'r');
    answer(&mut app, 'y');
    save(&mut app, &file);
    let text = fs::read_to_string(&file).unwrap();
    for tag in ["[Red \"Ludoteca, level 2\"]", "[Yellow \"?\"]", "[Termination \"resignation\"]"] {
        assert!(text.contains(tag), "{text}");
    }
    let mut app = App::with_game(load(&file).unwrap(), 1, Rc::new(|| 0));
    says(&app, "red wins by resignation, result: 0-1");
    says(&app, "red (level 2)");
    assert!(!screen(&app).unsaved());
    press(&mut app, KeyCode::Backspace);
    answer(&mut app, 'y');
    says(&app, "to act: yellow");
    assert_eq!(played(&app).len(), 2);
}

#[test]
fn a_loaded_computer_waits_until_it_may_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.ldr");
    fs::write(&file, "[Game \"squadro\"]\n[Red \"Ludoteca, level 1\"]\n\n1. Y1 *\n").unwrap();
    let mut app = App::with_game(load(&file).unwrap(), 1, Rc::new(|| 0));
    says(&app, "to act: red (computer)  paused");
    assert!(!app.computer_to_act());
    control(&mut app, 'g');
    assert!(app.computer_to_act());
}

#[test]
fn leaving_is_not_a_move() {
    let mut app = two_people(GameId::Squadro);
    type_text(&mut app, "yellow:resigns");
    says(&app, "leaving is not a move: resign instead (TB-1)");
    press(&mut app, KeyCode::Enter);
    assert_eq!(screen(&app).contest.to_act(), Some(Seat::FIRST));
}

#[test]
fn a_game_of_computers_is_taken_back_and_waits() {
    let (mut app, _) = game(Terms::new(GameId::Peak), &[Level::new(1); 2]);
    computer_moves(&mut app);
    computer_moves(&mut app);
    press(&mut app, KeyCode::Backspace);
    answer(&mut app, 'y');
    says(&app, "Ctrl-G resumes.");
    assert_eq!(played(&app).len(), 1);
    assert!(!app.computer_to_act());
    control(&mut app, 'd');
    says(&app, "No human players left.");
}

#[test]
fn earlier_positions_are_looked_at_and_played_on_after_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.ldr");
    fs::write(&file, "[Game \"squadro\"]\n[Yellow \"Anna\"]\n\n1. Y1 R1 2. Y2 0-1\n").unwrap();
    let mut app = App::with_game(load(&file).unwrap(), 1, Rc::new(|| 0));
    let whole = screen(&app).board();
    let back = KeyEvent::new(KeyCode::Left, KeyModifiers::CONTROL);
    // The resignation is a step, too.
    for _ in 0..3 {
        app.key(back);
    }
    says(&app, "after step 1 of 4: Enter plays on from here");
    assert_ne!(screen(&app).board().pieces, whole.pieces);
    press(&mut app, KeyCode::End);
    assert_eq!(screen(&app).board(), whole);
    press(&mut app, KeyCode::Home);
    app.key(KeyEvent::new(KeyCode::Right, KeyModifiers::CONTROL));
    press(&mut app, KeyCode::Enter);
    says(&app, "Play on from here as another game? (y/n)");
    answer(&mut app, 'y');
    says(&app, "yellow (Anna)   red");
    assert_eq!(played(&app), ["Y1"]);
    // In a game in progress, any other key returns to the current position and does nothing else.
    press(&mut app, KeyCode::Home);
    says(&app, "after step 0 of 1: the game goes on");
    press(&mut app, KeyCode::Enter);
    says(&app, "to act: red");
    assert_eq!(played(&app), ["Y1"]);
}
