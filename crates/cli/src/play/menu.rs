use super::{app::Wish, screen::GameScreen};
use ludoteca_catalog::{GameId, Setup, Values, open};
use ludoteca_engine::Level;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

/// Choosing a game, its options and who sits where: one list, changed with the arrow keys.
pub(super) struct Menu {
    pub(super) game: GameId,
    pub(super) players: u8,
    /// One value for each option of the game.
    pub(super) values: Vec<String>,
    /// For each seat the game can have, the computer's level; `None`: somebody human.
    pub(super) computers: Vec<Option<Level>>,
    /// The row the arrow keys work on.
    pub(super) row: usize,
    pub(super) message: String,
}

/// A row of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
    Game,
    Players,
    Option(usize),
    Seat(usize),
    Start,
}

impl Menu {
    pub(super) fn new() -> Menu {
        Menu::of(GameId::Squadro)
    }

    fn of(game: GameId) -> Menu {
        let info = game.info();
        let mut computers = vec![Level::new(3); info.seats.len()];
        computers[0] = None;
        Menu {
            game,
            players: info.min_players,
            values: info.options.iter().map(|option| option.default.to_owned()).collect(),
            computers,
            row: 0,
            message: String::new(),
        }
    }

    pub(super) fn rows(&self) -> Vec<Row> {
        let info = self.game.info();
        let mut rows = vec![Row::Game];
        if info.min_players < info.max_players() {
            rows.push(Row::Players);
        }
        rows.extend((0..info.options.len()).map(Row::Option));
        rows.extend((0..usize::from(self.players)).map(Row::Seat));
        rows.push(Row::Start);
        rows
    }

    pub(super) fn key(&mut self, key: KeyEvent) -> Wish {
        let rows = self.rows();
        self.message.clear();
        match key.code {
            KeyCode::Up => self.row = self.row.checked_sub(1).unwrap_or(rows.len() - 1),
            KeyCode::Down | KeyCode::Tab => self.row = (self.row + 1) % rows.len(),
            KeyCode::Left => self.change(rows[self.row], -1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(rows[self.row], 1),
            KeyCode::Enter => return self.start(),
            KeyCode::Esc => return Wish::Quit,
            _ => {}
        }
        Wish::Nothing
    }

    fn change(&mut self, row: Row, by: i64) {
        let turn = |i: usize, len: usize| (i as i64 + by).rem_euclid(len as i64) as usize;
        let info = self.game.info();
        match row {
            Row::Game => {
                let now = GameId::ALL.iter().position(|&id| id == self.game).unwrap_or(0);
                *self = Menu::of(GameId::ALL[turn(now, GameId::ALL.len())]);
            }
            Row::Players => {
                let counts: Vec<u8> = (info.min_players..=info.max_players()).collect();
                let now = counts.iter().position(|&count| count == self.players).unwrap_or(0);
                self.players = counts[turn(now, counts.len())];
            }
            Row::Option(i) => {
                self.values[i] = match info.options[i].values {
                    Values::Words(words) => {
                        let now = words.iter().position(|word| *word == self.values[i]).unwrap_or(0);
                        words[turn(now, words.len())].to_owned()
                    }
                    Values::Numbers(min, max) => {
                        let now = self.values[i].parse::<u32>().unwrap_or(min);
                        (min + turn((now - min) as usize, (max - min + 1) as usize) as u32).to_string()
                    }
                };
            }
            Row::Seat(i) => {
                let choices: Vec<Option<Level>> =
                    std::iter::once(None).chain(Level::all().map(Some)).collect();
                let now = choices.iter().position(|choice| *choice == self.computers[i]).unwrap_or(0);
                self.computers[i] = choices[turn(now, choices.len())];
            }
            Row::Start => {}
        }
    }

    fn start(&mut self) -> Wish {
        let info = self.game.info();
        let options =
            info.options.iter().zip(&self.values).map(|(o, value)| (o.key.to_owned(), value.clone()));
        let setup = Setup { players: Some(self.players), options: options.collect(), position: None };
        match open(self.game, &setup) {
            Ok(game) => Wish::Open(Box::new(GameScreen::new(game, self.computers.clone()))),
            Err(error) => {
                self.message = error.to_string();
                Wish::Nothing
            }
        }
    }
}
