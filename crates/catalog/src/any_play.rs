use crate::{ForGame, GameId, Setup, SetupError};
use ludoteca_core::{
    Board, Departure, Event, Game, LeaveError, Leaving, MoveError, Options, Play, Refusal, Seat, Sentence,
    Standing, Status, Step,
    board::{Mark, MarkKind},
    perft::{self, Leaves},
};
use std::{any::Any, fmt};

/// A game being played, whichever it is: text in, text out. [`play_of`] gives it in the game's own types.
pub trait AnyPlay: fmt::Debug + Send + Sync {
    fn game(&self) -> GameId;
    /// The options it is played with.
    fn options(&self) -> &Options;
    /// How many seats take part.
    fn seats(&self) -> u8;
    /// Who must decide, or how the game ended; a third occurrence counts.
    fn status(&self) -> Status;
    /// Whether a third occurrence, and nothing else, ended the game.
    fn ended_by_repetition(&self) -> bool;
    fn position(&self) -> String;
    /// The position the game began with; `None` when that was the start.
    fn first_position(&self) -> Option<String>;
    /// How many plies and leavings there have been.
    fn steps(&self) -> usize;
    /// The moves so far, each with the seat that made it, and where a seat left its word (`b:resigns`).
    fn played(&self) -> Vec<(Seat, String)>;
    /// The last move or word of leaving; `None` at the beginning.
    fn last_move(&self) -> Option<String>;
    /// The seat that left last and how, when nothing was played since.
    fn last_leaving(&self) -> Option<(Seat, Leaving)>;
    /// Whether the seat has gone out of the game, which goes on without it.
    fn is_out(&self, seat: Seat) -> bool;
    /// Whether the game is aborted when this seat leaves now (TB-3).
    fn departure_aborts(&self, seat: Seat) -> bool;
    /// Lets a seat leave, on anybody's turn: the others play on, or have won.
    ///
    /// # Errors
    /// When the game is over, the seat is out already, or leaving aborts the game; nothing changes then.
    fn leave(&mut self, seat: Seat, how: Leaving) -> Result<(), LeaveError>;
    /// Whether the seat to act has made a ply of its turn already.
    fn is_mid_turn(&self) -> bool;
    /// The legal moves, in a fixed order; none when the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// Plays a move, or lets a seat leave by the word that records have for it (`b:resigns`, NO-14). With two
    /// seats that ends the game.
    ///
    /// # Errors
    /// When the text is neither or the game is over; nothing changes then.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
    /// Takes the last ply, or the last leaving, back and returns it; `None` at the beginning.
    fn take_back(&mut self) -> Option<String>;
    /// Takes everything back but the first `steps` plies and leavings.
    fn take_back_to(&mut self, steps: usize);
    /// The board now, with the last move marked.
    fn board(&self) -> Board;
    /// The legal moves with the cells one points at, in order, to choose each.
    fn targets(&self) -> Vec<(String, Vec<usize>)>;
    /// What a legal move, or the word of a seat that leaves, would do.
    ///
    /// # Errors
    /// When the text is neither or the game is over.
    fn narrate(&self, text: &str) -> Result<Narrated, MoveError>;
    /// What the last ply or leaving did; `None` at the beginning.
    fn last_narrated(&self) -> Option<Narrated>;
    /// Why no move is chosen by pointing at these cells, in order; `None` where a legal move begins so, or
    /// there is nothing to say.
    fn why_not(&self, cells: &[usize]) -> Option<Refusal>;
    /// What decided the game; `None` while it goes on.
    fn ending(&self) -> Option<Sentence>;
    /// The next game of a series after this one ended so (TB-9): its options, and for each seat the seat that
    /// its player has now.
    fn next_in_series(&self, standing: &Standing) -> (Setup, Vec<Seat>);
    /// The game as it stands, to try something on.
    fn fork(&self) -> Box<dyn AnyPlay>;
    /// A game that begins with the position now: nothing before it counts for repetition.
    fn without_past(&self) -> Box<dyn AnyPlay>;
    /// The [`Play`] inside; [`play_of`] gives it its type.
    fn as_any(&self) -> &dyn Any;
}

