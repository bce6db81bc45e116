//! What can be said of moves, of the end of a game, of records and of requests that fail in any game: a key, the ruling and the English words. Seats,
//! cells and pieces take the places of `{0}`, `{1}`, as in the games' own reasons for refusing a move.

use ludoteca_core::Reason;

macro_rules! phrases {
    ($($name:ident = $ruling:literal $key:literal $text:literal;)*) => {
        $(pub(crate) static $name: Reason = Reason { ruling: $ruling, key: $key, text: $text };)*
        /// All of them, for translators.
        pub(crate) const ALL: &[&Reason] = &[$(&$name),*];
    };
}

phrases! {
    // Moves.
    RUNS = "SQ-5" "runs" "{0} runs from {1} to {2}";
    TURNS_ROUND = "SQ-5" "turns-round" "{0} has crossed and turns round";
    COMES_HOME = "SQ-5" "comes-home" "{0} is home";
    SENT_BACK = "SQ-7" "sent-back" "{0} is sent back to {1}";
    SETS_UP = "NO-3" "sets-up" "{0} puts peg {3} on {2}";
    STEPS = "NO-5" "steps" "{0} moves peg {4} from {2} to {3}";
    SINKS_TOKEN = "NO-7" "sinks-token" "the token in {0} is sunk";
    TURNS_OVER = "NO-7" "turns-over" "the peg on {0} is turned over";
    DROPS_OUT = "NO-9" "drops-out" "{0}'s peg {3} on {2} is taken off";
    GOES_OUT = "NO-10" "goes-out" "{0} is out, place {1}";
    JUMPS = "PK-3" "jumps" "{0} jumps from {1} to {2}";
    STACKS = "PK-4" "stacks" "the tower on {0} has {1} pieces and belongs to {2}";
    STUCK = "PK-6" "stuck" "{0} is stuck, and {1} has one more turn";
    PLACES = "OP-3" "places" "{0} places a piece, red on {1}, blue on {2}";
    RELOCATES = "OP-5" "relocates" "{0} moves the piece on {1} and {2}: red to {3}, blue to {4}";
    MAKES_LINE = "OP-6" "makes-line" "{0} has a line of {1}";
    // Ends.
    FOUR_HOME = "SQ-9" "four-home" "{0} has four pieces home";
    REPETITION_SQUADRO = "SQ-10" "repetition" "the position occurred for the third time: a draw";
    LAST_SMALL_PEG = "NO-12" "last-small-peg" "{0} has the last small peg that could move";
    HIGHER_SCORE = "PK-7" "higher-score" "{3} cannot jump, so the game is over: {0} has more points, {1} to {2}";
    EQUAL_SCORES = "PK-7" "equal-scores" "{1} cannot jump, so the game is over: both have {0} points";
    REPETITION_PEAK = "PK-8" "repetition-scored" "the position occurred for the third time, so the board is scored: Light {0}, Dark {1}";
    FOUR_IN_A_ROW = "OP-6" "four-in-a-row" "{0} alone has four or more in a row";
    REPETITION_ONE_PIECE = "OP-7" "repetition" "the position occurred for the third time: a draw";
    NO_MOVE = "OP-7" "no-move" "no move is possible any more: a draw";
    // Leaving.
    RESIGNS = "TB-1" "resigns" "{0} resigns";
    TIME_IS_UP = "TB-1" "time-has-run-out" "{0} has run out of time";
    IS_ABSENT = "TB-8" "is-absent" "{0} has been away for too long";
    // Pieces that cannot be moved.
    NOT_YOUR_PEG = "NO-4" "not-your-peg" "it is player {0}'s turn, and the peg on {1} is player {2}'s";
    PEG_BLOCKED = "NO-9" "peg-blocked" "{0} on {1} cannot move now; when none of the pegs still to move can, all of them are taken off";
    NO_JUMP = "PK-3" "no-jump" "{0} cannot jump: no straight line from it passes over exactly 2 pieces";
    // Failures in any game. They rest on no ruling, and what is said in English may tell more than the words here.
    BAD_REQUEST = "" "bad-request" "not understood: {0}";
    RECORD = "" "record" "{0}";
    NO_GAME = "" "no-game" "there is no game in the text";
    NO_GAME_NAMED = "" "no-game-named" "the text names no game, and no game begins with its first move: expected {0} or moves";
    NO_GAME_TAG = "" "no-game-tag" "no tag {0} says which game it is";
    NO_NUMBER_OF_PLAYERS = "" "no-number-of-players" "players={0} is not a number of players";
    OTHER_PLAYERS = "" "other-players" "{0} does not fit: position or names are of {1} players";
    NO_RESULT = "" "no-result" "expected 1-0, 0-1, 1/2-1/2, * or a ranking such as b>a>c";
    RECORD_EXPECTED = "" "record-expected" "game {0}, line {1}, column {2}: expected {3}, found '{4}'";
    RECORD_EXPECTED_END = "" "record-expected-end" "game {0}, line {1}, column {2}: expected {3}, found the end";
    RECORD_EXPECTED_LINE_END = "" "record-expected-line-end" "game {0}, line {1}, column {2}: expected {3}, found the end of the line";
    RECORD_UNCLOSED = "" "record-unclosed" "game {0}, line {1}, column {2}: the comment that begins here is never closed: expected '}'";
    RECORD_BYTES = "" "record-bytes" "game {0}, line {1}, column {2}: expected UTF-8, found other bytes";
    RECORD_TOO_LONG = "" "record-too-long" "game {0}, line {1}, column {2}: {3} longer than {4} bytes";
    RECORD_TOO_DEEP = "" "record-too-deep" "game {0}, line {1}, column {2}: variations within variations more than {3} deep";
    RECORD_JSON = "" "record-json" "game {0}, line {1}, column {2}: {3}";
    RECORD_REFUSED = "" "record-refused" "game {0}, line {1}, column {2}: {3} \"{4}\" cannot be in a record: {5}";
    REFUSED = "" "refused" "{0} \"{1}\" cannot be in a record: {2}";
    TOO_DEEP = "" "too-deep" "variations may be at most {0} deep";
    ANOTHER_RESULT = "" "another-result" "the record says {0}, but the game ended {1}";
    MOVE_SYNTAX = "" "move-syntax" "column {0}: expected {1}, found {2}";
    POSITION_SYNTAX = "" "position-syntax" "column {0}: expected {1}, found {2}";
    NO_SUCH_CLOCK = "TB-6" "no-such-clock" "the clock gives no time at all, or more than ten years";
    OVER_ALREADY = "" "over-already" "the game is over in this position";
    BROKEN_LOG = "" "broken-log" "what was kept of this game is damaged: {0}";
    GAME_OVER = "" "game-over" "the game is over";
    UNKNOWN_GAME = "" "unknown-game" "unknown game {0}";
    UNKNOWN_VARIANT = "" "unknown-variant" "unknown variant {1} of {0}";
    PLAYERS = "" "players" "{0} is for {2} to {3} players, not {1}";
    UNKNOWN_OPTION = "" "unknown-option" "unknown option {1} of {0}";
    OPTION_VALUE = "" "option-value" "option {0} cannot be {1}: expected {2}";
    OPTION_TWICE = "" "option-twice" "option {0} is given twice";
}
