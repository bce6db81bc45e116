//! The terminal program. `app` and what it holds are pure: keys in, state out; `view` draws the state; only this
//! file touches the terminal.

mod app;
mod menu;
mod prompt;
mod screen;
#[cfg(test)]
mod tests;
mod view;

use crate::{failure::Failure, setup::Choices, thinking::read_level};
use app::App;
use clap::Args;
use ludoteca_catalog::{GameId, open};
use ludoteca_engine::Level;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use screen::GameScreen;
use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    time::{Duration, SystemTime},
};

/// Play in the terminal, against people or the computer
#[derive(Args)]
pub(crate) struct Arguments {
    /// squadro, number-one, peak or one-piece-for-two [default: choose from a menu]
    #[arg(value_name = "GAME")]
    game: Option<GameId>,
    #[command(flatten)]
    choices: Choices,
    /// A seat the computer plays (yellow, red; a to d; light, dark; red, blue), or `all`; may be given several times
    #[arg(long, value_name = "SEAT", requires = "game")]
    computer: Vec<String>,
    /// The computer's strength, 1 (weakest) to 10 (full)
    #[arg(long, value_name = "L", default_value = "5", value_parser = read_level)]
    level: Level,
    /// Go on with the game in this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "players", "options", "position"])]
    load: Option<PathBuf>,
    /// Seed of the computer's choices [default: the time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// The computer's moves are shown so long before the next one.
const BREATH: Duration = Duration::from_millis(350);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let seed = arguments.seed.unwrap_or_else(clock_seed);
    let app = match (&arguments.game, &arguments.load) {
        (Some(game), _) => {
            let computers = seats(*game, &arguments.computer, arguments.level)?;
            App::with_game(GameScreen::new(open(*game, &arguments.choices.setup())?, computers), seed)
        }
        (None, Some(path)) => App::with_game(GameScreen::load(path).map_err(Failure::Other)?, seed),
        (None, None) => App::with_menu(seed),
    };
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(Failure::Other("play needs a terminal; scripts use moves and apply".to_owned()));
    }
    let mut terminal = ratatui::try_init()?;
    let result = converse(&mut terminal, app);
    ratatui::restore();
    Ok(result?)
}

fn converse(terminal: &mut ratatui::DefaultTerminal, mut app: App) -> io::Result<()> {
    while !app.done() {
        terminal.draw(|frame| view::draw(frame, &app))?;
        if app.computer_to_act() && !event::poll(BREATH)? {
            app.computer_moves();
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

/// Which seats the computer plays, and how well.
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
