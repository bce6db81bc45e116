use crate::{ForGame, GameId, Setup, SetupError};
use ludoteca_core::{
    Board, Game, MoveError, Options, Play, Seat, Status,
    board::{Mark, MarkKind},
    perft::{self, Leaves},
};
use std::fmt;

/// A game being played, whichever it is: text in, text out.
pub trait Match: fmt::Debug + Send {
    /// Which game.
    fn game(&self) -> GameId;
    /// The options it is played with.
    fn options(&self) -> &Options;
    /// How many seats take part.
    fn seats(&self) -> u8;
    /// Who must decide, or how the game ended; a third occurrence counts.
    fn status(&self) -> Status;
    /// Whether a third occurrence, and nothing else, ended the game.
    fn ended_by_repetition(&self) -> bool;
    /// The position now.
    fn position(&self) -> String;
    /// The position the game began with; `None` when that was the start.
    fn first_position(&self) -> Option<String>;
    /// The moves so far, each with the seat that made it.
    fn played(&self) -> Vec<(Seat, String)>;
    /// The last move; `None` at the beginning.
    fn last_move(&self) -> Option<String>;
    /// The legal moves, in a fixed order; none when the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// Plays a move.
    ///
    /// # Errors
    /// When the text is not a legal move or the game is over; nothing changes then.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
    /// Takes the last ply back and returns it; `None` at the beginning.
    fn take_back(&mut self) -> Option<String>;
    /// The board now, with the last move marked.
    fn board(&self) -> Board;
    /// The legal moves with the cells one points at, in order, to choose each.
    fn targets(&self) -> Vec<(String, Vec<usize>)>;
    /// The leaves of the game tree from the position now; repetition is ignored.
    fn perft(&self, depth: u32) -> Leaves;
    /// The game as it stands, to try something on.
    fn fork(&self) -> Box<dyn Match>;
}

/// Opens a game.
///
/// # Errors
/// When the game has no such options, or the position is not one of its own.
pub fn open(id: GameId, setup: &Setup) -> Result<Box<dyn Match>, SetupError> {
    struct Open<'a>(GameId, &'a Setup);
    impl ForGame for Open<'_> {
        type Output = Result<Box<dyn Match>, SetupError>;
        fn run<G: Game>(self) -> Self::Output {
            let (options, position) = self.1.check::<G>()?;
            let rules = G::rules(&options);
            let from_start = position.is_none();
            let play = match position {
                Some(position) => Play::from_position(rules, position),
                None => Play::<G>::new(rules),
            };
            Ok(Box::new(Table { id: self.0, options, from_start, play }))
        }
    }
    id.with(Open(id, setup))
}

/// A [`Play`] with the options it was opened with.
#[derive(Clone, Debug)]
struct Table<G: Game> {
    id: GameId,
    options: Options,
    from_start: bool,
    play: Play<G>,
}

impl<G: Game> Match for Table<G> {
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
        let first = self.play.past().first().map_or(self.play.position(), |(position, _)| position);
        (!self.from_start).then(|| first.position_text())
    }

    fn played(&self) -> Vec<(Seat, String)> {
        let written = |(position, m): &(G, G::Move)| match position.status() {
            Status::ToAct(seat) => Some((seat, position.move_text(*m))),
            Status::Over(_) => None,
        };
        self.play.past().iter().filter_map(written).collect()
    }

    fn last_move(&self) -> Option<String> {
        self.play.past().last().map(|(position, m)| position.move_text(*m))
    }

    fn legal_moves(&self) -> Vec<String> {
        self.targets().into_iter().map(|(text, _)| text).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.play.play_text(text).map(|_| ())
    }

    fn take_back(&mut self) -> Option<String> {
        let m = self.play.take_back()?;
        Some(self.play.position().move_text(m))
    }

    fn board(&self) -> Board {
        let mut board = self.play.position().board();
        if let Some((before, m)) = self.play.past().last() {
            let cells = before.trace(*m).into_iter();
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

    fn perft(&self, depth: u32) -> Leaves {
        perft::leaves(self.play.position(), depth)
    }

    fn fork(&self) -> Box<dyn Match> {
        Box::new(self.clone())
    }
}
