//! Phrases for records and failed requests in any game: a key, the ruling and the English words.

use ludoteca_core::reasons;

reasons! {
    /// All phrases, for translators.
    pub(crate) const ALL;
    // Failures in any game. They have no ruling, and the English sentence of a failure may contain more
    // detail than the words here.
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
