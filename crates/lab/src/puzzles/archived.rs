//! Positions from games played by people on a server.

use crate::suite::Source;
use ludoteca_archive::catch_up;
use ludoteca_catalog::{AnyPlay, GameId, Setup, Status, open};
use ludoteca_contest::{Contest, Event};
use ludoteca_server::DATABASE;
use ludoteca_shell::{Failure, data::runtime};
use ludoteca_store::{Archive, ArchiveSearch, ArchivedGame, Events, Sqlite};
use std::{collections::HashSet, ops::ControlFlow, path::Path};

/// The number of games added to the archive in one commit.
const AT_ONCE: u32 = 1000;

/// The name of a game's puzzle, and the game's positions, each without its history.
type NamedPositions = (String, Vec<Box<dyn AnyPlay>>);

/// The games in which puzzles are searched for.
pub(super) enum Games<'a> {
    /// Played by the engine's levels.
    Played(Source<'a>),
    /// From the archive of a server.
    Archived(Archived),
}

/// Games of an archive, newest first.
pub(super) struct Archived {
    runtime: tokio::runtime::Runtime,
    store: Sqlite,
    games: Vec<ArchivedGame>,
}

impl Games<'_> {
    /// The number of games; `None` if unlimited.
    pub(super) fn count(&self) -> Option<usize> {
        match self {
            Games::Played(_) => None,
            Games::Archived(archived) => Some(archived.games.len()),
        }
    }

    /// `None` if there is no such game.
    pub(super) fn positions(&self, number: u64) -> Result<Option<NamedPositions>, Failure> {
        match self {
            Games::Played(source) => {
                Ok(Some((format!("{}-{number}", source.seed), source.positions(number)?)))
            }
            Games::Archived(archived) => archived.positions(number as usize),
        }
    }
}

impl Archived {
    /// Opens the two-player games with these options, up to a maximum number.
    pub(super) fn open(
        folder: &Path,
        game: GameId,
        options: &[(String, String)],
        most: u32,
    ) -> Result<Archived, Failure> {
        let runtime = runtime()?;
        let path = folder.join(DATABASE);
        if !path.exists() {
            return Err(Failure::Other(format!("{}: there are no games", path.display())));
        }
        let setup = Setup { options: options.to_vec(), ..Setup::default() };
        let chosen = open(game, &setup)?;
        let chosen: Vec<String> =
            chosen.options().chosen().map(|(key, value)| format!("{key}={value}")).collect();
        let search = ArchiveSearch {
            kind: Some(game.to_string()),
            players: Some(2),
            options: Some(chosen.join(" ")),
            ..ArchiveSearch::default()
        };
        let (store, games) = runtime
            .block_on(async {
                let store = Sqlite::open(&path).await?;
                // Archives the games that no server has added yet; a running server may do so at the same
                // time.
                catch_up(&store, AT_ONCE, &mut |_| ControlFlow::Continue(())).await?;
                let games = store.search_archive(&search, most).await?;
                Ok::<_, ludoteca_store::StoreError>((store, games))
            })
            .map_err(Failure::other)?;
        Ok(Archived { runtime, store, games })
    }

    fn positions(&self, number: usize) -> Result<Option<NamedPositions>, Failure> {
        let Some(game) = self.games.get(number) else { return Ok(None) };
        let log = self.runtime.block_on(self.store.events(&game.game, 0)).map_err(Failure::other)?;
        let damaged =
            |error: &dyn std::fmt::Display| Failure::Other(format!("the game {}: {error}", game.game));
        let events = log.iter().map(|stored| serde_json::from_str::<Event>(&stored.data));
        let events: Vec<Event> = events.collect::<Result<_, _>>().map_err(|error| damaged(&error))?;
        let contest = Contest::replay(&events).map_err(|error| damaged(&error))?;
        let mut play = contest.game().fork();
        let (mut positions, mut seen) = (Vec::new(), HashSet::new());
        loop {
            if matches!(play.status(), Status::ToAct(_)) && seen.insert(play.position()) {
                positions.push(play.without_past());
            }
            if play.take_back().is_none() {
                break;
            }
        }
        positions.reverse();
        Ok(Some((game.game.clone(), positions)))
    }
}
