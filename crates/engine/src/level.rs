use crate::Value;
use ludoteca_catalog::GameId;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Playing strength, 1 to 10.
///
/// A weaker level sees less far and evaluates less accurately: each move's value is off by some error, as a
/// person's is. It never plays a move for no reason, so its moves look plausible, and it overlooks what lies
/// deep or makes little difference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The parameters of a level: how far it sees and how accurately it evaluates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sight {
    /// Plies it looks ahead; `None`: as far as the nodes allow.
    pub depth: Option<u32>,
    /// Positions it searches; `None`: as many as the time allows.
    pub nodes: Option<u64>,
    /// The typical error of its evaluation of a move, in thousandths of a clear advantage.
    pub blur: f64,
}

impl Sight {
    /// As far and as accurately as the engine can.
    pub const FULL: Sight = Sight { depth: None, nodes: None, blur: 0.0 };
}

impl Level {
    pub const FULL: Level = Level(10);

    /// The level with this number, 1 to 10; `None` for any other.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// The sight of this level in a game with this number of seats.
    #[must_use]
    pub fn sight(self, game: GameId, seats: u8) -> Sight {
        let levels = match (game, seats) {
            (GameId::Squadro, _) => &SQUADRO,
            (GameId::Peak, _) => &PEAK,
            (GameId::OnePieceForTwo, _) => &ONE_PIECE,
            (GameId::NumberOne, 2) => &NUMBER_ONE_OF_2,
            (GameId::NumberOne, 3) => &NUMBER_ONE_OF_3,
            (GameId::NumberOne, _) => &NUMBER_ONE_OF_4,
        };
        usize::from(self.0).checked_sub(1).and_then(|i| levels.get(i)).copied().unwrap_or(Sight::FULL)
    }
}

/// Levels 1 to 9.
type Levels = [Sight; 9];

const fn sight(depth: u32, nodes: u64, blur: u16) -> Sight {
    let depth = if depth == 0 { None } else { Some(depth) };
    Sight { depth, nodes: Some(nodes), blur: blur as f64 }
}

// Chosen so that the steps are about even: docs/levels.md has the ratings and how they are measured. A depth
// of 0 means no depth limit: as far as the nodes allow.
const SQUADRO: Levels = [
    sight(1, 1_000, 3700),
    sight(1, 1_000, 2300),
    sight(2, 1_000, 1700),
    sight(2, 1_000, 1050),
    sight(3, 2_000, 700),
    sight(4, 5_000, 350),
    sight(6, 15_000, 70),
    sight(7, 15_000, 0),
    sight(0, 40_000, 0),
];
const PEAK: Levels = [
    sight(1, 1_000, 2000),
    sight(1, 1_000, 1000),
    sight(2, 1_000, 700),
    sight(3, 2_000, 450),
    sight(3, 3_000, 220),
    sight(5, 15_000, 100),
    sight(6, 30_000, 20),
    sight(0, 30_000, 0),
    sight(0, 100_000, 0),
];
const ONE_PIECE: Levels = [
    sight(1, 1_000, 4000),
    sight(1, 1_000, 2200),
    sight(1, 1_000, 1000),
    sight(2, 1_000, 700),
    sight(3, 2_000, 400),
    sight(4, 4_000, 400),
    sight(4, 8_000, 150),
    sight(4, 10_000, 0),
    sight(0, 20_000, 0),
];
const NUMBER_ONE_OF_2: Levels = [
    sight(1, 1_000, 1500),
    sight(2, 1_000, 650),
    sight(3, 3_000, 300),
    sight(4, 5_000, 150),
    sight(5, 15_000, 80),
    sight(6, 30_000, 15),
    sight(7, 30_000, 0),
    sight(0, 30_000, 0),
    sight(0, 100_000, 0),
];
// A node is a playout here.
const NUMBER_ONE_OF_3: Levels = [
    sight(1, 50, 1800),
    sight(1, 50, 900),
    sight(0, 100, 650),
    sight(0, 150, 350),
    sight(0, 400, 180),
    sight(0, 1_000, 90),
    sight(0, 3_000, 20),
    sight(0, 8_000, 0),
    sight(0, 25_000, 0),
];
const NUMBER_ONE_OF_4: Levels = [
    sight(1, 50, 2000),
    sight(1, 50, 1200),
    sight(0, 100, 700),
    sight(0, 200, 450),
    sight(0, 400, 260),
    sight(0, 1_200, 100),
    sight(0, 3_000, 20),
    sight(0, 8_000, 0),
    sight(0, 25_000, 0),
];

/// A value with a random error; proven results are exact.
pub(crate) fn blurred(value: &Value, seat_share: f32, blur: f64, seed: u64) -> f64 {
    let exact = match value {
        Value::Shares { proven: false, .. } => f64::from(ludoteca_search::value_of_share(seat_share)),
        Value::Shares { proven: true, .. } => f64::from(seat_share) * 1e6,
        other => f64::from(other.rank()),
    };
    // The sum of a few uniform numbers is nearly a normal distribution, and the same on every machine.
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let noise: f64 =
        (0..6).map(|_| f64::from(random.next_u32()) / f64::from(u32::MAX) - 0.5).sum::<f64>() * 1.414;
    exact + noise * blur
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_sees_more_than_the_one_below_and_fits_a_phone() {
        for game in GameId::ALL {
            for seats in game.info().min_players..=game.info().max_players() {
                let sights: Vec<Sight> = Level::all().map(|level| level.sight(game, seats)).collect();
                for pair in sights.windows(2) {
                    let far = |sight: &Sight| sight.depth.unwrap_or(u32::MAX);
                    let many = |sight: &Sight| sight.nodes.unwrap_or(u64::MAX);
                    assert!(far(&pair[0]) <= far(&pair[1]), "{game} {seats} {pair:?}");
                    assert!(many(&pair[0]) <= many(&pair[1]), "{game} {seats} {pair:?}");
                    assert!(pair[0].blur >= pair[1].blur, "{game} {seats} {pair:?}");
                    assert_ne!(pair[0], pair[1], "{game} {seats}");
                }
                assert!(sights[..9].iter().all(|sight| sight.nodes.is_some_and(|nodes| nodes <= 150_000)));
                assert!(sights[2].nodes.is_some_and(|nodes| nodes <= 5_000));
                assert_eq!(sights[9], Sight::FULL);
            }
        }
    }

    #[test]
    fn a_blurred_eye_is_off_by_its_blur_and_not_about_proven_ends() {
        let seen: Vec<f64> =
            (0..4000).map(|seed| blurred(&Value::Estimate(300), 0.0, 100.0, seed) - 300.0).collect();
        let mean = seen.iter().sum::<f64>() / 4000.0;
        let deviation = (seen.iter().map(|x| x * x).sum::<f64>() / 4000.0).sqrt();
        assert!(mean.abs() < 6.0 && (deviation - 100.0).abs() < 5.0, "{mean} {deviation}");
        let win = Value::Proven { result: crate::Outcome::Win, plies: 3 };
        assert!((0..100).all(|seed| blurred(&win, 0.0, 4000.0, seed) > 1e9));
    }
}
