//! One test for each ruling of docs/rules/squadro.md.

use ludoteca_core::{Game, MoveError, Notation, Options, Play, Position, PositionError, Standing, Status};
use ludoteca_squadro::{RED, Rules, Squadro, YELLOW};

#[track_caller]
fn position(text: &str) -> Squadro {
    Squadro::read_position(&Rules::default(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Asserts that the move leads from one position to the other.
#[track_caller]
fn check(before: &str, m: &str, after: &str) {
    let mut now = position(before);
    now.play_unchecked(now.read_move(m).unwrap_or_else(|error| panic!("{m}: {error}")));
    assert_eq!(now.position_text(), after);
}

#[track_caller]
fn refuse(before: &str, m: &str, sentence: &str) {
    match position(before).read_move(m) {
        Err(MoveError::Illegal(refusal)) => assert_eq!(refusal.to_string(), sentence),
        other => panic!("{m}: {other:?}"),
    }
}

#[track_caller]
fn impossible(text: &str, column: usize, sentence: &str) {
    match Squadro::read_position(&Rules::default(), text) {
        Err(PositionError::Impossible { refusal, at }) => {
            assert_eq!(refusal.to_string(), sentence);
            assert_eq!(at + 1, column);
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn unreadable(text: &str, sentence: &str) {
    match Squadro::read_position(&Rules::default(), text) {
        Err(PositionError::Syntax(error)) => assert_eq!(error.to_string(), sentence),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn sq_1_row_i_and_column_j_cross_at_space_j_and_space_i() {
    // Y2 moves onto space 1 of row 2, which is space 2 of column 1: R1 is there and is sent back.
    check("00000/20000 y", "Y2", "02000/00000 r");
    // On any other space of column 1, R1 is not in the way.
    check("00000/30000 y", "Y2", "01000/30000 r");
}

#[test]
fn sq_2_speeds_out_and_back() {
    for (track, (yellow, red)) in [(3, 1), (1, 3), (2, 2), (1, 3), (3, 1)].into_iter().enumerate() {
        let digits = |p: u8| {
            let mut text = [b'0'; 5];
            text[track] = char::from_digit(u32::from(p), 13).unwrap() as u8;
            String::from_utf8(text.to_vec()).unwrap()
        };
        let n = track + 1;
        check("00000/00000 y", &format!("Y{n}"), &format!("{}/00000 r", digits(yellow)));
        check("00000/00000 r", &format!("R{n}"), &format!("00000/{} y", digits(red)));
        let back = |p| format!("{}/00000 y", digits(p));
        check(&back(6), &format!("Y{n}"), &format!("{}/00000 r", digits(6 + 4 - yellow)));
        check(
            &format!("00000/{} r", digits(6)),
            &format!("R{n}"),
            &format!("00000/{} y", digits(6 + 4 - red)),
        );
    }
}

#[test]
fn sq_3_either_side_may_begin() {
    assert_eq!(Squadro::start(&Rules { first: YELLOW }).position_text(), "00000/00000 y");
    let red = Options::new(&Squadro::INFO, None, [("first", "red")]).unwrap();
    assert_eq!(Squadro::start(&Squadro::rules(&red)).position_text(), "00000/00000 r");
}

#[test]
fn sq_4_one_of_your_own_pieces_on_the_board() {
    refuse("00000/00000 y", "R3", "it is Yellow's turn, and R3 is Red's (SQ-4)");
    refuse("00000/00000 r", "Y1", "it is Red's turn, and Y1 is Yellow's (SQ-4)");
    refuse("0c000/00000 y", "Y2", "Y2 is home and has left the board (SQ-4)");
    let moves = position("0c0c0/00000 y");
    assert_eq!(moves.moves().iter().map(|&m| moves.move_text(m)).collect::<Vec<_>>(), ["Y1", "Y3", "Y5"]);
}

#[test]
fn sq_5_stops_at_the_far_edge_and_at_home() {
    check("50000/00000 y", "Y1", "60000/00000 r"); // speed 3, one space left
    check("0b000/00000 y", "Y2", "0c000/00000 r"); // speed 3 back, one space left
    check("00000/00005 r", "R5", "00000/00006 y");
}

#[test]
fn sq_6_jumps_one_piece_and_stops_behind_it() {
    // Y1 has speed 3: it meets R1 on the first space and stops right behind it.
    check("00000/10000 y", "Y1", "20000/00000 r");
    // If the last step would end on an opposing piece, the mover jumps it too: Y2 has speed 1.
    check("00000/20000 y", "Y2", "02000/00000 r");
    // The piece is not reached if the movement ends before it.
    check("00000/02000 y", "Y2", "01000/02000 r");
}

#[test]
fn sq_6_jumps_a_chain_without_a_gap() {
    check("00000/33300 y", "Y3", "00400/00000 r");
    check("00000/33030 y", "Y3", "00300/00030 r"); // R4 stands behind a gap
    check("00000/33333 y", "Y3", "00600/00000 r");
}

#[test]
fn sq_6_a_jump_may_end_on_an_edge() {
    check("00300/00033 y", "Y3", "00600/00000 r");
    check("00300/00003 y", "Y3", "00600/00000 r"); // the example of the ruling
    check("00a00/30000 y", "Y3", "00c00/00000 r");
    check("0a000/20000 y", "Y2", "0c000/00000 r");
}

#[test]
fn sq_7_sent_back_to_the_edge_last_left() {
    check("00000/50000 y", "Y5", "00002/00000 r"); // on the way out: to the start
    check("00000/70000 y", "Y5", "00002/60000 r"); // on the way back: to the turning space
    check("02000/00000 r", "R2", "00000/03000 y");
    check("0a000/00000 r", "R2", "06000/03000 y");
    check("020a0/00000 r", "R2", "000a0/03000 y"); // it stops behind Y2 and does not reach Y4
}

#[test]
fn sq_8_two_pieces_on_one_crossing_are_refused() {
    let sentence = "Y1 and R3 stand on the same crossing: opposing pieces never share one (SQ-8)";
    impossible("30000/00100 y", 9, sentence);
    impossible("90000/00b00 r", 9, sentence); // both on the way back
}

#[test]
fn sq_9_four_home_win() {
    let play = |text, m| {
        let mut play = Play::from_position(Rules::default(), position(text));
        play.play_text(m).unwrap();
        play.status()
    };
    assert_eq!(play("bccc0/00000 y", "Y1"), Status::Over(Standing::win_of_two(YELLOW)));
    assert_eq!(play("00000/0bccc r", "R2"), Status::Over(Standing::win_of_two(RED)));
    assert_eq!(play("bcc00/00000 y", "Y1"), Status::ToAct(RED));
    assert_eq!(position("cccc0/00000 r").read_move("R1"), Err(MoveError::GameOver));
    impossible("ccccc/00000 y", 1, "Yellow has five pieces home, but four end the game (SQ-9)");
    impossible("00000/ccccc y", 7, "Red has five pieces home, but four end the game (SQ-9)");
    let both = "both sides have four pieces home, but the first to do so ends the game (SQ-9)";
    impossible("cccc0/0cccc y", 7, both);
}

#[test]
fn sq_10_third_occurrence_is_a_draw() {
    let start = "bccc5/0cccb r";
    let mut play = Play::from_position(Rules::default(), position(start));
    let mut moves = Vec::new();
    for pair in [["R1", "Y1"]; 4].into_iter().chain([["R5", "Y5"]; 2]) {
        moves.extend(pair);
    }
    for round in 1..=2 {
        for m in &moves {
            assert_eq!(play.status(), Status::ToAct(play.position().mover()), "round {round}");
            play.play_text(m)
                .unwrap_or_else(|error| panic!("{}: {m}: {error}", play.position().position_text()));
        }
        assert_eq!(play.position().position_text(), start);
        assert_eq!(play.occurrences(), round + 1);
    }
    assert_eq!(play.status(), Status::Over(Standing::draw(2)));
    assert!(play.ended_by_repetition());
    assert_eq!(play.play_text("R1"), Err(MoveError::GameOver));
    play.take_back();
    assert!(!play.ended_by_repetition());
}

#[test]
fn read_errors_say_what_and_where() {
    unreadable("", "column 1: expected a progress digit (0 to 9, a, b, c), found the end");
    unreadable("0000d/00000 y", "column 5: expected a progress digit (0 to 9, a, b, c), found 'd'");
    unreadable("00000-00000 y", "column 6: expected '/' between Yellow's digits and Red's, found '-'");
    unreadable("00000/00000", "column 12: expected a blank before the player to move, found the end");
    unreadable("00000/00000 x", "column 13: expected the player to move (y or r), found 'x'");
    unreadable("00000/00000 y ", "column 14: expected nothing more, found ' '");
    unreadable("0é000/00000 y", "column 2: expected a progress digit (0 to 9, a, b, c), found 'é'");
    for (text, sentence) in [
        ("", "column 1: expected a piece, Y1 to Y5 or R1 to R5 (for example Y3), found the end"),
        ("Y6", "column 2: expected the piece's number, 1 to 5 (for example Y3), found '6'"),
        ("Y1x", "column 3: expected nothing more, found 'x'"),
    ] {
        assert_eq!(position("00000/00000 y").read_move(text).unwrap_err().to_string(), sentence);
    }
}

#[test]
fn unreachable_positions_are_read_and_reported() {
    assert!(position("00000/00000 y").can_arise());
    assert!(position("01000/00000 y").can_arise()); // Y2 moves one step at a time
    assert!(!position("10000/00000 y").can_arise()); // Y1 moves three
    assert!(!position("07000/00000 y").can_arise()); // Y2 moves three on the way back
    assert!(position("70000/00000 y").can_arise());
    assert!(!position("cccc0/00000 y").can_arise()); // the winner cannot be to move
    assert!(position("cccc0/00000 r").can_arise());
}
