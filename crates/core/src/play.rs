use crate::{MoveError, Notation, Position, Status};

/// A game being played: the position, how it came about, and the repetition ruling.
#[derive(Clone, Debug)]
pub struct Play<P: Position> {
    rules: P::Rules,
    now: P,
    past: Vec<(P, P::Move)>,
}

impl<P: Position> Play<P> {
    /// A new game.
    pub fn new(rules: P::Rules) -> Self {
        let now = P::start(&rules);
        Play::from_position(rules, now)
    }

    /// A game that begins in the middle; nothing before `position` counts for repetition.
    pub fn from_position(rules: P::Rules, position: P) -> Self {
        Play { rules, now: position, past: Vec::new() }
    }

    /// The options the game is played with.
    pub fn rules(&self) -> &P::Rules {
        &self.rules
    }

    /// The position now.
    pub fn position(&self) -> &P {
        &self.now
    }

    /// The positions before now, each with the move played in it.
    pub fn past(&self) -> &[(P, P::Move)] {
        &self.past
    }

    /// How often the position now has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        1 + self.past.iter().filter(|(p, _)| *p == self.now).count()
    }

    /// Who must decide, or how the game ended; a third occurrence ends it, but a move that wins wins.
    pub fn status(&self) -> Status {
        match (self.now.status(), self.now.third_occurrence()) {
            (Status::ToAct(_), Some(standing)) if self.occurrences() >= 3 => Status::Over(standing),
            (status, _) => status,
        }
    }

    /// Whether a third occurrence, and nothing else, ended the game.
    pub fn ended_by_repetition(&self) -> bool {
        matches!((self.now.status(), self.status()), (Status::ToAct(_), Status::Over(_)))
    }

    /// Plays a move from outside.
    ///
    /// # Errors
    /// When the text is not a legal move or the game is over; nothing changes then.
    pub fn play_text(&mut self, text: &str) -> Result<P::Move, MoveError>
    where
        P: Notation,
    {
        if matches!(self.status(), Status::Over(_)) {
            return Err(MoveError::GameOver);
        }
        let m = self.now.read_move(text)?;
        self.push(m);
        Ok(m)
    }

    /// Plays a move that came from the position's own list. The caller's promise is that of
    /// [`Position::play_unchecked`].
    pub fn push(&mut self, m: P::Move) {
        let next = self.now.after(m);
        self.past.push((std::mem::replace(&mut self.now, next), m));
    }

    /// Takes the last ply back; `None` at the beginning.
    pub fn take_back(&mut self) -> Option<P::Move> {
        let (before, m) = self.past.pop()?;
        self.now = before;
        Some(m)
    }
}