/// The game in its own types; `None` when it is another game than `G`.
///
/// ```
/// use ludoteca_catalog::{GameId, Setup, open, play_of};
/// use ludoteca_peak::Peak;
/// use ludoteca_squadro::Squadro;
///
/// let game = open(GameId::Peak, &Setup::default())?;
/// assert!(play_of::<Peak>(&*game).is_some_and(|play| play.position().stuck().is_none()));
/// assert!(play_of::<Squadro>(&*game).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn play_of<G: Game>(play: &dyn AnyPlay) -> Option<&Play<G>> {
    play.as_any().downcast_ref()
}

/// What a ply or a leaving did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Narrated {
    /// Whose doing it was.
    pub seat: Seat,
    /// As the notation writes it.
    pub text: String,
    /// What happened, in order.
    pub events: Vec<Event>,
}

/// Opens a game.
///
/// # Errors
/// When the game has no such options, or the position is not one of its own.
pub fn open(id: GameId, setup: &Setup) -> Result<Box<dyn AnyPlay>, SetupError> {
    struct Open<'a>(GameId, &'a Setup);
    impl ForGame for Open<'_> {
        type Output = Result<Box<dyn AnyPlay>, SetupError>;
        fn run<G: Game>(self) -> Self::Output {
            let (options, position) = self.1.check::<G>()?;
            let rules = G::rules(&options);
            let from_start = position.is_none();
            let play = match position {
                Some(position) => Play::from_position(rules, position),
                None => Play::<G>::new(rules),
            };
            Ok(Box::new(Opened { id: self.0, options, from_start, play }))
        }
    }
    id.with(Open(id, setup))
}

/// A [`Play`] with the options it was opened with.
#[derive(Clone, Debug)]
struct Opened<G: Game> {
    id: GameId,
    options: Options,
    from_start: bool,
    play: Play<G>,
}

impl<G: Game> Opened<G> {
    /// What happened in a position, with the seat whose doing it was.
    fn written(position: &G, step: Step<G::Move>) -> Option<(Seat, String)> {
        match (step, position.status()) {
            (Step::Left(seat, how), _) => Some((seat, G::INFO.leaving_text(seat, how))),
            (Step::Ply(m), Status::ToAct(seat)) => Some((seat, position.move_text(m))),
            (Step::Ply(_), Status::Over(_)) => None,
        }
    }
}

