//! The expected final score of each seat (PK-7): a least-squares fit to the results of self-play games, over
//! the features of both seats.

use super::COUNT;
use crate::{
    Features,
    weights::{Group, Weight, built_in, total},
};
use ludoteca_core::{Position, Seat, Status};
use ludoteca_peak::{DARK, LIGHT, PIECES, Peak};

/// Points for one unit of a feature of the seat itself, and of its rival, in thousandths.
pub const GROUPS: &[Group] = &[Group::table("own", COUNT / 2, 2), Group::table("rival", COUNT / 2, 2)];

static POINTS: [Weight; 2 * COUNT] =
    built_in(GROUPS, include_str!("../../../../data/weights/peak-score.txt"));
const _: () = assert!(total(GROUPS) == 2 * COUNT);

/// The final score of Light and of Dark: the true one if the game is over, otherwise the average for
/// positions like this.
#[must_use]
pub fn expected_score(position: &Peak) -> [f32; 2] {
    if let Status::Over(_) = position.status() {
        return [LIGHT, DARK].map(|seat| position.score(seat) as f32);
    }
    let features = features(position);
    [LIGHT, DARK].map(|seat| {
        let sum: f64 = seen_from(&features, seat).zip(POINTS).map(|(x, w)| x * f64::from(w) / 1000.0).sum();
        sum.clamp(0.0, PIECES as f64) as f32
    })
}

/// The features of both seats, in units.
#[must_use]
pub fn features(position: &Peak) -> [[f64; COUNT]; 2] {
    let mut features = [[0.0; COUNT]; 2];
    position.visit(|seat, feature, amount| {
        features[seat.index() % 2][feature] += f64::from(amount) / f64::from(Peak::UNIT);
    });
    features
}

/// The seat's own features, then its rival's.
pub fn seen_from(features: &[[f64; COUNT]; 2], seat: Seat) -> impl Iterator<Item = f64> {
    let [own, rival] = [seat, seat.other_of_two()].map(|seat| features[seat.index() % 2]);
    own.into_iter().chain(rival)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_core::Notation;
    use ludoteca_peak::Rules;

    #[test]
    fn a_finished_game_has_its_own_score() {
        let rules = Rules::default();
        let mut position = Peak::start(&rules);
        let mut bits = 1u32;
        while let Some(m) = position.pick_move(bits) {
            position.play_unchecked(m);
            bits = bits.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        }
        let [light, dark] = expected_score(&position);
        assert_eq!([light, dark], [LIGHT, DARK].map(|seat| position.score(seat) as f32));
        assert!(light + dark > 0.0);
    }

    #[test]
    fn the_first_position_is_about_level() {
        let level = Peak::start(&Rules::default());
        let text = level.position_text();
        let [light, dark] = expected_score(&level);
        assert!((light - dark).abs() < 6.0, "{text}: {light} to {dark}");
        assert!(light + dark > 10.0 && light + dark <= 36.0, "{text}: {light} to {dark}");
    }
}
