//! Descriptions of jumps: pieces passed over, towers that grow, players who are stuck.

use crate::{DARK, LIGHT, Move, Peak, Space};
use ludoteca_core::{
    Arg, Game, MoveEffect, Narration, Position, Reason, Refusal, Seat, Sentence, Standing, reasons,
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
    /// The index of the piece on this space among the board's pieces.
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

    fn narrate(&self, m: Move) -> Vec<MoveEffect> {
        let (mover, after) = (self.mover(), self.after(m));
        let way = m.from.line_to(m.to);
        let between = way.get(1..way.len().saturating_sub(1)).unwrap_or(&[]);
        let passed = between.iter().filter(|space| self.owner(**space).is_some());
        let becomes = after.piece_number(m.to);
        let mut events = vec![MoveEffect {
            seat: Some(mover),
            path: way.iter().map(|space| space.index()).collect(),
            over: passed.map(|space| space.index()).collect(),
            piece: self.piece_number(m.from),
            becomes,
            sentence: JUMPS.say([Peak::INFO.seat(mover), cell(m.from), cell(m.to)]),
        }];
        let height = after.height(m.to);
        if height > 1 {
            let grows = STACKS.say([cell(m.to), Arg::Number(height.into()), Peak::INFO.seat(mover)]);
            events.push(MoveEffect {
                seat: Some(mover),
                path: vec![m.to.index()],
                becomes,
                ..MoveEffect::new(grows)
            });
        }
        if let Some(stuck) = after.stuck() {
            let sentence = STUCK.say([Peak::INFO.seat(stuck), Peak::INFO.seat(stuck.other_of_two())]);
            events.push(MoveEffect { seat: Some(stuck), ..MoveEffect::new(sentence) });
        }
        events
    }

    fn why_not(&self, cells: &[usize]) -> Option<Refusal> {
        let space = |cell: usize| Space::all().find(|space| space.index() == cell);
        match *cells {
            [from] => {
                let from = space(from).filter(|from| self.owner(*from).is_some())?;
                Some(self.check_origin(from).err().unwrap_or_else(|| NO_JUMP.refuse([&from])))
            }
            [from, to] => self.check_jump(Move { from: space(from)?, to: space(to)? }).err(),
            _ => None,
        }
    }

    fn ending(&self, standing: &Standing, by_repetition: bool) -> Sentence {
        let (light, dark) = (self.score(LIGHT), self.score(DARK));
        // PK-6: in a finished game, the player to move cannot jump; the other player might still be able to.
        let stuck: Seat = self.mover();
        match standing.winner() {
            _ if by_repetition => REPETITION.say([Arg::Number(light), Arg::Number(dark)]),
            None => EQUAL_SCORES.say([Arg::Number(light), Peak::INFO.seat(stuck)]),
            Some(winner) => HIGHER_SCORE.say([
                Peak::INFO.seat(winner),
                Arg::Number(light.max(dark)),
                Arg::Number(light.min(dark)),
                Peak::INFO.seat(stuck),
            ]),
        }
    }
}
