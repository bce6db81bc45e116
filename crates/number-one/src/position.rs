use crate::{
    Arrangement, Hole, Move, Rules, Size,
    field::{Field, Holes, start_holes},
    moves::Sizes,
    reach::{REACH_INNER, REACH_WHOLE, Reach, Set},
};
use ludoteca_core::{Departure, PerSeat, Position, Seat, Standing, Status};
use std::{
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

/// A position of Number One: set-up, play or finished. Always settled (NO-13).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NumberOne {
    /// Tokens that are still visible.
    tokens: Holes,
    /// All holes with pegs. Redundant with `sides`, but kept because every query about moves needs it.
    pegs: Holes,
    sides: PerSeat<Side>,
    /// The winner if the game is over.
    to_act: Seat,
    /// The pegs that the player to act has moved this turn (NO-4).
    moved: Sizes,
    out: Out,
}

/// The players who are out, in order of elimination (NO-12): two bits for each of at most three, then two
/// bits for their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Out(u8);

impl Out {
    #[inline]
    const fn count(self) -> u8 {
        self.0 >> 6
    }

    const fn push(&mut self, seat: Seat) {
        self.0 = (self.0 | (seat.index() as u8) << (2 * self.count())) + (1 << 6);
    }

    fn iter(self) -> impl Iterator<Item = Seat> {
        (0..self.count()).filter_map(move |i| Seat::new(self.0 >> (2 * i) & 3))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Side {
    /// The holes of the pegs, by size.
    pegs: [Option<Hole>; 3],
    /// The pegs on the board that have been turned over (NO-7).
    turned: Sizes,
}

/// Hashes the same data as the derived impl, but as a single word: searches hash every position they visit.
impl Hash for Side {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [small, medium, large] = self.pegs.map(|hole| hole.map_or(u8::MAX, |hole| hole.index() as u8));
        state.write_u32(u32::from_le_bytes([small, medium, large, self.turned.bits()]));
    }
}

impl Side {
    /// NO-10: a player with a small peg is in the game.
    #[inline]
    fn is_in(&self) -> bool {
        self.pegs[Size::Small as usize].is_some()
    }

    #[inline]
    fn on_board(&self) -> Sizes {
        Sizes::new(self.pegs.map(|hole| hole.is_some()))
    }
}

/// A peg on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Peg {
    /// The hole where the peg stands.
    pub hole: Hole,
    /// Whether it has been turned over and may therefore land only on tokens (NO-7).
    pub turned: bool,
}

impl NumberOne {
    pub(crate) fn set_up(players: u8) -> Self {
        NumberOne {
            tokens: Field::of(players).all,
            pegs: 0,
            sides: PerSeat::new(players, |_| Side::default()),
            to_act: Seat::FIRST,
            moved: Sizes::default(),
            out: Out::default(),
        }
    }

    /// A position of a running game. The parts must be consistent, and the position must be settled or over;
    /// see [`can_move`](Self::can_move).
    pub(crate) fn in_play(
        tokens: Holes,
        pegs: &[(Seat, Size, Peg)],
        out: &[Seat],
        players: u8,
        turn: (Seat, Sizes),
    ) -> Self {
        let (to_act, moved) = turn;
        let mut position = NumberOne { tokens, to_act, moved, ..NumberOne::set_up(players) };
        for &(seat, size, peg) in pegs {
            let side = &mut position.sides[seat];
            side.pegs[size as usize] = Some(peg.hole);
            if peg.turned {
                side.turned.insert(size);
            }
            position.pegs |= peg.hole.bit();
        }
        for &seat in out {
            position.out.push(seat);
        }
        position
    }

    /// The player to act; in a finished game, the winner.
    #[must_use]
    pub fn player(&self) -> Seat {
        self.to_act
    }

    /// A player's peg; `None` if it is not on the board.
    #[must_use]
    #[inline]
    pub fn peg(&self, seat: Seat, size: Size) -> Option<Peg> {
        let side = &self.sides[seat];
        side.pegs[size as usize].map(|hole| Peg { hole, turned: side.turned.contains(size) })
    }

