use crate::{ForGame, GameId, Setup, SetupError};
use ludoteca_core::{
    Board, Departure, Game, LeaveError, Leaving, MoveEffect, MoveError, Options, Play, Refusal, Seat,
    Sentence, Standing, Status, Step,
    board::{Mark, MarkKind},
    perft::{self, Leaves},
};
use std::{any::Any, fmt};

/// A game in progress, independent of its type: text in, text out. [`play_of`] returns it in the game's own
/// types.
pub trait AnyPlay: fmt::Debug + Send + Sync {
    fn game(&self) -> GameId;
    fn options(&self) -> &Options;
    fn seats(&self) -> u8;
    /// The seat to act, or the result; third occurrences are taken into account.
    fn status(&self) -> Status;
    /// Whether the game ended solely because of a third occurrence.
    fn ended_by_repetition(&self) -> bool;
    fn position(&self) -> String;
    /// The position if the seat to act passed; `None` if that makes no sense.
    fn position_after_null_move(&self) -> Option<String>;
    /// The initial position; `None` if it is the game's usual start.
    fn first_position(&self) -> Option<String>;
    /// The number of plies and departures so far.
    fn steps(&self) -> usize;
    /// The moves so far, each with the seat that made it; a departure is a word such as `b:resigns`.
    fn played(&self) -> Vec<(Seat, String)>;
    /// The last move or departure; `None` at the start of the game.
    fn last_move(&self) -> Option<String>;
    /// The seat that left last and how, if nothing has been played since.
    fn last_leaving(&self) -> Option<(Seat, Leaving)>;
    /// Whether the seat has been eliminated from a game that continues without it.
    fn is_out(&self, seat: Seat) -> bool;
    /// Whether the game is aborted if this seat leaves now (TB-3).
    fn departure_aborts(&self, seat: Seat) -> bool;
    /// Removes a seat from the game, no matter whose turn it is: the others continue or have won.
    ///
    /// # Errors
    /// If the game is over, the seat is already out, or leaving would abort the game; the game is then
    /// unchanged.
    fn leave(&mut self, seat: Seat, how: Leaving) -> Result<(), LeaveError>;
    /// Whether the seat to act has already made a ply this turn.
    fn is_mid_turn(&self) -> bool;
    /// The legal moves, in a fixed order; empty if the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// Plays a move, or a departure in record notation (`b:resigns`, NO-14). With two seats, a departure ends
    /// the game.
    ///
    /// # Errors
    /// If the text is neither, or if the game is over; the game is then unchanged.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
    /// Takes back the last ply or departure and returns it; `None` at the start of the game.
    fn take_back(&mut self) -> Option<String>;
    /// Takes back all but the first `steps` plies and departures.
    fn take_back_to(&mut self, steps: usize);
    /// The current board, with the last move marked.
    fn board(&self) -> Board;
    /// The legal moves, each with the cells to select, in order, to choose it.
    fn targets(&self) -> Vec<(String, Vec<usize>)>;
    /// Describes the effects of a legal move or a departure.
    ///
    /// # Errors
    /// If the text is neither, or if the game is over.
    fn narrate(&self, text: &str) -> Result<Narrated, MoveError>;
    /// The effects of the last ply or departure; `None` at the start of the game.
    fn last_narrated(&self) -> Option<Narrated>;
    /// Why no legal move matches these selected cells, in order; `None` if one does, or if there is nothing
    /// to explain.
    fn why_not(&self, cells: &[usize]) -> Option<Refusal>;
    /// What decided the game; `None` until it is over.
    fn ending(&self) -> Option<Sentence>;
    /// The next game of a series after this game ended with this standing (TB-9): its options, and for each
    /// seat the seat its player has now.
    fn next_in_series(&self, standing: &Standing) -> (Setup, Vec<Seat>);
    /// An independent copy, for trying out moves.
    fn fork(&self) -> Box<dyn AnyPlay>;
    /// A game that starts from the current position: earlier positions do not count towards repetition.
    fn without_past(&self) -> Box<dyn AnyPlay>;
    /// The [`Play`] inside; [`play_of`] downcasts it.
    fn as_any(&self) -> &dyn Any;
}

/// The game in its own types; `None` if it is not of type `G`.
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

/// The effects of a ply or a departure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Narrated {
    /// The seat that moved or left.
    pub seat: Seat,
    /// The move or departure in the notation.
    pub text: String,
    /// The effects, in order.
    pub events: Vec<MoveEffect>,
}

/// Opens a new game with this setup.
///
/// # Errors
/// If the game does not support these options, or the position is not valid.
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

/// A [`Play`] with the options used to open it.
#[derive(Clone, Debug)]
struct Opened<G: Game> {
    id: GameId,
    options: Options,
    from_start: bool,
    play: Play<G>,
}

impl<G: Game> Opened<G> {
    /// The notation of a step in this position, with the seat that made it.
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

    fn position_after_null_move(&self) -> Option<String> {
        if matches!(self.status(), Status::Over(_)) {
            return None;
        }
        Some(self.play.position().after_null_move()?.position_text())
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
                let leaves = MoveEffect { seat: Some(seat), ..MoveEffect::new(how.sentence(&G::INFO, seat)) };
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

/// The leaves of the game tree from the current position; repetition is ignored. Not a method of [`AnyPlay`],
/// so that only programs that count leaves contain the code for it.
#[must_use]
pub fn leaves(play: &dyn AnyPlay, depth: u32) -> Leaves {
    struct Count<'a>(&'a dyn AnyPlay, u32);
    impl ForGame for Count<'_> {
        type Output = Option<Leaves>;
        fn run<G: Game>(self) -> Self::Output {
            Some(perft::leaves(play_of::<G>(self.0)?.position(), self.1))
        }
    }
    // A play's type always matches the game it names.
    play.game().with(Count(play, depth)).unwrap_or_default()
}
