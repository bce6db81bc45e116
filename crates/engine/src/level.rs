use crate::Value;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How strong the engine plays, 1 to 10.
///
/// A weaker level sees less far and judges less exactly: each move's value is off by something, as a person's is. It
/// never plays a move for no reason, so what it plays looks plausible, and what it overlooks is what lies deep or
/// makes little difference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What a level is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    /// Plies it looks ahead with two seats; `None`: as far as the nodes allow.
    pub(crate) depth: Option<u32>,
    /// Positions it looks at.
    pub(crate) nodes: Option<u64>,
    /// By how much, in thousandths of a clear advantage, its judgement is typically off.
    pub(crate) blur: f64,
}

impl Level {
    /// Full strength.
    pub const FULL: Level = Level(10);

    /// Level 1 to 10; `None` otherwise.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    pub(crate) fn sight(self) -> Sight {
        let (depth, nodes, blur) = match self.0 {
            1 => (Some(1), Some(1_000), 2_000.0),
            2 => (Some(1), Some(1_000), 900.0),
            3 => (Some(2), Some(2_000), 700.0),
            4 => (Some(2), Some(4_000), 350.0),
            5 => (Some(3), Some(8_000), 250.0),
            6 => (Some(4), Some(15_000), 150.0),
            7 => (Some(5), Some(30_000), 80.0),
            8 => (Some(7), Some(60_000), 30.0),
            9 => (None, Some(150_000), 0.0),
            _ => (None, None, 0.0),
        };
        Sight { depth, nodes, blur }
    }
}

/// What a blurred eye takes a value for: proven ends are seen as they are.
pub(crate) fn blurred(value: &Value, seat_share: f32, blur: f64, seed: u64) -> f64 {
    let exact = match value {
        Value::Shares { proven: false, .. } => f64::from(ludoteca_search::value_of_share(seat_share)),
        Value::Shares { proven: true, .. } => f64::from(seat_share) * 1e6,
        other => f64::from(other.rank()),
    };
    // The sum of a few even numbers is nearly a bell curve, and the same on every machine.
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let noise: f64 =
        (0..6).map(|_| f64::from(random.next_u32()) / f64::from(u32::MAX) - 0.5).sum::<f64>() * 1.414;
    exact + noise * blur
}