    /// The pegs on the board, by player and size.
    pub fn pegs(&self) -> impl Iterator<Item = (Seat, Size, Peg)> + '_ {
        Seat::all(self.seats())
            .flat_map(|seat| Size::ALL.map(|size| (seat, size)))
            .filter_map(|(seat, size)| Some((seat, size, self.peg(seat, size)?)))
    }

    /// Whether the hole still contains its token.
    #[must_use]
    pub fn has_token(&self, hole: Hole) -> bool {
        self.tokens & hole.bit() != 0
    }

    /// The holes with tokens as bits: bit `n + 1` is the hole with [index](Hole::index) `n`. For fast
    /// evaluation.
    #[must_use]
    #[inline]
    pub fn tokens(&self) -> u128 {
        self.tokens
    }

    /// The holes with pegs, as bits in the layout of [`tokens`](Self::tokens).
    #[must_use]
    #[inline]
    pub fn peg_holes(&self) -> u128 {
        self.pegs
    }

    /// Whether the player to act has already moved this peg this turn (NO-4).
    #[must_use]
    pub fn has_moved(&self, size: Size) -> bool {
        self.moved.contains(size)
    }

    /// The pegs that the player to act has moved this turn (NO-4).
    pub(crate) fn moved(&self) -> Sizes {
        self.moved
    }

    /// The players who are out, in order of elimination (NO-12).
    pub fn players_out(&self) -> impl Iterator<Item = Seat> {
        self.out.iter()
    }

    /// Whether the player to act has yet to arrange their pegs (NO-3).
    #[must_use]
    #[inline]
    pub fn is_set_up(&self) -> bool {
        !self.sides[self.to_act].is_in()
    }

    pub(crate) fn field(&self) -> &'static Field {
        Field::of(self.seats())
    }

    /// NO-12: only one player is left.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.out.count() + 1 == self.seats()
    }

    pub(crate) fn has_peg(&self, hole: Hole) -> bool {
        self.pegs & hole.bit() != 0
    }

    /// Whether a peg of this size can move from one hole to the other, ignoring what the target contains
    /// (NO-5, NO-6).
    pub(crate) fn can_come_to(&self, from: Hole, size: Size, to: Hole) -> bool {
        if self.on_whole_field() {
            REACH_WHOLE.from(from, size, self.pegs) & to.bit() != 0
        } else {
            Holes::from(REACH_INNER.from(from, size, self.pegs as u64)) & to.bit() != 0
        }
    }

    /// NO-1: whether all 91 holes are in play.
    #[inline]
    fn on_whole_field(&self) -> bool {
        self.seats() == 4
    }

    /// The possible landings of each peg that the player to act has not moved this turn (NO-5 to NO-7); empty
    /// in a finished game.
    #[inline]
    fn landings<S: Set, const N: usize>(&self, reach: &Reach<S, N>) -> [S; 3] {
        let mut all = [S::EMPTY; 3];
        if !self.is_over() {
            for size in self.waiting().iter() {
                if let Some(hole) = self.sides[self.to_act].pegs[size as usize] {
                    let reached = reach.from(hole, size, S::narrow(self.pegs));
                    all[size as usize] = reached & self.allowed(size);
                }
            }
        }
        all
    }

    /// NO-7: the holes on which this peg of the player to act may land, considering only tokens.
    #[inline]
    fn allowed<S: Set>(&self, size: Size) -> S {
        if self.sides[self.to_act].turned.contains(size) { S::narrow(self.tokens) } else { !S::EMPTY }
    }

    #[inline]
    fn visit<S: Set, const N: usize, B>(
        &self,
        reach: &Reach<S, N>,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (size, mut landings) in Size::ALL.into_iter().zip(self.landings(reach)) {
            while let Some(to) = landings.lowest() {
                visit(Move::Peg { size, to })?;
                landings = landings.without_lowest();
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn pick<S: Set, const N: usize>(&self, reach: &Reach<S, N>, random: u32) -> Option<Move> {
        let all = self.landings(reach);
        let [small, medium, large] = all.map(S::count);
        let n = ((u64::from(random) * u64::from(small + medium + large)) >> 32) as u32;
        let size = usize::from(n >= small) + usize::from(n >= small + medium);
        let to = all[size].nth(n - [0, small, small + medium][size])?;
        Some(Move::Peg { size: Size::ALL[size], to })
    }

    /// The pegs that the player to act has yet to move this turn (NO-4).
    #[inline]
    pub(crate) fn waiting(&self) -> Sizes {
        self.sides[self.to_act].on_board().without(self.moved)
    }

    /// Whether any of these pegs of the player to act can move (NO-9).
    #[inline]
    pub(crate) fn can_move(&self, waiting: Sizes) -> bool {
        if self.on_whole_field() {
            self.can_move_by(&REACH_WHOLE, waiting)
        } else {
            self.can_move_by(&REACH_INNER, waiting)
        }
    }

    #[inline]
    fn can_move_by<S: Set, const N: usize>(&self, reach: &Reach<S, N>, waiting: Sizes) -> bool {
        waiting.iter().any(|size| {
            self.sides[self.to_act].pegs[size as usize]
                .is_some_and(|hole| reach.any_of(self.allowed(size), hole, size, S::narrow(self.pegs)))
        })
    }

    fn arrange(&mut self, arrangement: Arrangement) {
        let holes = start_holes(self.seats(), self.to_act);
        for (hole, size) in holes.into_iter().zip(arrangement.sizes()) {
            self.sides[self.to_act].pegs[size as usize] = Some(hole);
            self.tokens &= !hole.bit();
            self.pegs |= hole.bit();
        }
        self.to_act = self.seat_after(self.to_act);
    }

    /// The next seat clockwise, even if it is out.
    #[inline]
    fn seat_after(&self, seat: Seat) -> Seat {
        let next = seat.index() as u8 + 1;
        if next < self.seats() { Seat::new(next).unwrap_or(Seat::FIRST) } else { Seat::FIRST }
    }

    /// NO-13: passes over seats until one can decide or the game is over.
    #[inline]
    fn settle(&mut self) {
        loop {
            let waiting = self.waiting();
            if !waiting.is_empty() {
                if self.can_move(waiting) {
                    return;
                }
                self.leave(waiting);
            }
            self.pass_on();
            if self.is_over() {
                return;
            }
        }
    }

    /// Passes the turn to the next player still in the game.
    #[inline]
    fn pass_on(&mut self) {
        self.moved = Sizes::default();
        self.to_act = self.seat_after(self.to_act);
        while !self.sides[self.to_act].is_in() {
            self.to_act = self.seat_after(self.to_act);
        }
    }

    /// NO-9: removes these pegs of the player to act. NO-10: if they include the small peg, removes the
    /// others too.
    #[cold]
    fn leave(&mut self, blocked: Sizes) {
        let player_goes = blocked.contains(Size::Small);
        for size in Size::ALL {
            if player_goes || blocked.contains(size) {
                self.take_off(self.to_act, size);
            }
        }
        if player_goes {
            self.out.push(self.to_act);
        }
    }

    /// NO-14: removes all pegs of a player who leaves the game, and advances to the next decision.
    fn without(&self, leaver: Seat) -> Self {
        let mut rest = self.clone();
        for size in Size::ALL {
            rest.take_off(leaver, size);
        }
        rest.out.push(leaver);
        if rest.to_act == leaver {
            rest.pass_on();
        }
        if rest.is_over() {
            // A finished position has the winner as the player to act, with no pegs moved.
            rest.moved = Sizes::default();
            while !rest.sides[rest.to_act].is_in() {
                rest.to_act = rest.seat_after(rest.to_act);
            }
        } else {
            rest.settle();
        }
        rest
    }

    fn take_off(&mut self, seat: Seat, size: Size) {
        let side = &mut self.sides[seat];
        if let Some(hole) = side.pegs[size as usize].take() {
            self.pegs &= !hole.bit();
            side.turned.remove(size);
        }
    }
}

impl Position for NumberOne {
    type Rules = Rules;
    type Move = Move;

    fn start(rules: &Rules) -> Self {
        NumberOne::set_up(rules.players.unwrap_or_default().number())
    }

    #[inline]
    fn seats(&self) -> u8 {
        self.sides.seats()
    }

    #[inline]
    fn status(&self) -> Status {
        if !self.is_over() {
            return Status::ToAct(self.to_act);
        }
        // NO-12: players who went out later rank higher.
        let mut standing = Standing::new(self.seats(), |_| 1);
        for (seat, place) in self.out.iter().zip((2..=self.seats()).rev()) {
            standing[seat] = place;
        }
        Status::Over(standing)
    }

    #[inline]
    fn try_for_each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_set_up() {
            return Arrangement::ALL
                .into_iter()
                .try_for_each(|arrangement| visit(Move::Arrange(arrangement)));
        }
        if self.on_whole_field() { self.visit(&REACH_WHOLE, visit) } else { self.visit(&REACH_INNER, visit) }
    }

    #[inline(always)] // keeps the position in registers in loops of random plies
    fn play_unchecked(&mut self, m: Move) {
        match m {
            Move::Arrange(arrangement) => self.arrange(arrangement),
            Move::Peg { size, to } => {
                let side = &mut self.sides[self.to_act];
                if let Some(from) = side.pegs[size as usize].replace(to) {
                    self.pegs = self.pegs & !from.bit() | to.bit();
                }
                // NO-7: sinks the token or turns the peg over.
                if self.tokens & to.bit() == 0 {
                    side.turned.insert(size);
                }
                self.tokens &= !to.bit();
                self.moved.insert(size);
                self.settle();
                debug_assert_eq!(self.pegs, self.pegs().fold(0, |holes, (.., peg)| holes | peg.hole.bit()));
            }
        }
    }

    /// After set-up, of the images in which the first player is to act, the one with the smallest text.
    fn canonical(&self) -> Self {
        self.smallest_image().unwrap_or_else(|| self.clone())
    }

    /// Makes no sense during set-up, or if the next player would lose pegs (NO-9).
    fn after_null_move(&self) -> Option<Self> {
        if self.is_set_up() || self.is_over() {
            return None;
        }
        let mut next = self.clone();
        next.pass_on();
        next.can_move(next.waiting()).then_some(next)
    }

    /// NO-4: whether the turn has started but not ended.
    #[inline]
    fn is_mid_turn(&self) -> bool {
        self.moved != Sizes::default()
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.out.iter().any(|out| out == seat)
    }

    /// TB-3: leaving during set-up aborts the game. TB-1, NO-14: afterwards, the others continue or the last
    /// one wins.
    fn departure(&self, seat: Seat) -> Departure<Self> {
        if self.is_set_up() {
            Departure::Aborted
        } else if self.seats() == 2 {
            Departure::Over(Standing::win_of_two(seat.other_of_two()))
        } else if self.is_out(seat) {
            Departure::AlreadyOut
        } else {
            Departure::PlaysOn(self.without(seat))
        }
    }

    /// Every ply sinks a token or turns a peg over, so no position recurs.
    fn third_occurrence(&self) -> Option<Standing> {
        None
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.is_set_up() {
            return Arrangement::ALL.len();
        }
        let count = if self.on_whole_field() {
            self.landings(&REACH_WHOLE).map(Set::count)
        } else {
            self.landings(&REACH_INNER).map(Set::count)
        };
        count.iter().sum::<u32>() as usize
    }

    #[inline(always)] // keeps the position in registers in loops of random plies
    fn pick_move(&self, random: u32) -> Option<Move> {
        if self.is_set_up() {
            let n = (u64::from(random) * Arrangement::ALL.len() as u64) >> 32;
            return Arrangement::ALL.get(n as usize).copied().map(Move::Arrange);
        }
        if self.on_whole_field() { self.pick(&REACH_WHOLE, random) } else { self.pick(&REACH_INNER, random) }
    }
}
