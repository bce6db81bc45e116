//! What a move does, event by event, for animation, sound and speech: found by comparing the boards before and after it.

use crate::{
    facts::{in_order, in_own_type, lines, out},
    failure::Sentence,
    phrases::{
        COMES_HOME, DROPS_OUT, GOES_OUT, IS_ABSENT, JUMPS, MAKES_LINE, PLACES, RELOCATES, RESIGNS, RUNS,
        SENT_BACK, SETS_UP, SINKS_TOKEN, STACKS, STEPS, STUCK, TIME_IS_UP, TURNS_OVER, TURNS_ROUND,
    },
};
use ludoteca_catalog::{
    AnyPlay, Board, GameInfo, Leaving, MoveError, Seat, Status,
    board::{CellKind, Heading, Piece, Point, Shape},
    is_leaving,
};
use ludoteca_core::{Notation, Reason};
use ludoteca_number_one::{Move, NumberOne, Size};
use ludoteca_peak::Peak;
use serde::Serialize;
use std::fmt::Display;

/// A move and what it does.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Description {
    /// The move as the notation writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// Who made it.
    pub seat: usize,
    /// What happens, in order.
    pub events: Vec<Event>,
    /// All of it in English, for a screen reader.
    pub spoken: String,
}

/// One thing that happens. Its `key` says which: `runs`, `sent-back`, `steps`, `sinks-token`, `jumps`, `stacks` and so on.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Event {
    /// Whose piece.
    pub seat: Option<usize>,
    /// The cells from where it stood to where it stops, all on the way included; one cell for what happens in place.
    pub path: Vec<usize>,
    /// The cells with the pieces it passes over.
    pub over: Vec<usize>,
    /// Which piece of the board before.
    pub piece: Option<usize>,
    /// Which piece of the board after it has become.
    pub becomes: Option<usize>,
    /// What there is to say.
    #[serde(flatten)]
    pub said: Sentence,
}

/// Describes a move without playing it.
///
/// # Errors
/// When it is not legal.
pub(crate) fn describe(game: &dyn AnyPlay, text: &str) -> Result<Description, MoveError> {
    let mut next = game.fork();
    next.play(text)?;
    let leaving = next.last_leaving().filter(|_| is_leaving(text));
    let mover = match (leaving, game.status()) {
        (Some((seat, _)), _) | (None, Status::ToAct(seat)) => seat,
        (None, Status::Over(_)) => return Err(MoveError::GameOver),
    };
    let text = next.last_move().unwrap_or_default();
    let scene = Scene {
        info: game.game().info(),
        game,
        next: &*next,
        mover,
        before: game.board(),
        after: next.board(),
        text: &text,
    };
    let mut events = match scene.after.pieces.first().or(scene.before.pieces.first()).map(|piece| piece.shape)
    {
        Some(Shape::Runner { .. }) if leaving.is_none() => scene.runners(),
        Some(Shape::Peg { .. }) => scene.pegs(),
        Some(Shape::Tower { .. }) if leaving.is_none() => scene.towers(),
        Some(Shape::Domino { .. }) if leaving.is_none() => scene.dominoes(),
        _ => Vec::new(),
    };
    if let Some((seat, how)) = leaving {
        // The pegs go by another ruling than when they are stuck.
        events.iter_mut().for_each(|event| event.said.ruling = Some("NO-14"));
        let said = Sentence::of(leaving_phrase(how), [&scene.seat(seat)]);
        events.insert(0, Event { seat: Some(seat.index()), said, ..Event::default() });
    }
    let spoken = events.iter().map(|event| event.said.text.as_str()).collect::<Vec<_>>().join("; ");
    Ok(Description { text, seat: mover.index(), events, spoken })
}

pub(crate) fn leaving_phrase(how: Leaving) -> &'static Reason {
    match how {
        Leaving::Resigns => &RESIGNS,
        Leaving::Time => &TIME_IS_UP,
        Leaving::Absent => &IS_ABSENT,
    }
}

