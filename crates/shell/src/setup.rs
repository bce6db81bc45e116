//! The arguments of every command that takes a position.

use crate::failure::Failure;
use clap::Args;
use ludoteca_catalog::{AnyPlay, GameId, Setup, open};

// Flattened into other structs of the same name, which clap would mistake for the name of their group.
#[derive(Args, Debug)]
#[group(skip)]
pub struct Arguments {
    /// The game: squadro, number-one, peak or one-piece-for-two
    #[arg(value_name = "GAME")]
    pub game: GameId,
    #[command(flatten)]
    pub choices: Choices,
}

#[derive(Args, Debug)]
pub struct Choices {
    /// Number of players
    #[arg(long, value_name = "N")]
    pub players: Option<u8>,
    /// Option of the game (see `ludoteca games`); can be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub options: Vec<(String, String)>,
    /// Position to start from, in the notation [default: the start of the game]
    // A position may begin with a hyphen: `- r -` is the start of One Piece for Two.
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub position: Option<String>,
}

pub fn key_and_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}

impl Arguments {
    pub fn open(&self) -> Result<Box<dyn AnyPlay>, Failure> {
        Ok(open(self.game, &self.choices.setup())?)
    }
}

impl Choices {
    pub fn setup(&self) -> Setup {
        Setup { players: self.players, options: self.options.clone(), position: self.position.clone() }
    }
}

/// Plays the moves of a command line.
pub fn play_all(game: &mut dyn AnyPlay, moves: &[String]) -> Result<(), Failure> {
    for (i, text) in moves.iter().enumerate() {
        game.play(text).map_err(|error| Failure::Other(format!("move {} {text:?}: {error}", i + 1)))?;
    }
    Ok(())
}
