use super::{menu::Menu, screen::GameScreen};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What is on the screen.
pub(super) enum Screen {
    Menu(Menu),
    Game(Box<GameScreen>),
}

/// The whole program's state.
pub(super) struct App {
    pub(super) screen: Screen,
    pub(super) help: bool,
    seed: u64,
    done: bool,
    /// A key that would lose moves asks to be pressed twice.
    warned: bool,
}

/// What a screen asks of the program after a key.
pub(super) enum Wish {
    Nothing,
    /// Leave for the menu.
    Menu,
    Open(Box<GameScreen>),
    Quit,
}

impl App {
    pub(super) fn with_menu(seed: u64) -> App {
        App { screen: Screen::Menu(Menu::new()), help: false, seed, done: false, warned: false }
    }

    pub(super) fn with_game(screen: GameScreen, seed: u64) -> App {
        App { screen: Screen::Game(Box::new(screen)), ..App::with_menu(seed) }
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
        let wish = match key.code {
            KeyCode::F(1) | KeyCode::Char('?') => {
                self.help = true;
                Wish::Nothing
            }
            KeyCode::Char('c' | 'q') if control => Wish::Quit,
            _ => match &mut self.screen {
                Screen::Menu(menu) => menu.key(key),
                Screen::Game(screen) => screen.key(key),
            },
        };
        self.grant(wish);
    }

    fn grant(&mut self, wish: Wish) {
        let leaves = matches!(wish, Wish::Menu | Wish::Quit);
        if let (true, false, Screen::Game(screen)) = (leaves, self.warned, &mut self.screen)
            && screen.unsaved()
        {
            screen
                .warn("This game is not saved. Press the same key again to leave it, or Ctrl-S to save it.");
            self.warned = true;
            return;
        }
        self.warned = false;
        match wish {
            Wish::Nothing => {}
            Wish::Menu => self.screen = Screen::Menu(Menu::new()),
            Wish::Open(screen) => self.screen = Screen::Game(screen),
            Wish::Quit => self.done = true,
        }
    }

    pub(super) fn computer_to_act(&self) -> bool {
        matches!(&self.screen, Screen::Game(screen) if screen.computer_to_act()) && !self.help
    }

    pub(super) fn computer_moves(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        if let Screen::Game(screen) = &mut self.screen {
            screen.computer_moves(self.seed);
        }
    }
}
