//! Questions as text, checked.

use crate::{
    date::read_time,
    explorer::Asked,
    key::{Key, key_of},
    people::person_named,
    speed::{SPEEDS, speed_of_word},
};
use ludoteca_catalog::{AnyPlay, ForGame, GameId, Setup, SetupError, open};
use ludoteca_core::Game;
use ludoteca_protocol::{ArchiveWish, ExplorerWish};
use ludoteca_record::Termination;
use ludoteca_store::{ArchiveSearch, Store, StoreError};
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Question {
    /// What is looked for.
    pub search: ArchiveSearch,
    /// A position that occurred.
    pub position: Option<Key>,
}

/// Why a question cannot be answered.
#[derive(Debug)]
pub enum Wrong {
    /// This part of it is not understood.
    Part {
        name: &'static str,
        why: String,
    },
    /// There is no player of this name.
    Nobody(String),
    Store(StoreError),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Part { name, why } => write!(f, "{name}: {why}"),
            Wrong::Nobody(name) => write!(f, "no player here is called {name:?}"),
            Wrong::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Wrong {}

impl From<StoreError> for Wrong {
    fn from(error: StoreError) -> Wrong {
        Wrong::Store(error)
    }
}

fn part(name: &'static str, why: impl fmt::Display) -> Wrong {
    Wrong::Part { name, why: why.to_string() }
}

/// Reads the terms of a search.
///
/// # Errors
/// When a part of it is not understood, or names an unknown player.
pub async fn question(store: &dyn Store, wish: &ArchiveWish) -> Result<Question, Wrong> {
    let game = game_named(wish.game.as_deref())?;
    let mut search = ArchiveSearch {
        kind: game.map(|game| game.info().id.to_owned()),
        players: wish.players,
        speed: speed_named(wish.speed.as_deref())?.map(|speed| SPEEDS[usize::from(speed)].to_owned()),
        rated: wish.rated,
        min_plies: wish.min_plies,
        max_plies: wish.max_plies,
        from: time("from", wish.from.as_deref())?,
        to: time("to", wish.to.as_deref())?,
        min_rating: wish.min_rating,
        max_rating: wish.max_rating,
        before: wish.before,
        ..ArchiveSearch::default()
    };
    if let Some(words) = wish.termination.as_deref() {
        let termination: Termination = words.parse().map_err(|error| part("termination", error))?;
        search.termination = Some(termination.words().to_owned());
    }
    for (wanted, slot) in [(&wish.player, &mut search.player), (&wish.with, &mut search.with)] {
        if let Some(text) = wanted {
            *slot = Some(person_named(store, text).await?.ok_or_else(|| Wrong::Nobody(text.clone()))?.id);
        }
    }
    match wish.result.as_deref() {
        None => {}
        Some(outcome @ ("win" | "draw" | "loss")) if wish.player.is_some() => {
            search.outcome = Some(outcome.to_owned());
        }
        Some("win" | "draw" | "loss") => {
            return Err(part("result", "whose? Name a player, or write it as records do: 1-0, b>a>c"));
        }
        Some(text) => {
            let result: ludoteca_record::GameResult = text.parse().map_err(|error| part("result", error))?;
            search.result = Some(result.to_string());
        }
    }
    let mut position = None;
    if wish.options.is_some() || wish.position.is_some() {
        let game = game.ok_or_else(|| part("game", "options and positions are those of a game: name it"))?;
        let play = opened(game, wish.players, wish.options.as_deref(), wish.position.as_deref())?;
        if wish.options.is_some() {
            let chosen: Vec<String> =
                play.options().chosen().map(|(key, value)| format!("{key}={value}")).collect();
            search.options = Some(chosen.join(" "));
        }
        position = wish.position.is_some().then(|| key_of(&*play));
    }
    Ok(Question { search, position })
}

/// What is asked about a position.
///
/// # Errors
/// When a part of it is not understood.
pub fn explorer_question(wish: &ExplorerWish) -> Result<Asked, Wrong> {
    let names = || part("game", "name one of squadro, number-one, peak, one-piece-for-two");
    let game = game_named(wish.game.as_deref())?.ok_or_else(names)?;
    Ok(Asked {
        play: opened(game, wish.players, wish.options.as_deref(), wish.position.as_deref())?,
        min_rating: wish.min_rating,
        max_rating: wish.max_rating,
        speed: speed_named(wish.speed.as_deref())?,
    })
}

fn game_named(text: Option<&str>) -> Result<Option<GameId>, Wrong> {
    text.map(str::parse).transpose().map_err(|error: ludoteca_catalog::UnknownGame| part("game", error))
}

fn speed_named(text: Option<&str>) -> Result<Option<u8>, Wrong> {
    let unknown = || part("speed", format_args!("expected one of {}", SPEEDS.join(", ")));
    text.map(|word| speed_of_word(word).ok_or_else(unknown)).transpose()
}

fn time(name: &'static str, text: Option<&str>) -> Result<Option<i64>, Wrong> {
    let wrong = || part(name, "expected a day such as 2026-10-03, or milliseconds since 1970");
    text.map(|text| read_time(text).ok_or_else(wrong)).transpose()
}

fn opened(
    game: GameId,
    players: Option<u8>,
    options: Option<&str>,
    position: Option<&str>,
) -> Result<Box<dyn AnyPlay>, Wrong> {
    struct Variant<'a>(&'a str);
    impl ForGame for Variant<'_> {
        type Output = Result<Vec<(String, String)>, SetupError>;
        fn run<G: Game>(self) -> Self::Output {
            Setup::read_variant::<G>(self.0)
        }
    }
    let options = game.with(Variant(options.unwrap_or(""))).map_err(|error| part("options", error))?;
    let setup = Setup { players, options, position: position.map(str::to_owned) };
    open(game, &setup).map_err(|error| match error {
        SetupError::Position { error, .. } => part("position", error),
        other => part("options", other),
    })
}
