//! A slow and simple implementation of Peak that works only on texts; the fast rules must agree with it.

use ludoteca_conformance::{Successor, check_perft_table_by_twin, twin};
use ludoteca_core::{Notation, Position};
use ludoteca_peak::{Arrangement, Peak, Rules};
use proptest::{collection::vec, prelude::*};
use std::collections::{BTreeMap, BTreeSet};

/// Column and rank, both from 1.
type Place = (i32, i32);

/// The pieces on a space from bottom to top; only the top piece is known, so the others are written as `?`.
type Towers = BTreeMap<Place, String>;

fn read_towers(ranks: &str) -> Towers {
    let mut towers = Towers::new();
    for (line, rank) in ranks.split('/').zip([6, 5, 4, 3, 2, 1]) {
        let mut column = 1;
        let mut number = String::new();
        for c in line.chars() {
            if c.is_ascii_digit() {
                number.push(c);
                continue;
            }
            let height: usize = if number.is_empty() { 1 } else { number.parse().unwrap() };
            let pieces = if c == '.' { String::new() } else { "?".repeat(height - 1) + &c.to_string() };
            towers.insert((column, rank), pieces);
            number.clear();
            column += 1;
        }
    }
    towers
}

fn write_towers(towers: &Towers) -> String {
    let mut ranks = Vec::new();
    for rank in (1..=6).rev() {
        let mut line = String::new();
        for column in 1..=6 {
            let pieces = &towers[&(column, rank)];
            line += &match pieces.len() {
                0 => ".".to_owned(),
                1 => pieces.clone(),
                height => format!("{height}{}", pieces.chars().last().unwrap()),
            };
        }
        ranks.push(line);
    }
    ranks.join("/")
}

/// PK-2, PK-3, PK-4: tries every space as a landing for every single piece.
fn jumps(towers: &Towers, player: &str) -> Vec<(Place, Place)> {
    let mut jumps = Vec::new();
    for (&from, piece) in towers {
        if piece != player {
            continue;
        }
        for (right, up) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let mut passed = 0;
            let mut to = (from.0 + right, from.1 + up);
            while let Some(pieces) = towers.get(&to) {
                if passed == 2 {
                    jumps.push((from, to));
                }
                passed += pieces.len();
                to = (to.0 + right, to.1 + up);
            }
        }
    }
    jumps
}

fn name(place: Place) -> String {
    format!("{}{}", ["a", "b", "c", "d", "e", "f"][place.0 as usize - 1], place.1)
}

fn successors(_options: &str, position: &str) -> Vec<Successor> {
    let fields: Vec<&str> = position.split(' ').collect();
    let (towers, player, flag) = (read_towers(fields[0]), fields[1], fields[2]);
    let opponent = if player == "l" { "d" } else { "l" };
    let mut successors = Vec::new();
    for (from, to) in jumps(&towers, player) {
        let mut after = towers.clone();
        let jumper = after.insert(from, String::new()).unwrap();
        let beneath = "?".repeat(after[&to].len());
        after.insert(to, beneath + &jumper);
        // PK-6: it is the opponent's turn, unless they are stuck and the player has an extra turn.
        let opponent_jumps = !jumps(&after, opponent).is_empty();
        let player_jumps = !jumps(&after, player).is_empty();
        let plays_again = !opponent_jumps && player_jumps && flag == "-";
        let next = if plays_again { format!("{player} s") } else { format!("{opponent} -") };
        successors.push((format!("{}-{}", name(from), name(to)), format!("{} {next}", write_towers(&after))));
    }
    successors
}

#[test]
fn the_same_moves_and_positions_from_the_standard_setup() {
    twin::<Peak>(&Rules::default(), 150, 400, |position| successors("", position));
}

#[test]
fn the_same_moves_and_positions_from_the_checkerboard_setup() {
    let rules = Rules { setup: Arrangement::Checkerboard };
    twin::<Peak>(&rules, 150, 400, |position| successors("setup=checkerboard", position));
}

#[test]
fn the_perft_table() {
    let table = include_str!("../../../data/perft/peak.txt");
    check_perft_table_by_twin(table, 5_000, successors);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Both agree on boards that no game need ever reach.
    #[test]
    fn any_board(ranks in vec("([.ld]{3}|[.ld]{3}|\\.[.ld]2[ld]|\\.{2}[2-5][ld]){2}", 6)) {
        for turn in ["l -", "d -", "l s", "d s"] {
            let text = format!("{} {turn}", ranks.join("/"));
            match Peak::read_position(&Rules::default(), &text) {
                Err(_) if turn.ends_with('s') => {}
                Err(error) => prop_assume!(!error.to_string().contains("the whole game has 36"), "{}", error),
                Ok(position) => {
                    prop_assert_eq!(position.position_text(), text.clone());
                    let fast: BTreeSet<Successor> = position
                        .moves()
                        .iter()
                        .map(|&m| (position.move_text(m), position.after(m).position_text()))
                        .collect();
                    prop_assert_eq!(fast, successors("", &text).into_iter().collect(), "{}", text);
                }
            }
        }
    }
}
