use std::{
    fmt,
    ops::{Index, IndexMut},
};

/// A seat at the table, fixed for the whole game: Yellow is the first seat even when Red starts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The most seats any game has.
    pub const MAX: usize = 4;
    /// The seat that is numbered 0.
    pub const FIRST: Seat = Seat(0);
    /// The seat that is numbered 1.
    pub const SECOND: Seat = Seat(1);

    /// The seat with this number, counted from 0; `None` from 4 on.
    #[must_use]
    pub const fn new(number: u8) -> Option<Seat> {
        if number < Self::MAX as u8 { Some(Seat(number)) } else { None }
    }

    /// The seats of a game for `count` players, in order.
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..count.min(Self::MAX as u8)).map(Seat)
    }

    /// The seat's number, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other seat of a game for two.
    #[must_use]
    pub const fn other_of_two(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}

/// One value for each seat in play, indexed by [`Seat`], never by a bare number.
///
/// Slots of absent seats hold the default value, so that derived equality is right.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PerSeat<T> {
    slots: [T; Seat::MAX],
    seats: u8,
}

impl<T: Copy + Default> PerSeat<T> {
    /// A value for each of `seats` seats (at most four).
    pub fn new(seats: u8, mut value: impl FnMut(Seat) -> T) -> Self {
        let mut slots = [T::default(); Seat::MAX];
        for seat in Seat::all(seats) {
            slots[seat.index()] = value(seat);
        }
        PerSeat { slots, seats: seats.min(Seat::MAX as u8) }
    }

    /// How many seats are in play.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Seats and values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Seat, T)> + '_ {
        Seat::all(self.seats).map(|seat| (seat, self.slots[seat.index()]))
    }

    /// The values alone, in the order of the seats.
    pub fn as_slice(&self) -> &[T] {
        &self.slots[..self.seats as usize]
    }
}

impl<T: fmt::Debug> fmt::Debug for PerSeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.slots[..self.seats as usize]).finish()
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.slots[seat.index() % Seat::MAX] // a seat is below it, but the compiler cannot know
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.slots[seat.index() % Seat::MAX]
    }
}

/// A final place: 1 is best.
pub type Place = u8;

/// Final places: 1 is best, equal numbers share a place. `1,1` is a draw, `1,2` a win, `2,1,3` a ranking.
pub type Standing = PerSeat<Place>;

impl Standing {
    /// Two seats, one of which won.
    #[must_use]
    pub fn win_of_two(winner: Seat) -> Standing {
        Standing::new(2, |seat| if seat == winner { 1 } else { 2 })
    }

    /// All seats share the first place.
    #[must_use]
    pub fn draw(seats: u8) -> Standing {
        Standing::new(seats, |_| 1)
    }

    /// The seat in first place; `None` when several share it.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        let mut first = self.iter().filter(|&(_, place)| place == 1);
        match (first.next(), first.next()) {
            (Some((seat, _)), None) => Some(seat),
            _ => None,
        }
    }
}
