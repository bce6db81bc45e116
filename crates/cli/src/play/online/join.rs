//! Entering a game on a server: identifying the player, finding the game, and waiting for the others.

use super::{Online, read};
use crate::{
    play::{Arguments, screen::GameScreen, seats},
    qr,
};
use ludoteca_catalog::GameId;
use ludoteca_client::{Address, Client, Error, Invitation, Update};
use ludoteca_contest::{Event, EventKind};
use ludoteca_protocol::{FromServer, GameView, JoinRequest, NewGame, SeatRequest};
use ludoteca_shell::{Failure, data};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    rc::Rc,
};
use tokio::runtime::{Builder, Runtime};

/// A game on the screen, and how to return to it.
pub(in super::super) struct JoinedGame {
    pub(in super::super) screen: GameScreen,
    pub(in super::super) way_back: String,
}

/// Creates or joins the game given by the command line. `say` shows progress to the user.
pub(in super::super) fn enter(
    arguments: &Arguments,
    say: &mut dyn FnMut(&str),
) -> Result<JoinedGame, Failure> {
    let address = address(arguments)?;
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = Rc::new(runtime.map_err(Failure::other)?);
    let folder = data::folder(arguments.data.as_deref())?;
    let stranger = arguments.trust.client(&address)?;
    let failed = |error: Error| Failure::Other(format!("{address}: {error}"));
    let client =
        runtime.block_on(known(&stranger, &folder, arguments.name.as_deref())).map_err(
            |error| match error {
                IdentityError::Server(error) => failed(error),
                IdentityError::File(path, error) => Failure::Other(format!("{}: {error}", path.display())),
            },
        )?;
    let (game, secret) = runtime.block_on(find(arguments, &client))?;
    // A different name would be a different player.
    let name = arguments.name.as_ref().map_or(String::new(), |name| format!(" --name {name:?}"));
    let way_back = format!("ludoteca play --server {address} --watch {}{name}", game.id);
    if let Some(link) = &game.invitation {
        say(&format!(
            "Share this link with your opponent, who can open it or run ludoteca play --join LINK:\n{link}\n"
        ));
        say(&qr::code(link).unwrap_or_default());
    }
    let mut online = Online::follow(&runtime, &client, &game, secret.as_deref()).map_err(Failure::Other)?;
    online.events.iter().filter_map(joined).for_each(|text| say(&text));
    wait_for_start(&runtime, &mut online, say)?;
    let screen = GameScreen::online(online).map_err(Failure::other)?;
    Ok(JoinedGame { screen, way_back })
}

/// The server given by the command line. An invalid link is refused before anything else happens.
pub(in super::super) fn address(arguments: &Arguments) -> Result<Address, Failure> {
    if let Some(text) = &arguments.join {
        text.parse::<Invitation>().map_err(|error| Failure::Usage(error.to_string()))?;
    }
    let linked = [&arguments.join, &arguments.watch];
    let linked = linked.into_iter().flatten().find_map(|text| text.parse::<Invitation>().ok());
    let address = arguments.server.clone().or(linked.map(|link| link.address));
    address.ok_or_else(|| {
        Failure::Usage("which server? Name it with --server, or give the whole link".to_owned())
    })
}

enum IdentityError {
    Server(Error),
    File(PathBuf, std::io::Error),
}

/// The client with a guest's token: that of the earlier guest with this name, or a new one.
async fn known(stranger: &Client, folder: &Path, name: Option<&str>) -> Result<Client, IdentityError> {
    let path = token_file(folder, stranger.address(), name);
    let failed = |error| IdentityError::File(path.clone(), error);
    if let Ok(token) = fs::read_to_string(&path) {
        let client = stranger.with_token(token.trim());
        match client.me().await {
            Ok(Some(_)) => return Ok(client),
            // The server no longer knows the token.
            Ok(None) => {}
            Err(Error::Refused(problem)) if problem.status == 401 => {}
            Err(error) => return Err(IdentityError::Server(error)),
        }
    }
    let guest = stranger.guest(name).await.map_err(IdentityError::Server)?;
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    keep_secret(&path, &guest.token).map_err(failed)?;
    Ok(stranger.with_token(&guest.token))
}

/// One file per server and name, so that several people can share a machine.
fn token_file(folder: &Path, address: &Address, name: Option<&str>) -> PathBuf {
    let plain = |text: &str| -> String {
        let letter = |c: char| match c.is_alphanumeric() || ".-".contains(c) {
            true => c.to_string(),
            false => format!("_{:x}_", u32::from(c)),
        };
        text.chars().map(letter).collect()
    };
    let server = address.to_string();
    // A token sent over TLS is never sent in the clear, so https has files of its own.
    let server = match server.strip_prefix("https://") {
        Some(host) => format!("https-{}", plain(host)),
        None => plain(server.trim_start_matches("http://")),
    };
    folder.join("guests").join(server).join(name.map_or_else(|| "_".to_owned(), plain))
}