/// A move with the boards before and after.
struct Scene<'a> {
    info: GameInfo,
    game: &'a dyn AnyPlay,
    next: &'a dyn AnyPlay,
    mover: Seat,
    before: Board,
    after: Board,
    text: &'a str,
}

impl Scene<'_> {
    fn cell(&self, cell: usize) -> &str {
        self.before.cells.get(cell).map_or("", |cell| &cell.name)
    }

    fn seat(&self, seat: Seat) -> &'static str {
        self.info.seat_name(seat)
    }

    fn seat_number(&self, number: usize) -> &'static str {
        self.info.seats.get(number).copied().unwrap_or("")
    }

    /// Squadro: both boards list the same pieces in the same order.
    fn runners(&self) -> Vec<Event> {
        let mut own = Vec::new();
        let mut sent_back = Vec::new();
        for (i, (old, new)) in self.before.pieces.iter().zip(&self.after.pieces).enumerate() {
            let (Shape::Runner { seat, heading, .. }, Shape::Runner { heading: now, home, .. }) =
                (old.shape, new.shape)
            else {
                continue;
            };
            if old == new {
                continue;
            }
            let name = self.runner_name(seat, old, heading);
            let seat_number = Some(seat.index());
            let path = straight(&self.before, old.cell, new.cell);
            if seat != self.mover {
                let said = Sentence::of(&SENT_BACK, [&name, &self.cell(new.cell)]);
                let (piece, becomes) = (Some(i), Some(i));
                sent_back.push(Event { seat: seat_number, path, piece, becomes, said, over: Vec::new() });
                continue;
            }
            let said = Sentence::of(&RUNS, [&name, &self.cell(old.cell), &self.cell(new.cell)]);
            let passed = |cell: &usize| {
                let here = |piece: &Piece| {
                    piece.cell == *cell
                        && matches!(piece.shape, Shape::Runner { seat, .. } if seat != self.mover)
                };
                self.before.pieces.iter().any(here)
            };
            let over = path.iter().copied().filter(passed).collect();
            own.push(Event { seat: seat_number, path, over, piece: Some(i), becomes: Some(i), said });
            let arrived = if home { Some(&COMES_HOME) } else { (heading != now).then_some(&TURNS_ROUND) };
            own.extend(arrived.map(|phrase| Event {
                seat: seat_number,
                path: vec![new.cell],
                becomes: Some(i),
                said: Sentence::of(phrase, [&name]),
                ..Event::default()
            }));
        }
        own.extend(sent_back);
        own
    }

    /// The track's name, as its ends carry it: `Y1 start`.
    fn runner_name(&self, seat: Seat, piece: &Piece, heading: Heading) -> String {
        let Some(at) = self.before.cells.get(piece.cell).map(|cell| cell.at) else { return String::new() };
        let across = |point: Point| match heading {
            Heading::Right | Heading::Left => point.y,
            Heading::Up | Heading::Down => point.x,
        };
        let end = self.before.cells.iter().find(|cell| {
            matches!(cell.kind, CellKind::TrackEnd { seat: owner, .. } if owner == seat)
                && across(cell.at) == across(at)
        });
        end.and_then(|cell| cell.name.split(' ').next()).unwrap_or("").to_owned()
    }

    /// Number One: a peg is known by its player and its size. One that has moved may be taken off at once with the others.
    fn pegs(&self) -> Vec<Event> {
        let mut events = Vec::new();
        if let (Some((piece, old)), [from, to]) = (self.moved_peg(), &self.after.marks[..]) {
            let Shape::Peg { seat, size, upright, .. } = old.shape else { return events };
            let args: [&dyn Display; 5] =
                [&self.seat(seat), &size, &self.cell(from.cell), &self.cell(to.cell), &peg_letter(size)];
            let becomes = find_peg(&self.after, seat, size);
            let path = self.peg_path(from.cell, to.cell);
            let said = Sentence::of(&STEPS, args);
            let seat = Some(seat.index());
            events.push(Event { seat, path, over: Vec::new(), piece: Some(piece), becomes, said });
            let lands = if has_token(&self.before, to.cell) {
                Some(&SINKS_TOKEN)
            } else {
                upright.then_some(&TURNS_OVER)
            };
            events.extend(lands.map(|phrase| self.in_place(phrase, self.mover, to.cell, becomes)));
        }
        for (i, new) in self.after.pieces.iter().enumerate() {
            let Shape::Peg { seat, size, .. } = new.shape else { continue };
            if find_peg(&self.before, seat, size).is_none() {
                let args: [&dyn Display; 4] =
                    [&self.seat(seat), &size, &self.cell(new.cell), &peg_letter(size)];
                let said = Sentence::of(&SETS_UP, args);
                let (seat_number, path) = (Some(seat.index()), vec![new.cell]);
                events.push(Event { seat: seat_number, path, becomes: Some(i), said, ..Event::default() });
                events.push(self.in_place(&SINKS_TOKEN, seat, new.cell, Some(i)));
            }
        }
        events.extend(self.pegs_taken_off());
        events
    }

    /// The peg the move is about; `None` in the set-up.
    fn moved_peg(&self) -> Option<(usize, &Piece)> {
        let from = self.after.marks.first()?.cell;
        self.before.pieces.iter().enumerate().find(|(_, piece)| piece.cell == from)
    }

    fn in_place(&self, phrase: &'static Reason, seat: Seat, cell: usize, becomes: Option<usize>) -> Event {
        let said = Sentence::of(phrase, [&self.cell(cell)]);
        Event { seat: Some(seat.index()), path: vec![cell], becomes, said, ..Event::default() }
    }

    fn pegs_taken_off(&self) -> Vec<Event> {
        let mut events = Vec::new();
        let moved = self.moved_peg().map(|(i, _)| i);
        for (i, old) in self.before.pieces.iter().enumerate() {
            let Shape::Peg { seat, size, .. } = old.shape else { continue };
            if find_peg(&self.after, seat, size).is_some() {
                continue;
            }
            let cell = if moved == Some(i) {
                self.after.marks.last().map_or(old.cell, |to| to.cell)
            } else {
                old.cell
            };
            let args: [&dyn Display; 4] = [&self.seat(seat), &size, &self.cell(cell), &peg_letter(size)];
            let said = Sentence::of(&DROPS_OUT, args);
            events.push(Event {
                seat: Some(seat.index()),
                path: vec![cell],
                piece: Some(i),
                said,
                ..Event::default()
            });
        }
        let gone_before = out(self.game).len();
        for gone in out(self.next).into_iter().skip(gone_before) {
            let said = Sentence::of(&GOES_OUT, [&self.seat_number(gone.seat), &gone.place]);
            events.push(Event { seat: Some(gone.seat), said, ..Event::default() });
        }
        events
    }

    /// NO-6: the way round other pegs.
    fn peg_path(&self, from: usize, to: usize) -> Vec<usize> {
        let path = in_own_type::<NumberOne>(self.game).and_then(|position| {
            let Ok(Move::Peg { size, to }) = position.read_move(self.text) else { return None };
            position.path(size, to)
        });
        path.map_or_else(|| vec![from, to], |holes| holes.iter().map(|hole| hole.index()).collect())
    }

    fn towers(&self) -> Vec<Event> {
        let [from, to] = self.after.marks[..] else { return Vec::new() };
        let (from, to) = (from.cell, to.cell);
        let at = |board: &Board, cell: usize| board.pieces.iter().position(|piece| piece.cell == cell);
        let path = straight(&self.before, from, to);
        let between = path.get(1..path.len().saturating_sub(1)).unwrap_or(&[]);
        let over = between.iter().copied().filter(|&cell| at(&self.before, cell).is_some()).collect();
        let seat = Some(self.mover.index());
        let becomes = at(&self.after, to);
        let said = Sentence::of(&JUMPS, [&self.seat(self.mover), &self.cell(from), &self.cell(to)]);
        let mut events =
            vec![Event { seat, path: path.clone(), over, piece: at(&self.before, from), becomes, said }];
        if let Some(Shape::Tower { height: height @ 2.., .. }) =
            becomes.and_then(|i| self.after.pieces.get(i)).map(|piece| piece.shape)
        {
            let said = Sentence::of(&STACKS, [&self.cell(to), &height, &self.seat(self.mover)]);
            events.push(Event { seat, path: vec![to], becomes, said, ..Event::default() });
        }
        let stuck = |game| in_own_type::<Peak>(game).and_then(|peak| peak.stuck());
        if let Some(stuck) = stuck(self.next) {
            let said = Sentence::of(&STUCK, [&self.seat(stuck), &self.seat(stuck.other_of_two())]);
            events.push(Event { seat: Some(stuck.index()), said, ..Event::default() });
        }
        events
    }

    fn dominoes(&self) -> Vec<Event> {
        let missing =
            |from: &Board, board: &Board| from.pieces.iter().position(|piece| !board.pieces.contains(piece));
        let (piece, becomes) = (missing(&self.before, &self.after), missing(&self.after, &self.before));
        let halves = |board: &Board, piece: Option<usize>| {
            let piece = board.pieces.get(piece?)?;
            let Shape::Domino { other, .. } = piece.shape else { return None };
            Some((piece.cell, other))
        };
        let Some((red, blue)) = halves(&self.after, becomes) else { return Vec::new() };
        let mover = self.seat(self.mover);
        let (path, said) = match halves(&self.before, piece) {
            Some((old_red, old_blue)) => {
                let args: [&dyn Display; 5] =
                    [&mover, &self.cell(old_red), &self.cell(old_blue), &self.cell(red), &self.cell(blue)];
                (vec![old_red, red], Sentence::of(&RELOCATES, args))
            }
            None => (vec![red], Sentence::of(&PLACES, [&mover, &self.cell(red), &self.cell(blue)])),
        };
        let seat = Some(self.mover.index());
        let mut events = vec![Event { seat, path, over: Vec::new(), piece, becomes, said }];
        for line in lines(&self.after) {
            // OP-6: only lines through a new half of their colour count.
            if !line.cells.contains(if line.seat == 0 { &red } else { &blue }) {
                continue;
            }
            let said = Sentence::of(&MAKES_LINE, [&self.seat_number(line.seat), &line.cells.len()]);
            events.push(Event { seat: Some(line.seat), path: line.cells, said, ..Event::default() });
        }
        events
    }
}

