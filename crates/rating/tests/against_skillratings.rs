//! Ten thousand simulated games for each number of seats: our ratings match direct calls of the crate
//! `skillratings`.

use ludoteca_rating::{Entrant, Rating, rated};
use rand_core::Rng;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use skillratings::{
    MultiTeamOutcome, Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

const GAMES: usize = 10_000;
const PEOPLE: usize = 60;

/// The players of each game and their places; one game of four has a tie.
fn game(chance: &mut Xoshiro256PlusPlus, seats: usize) -> (Vec<usize>, Vec<u8>) {
    let mut people: Vec<usize> = (0..PEOPLE).collect();
    for i in 0..seats {
        let j = i + chance.next_u64() as usize % (PEOPLE - i);
        people.swap(i, j);
    }
    people.truncate(seats);
    let mut places: Vec<u8> = (1..=seats as u8).collect();
    for i in (1..seats).rev() {
        places.swap(i, chance.next_u64() as usize % (i + 1));
    }
    if chance.next_u64().is_multiple_of(4) {
        let shared = 1 + chance.next_u64() as u8 % (seats as u8 - 1);
        places.iter_mut().filter(|place| **place == shared + 1).for_each(|place| *place = shared);
    }
    (people, places)
}

fn ours(people: &[usize], places: &[u8], ratings: &mut [Rating]) {
    let came: Vec<Entrant> =
        people.iter().map(|who| Entrant::Rated { rating: ratings[*who], idle: 0 }).collect();
    for (who, after) in people.iter().zip(rated(&came, &[places.to_vec()])) {
        ratings[*who] = after;
    }
}

#[test]
fn games_of_two_are_glicko_2() {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut own = vec![Rating::NEW; PEOPLE];
    let mut theirs = vec![Glicko2Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06 }; PEOPLE];
    let mut draws = 0;
    for _ in 0..GAMES {
        let (people, places) = game(&mut chance, 2);
        ours(&people, &places, &mut own);
        let outcome = match places[0].cmp(&places[1]) {
            std::cmp::Ordering::Less => Outcomes::WIN,
            std::cmp::Ordering::Equal => Outcomes::DRAW,
            std::cmp::Ordering::Greater => Outcomes::LOSS,
        };
        draws += usize::from(outcome == Outcomes::DRAW);
        let (a, b) = (people[0], people[1]);
        (theirs[a], theirs[b]) = glicko2(&theirs[a], &theirs[b], &outcome, &Glicko2Config::default());
    }
    assert!(draws > GAMES / 5);
    for (own, theirs) in own.iter().zip(theirs) {
        let own = (own.value, own.deviation, own.volatility);
        assert_eq!(own, (theirs.rating, theirs.deviation, theirs.volatility));
    }
}

#[test]
fn games_of_three_and_four_are_weng_lin() {
    for seats in [3, 4] {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seats as u64);
        let mut own = vec![Rating::NEW; PEOPLE];
        let mut theirs = vec![WengLinRating { rating: 1500.0, uncertainty: 350.0 }; PEOPLE];
        let config = WengLinConfig { beta: 173.7178 / f64::sqrt(2.0), uncertainty_tolerance: 0.000_001 };
        for _ in 0..GAMES {
            let (people, places) = game(&mut chance, seats);
            ours(&people, &places, &mut own);
            let came: Vec<[WengLinRating; 1]> = people
                .iter()
                .map(|who| theirs[*who])
                .map(|known| {
                    // The step that Glicko-2 takes by itself, at most to the deviation of a new player.
                    let uncertainty = known.uncertainty.hypot(173.7178 * 0.06).min(350.0);
                    [WengLinRating { uncertainty, ..known }]
                })
                .collect();
            let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = came
                .iter()
                .zip(&places)
                .map(|(own, place)| (&own[..], MultiTeamOutcome::new(usize::from(*place))))
                .collect();
            for (who, after) in people.iter().zip(weng_lin_multi_team(&ranked, &config)) {
                theirs[*who] = after[0];
            }
        }
        for (own, theirs) in own.iter().zip(theirs) {
            assert_eq!((own.value, own.deviation), (theirs.rating, theirs.uncertainty), "{seats} seats");
        }
    }
}
