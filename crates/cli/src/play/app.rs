use super::{clocks::TimeSource, menu::Menu, question::Question, screen::GameScreen};
use ludoteca_contest::Clock;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::time::Duration;

/// How long a computer's move is shown before the next one.
const PAUSE_BEFORE_MOVE: Duration = Duration::from_millis(350);
/// How often a thinking computer is polled.
const ANSWER_INTERVAL: Duration = Duration::from_millis(20);
/// How often a running clock is redrawn.
const CLOCK_INTERVAL: Duration = Duration::from_millis(100);
/// How often a server is polled.
const SERVER_INTERVAL: Duration = Duration::from_millis(50);
pub(super) enum Screen {
    Menu(Menu),
    Game(Box<GameScreen>),
}

/// The state of the whole program.
pub(super) struct App {
    pub(super) screen: Screen,
    pub(super) help: bool,
    seed: u64,
    done: bool,
    time: TimeSource,
}

/// Where to go from a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    Menu,
    Program,
}

/// What a screen requests of the program after a key.
pub(super) enum Request {
    Nothing,
    /// Leave, but ask first if the game is not saved.
    Leave(Exit),
    LeaveNow(Exit),
    Open(Box<GameScreen>),
}

impl App {
    pub(super) fn with_menu(clock: Option<Clock>, seed: u64, time: TimeSource) -> App {
        let screen = Screen::Menu(Menu::new(clock));
        App { screen, help: false, seed, done: false, time }
    }

    pub(super) fn with_game(screen: GameScreen, seed: u64, time: TimeSource) -> App {
        App { screen: Screen::Game(Box::new(screen)), ..App::with_menu(None, seed, time) }
    }

    pub(super) fn done(&self) -> bool {
        self.done
    }

    pub(super) fn key(&mut self, key: KeyEvent) {
        if self.help {
            self.help = false;
            return;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let asked = matches!(&self.screen, Screen::Game(screen) if screen.question.is_some());
        let request = match key.code {
            KeyCode::F(1) | KeyCode::Char('?') => {
                self.help = true;
                Request::Nothing
            }
            KeyCode::Char('c' | 'q') if control && !asked => Request::Leave(Exit::Program),
            _ => match &mut self.screen {
                Screen::Menu(menu) => menu.key(key, &self.time),
                Screen::Game(screen) => screen.key(key),
            },
        };
        self.grant(request);
    }

    fn grant(&mut self, request: Request) {
        match (request, &mut self.screen) {
            (Request::Leave(exit), Screen::Game(screen)) if screen.unsaved() => {
                screen.question = Some(Question::Leave(exit));
            }
            (Request::Leave(exit) | Request::LeaveNow(exit), _) => match exit {
                Exit::Menu => self.screen = Screen::Menu(Menu::new(None)),
                Exit::Program => self.done = true,
            },
            (Request::Open(screen), _) => self.screen = Screen::Game(screen),
            (Request::Nothing, _) => {}
        }
    }

    /// Applies the consequences of time.
    pub(super) fn tick(&mut self) {
        if let Screen::Game(screen) = &mut self.screen {
            screen.tick();
        }
    }

    /// How long to wait for a key before something else has to be done; `None`: indefinitely.
    pub(super) fn wait(&self) -> Option<Duration> {
        let Screen::Game(screen) = &self.screen else { return None };
        let left = screen.time_left();
        if screen.is_online() {
            return Some(SERVER_INTERVAL);
        }
        if self.computer_to_act() && screen.computers.is_thinking() {
            return Some(ANSWER_INTERVAL);
        }
        if self.computer_to_act() {
            // Its clock is already running.
            return Some(left.map_or(PAUSE_BEFORE_MOVE, |left| PAUSE_BEFORE_MOVE.min(left / 200)));
        }
        left.map(|left| CLOCK_INTERVAL.min(left))
    }

    /// Whether a computer should move. Without a clock it waits while the help is open.
    pub(super) fn computer_to_act(&self) -> bool {
        let Screen::Game(screen) = &self.screen else { return false };
        screen.computer_to_act() && !(self.help && screen.time_left().is_none())
    }

    /// Lets a computer start thinking, continue or move.
    pub(super) fn computer_thinks(&mut self) {
        if let Screen::Game(screen) = &mut self.screen {
            screen.computer_thinks(self.seed);
        }
    }
}
