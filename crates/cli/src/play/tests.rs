mod at_the_table;
mod clocked;
mod online;

use super::{
    app::{App, Screen},
    clocks::TimeSource,
    screen::GameScreen,
    view,
};
use ludoteca_catalog::{GameId, Status};
use ludoteca_contest::Terms;
use ludoteca_engine::Level;
use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
};
use std::{cell::Cell, fs, path::Path, rc::Rc};

fn shown(app: &App) -> String {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| view::draw(frame, app)).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let rows = buffer.content.chunks(80).map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>());
    rows.map(|row| row.trim_end().to_owned() + "\n").collect()
}

fn press(app: &mut App, code: KeyCode) {
    app.key(KeyEvent::new(code, KeyModifiers::NONE));
}

fn control(app: &mut App, letter: char) {
    app.key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
}

fn type_text(app: &mut App, text: &str) {
    text.chars().for_each(|c| press(app, KeyCode::Char(c)));
}

fn screen(app: &App) -> &GameScreen {
    match &app.screen {
        Screen::Game(screen) => screen,
        Screen::Menu(_) => panic!("no game on the screen"),
    }
}

/// A game with these computers, and the handle to its time.
fn game(terms: Terms, computers: &[Option<Level>]) -> (App, Rc<Cell<u64>>) {
    let hand = Rc::new(Cell::new(0));
    let read = Rc::clone(&hand);
    let time: TimeSource = Rc::new(move || read.get());
    let screen = GameScreen::new(terms, computers.to_vec(), Rc::clone(&time)).unwrap();
    (App::with_game(screen, 1, time), hand)
}

fn two_people(id: GameId) -> App {
    game(Terms::new(id), &[]).0
}

fn menu() -> App {
    App::with_menu(None, 1, Rc::new(|| 0))
}

fn load(path: &Path) -> Result<GameScreen, String> {
    GameScreen::load(path, Rc::new(|| 0))
}

fn enter(app: &mut App, text: &str) {
    type_text(app, text);
    press(app, KeyCode::Enter);
}

fn played(app: &App) -> Vec<String> {
    screen(app).contest.game().played().into_iter().map(|(_, text)| text).collect()
}

/// Waits until the computer to act has moved.
fn computer_moves(app: &mut App) {
    let before = screen(app).contest.seq();
    while screen(app).contest.seq() == before {
        app.computer_thinks();
    }
}

/// Saves the game under this name.
fn save(app: &mut App, file: &Path) {
    control(app, 's');
    for _ in 0..200 {
        press(app, KeyCode::Backspace);
    }
    type_text(app, file.to_str().unwrap());
    press(app, KeyCode::Enter);
}

#[track_caller]
fn says(app: &App, text: &str) {
    let shown = shown(app);
    assert!(shown.contains(text), "{text:?} is not on the screen:\n{shown}");
}

#[test]
fn a_game_is_chosen_with_the_arrow_keys() {
    let mut app = menu();
    assert!(shown(&app).contains("< Squadro >"));
    press(&mut app, KeyCode::Right);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Right);
    let shown = shown(&app);
    assert!(
        shown.contains("< Number One >")
            && shown.contains("< 3 >")
            && shown.contains("c          < computer, level 3 >")
    );
    press(&mut app, KeyCode::Enter);
    assert_eq!(screen(&app).contest.game().game(), GameId::NumberOne);
    assert_eq!(screen(&app).contest.game().seats(), 3);
}

#[test]
fn moves_are_chosen_or_typed() {
    let mut app = two_people(GameId::Squadro);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Enter);
    assert_eq!(screen(&app).contest.game().position(), "01000/00000 r");
    type_text(&mut app, "R5");
    assert!(shown(&app).contains("move: R5_  Enter plays R5"));
    press(&mut app, KeyCode::Enter);
    assert_eq!(screen(&app).contest.game().position(), "01000/00001 y");
    assert!(shown(&app).contains("1. Y2 R5"));
}

#[test]
fn an_illegal_move_says_why_and_changes_nothing() {
    let mut app = two_people(GameId::Squadro);
    type_text(&mut app, "R1");
    assert!(shown(&app).contains("it is Yellow's turn, and R1 is Red's (SQ-4)"));
    press(&mut app, KeyCode::Enter);
    assert_eq!(screen(&app).contest.game().position(), "00000/00000 y");
}

