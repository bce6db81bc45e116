//! Execution of commands.

use super::{Output, go, options::Settings, thinking::Thinking};
use ludoteca_catalog::{AnyPlay, GameId, Seat, Setup, SetupError, Status, open};
use ludoteca_engine::{Budget, Player};
use ludoteca_shell::{engine_options::EngineOptions, memory};

/// Creates the engine for a game.
pub(super) type Make = fn(GameId, &EngineOptions) -> Box<dyn Player>;

/// The answer to `go` if the game is over.
const NO_MOVE: &str = "0000";

/// Whether to read another line.
pub(super) enum Next {
    Listen,
    Quit,
}

pub(super) struct UgiSession {
    id: GameId,
    settings: Settings,
    game: Box<dyn AnyPlay>,
    make: Make,
    /// `None` while it is thinking, and before it is first needed.
    player: Option<Box<dyn Player>>,
    thinking: Option<Thinking>,
    out: Output,
}

impl UgiSession {
    pub(super) fn new(id: GameId, make: Make, out: Output) -> Result<UgiSession, SetupError> {
        let settings = Settings::default();
        let game = open(id, &settings.setup)?;
        Ok(UgiSession { id, settings, game, make, player: None, thinking: None, out })
    }

    /// Executes a command of the client.
    pub(super) fn handle(&mut self, line: &str) -> Next {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [command, rest @ ..] = words.as_slice() else { return Next::Listen };
        if self.thinking.as_ref().is_some_and(Thinking::is_done) {
            self.take_back_player();
        }
        let result = match (*command, &self.thinking) {
            ("quit", _) => return Next::Quit,
            ("isready", Some(_)) => {
                self.out.say("readyok");
                Ok(())
            }
            ("isready", None) => {
                // Its tables are allocated before the first clock runs.
                let player = self.take_player();
                self.player = Some(player);
                self.out.say("readyok");
                Ok(())
            }
            ("stop", Some(thinking)) => {
                thinking.stop();
                self.take_back_player();
                Ok(())
            }
            ("stop", None) => Ok(()),
            (_, Some(_)) => Err(format!("{command:?} has to wait: the engine thinks until stop or bestmove")),
            ("ugi", None) => {
                self.introduce();
                Ok(())
            }
            ("setoption", None) => self.set_option(rest),
            ("uginewgame", None) => self.new_game(),
            ("position", None) => self.position(rest),
            ("go", None) => {
                self.go(rest);
                Ok(())
            }
            ("query", None) => self.query(rest),
            (_, None) => Err(format!(
                "unknown command {command:?}: expected ugi, setoption, isready, uginewgame, position, go, stop, query or quit"
            )),
        };
        if let Err(text) = result {
            self.out.complain(&text);
        }
        Next::Listen
    }

    /// Stops the search, if any.
    pub(super) fn quit(mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop();
        }
        self.take_back_player();
    }

    /// Returns the player, creating it if necessary.
    fn take_player(&mut self) -> Box<dyn Player> {
        self.player.take().unwrap_or_else(|| (self.make)(self.id, &self.settings.engine))
    }

    fn take_back_player(&mut self) {
        self.player = self.thinking.take().and_then(Thinking::finish);
    }

    fn introduce(&self) {
        let mut lines =
            vec![format!("id name Ludoteca {}", env!("CARGO_PKG_VERSION")), "id author Ludoteca".to_owned()];
        lines.extend(Settings::offer(&self.id.info()));
        lines.push("ugiok".to_owned());
        self.out.say(&lines.join("\n"));
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let ["name", words @ ..] = words else {
            return Err("expected setoption name NAME value VALUE".to_owned());
        };
        let (name, value) = split_at_word(words, "value");
        let value = value.ok_or("expected setoption name NAME value VALUE")?;
        let settings = self.settings.with(&self.id.info(), &name.join(" "), &value.join(" "))?;
        if settings.setup != self.settings.setup {
            // The game restarts: another number of players or another board has another start.
            self.game = open(self.id, &settings.setup).map_err(|error| error.to_string())?;
        }
        if settings.engine.hash_mib != self.settings.engine.hash_mib {
            memory::check("Hash", settings.engine.hash_mib)?;
        }
        if settings.engine != self.settings.engine {
            self.player = None;
        }
        self.settings = settings;
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), String> {
        if let Some(player) = &mut self.player {
            player.new_game();
        }
        self.game = open(self.id, &self.settings.setup).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn position(&mut self, words: &[&str]) -> Result<(), String> {
        let (start, moves) = split_at_word(words, "moves");
        let setup = match start {
            ["startpos"] => self.settings.setup.clone(),
            // A position implies the number of players.
            ["fen", text @ ..] if !text.is_empty() => Setup {
                players: None,
                position: Some(text.join(" ")),
                options: self.settings.setup.options.clone(),
            },
            _ => return Err("expected position startpos or position fen POSITION, then moves ...".to_owned()),
        };
        let mut game = open(self.id, &setup).map_err(|error| error.to_string())?;
        for (i, text) in moves.unwrap_or_default().iter().enumerate() {
            game.play(text).map_err(|error| format!("move {} {text:?}: {error}", i + 1))?;
        }
        self.game = game;
        Ok(())
    }

    /// Starts a search; every `go` is answered by a `bestmove`.
    fn go(&mut self, words: &[&str]) {
        let Status::ToAct(seat) = self.game.status() else {
            // A client that waits for an answer must get one.
            self.out.complain("the game is over: there is no move to find");
            self.out.say(&format!("bestmove {NO_MOVE}"));
            return;
        };
        let (limits, complaints) = go::read(words, seat, self.settings.overhead);
        for complaint in complaints {
            self.out.complain(&complaint);
        }
        let budget = Budget {
            nodes: limits.nodes,
            depth: limits.depth,
            lines: usize::try_from(self.settings.lines).unwrap_or(1),
            seed: self.settings.seed,
        };
        let player = self.take_player();
        self.thinking = Some(Thinking::start(player, self.game.fork(), budget, &limits, self.out.clone()));
    }

    fn query(&self, words: &[&str]) -> Result<(), String> {
        let status = self.game.status();
        let info = self.id.info();
        let answer = match (words, status) {
            (["p1turn"], status) => (status == Status::ToAct(Seat::FIRST)).to_string(),
            (["gameover"], status) => matches!(status, Status::Over(_)).to_string(),
            (["turn"], Status::ToAct(seat)) => info.seat_name(seat).to_owned(),
            (["turn"], Status::Over(_)) | (["result"], Status::ToAct(_)) => "none".to_owned(),
            (["result"], Status::Over(standing)) if standing.seats() > 2 => {
                format!("ranking {}", info.result(&standing))
            }
            (["result"], Status::Over(standing)) => match standing.winner() {
                Some(Seat::FIRST) => "p1win".to_owned(),
                Some(_) => "p2win".to_owned(),
                None => "draw".to_owned(),
            },
            _ => return Err("expected query p1turn, turn, gameover or result".to_owned()),
        };
        self.out.say(&format!("response {answer}"));
        Ok(())
    }
}

/// The words before the given word and, if it is present, those after it.
fn split_at_word<'a, 'b>(words: &'a [&'b str], word: &str) -> (&'a [&'b str], Option<&'a [&'b str]>) {
    match words.iter().position(|w| *w == word) {
        Some(at) => (&words[..at], Some(&words[at + 1..])),
        None => (words, None),
    }
}
