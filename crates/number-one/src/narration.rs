//! Descriptions of moves: pegs set up and moved, tokens sunk, pegs turned over and removed, players
//! eliminated.

use crate::{Hole, Move, NumberOne, Size, notation::seat_arg, read_move::check_peg_move, reasons as why};
use ludoteca_core::{
    Arg, Departure, MoveEffect, Narration, Position, Reason, Refusal, Seat, Sentence, Standing, ToArg,
    reasons,
};

reasons! {
    const SENTENCES;
    SETS_UP = "NO-3" "sets-up" "{0} puts peg {3} on {2}";
    STEPS = "NO-5" "steps" "{0} moves peg {4} from {2} to {3}";
    SINKS_TOKEN = "NO-7" "sinks-token" "the token in {0} is sunk";
    TURNS_OVER = "NO-7" "turns-over" "the peg on {0} is turned over";
    DROPS_OUT = "NO-9" "drops-out" "{0}'s peg {3} on {2} is taken off";
    GOES_OUT = "NO-10" "goes-out" "{0} is out, place {1}";
    LEAVES_BOARD = "NO-14" "drops-out" "{0}'s peg {3} on {2} is taken off";
    LEAVES_GAME = "NO-14" "goes-out" "{0} is out, place {1}";
    LAST_SMALL_PEG = "NO-12" "last-small-peg" "{0} has the last small peg that could move";
    NOT_YOUR_PEG = "NO-4" "not-your-peg" "it is player {0}'s turn, and the peg on {1} is player {2}'s";
    PEG_BLOCKED = "NO-9" "peg-blocked" "{0} on {1} cannot move now; when none of the pegs still to move can, all of them are taken off";
}

fn number(size: Size) -> Arg {
    Arg::Number(size.distance().into())
}

impl NumberOne {
    fn cell(&self, hole: Hole) -> Arg {
        self.field().cell(hole)
    }

    /// The index of a peg among the board's pieces.
    fn piece_number(&self, seat: Seat, size: Size) -> Option<usize> {
        self.pegs().position(|(owner, of, _)| (owner, of) == (seat, size))
    }

    /// An event in a single hole.
    fn in_hole(&self, reason: &'static Reason, seat: Seat, hole: Hole, becomes: Option<usize>) -> MoveEffect {
        let sentence = reason.say([self.cell(hole)]);
        MoveEffect { seat: Some(seat), path: vec![hole.index()], becomes, ..MoveEffect::new(sentence) }
    }

    /// Describes the pegs removed by a move or a departure, and the players who are out as a result. A peg
    /// that has just moved may be removed immediately; it is then removed from the hole where it landed.
    fn gone(
        &self,
        after: &NumberOne,
        moved: Option<(Size, Hole)>,
        [peg_gone, player_gone]: [&'static Reason; 2],
    ) -> Vec<MoveEffect> {
        let mut events = Vec::new();
        for (i, (seat, size, peg)) in self.pegs().enumerate() {
            if after.peg(seat, size).is_some() {
                continue;
            }
            let here = moved.filter(|(moved, _)| seat == self.player() && *moved == size);
            let hole = here.map_or(peg.hole, |(_, to)| to);
            let sentence = peg_gone.say([seat_arg(seat), number(size), self.cell(hole), size.to_arg()]);
            let path = vec![hole.index()];
            events.push(MoveEffect { seat: Some(seat), path, piece: Some(i), ..MoveEffect::new(sentence) });
        }
        let before = self.players_out().count();
        for (i, seat) in after.players_out().enumerate().skip(before) {
            let place = u32::from(self.seats()).saturating_sub(i as u32);
            let sentence = player_gone.say([seat_arg(seat), Arg::Number(place)]);
            events.push(MoveEffect { seat: Some(seat), ..MoveEffect::new(sentence) });
        }
        events
    }
}

impl Narration for NumberOne {
    const SENTENCES: &'static [&'static Reason] = SENTENCES;

    fn narrate(&self, m: Move) -> Vec<MoveEffect> {
        let (player, after) = (self.player(), self.after(m));
        let mut events = Vec::new();
        let mut moved = None;
        match m {
            Move::Peg { size, to } => {
                let Some(peg) = self.peg(player, size) else { return events };
                moved = Some((size, to));
                let becomes = after.piece_number(player, size);
                let path = self.path(size, to).unwrap_or_else(|| vec![peg.hole, to]);
                let (from, there) = (self.cell(peg.hole), self.cell(to));
                events.push(MoveEffect {
                    seat: Some(player),
                    path: path.iter().map(|hole| hole.index()).collect(),
                    over: Vec::new(),
                    piece: self.piece_number(player, size),
                    becomes,
                    sentence: STEPS.say([seat_arg(player), number(size), from, there, size.to_arg()]),
                });
                let lands = match self.has_token(to) {
                    true => Some(&SINKS_TOKEN),
                    false => (!peg.turned).then_some(&TURNS_OVER),
                };
                events.extend(lands.map(|reason| self.in_hole(reason, player, to, becomes)));
            }
            Move::Arrange(_) => {
                for (i, (seat, size, peg)) in after.pegs().enumerate() {
                    if self.peg(seat, size).is_some() {
                        continue;
                    }
                    let args = [seat_arg(seat), number(size), self.cell(peg.hole), size.to_arg()];
                    let path = vec![peg.hole.index()];
                    let sentence = SETS_UP.say(args);
                    events.push(MoveEffect {
                        seat: Some(seat),
                        path,
                        becomes: Some(i),
                        ..MoveEffect::new(sentence)
                    });
                    events.push(self.in_hole(&SINKS_TOKEN, seat, peg.hole, Some(i)));
                }
            }
        }
        events.extend(self.gone(&after, moved, [&DROPS_OUT, &GOES_OUT]));
        events
    }

    fn narrate_departure(&self, seat: Seat) -> Vec<MoveEffect> {
        match self.departure(seat) {
            Departure::PlaysOn(after) => self.gone(&after, None, [&LEAVES_BOARD, &LEAVES_GAME]),
            _ => Vec::new(),
        }
    }

    fn why_not(&self, cells: &[usize]) -> Option<Refusal> {
        let last = self.field().all_holes().find(|hole| cells.last() == Some(&hole.index()))?;
        if self.is_set_up() {
            return Some(why::STILL_SET_UP.refuse([&seat_arg(self.player())]));
        }
        let peg_on = |cell: usize| self.pegs().find(|(_, _, peg)| peg.hole.index() == cell);
        if let [from, _] = *cells
            && let Some((_, size, _)) = peg_on(from)
        {
            return check_peg_move(self, size, last).err();
        }
        let (seat, size, _) = peg_on(last.index())?;
        let hole = self.cell(last);
        Some(if seat != self.player() {
            NOT_YOUR_PEG.refuse([&seat_arg(self.player()), &hole, &seat_arg(seat)])
        } else if self.has_moved(size) {
            why::HAS_MOVED.refuse([&size])
        } else {
            PEG_BLOCKED.refuse([&size, &hole])
        })
    }

    fn ending(&self, standing: &Standing, _by_repetition: bool) -> Sentence {
        LAST_SMALL_PEG.say(standing.winner().map(seat_arg).into_iter().collect::<Vec<_>>())
    }
}
