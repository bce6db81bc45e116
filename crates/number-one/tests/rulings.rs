//! One test for each ruling in `docs/rules/number-one.md`.

use ludoteca_core::{
    Departure, Game, Leaving, MoveError, Notation, Picture, Play, Position, PositionError, Seat, Standing,
    Status, Step,
};
use ludoteca_number_one::{NumberOne, Players, Rules};

fn read(text: &str) -> NumberOne {
    NumberOne::read_position(&Rules::default(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(position: &str) -> Vec<String> {
    let position = read(position);
    position.moves().iter().map(|&m| position.move_text(m)).collect()
}

/// The texts of one peg's moves, sorted.
fn moves_of(peg: char, position: &str) -> Vec<String> {
    let mut texts: Vec<String> = moves(position).into_iter().filter(|text| text.starts_with(peg)).collect();
    texts.sort();
    texts
}

#[track_caller]
fn check(before: &str, text: &str, after: &str) {
    let position = read(before);
    let m = position.read_move(text).unwrap_or_else(|error| panic!("{before}: {text}: {error}"));
    assert_eq!(position.after(m).position_text(), after);
}

#[track_caller]
fn refuse(position: &str, text: &str, ruling: &str) {
    match read(position).read_move(text) {
        Err(MoveError::Illegal(refusal)) => assert_eq!(refusal.reason.ruling, ruling, "{refusal}"),
        other => panic!("{position}: {text}: {other:?}"),
    }
}

#[track_caller]
fn impossible(text: &str, ruling: &str) {
    match NumberOne::read_position(&Rules::default(), text) {
        Err(PositionError::Impossible { refusal, .. }) => {
            assert_eq!(refusal.reason.ruling, ruling, "{refusal}");
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn result(position: &str, expected: &str) {
    match read(position).status() {
        Status::Over(standing) => assert_eq!(NumberOne::INFO.result(&standing), expected),
        Status::ToAct(seat) => panic!("{position}: {seat:?} is to act"),
    }
}

#[test]
fn no_1_two_or_three_play_on_61_holes_and_four_on_91() {
    for (players, holes) in [(Players::Two, 61), (Players::Three, 61), (Players::Four, 91)] {
        let start = NumberOne::start(&Rules { players: Some(players) });
        assert_eq!(start.seats(), players.number());
        assert_eq!(start.board().cells.len(), holes);
    }
    assert_eq!(NumberOne::start(&Rules::default()).seats(), 2);
}

#[test]
fn no_1_every_hole_starts_with_a_token() {
    let before = "setup 4 LSM,LSM,LSM";
    let after = read(before).after(read(before).read_move("LSM").unwrap()).position_text();
    assert_eq!(after.matches('o').count(), 91 - 12);
}

#[test]
fn no_2_pegs_start_at_the_corners() {
    check(
        "setup 2 LSM",
        "LSM",
        "ooob3b1/ooooob2/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/a2ooooo/a1a3ooo a - -",
    );
    check(
        "setup 3 LSM,LSM",
        "LSM",
        "b1b2ooo/b3ooooo/ooooooo/oooooooc3/ooooooooc1/oooooooc2/ooooooo/a2ooooo/a1a3ooo a - -",
    );
    check(
        "setup 4 LSM,LSM,LSM",
        "LSM",
        "ooooc3c1/ooooooc2/oooooooo/ooooooooo/b2ooooooood3/b1oooooooood1/b3ooooooood2/ooooooooo/oooooooo/a2oooooo/a1a3oooo a - -",
    );
}

#[test]
fn no_3_each_player_chooses_one_of_six_arrangements() {
    assert_eq!(moves("setup 2 -"), ["LMS", "LSM", "MLS", "MSL", "SLM", "SML"]);
    check("setup 3 -", "LSM", "setup 3 LSM");
    check("setup 3 LSM", "MSL", "setup 3 LSM,MSL");
    check(
        "setup 2 SML",
        "MLS",
        "ooob2b3/ooooob1/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/a3ooooo/a2a1ooo a - -",
    );
    refuse("setup 2 -", "LSS", "NO-3");
    refuse("setup 2 -", "Sa3", "NO-3");
    refuse(
        "ooob3b1/ooooob2/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/a2ooooo/a1a3ooo a - -",
        "LSM",
        "NO-3",
    );
    impossible("setup 2 LSL", "NO-3");
    impossible("setup 2 LSM,LSM", "NO-3");
}

#[test]
fn no_4_each_peg_moves_once_a_turn_in_any_order() {
    check(
        "oob1b2b3/oooooo/ooa3oooo/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a - -",
        "Lg8",
        "oob1b2b3/oooooo/oo.ooa3o/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a 3 -",
    );
    check(
        "oob1b2b3/oooooo/oo.ooa3o/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a 3 -",
        "Sc4",
        "oob1b2b3/oooooo/oo.ooa3o/oooooooo/ooooa2oooo/oooooooo/oo.a1ooo/oooooo/ooooo a 13 -",
    );
    check(
        "oob1b2b3/oooooo/oo.ooa3o/oooooooo/ooooa2oooo/oooooooo/oo.a1ooo/oooooo/ooooo a 13 -",
        "Me7",
        "oob1b2b3/oooooo/oo.ooa3o/oooooooo/oooo.oa2oo/oooooooo/oo.a1ooo/oooooo/ooooo b - -",
    );
    refuse(
        "oob1b2b3/oooooo/oo.ooa3o/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a 3 -",
        "Lg5",
        "NO-4",
    );
    impossible("oob1b2b3/oooooo/ooooooo/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a 3 -", "NO-4");
}

#[test]
fn no_4_a_lost_peg_is_not_waited_for() {
    check(
        "oob1b2b3/oooooo/ooooooo/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a 2 -",
        "Sc4",
        "oob1b2b3/oooooo/ooooooo/oooooooo/ooooa2oooo/oooooooo/oo.a1ooo/oooooo/ooooo b - -",
    );
}

#[test]
fn no_5_each_size_has_its_distance() {
    let position = "oob1b2b3/oooooo/oa3ooooo/oooooooo/ooooa2oooo/oooooooo/ooooooo/oa1oooo/ooooo a - -";
    assert_eq!(moves_of('S', position), ["Sa1", "Sa2", "Sb1", "Sb3", "Sc2", "Sc3"]);
    assert_eq!(moves_of('M', position), ["Mc3", "Mc5", "Me3", "Me7", "Mg5", "Mg7"]);
    assert_eq!(moves_of('L', position), ["Ld1", "Ld4", "Lg7"]);
    refuse(position, "Sb4", "NO-5");
    refuse(position, "Sd4", "NO-5");
    refuse(position, "Me6", "NO-5");
    refuse(position, "Me9", "NO-5");
    refuse(position, "Lg5", "NO-5");
    refuse(position, "Lg6", "NO-5");
    refuse(position, "Ld3", "NO-6");
}

#[test]
fn no_5_tokens_on_the_way_are_left_alone() {
    check(
        "oob1b2b3/oooooo/ooa3oooo/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a - -",
        "Me7",
        "oob1b2b3/oooooo/ooa3oooo/oooooooo/oooo.oa2oo/oooooooo/ooa1oooo/oooooo/ooooo a 2 -",
    );
}

#[test]
fn no_5_pegs_are_neither_passed_over_nor_captured() {
    refuse(
        "oob1b2b3/oooooo/ooooooo/oooooooo/ooooa2a3ooo/oooooooo/ooa1oooo/oooooo/ooooo a - -",
        "Me7",
        "NO-5",
    );
    refuse(
        "oob1b2b3/oooooo/ooa3oooo/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a - -",
        "Mc3",
        "NO-5",
    );
}

#[test]
fn no_6_a_medium_peg_goes_round() {
    check(
        "ooob2b3/oooooo/ooooooo/oooooooo/ooa2ob1oooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Mf5",
        "ooob2b3/oooooo/ooooooo/oooa2oooo/oo.ob1oooo/oooooooo/ooooooo/oooooo/a1oooo a 2 -",
    );
    check(
        "ooob2b3/oooooo/ooooooo/oooooooo/ooa2ob1oooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Md4",
        "ooob2b3/oooooo/ooooooo/oooooooo/oo.ob1oooo/oooa2oooo/ooooooo/oooooo/a1oooo a 2 -",
    );
    refuse("oob1b2b3/oooooo/ooooooo/oooooooo/ooa2oooooo/oooooooo/ooooooo/oooooo/a1oooo a - -", "Mf5", "NO-6");
}

#[test]
fn no_6_no_bend_before_the_first_step() {
    refuse("ooob2b3/oooooo/ooooooo/oooooooo/ooa2b1ooooo/oooooooo/ooooooo/oooooo/a1oooo a - -", "Mf5", "NO-6");
}

#[test]
fn no_6_no_bend_at_the_edge_of_the_board() {
    refuse("oob1b2b3/oooooo/ooooooo/oooooooo/ooooooooo/ooooooa2o/ooooooo/oooooo/a1oooo a - -", "Me9", "NO-6");
}

#[test]
fn no_6_a_large_peg_bends_after_one_step_or_two() {
    check(
        "oooob3/oooooo/ooooooo/oooooooo/oa3ob1ooooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Lg5",
        "oooob3/oooooo/ooa3oooo/oooooooo/o.ob1ooooo/oooooooo/ooooooo/oooooo/a1oooo a 3 -",
    );
    check(
        "oooob3/oooooo/ooooooo/oooooooo/oa3ob1ooooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Lc3",
        "oooob3/oooooo/ooooooo/oooooooo/o.ob1ooooo/oooooooo/ooa3oooo/oooooo/a1oooo a 3 -",
    );
    check(
        "oooob3/oooooo/ooooooo/oooooooo/oa3oob1oooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Lf5",
        "oooob3/oooooo/ooooooo/oooa3oooo/o.oob1oooo/oooooooo/ooooooo/oooooo/a1oooo a 3 -",
    );
    check(
        "oooob3/oooooo/ooooooo/oooooooo/oa3oob1oooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Ld4",
        "oooob3/oooooo/ooooooo/oooooooo/o.oob1oooo/oooa3oooo/ooooooo/oooooo/a1oooo a 3 -",
    );
}

#[test]
fn no_6_a_large_peg_bends_twice() {
    check(
        "oooob3/oooooo/oob2oooo/oooooooo/oa3ob1ooooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Lg4",
        "oooob3/oooooo/oa3b2oooo/oooooooo/o.ob1ooooo/oooooooo/ooooooo/oooooo/a1oooo a 3 -",
    );
    check(
        "oooob3/oooooo/oob2oooo/oooooooo/oa3ob1ooooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Lf5",
        "oooob3/oooooo/oob2oooo/oooa3oooo/o.ob1ooooo/oooooooo/ooooooo/oooooo/a1oooo a 3 -",
    );
}

#[test]
fn no_6_a_bend_is_followed_by_a_step() {
    // e5, f5 and d4 contain pegs: on e4 the peg would have to bend twice to reach f4 or d3.
    let position = "oooob3/oooooo/ooooooo/ooob2oooo/oa3oob1oooo/oooa2oooo/ooooooo/oooooo/a1oooo a - -";
    assert!(!moves(position).iter().any(|text| text == "Lf4" || text == "Ld3"));
}

#[test]
fn no_7_a_token_is_sunk() {
    check(
        "oob1b2b3/oooooo/ooooooo/oooooooo/ooa2oooooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Me5",
        "oob1b2b3/oooooo/ooooooo/oooooooo/oo.oa2oooo/oooooooo/ooooooo/oooooo/a1oooo a 2 -",
    );
    refuse(
        "oob1b2b3/oooooo/ooooooo/oooooooo/ooa2oooooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Me5*",
        "NO-7",
    );
}

#[test]
fn no_7_an_upright_peg_may_land_on_an_empty_hole_and_is_turned() {
    check(
        "oob1b2b3/oooooo/ooooooo/oooooooo/ooa2o.oooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Me5",
        "oob1b2b3/oooooo/ooooooo/oooooooo/oo.oA2oooo/oooooooo/ooooooo/oooooo/a1oooo a 2 -",
    );
    check(
        "oob1b2b3/oooooo/ooooooo/oooooooo/ooa2o.oooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Me5*",
        "oob1b2b3/oooooo/ooooooo/oooooooo/oo.oA2oooo/oooooooo/ooooooo/oooooo/a1oooo a 2 -",
    );
    assert!(
        moves("oob1b2b3/oooooo/ooooooo/oooooooo/ooa2o.oooo/oooooooo/ooooooo/oooooo/a1oooo a - -")
            .contains(&"Me5*".to_owned())
    );
}

#[test]
fn no_7_turned_peg_lands_only_on_tokens() {
    check(
        "oob1b2b3/oooooo/ooooooo/oooooooo/ooA2oooooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Me5",
        "oob1b2b3/oooooo/ooooooo/oooooooo/oo.oA2oooo/oooooooo/ooooooo/oooooo/a1oooo a 2 -",
    );
    refuse(
        "oob1b2b3/oooooo/ooooooo/oooooooo/ooA2o.oooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Me5*",
        "NO-7",
    );
}

#[test]
fn no_8_two_ways_to_one_hole_are_one_move() {
    let position = "oooob3/oooooo/oob2oooo/oooooooo/ooa2ob1oooo/oooooooo/ooooooo/oooooo/a1oooo a - -";
    assert_eq!(moves(position).iter().filter(|text| *text == "Mf5").count(), 1);
}

#[test]
fn no_9_blocked_pegs_leave_together() {
    check(
        "....b1/....../....A3../......../....a1o.../......../..A2..../....../..... a - -",
        "Se6",
        "....b1/....../......./......../.....a1.../......../......./....../..... b - -",
    );
}

#[test]
fn no_9_a_bad_order_costs_a_peg() {
    check(
        "....b1/....../......./......../........./...a1o.A2./......./....../..... a - -",
        "Md5",
        "....b1/....../......./......../........./...a1A2.../......./....../..... a 2 -",
    );
    check(
        "....b1/....../......./......../........./...a1o.A2./......./....../..... a - -",
        "Sd5",
        "....b1/....../......./......../........./....a1.../......./....../..... b - -",
    );
}

#[test]
fn no_9_a_peg_shut_in_by_pegs_leaves() {
    // The large peg on a1 has adjacent pegs in every direction, with or without tokens behind them.
    check(
        "ooooo/oooooo/ooooooo/oooooooo/ooooa1oooo/oooooooo/ooooooo/b2b3oooo/a3b1ooo a - -",
        "Se6",
        "ooooo/oooooo/ooooooo/oooooooo/oooo.a1ooo/oooooooo/ooooooo/b2b3oooo/.b1ooo b - -",
    );
}

#[test]
fn no_10_without_the_small_peg_the_player_is_out() {
    check(
        "b1..../....../......./......../........c1/......../..a2..../....../A1.... a - -",
        "Mc5*",
        "b1..../....../......./......../........c1/......../......./....../..... b - a",
    );
    impossible("b1..../....../......./......../........./......../..a2..../....../..... a - -", "NO-10");
    impossible("b1oooo/oooooo/ooooooo/oooooooo/ooooooooc1/oooooooo/ooa2oooo/oooooo/ooooo b - a", "NO-10");
}

#[test]
fn no_10_a_player_who_lost_another_peg_plays_on() {
    check(
        "b1oooo/oooooo/ooooooo/oooooooo/ooa3oooooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Le6",
        "b1oooo/oooooo/ooooooo/oooooooo/oo.ooa3ooo/oooooooo/ooooooo/oooooo/a1oooo a 3 -",
    );
    check(
        "b1oooo/oooooo/ooooooo/oooooooo/oo.ooa3ooo/oooooooo/ooooooo/oooooo/a1oooo a 3 -",
        "Sa2",
        "b1oooo/oooooo/ooooooo/oooooooo/oo.ooa3ooo/oooooooo/ooooooo/oooooo/.a1ooo b - -",
    );
}

#[test]
fn no_11_vacated_holes_stay_empty() {
    check(
        "b1oooo/oooooo/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Sa2",
        "b1oooo/oooooo/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/oooooo/.a1ooo b - -",
    );
    check(
        "b1oooo/oooooo/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/oooooo/.a1ooo a - -",
        "Sa1*",
        "b1oooo/oooooo/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/oooooo/A1.ooo b - -",
    );
}

#[test]
fn no_12_the_last_player_wins() {
    let last = "b1B2.../....../......./......../........./......../..a2..../....../A1.... a - -";
    check(last, "Mc5*", "b1B2.../....../......./......../........./......../......./....../..... b - a");
    result("b1B2.../....../......./......../........./......../......./....../..... b - a", "b>a");
    let over = read("b1B2.../....../......./......../........./......../......./....../..... b - a");
    assert_eq!(over.read_move("Si6"), Err(MoveError::GameOver));
    assert_eq!(over.read_move("LSM"), Err(MoveError::GameOver));
    assert!(matches!(over.read_move("Sz"), Err(MoveError::Syntax(_))));
}

#[test]
fn no_12_the_later_out_the_better() {
    result("...../....../......./......../....c1..../......../......./....../..... c - ab", "c>b>a");
    check(
        "....../......./......../........./........../.....c1...../........../........./..b2...../......./B1..... b - da",
        "Mc5*",
        "....../......./......../........./........../.....c1...../........../........./......../......./...... c - dab",
    );
    result(
        "....../......./......../........./........../.....c1...../........../........./......../......./...... c - dab",
        "c>b>a>d",
    );
    impossible("...../....../......./......../....c1..../......../......./....../..... a - ab", "NO-12");
    impossible("...../....../......./......../....c1..../......../......./....../..... c 1 ab", "NO-12");
    impossible("...../....../......./......../....b1..../......../......./....../..... b - aa", "NO-12");
}

#[test]
fn no_13_play_runs_on_through_blocked_players() {
    check(
        "B1..../b2...../......./......../........c1/......../......./....../a1o... a - -",
        "Sa2",
        "B1..../b2...../......./......../........c1/......../......./....../.a1... b - -",
    );
    check(
        "B1..../B2...../......./......../........c1/......../......./....../a1o... a - -",
        "Sa2",
        "...../....../......./......../........c1/......../......./....../.a1... c - b",
    );
    check(
        ".....C1/......C3/......../........./........../B1.........d1/........../........./......../......./a1o.... a - -",
        "Sa2",
        "....../......./......../........./........../..........d1/........../........./......../......./.a1.... d - bc",
    );
    impossible("b1..../....../......./......../........./......../......./....../A1.... a - -", "NO-13");
    impossible("b1oooo/oooooo/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/oooooo/a1oooo a 1 -", "NO-13");
}

#[test]
fn no_13_the_turn_comes_back_to_the_only_one_who_can_move() {
    // Player b is blocked and out, then player c: a has won.
    check(
        "B1..../....../......./......../........C1/.......C2/......./....../a1o... a - -",
        "Sa2",
        "...../....../......./......../........./......../......./....../.a1... a - bc",
    );
    // Player b loses the medium peg but keeps the small one, so b acts again after a.
    check(
        "b1o.../....../......./......../....B2..../......../......./....../a1.... b - -",
        "Si6",
        ".b1.../....../......./......../........./......../......./....../a1.... a - -",
    );
}

#[test]
fn the_examples_of_the_notation_page() {
    let page = include_str!("../../../docs/notation.md");
    for text in [
        "ooob3b1/ooooob2/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/a2ooooo/a1a3ooo a - -",
        "setup 2 -",
        "setup 3 LSM,MSL",
        "ooob2b3/oooooo/ooooooo/oooooooo/ooa2ob1oooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "ooob2b3/oooooo/ooooooo/oooa2oooo/oo.ob1oooo/oooooooo/ooooooo/oooooo/a1oooo a 2 -",
    ] {
        assert!(page.contains(text), "{text}");
        assert_eq!(read(text).position_text(), text);
    }
    check(
        "setup 2 LSM",
        "LSM",
        "ooob3b1/ooooob2/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/a2ooooo/a1a3ooo a - -",
    );
    check(
        "ooob2b3/oooooo/ooooooo/oooooooo/ooa2ob1oooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Mf5",
        "ooob2b3/oooooo/ooooooo/oooa2oooo/oo.ob1oooo/oooooooo/ooooooo/oooooo/a1oooo a 2 -",
    );
}

#[test]
fn the_picture_is_the_real_hexagon() {
    let position = read("oob1b2b3/oooooo/oo.ooa3o/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a 3 -");
    let board = position.board();
    let at = |name: &str| board.cells[board.cell(name).unwrap()].at;
    assert_eq!((at("e1").x, at("e1").y), (0, 4 * 87));
    assert_eq!((at("a1").x, at("a1").y), (200, 8 * 87));
    assert_eq!((at("i9").x, at("i9").y), (600, 0));
    for label in &board.labels {
        assert!(board.cells.iter().all(|cell| cell.at != label.at), "{}", label.text);
    }
    let moved = |piece: &ludoteca_core::board::Piece| {
        matches!(
            piece.shape,
            ludoteca_core::board::Shape::Peg { seat: Seat::FIRST, size: 3, moved: true, .. }
        )
    };
    let marked: Vec<_> = board.pieces.iter().filter(|piece| moved(piece)).collect();
    assert_eq!(marked.len(), 1);
    assert_eq!(board.cells[marked[0].cell].name, "g8");
    let m = position.read_move("Sc4").unwrap();
    assert_eq!(position.targets(m), ["c3", "c4"].map(|name| board.cell(name).unwrap()));
    let start = NumberOne::start(&Rules::default());
    let m = start.read_move("LSM").unwrap();
    assert_eq!(start.targets(m), ["a1", "b1", "a2"].map(|name| start.board().cell(name).unwrap()));
}

/// Asserts the position and the standing after a player leaves.
#[track_caller]
fn leave(before: &str, leaver: &str, after: &str) {
    let seat = NumberOne::INFO.seat_named(leaver).unwrap();
    match read(before).departure(seat) {
        Departure::PlaysOn(rest) => assert_eq!(rest.position_text(), after),
        other => panic!("{before}: {leaver} leaves: {other:?}"),
    }
}

/// Three players after set-up, with this turn and these players out.
const THREE: &str = "b1b3ooo/b2ooooo/ooooooo/oooooooc1/ooooooooc2/oooooooc3/ooooooo/a2ooooo/a1a3ooo";

#[test]
fn no_14_the_pegs_of_who_leaves_come_off_and_their_holes_stay_empty() {
    let rest = "..ooo/.ooooo/ooooooo/oooooooc1/ooooooooc2/oooooooc3/ooooooo/a2ooooo/a1a3ooo";
    leave(&format!("{THREE} a - -"), "b", &format!("{rest} a - b"));
    // A player in the middle of a turn continues it.
    leave(&format!("{THREE} a 3 -"), "b", &format!("{rest} a 3 b"));
}

#[test]
fn no_14_an_unfinished_turn_ends_with_its_player() {
    let rest = "b1b3ooo/b2ooooo/ooooooo/oooooooc1/ooooooooc2/oooooooc3/ooooooo/.ooooo/..ooo";
    leave(&format!("{THREE} a 23 -"), "a", &format!("{rest} b - a"));
}

#[test]
fn no_14_the_last_one_left_wins_and_the_ranking_is_complete() {
    let two_left = "..ooo/.ooooo/ooooooo/oooooooc1/ooooooooc2/oooooooc3/ooooooo/a2ooooo/a1a3ooo a 1 b";
    let a_left = "..ooo/.ooooo/ooooooo/ooooooo./oooooooo./ooooooo./ooooooo/a2ooooo/a1a3ooo a - bc";
    let c_left = "..ooo/.ooooo/ooooooo/oooooooc1/ooooooooc2/oooooooc3/ooooooo/.ooooo/..ooo c - ba";
    leave(two_left, "c", a_left);
    leave(two_left, "a", c_left);
    result(a_left, "a>c>b");
    result(c_left, "c>a>b");
}

/// Player a has moved the small peg. The medium one, turned over on e5, can only reach a token by bending
/// before b's pegs.
const BENT: &str = "...ob1/....../......./.....o../....A2.b3../......../......./....../a1..oc1 a 1 -";

#[test]
fn no_14_the_game_runs_on_when_the_rest_of_a_turn_cannot_be_played() {
    // a's turned medium peg could reach a token only by bending at b's large peg: once b has left, it cannot
    // move and is removed too.
    let before = read(BENT);
    assert_eq!(before.moves().len(), 1);
    let Departure::PlaysOn(rest) = before.departure(Seat::SECOND) else { panic!("b plays") };
    assert_ne!(rest.player(), before.player());
    assert_eq!(rest.peg(Seat::FIRST, ludoteca_number_one::Size::Medium), None);
}

#[test]
fn no_14_leaving_twice_with_two_or_during_set_up_leads_nowhere() {
    let out = read("..ooo/.ooooo/ooooooo/oooooooc1/ooooooooc2/oooooooc3/ooooooo/a2ooooo/a1a3ooo a - b");
    assert_eq!(out.departure(Seat::SECOND), Departure::AlreadyOut);
    for text in ["setup 3 LSM,MSL", "setup 2 LSM", "setup 4 -"] {
        assert_eq!(read(text).departure(Seat::FIRST), Departure::Aborted, "{text}");
    }
    let two = read("ooob3b1/ooooob2/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/a2ooooo/a1a3ooo a - -");
    assert_eq!(two.departure(Seat::FIRST), Departure::Over(Standing::win_of_two(Seat::SECOND)));
}

#[test]
fn no_14_leaving_is_not_a_move() {
    let position = format!("{THREE} a - -");
    assert!(moves(&position).iter().all(|text| !text.contains(':')));
    assert!(matches!(read(&position).read_move("b:resigns"), Err(MoveError::Syntax(_))));
    let mut play = Play::from_position(Rules::default(), read(&position));
    play.step_text("b:resigns").unwrap();
    assert_eq!(play.past().len(), 1);
    assert_eq!(play.take_back(), Some(Step::Left(Seat::SECOND, Leaving::Resigns)));
    assert_eq!(play.position().position_text(), position);
}
