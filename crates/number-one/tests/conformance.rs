//! Runs the conformance kit on Number One.

use ludoteca_conformance::{
    check_perft_table, check_rules, editing, garbage, nameable_moves, random_position, reasons,
};
use ludoteca_core::{Departure, Notation, Position, Seat, Status};
use ludoteca_number_one::{NumberOne, Players, Rules};
use proptest::{prelude::*, sample::select};

const PERFT: &str = include_str!("../../../data/perft/number-one.txt");
const RULES_PAGE: &str = include_str!("../../../docs/rules/number-one.md");

fn rules(players: Players) -> Rules {
    Rules { players: Some(players) }
}

/// One set-up ply per player; then each ply sinks a token or turns a peg over (NO-7).
fn bound(players: Players) -> u32 {
    let players = u32::from(players.number());
    let holes = if players == 4 { 91 } else { 61 };
    let pegs = 3 * players;
    players + (holes - pegs) + pegs
}

#[test]
fn editor_and_reader_agree() {
    for players in Players::ALL {
        editing::<NumberOne>(&rules(players), 8, 100, |now| !now.is_set_up());
    }
}

/// Every text that names a move on either board, whether or not it makes sense.
fn nameable(_: &NumberOne) -> Vec<String> {
    let mut texts = Vec::new();
    for peg in ["S", "M", "L"] {
        for row in 'a'..='l' {
            for number in 1..=12 {
                texts.push(format!("{peg}{row}{number}"));
                texts.push(format!("{peg}{row}{number}*"));
            }
        }
        for second in ["S", "M", "L"] {
            texts.extend(["S", "M", "L"].map(|third| format!("{peg}{second}{third}")));
        }
    }
    texts
}

#[test]
fn conforms() {
    for players in Players::ALL {
        check_rules::<NumberOne>(&rules(players), 25, Some(bound(players)));
    }
}

#[test]
fn rules_that_name_no_players_are_for_two_and_read_all() {
    check_rules::<NumberOne>(&Rules::default(), 2, Some(bound(Players::Two)));
    for players in Players::ALL {
        let position: NumberOne = random_position(&rules(players), 5, 20);
        assert_eq!(NumberOne::read_position(&Rules::default(), &position.position_text()), Ok(position));
    }
}

#[test]
fn of_all_nameable_moves_just_the_generated_ones_are_legal() {
    for players in Players::ALL {
        nameable_moves::<NumberOne>(&rules(players), 6, 100, nameable);
    }
}

#[test]
fn damaged_texts_are_read_without_a_panic() {
    for players in Players::ALL {
        garbage::<NumberOne>(&rules(players), 60, 100);
    }
    garbage::<NumberOne>(&Rules::default(), 60, 100);
}

#[test]
fn every_reason_has_its_place_on_the_rules_page() {
    reasons::<NumberOne>(RULES_PAGE);
}

#[test]
fn perft_table() {
    check_perft_table::<NumberOne>(PERFT);
}

proptest! {
    #[test]
    fn positions_and_moves_survive_their_texts(
        players in select(&Players::ALL), seed: u64, plies in 0..100u32
    ) {
        let rules = rules(players);
        let position: NumberOne = random_position(&rules, seed, plies);
        let read = NumberOne::read_position(&rules, &position.position_text());
        prop_assert_eq!(read.as_ref(), Ok(&position));
        for m in position.moves() {
            let text = position.move_text(m);
            prop_assert_eq!(position.read_move(&text), Ok(m));
            prop_assert_eq!(position.read_move(text.trim_end_matches('*')), Ok(m));
        }
    }

    /// NO-14: any sequence of departures leaves a valid, settled position.
    #[test]
    fn positions_after_departures_are_settled(
        players in select(&[Players::Three, Players::Four][..]), seed: u64, plies in 4..100u32,
        leavers in proptest::collection::vec(0..4u8, 1..6)
    ) {
        let rules = rules(players);
        let mut position: NumberOne = random_position(&rules, seed, plies);
        for leaver in leavers {
            let Some(leaver) = Seat::new(leaver % players.number()) else { continue };
            if matches!(position.status(), Status::Over(_)) {
                break;
            }
            let out = position.players_out().collect::<Vec<_>>();
            match position.departure(leaver) {
                Departure::PlaysOn(rest) => {
                    prop_assert!(rest.players_out().skip(out.len()).any(|seat| seat == leaver));
                    prop_assert!(rest.pegs().all(|(seat, ..)| seat != leaver));
                    prop_assert_eq!(rest.tokens(), position.tokens());
                    match rest.status() {
                        Status::ToAct(seat) => prop_assert!(seat != leaver && !rest.moves().is_empty()),
                        Status::Over(standing) => prop_assert!(standing.winner().is_some_and(|seat| seat != leaver)),
                    }
                    let read = NumberOne::read_position(&rules, &rest.position_text());
                    prop_assert_eq!(read.as_ref(), Ok(&rest));
                    position = rest;
                }
                Departure::AlreadyOut => prop_assert!(out.contains(&leaver)),
                Departure::Aborted => prop_assert!(position.is_set_up()),
                Departure::Over(_) => prop_assert!(false, "leaving ends no game of three or four"),
            }
        }
    }

    #[test]
    fn any_text_is_answered(text: String) {
        let position = NumberOne::start(&Rules::default());
        prop_assert!(position.read_move(&text).is_err() || text.len() == 3);
        if let Ok(read) = NumberOne::read_position(&Rules::default(), &text) {
            prop_assert_eq!(read.position_text(), text);
        }
    }
}
