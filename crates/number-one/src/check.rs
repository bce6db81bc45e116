//! Checks whether a sketch is a position: every accepted position is settled and written back unchanged.

use crate::{
    Hole, NumberOne, Players, Size,
    field::{Field, Holes},
    notation::seat_arg,
    reasons as why,
    sketch::{Content, PlacedPeg, Sketch},
};
use ludoteca_core::{PositionError, Seat};

pub(crate) fn build(sketch: &Sketch) -> Result<NumberOne, PositionError> {
    let Sketch { field, to_act, moved, ref out, .. } = *sketch;
    let pegs: Vec<PlacedPeg> = sketch.pegs().collect();
    check_single(sketch, &pegs)?;
    check_out(sketch, &pegs)?;
    let players = count_players(sketch, &pegs)?;
    check_players(sketch.players, players, 0)?;
    let own_field = Field::of(players);
    if own_field != field {
        return Err(why::FIELD.refuse([&players, &own_field.holes, &field.holes]).at(0));
    }
    for &(seat, _, peg) in &pegs {
        if !pegs.iter().any(|&(other, size, _)| other == seat && size == Size::Small) {
            let refusal = why::NO_SMALL_PEG.refuse([&seat_arg(seat), &field.cell(peg.hole)]);
            return Err(refusal.at(sketch.place_of(peg.hole)));
        }
    }
    if !pegs.iter().any(|&(seat, ..)| seat == to_act) {
        return Err(why::CANNOT_ACT.refuse([&seat_arg(to_act)]).at(sketch.place_of_player()));
    }
    let token = |hole: &Hole| sketch.holes[hole.index()] == Content::Token;
    let tokens = field.all_holes().filter(token).fold(0 as Holes, |tokens, hole| tokens | hole.bit());
    let position = NumberOne::in_play(tokens, &pegs, out, players, (to_act, moved));
    check_turn(&position, sketch.place_of_moved())?;
    Ok(position)
}

/// NO-1: `at` is where the text shows the number of players.
pub(crate) fn check_players(wanted: Option<Players>, players: u8, at: usize) -> Result<(), PositionError> {
    if Players::new(players).is_none() {
        return Err(why::NUMBER_OF_PLAYERS.refuse([&players]).at(at));
    }
    match wanted {
        Some(wanted) if wanted.number() != players => {
            Err(why::OTHER_PLAYERS.refuse([&players, &wanted.number()]).at(at))
        }
        _ => Ok(()),
    }
}

/// NO-3: each player has one peg of each size.
fn check_single(sketch: &Sketch, pegs: &[PlacedPeg]) -> Result<(), PositionError> {
    for (i, &(seat, size, second)) in pegs.iter().enumerate() {
        let same = |&&(other, same, _): &&PlacedPeg| (other, same) == (seat, size);
        if let Some((.., first)) = pegs[..i].iter().find(same) {
            let [first, name] = [first.hole, second.hole].map(|hole| sketch.field.cell(hole));
            let refusal = why::PEG_TWICE.refuse([&seat_arg(seat), &size.distance(), &first, &name]);
            return Err(refusal.at(sketch.place_of(second.hole)));
        }
    }
    Ok(())
}

/// NO-10, NO-12: a player who is out is listed once and has no peg left.
fn check_out(sketch: &Sketch, pegs: &[PlacedPeg]) -> Result<(), PositionError> {
    for (i, seat) in sketch.out.iter().enumerate() {
        if sketch.out[..i].contains(seat) {
            return Err(why::OUT_TWICE.refuse([&seat_arg(*seat)]).at(sketch.place_of_out() + i));
        }
    }
    for &(seat, _, peg) in pegs {
        if sketch.out.contains(&seat) {
            let refusal = why::OUT_ON_BOARD.refuse([&seat_arg(seat), &sketch.field.cell(peg.hole)]);
            return Err(refusal.at(sketch.place_of(peg.hole)));
        }
    }
    Ok(())
}

/// Counts the players on the board and those out; their letters must have no gap.
fn count_players(sketch: &Sketch, pegs: &[PlacedPeg]) -> Result<u8, PositionError> {
    let mut present = [false; Seat::MAX];
    for seat in pegs.iter().map(|&(seat, ..)| seat).chain(sketch.out.iter().copied()) {
        present[seat.index()] = true;
    }
    let players = present.iter().filter(|&&here| here).count();
    let missing = present[..players].iter().position(|here| !here);
    let after = |missing: usize| Seat::all(Seat::MAX as u8).skip(missing).find(|seat| present[seat.index()]);
    let Some((missing, other)) = missing.and_then(|missing| Some((missing, after(missing)?))) else {
        return Ok(players as u8);
    };
    // A player who is out has no peg; if there are several, report the last one in the text.
    let at = match pegs.iter().rfind(|&&(seat, ..)| seat == other) {
        Some((.., peg)) => sketch.place_of(peg.hole),
        None => sketch.place_of_out() + sketch.out.iter().position(|&seat| seat == other).unwrap_or(0),
    };
    let missing = seat_arg(Seat::new(missing as u8).unwrap_or(Seat::FIRST));
    Err(why::SEAT_SKIPPED.refuse([&missing, &seat_arg(other)]).at(at))
}

/// NO-4, NO-12, NO-13: there is a winner, or the player to act can move.
fn check_turn(position: &NumberOne, moved_at: usize) -> Result<(), PositionError> {
    let player = position.player();
    let seat = seat_arg(player);
    for size in Size::ALL {
        if position.has_moved(size) && position.peg(player, size).is_none() {
            return Err(why::MOVED_OFF_BOARD.refuse([&seat, &size]).at(moved_at));
        }
    }
    if position.is_over() {
        let moved = Size::ALL.into_iter().any(|size| position.has_moved(size));
        return if moved { Err(why::MOVED_AT_END.refuse([&seat]).at(moved_at)) } else { Ok(()) };
    }
    if position.waiting().is_empty() {
        return Err(why::TURN_OVER.refuse([&seat]).at(moved_at));
    }
    if !position.can_move(position.waiting()) {
        return Err(why::BLOCKED.refuse([&seat]).at(0));
    }
    Ok(())
}

/// Locations in the text, as character offsets from 0.
impl Sketch {
    fn place_of(&self, wanted: Hole) -> usize {
        let before = self.field.holes_in_text().take_while(|&hole| hole != wanted);
        let rows_above = self.field.rows() - 1 - self.field.place(wanted).0;
        before.map(|hole| self.holes[hole.index()].width()).sum::<usize>() + usize::from(rows_above)
    }

    fn place_of_player(&self) -> usize {
        self.holes.iter().map(|content| content.width()).sum::<usize>() + usize::from(self.field.rows())
    }

    fn place_of_moved(&self) -> usize {
        self.place_of_player() + 2
    }

    fn place_of_out(&self) -> usize {
        self.place_of_moved() + self.moved.iter().count().max(1) + 1
    }
}

impl Content {
    /// The number of characters in the text.
    fn width(self) -> usize {
        if matches!(self, Content::Peg { .. }) { 2 } else { 1 }
    }
}