/// Writes a file that only the user can read.
fn keep_secret(path: &Path, token: &str) -> std::io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    writeln!(options.open(path)?, "{token}")
}

/// The requested game, and the secret part of its link.
async fn find(arguments: &Arguments, client: &Client) -> Result<(GameView, Option<String>), Failure> {
    let failed = |error: Error| Failure::Other(format!("{}: {error}", client.address()));
    if let Some(text) = &arguments.join {
        let link: Invitation = text.parse().map_err(|error: Error| Failure::Usage(error.to_string()))?;
        let seat = match &arguments.seat {
            Some(name) => {
                let query =
                    link.secret.as_ref().map_or(String::new(), |secret| format!("?invitation={secret}"));
                let game: GameView =
                    client.get(&format!("/games/{}{query}", link.game)).await.map_err(failed)?;
                Some(seat_number(game.game.parse::<GameId>()?, name)?)
            }
            None => None,
        };
        let request = JoinRequest { seat, invitation: link.secret.clone() };
        return Ok((client.join(&link.game, &request).await.map_err(failed)?, link.secret));
    }
    if let Some(text) = &arguments.watch {
        let link = text.parse::<Invitation>().ok();
        let secret = link.as_ref().and_then(|link| link.secret.clone());
        let game = link.map_or_else(|| text.clone(), |link| link.game);
        let query = secret.as_ref().map_or(String::new(), |secret| format!("?invitation={secret}"));
        return Ok((client.get(&format!("/games/{game}{query}")).await.map_err(failed)?, secret));
    }
    let game = arguments
        .game
        .ok_or_else(|| Failure::Usage("name a game to create, or use --join or --watch".to_owned()))?;
    let made = client.make_game(&request(arguments, game)?).await.map_err(failed)?;
    Ok((made, None))
}

fn seat_number(game: GameId, name: &str) -> Result<u8, Failure> {
    let info = game.info();
    let at = info.seats.iter().position(|seat| *seat == name);
    let unknown =
        || Failure::Usage(format!("no seat {name:?} in {game}: there are {}", info.seats.join(", ")));
    at.map(|at| at as u8).ok_or_else(unknown)
}

/// The game described by the flags: computers in their seats, the user in the chosen seat or the first free
/// one, all others by invitation.
fn request(arguments: &Arguments, game: GameId) -> Result<NewGame, Failure> {
    let info = game.info();
    let players = arguments.choices.players.unwrap_or(info.min_players);
    let mut levels = seats(game, &arguments.computer, arguments.level)?;
    levels.truncate(usize::from(players));
    let free = || levels.iter().position(Option::is_none);
    let own = match &arguments.seat {
        Some(name) => Some(usize::from(seat_number(game, name)?)),
        None => free(),
    };
    let seat = |(at, level): (usize, &Option<ludoteca_engine::Level>)| match level {
        _ if Some(at) == own => SeatRequest::You,
        Some(level) => SeatRequest::Level(level.number()),
        None => SeatRequest::Open,
    };
    let options = arguments.choices.options.iter();
    Ok(NewGame {
        players: arguments.choices.players,
        options: options.map(|(key, value)| (key.clone(), value.clone().into())).collect(),
        position: arguments.choices.position.clone(),
        clock: arguments.clock,
        seats: levels.iter().enumerate().map(seat).collect(),
        ..NewGame::of(info.id)
    })
}

/// Waits until all seats are taken.
fn wait_for_start(runtime: &Runtime, online: &mut Online, say: &mut dyn FnMut(&str)) -> Result<(), Failure> {
    let mut waits = false;
    loop {
        let is = |kind: fn(&EventKind) -> bool| online.events.iter().any(|event| kind(&event.kind));
        if is(|kind| matches!(kind, EventKind::Started | EventKind::Ended { .. })) {
            return Ok(());
        }
        if !waits && !online.events.is_empty() {
            waits = true;
            say("Waiting for players. Ctrl-C leaves.\n");
        }
        let Some(heard) = runtime.block_on(online.line.connection.next_update()) else {
            return Err(Failure::Other("the connection has ended".to_owned()));
        };
        match heard {
            Update::Connected => {}
            Update::Lost(Error::Refused(problem)) if problem.status != 429 => {
                return Err(Failure::Other(problem.detail));
            }
            Update::Lost(error) => say(&format!("No connection ({error}); trying again.\n")),
            Update::Message(message) => match *message {
                FromServer::Events { events, at, .. } => {
                    online.time.is_now(at);
                    let new = read(&events).map_err(Failure::Other)?;
                    new.iter().filter_map(joined).for_each(|text| say(&text));
                    online.events.extend(new);
                }
                FromServer::Presence { connected, .. } => online.here = connected,
                FromServer::Refused { problem, .. } => return Err(Failure::Other(problem.detail)),
                _ => {}
            },
        }
    }
}

fn joined(event: &Event) -> Option<String> {
    match &event.kind {
        EventKind::Joined { name, .. } => Some(format!("{name} joined.\n")),
        _ => None,
    }
}
