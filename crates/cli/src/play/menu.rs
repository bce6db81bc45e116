use super::{
    app::{Exit, Request},
    clocks::TimeSource,
    prompt::Input,
    screen::GameScreen,
};
use ludoteca_catalog::{GameId, Values};
use ludoteca_contest::{Clock, ClockTextError, Terms};
use ludoteca_engine::Level;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

const NO_CLOCK: &str = "none";
/// The clocks offered by the arrow keys; others can be typed.
const CLOCKS: [&str; 9] =
    [NO_CLOCK, "3+2", "5+3", "15+10", "10", "5 d3", "10 3x30", "30/turn", "3 days bank 7 days"];

/// Choosing a game, its options and its players: one list, changed with the arrow keys.
pub(super) struct Menu {
    pub(super) game: GameId,
    pub(super) players: u8,
    /// One value for each option of the game.
    pub(super) values: Vec<String>,
    /// For each possible seat, the computer's level; `None` for a person.
    pub(super) computers: Vec<Option<Level>>,
    /// The clock as text.
    pub(super) clock: Input,
    /// The index of the selected row.
    pub(super) row: usize,
    pub(super) message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
    Game,
    Players,
    Option(usize),
    Seat(usize),
    Clock,
    Start,
}

impl Menu {
    pub(super) fn new(clock: Option<Clock>) -> Menu {
        let clock = clock.map_or_else(|| NO_CLOCK.to_owned(), |clock| clock.to_string());
        Menu::of(GameId::Squadro, Input::new(&clock))
    }

    fn of(game: GameId, clock: Input) -> Menu {
        let info = game.info();
        let mut computers = vec![Level::new(3); info.seats.len()];
        computers[0] = None;
        Menu {
            game,
            players: info.min_players,
            values: info.options.iter().map(|option| option.default.to_owned()).collect(),
            computers,
            clock,
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
        rows.extend([Row::Clock, Row::Start]);
        rows
    }

    pub(super) fn key(&mut self, key: KeyEvent, time: &TimeSource) -> Request {
        let rows = self.rows();
        self.message.clear();
        let clock_key = rows[self.row] == Row::Clock && self.clock_key(key);
        match key.code {
            _ if clock_key => {}
            KeyCode::Up => self.row = self.row.checked_sub(1).unwrap_or(rows.len() - 1),
            KeyCode::Down | KeyCode::Tab => self.row = (self.row + 1) % rows.len(),
            KeyCode::Left => self.change(rows[self.row], -1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(rows[self.row], 1),
            KeyCode::Enter => return self.start(time),
            KeyCode::Esc => return Request::Leave(Exit::Program),
            _ => {}
        }
        Request::Nothing
    }

    /// Types a clock; returns `false` for other keys. The first key replaces the clock chosen with the arrow
    /// keys.
    fn clock_key(&mut self, key: KeyEvent) -> bool {
        let types = matches!(key.code, KeyCode::Char(_) | KeyCode::Backspace);
        if types && CLOCKS.contains(&self.clock.text()) {
            self.clock.clear();
        }
        self.clock.key(key) || types
    }

    /// The chosen clock, if any.
    fn chosen_clock(&self) -> Result<Option<Clock>, ClockTextError> {
        match self.clock.text().trim() {
            "" | NO_CLOCK => Ok(None),
            text => text.parse().map(Some),
        }
    }

    fn change(&mut self, row: Row, by: i64) {
        let turn = |i: usize, len: usize| (i as i64 + by).rem_euclid(len as i64) as usize;
        let info = self.game.info();
        match row {
            Row::Game => {
                let now = GameId::ALL.iter().position(|&id| id == self.game).unwrap_or(0);
                *self = Menu::of(GameId::ALL[turn(now, GameId::ALL.len())], self.clock.clone());
            }
            Row::Players => {
                let counts: Vec<u8> = (info.min_players..=info.max_players()).collect();
                let now = counts.iter().position(|&count| count == self.players).unwrap_or(0);
                self.players = counts[turn(now, counts.len())];
            }
            Row::Option(i) => {
                self.values[i] = match info.options[i].values {
                    Values::Words { words } => {
                        let now = words.iter().position(|word| *word == self.values[i]).unwrap_or(0);
                        words[turn(now, words.len())].to_owned()
                    }
                    Values::Numbers { from: min, to: max } => {
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
            Row::Clock => {
                let now = CLOCKS.iter().position(|text| *text == self.clock.text()).unwrap_or(0);
                self.clock = Input::new(CLOCKS[turn(now, CLOCKS.len())]);
            }
            Row::Start => {}
        }
    }

    fn start(&mut self, time: &TimeSource) -> Request {
        let info = self.game.info();
        let options =
            info.options.iter().zip(&self.values).map(|(o, value)| (o.key.to_owned(), value.clone()));
        let clock = match self.chosen_clock() {
            Ok(clock) => clock,
            Err(error) => {
                self.message = format!("{:?} is no clock: {error}", self.clock.text());
                return Request::Nothing;
            }
        };
        let terms =
            Terms { players: Some(self.players), options: options.collect(), clock, ..Terms::new(self.game) };
        match GameScreen::new(terms, self.computers.clone(), time.clone()) {
            Ok(screen) => Request::Open(Box::new(screen)),
            Err(error) => {
                self.message = error.to_string();
                Request::Nothing
            }
        }
    }
}
