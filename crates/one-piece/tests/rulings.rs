//! A test for each ruling in `docs/rules/one-piece-for-two.md`, named after it.

use ludoteca_core::{
    Game, MoveError, Notation, Options, Picture, Play, Position, PositionError, Standing, Status,
    board::Shape,
};
use ludoteca_one_piece::{BLUE, OnePiece, RED, Rules};

/// The rules for `standard` or for a size such as `5x5-8`.
#[track_caller]
fn rules(variant: &str) -> Rules {
    let pairs = OnePiece::variant(variant).expect("a variant");
    OnePiece::rules(&Options::new(&OnePiece::INFO, None, pairs).expect("options of the game"))
}

#[track_caller]
fn read(variant: &str, text: &str) -> OnePiece {
    OnePiece::read_position(&rules(variant), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Asserts that the move is legal and leads to this position.
#[track_caller]
fn check(variant: &str, before: &str, m: &str, after: &str) {
    let mut now = read(variant, before);
    let m = now.read_move(m).unwrap_or_else(|error| panic!("{before}: {m}: {error}"));
    now.play(m).expect("what is read is legal");
    assert_eq!(now.position_text(), after);
}

/// Asserts that the move is rejected with this sentence.
#[track_caller]
fn refuse(variant: &str, position: &str, m: &str, sentence: &str) {
    match read(variant, position).read_move(m) {
        Err(MoveError::Illegal(refusal)) => assert_eq!(refusal.to_string(), sentence),
        other => panic!("{position}: {m}: {other:?}"),
    }
}

/// Asserts that the position is rejected with this sentence, which starts with the location in the text.
#[track_caller]
fn impossible(variant: &str, text: &str, sentence: &str) {
    match OnePiece::read_position(&rules(variant), text) {
        Err(error @ PositionError::Impossible { .. }) => assert_eq!(error.to_string(), sentence),
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn not_a_position(text: &str, sentence: &str) {
    match OnePiece::read_position(&rules("standard"), text) {
        Err(error @ PositionError::Syntax(_)) => assert_eq!(error.to_string(), sentence),
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn not_a_move(text: &str, sentence: &str) {
    match read("standard", "- r -").read_move(text) {
        Err(error @ MoveError::Syntax(_)) => assert_eq!(error.to_string(), sentence),
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn over(variant: &str, text: &str, standing: Standing) {
    let now = read(variant, text);
    assert_eq!(now.status(), Status::Over(standing));
    assert_eq!(now.moves(), []);
    assert_eq!(now.read_move("a1^"), Err(MoveError::GameOver));
    assert_eq!(now.read_move("a1^-z99<"), Err(MoveError::GameOver));
}

#[test]
fn op_1_standard_is_eight_by_eight_with_twenty_pieces() {
    let start = OnePiece::start(&Rules::default());
    assert_eq!((start.width(), start.height(), start.in_box()), (8, 8, 20));
    assert_eq!(start.position_text(), "- r -");
    assert_eq!(rules("standard"), Rules::default());
    refuse("standard", "- r -", "i1^", "i1 is not on the grid of 8 columns by 8 ranks (OP-1)");
    refuse("standard", "- r -", "a9v", "a9 is not on the grid of 8 columns by 8 ranks (OP-1)");
    impossible("standard", "a1^,i1^ r -", "column 5: i1 is not on the grid of 8 columns by 8 ranks (OP-1)");
}

#[test]
fn op_1_size_and_pieces_are_options() {
    check("10x10-50", "- r -", "i1>", "i1> b -");
    check("4x10-50", "a1^,a3^,a5^,a7^ r -", "a10v", "a1^,a3^,a5^,a7^,a10v b -");
    refuse("5x4-8", "- r -", "f1^", "f1 is not on the grid of 5 columns by 4 ranks (OP-1)");
    impossible("5x5-2", "a1^,b1^,c1^ r -", "column 9: 3 pieces are too many: the game has 2 (OP-1)");
    for (width, height, pieces, known) in
        [(4, 10, 50, true), (3, 8, 20, false), (8, 11, 20, false), (8, 8, 0, false), (8, 8, 51, false)]
    {
        assert_eq!(Rules::new(width, height, pieces, RED).is_some(), known, "{width}x{height}-{pieces}");
        let pairs = OnePiece::variant(&format!("{width}x{height}-{pieces}")).unwrap();
        assert_eq!(Options::new(&OnePiece::INFO, None, pairs).is_ok(), known, "{width}x{height}-{pieces}");
    }
    for name in ["", "5x5", "5-5x8", "5x5-", "x5-8", "5x5-8-1", "5X5-8", "+5x5-8", "5x5-8 ", "five"] {
        assert_eq!(OnePiece::variant(name), None, "{name}");
    }
}

#[test]
fn op_1_boards_of_different_games_are_different() {
    let start = |variant| OnePiece::start(&rules(variant));
    assert_ne!(start("5x5-8"), start("5x5-9"));
    assert_ne!(start("5x6-8"), start("6x5-8"));
    assert_ne!(read("5x5-8", "a1^ b -"), read("5x5-7", "a1^ b -"));
}

#[test]
fn op_2_four_orientations() {
    for m in ["d1>", "e1<", "d1^", "d2v"] {
        check("standard", "- r -", m, &format!("{m} b -"));
    }
    // Eight columns to stand in and seven pairs to lie on, each two ways round.
    assert_eq!(read("standard", "- r -").count_moves(), 30);
}

#[test]
fn op_3_a_standing_piece_rests_on_one_column() {
    check("standard", "d1> b -", "d2^", "d1>,d2^ r -");
    check("standard", "d1> b -", "e3v", "d1>,e3v r -");
    refuse("standard", "d1> b -", "d3^", "d3 would float: d2 beneath it is free (OP-3)");
    refuse("standard", "d1> b -", "c3v", "c2 would float: c1 beneath it is free (OP-3)");
    refuse("standard", "d1> b -", "d1^", "d1 is taken (OP-3)");
    refuse("standard", "d1> b -", "e2v", "e1 is taken (OP-3)");
}

#[test]
fn op_3_a_lying_piece_rests_on_two_equal_columns() {
    check("standard", "d1> b -", "e2<", "d1>,e2< r -");
    refuse("standard", "d1> b -", "e2>", "f2 would float: f1 beneath it is free (OP-3)");
    refuse("standard", "d1> b -", "c1>", "d1 is taken (OP-3)");
    refuse("standard", "- r -", "a5>", "a5 would float: a1 beneath it is free (OP-3)");
}

#[test]
fn op_3_a_piece_must_fit_the_grid() {
    refuse("standard", "- r -", "a1<", "the blue half of a1< would be off the grid (OP-3)");
    refuse("standard", "- r -", "h1>", "the blue half of h1> would be off the grid (OP-3)");
    refuse("standard", "- r -", "a1v", "the blue half of a1v would be off the grid (OP-3)");
    refuse("4x5-9", "a1^,a3^ r -", "a5^", "the blue half of a5^ would be off the grid (OP-3)");
    refuse("4x4-9", "a1^,a3^ r -", "a5^", "a5 is not on the grid of 4 columns by 4 ranks (OP-1)");
    impossible("standard", "h1> r -", "column 1: the blue half of h1> would be off the grid (OP-3)");
}

#[test]
fn op_3_positions_with_overlapping_or_floating_pieces_are_refused() {
    impossible("standard", "d1>,d2v r -", "column 5: d1 is taken (OP-3)");
    impossible("standard", "d1>,d1^ r -", "column 5: d1 is taken (OP-3)");
    impossible("standard", "c1>,e1< r -", "column 5: d1 is taken (OP-3)");
    impossible("standard", "b1^,d2^ r -", "column 5: d2 would float: d1 beneath it is free (OP-3)");
    // Both halves of a lying piece need support.
    impossible("standard", "d1^,d3> r -", "column 5: e3 would float: e1 beneath it is free (OP-3)");
    // A piece may be listed before the one that supports it.
    assert_eq!(read("standard", "d2>,e1< r -").pieces().count(), 2);
}

#[test]
fn op_4_either_colour_starts_and_players_alternate() {
    let options = Options::new(&OnePiece::INFO, None, [("first", "blue")]).unwrap();
    let start = OnePiece::start(&OnePiece::rules(&options));
    assert_eq!(start.position_text(), "- b -");
    assert_eq!(start.status(), Status::ToAct(BLUE));
    assert_eq!(OnePiece::start(&Rules::default()).status(), Status::ToAct(RED));
    check("standard", "- b -", "a1^", "a1^ r -");
    check("standard", "a1^ r -", "b1^", "a1^,b1^ b -");
    // Positions do not record who started: the same board is the same position.
    assert_eq!(OnePiece::read_position(&OnePiece::rules(&options), "- r -"), Ok(read("standard", "- r -")));
}

#[test]
fn op_5_nothing_is_moved_while_the_box_has_pieces() {
    let sentence = "a1^ stays where it is until the box is empty (left in it: 19) (OP-5)";
    refuse("standard", "a1^ b -", "a1^-c1^", sentence);
}

#[test]
fn op_5_an_empty_box_means_moving() {
    check("4x4-1", "a1^ b -", "a1^-c1>", "c1> r -");
    check("5x5-2", "a1>,a2^ r -", "a2^-d2v", "a1>,d2v b -");
    check("5x5-2", "a1>,c1^ r -", "a1>-d1>", "c1^,d1> b -");
    let sentence = "b1^ cannot come from the box, which is empty: a piece on the grid must be moved (OP-5)";
    refuse("4x4-1", "a1^ b -", "b1^", sentence);
}

#[test]
fn op_5_only_an_uncovered_piece_of_the_grid_is_moved() {
    let before = "a1>,b2^ r -";
    refuse("5x5-2", before, "a1>-d1^", "a1> cannot be moved: b2 above it is taken (OP-5)");
    refuse("5x5-2", before, "d1^-e1^", "there is no piece d1^ on the grid (OP-5)");
    refuse("5x5-2", before, "b1<-d1^", "there is no piece b1< on the grid (OP-5)");
    refuse("5x5-2", before, "b2v-d1^", "there is no piece b2v on the grid (OP-5)");
    refuse("5x5-2", before, "b3^-d1^", "there is no piece b3^ on the grid (OP-5)");
    refuse("5x5-2", before, "f1^-d1^", "f1 is not on the grid of 5 columns by 5 ranks (OP-1)");
    refuse("5x5-2", before, "a1<-d1^", "the blue half of a1< would be off the grid (OP-3)");
    refuse("5x5-2", "a1^,a3^ r -", "a1^-d1^", "a1^ cannot be moved: a3 above it is taken (OP-5)");
}

#[test]
fn op_5_the_old_place_is_forbidden() {
    let before = "a1>,c1^ r -";
    refuse("5x5-2", before, "a1>-b1<", "b1< would overlap the old place of the moved piece on b1 (OP-5)");
    refuse("5x5-2", before, "a1>-a2v", "a2v would overlap the old place of the moved piece on a1 (OP-5)");
    refuse("5x5-2", before, "c1^-c2^", "c2^ would overlap the old place of the moved piece on c2 (OP-5)");
    refuse("5x5-2", before, "c1^-d1<", "d1< would overlap the old place of the moved piece on c1 (OP-5)");
}

#[test]
fn op_5_after_the_move_every_piece_rests() {
    let before = "a1>,c1^ r -";
    refuse("5x5-2", before, "c1^-c3^", "c3 would float: c1 beneath it is free (OP-3)");
    refuse("5x5-2", before, "a1>-a2>", "a2 would float: a1 beneath it is free (OP-3)");
    refuse("5x5-2", before, "c1^-d2^", "d2 would float: d1 beneath it is free (OP-3)");
    refuse("5x5-2", before, "c1^-b1^", "b1 is taken (OP-3)");
    refuse("5x5-2", before, "a1>-f1^", "f1 is not on the grid of 5 columns by 5 ranks (OP-1)");
}

#[test]
fn op_6_four_in_a_row() {
    check("standard", "a1^,b1^,c1^ r -", "d1>", "a1^,b1^,c1^,d1> b r"); // along a rank
    check("standard", "d1>,d2>,d3> r -", "d4^", "d1>,d2>,d3>,d4^ b r"); // up a column
    check("standard", "c1<,d1>,d2<,e3v,f1^ b -", "f4v", "c1<,d1>,d2<,e3v,f1^,f4v r r"); // diagonally up
    check("standard", "d2^,e1<,e3v,f2v,g1^ b -", "d4^", "d2^,d4^,e1<,e3v,f2v,g1^ r r"); // diagonally down
    check("standard", "b2v,c1^,c3>,d2v,e2v b -", "e3^", "b2v,c1^,c3>,d2v,e2v,e3^ r b"); // the same for Blue
    over("standard", "a1^,b1^,c1^,d1> b r", Standing::win_of_two(RED));
    over("standard", "b2v,c1^,c3>,d2v,e2v,e3^ r b", Standing::win_of_two(BLUE));
}

#[test]
fn op_6_three_are_not_enough() {
    check("standard", "a1^,b1^ r -", "c1>", "a1^,b1^,c1> b -");
    // Columns h and a are not adjacent.
    check("standard", "f1^,g1^,h1^ r -", "a1>", "a1>,f1^,g1^,h1^ b -");
}

#[test]
fn op_6_the_colour_wins_regardless_of_who_moved() {
    check("standard", "a1^,b1^,c1^ b -", "d1>", "a1^,b1^,c1^,d1> r r");
    check("standard", "a2v,b2v,c2v r -", "e1<", "a2v,b2v,c2v,e1< b b");
}

#[test]
fn op_6_four_for_both_colours_is_no_win() {
    check("standard", "a1^,b1^,c1^ b -", "d1^", "a1^,b1^,c1^,d1^ r -");
    check("standard", "d1>,d2>,d3> b -", "d4>", "d1>,d2>,d3>,d4> r -");
}

#[test]
fn op_6_more_than_four_win_too_and_old_lines_count_for_nothing() {
    let both = "a1^,b1^,c1^,d1^ r -";
    check("standard", both, "g1^", "a1^,b1^,c1^,d1^,g1^ b -");
    check("standard", both, "f1<", "a1^,b1^,c1^,d1^,f1< b -");
    check("standard", both, "e1>", "a1^,b1^,c1^,d1^,e1> b r");
}

#[test]
fn op_6_a_moved_piece_leaves_its_old_line() {
    check("8x8-4", "a1^,b1^,c1^,h1^ r -", "a1^-d1>", "b1^,c1^,d1>,h1^ b -");
    check("8x8-4", "a1^,b1^,c1^,h1^ r -", "h1^-d1>", "a1^,b1^,c1^,d1> b r");
}

#[test]
fn op_6_a_winner_needs_a_move_that_won() {
    let sentence = "Red cannot have won: no uncovered piece makes four in a row for Red alone (OP-6)";
    impossible("standard", "- r r", &format!("column 5: {sentence}"));
    impossible("standard", "a1^,b1^,c1^,d1^ r r", &format!("column 19: {sentence}"));
    let sentence = "Blue cannot have won: no uncovered piece makes four in a row for Blue alone (OP-6)";
    impossible("standard", "a1^,b1^,c1^,d1> r b", &format!("column 19: {sentence}"));
    // Red has four on rank 1, but each of those pieces is covered.
    let sentence = "Red cannot have won: no uncovered piece makes four in a row for Red alone (OP-6)";
    impossible("standard", "a1^,a4v,b1^,b4v,c1^,c4v,d1>,d2>,d3> r r", &format!("column 39: {sentence}"));
}

#[test]
fn op_7_no_legal_move_is_a_draw() {
    // The last piece fills the grid, with or without pieces left in the box.
    check("4x4-50", "a2v,a3^,b1^,c2v,c3<,d1^,d4v b -", "b4>", "a2v,a3^,b1^,b4>,c2v,c3<,d1^,d4v r -");
    over("4x4-50", "a2v,a3^,b1^,b4>,c2v,c3<,d1^,d4v r -", Standing::draw(2));
    over("4x4-8", "a2v,a3^,b1^,b4>,c2v,c3<,d1^,d4v r -", Standing::draw(2));
    // Isolated free cells cannot hold a piece.
    over("4x5-50", "a2v,a3^,b1^,b5>,c2v,c3<,c4<,d1^,d4v b -", Standing::draw(2));
}

#[test]
fn op_7_third_occurrence_is_a_draw() {
    let mut game = Play::<OnePiece>::new(rules("4x4-1"));
    for m in ["a1^", "a1^-c1^", "c1^-a1^", "a1^-c1^"] {
        game.play_text(m).unwrap();
        assert!(matches!(game.status(), Status::ToAct(_)));
    }
    game.play_text("c1^-a1^").unwrap();
    assert_eq!(game.status(), Status::Over(Standing::draw(2)));
    assert!(game.ended_by_repetition());
}

#[test]
fn op_8_the_loser_starts_the_next_game() {
    let red_starts = rules("5x5-8");
    let blue_starts = red_starts.next_game(&Standing::win_of_two(RED));
    assert_eq!(OnePiece::start(&blue_starts).position_text(), "- b -");
    assert_eq!(blue_starts.next_game(&Standing::win_of_two(RED)), blue_starts);
    assert_eq!(blue_starts.next_game(&Standing::win_of_two(BLUE)), red_starts);
    assert_eq!(blue_starts.next_game(&Standing::draw(2)), red_starts);
    assert_eq!(red_starts.next_game(&Standing::draw(2)), blue_starts);
    assert_eq!(blue_starts.first(), BLUE);
}

#[test]
fn notation_is_strict() {
    not_a_position("", "column 1: expected the cell of the red half (for example d1>), found the end");
    not_a_position(
        "-",
        "column 2: expected a comma and a piece, or a blank before the player to move, found the end",
    );
    not_a_position("- y -", "column 3: expected the player to move (r or b), found 'y'");
    not_a_position("- r", "column 4: expected a blank before the winner, found the end");
    not_a_position("- r x", "column 5: expected '-', or the winner (r or b), found 'x'");
    not_a_position("- r - ", "column 6: expected nothing more, found ' '");
    not_a_position("a1^, r -", "column 5: expected the cell of the red half (for example d1>), found ' '");
    not_a_position(
        "a01^ r -",
        "column 2: expected the number of the cell's rank (for example d1>), found '0'",
    );
    let order = "expected pieces in the order of their red halves: by column, then by rank";
    not_a_position("b1^,a1^ r -", &format!("column 5: {order}, found 'a'"));
    not_a_move("é", "column 1: expected the cell of the red half (for example d1>), found 'é'");
    not_a_move("D1>", "column 1: expected the cell of the red half (for example d1>), found 'D'");
    not_a_move(
        "d1",
        "column 3: expected an arrow to the blue half, > < ^ or v (for example d1>), found the end",
    );
    not_a_move(
        "d1é",
        "column 3: expected an arrow to the blue half, > < ^ or v (for example d1>), found 'é'",
    );
    not_a_move(
        "d1>x",
        "column 4: expected nothing more, or '-' and the piece's new place (for example d1>-f3^), found 'x'",
    );
    not_a_move("d1>-", "column 5: expected the cell of the red half (for example d1>), found the end");
    not_a_move("d1>-f3^-", "column 8: expected nothing more, found '-'");
    not_a_move(
        "d100>",
        "column 4: expected an arrow to the blue half, > < ^ or v (for example d1>), found '0'",
    );
}

#[test]
fn rank_10_sorts_as_a_number() {
    let text = "a2v,a4v,a6v,a8v,a10v,b1^ r -";
    assert_eq!(read("10x10-50", text).position_text(), text);
}

#[test]
fn the_picture_stands_upright() {
    let now = read("5x4-1", "b2v r -");
    let board = now.board();
    let [red, blue] = ["b2", "b1"].map(|name| board.cell(name).unwrap());
    assert!(board.cells[red].at.y < board.cells[blue].at.y, "rank 1 is at the foot");
    assert_eq!(board.pieces.len(), 1);
    assert_eq!(board.pieces[0].cell, red);
    assert!(matches!(board.pieces[0].shape, Shape::Domino { other, .. } if other == blue));
    let labels: String = board.labels.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(labels, "abcde1234");
    let moving = now.read_move("b2v-d1>").unwrap();
    assert_eq!(now.targets(moving), ["b2", "d1", "e1"].map(|name| board.cell(name).unwrap()));
    let start = read("5x4-1", "- r -");
    let placing = start.read_move("b2v").unwrap();
    assert_eq!(start.targets(placing), [red, blue]);
}

/// Checks the examples on the notation page.
#[test]
fn examples_of_the_notation_page() {
    check("standard", "a1^,b1^,c1^ b -", "d1>", "a1^,b1^,c1^,d1> r r");
    check("standard", "a1^,b1^,c1^ b -", "d1^", "a1^,b1^,c1^,d1^ r -");
    check("standard", "d1> b -", "e2<", "d1>,e2< r -");
    check("standard", "d1>,e2< r -", "c1^", "c1^,d1>,e2< b -");
    check("8x8-4", "a1^,b1^,c1^,h1^ r -", "h1^-d1>", "a1^,b1^,c1^,d1> b r");
    let page = include_str!("../../../docs/notation.md");
    for example in [
        "`a1^,b1^,c1^ b -`",
        "`a1^,b1^,c1^,d1> r r`",
        "`a1^,b1^,c1^,d1^ r -`",
        "`c1^,d1>,e2< b -`",
        "`h1^-d1>`",
        "`a1^,b1^,c1^,h1^ r -`",
        "`a1^,b1^,c1^,d1> b r`",
    ] {
        assert!(page.contains(example), "{example}");
    }
}
