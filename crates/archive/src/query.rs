//! Parsing and validation of queries.

use crate::{
    date::read_time,
    explorer::PositionQuery,
    key::{Key, key_of},
    people::person_named,
    speed::{SPEEDS, speed_of_word},
};
use ludoteca_catalog::{AnyPlay, ForGame, GameId, Setup, SetupError, open};
use ludoteca_core::Game;
use ludoteca_protocol::{ArchiveQuery, ExplorerQuery};
use ludoteca_record::Termination;
use ludoteca_store::{ArchiveSearch, Store, StoreError};
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckedQuery {
    /// The criteria of the search.
    pub search: ArchiveSearch,
    /// A position that must have occurred.
    pub position: Option<Key>,
}

/// Why a query is invalid.
#[derive(Debug)]
pub enum QueryError {
    /// This parameter is invalid.
    Part {
        name: &'static str,
        why: String,
    },
    /// No player has this name.
    UnknownUser(String),
    Store(StoreError),
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QueryError::Part { name, why } => write!(f, "{name}: {why}"),
            QueryError::UnknownUser(name) => write!(f, "no player here is called {name:?}"),
            QueryError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for QueryError {}

impl From<StoreError> for QueryError {
    fn from(error: StoreError) -> QueryError {
        QueryError::Store(error)
    }
}

fn part(name: &'static str, why: impl fmt::Display) -> QueryError {
    QueryError::Part { name, why: why.to_string() }
}

/// Parses the criteria of a search.
///
/// # Errors
/// If a parameter is invalid or names an unknown player.
pub async fn question(store: &dyn Store, request: &ArchiveQuery) -> Result<CheckedQuery, QueryError> {
    let game = game_named(request.game.as_deref())?;
    let mut search = ArchiveSearch {
        kind: game.map(|game| game.info().id.to_owned()),
        players: request.players,
        speed: speed_named(request.speed.as_deref())?.map(|speed| SPEEDS[usize::from(speed)].to_owned()),
        rated: request.rated,
        min_plies: request.min_plies,
        max_plies: request.max_plies,
        from: time("from", request.from.as_deref())?,
        to: time("to", request.to.as_deref())?,
        min_rating: request.min_rating,
        max_rating: request.max_rating,
        before: request.before,
        ..ArchiveSearch::default()
    };
    if let Some(words) = request.termination.as_deref() {
        let termination: Termination = words.parse().map_err(|error| part("termination", error))?;
        search.termination = Some(termination.words().to_owned());
    }
    for (wanted, slot) in [(&request.player, &mut search.player), (&request.with, &mut search.with)] {
        if let Some(text) = wanted {
            *slot = Some(
                person_named(store, text).await?.ok_or_else(|| QueryError::UnknownUser(text.clone()))?.id,
            );
        }
    }
    match request.result.as_deref() {
        None => {}
        Some(outcome @ ("win" | "draw" | "loss")) if request.player.is_some() => {
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
    if request.options.is_some() || request.position.is_some() {
        let game = game.ok_or_else(|| part("game", "options and positions are those of a game: name it"))?;
        let play = opened(game, request.players, request.options.as_deref(), request.position.as_deref())?;
        if request.options.is_some() {
            let chosen: Vec<String> =
                play.options().chosen().map(|(key, value)| format!("{key}={value}")).collect();
            search.options = Some(chosen.join(" "));
        }
        position = request.position.is_some().then(|| key_of(&*play));
    }
    Ok(CheckedQuery { search, position })
}

/// Parses a query for a position.
///
/// # Errors
/// If a parameter is invalid.
pub fn explorer_question(request: &ExplorerQuery) -> Result<PositionQuery, QueryError> {
    let names = || part("game", "name one of squadro, number-one, peak, one-piece-for-two");
    let game = game_named(request.game.as_deref())?.ok_or_else(names)?;
    Ok(PositionQuery {
        play: opened(game, request.players, request.options.as_deref(), request.position.as_deref())?,
        min_rating: request.min_rating,
        max_rating: request.max_rating,
        speed: speed_named(request.speed.as_deref())?,
    })
}

fn game_named(text: Option<&str>) -> Result<Option<GameId>, QueryError> {
    text.map(str::parse).transpose().map_err(|error: ludoteca_catalog::UnknownGame| part("game", error))
}

fn speed_named(text: Option<&str>) -> Result<Option<u8>, QueryError> {
    let unknown = || part("speed", format_args!("expected one of {}", SPEEDS.join(", ")));
    text.map(|word| speed_of_word(word).ok_or_else(unknown)).transpose()
}

fn time(name: &'static str, text: Option<&str>) -> Result<Option<i64>, QueryError> {
    let wrong = || part(name, "expected a day such as 2026-10-03, or milliseconds since 1970");
    text.map(|text| read_time(text).ok_or_else(wrong)).transpose()
}

fn opened(
    game: GameId,
    players: Option<u8>,
    options: Option<&str>,
    position: Option<&str>,
) -> Result<Box<dyn AnyPlay>, QueryError> {
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
