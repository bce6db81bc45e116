//! `ludoteca bot` connects an engine to a server.

use crate::remote::Trust;
use clap::Args;
use ludoteca_catalog::GameId;
use ludoteca_client::{Address, Client, Connection, Error, Update};
use ludoteca_contest::{Action, Clock, Contest, Event};
use ludoteca_engine::{Analysis, Budget, Player, UgiClient, Watch};
use ludoteca_protocol::{EventView, FromServer, GameList, GameView, JoinRequest};
use ludoteca_shell::{Failure, data::runtime, output::print, thinking::read_time};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::sync::mpsc;

const EXAMPLES: &str = "\
Examples:
  ludoteca bot --token TOKEN --engine \"ludoteca ugi squadro\"
  ludoteca bot --server https://games.example.org --token TOKEN --engine ./my-engine --game peak --seek 5+3";

/// Connect an engine to a server as a bot: it accepts challenges, and seeks games with --seek
///
/// The engine is any program that speaks UGI (docs/ugi.md). Create the bot on the server's page or with
/// `POST /api/v1/accounts/bot`, which returns its token. Ctrl-C stops it; its games stay open.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Address of the server, for example https://games.example.org
    #[arg(long, value_name = "ADDRESS", env = "LUDOTECA_SERVER", default_value = "http://127.0.0.1:7878")]
    server: Address,
    #[command(flatten)]
    trust: Trust,
    /// API token of the bot
    #[arg(long, value_name = "TOKEN", env = "LUDOTECA_TOKEN", hide_env_values = true)]
    token: String,
    /// Command that starts the engine
    #[arg(long, value_name = "COMMAND")]
    engine: String,
    /// Game to play [default: the last word of the command]
    #[arg(long, value_name = "GAME")]
    game: Option<GameId>,
    /// Maximum time for a move; with a clock at most a twentieth of the time left
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = read_time)]
    time: Duration,
    /// Maximum number of games at the same time; further challenges are declined
    #[arg(long, value_name = "N", default_value_t = 4)]
    at_once: usize,
    /// Seek a game with this clock whenever idle, for example 5+3
    #[arg(long, value_name = "CLOCK")]
    seek: Option<Clock>,
    /// Stop after this many games
    #[arg(long, value_name = "N")]
    games: Option<u32>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let last = arguments.engine.split_whitespace().last().unwrap_or_default();
    let game = arguments.game.or_else(|| last.parse().ok()).ok_or_else(|| {
        Failure::Usage(format!("which game does {:?} play? Set it with --game", arguments.engine))
    })?;
    // Reports an engine that cannot be started before any opponent has to wait.
    let engine = UgiClient::start(&arguments.engine, None).map_err(Failure::other)?;
    let runtime = runtime()?;
    let done = runtime.block_on(play(arguments, game, engine));
    runtime.shutdown_background();
    done
}

async fn play(arguments: &Arguments, game: GameId, engine: UgiClient) -> Result<(), Failure> {
    let client = arguments.trust.client(&arguments.server)?.with_token(&arguments.token);
    let me = client.me().await.map_err(|error| Failure::Other(format!("{}: {error}", arguments.server)))?;
    let me = me.ok_or_else(|| Failure::Other(format!("{}: unknown token", arguments.server)))?;
    print(&format!("{} plays {} at {}\n", me.name, game.info().name, arguments.server))?;
    let (thought, mut thoughts) = mpsc::unbounded_channel();
    let mut bot = Bot {
        connection: client.connect(),
        client,
        arguments,
        game,
        idle: vec![engine],
        tables: HashMap::new(),
        finished: 0,
        seek: None,
        thought,
        stop: Arc::default(),
    };
    loop {
        let done = tokio::select! {
            update = bot.connection.next_update() => match update {
                Some(update) => bot.handle(update).await,
                None => return Ok(()),
            },
            Some(thought) = thoughts.recv() => bot.take(thought).await,
            _ = tokio::signal::ctrl_c() => {
                bot.stop.store(true, Ordering::Relaxed);
                bot.withdraw().await;
                return print("stopped; games in progress wait for the bot to return\n");
            }
        };
        match done {
            // Requests that failed are repeated after the reconnection.
            Err(BotError::Server(error)) => print(&format!("{error}\n"))?,
            Err(BotError::Failure(failure)) => return Err(failure),
            Ok(()) => {}
        }
        if arguments.games.is_some_and(|most| bot.finished >= most) {
            bot.withdraw().await;
            return Ok(());
        }
    }
}

