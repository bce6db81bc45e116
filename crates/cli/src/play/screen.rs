use super::{
    app::Wish,
    prompt::{Input, Prompt, Purpose},
};
use crate::{output::write_file, thinking::Clock};
use ludoteca_catalog::{AnyPlay, Board, Seat, Status, board::Mark, board::MarkKind, record_of, replay};
use ludoteca_engine::{Budget, DEFAULT_TABLE_BYTES, Level, Player, Watch, engine};
use ludoteca_record::Reader;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::{collections::BTreeMap, fs::File, io::BufReader, path::Path, time::Duration};

/// The computer never thinks longer than this.
const PATIENCE: Duration = Duration::from_secs(1);

/// A game being played on the screen.
pub(super) struct GameScreen {
    pub(super) game: Box<dyn AnyPlay>,
    /// For each seat the computer's level, where the computer plays it.
    pub(super) computers: Vec<Option<Level>>,
    /// The engine at each level that was asked: it remembers what it found earlier in the game.
    players: BTreeMap<Level, Box<dyn Player>>,
    /// The legal moves, sorted, with the cells one points at for each.
    moves: Vec<(String, Vec<usize>)>,
    /// The chosen one among `offered`.
    pub(super) chosen: usize,
    pub(super) input: Input,
    pub(super) prompt: Option<Prompt>,
    pub(super) message: String,
    /// How many plies the file last saved or loaded has; `None`: none yet.
    saved: Option<usize>,
    file: Option<String>,
    /// The computer waits while somebody looks at an earlier position.
    pub(super) paused: bool,
}

impl GameScreen {
    pub(super) fn new(game: Box<dyn AnyPlay>, computers: Vec<Option<Level>>) -> GameScreen {
        let mut screen = GameScreen {
            game,
            computers,
            players: BTreeMap::new(),
            moves: Vec::new(),
            chosen: 0,
            input: Input::default(),
            prompt: None,
            message: String::new(),
            saved: None,
            file: None,
            paused: false,
        };
        screen.refresh();
        screen
    }

    /// The first game of a file, everybody human.
    pub(super) fn load(path: &Path) -> Result<GameScreen, String> {
        let named = |error: String| format!("cannot load {}: {error}", path.display());
        let file = File::open(path).map_err(|error| named(error.to_string()))?;
        let mut record = Reader::new(BufReader::new(file))
            .records()
            .next()
            .ok_or_else(|| named("there is no game in it".to_owned()))?
            .map_err(|error| named(error.to_string()))?;
        let (game, faults) = replay(&mut record).map_err(|error| named(error.to_string()))?;
        let seats = game.game().info().seats.len();
        let mut screen = GameScreen::new(game, vec![None; seats]);
        screen.saved = Some(screen.game.played().len());
        screen.file = Some(path.display().to_string());
        screen.message = faults.first().map_or_else(
            || format!("Loaded {}.", path.display()),
            |fault| format!("Loaded {} up to {fault}", path.display()),
        );
        Ok(screen)
    }

    fn refresh(&mut self) {
        self.moves = self.game.targets();
        self.moves.sort();
        self.chosen = 0;
        self.input.clear();
    }

    /// The legal moves that begin as the typed text does.
    pub(super) fn offered(&self) -> Vec<&str> {
        let typed = self.input.text().to_lowercase();
        let begins = |text: &&str| text.to_lowercase().starts_with(&typed);
        self.moves.iter().map(|(text, _)| text.as_str()).filter(begins).collect()
    }

    /// The move Enter would play: the typed one, or the chosen one among those offered.
    pub(super) fn candidate(&self) -> Option<&str> {
        let typed = self.input.text();
        let exact = self.moves.iter().map(|(text, _)| text.as_str()).find(|text| *text == typed);
        exact.or_else(|| self.offered().get(self.chosen).copied())
    }

