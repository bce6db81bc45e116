use super::{
    app::{App, Screen},
    screen::GameScreen,
    view,
};
use ludoteca_catalog::{GameId, Setup, Status, open};
use ludoteca_engine::Level;
use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
};
use std::fs;

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

fn two_people(game: GameId) -> App {
    App::with_game(GameScreen::new(open(game, &Setup::default()).unwrap(), vec![None; 4]), 1)
}

#[test]
fn a_game_is_chosen_with_the_arrow_keys() {
    let mut app = App::with_menu(1);
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
    assert_eq!(screen(&app).game.game(), GameId::NumberOne);
    assert_eq!(screen(&app).game.seats(), 3);
}

#[test]
fn moves_are_chosen_or_typed() {
    let mut app = two_people(GameId::Squadro);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Enter);
    assert_eq!(screen(&app).game.position(), "01000/00000 r");
    type_text(&mut app, "R5");
    assert!(shown(&app).contains("move: R5_  Enter plays R5"));
    press(&mut app, KeyCode::Enter);
    assert_eq!(screen(&app).game.position(), "01000/00001 y");
    assert!(shown(&app).contains("1. Y2 R5"));
}

#[test]
fn an_illegal_move_says_why_and_changes_nothing() {
    let mut app = two_people(GameId::Squadro);
    type_text(&mut app, "R1");
    assert!(shown(&app).contains("it is Yellow's turn, and R1 is Red's (SQ-4)"));
    press(&mut app, KeyCode::Enter);
    assert_eq!(screen(&app).game.position(), "00000/00000 y");
}

#[test]
fn take_back_goes_to_the_last_human_decision() {
    let mut app = App::with_game(
        GameScreen::new(open(GameId::Peak, &Setup::default()).unwrap(), vec![None, Level::new(2)]),
        1,
    );
    press(&mut app, KeyCode::Enter);
    assert!(app.computer_to_act());
    app.computer_moves();
    assert_eq!(screen(&app).game.played().len(), 2);
    press(&mut app, KeyCode::Backspace);
    assert_eq!(screen(&app).game.played().len(), 0);
    press(&mut app, KeyCode::Backspace);
    assert!(shown(&app).contains("There is nothing to take back."));
}

#[test]
fn the_computer_plays_every_game_to_its_end() {
    for (game, players) in [
        (GameId::Squadro, 2),
        (GameId::NumberOne, 2),
        (GameId::NumberOne, 3),
        (GameId::NumberOne, 4),
        (GameId::Peak, 2),
        (GameId::OnePieceForTwo, 2),
    ] {
        let setup = Setup { players: Some(players), ..Setup::default() };
        let mut app = App::with_game(GameScreen::new(open(game, &setup).unwrap(), vec![Level::new(1); 4]), 7);
        let mut plies = 0;
        while app.computer_to_act() {
            app.computer_moves();
            plies += 1;
            assert!(plies < 2000, "{game} does not end");
        }
        assert!(matches!(screen(&app).game.status(), Status::Over(_)));
        assert!(shown(&app).contains("result: "));
    }
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.ldr");
    let name = file.to_str().unwrap();
    let mut app = two_people(GameId::OnePieceForTwo);
    type_text(&mut app, "d1>");
    press(&mut app, KeyCode::Enter);
    control(&mut app, 's');
    for _ in 0..40 {
        press(&mut app, KeyCode::Backspace);
    }
    type_text(&mut app, name);
    press(&mut app, KeyCode::Enter);
    assert!(!screen(&app).unsaved(), "{}", screen(&app).message);
    // Saving over it asks first.
    type_text(&mut app, "d2^");
    press(&mut app, KeyCode::Enter);
    let before = fs::read_to_string(&file).unwrap();
    control(&mut app, 's');
    press(&mut app, KeyCode::Enter);
    assert!(shown(&app).contains("This file exists. Enter again replaces it"));
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    press(&mut app, KeyCode::Enter);
    let screen = GameScreen::load(&file).unwrap();
    assert_eq!(screen.game.position(), "d1>,d2^ r -");
}

#[test]
fn files_that_cannot_be_loaded_leave_the_game_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.ldr");
    let load = |text: &str| {
        fs::write(&file, text).unwrap();
        GameScreen::load(&file)
            .map(|screen| screen.message)
            .map_err(|error| error.replace(file.to_str().unwrap(), "FILE"))
    };
    assert_eq!(load("").unwrap_err(), "cannot load FILE: there is no game in it");
    assert_eq!(load("1. Y1 *").unwrap_err(), "cannot load FILE: no tag [Game \"…\"] says which game it is");
    let kept = load("[Game \"squadro\"]\n\n1. Y1 Y1 *").unwrap();
    assert!(kept.ends_with("up to ply 2 \"Y1\": it is Red's turn, and Y1 is Yellow's (SQ-4)"), "{kept}");
    assert!(GameScreen::load(&folder.path().join("none")).is_err());
}

#[test]
fn an_unsaved_game_is_not_left_by_one_key() {
    let mut app = two_people(GameId::Squadro);
    press(&mut app, KeyCode::Enter);
    control(&mut app, 'q');
    assert!(!app.done());
    assert!(shown(&app).contains("This game is not saved."));
    control(&mut app, 'q');
    assert!(app.done());
}

#[test]
fn the_largest_boards_fit_80_by_24() {
    for (game, players, options) in [
        (GameId::NumberOne, Some(4), vec![]),
        (GameId::OnePieceForTwo, None, vec![("width", "10"), ("height", "10"), ("pieces", "50")]),
    ] {
        let options = options.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        let setup = Setup { players, options, position: None };
        let app = App::with_game(GameScreen::new(open(game, &setup).unwrap(), vec![None; 4]), 1);
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
    assert_eq!(screen(&app).game.played().len(), 0);
}
