//! At least one test for each ruling in `docs/rules/peak.md`.

use ludoteca_core::{Game, MoveError, Notation, Options, Play, Position, PositionError, Standing, Status};
use ludoteca_peak::{Arrangement, DARK, LIGHT, Peak, Rules, Space};

#[track_caller]
fn read(text: &str) -> Peak {
    Peak::read_position(&Rules::default(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A board that is empty above rank 1.
fn rank_1(text: &str) -> String {
    format!("....../....../....../....../....../{text}")
}

#[track_caller]
fn check(before: &str, m: &str, after: &str) {
    let mut position = read(before);
    let m = position.read_move(m).unwrap_or_else(|error| panic!("{before} {m}: {error}"));
    position.play_unchecked(m);
    assert_eq!(position.position_text(), after);
}

/// Asserts that the move is rejected by this ruling; `sentence` is the entire reason.
#[track_caller]
fn refuse(position: &str, m: &str, ruling: &str, sentence: &str) {
    match read(position).read_move(m) {
        Err(MoveError::Illegal(refusal)) => {
            assert_eq!(refusal.reason.ruling, ruling);
            assert_eq!(refusal.to_string(), format!("{sentence} ({ruling})"));
        }
        other => panic!("{position} {m}: {other:?}"),
    }
}

/// Asserts that the position is rejected by this ruling at this column of the text, counted from 1.
#[track_caller]
fn impossible(text: &str, ruling: &str, column: usize, sentence: &str) {
    match Peak::read_position(&Rules::default(), text) {
        Err(PositionError::Impossible { refusal, at }) => {
            assert_eq!(refusal.to_string(), format!("{sentence} ({ruling})"));
            assert_eq!(at + 1, column);
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn unreadable(text: &str, sentence: &str) {
    match Peak::read_position(&Rules::default(), text) {
        Err(PositionError::Syntax(error)) => assert_eq!(error.to_string(), sentence),
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn moves(position: &str, expected: &str) {
    let position = read(position);
    let mut moves: Vec<_> = position.moves().iter().map(|&m| position.move_text(m)).collect();
    moves.sort();
    assert_eq!(moves.join(" "), expected);
}

const START: &str = "ddlldd/llddll/ddlldd/llddll/ddlldd/llddll l -";

#[test]
fn pk_1_the_two_setups() {
    assert_eq!(Peak::start(&Rules::default()).position_text(), START);
    let checkerboard = Peak::start(&Rules { setup: Arrangement::Checkerboard });
    assert_eq!(checkerboard.position_text(), "dldldl/ldldld/dldldl/ldldld/dldldl/ldldld l -");
    for start in [Peak::start(&Rules::default()), checkerboard] {
        for seat in [LIGHT, DARK] {
            assert_eq!(Space::all().filter(|&space| start.owner(space) == Some(seat)).count(), 18);
        }
    }
}

#[test]
fn pk_1_the_setup_is_an_option() {
    let options = |name: &str| Options::new(&Peak::INFO, None, Peak::variant(name).unwrap()).unwrap();
    assert_eq!(Peak::rules(&options("standard")).setup, Arrangement::Standard);
    assert_eq!(Peak::rules(&options("checkerboard")).setup, Arrangement::Checkerboard);
    assert_eq!(Peak::variant("chequerboard"), None);
}

#[test]
fn pk_1_no_more_pieces_than_there_are() {
    read("36l...../....../....../....../....../...... d -");
    impossible(
        "37l...../....../....../....../....../...... d -",
        "PK-1",
        1,
        "the tower on a6 has 37 pieces, but the whole game has 36",
    );
    impossible(
        "....../.9999999999d..../....../....../....../...... d -",
        "PK-1",
        9,
        "the tower on b5 has 9999999999 pieces, but the whole game has 36",
    );
    impossible(
        "2ddlldd/llddll/ddlldd/llddll/ddlldd/llddll l -",
        "PK-1",
        1,
        "there are 37 pieces on the board, but the whole game has 36",
    );
}

#[test]
fn pk_1_spaces_off_the_board() {
    refuse(START, "g7-a1", "PK-1", "there is no space g7: the board goes from a1 to f6");
    refuse(START, "a1-a10", "PK-1", "there is no space a10: the board goes from a1 to f6");
}

#[test]
fn pk_2_own_single_pieces_jump() {
    check(START, "a1-d4", "ddlldd/llddll/ddl2ldd/llddll/ddlldd/.lddll d -");
    refuse(START, "c1-f1", "PK-2", "it is Light's turn, and the top piece on c1 is Dark's");
    refuse(&rank_1("l2d.... l -"), "d1-a1", "PK-2", "d1 is empty, there is nothing to jump with");
}

#[test]
fn pk_2_towers_never_move() {
    let position = rank_1("l2d2l... l -");
    refuse(&position, "c1-a1", "PK-2", "c1 holds a tower of 2, and towers never move");
    moves(&position, "a1-c1");
}

#[test]
fn pk_2_a_tower_has_at_least_two_pieces() {
    impossible(
        &rank_1("l2d1l... l -"),
        "PK-2",
        39,
        "c1 is written as 1l, but a tower has at least two pieces: a single piece is just l",
    );
}

#[test]
fn pk_3_all_eight_directions() {
    moves(
        "....../..2d2d2d./..2dl2d./..2d2d2d./....../...... l -",
        "d4-a1 d4-a4 d4-b2 d4-b4 d4-b6 d4-d1 d4-d2 d4-d6 d4-f2 d4-f4 d4-f6",
    );
}

#[test]
fn pk_3_exactly_two_pieces_however_they_lie() {
    // Adjacent, stacked and apart; empty spaces before and after do not count.
    moves(&rank_1("lld... l -"), "a1-d1 a1-e1 a1-f1");
    moves(&rank_1("l..2d.. l -"), "a1-e1 a1-f1");
    moves(&rank_1("l.d.d. l -"), "a1-f1");
    moves(&rank_1("ld.d.l l -"), "a1-e1 a1-f1 f1-a1");
}

#[test]
fn pk_3_any_other_number_of_pieces() {
    let towers = rank_1("l3d.d.. l -").replacen("......", "l2d....", 1);
    let passes = "the line from a1 to";
    refuse(&towers, "a1-b1", "PK-3", &format!("{passes} b1 passes over 0 pieces, it must be exactly 2"));
    refuse(&towers, "a1-c1", "PK-3", &format!("{passes} c1 passes over 3 pieces, it must be exactly 2"));
    refuse(&towers, "a1-f1", "PK-3", &format!("{passes} f1 passes over 4 pieces, it must be exactly 2"));
    refuse(START, "a1-c1", "PK-3", &format!("{passes} c1 passes over 1 piece, it must be exactly 2"));
}

#[test]
fn pk_3_straight_lines_only() {
    refuse(START, "a1-c4", "PK-3", "a1 and c4 are not on one straight line");
    refuse(START, "a1-a1", "PK-3", "a jump from a1 must land on another space");
}

#[test]
fn pk_4_landing_on_anything() {
    // Landing on an empty space, on the other player's tower and on one's own tower; PK-2's test covers
    // single pieces.
    check(&rank_1("l2d.d.d l -"), "a1-c1", &rank_1(".2dld.d d -"));
    check(&rank_1("dld7l.. d -"), "a1-d1", &rank_1(".ld8d.. l -"));
    check(&rank_1("d2d3d... d -"), "a1-c1", &rank_1(".2d4d... l -"));
    // Each height's binary digits carry over correctly.
    for height in 2..34 {
        let (before, after) = (format!("d2l{height}l... d -"), format!(".2l{}d... l -", height + 1));
        check(&rank_1(&before), "a1-c1", &rank_1(&after));
    }
}

#[test]
fn pk_5_no_passing() {
    let start = Peak::start(&Rules::default());
    for text in ["", "-", "pass", "a1"] {
        assert!(matches!(start.read_move(text), Err(MoveError::Syntax(_))), "{text}");
    }
    // A player must make the only jump.
    moves(&rank_1("l2d2d... l -"), "a1-c1");
}

#[test]
fn pk_6_the_other_player_plays_once_more_and_the_game_ends() {
    check(&rank_1("l2l.... l -"), "a1-c1", &rank_1(".2ll... l s"));
    check(&rank_1(".2ll... l s"), "c1-a1", &rank_1("l2l.... d -"));
    let over = read(&rank_1("l2l.... d -"));
    assert_eq!(over.status(), Status::Over(Standing::win_of_two(LIGHT)));
    assert_eq!(over.read_move("a1-c1"), Err(MoveError::GameOver));
    assert_eq!(over.read_move("z9-a1"), Err(MoveError::GameOver));
    assert_eq!(read(&rank_1(".2ll... l s")).stuck(), Some(DARK));
}

#[test]
fn pk_6_the_extra_turn_frees_the_stuck_player() {
    check(
        "d...../....../l...../....../2l...../l..... l s",
        "a1-a4",
        "d...../....../2l...../....../2l...../...... d -",
    );
    moves("d...../....../2l...../....../2l...../...... d -", "a6-a2 a6-a3");
}

#[test]
fn pk_6_neither_can_jump() {
    check(&rank_1("l2ll... l -"), "a1-c1", &rank_1(".2l2l... d -"));
    assert_eq!(read(&rank_1(".2l2l... d -")).status(), Status::Over(Standing::win_of_two(LIGHT)));
}

#[test]
fn pk_6_a_player_to_move_who_cannot_jump_has_a_finished_game() {
    // Even if the other player could jump.
    let position = read(&rank_1("l2l.... d -"));
    assert!(matches!(position.status(), Status::Over(_)));
    assert_eq!(position.moves(), []);
    assert_eq!(position.mover(), DARK);
}

#[test]
fn pk_6_who_is_marked_as_stuck_cannot_jump_and_the_other_can() {
    impossible(&rank_1("l2l2d..d l s"), "PK-6", 47, "Dark is marked as stuck but can jump");
    impossible(
        &rank_1("l3l.... l s"),
        "PK-6",
        46,
        "Light would get another turn but cannot jump: the game is over and neither player is marked as stuck",
    );
}

#[test]
fn pk_7_towers_count_for_the_top_piece() {
    let position = read("2l.3d.../...4l../....../..l.../.d..../12d..... l -");
    assert_eq!((position.score(LIGHT), position.score(DARK)), (6, 15));
    let result = |text: &str| match read(text).status() {
        Status::Over(standing) => Peak::INFO.result(&standing),
        Status::ToAct(seat) => panic!("{text}: {seat:?} to act"),
    };
    assert_eq!(result(&rank_1("4l.3d..l l -")), "1-0");
    assert_eq!(result(&rank_1("2l.3d..l l -")), "0-1");
    assert_eq!(result(&rank_1("3l.3d..l l -")), "1/2-1/2");
    assert_eq!(result(&rank_1("...... l -")), "1/2-1/2");
}

#[test]
fn pk_8_third_occurrence_is_scored_as_it_stands() {
    let start = "d2d..../....../.....3l/....../....../l2l.... l -";
    let mut play = Play::from_position(Rules::default(), read(start));
    for round in 1..=2 {
        for m in ["a1-c1", "a6-c6", "c1-a1", "c6-a6"] {
            assert_eq!(play.status(), Status::ToAct(play.position().mover()), "round {round}");
            play.play_text(m).unwrap();
        }
        assert_eq!(play.position().position_text(), start);
    }
    assert_eq!(play.status(), Status::Over(Standing::win_of_two(LIGHT)));
    assert!(play.ended_by_repetition());
}

#[test]
fn reading_says_what_it_expected() {
    unreadable("", "column 1: expected '.', 'l', 'd' or a height, found the end");
    unreadable("ddlld/llddll", "column 6: expected '.', 'l', 'd' or a height, found '/'");
    unreadable("ddllddd/llddll", "column 7: expected '/' after six spaces, found 'd'");
    unreadable("02l", "column 1: expected '.', 'l', 'd' or a height from 2 on, found '0'");
    unreadable("d3.", "column 3: expected 'l' or 'd' after a height, found '.'");
    unreadable("ddé", "column 3: expected '.', 'l', 'd' or a height, found 'é'");
    unreadable(&rank_1("......"), "column 42: expected a blank after the board, found the end");
    unreadable(&rank_1("...... x -"), "column 43: expected 'l' or 'd' to move, found 'x'");
    unreadable(&rank_1("...... l"), "column 44: expected a blank and '-' or 's', found the end");
    unreadable(&rank_1("...... l +"), "column 45: expected '-' or 's', found '+'");
    unreadable(&rank_1("...... l - "), "column 46: expected nothing more, found ' '");
    let start = Peak::start(&Rules::default());
    let expected = |text: &str| start.read_move(text).unwrap_err().to_string();
    assert_eq!(expected("é"), "column 1: expected a space, a1 to f6 (for example b2-e5), found 'é'");
    assert_eq!(
        expected("b"),
        "column 2: expected the space's number, 1 to 6 (for example b2-e5), found the end"
    );
    assert_eq!(
        expected("b2e5"),
        "column 3: expected '-' and the space to land on (for example b2-e5), found 'e'"
    );
    assert_eq!(expected("b2-e5 "), "column 6: expected nothing more, found ' '");
}

#[test]
fn the_examples_of_the_notation_page_are_in_these_tests() {
    let page = include_str!("../../../docs/notation.md");
    let tests = include_str!("rulings.rs");
    let section = page.split("\n## ").find(|section| section.starts_with("Peak\n")).unwrap();
    let examples = section
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|text| text.ends_with([' ', '-', 's']) && text.contains('/'));
    let mut seen = 0;
    for example in examples {
        read(example);
        let rank = example.rsplit('/').next().unwrap_or_default();
        assert!(tests.contains(rank), "{example}");
        seen += 1;
    }
    assert_eq!(seen, 6);
}
