//! Search for three and four seats, treated as two sides: one against all others.

use crate::{AlphaBeta, Answer, Evaluate, Limits, MOST, Outcome, Stop, Value, shares, value_of_share};
use ludoteca_core::{PerSeat, Position, Seat, Standing, Status};
use std::ops::ControlFlow;

/// Paranoid search: assumes that all others play together against the seat to act at the root. Searches
/// deeper than [`MaxN`](crate::MaxN), because alpha-beta prunes.
#[derive(Debug, Default)]
pub struct Paranoid {
    alpha_beta: AlphaBeta,
}

impl Paranoid {
    /// Creates a search whose table takes `table_bytes` bytes.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Paranoid { alpha_beta: AlphaBeta::new(table_bytes) }
    }

    /// Searches `position` like [`AlphaBeta::search`]. With more than two seats a proven win is real: first
    /// place against all others. A loss holds only under the paranoid assumption and is reported as an
    /// estimate. Places between first and last count as half.
    pub fn search<P: Position, E: Evaluate<P> + ?Sized>(
        &mut self,
        position: &P,
        history: &[P],
        evaluate: &E,
        limits: &Limits,
        stop: Stop<'_>,
        report: &mut dyn FnMut(&Answer<P::Move>),
    ) -> Answer<P::Move> {
        let Status::ToAct(one) = position.status() else {
            return Answer { lines: Vec::new(), nodes: 0, depth: 0 };
        };
        let seats = position.seats();
        let against = |position: &P| Against { position: position.clone(), one };
        let history: Vec<_> = history.iter().map(against).collect();
        let mut report = |answer: &Answer<P::Move>| report(&as_feared(answer.clone(), seats));
        let evaluate = View(evaluate);
        let answer =
            self.alpha_beta.search(&against(position), &history, &evaluate, limits, stop, &mut report);
        as_feared(answer, seats)
    }
}

fn as_feared<M>(mut answer: Answer<M>, seats: u8) -> Answer<M> {
    for line in &mut answer.lines {
        match line.value {
            Value::Proven { result: Outcome::Loss, .. } if seats > 2 => line.value = Value::Estimate(-MOST),
            Value::Proven { result: Outcome::Draw, .. } if seats > 2 => line.value = Value::Estimate(0),
            _ => {}
        }
    }
    answer
}

/// The position as a game of two: the first seat is the root's seat, the second all others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Against<P> {
    position: P,
    one: Seat,
}

impl<P: Position> Against<P> {
    fn standing(&self, standing: &Standing) -> Standing {
        match shares(standing)[self.one] {
            share if share >= 1.0 => Standing::win_of_two(Seat::FIRST),
            share if share <= 0.0 => Standing::win_of_two(Seat::SECOND),
            _ => Standing::draw(2),
        }
    }
}

impl<P: Position> Position for Against<P> {
    type Rules = P::Rules;
    type Move = P::Move;

    fn start(rules: &P::Rules) -> Self {
        let position = P::start(rules);
        let one = match position.status() {
            Status::ToAct(seat) => seat,
            Status::Over(_) => Seat::FIRST,
        };
        Against { position, one }
    }

    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn status(&self) -> Status {
        match self.position.status() {
            Status::ToAct(seat) if seat == self.one => Status::ToAct(Seat::FIRST),
            Status::ToAct(_) => Status::ToAct(Seat::SECOND),
            Status::Over(standing) => Status::Over(self.standing(&standing)),
        }
    }

    #[inline]
    fn try_for_each_move<B>(&self, visit: impl FnMut(P::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.position.try_for_each_move(visit)
    }

    #[inline]
    fn for_each_move(&self, visit: impl FnMut(P::Move)) {
        self.position.for_each_move(visit);
    }

    #[inline]
    fn for_each_child(&self, mut visit: impl FnMut(P::Move, Self)) {
        self.position.for_each_child(|m, position| visit(m, Against { position, one: self.one }));
    }

    #[inline]
    fn play_unchecked(&mut self, m: P::Move) {
        self.position.play_unchecked(m);
    }

    fn third_occurrence(&self) -> Option<Standing> {
        self.position.third_occurrence().map(|standing| self.standing(&standing))
    }
}

/// The maximising seat's share on any turn: `Evaluate::value` would refer to another seat at every ply.
struct View<'a, E: ?Sized>(&'a E);

impl<P: Position, E: Evaluate<P> + ?Sized> Evaluate<Against<P>> for View<'_, E> {
    #[inline]
    fn value(&self, against: &Against<P>) -> i32 {
        let value = value_of_share(self.0.shares(&against.position)[against.one]);
        if against.position.status() == Status::ToAct(against.one) { value } else { -value }
    }

    fn shares(&self, against: &Against<P>) -> PerSeat<f32> {
        let own = self.0.shares(&against.position)[against.one];
        PerSeat::new(2, |seat| if seat == Seat::FIRST { own } else { 1.0 - own })
    }

    #[inline]
    fn order(&self, against: &Against<P>, m: P::Move) -> i32 {
        self.0.order(&against.position, m)
    }
}
