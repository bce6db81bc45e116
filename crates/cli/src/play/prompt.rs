use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A line of text being typed.
#[derive(Clone, Default, Debug)]
pub(super) struct Input(String);

impl Input {
    pub(super) fn new(text: &str) -> Input {
        Input(text.to_owned())
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Handles a key that types or deletes; returns `false` for other keys.
    pub(super) fn key(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Char(c) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
                self.0.push(c);
                true
            }
            KeyCode::Backspace => self.0.pop().is_some(),
            _ => false,
        }
    }
}

/// What a file name is needed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Save,
    Load,
}

/// A prompt for a file name.
#[derive(Clone, Debug)]
pub(super) struct Prompt {
    pub(super) purpose: Purpose,
    pub(super) input: Input,
}

impl Prompt {
    pub(super) fn new(purpose: Purpose, name: &str) -> Prompt {
        Prompt { purpose, input: Input::new(name) }
    }

    pub(super) fn question(&self) -> &'static str {
        match self.purpose {
            Purpose::Save => "Save the game as (Enter saves, Esc goes back): ",
            Purpose::Load => "Load the game from (Enter loads, Esc goes back): ",
        }
    }
}