enum BotError {
    Server(Error),
    Failure(Failure),
}

impl From<Error> for BotError {
    fn from(error: Error) -> BotError {
        BotError::Server(error)
    }
}

impl From<Failure> for BotError {
    fn from(failure: Failure) -> BotError {
        BotError::Failure(failure)
    }
}

/// The result of a search.
struct Thought {
    id: String,
    seq: u64,
    engine: UgiClient,
    found: Result<String, String>,
}

/// A game in progress.
#[derive(Default)]
struct BotGame {
    /// The number of the last position that was given to the engine.
    asked: Option<u64>,
}

struct Bot<'a> {
    client: Client,
    connection: Connection,
    arguments: &'a Arguments,
    game: GameId,
    /// Engines that are not thinking.
    idle: Vec<UgiClient>,
    tables: HashMap<String, BotGame>,
    finished: u32,
    /// Our seek in the lobby.
    seek: Option<String>,
    thought: mpsc::UnboundedSender<Thought>,
    stop: Arc<AtomicBool>,
}

impl Bot<'_> {
    async fn handle(&mut self, update: Update) -> Result<(), BotError> {
        match update {
            Update::Connected => {
                let mine: GameList = self.client.get("/me/games").await?;
                for game in mine.games.into_iter().filter(|game| game.stage != "over") {
                    self.look_at(&game.id).await?;
                }
                self.seek_if_free().await
            }
            Update::Lost(error) => Ok(print(&format!("no connection ({error}); reconnecting\n"))?),
            Update::Message(message) => match *message {
                FromServer::Events { game, .. } | FromServer::Notice { game, .. } => {
                    self.look_at(&game).await?;
                    self.seek_if_free().await
                }
                FromServer::Refused { game: Some(game), problem, .. } => {
                    print(&format!("{game}: {}\n", problem.detail))?;
                    // If the position has changed, the engine is asked again; an illegal move would be
                    // illegal again.
                    let table = self.tables.entry(game.clone()).or_default();
                    if problem.status != 422 {
                        table.asked = None;
                    }
                    self.look_at(&game).await
                }
                _ => Ok(()),
            },
        }
    }

    /// Handles a game event: accepts, follows, answers or thinks.
    async fn look_at(&mut self, id: &str) -> Result<(), BotError> {
        let game = self.client.see(id).await?;
        if game.you.is_none() {
            return if game.result.is_none() { self.answer_challenge(&game).await } else { Ok(()) };
        }
        if let Some(result) = &game.result {
            if self.tables.remove(id).is_some() {
                self.finished += 1;
                let how = game.termination.as_deref().unwrap_or_default();
                print(&format!("{id}: over, {result} ({how})\n"))?;
            }
            return Ok(());
        }
        if !self.tables.contains_key(id) {
            let others: Vec<String> = game
                .seats
                .iter()
                .enumerate()
                .filter_map(|(seat, holder)| {
                    let other = Some(seat) != game.you.map(usize::from);
                    other.then(|| {
                        holder.user.as_ref().map_or("a computer".to_owned(), |user| user.name.clone())
                    })
                })
                .collect();
            print(&format!("{id}: with {}\n", others.join(", ")))?;
            self.connection.follow(id, game.seq, None);
            self.tables.insert(id.to_owned(), BotGame::default());
        }
        if let Some(offer) = &game.offer
            && Some(offer.by) != game.you
        {
            self.connection.act(id, game.seq, Action::Decline);
            return Ok(());
        }
        self.think(&game)
    }

    async fn answer_challenge(&mut self, game: &GameView) -> Result<(), BotError> {
        let fits = game.game == self.game.info().id && self.tables.len() < self.arguments.at_once;
        if fits {
            self.client.join(&game.id, &JoinRequest::default()).await?;
            Box::pin(self.look_at(&game.id)).await
        } else {
            let path = format!("/games/{}/decline", game.id);
            self.client.post::<Value>(&path, &Value::Null).await?;
            Ok(print(&format!("{}: declined, a game of {}\n", game.id, game.game))?)
        }
    }

    /// Starts an engine, once for each position.
    fn think(&mut self, game: &GameView) -> Result<(), BotError> {
        if game.to_act != game.you || game.to_act.is_none() {
            return Ok(());
        }
        let table = self.tables.entry(game.id.clone()).or_default();
        if table.asked == Some(game.seq) {
            return Ok(());
        }
        table.asked = Some(game.seq);
        let contest = replayed(&game.events).map_err(|error| BotError::Failure(Failure::Other(error)))?;
        let board = contest.game().fork();
        let left = game.you.and_then(|seat| game.clocks.as_ref()?.left_ms.get(usize::from(seat)).copied());
        let limit = left
            .map_or(self.arguments.time, |left| self.arguments.time.min(Duration::from_millis(left / 20)));
        let mut engine = match self.idle.pop() {
            Some(engine) => engine,
            None => UgiClient::start(&self.arguments.engine, None)
                .map_err(|error| BotError::Failure(Failure::other(error)))?,
        };
        let (id, seq, seed) = (game.id.clone(), game.seq, board.steps() as u64);
        let (thought, stopped) = (self.thought.clone(), Arc::clone(&self.stop));
        tokio::task::spawn_blocking(move || {
            let begun = Instant::now();
            let stop = || begun.elapsed() >= limit || stopped.load(Ordering::Relaxed);
            let mut report = |_: &Analysis| {};
            let budget = Budget { seed, ..Budget::default() };
            let answer = engine.think(&*board, &budget, &mut Watch { stop: &stop, report: &mut report });
            let found = match answer {
                Some(analysis) => Ok(analysis.best().to_owned()),
                None => Err(engine.failure().unwrap_or("it gave no move").to_owned()),
            };
            // The receiver is dropped while the program stops.
            let _ = thought.send(Thought { id, seq, engine, found });
        });
        Ok(())
    }

    async fn take(&mut self, thought: Thought) -> Result<(), BotError> {
        let Thought { id, seq, engine, found } = thought;
        self.idle.push(engine);
        match found {
            Ok(text) => drop(self.connection.act(&id, seq, Action::Move(text))),
            Err(why) => {
                print(&format!("{id}: the engine failed: {why}; retrying\n"))?;
                if let Some(table) = self.tables.get_mut(&id) {
                    table.asked = None;
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
                self.look_at(&id).await?;
            }
        }
        Ok(())
    }

    async fn seek_if_free(&mut self) -> Result<(), BotError> {
        let Some(clock) = self.arguments.seek else { return Ok(()) };
        if !self.tables.is_empty() {
            // It was accepted, or another game has started: one seek at a time.
            self.withdraw().await;
            return Ok(());
        }
        if self.seek.is_none() {
            let request = json!({ "game": self.game.info().id, "players": 2, "rated": false,
                "clock": clock });
            let made: Value = self.client.post("/seeks", &request).await?;
            match made["started"].as_str() {
                Some(game) => Box::pin(self.look_at(game)).await?,
                None => self.seek = made["id"].as_str().map(str::to_owned),
            }
        }
        Ok(())
    }

    async fn withdraw(&mut self) {
        if let Some(seek) = self.seek.take() {
            // If it was accepted in the meantime, there is nothing to withdraw.
            let _ = self.client.ask("DELETE", &format!("/seeks/{seek}"), None).await;
        }
    }
}

fn replayed(views: &[EventView]) -> Result<Contest, String> {
    let events: Vec<Event> =
        views.iter().map(EventView::event).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    Contest::replay(&events).map_err(|error| error.to_string())
}
