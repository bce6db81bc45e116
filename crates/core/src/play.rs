use crate::{
    Departure, EXPECTED_LEAVING, EXPECTED_SEAT, Game, LeaveError, Leaving, MoveError, Notation, Position,
    Seat, Standing, Status, Step, SyntaxError,
};
use std::hash::{DefaultHasher, Hasher};

/// A game in progress: its current position, its history, and the repetition ruling.
///
/// The history stores each step and a hash of each position, but not the positions themselves. This keeps
/// games of thousands of plies small; earlier positions are replayed on demand.
#[derive(Clone, Debug)]
pub struct Play<P: Position> {
    rules: P::Rules,
    first: P,
    now: P,
    /// The position before the last step.
    before: Option<P>,
    past: Vec<Past<P::Move>>,
    /// The result, if the last step was a departure after which the others could not continue (TB-1).
    forfeit: Option<Standing>,
}

#[derive(Clone, Copy, Debug)]
struct Past<M> {
    /// The hash of the position before the step.
    key: u64,
    step: Step<M>,
}

fn key_of<P: Position>(position: &P) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}

impl<P: Position> Play<P> {
    /// Starts a new game.
    pub fn new(rules: P::Rules) -> Self {
        let now = P::start(&rules);
        Play::from_position(rules, now)
    }

    /// A game that starts from `position`; earlier positions do not count towards repetition.
    pub fn from_position(rules: P::Rules, position: P) -> Self {
        Play { rules, first: position.clone(), now: position, before: None, past: Vec::new(), forfeit: None }
    }

    /// The rules of this game.
    pub fn rules(&self) -> &P::Rules {
        &self.rules
    }

    /// The current position of the game.
    pub fn position(&self) -> &P {
        &self.now
    }

    /// The game's initial position.
    pub fn first(&self) -> &P {
        &self.first
    }

    /// All steps played so far.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step<P::Move>> + '_ {
        self.past.iter().map(|past| past.step)
    }

    /// All earlier positions, each with the step played there. The positions are replayed.
    pub fn past(&self) -> impl ExactSizeIterator<Item = (P, Step<P::Move>)> + '_ {
        let mut next = self.first.clone();
        self.past.iter().map(move |past| {
            let after = stepped(&next, past.step);
            (std::mem::replace(&mut next, after), past.step)
        })
    }

    /// The last step and the position before it; `None` at the start of the game.
    pub fn last(&self) -> Option<(&P, Step<P::Move>)> {
        Some((self.before.as_ref()?, self.past.last()?.step))
    }

    /// How often the current position has occurred, including now.
    pub fn occurrences(&self) -> usize {
        let key = key_of(&self.now);
        let alike = self.past.iter().filter(|past| past.key == key).count();
        // Equal hashes nearly always mean equal positions; where it matters, compare the positions
        // themselves.
        if alike < 2 {
            1 + alike
        } else {
            1 + self.past().filter(|(position, _)| *position == self.now).count()
        }
    }

    /// The seat to act, or the result. A third occurrence ends the game, but a winning move takes precedence.
    pub fn status(&self) -> Status {
        if let Some(standing) = self.forfeit {
            return Status::Over(standing);
        }
        match (self.now.status(), self.now.third_occurrence()) {
            (Status::ToAct(_), Some(standing)) if self.occurrences() >= 3 => Status::Over(standing),
            (status, _) => status,
        }
    }

    /// Whether the game ended solely because of a third occurrence.
    pub fn ended_by_repetition(&self) -> bool {
        self.forfeit.is_none()
            && matches!((self.now.status(), self.status()), (Status::ToAct(_), Status::Over(_)))
    }

    /// Plays a move given as text.
    ///
    /// # Errors
    /// If the text is not a legal move or the game is over; the game is then unchanged.
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

    /// Plays a move taken from the position's own move list. The move must be legal, as for
    /// [`Position::play_unchecked`].
    pub fn push(&mut self, m: P::Move) {
        let next = self.now.after(m);
        self.go(next, Step::Ply(m));
    }

    /// Removes a seat from the game, no matter whose turn it is: the others continue or have won.
    ///
    /// # Errors
    /// If the game is over, the seat is already out, or leaving would abort the game; the game is then
    /// unchanged.
    pub fn leave(&mut self, seat: Seat, how: Leaving) -> Result<(), LeaveError> {
        if matches!(self.status(), Status::Over(_)) {
            return Err(LeaveError::GameOver);
        }
        if seat.index() >= usize::from(self.now.seats()) {
            return Err(LeaveError::AlreadyOut);
        }
        let next = match self.now.departure(seat) {
            Departure::PlaysOn(next) => next,
            Departure::Over(standing) => {
                self.forfeit = Some(standing);
                self.now.clone()
            }
            Departure::Aborted => return Err(LeaveError::Aborts),
            Departure::AlreadyOut => return Err(LeaveError::AlreadyOut),
        };
        self.go(next, Step::Left(seat, how));
        Ok(())
    }

    fn go(&mut self, next: P, step: Step<P::Move>) {
        self.past.push(Past { key: key_of(&self.now), step });
        self.before = Some(std::mem::replace(&mut self.now, next));
    }

    /// Plays a move, or a departure in record notation (`b:resigns`).
    ///
    /// # Errors
    /// If the text is neither, or the step is not possible now; the game is then unchanged.
    pub fn step_text(&mut self, text: &str) -> Result<Step<P::Move>, MoveError>
    where
        P: Game,
    {
        let Some((name, word)) = text.split_once(':') else { return self.play_text(text).map(Step::Ply) };
        let seat = P::INFO
            .seat_named(name)
            .filter(|seat| seat.index() < usize::from(self.now.seats()))
            .ok_or_else(|| SyntaxError::new(text, 0, EXPECTED_SEAT))?;
        let how = word.parse().map_err(|_| SyntaxError::new(text, name.len() + 1, EXPECTED_LEAVING))?;
        self.leave(seat, how).map_err(|error| error.for_word(&P::INFO, seat))?;
        Ok(Step::Left(seat, how))
    }

    /// Takes back the last step; `None` at the start of the game.
    pub fn take_back(&mut self) -> Option<Step<P::Move>> {
        let step = self.past.last()?.step;
        self.take_back_to(self.past.len() - 1);
        Some(step)
    }

    /// Takes back all but the first `steps` steps.
    pub fn take_back_to(&mut self, steps: usize) {
        if steps >= self.past.len() {
            return;
        }
        self.past.truncate(steps);
        self.forfeit = None;
        let last = self.past().last().map(|(position, step)| (stepped(&position, step), position));
        (self.now, self.before) = match last {
            Some((now, before)) => (now, Some(before)),
            None => (self.first.clone(), None),
        };
    }
}

