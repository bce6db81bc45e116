//! Properties of every game's evaluation, whatever its weights.

use crate::common::scrambled;
use ludoteca_conformance::for_each_random_position;
use ludoteca_core::{Notation, Position, Seat, Status};
use ludoteca_evaluate::{Features, Knowledge, Network};
use ludoteca_number_one::{NumberOne, Players};
use ludoteca_one_piece::OnePiece;
use ludoteca_peak::{Arrangement, Peak};
use ludoteca_search::{Evaluate, MOST, shares_of_two};
use ludoteca_squadro::Squadro;

/// Checks that values are within bounds and that shares are between 0 and 1 and add up to half the number of
/// seats.
fn check<G: Features>(rules: &G::Rules, games: u64) {
    let mut wild = scrambled::<G>();
    wild.weights_mut().iter_mut().for_each(|weight| *weight = weight.saturating_mul(100));
    for knowledge in [Knowledge::<G>::default(), scrambled(), wild] {
        for_each_random_position::<G>(rules, games, 120, |position, seed| {
            let Status::ToAct(seat) = position.status() else { return };
            assert_eq!(position.to_act(), seat);
            let value = knowledge.value(position);
            let shares = knowledge.shares(position);
            assert!((-MOST..=MOST).contains(&value), "seed {seed}: {value} in {}", position.position_text());
            assert_eq!(shares.seats(), position.seats());
            assert!(shares.iter().all(|(_, share)| (0.0..=1.0).contains(&share)), "seed {seed}: {shares:?}");
            let sum: f32 = shares.as_slice().iter().sum();
            assert!((sum - f32::from(position.seats()) / 2.0).abs() < 1e-4, "seed {seed}: {shares:?}");
            if position.seats() == 2 {
                assert_eq!(shares, shares_of_two(seat, value));
            }
            position.for_each_move(|m| {
                let _ = knowledge.order(position, m);
            });
        });
    }
}

#[test]
fn squadro_is_bounded() {
    for_each_random_position::<Squadro>(&ludoteca_squadro::Rules::default(), 100, 120, |position, seed| {
        let Status::ToAct(seat) = position.status() else { return };
        let value = Network.value(position);
        assert!((-MOST..=MOST).contains(&value), "seed {seed}: {value} in {}", position.position_text());
        assert_eq!(Network.shares(position), shares_of_two(seat, value));
    });
}

#[test]
fn peak_is_bounded() {
    check::<Peak>(&ludoteca_peak::Rules::default(), 60);
    check::<Peak>(&ludoteca_peak::Rules { setup: Arrangement::Checkerboard }, 60);
}

#[test]
fn number_one_is_bounded_for_two_to_four() {
    for players in Players::ALL {
        check::<NumberOne>(&ludoteca_number_one::Rules { players: Some(players) }, 30);
    }
}

#[test]
fn one_piece_is_bounded_on_every_grid() {
    for (width, height, pieces) in [(8, 8, 20), (4, 4, 8), (10, 10, 50), (4, 10, 20), (10, 4, 15), (5, 5, 3)]
    {
        let rules = ludoteca_one_piece::Rules::new(width, height, pieces, Seat::FIRST).unwrap();
        check::<OnePiece>(&rules, 15);
    }
}

/// A seat that is out has lost to all that are not, whatever the weights are.
#[test]
fn number_one_knows_who_is_out() {
    let rules = ludoteca_number_one::Rules { players: Some(Players::Four) };
    let knowledge = scrambled::<NumberOne>();
    let mut seen = 0;
    for_each_random_position::<NumberOne>(&rules, 40, 200, |position, seed| {
        if matches!(position.status(), Status::Over(_)) {
            return;
        }
        let shares = knowledge.shares(position);
        for (place, seat) in position.players_out().enumerate() {
            assert!(
                (shares[seat] - place as f32 / 3.0).abs() < 1e-6,
                "seed {seed}: {}",
                position.position_text()
            );
            seen += 1;
        }
    });
    assert!(seen > 100, "only {seen} seats out");
}

/// The same board with colours and mover exchanged has the same value for the mover.
fn swapped_colours_are_worth_the_same<G: Features>(
    rules: &G::Rules,
    games: u64,
    swap: impl Fn(&str) -> String,
) {
    let knowledge = scrambled::<G>();
    for_each_random_position::<G>(rules, games, 80, |position, seed| {
        if matches!(position.status(), Status::Over(_)) {
            return;
        }
        let text = position.position_text();
        let other = G::read_position(rules, &swap(&text)).unwrap();
        assert_ne!(other.to_act(), position.to_act());
        assert_eq!(knowledge.value(&other), knowledge.value(position), "seed {seed}: {text}");
        let (here, there) = (knowledge.shares(position), knowledge.shares(&other));
        assert_eq!(here[Seat::FIRST], there[Seat::SECOND], "seed {seed}: {text}");
    });
}

#[test]
fn peak_is_the_same_for_both_colours() {
    let swap = |c| match c {
        'l' => 'd',
        'd' => 'l',
        other => other,
    };
    swapped_colours_are_worth_the_same::<Peak>(&ludoteca_peak::Rules::default(), 60, |text| {
        text.chars().map(swap).collect()
    });
}

#[test]
fn one_piece_is_the_same_for_both_colours() {
    let rules = ludoteca_one_piece::Rules::default();
    swapped_colours_are_worth_the_same::<OnePiece>(&rules, 60, |text| {
        let (pieces, rest) = text.split_once(' ').unwrap();
        let position = OnePiece::read_position(&ludoteca_one_piece::Rules::default(), text).unwrap();
        let mut turned: Vec<_> = position
            .pieces()
            .map(|piece| {
                let sign = match piece.arrow().sign() {
                    '>' => '<',
                    '<' => '>',
                    '^' => 'v',
                    _ => '^',
                };
                (piece.blue(), format!("{}{sign}", piece.blue()))
            })
            .collect();
        turned.sort();
        let mover = if rest.starts_with('r') { 'b' } else { 'r' };
        let pieces = if pieces == "-" {
            "-".to_owned()
        } else {
            turned.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(",")
        };
        format!("{pieces} {mover} -")
    });
}