    /// The board with the candidate's cells marked.
    pub(super) fn board(&self) -> Board {
        let mut board = self.game.board();
        let cells = self.candidate().and_then(|text| self.moves.iter().find(|(m, _)| m == text));
        if let Some((_, cells)) = cells.filter(|_| self.human_to_act()) {
            let kind = |i: usize| if i + 1 < cells.len() { MarkKind::Selected } else { MarkKind::Target };
            board.marks.extend(cells.iter().enumerate().map(|(i, &cell)| Mark { cell, kind: kind(i) }));
        }
        board
    }

    /// What the typed text is worth, in words.
    pub(super) fn verdict(&self) -> String {
        let typed = self.input.text();
        match (typed, self.offered().len()) {
            ("", _) => String::new(),
            (_, 0) => match self.game.fork().play(typed) {
                Ok(()) => "Enter plays it".to_owned(),
                Err(error) => error.to_string(),
            },
            (_, 1) => format!("Enter plays {}", self.candidate().unwrap_or(typed)),
            (_, n) if self.candidate() == Some(typed) => format!("Enter plays {typed} ({n} moves begin so)"),
            (_, n) => format!("{n} moves begin so"),
        }
    }

    pub(super) fn unsaved(&self) -> bool {
        let plies = self.game.played().len();
        plies > 0 && self.saved != Some(plies) && self.people_play()
    }

    fn people_play(&self) -> bool {
        Seat::all(self.game.seats()).any(|seat| self.computers[seat.index()].is_none())
    }

    pub(super) fn warn(&mut self, text: &str) {
        text.clone_into(&mut self.message);
    }

    fn human_to_act(&self) -> bool {
        matches!(self.game.status(), Status::ToAct(seat) if self.computers[seat.index()].is_none())
    }

    pub(super) fn computer_to_act(&self) -> bool {
        let computer =
            matches!(self.game.status(), Status::ToAct(seat) if self.computers[seat.index()].is_some());
        computer && !self.paused && self.prompt.is_none()
    }

    pub(super) fn computer_moves(&mut self, seed: u64) {
        let Status::ToAct(seat) = self.game.status() else { return };
        if let Some(text) = self.computers[seat.index()].and_then(|level| self.ask(level, seed)) {
            self.play(&text);
        }
    }

    /// What the engine would play now.
    fn ask(&mut self, level: Level, seed: u64) -> Option<String> {
        let clock = Clock::start(Some(PATIENCE));
        let stop = || clock.is_up();
        let mut watch = Watch { stop: &stop, report: &mut |_| {} };
        let make = || engine(self.game.game(), level, DEFAULT_TABLE_BYTES, 1);
        let player = self.players.entry(level).or_insert_with(make);
        let analysis = player.think(&*self.game, &Budget { seed, ..Budget::default() }, &mut watch)?;
        Some(analysis.best().to_owned())
    }

    fn play(&mut self, text: &str) {
        match self.game.play(text) {
            Ok(()) => {
                self.message.clear();
                self.paused = false;
                self.refresh();
            }
            Err(error) => self.message = format!("{text}: {error}"),
        }
    }

    pub(super) fn key(&mut self, key: KeyEvent) -> Wish {
        if self.prompt.is_some() {
            self.prompt_key(key);
            return Wish::Nothing;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('s') if control => {
                let name = self.file.clone().unwrap_or_else(|| format!("{}.ldr", self.game.game()));
                self.prompt = Some(Prompt::new(Purpose::Save, &name));
            }
            KeyCode::Char('o') if control => self.prompt = Some(Prompt::new(Purpose::Load, "")),
            KeyCode::Char('z') if control => self.take_back(),
            KeyCode::Char('g') if control => self.paused = false,
            KeyCode::Char('n') if control => return Wish::Menu,
            KeyCode::Esc if self.input.text().is_empty() => return Wish::Menu,
            KeyCode::Esc => self.input.clear(),
            KeyCode::Up | KeyCode::Left => self.choose(-1),
            KeyCode::Down | KeyCode::Right => self.choose(1),
            KeyCode::PageUp => self.choose(-10),
            KeyCode::PageDown => self.choose(10),
            KeyCode::Tab => self.hint(),
            KeyCode::Enter => self.enter(),
            _ => {
                if self.input.key(key) {
                    self.chosen = 0;
                    self.message.clear();
                } else if key.code == KeyCode::Backspace {
                    self.take_back();
                }
            }
        }
        Wish::Nothing
    }