/// Applies a step to the position in which it was made.
fn stepped<P: Position>(position: &P, step: Step<P::Move>) -> P {
    match step {
        Step::Ply(m) => position.after(m),
        Step::Left(seat, _) => match position.departure(seat) {
            Departure::PlaysOn(rest) => rest,
            Departure::Over(_) | Departure::Aborted | Departure::AlreadyOut => position.clone(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{hash::Hash, ops::ControlFlow};

    /// Two seats move up and down a ladder of three rungs; all positions have the same hash.
    #[derive(Clone, PartialEq, Eq, Debug)]
    struct Ladder(u8, Seat);

    impl Hash for Ladder {
        fn hash<H: Hasher>(&self, _: &mut H) {}
    }

    impl Position for Ladder {
        type Rules = ();
        type Move = i8;
        fn start((): &()) -> Self {
            Ladder(1, Seat::FIRST)
        }
        fn seats(&self) -> u8 {
            2
        }
        fn status(&self) -> Status {
            Status::ToAct(self.1)
        }
        fn try_for_each_move<B>(&self, visit: impl FnMut(i8) -> ControlFlow<B>) -> ControlFlow<B> {
            [-1, 1].into_iter().filter(|step| (0..3).contains(&(self.0 as i8 + step))).try_for_each(visit)
        }
        fn play_unchecked(&mut self, step: i8) {
            self.0 = self.0.saturating_add_signed(step);
            self.1 = self.1.other_of_two();
        }
        fn third_occurrence(&self) -> Option<Standing> {
            Some(Standing::draw(2))
        }
    }

    #[test]
    fn equal_hashes_are_not_taken_for_equal_positions() {
        let mut play = Play::<Ladder>::new(());
        for step in [1, -1, 1] {
            play.push(step);
            assert_eq!(play.status(), Status::ToAct(play.position().1));
        }
        play.push(-1);
        assert_eq!(play.occurrences(), 3);
        assert_eq!(play.status(), Status::Over(Standing::draw(2)));
        assert!(play.ended_by_repetition());
    }

    #[test]
    fn take_back_restores_the_state() {
        let mut play = Play::<Ladder>::new(());
        for step in [1, -1, -1] {
            play.push(step);
        }
        play.leave(Seat::SECOND, Leaving::Resigns).unwrap();
        assert_eq!(play.status(), Status::Over(Standing::win_of_two(Seat::FIRST)));
        assert_eq!(play.leave(Seat::FIRST, Leaving::Time), Err(LeaveError::GameOver));
        assert_eq!(play.take_back(), Some(Step::Left(Seat::SECOND, Leaving::Resigns)));
        assert_eq!(play.status(), Status::ToAct(Seat::SECOND));
        assert_eq!(play.last(), Some((&Ladder(1, Seat::FIRST), Step::Ply(-1))));
        play.take_back_to(0);
        assert_eq!((play.position(), play.last(), play.steps().len()), (&Ladder(1, Seat::FIRST), None, 0));
        assert_eq!(play.take_back(), None);
    }
}
