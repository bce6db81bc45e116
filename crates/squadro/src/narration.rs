//! Descriptions of moves: runs, turns, arrivals, and pieces sent back.

use crate::{HOME, Move, Squadro, TRACKS, TURN, notation::piece, picture::cell_at};
use ludoteca_core::{
    Arg, Game, MoveEffect, Narration, Picture, Position, Reason, Refusal, Seat, Sentence, Standing, reasons,
};

reasons! {
    const SENTENCES;
    RUNS = "SQ-5" "runs" "{0} runs from {1} to {2}";
    TURNS_ROUND = "SQ-5" "turns-round" "{0} has crossed and turns round";
    COMES_HOME = "SQ-5" "comes-home" "{0} is home";
    SENT_BACK = "SQ-7" "sent-back" "{0} is sent back to {1}";
    FOUR_HOME = "SQ-9" "four-home" "{0} has four pieces home";
    REPETITION = "SQ-10" "repetition" "the position occurred for the third time: a draw";
}

impl Narration for Squadro {
    const SENTENCES: &'static [&'static Reason] = SENTENCES;

    fn narrate(&self, m: Move) -> Vec<MoveEffect> {
        let (mover, after) = (self.mover(), self.after(m));
        let cells = self.board().cells;
        let cell_name =
            |cell: usize| Arg::Cell(cells.get(cell).map_or(String::new(), |cell| cell.name.clone()));
        let named = |seat, track| Arg::Piece(piece(seat, track));
        let (from, to) = (self.progress(mover, m.track()), after.progress(mover, m.track()));
        let path: Vec<usize> = (from..=to).map(|progress| cell_at(mover, m.track(), progress)).collect();
        let (first, last) = (path.first().copied().unwrap_or(0), path.last().copied().unwrap_or(0));
        let other = mover.other_of_two();
        let stands = |cell: &usize| (0..TRACKS).any(|track| self.cell_of(other, track) == *cell);
        let number = |seat: Seat, track| Some(seat.index() * TRACKS + track);
        let runs = RUNS.say([named(mover, m.track()), cell_name(first), cell_name(last)]);
        let mut events = vec![MoveEffect {
            seat: Some(mover),
            over: path.iter().copied().filter(stands).collect(),
            path,
            piece: number(mover, m.track()),
            becomes: number(mover, m.track()),
            sentence: runs,
        }];
        let arrives = match to {
            HOME => Some(&COMES_HOME),
            _ => (from < TURN && to >= TURN).then_some(&TURNS_ROUND),
        };
        events.extend(arrives.map(|reason| MoveEffect {
            seat: Some(mover),
            path: vec![last],
            becomes: number(mover, m.track()),
            ..MoveEffect::new(reason.say([named(mover, m.track())]))
        }));
        for track in 0..TRACKS {
            let (was, is) = (self.progress(other, track), after.progress(other, track));
            if was != is {
                let back = cell_at(other, track, is);
                events.push(MoveEffect {
                    seat: Some(other),
                    path: (is..=was).rev().map(|progress| cell_at(other, track, progress)).collect(),
                    piece: number(other, track),
                    becomes: number(other, track),
                    ..MoveEffect::new(SENT_BACK.say([named(other, track), cell_name(back)]))
                });
            }
        }
        events
    }

    fn why_not(&self, cells: &[usize]) -> Option<Refusal> {
        let pieces = Seat::all(2).flat_map(|seat| (0..TRACKS).map(move |track| (seat, track)));
        let (seat, track) = pieces.into_iter().find(|&(seat, track)| cells == [self.cell_of(seat, track)])?;
        self.check_piece(seat, track).err()
    }

    fn ending(&self, standing: &Standing, by_repetition: bool) -> Sentence {
        match standing.winner() {
            Some(winner) if !by_repetition => FOUR_HOME.say([Squadro::INFO.seat(winner)]),
            _ => REPETITION.say([]),
        }
    }
}