    fn choose(&mut self, by: i64) {
        let len = self.offered().len() as i64;
        if len > 0 {
            self.chosen = (self.chosen as i64 + by).rem_euclid(len) as usize;
        }
    }

    fn enter(&mut self) {
        if !self.human_to_act() {
            return;
        }
        let text = self.candidate().map_or_else(|| self.input.text().to_owned(), str::to_owned);
        self.play(&text);
    }

    /// Chooses, without playing it, the move the computer would play.
    fn hint(&mut self) {
        let Some(text) = self.ask(Level::FULL, 0) else { return };
        self.input.clear();
        self.chosen = self.offered().iter().position(|offered| *offered == text).unwrap_or(0);
        self.message = format!("The computer would play {text}.");
    }

    /// Back to the last decision of somebody human, or by one ply when nobody is.
    fn take_back(&mut self) {
        let mut taken = Vec::new();
        while let Some(text) = self.game.take_back() {
            taken.push(text);
            if self.human_to_act() || !self.people_play() {
                break;
            }
        }
        taken.reverse();
        self.refresh();
        // When the computer made the first move there is no decision of ours to go back to.
        self.paused = self.game.played().is_empty() || !self.people_play();
        self.message = match taken[..] {
            [] => "There is nothing to take back.".to_owned(),
            _ if self.paused && !self.human_to_act() => {
                format!("Taken back: {}. Ctrl-G lets the computer go on.", taken.join(" "))
            }
            _ => format!("Taken back: {}.", taken.join(" ")),
        };
    }

    fn prompt_key(&mut self, key: KeyEvent) {
        let Some(prompt) = &mut self.prompt else { return };
        match key.code {
            KeyCode::Esc => self.prompt = None,
            KeyCode::Enter => {
                let name = prompt.input.text().to_owned();
                match prompt.purpose {
                    Purpose::Load => self.load_here(&name),
                    Purpose::Save
                        if Path::new(&name).exists() && prompt.overwrite.as_ref() != Some(&name) =>
                    {
                        prompt.overwrite = Some(name);
                    }
                    Purpose::Save => self.save(&name),
                }
            }
            _ => {
                if prompt.input.key(key) {
                    prompt.overwrite = None;
                }
            }
        }
    }

    fn load_here(&mut self, name: &str) {
        if self.unsaved() {
            self.message = "This game is not saved: save it first (Ctrl-S), or leave it (Esc).".to_owned();
            self.prompt = None;
            return;
        }
        match GameScreen::load(Path::new(name)) {
            Ok(screen) => *self = screen,
            Err(error) => {
                self.message = error;
                self.prompt = None;
            }
        }
    }

    fn save(&mut self, name: &str) {
        self.prompt = None;
        let mut record = record_of(&*self.game);
        let info = self.game.game().info();
        for seat in Seat::all(self.game.seats()) {
            let who = self.computers[seat.index()]
                .map_or_else(|| "?".to_owned(), |level| format!("Ludoteca, level {}", level.number()));
            let tag = info.seat_name(seat);
            if let Some((_, value)) = record.tags.iter_mut().find(|(key, _)| key.eq_ignore_ascii_case(tag)) {
                *value = who;
            }
        }
        let saved = record.to_text().map_err(|error| error.to_string()).and_then(|text| {
            write_file(Path::new(name), |out| Ok(out.write_all(text.as_bytes())?))
                .map_err(|error| error.to_string())
        });
        self.message = match saved {
            Ok(()) => {
                self.saved = Some(self.game.played().len());
                self.file = Some(name.to_owned());
                format!("Saved as {name}.")
            }
            Err(error) => error,
        };
    }
}
