//! Rating changes after finished games.

use crate::{Rating, rating::SCALE};
use skillratings::{
    MultiTeamOutcome, Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2, glicko2_rating_period},
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};
use std::cmp::Ordering;

/// A player of a rated game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Entrant {
    /// A player whose rating changes with the game.
    Rated {
        /// The rating after their last game.
        rating: Rating,
        /// The time since that game, in milliseconds.
        idle: u64,
    },
    /// A player with a measured rating that stays fixed.
    Fixed(Rating),
}

impl Entrant {
    /// The rating before the game.
    #[must_use]
    pub fn before(&self) -> Rating {
        match *self {
            Entrant::Rated { rating, idle } => rating.after_idling(idle),
            Entrant::Fixed(rating) => rating,
        }
    }
}

/// The beta parameter of Weng-Lin, chosen so that among players with well-known ratings 400 points mean ten
/// to one, as in games of two.
const BETA: f64 = SCALE / std::f64::consts::SQRT_2;

/// The ratings of all entrants after the games, which are rated as one period. Each game lists the places of
/// the entrants, with equal places for ties. Usually there is one game; two games of two players are a match
/// in which each player has had either seat. A missing place counts as the last.
#[must_use]
pub fn rated(entrants: &[Entrant], games: &[Vec<u8>]) -> Vec<Rating> {
    let before: Vec<Rating> = entrants.iter().map(Entrant::before).collect();
    let after = match (&before[..], games) {
        (_, []) => before.clone(),
        ([first, second], games) => of_two(*first, *second, games).to_vec(),
        (_, [places, ..]) => of_more(&before, places),
    };
    let kept = |(entrant, after): (&Entrant, Rating)| match entrant {
        Entrant::Rated { .. } => after,
        Entrant::Fixed(rating) => *rating,
    };
    entrants.iter().zip(after).map(kept).collect()
}

fn place(places: &[u8], entrant: usize) -> u8 {
    places.get(entrant).copied().unwrap_or(u8::MAX)
}

fn of_two(first: Rating, second: Rating, games: &[Vec<u8>]) -> [Rating; 2] {
    let (first, second): (Glicko2Rating, Glicko2Rating) = (first.into(), second.into());
    let outcome = |places: &Vec<u8>| match place(places, 0).cmp(&place(places, 1)) {
        Ordering::Less => Outcomes::WIN,
        Ordering::Equal => Outcomes::DRAW,
        Ordering::Greater => Outcomes::LOSS,
    };
    let config = Glicko2Config::default();
    if let [only] = games {
        let (first, second) = glicko2(&first, &second, &outcome(only), &config);
        return [first.into(), second.into()];
    }
    // One rating period with all games in it.
    let other = |outcome| match outcome {
        Outcomes::WIN => Outcomes::LOSS,
        Outcomes::DRAW => Outcomes::DRAW,
        Outcomes::LOSS => Outcomes::WIN,
    };
    let of_first: Vec<_> = games.iter().map(|places| (second, outcome(places))).collect();
    let of_second: Vec<_> = games.iter().map(|places| (first, other(outcome(places)))).collect();
    [
        glicko2_rating_period(&first, &of_first, &config).into(),
        glicko2_rating_period(&second, &of_second, &config).into(),
    ]
}

fn of_more(before: &[Rating], places: &[u8]) -> Vec<Rating> {
    // Glicko-2 widens a deviation by one step with each game. Weng-Lin does not, so its deviation would only
    // shrink.
    let came: Vec<[WengLinRating; 1]> = before
        .iter()
        .map(|rating| rating.widened(1.0))
        .map(|rating| [WengLinRating { rating: rating.value, uncertainty: rating.deviation }])
        .collect();
    let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = came
        .iter()
        .enumerate()
        .map(|(seat, own)| (&own[..], MultiTeamOutcome::new(usize::from(place(places, seat)))))
        .collect();
    let config = WengLinConfig { beta: BETA, ..WengLinConfig::default() };
    let after = weng_lin_multi_team(&ranked, &config);
    before
        .iter()
        .zip(after.into_iter().flatten())
        .map(|(before, after)| Rating { value: after.rating, deviation: after.uncertainty, ..*before })
        .collect()
}

/// The score of a seat in half points: two for each rival behind it, one for each tie.
#[must_use]
pub fn halves(places: &[u8], seat: usize) -> u32 {
    let own = place(places, seat);
    let against = |(other, place): (usize, &u8)| match own.cmp(place) {
        _ if other == seat => 0,
        Ordering::Less => 2,
        Ordering::Equal => 1,
        Ordering::Greater => 0,
    };
    places.iter().enumerate().map(against).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new() -> Entrant {
        Entrant::Rated { rating: Rating::NEW, idle: 0 }
    }

    #[test]
    fn scores_are_shares_of_rivals() {
        assert_eq!([0, 1].map(|seat| halves(&[1, 2], seat)), [2, 0]);
        assert_eq!([0, 1].map(|seat| halves(&[1, 1], seat)), [1, 1]);
        assert_eq!([0, 1, 2, 3].map(|seat| halves(&[2, 1, 2, 4], seat)), [3, 6, 3, 0]);
    }

    #[test]
    fn the_computer_keeps_its_rating() {
        let fixed = Rating { value: 1700.0, deviation: 30.0, volatility: 0.06 };
        let after = rated(&[new(), Entrant::Fixed(fixed)], &[vec![1, 2]]);
        assert_eq!(after[1], fixed);
        assert!(after[0].value > 1700.0 && after[0].deviation < 350.0, "{after:?}");
        let after = rated(&[Entrant::Fixed(fixed), new(), new()], &[vec![2, 1, 3]]);
        assert_eq!(after[0], fixed);
        assert!(after[1].value > 1500.0 && after[2].value < 1500.0, "{after:?}");
    }

    #[test]
    fn a_match_of_two_games_that_is_split_changes_no_number() {
        let after = rated(&[new(), new()], &[vec![1, 2], vec![2, 1]]);
        assert!(after.iter().all(|rating| (rating.value - 1500.0).abs() < 1e-9), "{after:?}");
        let once = rated(&[new(), new()], &[vec![1, 1]]);
        assert!(after[0].deviation < once[0].deviation, "two games tell more than one");
        let won = rated(&[new(), new()], &[vec![1, 2], vec![1, 2]]);
        assert!(won[0].value > 1500.0 && (won[0].value + won[1].value - 3000.0).abs() < 1e-6);
    }
}
