//! The moves played in a position and their results, and the games that reached it, packed into bytes;
//! docs/archive.md describes the format.

use std::collections::BTreeMap;

/// The key of the position after a move; [`NO_MOVE`] where the game ended or a seat left.
pub type After = u64;
/// The game ended here.
pub const NO_MOVE: After = 0;
/// The number of games in a full pack.
pub const PACK: usize = 64;

/// Bands of 200 rating points: 0 is unknown, 1 is below 1000, 9 is 2400 and above.
#[must_use]
pub fn band(rating: Option<i64>) -> u8 {
    match rating {
        None => 0,
        Some(rating) => ((rating - 800).div_euclid(200) + 1).clamp(1, 9) as u8,
    }
}

/// Games of the same speed and rating band are counted together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Class {
    /// Its index in the list of speeds.
    pub speed: u8,
    pub band: u8,
}

/// Results of games for the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Came first, without a tie.
    pub wins: u64,
    /// Shared the first place.
    pub draws: u64,
    pub losses: u64,
    /// The sum of its places.
    pub places: u64,
    /// The sum of the games' known ratings.
    pub ratings: u64,
}

impl Tally {
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub fn add(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.places += other.places;
        self.ratings += other.ratings;
    }
}

/// Statistics of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts(pub BTreeMap<(After, Class), Tally>);

impl Counts {
    /// Decodes the output of [`pack`](Counts::pack); `None` if it is damaged.
    #[must_use]
    pub fn read(mut bytes: &[u8]) -> Option<Counts> {
        let mut counts = BTreeMap::new();
        while !bytes.is_empty() {
            let (after, rest) = bytes.split_first_chunk::<8>()?;
            let (class, rest) = rest.split_first()?;
            bytes = rest;
            let mut next = || number(&mut bytes);
            let (wins, draws, losses) = (next()?, next()?, next()?);
            let tally = Tally { wins, draws, losses, places: next()?, ratings: next()? };
            counts.insert((u64::from_le_bytes(*after), Class { speed: class >> 4, band: class & 15 }), tally);
        }
        Some(Counts(counts))
    }

    /// Encodes the counts as bytes, deterministically.
    #[must_use]
    pub fn pack(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16 * self.0.len());
        for ((after, class), tally) in &self.0 {
            bytes.extend(after.to_le_bytes());
            bytes.push(class.speed << 4 | class.band);
            for value in [tally.wins, tally.draws, tally.losses, tally.places, tally.ratings] {
                push_number(&mut bytes, value);
            }
        }
        bytes
    }
}

/// Decodes ascending game numbers.
#[must_use]
pub fn read_games(mut bytes: &[u8]) -> Option<Vec<u64>> {
    let (mut games, mut last) = (Vec::new(), 0);
    while !bytes.is_empty() {
        last += number(&mut bytes)?;
        games.push(last);
    }
    Some(games)
}

/// Encodes ascending numbers as the differences between neighbours.
#[must_use]
pub fn pack_games(games: &[u64]) -> Vec<u8> {
    let (mut bytes, mut last) = (Vec::with_capacity(4 * games.len()), 0);
    for game in games {
        push_number(&mut bytes, game - last);
        last = *game;
    }
    bytes
}

/// Seven bits per byte, lowest first; the eighth bit means that more follow.
fn push_number(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (mut value, mut shift) = (0, 0);
    loop {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(value);
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_counts_are_read_back() {
        let tally = Tally { wins: 1, draws: 0, losses: 300, places: 601, ratings: 70_000_000 };
        let class = Class { speed: 5, band: 9 };
        let counts = Counts([((7, class), tally), ((u64::MAX, class), Tally::default())].into());
        assert_eq!(Counts::read(&counts.pack()), Some(counts.clone()));
        assert_eq!(Counts::read(&counts.pack()[..12]), None);
        let games = [1, 2, 500, 1 << 40];
        assert_eq!(read_games(&pack_games(&games)).unwrap(), games);
        assert_eq!(read_games(&[0x80]), None);
        assert_eq!(read_games(&[0xff; 12]), None);
    }

    #[test]
    fn bands_are_200_wide() {
        let bands = [None, Some(-5), Some(999), Some(1000), Some(1199), Some(2399), Some(2400), Some(9999)];
        assert_eq!(bands.map(band), [0, 1, 1, 2, 2, 8, 9, 9]);
    }
}
