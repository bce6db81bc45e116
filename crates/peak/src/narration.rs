//! What jumps do: pieces passed over, towers that grow, players who are stuck.

use crate::{DARK, LIGHT, Move, Peak, Space};
use ludoteca_core::{
    Arg, Event, Narration, Position, Reason, Refusal, Seat, Sentence, Standing, Status, reasons,
};

reasons! {
    const SENTENCES;
    JUMPS = "PK-3" "jumps" "{0} jumps from {1} to {2}";
    STACKS = "PK-4" "stacks" "the tower on {0} has {1} pieces and belongs to {2}";
    STUCK = "PK-6" "stuck" "{0} is stuck, and {1} has one more turn";
    HIGHER_SCORE = "PK-7" "higher-score" "{3} cannot jump, so the game is over: {0} has more points, {1} to {2}";
    EQUAL_SCORES = "PK-7" "equal-scores" "{1} cannot jump, so the game is over: both have {0} points";
    REPETITION = "PK-8" "repetition-scored" "the position occurred for the third time, so the board is scored: Light {0}, Dark {1}";
    NO_JUMP = "PK-3" "no-jump" "{0} cannot jump: no straight line from it passes over exactly 2 pieces";
}

fn cell(space: Space) -> Arg {
    Arg::Cell(space.to_string())
}

impl Peak {
    /// Which piece of the board stands there.
    fn piece_number(&self, space: Space) -> Option<usize> {
        self.owner(space)?;
        Some(
            Space::all()
                .take_while(|other| *other != space)
                .filter(|other| self.owner(*other).is_some())
                .count(),
        )
    }
}

impl Narration for Peak {
    const SENTENCES: &'static [&'static Reason] = SENTENCES;

    fn narrate(&self, m: Move) -> Vec<Event> {
        let (mover, after) = (self.mover(), self.after(m));
        let way = m.from.line_to(m.to);
        let between = way.get(1..way.len().saturating_sub(1)).unwrap_or(&[]);
        let passed = between.iter().filter(|space| self.owner(**space).is_some());
        let becomes = after.piece_number(m.to);
        let mut events = vec![Event {
            seat: Some(mover),
            path: way.iter().map(|space| space.index()).collect(),
            over: passed.map(|space| space.index()).collect(),
            piece: self.piece_number(m.from),
            becomes,
            sentence: JUMPS.say([Arg::Seat(mover), cell(m.from), cell(m.to)]),
        }];
        let height = after.height(m.to);
        if height > 1 {
            let grows = STACKS.say([cell(m.to), Arg::Number(height.into()), Arg::Seat(mover)]);
            events.push(Event { seat: Some(mover), path: vec![m.to.index()], becomes, ..Event::new(grows) });
        }
        if let Some(stuck) = after.stuck() {
            let said = STUCK.say([Arg::Seat(stuck), Arg::Seat(stuck.other_of_two())]);
            events.push(Event { seat: Some(stuck), ..Event::new(said) });
        }
        events
    }

    fn why_not_from(&self, cell: usize) -> Option<Refusal> {
        let Status::ToAct(mover) = self.status() else { return None };
        let from = Space::all().find(|space| space.index() == cell)?;
        let own_single = self.owner(from)? == mover && self.height(from) == 1;
        if !own_single {
            return self.check_origin(from).err();
        }
        let jumps = self.moves().iter().any(|m| m.from == from);
        (!jumps).then(|| NO_JUMP.refuse([&from]))
    }

    fn ending(&self, standing: &Standing, by_repetition: bool) -> Sentence {
        let (light, dark) = (self.score(LIGHT), self.score(DARK));
        // PK-6: when a game has ended, the player to move cannot jump; the other one perhaps still can.
        let stuck: Seat = self.mover();
        match standing.winner() {
            _ if by_repetition => REPETITION.say([Arg::Number(light), Arg::Number(dark)]),
            None => EQUAL_SCORES.say([Arg::Number(light), Arg::Seat(stuck)]),
            Some(winner) => HIGHER_SCORE.say([
                Arg::Seat(winner),
                Arg::Number(light.max(dark)),
                Arg::Number(light.min(dark)),
                Arg::Seat(stuck),
            ]),
        }
    }
}
