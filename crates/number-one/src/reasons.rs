//! Why positions and moves are rejected, with the ruling for each.

use ludoteca_core::reasons;

reasons! {
    pub(crate) const ALL;
    // For positions.
    ROWS = "NO-1" "rows" "the board has 9 or 11 rows, not {0}";
    ROW_LENGTH = "NO-1" "row-length" "row {0} has {1} holes, not {2}";
    NUMBER_OF_PLAYERS = "NO-1" "number-of-players" "Number One is for two to four players, not {0}";
    FIELD = "NO-1" "field" "{0} players play on {1} holes, not on {2}";
    OTHER_PLAYERS = "NO-1" "other-players" "this is a position for {0} players, but the game is for {1}";
    SEAT_SKIPPED = "NO-2" "seat-skipped" "player {0} is neither on the board nor out, but player {1} is there";
    PEG_TWICE = "NO-3" "peg-twice" "player {0} has two pegs of size {1}: {2} and {3}";
    TOO_MANY_ARRANGEMENTS = "NO-3" "too-many-arrangements"
        "with {0} arrangements the set-up for {0} players is over: write the board instead";
    MOVED_OFF_BOARD = "NO-4" "moved-off-board" "player {0} has no peg {1} on the board that could have moved";
    NO_SMALL_PEG = "NO-10" "no-small-peg" "player {0} has a peg on {1} but no small peg";
    OUT_ON_BOARD = "NO-10" "out-on-board" "player {0} is out, yet has a peg on {1}";
    OUT_TWICE = "NO-12" "out-twice" "player {0} goes out twice";
    CANNOT_ACT = "NO-12" "cannot-act" "player {0} has no peg on the board and cannot be the one to move";
    MOVED_AT_END = "NO-12" "moved-at-end" "player {0} has won, so no peg counts as moved this turn";
    TURN_OVER = "NO-13" "turn-over" "player {0} has moved every peg, so the turn has passed on";
    BLOCKED = "NO-13" "blocked" "player {0} cannot move, so the pegs that have not moved have left the board";
    // For positions and moves.
    ARRANGEMENT = "NO-3" "arrangement" "{0} does not name each of S, M and L once";
    // For moves.
    NO_HOLE = "NO-1" "no-hole" "there is no hole {0} on the board of {1} holes";
    STILL_SET_UP = "NO-3" "still-set-up" "player {0} must first set up three pegs, for example LSM";
    SET_UP_DONE = "NO-3" "set-up-done" "all pegs are already set up";
    HAS_MOVED = "NO-4" "has-moved" "{0} has already moved this turn";
    HOLDS_PEG = "NO-5" "holds-peg" "{0} holds a peg, and pegs are never captured";
    PEG_BETWEEN = "NO-5" "peg-between" "{0} holds a peg, and pegs are never passed over";
    DISTANCE = "NO-5" "distance" "{0} moves exactly {1}, and {2} is {3} away from {4}";
    NO_WAY = "NO-6" "no-way"
        "{0} cannot get from {1} to {2}: a peg bends only where the hole straight ahead holds a peg";
    EMPTY_HOLE = "NO-7" "empty-hole" "{0} is empty, and {1} is turned over and may land only on tokens";
    STAR_ON_TOKEN = "NO-7" "star-on-token" "{0} holds a token, so {1} is not turned over there: no *";
    PEG_GONE = "NO-9" "peg-gone" "player {0} has no peg {1} on the board any more";
}
