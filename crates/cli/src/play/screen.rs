use super::{
    app::{Exit, Request},
    clocks::TimeSource,
    computers::Computers,
    online::Online,
    prompt::{Input, Prompt, Purpose},
    question::{Question, Reply},
};
use ludoteca_catalog::{Board, Leaving, Seat, board::Mark, board::MarkKind};
use ludoteca_contest::{
    AbortReason, Action, Actor, Contest, Ending, Event, EventKind, Now, Past, PastError, Refusal, Stage,
    Terms,
};
use ludoteca_engine::Level;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::time::Duration;

/// The maximum time a computer thinks.
const PATIENCE: Duration = Duration::from_secs(1);

/// A game being played on the screen. The contest decides which actions are allowed.
pub(super) struct GameScreen {
    pub(super) contest: Contest,
    pub(super) computers: Computers,
    pub(super) time: TimeSource,
    /// The legal moves, sorted, each with the cells that it touches.
    moves: Vec<(String, Vec<usize>)>,
    /// The index of the chosen move in `offered`.
    pub(super) chosen: usize,
    pub(super) input: Input,
    pub(super) prompt: Option<Prompt>,
    pub(super) question: Option<Question>,
    pub(super) message: String,
    /// The record last saved or loaded; `None` if there is none.
    pub(super) saved: Option<String>,
    pub(super) file: Option<String>,
    /// The computer and the clocks are paused.
    pub(super) paused: bool,
    /// The number of the last event when a computer started thinking; after another event it starts again.
    thinks_about: Option<u64>,
    /// Set if the game is on a server.
    pub(super) online: Option<Online>,
    /// The number of steps shown while looking back; `None` for the current position.
    pub(super) looked_at: Option<usize>,
}

impl GameScreen {
    /// A new game on these terms, with a computer in each seat that has a level.
    pub(super) fn new(
        terms: Terms,
        computers: Vec<Option<Level>>,
        time: TimeSource,
    ) -> Result<GameScreen, PastError> {
        let computers = Computers::new(computers);
        let names = (0..Seat::MAX as u8).filter_map(Seat::new).map(|seat| computers.name(seat)).collect();
        GameScreen::going_on(terms, &Past { names, ..Past::default() }, computers, time)
    }

    /// A game that was started elsewhere.
    pub(super) fn going_on(
        terms: Terms,
        past: &Past,
        computers: Computers,
        time: TimeSource,
    ) -> Result<GameScreen, PastError> {
        let (contest, _) = Contest::take_up(terms, past, Now::at(time()))?;
        Ok(GameScreen::of(contest, computers, time))
    }

    pub(super) fn of(contest: Contest, computers: Computers, time: TimeSource) -> GameScreen {
        let mut screen = GameScreen {
            contest,
            computers,
            time,
            moves: Vec::new(),
            chosen: 0,
            input: Input::default(),
            prompt: None,
            question: None,
            message: String::new(),
            saved: None,
            file: None,
            paused: false,
            thinks_about: None,
            online: None,
            looked_at: None,
        };
        screen.refresh();
        screen
    }

    pub(super) fn now(&self) -> Now {
        Now::at((self.time)())
    }

    pub(super) fn refresh(&mut self) {
        self.moves = self.contest.to_act().map_or(Vec::new(), |_| self.contest.game().targets());
        self.moves.sort();
        self.chosen = 0;
        self.input.clear();
        let steps = self.contest.game().steps();
        self.looked_at = self.looked_at.filter(|step| *step < steps);
    }

    /// The legal moves that start with the typed text.
    pub(super) fn offered(&self) -> Vec<&str> {
        let typed = self.input.text().to_lowercase();
        let begins = |text: &&str| text.to_lowercase().starts_with(&typed);
        self.moves.iter().map(|(text, _)| text.as_str()).filter(begins).collect()
    }

    /// The move that Enter would play: the typed one, or the chosen one among those offered.
    pub(super) fn candidate(&self) -> Option<&str> {
        let typed = self.input.text();
        let exact = self.moves.iter().map(|(text, _)| text.as_str()).find(|text| *text == typed);
        exact.or_else(|| self.offered().get(self.chosen).copied())
    }