#[test]
fn take_back_goes_to_the_last_human_decision() {
    let (mut app, _) = game(Terms::new(GameId::Peak), &[None, Level::new(2)]);
    press(&mut app, KeyCode::Enter);
    assert!(app.computer_to_act());
    computer_moves(&mut app);
    assert_eq!(played(&app).len(), 2);
    press(&mut app, KeyCode::Backspace);
    says(&app, "Take back");
    press(&mut app, KeyCode::Char('y'));
    says(&app, "The computer agrees.");
    assert_eq!(played(&app).len(), 0);
    press(&mut app, KeyCode::Backspace);
    says(&app, "Light has made no decision that could be taken back (TB-5).");
}

#[test]
fn the_computer_plays_every_game_to_its_end() {
    for (id, players) in [
        (GameId::Squadro, 2),
        (GameId::NumberOne, 2),
        (GameId::NumberOne, 3),
        (GameId::NumberOne, 4),
        (GameId::Peak, 2),
        (GameId::OnePieceForTwo, 2),
    ] {
        let terms = Terms { players: Some(players), ..Terms::new(id) };
        let (mut app, _) = game(terms, &[Level::new(1); 4]);
        let mut plies = 0;
        while app.computer_to_act() {
            computer_moves(&mut app);
            plies += 1;
            assert!(plies < 2000, "{id} does not end");
        }
        assert!(matches!(screen(&app).contest.game().status(), Status::Over(_)));
        assert!(shown(&app).contains("result: "));
    }
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.ldr");
    let mut app = two_people(GameId::OnePieceForTwo);
    enter(&mut app, "d1>");
    save(&mut app, &file);
    assert!(!screen(&app).unsaved(), "{}", screen(&app).message);
    // Overwriting it asks first.
    enter(&mut app, "d2^");
    let before = fs::read_to_string(&file).unwrap();
    control(&mut app, 's');
    press(&mut app, KeyCode::Enter);
    says(&app, "exists. Replace it? (y/n)");
    press(&mut app, KeyCode::Enter);
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    press(&mut app, KeyCode::Char('y'));
    let screen = load(&file).unwrap();
    assert_eq!(screen.contest.game().position(), "d1>,d2^ r -");
}

#[test]
fn files_that_cannot_be_loaded_leave_the_game_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.ldr");
    let load_text = |text: &str| {
        fs::write(&file, text).unwrap();
        load(&file)
            .map(|screen| screen.message)
            .map_err(|error| error.replace(file.to_str().unwrap(), "FILE"))
    };
    assert_eq!(load_text("").unwrap_err(), "cannot load FILE: there is no game in it");
    assert_eq!(
        load_text("1. Y1 *").unwrap_err(),
        "cannot load FILE: no tag [Game \"…\"] says which game it is"
    );
    let kept = load_text("[Game \"squadro\"]\n\n1. Y1 Y1 *").unwrap();
    assert!(kept.ends_with("up to ply 2 \"Y1\": it is Red's turn, and Y1 is Yellow's (SQ-4)"), "{kept}");
    assert!(load(&folder.path().join("none")).is_err());
}

#[test]
fn an_unsaved_game_is_not_left_by_one_key() {
    let mut app = two_people(GameId::Squadro);
    press(&mut app, KeyCode::Enter);
    control(&mut app, 'q');
    control(&mut app, 'q');
    assert!(!app.done());
    says(&app, "This game is not saved. Leave the program? (y/n)");
    press(&mut app, KeyCode::Char('n'));
    assert!(!app.done());
    control(&mut app, 'q');
    press(&mut app, KeyCode::Char('y'));
    assert!(app.done());
}

#[test]
fn the_largest_boards_fit_80_by_24() {
    for (id, players, options) in [
        (GameId::NumberOne, Some(4), vec![]),
        (GameId::OnePieceForTwo, None, vec![("width", "10"), ("height", "10"), ("pieces", "50")]),
    ] {
        let options = options.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        let clock = Some("1h 3x30".parse().unwrap());
        let (app, _) = game(Terms { players, options, clock, ..Terms::new(id) }, &[Level::new(10); 4]);
        let shown = shown(&app);
        let board = app_board(&app);
        for label in board.labels {
            assert!(shown.contains(&label.text), "{} is cut off:\n{shown}", label.text);
        }
        assert!(shown.contains("? help"));
    }
}

fn app_board(app: &App) -> ludoteca_catalog::Board {
    screen(app).board()
}

#[test]
fn help_is_one_key_away() {
    let mut app = two_people(GameId::Squadro);
    press(&mut app, KeyCode::Char('?'));
    assert!(shown(&app).contains("take back to your last decision"));
    press(&mut app, KeyCode::Enter);
    assert!(!shown(&app).contains("take back to your last decision"));
    assert_eq!(played(&app).len(), 0);
}
