//! The terminal program. `app` and its parts are pure: keys in, state out; `view` draws the state; only this
//! file accesses the terminal.

mod app;
mod clocks;
mod computers;
mod files;
mod history;
mod menu;
mod online;
mod prompt;
mod question;
mod screen;
mod table;
#[cfg(test)]
mod tests;
mod view;

use crate::remote::Trust;
use app::App;
use clap::Args;
use ludoteca_catalog::GameId;
use ludoteca_client::Address;
use ludoteca_contest::{Clock, PastError, Terms, TermsError};
use ludoteca_engine::Level;
use ludoteca_shell::{Failure, output::print, setup::Choices, thinking::read_level};
use online::JoinedGame;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use screen::GameScreen;
use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    time::SystemTime,
};

const EXAMPLES: &str = "\
Examples:
  ludoteca play                                    choose in a menu
  ludoteca play squadro --computer red --level 4   play against the computer
  ludoteca play peak --clock 5+3                   5 minutes plus 3 seconds a turn
  ludoteca play --load game.ldr                    continue a saved game
  ludoteca play squadro --server https://games.example.org
                                                   create an online game and print its link";

/// Play in the terminal against people or the computer, on this device or on a server
///
/// With `--server ADDRESS` you play on a server run by `ludoteca serve`: GAME and its flags create a game
/// and print the link to share, `--join LINK` takes a seat, `--watch ID` watches a game or returns to your
/// own. Your identity on each server is kept in the data folder.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game: squadro, number-one, peak or one-piece-for-two [default: choose from a menu]
    #[arg(value_name = "GAME")]
    game: Option<GameId>,
    #[command(flatten)]
    choices: Choices,
    /// Seat for the computer (yellow, red; a to d; light, dark; red, blue), or `all`; can be given
    /// several times
    #[arg(long, value_name = "SEAT", requires = "game")]
    computer: Vec<String>,
    /// The computer's strength, 1 (weakest) to 10 (full)
    #[arg(long, value_name = "L", default_value = "5", value_parser = read_level)]
    level: Level,
    /// Clock of each player: 10 (minutes), 5+3 (plus 3 seconds a turn), "5 d3" (delay of 3 seconds),
    /// "10 3x30" (then 3 periods of 30 seconds), 30/turn (seconds a turn), "3 days" (a turn) or
    /// "3 days bank 7 days"; other units: 90s, 500ms, 2m, 1h [default: no clock]
    #[arg(long, value_name = "CLOCK")]
    clock: Option<Clock>,
    /// Open the game in this record and play on, without a clock
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "players", "options", "position", "clock"])]
    load: Option<PathBuf>,
    /// Seed of the computer's choices [default: the time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Play on this server, for example https://games.example.org or http://192.168.1.5:7878
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["load", "seed"])]
    server: Option<Address>,
    #[command(flatten)]
    trust: Trust,
    /// Your name on the server [default: a generated name]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Your seat on the server [default: the first free one]
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Join the game of this link
    #[arg(long, value_name = "LINK", conflicts_with_all = ["game", "load", "watch"])]
    join: Option<String>,
    /// Watch a game on the server, by id or link, or return to your own
    #[arg(long, value_name = "ID", conflicts_with_all = ["game", "load"])]
    watch: Option<String>,
    /// Folder with your identities on servers (default: the user's data folder)
    #[arg(long, value_name = "DIR", env = "LUDOTECA_DATA")]
    data: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let seed = arguments.seed.unwrap_or_else(clock_seed);
    let time = clocks::time_since_start();
    if arguments.is_online() {
        return run_online(arguments, seed);
    }
    let app = match (&arguments.game, &arguments.load) {
        (Some(game), _) => {
            let computers = seats(*game, &arguments.computer, arguments.level)?;
            let screen = GameScreen::new(arguments.terms(*game), computers, time.clone());
            App::with_game(screen.map_err(failure)?, seed, time)
        }
        (None, Some(path)) => {
            let screen = GameScreen::load(path, time.clone()).map_err(Failure::Other)?;
            App::with_game(screen, seed, time)
        }
        (None, None) => App::with_menu(arguments.clock, seed, time),
    };
    needs_terminal()?;
    show(app)
}

fn needs_terminal() -> Result<(), Failure> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(Failure::Other("play needs a terminal; scripts use moves and apply".to_owned()));
    }
    Ok(())
}

fn show(app: App) -> Result<(), Failure> {
    let mut terminal = ratatui::try_init()?;
    let result = converse(&mut terminal, app);
    ratatui::restore();
    Ok(result?)
}

/// Creates, joins or watches a game on a server, then runs it like any other.
fn run_online(arguments: &Arguments, seed: u64) -> Result<(), Failure> {
    online::address(arguments)?;
    needs_terminal()?;
    // The game must go on even if standard output is closed.
    let mut say = |text: &str| drop(print(text));
    let JoinedGame { screen, way_back } = online::enter(arguments, &mut say)?;
    show(App::with_game(screen, seed, clocks::time_since_start()))?;
    print(&format!("To come back to this game: {way_back}\n"))
}

impl Arguments {
    fn is_online(&self) -> bool {
        self.server.is_some() || self.join.is_some() || self.watch.is_some()
    }

    fn terms(&self, game: GameId) -> Terms {
        Terms {
            players: self.choices.players,
            options: self.choices.options.iter().cloned().collect(),
            position: self.choices.position.clone(),
            clock: self.clock,
            ..Terms::new(game)
        }
    }
}

fn failure(error: PastError) -> Failure {
    match error {
        PastError::Terms(TermsError::Setup(error)) => error.into(),
        error => Failure::other(error),
    }
}

fn converse(terminal: &mut ratatui::DefaultTerminal, mut app: App) -> io::Result<()> {
    while !app.done() {
        app.tick();
        terminal.draw(|frame| view::draw(frame, &app))?;
        if let Some(time) = app.wait()
            && !event::poll(time)?
        {
            if app.computer_to_act() {
                app.computer_thinks();
            }
            continue;
        }
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => app.key(key),
            _ => {}
        }
    }
    Ok(())
}

fn clock_seed() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |since| since.as_millis() as u64)
}

/// The seats of computers, with their level.
fn seats(game: GameId, names: &[String], level: Level) -> Result<Vec<Option<Level>>, Failure> {
    let info = game.info();
    let mut computers = vec![None; info.seats.len()];
    for name in names {
        match info.seats.iter().position(|seat| seat == name) {
            Some(i) => computers[i] = Some(level),
            None if name == "all" => computers.fill(Some(level)),
            None => {
                let seats = info.seats.join(", ");
                return Err(Failure::Usage(format!(
                    "no seat {name:?} in {game}: there are {seats}, and all"
                )));
            }
        }
    }
    Ok(computers)
}