    /// The board with the candidate's cells marked.
    pub(super) fn board(&self) -> Board {
        if let Some(board) = self.earlier_board() {
            return board;
        }
        let mut board = self.contest.game().board();
        let cells = self.candidate().and_then(|text| self.moves.iter().find(|(m, _)| m == text));
        if let Some((_, cells)) = cells.filter(|_| self.human_to_act().is_some()) {
            let kind = |i: usize| if i + 1 < cells.len() { MarkKind::Selected } else { MarkKind::Target };
            board.marks.extend(cells.iter().enumerate().map(|(i, &cell)| Mark { cell, kind: kind(i) }));
        }
        board
    }

    /// A message about the typed text.
    pub(super) fn verdict(&self) -> String {
        let typed = self.input.text();
        match (typed, self.offered().len()) {
            ("", _) => String::new(),
            (_, 0) => {
                let actor = self.contest.to_act().map_or(Actor::System, Actor::Seat);
                match self.contest.check(self.now(), actor, Action::Move(typed.to_owned())) {
                    Ok(()) => "Enter plays it".to_owned(),
                    Err(refusal) => refusal.to_string(),
                }
            }
            (_, 1) => format!("Enter plays {}", self.candidate().unwrap_or(typed)),
            (_, n) if self.candidate() == Some(typed) => format!("Enter plays {typed} ({n} matching moves)"),
            (_, n) => format!("{n} matching moves"),
        }
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.contest.stage(), Stage::Over(_))
    }

    pub(super) fn has_result(&self) -> bool {
        matches!(self.contest.stage(), Stage::Over(Ending { standing: Some(_), .. }))
    }

    fn human_to_act(&self) -> Option<Seat> {
        self.contest.to_act().filter(|seat| self.is_here(*seat))
    }

    /// Whether the seat's player is at this screen.
    fn is_here(&self, seat: Seat) -> bool {
        match &self.online {
            Some(online) => online.you == Some(seat),
            None => self.computers.level(seat).is_none(),
        }
    }

    /// The people who are still in the game.
    pub(super) fn people_in(&self) -> Vec<Seat> {
        let plays = |seat: &Seat| self.is_here(*seat) && self.contest.is_in(*seat);
        Seat::all(self.contest.game().seats()).filter(plays).collect()
    }

    /// The person who makes a request: the seat to act, or the first person on a computer's turn.
    pub(super) fn asker(&mut self) -> Option<Seat> {
        let asker = self.human_to_act().or_else(|| self.people_in().first().copied());
        if asker.is_none() {
            self.message = match self.online {
                Some(_) => "You are watching.".to_owned(),
                None => "No human players left.".to_owned(),
            };
        }
        asker
    }

    /// The remaining time of the seat to act; `None` if no clock is running.
    pub(super) fn time_left(&self) -> Option<Duration> {
        let deadline = self.contest.next_deadline()?;
        Some(Duration::from_millis(deadline.at.saturating_sub(self.now().at)))
    }

    /// How long a computer may think without running out of time.
    pub(super) fn patience(&self) -> Duration {
        self.time_left().map_or(PATIENCE, |left| PATIENCE.min(left / 40))
    }

    /// Whether a computer should move. Without a clock it waits while a question is open or a player looks
    /// back.
    pub(super) fn computer_to_act(&self) -> bool {
        let asked = self.prompt.is_some() || self.question.is_some() || self.looked_at.is_some();
        let computer = self.contest.to_act().filter(|seat| self.computers.level(*seat).is_some());
        computer.is_some() && !self.paused && (!asked || self.time_left().is_some())
    }

    /// Lets a computer continue thinking, and plays its move once found. Its clock is running.
    pub(super) fn computer_thinks(&mut self, seed: u64) {
        let Some((seat, level)) =
            self.contest.to_act().and_then(|seat| Some((seat, self.computers.level(seat)?)))
        else {
            return;
        };
        if self.thinks_about != Some(self.contest.seq()) {
            self.computers.stop();
        }
        if !self.computers.is_thinking() {
            let seed = seed.wrapping_add(self.contest.seq());
            self.thinks_about = Some(self.contest.seq());
            self.computers.start(self.contest.game().fork(), level, seed, self.patience());
        } else if self.computers.has_answer()
            && let Some(analysis) = self.computers.answer()
        {
            self.play(seat, analysis.best());
        }
    }

    /// Applies the consequences of time, or processes the server's messages; `false` if nothing has happened.
    pub(super) fn tick(&mut self) -> bool {
        if self.is_online() {
            return self.receive();
        }
        let events = self.contest.tick(self.now());
        self.tell(&events);
        !events.is_empty()
    }

    /// Performs an action, or returns why it is refused. If the player's time has run out, the action is not
    /// performed.
    pub(super) fn act(&mut self, actor: Actor, action: Action) -> Result<(), Option<Refusal>> {
        if self.tick() {
            return Err(None);
        }
        if self.is_online() {
            return self.send(actor, action);
        }
        let events = self.contest.apply(self.now(), actor, action).map_err(Some)?;
        self.tell(&events);
        Ok(())
    }

    /// Performs an action, and shows a refusal.
    pub(super) fn try_to(&mut self, actor: Actor, action: Action) -> bool {
        match self.act(actor, action) {
            Ok(()) => true,
            Err(refusal) => {
                refusal.into_iter().for_each(|refusal| self.message = sentence(&refusal));
                false
            }
        }
    }

    /// Shows events to the user.
    pub(super) fn tell(&mut self, events: &[Event]) {
        if events.is_empty() {
            return;
        }
        self.message.clear();
        let info = self.contest.game().game().info();
        for event in events {
            match &event.kind {
                EventKind::Left { seat, how, .. } => {
                    let name = info.seat_name(seat.0);
                    self.message = match how.0 {
                        Leaving::Resigns => format!("{name} resigns."),
                        Leaving::Time => format!("{name} ran out of time (TB-1)."),
                        Leaving::Absent => format!("{name} is absent (TB-8)."),
                    };
                }
                EventKind::Ended { places, aborted_by, why, .. } if places.is_empty() => {
                    let name = aborted_by.map(|by| info.seat_name(by.0));
                    let why = match why.map(|why| (name, why)) {
                        Some((Some(name), AbortReason::Requested)) => format!("{name} aborts the game"),
                        Some((Some(name), AbortReason::FirstDecision)) => {
                            format!("{name} did not make a first move in time, so the game is aborted")
                        }
                        Some((Some(name), AbortReason::Resignation)) => {
                            format!("{name} resigns before everyone has moved, so the game is aborted")
                        }
                        Some((Some(name), AbortReason::Time)) => {
                            format!("{name} ran out of time, so the game is aborted")
                        }
                        Some((Some(name), AbortReason::Absence)) => {
                            format!("{name} is absent, so the game is aborted")
                        }
                        Some((Some(name), AbortReason::Declined)) => format!("{name} declines the game"),
                        _ => "The game is aborted".to_owned(),
                    };
                    self.message = format!("{why}: it has no result (TB-3).");
                }
                _ => {}
            }
        }
        let moot = |question: &Question| question.is_moot(&self.contest);
        if self.question.as_ref().is_some_and(moot) {
            self.question = None;
        }
        let goes_on = |event: &Event| {
            matches!(
                event.kind,
                EventKind::Offered { .. }
                    | EventKind::Answered { .. }
                    | EventKind::Paused { .. }
                    | EventKind::Unpaused
            )
        };
        if !events.iter().all(goes_on) {
            self.refresh();
        }
    }

    fn play(&mut self, seat: Seat, text: &str) {
        if self.paused {
            self.go_on();
        }
        if let Err(Some(refusal)) = self.act(Actor::Seat(seat), Action::Move(text.to_owned())) {
            self.message = format!("{text}: {refusal}");
        }
    }

    pub(super) fn key(&mut self, key: KeyEvent) -> Request {
        if self.tick() {
            // The key was meant for the state before these events.
            return Request::Nothing;
        }
        if let Some(question) = self.question.clone() {
            return match Reply::of(&question, key.code) {
                Some(reply) => self.answered(question, reply),
                None => Request::Nothing,
            };
        }
        if self.prompt.is_some() {
            return self.prompt_key(key);
        }
        if self.look_key(key) {
            return Request::Nothing;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.control_key(key.code);
        }
        match key.code {
            // The position being viewed can be continued from, or left.
            KeyCode::Enter | KeyCode::Backspace if self.is_over() && self.looked_at.is_some() => {
                self.question = Some(Question::GoBack);
            }
            _ if self.looked_at.is_some() => self.looked_at = None,
            KeyCode::Esc if self.input.text().is_empty() => return Request::Leave(Exit::Menu),
            KeyCode::Esc => self.input.clear(),
            KeyCode::Up | KeyCode::Left => self.choose(-1),
            KeyCode::Down | KeyCode::Right => self.choose(1),
            KeyCode::PageUp => self.choose(-10),
            KeyCode::PageDown => self.choose(10),
            KeyCode::Enter if self.is_over() && self.online.as_ref().is_some_and(|on| on.you.is_none()) => {
                self.message = "The game is over. Ctrl-Q leaves.".to_owned();
            }
            KeyCode::Enter if self.is_over() => self.question = Some(Question::NextGame),
            KeyCode::Backspace if self.is_over() => self.question = Some(Question::GoBack),
            _ if self.is_over() => {}
            KeyCode::Tab => self.hint(),
            KeyCode::Enter => self.enter(),
            _ => {
                if self.input.key(key) {
                    self.chosen = 0;
                    self.message.clear();
                } else if key.code == KeyCode::Backspace {
                    self.take_back();
                }
            }
        }
        Request::Nothing
    }

    fn control_key(&mut self, code: KeyCode) -> Request {
        match code {
            KeyCode::Char('s') => {
                let game = self.contest.game().game();
                let name = self.file.clone().unwrap_or_else(|| format!("{game}.ldr"));
                self.prompt = Some(Prompt::new(Purpose::Save, &name));
            }
            KeyCode::Char('g' | 'o') if self.is_online() => {
                self.message = "Not available in online games.".to_owned();
            }
            KeyCode::Char('k') if self.is_online() => self.claim(),
            KeyCode::Char('o') => self.prompt = Some(Prompt::new(Purpose::Load, "")),
            KeyCode::Char('z') => self.take_back(),
            KeyCode::Char('r') => self.resign(),
            KeyCode::Char('d') => self.offer_draw(),
            KeyCode::Char('x') => self.abort(),
            KeyCode::Char('g') if self.paused => self.go_on(),
            KeyCode::Char('g') => self.pause(),
            KeyCode::Char('n') => return Request::Leave(Exit::Menu),
            _ => {}
        }
        Request::Nothing
    }

    fn choose(&mut self, by: i64) {
        let len = self.offered().len() as i64;
        if len > 0 {
            self.chosen = (self.chosen as i64 + by).rem_euclid(len) as usize;
        }
    }

    fn enter(&mut self) {
        let Some(seat) = self.human_to_act() else { return };
        let text = self.candidate().map_or_else(|| self.input.text().to_owned(), str::to_owned);
        self.play(seat, &text);
    }

    /// Selects, without playing it, the move that the computer would play.
    fn hint(&mut self) {
        if self.is_online() {
            self.message = "No hints in online games.".to_owned();
            return;
        }
        let limit = self.patience();
        if self.human_to_act().is_none() {
            return;
        }
        let Some(analysis) = self.computers.think(self.contest.game(), Level::FULL, 0, limit) else { return };
        let text = analysis.best();
        self.input.clear();
        self.chosen = self.offered().iter().position(|offered| *offered == text).unwrap_or(0);
        self.message = format!("The computer would play {text}.");
    }
}

/// A refusal as a sentence of its own.
pub(super) fn sentence(refusal: &Refusal) -> String {
    let text = refusal.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}
