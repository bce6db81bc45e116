//! Saving and loading games.

use super::{
    app::Request,
    clocks::TimeSource,
    computers::Computers,
    prompt::{Prompt, Purpose},
    question::Question,
    screen::GameScreen,
};
use ludoteca_catalog::Seat;
use ludoteca_contest::{Contest, Now};
use ludoteca_record::Reader;
use ludoteca_shell::output::write_file;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use std::{fs::File, io::BufReader, path::Path};

impl GameScreen {
    /// Loads the first game of a file, to look at or to continue without a clock. Computers take the seats
    /// they had.
    pub(super) fn load(path: &Path, time: TimeSource) -> Result<GameScreen, String> {
        let named = |error: String| format!("cannot load {}: {error}", path.display());
        let file = File::open(path).map_err(|error| named(error.to_string()))?;
        let mut record = Reader::new(BufReader::new(file))
            .records()
            .next()
            .ok_or_else(|| named("there is no game in it".to_owned()))?
            .map_err(|error| named(error.to_string()))?;
        let (contest, _, faults) =
            Contest::from_record(&mut record, Now::at(time())).map_err(|error| named(error.to_string()))?;
        let computers = Computers::named(Seat::all(contest.game().seats()).map(|seat| contest.name(seat)));
        let mut screen = GameScreen::of(contest, computers, time);
        let waits = screen.computer_to_act();
        if waits {
            screen.pause();
        }
        screen.saved = screen.record_text().ok();
        screen.file = Some(path.display().to_string());
        screen.message = match (faults.first(), waits) {
            (Some(fault), _) => format!("Loaded {} up to {fault}", path.display()),
            (None, true) => format!("Loaded {}. Ctrl-G resumes.", path.display()),
            (None, false) => format!("Loaded {}.", path.display()),
        };
        Ok(screen)
    }

    /// The record of the game, with the players' names.
    fn record_text(&self) -> Result<String, String> {
        self.contest.record().to_text().map_err(|error| error.to_string())
    }

    pub(super) fn unsaved(&self) -> bool {
        if let Some(online) = &self.online {
            // The server keeps it, but the player should know that it continues.
            return online.you.is_some() && !self.is_over();
        }
        let people_play =
            Seat::all(self.contest.game().seats()).any(|seat| self.computers.level(seat).is_none());
        let begun = self.contest.game().last_move().is_some();
        begun && people_play && self.saved != self.record_text().ok()
    }

    pub(super) fn prompt_key(&mut self, key: KeyEvent) -> Request {
        let Some(prompt) = &mut self.prompt else { return Request::Nothing };
        match key.code {
            KeyCode::Esc => self.prompt = None,
            KeyCode::Enter => {
                let Prompt { purpose, input } = prompt.clone();
                let name = input.text().to_owned();
                self.prompt = None;
                match purpose {
                    Purpose::Load if self.unsaved() => self.question = Some(Question::Load(name)),
                    Purpose::Load => return self.load_here(&name),
                    Purpose::Save if Path::new(&name).exists() => {
                        self.question = Some(Question::Replace(name));
                    }
                    Purpose::Save => self.save(&name),
                }
            }
            _ => {
                prompt.input.key(key);
            }
        }
        Request::Nothing
    }

    /// Replaces this game by one loaded from a file.
    pub(super) fn load_here(&mut self, name: &str) -> Request {
        match GameScreen::load(Path::new(name), self.time.clone()) {
            Ok(screen) => Request::Open(Box::new(screen)),
            Err(error) => {
                self.message = error;
                Request::Nothing
            }
        }
    }

    pub(super) fn save(&mut self, name: &str) {
        let written = self.record_text().and_then(|text| {
            write_file(Path::new(name), |out| Ok(out.write_all(text.as_bytes())?))
                .map_err(|error| error.to_string())?;
            Ok(text)
        });
        self.message = match written {
            Ok(text) => {
                self.saved = Some(text);
                self.file = Some(name.to_owned());
                format!("Saved as {name}.")
            }
            Err(error) => error,
        };
    }
}
