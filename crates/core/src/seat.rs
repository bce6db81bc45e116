use std::{
    fmt,
    ops::{Index, IndexMut},
};

/// A player's place in a game, fixed from start to finish: Yellow is the first seat even if Red starts.
///
/// In JSON it is its index.
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "u8"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

#[cfg(feature = "serde")]
impl serde::Serialize for Seat {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Seat {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Seat::new(number).ok_or_else(|| serde::de::Error::custom("a seat is a number from 0 to 3"))
    }
}

impl Seat {
    /// The maximum number of seats in any game.
    pub const MAX: usize = 4;
    /// The seat with index 0.
    pub const FIRST: Seat = Seat(0);
    /// The seat with index 1.
    pub const SECOND: Seat = Seat(1);

    /// The seat with this index; `None` from 4 on.
    #[must_use]
    pub const fn new(number: u8) -> Option<Seat> {
        if number < Self::MAX as u8 { Some(Seat(number)) } else { None }
    }

    /// All seats of a game for `count` players, in order.
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..count.min(Self::MAX as u8)).map(Seat)
    }

    /// The seat's index, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opponent in a two-player game.
    #[must_use]
    pub const fn other_of_two(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}

/// One value per seat in play, indexed by [`Seat`] rather than by a bare number.
///
/// Slots of unused seats hold the default value, so that derived equality is correct.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PerSeat<T> {
    slots: [T; Seat::MAX],
    seats: u8,
}

impl<T: Copy + Default> PerSeat<T> {
    /// Creates a value for each of `seats` seats (at most four).
    pub fn new(seats: u8, mut value: impl FnMut(Seat) -> T) -> Self {
        let mut slots = [T::default(); Seat::MAX];
        for seat in Seat::all(seats) {
            slots[seat.index()] = value(seat);
        }
        PerSeat { slots, seats: seats.min(Seat::MAX as u8) }
    }

    /// The number of seats in play.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Seats and their values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Seat, T)> + '_ {
        Seat::all(self.seats).map(|seat| (seat, self.slots[seat.index()]))
    }

    /// The values without seats, in seat order.
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
        &self.slots[seat.index() % Seat::MAX] // always in bounds, but the compiler cannot prove it
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.slots[seat.index() % Seat::MAX]
    }
}

/// A final place; 1 is best.
pub type Place = u8;

/// Final places; 1 is best, and equal numbers share a place. `1,1` is a draw, `1,2` a win for the first seat,
/// `2,1,3` a ranking.
pub type Standing = PerSeat<Place>;

impl Standing {
    /// The standing of a two-player game won by `winner`.
    #[must_use]
    pub fn win_of_two(winner: Seat) -> Standing {
        Standing::new(2, |seat| if seat == winner { 1 } else { 2 })
    }

    /// A draw: all seats share first place.
    #[must_use]
    pub fn draw(seats: u8) -> Standing {
        Standing::new(seats, |_| 1)
    }

    /// The seat in first place; `None` if several seats share it.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        let mut first = self.iter().filter(|&(_, place)| place == 1);
        match (first.next(), first.next()) {
            (Some((seat, _)), None) => Some(seat),
            _ => None,
        }
    }
}
