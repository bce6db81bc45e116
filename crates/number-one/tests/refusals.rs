//! Error messages for rejected positions and moves: the ruling, the location and one plain sentence.

use ludoteca_core::{MoveError, Notation, PositionError};
use ludoteca_number_one::{NumberOne, Players, Rules};
use std::collections::BTreeSet;

fn read(text: &str) -> NumberOne {
    NumberOne::read_position(&Rules::default(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Illegal moves: the position, the move and the error message.
const ILLEGAL: [(&str, &str, &str); 12] = [
    ("setup 2 -", "LSS", "LSS does not name each of S, M and L once (NO-3)"),
    ("setup 2 LSM", "Sa3", "player b must first set up three pegs, for example LSM (NO-3)"),
    (
        "oob1b2b3/oooooo/ooa3oooo/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a - -",
        "LSM",
        "all pegs are already set up (NO-3)",
    ),
    (
        "oob1b2b3/oooooo/ooa3oooo/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a - -",
        "Sa6",
        "there is no hole a6 on the board of 61 holes (NO-1)",
    ),
    (
        "oob1b2b3/oooooo/oo.ooa3o/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a 3 -",
        "Lg5",
        "L has already moved this turn (NO-4)",
    ),
    (
        "oob1b2b3/oooooo/ooa3oooo/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a - -",
        "Mc3",
        "c3 holds a peg, and pegs are never captured (NO-5)",
    ),
    (
        "oob1b2b3/oooooo/ooooooo/oooooooo/ooooa2a3ooo/oooooooo/ooa1oooo/oooooo/ooooo a - -",
        "Me7",
        "e6 holds a peg, and pegs are never passed over (NO-5)",
    ),
    (
        "oob1b2b3/oooooo/ooa3oooo/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a - -",
        "Lf4",
        "L moves exactly 3, and f4 is 1 away from g5 (NO-5)",
    ),
    (
        "oob1b2b3/oooooo/ooooooo/oooooooo/ooa2oooooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Mf5",
        "M cannot get from e3 to f5: a peg bends only where the hole straight ahead holds a peg (NO-6)",
    ),
    (
        "oob1b2b3/oooooo/ooooooo/oooooooo/ooA2o.oooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Me5",
        "e5 is empty, and M is turned over and may land only on tokens (NO-7)",
    ),
    (
        "oob1b2b3/oooooo/ooooooo/oooooooo/ooa2oooooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Me5*",
        "e5 holds a token, so M is not turned over there: no * (NO-7)",
    ),
    (
        "oob1b2b3/oooooo/ooooooo/oooooooo/ooa2oooooo/oooooooo/ooooooo/oooooo/a1oooo a - -",
        "Le5",
        "player a has no peg L on the board any more (NO-9)",
    ),
];

/// Impossible positions with their error messages.
const IMPOSSIBLE: [(&str, &str); 16] = [
    ("ooo/oo a - -", "column 1: the board has 9 or 11 rows, not 2 (NO-1)"),
    (
        "ooob3b1/ooooob2/oooooo/oooooooo/ooooooooo/oooooooo/ooooooo/a2ooooo/a1a3ooo a - -",
        "column 17: row g has 7 holes, not 6 (NO-1)",
    ),
    ("setup 5 -", "column 7: Number One is for two to four players, not 5 (NO-1)"),
    (
        "ooooo/oooooo/ooooooo/oooooooo/ooooooooo/d1ooooooo/c1oooooo/b1ooooo/a1oooo a - -",
        "column 1: 4 players play on 91 holes, not on 61 (NO-1)",
    ),
    (
        "ooooo/oooooo/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/c1ooooo/a1oooo a - -",
        "column 58: player b is neither on the board nor out, but player c is there (NO-2)",
    ),
    (
        "ooooo/oooooo/ooooooo/oooooooo/ooooooooo/oooooooo/ooa1oooo/b1ooooo/a1oooo a - -",
        "column 67: player a has two pegs of size 1: c3 and a1 (NO-3)",
    ),
    (
        "setup 2 LSM,LSM",
        "column 13: with 2 arrangements the set-up for 2 players is over: write the board instead (NO-3)",
    ),
    ("setup 2 LSL", "column 9: LSL does not name each of S, M and L once (NO-3)"),
    (
        "oooob1/oooooo/ooooooo/oooooooo/ooooa2oooo/oooooooo/ooa1oooo/oooooo/ooooo a 3 -",
        "column 76: player a has no peg L on the board that could have moved (NO-4)",
    ),
    (
        "oooob1/oooooo/ooooooo/oooooooo/ooooooooo/oooooooo/ooa2oooo/oooooo/ooooo a - -",
        "column 53: player a has a peg on c3 but no small peg (NO-10)",
    ),
    (
        "oooob1/oooooo/ooooooo/oooooooo/ooooooooo/oooooooo/ooa1oooo/oooooo/ooooo b - a",
        "column 53: player a is out, yet has a peg on c3 (NO-10)",
    ),
    (
        "...../....../......./......../....c1..../......../......./....../..... c - abb",
        "column 78: player b goes out twice (NO-12)",
    ),
    (
        "oooob1/oooooo/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/oooooo/a1oooo c - -",
        "column 73: player c has no peg on the board and cannot be the one to move (NO-12)",
    ),
    (
        "...../....../......./......../....c1..../......../......./....../..... c 1 ab",
        "column 74: player c has won, so no peg counts as moved this turn (NO-12)",
    ),
    (
        "oooob1/oooooo/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/oooooo/a1oooo a 1 -",
        "column 75: player a has moved every peg, so the turn has passed on (NO-13)",
    ),
    (
        "....b1/....../......./......../........./......../......./....../A1.... a - -",
        "column 1: player a cannot move, so the pegs that have not moved have left the board (NO-13)",
    ),
];

#[test]
fn refusals_say_why_and_every_reason_is_met() {
    let mut keys = BTreeSet::new();
    for (position, text, sentence) in ILLEGAL {
        let error = read(position).read_move(text).unwrap_err();
        assert_eq!(error.to_string(), sentence, "{position}: {text}");
        let MoveError::Illegal(refusal) = error else { panic!("{sentence}") };
        keys.insert(refusal.reason.key);
    }
    let for_three = Rules { players: Some(Players::Three) };
    let others = IMPOSSIBLE.map(|(text, sentence)| (Rules::default(), text, sentence));
    let other_players = "column 7: this is a position for 2 players, but the game is for 3 (NO-1)";
    for (rules, text, sentence) in others.into_iter().chain([(for_three, "setup 2 -", other_players)]) {
        let error = NumberOne::read_position(&rules, text).unwrap_err();
        assert_eq!(error.to_string(), sentence, "{text}");
        let PositionError::Impossible { refusal, .. } = error else { panic!("{sentence}") };
        keys.insert(refusal.reason.key);
    }
    assert_eq!(keys, NumberOne::REASONS.iter().map(|reason| reason.key).collect());
}

#[test]
fn notation_errors_name_the_column() {
    let board = "setup 2 -";
    for (text, sentence) in [
        ("", "column 1: expected a peg, S, M or L (for example Me5, or LSM to set up), found the end"),
        ("Xe5", "column 1: expected a peg, S, M or L (for example Me5, or LSM to set up), found 'X'"),
        ("Mé5", "column 2: expected a hole after the peg (for example Me5), found 'é'"),
        ("Me0", "column 3: expected the hole's number after its letter (for example Me5), found '0'"),
        ("Me5**", "column 5: expected nothing more, found '*'"),
        ("Me123", "column 5: expected nothing more, found '3'"),
        ("LS", "column 3: expected three pegs, S, M and L in any order (for example LSM), found the end"),
        ("LSMS", "column 4: expected nothing more, found 'S'"),
    ] {
        assert_eq!(read(board).read_move(text).unwrap_err().to_string(), sentence);
    }
    for (text, sentence) in [
        ("setup 2", "column 8: expected a blank, found the end"),
        (
            "setup 2 LSM,",
            "column 13: expected three pegs, S, M and L in any order (for example LSM), found the end",
        ),
        ("setup 22 -", "column 8: expected a blank, found '2'"),
        ("oox", "column 3: expected o, ., a peg (a to d and its size), / or a blank, found 'x'"),
        ("ooa4", "column 4: expected a peg's size, 1 to 3, found '4'"),
    ] {
        assert_eq!(NumberOne::read_position(&Rules::default(), text).unwrap_err().to_string(), sentence);
    }
    let start = "ooob3b1/ooooob2/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/a2ooooo/a1a3ooo";
    for (tail, found) in [
        (" e - -", "expected the player to move, a to d, found 'e'"),
        (" a 21 -", "expected a larger size or a blank, found '1'"),
        (" a 11 -", "expected a larger size or a blank, found '1'"),
        (" a - - ", "expected nothing more, found ' '"),
        (" a - ", "expected - or the players who are out, a to d, found the end"),
        ("  a - -", "expected the player to move, a to d, found ' '"),
    ] {
        let error = NumberOne::read_position(&Rules::default(), &format!("{start}{tail}")).unwrap_err();
        assert!(error.to_string().ends_with(found), "{tail}: {error}");
    }
}