impl<G: Game> AnyPlay for Opened<G> {
    fn game(&self) -> GameId {
        self.id
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn seats(&self) -> u8 {
        self.play.position().seats()
    }

    fn status(&self) -> Status {
        self.play.status()
    }

    fn ended_by_repetition(&self) -> bool {
        self.play.ended_by_repetition()
    }

    fn position(&self) -> String {
        self.play.position().position_text()
    }

    fn first_position(&self) -> Option<String> {
        (!self.from_start).then(|| self.play.first().position_text())
    }

    fn steps(&self) -> usize {
        self.play.steps().len()
    }

    fn played(&self) -> Vec<(Seat, String)> {
        self.play.past().filter_map(|(position, step)| Self::written(&position, step)).collect()
    }

    fn last_move(&self) -> Option<String> {
        let (position, step) = self.play.last()?;
        Some(Self::written(position, step)?.1)
    }

    fn last_leaving(&self) -> Option<(Seat, Leaving)> {
        match self.play.last()?.1 {
            Step::Left(seat, how) => Some((seat, how)),
            Step::Ply(_) => None,
        }
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.play.position().is_out(seat)
    }

    fn departure_aborts(&self, seat: Seat) -> bool {
        matches!(self.play.position().departure(seat), Departure::Aborted)
    }

    fn leave(&mut self, seat: Seat, how: Leaving) -> Result<(), LeaveError> {
        self.play.leave(seat, how)
    }

    fn is_mid_turn(&self) -> bool {
        self.play.position().is_mid_turn()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.targets().into_iter().map(|(text, _)| text).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.play.step_text(text).map(|_| ())
    }

    fn take_back(&mut self) -> Option<String> {
        let step = self.play.take_back()?;
        Some(Self::written(self.play.position(), step)?.1)
    }

    fn take_back_to(&mut self, steps: usize) {
        self.play.take_back_to(steps);
    }

    fn board(&self) -> Board {
        let mut board = self.play.position().board();
        if let Some((before, Step::Ply(m))) = self.play.last() {
            let cells = before.trace(m).into_iter();
            board.marks = cells.map(|cell| Mark { cell, kind: MarkKind::LastMove }).collect();
        }
        board
    }

    fn targets(&self) -> Vec<(String, Vec<usize>)> {
        if matches!(self.status(), Status::Over(_)) {
            return Vec::new();
        }
        let now = self.play.position();
        now.moves().into_iter().map(|m| (now.move_text(m), now.targets(m))).collect()
    }

    fn narrate(&self, text: &str) -> Result<Narrated, MoveError> {
        let mut next = self.clone();
        next.play(text)?;
        next.last_narrated().ok_or(MoveError::GameOver)
    }

    fn last_narrated(&self) -> Option<Narrated> {
        let (before, step) = self.play.last()?;
        let (seat, text) = Self::written(before, step)?;
        let events = match step {
            Step::Ply(m) => before.narrate(m),
            Step::Left(seat, how) => {
                let leaves = Event { seat: Some(seat), ..Event::new(how.sentence(&G::INFO, seat)) };
                std::iter::once(leaves).chain(before.narrate_departure(seat)).collect()
            }
        };
        Some(Narrated { seat, text, events })
    }

    fn why_not(&self, cells: &[usize]) -> Option<Refusal> {
        if matches!(self.status(), Status::Over(_)) {
            return None;
        }
        let now = self.play.position();
        let begins_so = now.moves().into_iter().any(|m| now.targets(m).starts_with(cells));
        if begins_so { None } else { now.why_not(cells) }
    }

    fn ending(&self) -> Option<Sentence> {
        let Status::Over(standing) = self.status() else { return None };
        if let Some((seat, how)) = self.last_leaving() {
            return Some(how.sentence(&G::INFO, seat));
        }
        Some(self.play.position().ending(&standing, self.ended_by_repetition()))
    }

    fn next_in_series(&self, standing: &Standing) -> (Setup, Vec<Seat>) {
        let next = G::next_in_series(&self.options, standing);
        let changed = |key: &str| next.options.iter().any(|(other, _)| *other == key);
        let kept = self.options.chosen().filter(|(key, _)| !changed(key));
        let options = kept.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let new = next.options.iter().map(|(key, value)| ((*key).to_owned(), value.clone()));
        let setup =
            Setup { players: Some(self.seats()), options: options.chain(new).collect(), position: None };
        (setup, next.seats)
    }

    fn fork(&self) -> Box<dyn AnyPlay> {
        Box::new(self.clone())
    }

    fn without_past(&self) -> Box<dyn AnyPlay> {
        let play = Play::from_position(self.play.rules().clone(), self.play.position().clone());
        Box::new(Opened { id: self.id, options: self.options.clone(), from_start: false, play })
    }

    fn as_any(&self) -> &dyn Any {
        &self.play
    }
}

/// The leaves of the game tree from the position now; repetition is ignored. No method of [`AnyPlay`], so
/// that only programs which count leaves carry what that takes.
#[must_use]
pub fn leaves(play: &dyn AnyPlay, depth: u32) -> Leaves {
    struct Count<'a>(&'a dyn AnyPlay, u32);
    impl ForGame for Count<'_> {
        type Output = Option<Leaves>;
        fn run<G: Game>(self) -> Self::Output {
            Some(perft::leaves(play_of::<G>(self.0)?.position(), self.1))
        }
    }
    // A play is of the game it names.
    play.game().with(Count(play, depth)).unwrap_or_default()
}