/// The letter that stands on the peg and in its moves.
fn peg_letter(size: u8) -> char {
    Size::ALL.into_iter().find(|peg| peg.distance() == size).map_or('?', Size::letter)
}

fn find_peg(board: &Board, seat: Seat, size: u8) -> Option<usize> {
    let is_it =
        |piece: &Piece| matches!(piece.shape, Shape::Peg { seat: s, size: z, .. } if (s, z) == (seat, size));
    board.pieces.iter().position(is_it)
}

fn has_token(board: &Board, cell: usize) -> bool {
    matches!(board.cells.get(cell).map(|cell| cell.kind), Some(CellKind::Hole { token: true }))
}

/// The cells from one to another on a straight line, both included.
fn straight(board: &Board, from: usize, to: usize) -> Vec<usize> {
    let (Some(a), Some(b)) = (board.cells.get(from), board.cells.get(to)) else { return vec![from, to] };
    let (a, b) = (a.at, b.at);
    let along = |p: Point| (p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y);
    let beside = |p: Point| (p.x - a.x) * (b.y - a.y) - (p.y - a.y) * (b.x - a.x);
    let way = board
        .cells
        .iter()
        .enumerate()
        .filter(|(_, cell)| beside(cell.at) == 0 && (0..=along(b)).contains(&along(cell.at)))
        .map(|(i, cell)| (along(cell.at), i));
    in_order(way).into_iter().map(|(_, cell)| cell).collect()
}
