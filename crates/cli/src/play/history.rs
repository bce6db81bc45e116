//! Viewing earlier positions of a game without changing it.

use super::screen::GameScreen;
use ludoteca_catalog::{AnyPlay, Board};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

impl GameScreen {
    /// The step being viewed and the number of steps; `None` for the current position.
    pub(super) fn view(&self) -> Option<(usize, usize)> {
        self.looked_at.map(|step| (step, self.contest.game().steps()))
    }

    /// Handles a key that goes to an earlier or later position; returns `false` for other keys.
    pub(super) fn look_key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let steps = self.contest.game().steps();
        let now = self.looked_at.unwrap_or(steps);
        let step = match key.code {
            KeyCode::Left if control => now.saturating_sub(1),
            KeyCode::Right if control => now + 1,
            KeyCode::Home => 0,
            KeyCode::End => steps,
            _ => return false,
        };
        self.looked_at = (step < steps).then_some(step);
        true
    }

    /// The board after the step being viewed.
    pub(super) fn earlier_board(&self) -> Option<Board> {
        let mut game: Box<dyn AnyPlay> = self.contest.game().fork();
        game.take_back_to(self.looked_at?);
        Some(game.board())
    }
}
