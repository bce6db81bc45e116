//! Why Peak rejects a position or a move.

use ludoteca_core::Reason;

pub(crate) const ALL: &[&Reason] = &[
    &TOWER_OF_ONE,
    &TOWER_TOO_HIGH,
    &TOO_MANY_PIECES,
    &STUCK_CAN_JUMP,
    &EXTRA_TURN_WITHOUT_JUMP,
    &NO_SUCH_SPACE,
    &EMPTY_SPACE,
    &NOT_YOUR_PIECE,
    &TOWER_STAYS,
    &SAME_SPACE,
    &NOT_A_LINE,
    &PASSES_ONE,
    &PASSES_OTHER_THAN_TWO,
];

pub(crate) static TOWER_OF_ONE: Reason = Reason {
    ruling: "PK-2",
    key: "tower-of-one",
    text: "{0} is written as 1{1}, but a tower has at least two pieces: a single piece is just {1}",
};

pub(crate) static TOWER_TOO_HIGH: Reason = Reason {
    ruling: "PK-1",
    key: "tower-too-high",
    text: "the tower on {0} has {1} pieces, but the whole game has 36",
};

pub(crate) static TOO_MANY_PIECES: Reason = Reason {
    ruling: "PK-1",
    key: "too-many-pieces",
    text: "there are {0} pieces on the board, but the whole game has 36",
};

pub(crate) static STUCK_CAN_JUMP: Reason =
    Reason { ruling: "PK-6", key: "stuck-can-jump", text: "{0} is marked as stuck but can jump" };

pub(crate) static EXTRA_TURN_WITHOUT_JUMP: Reason = Reason {
    ruling: "PK-6",
    key: "extra-turn-without-jump",
    text: "{0} would get another turn but cannot jump: the game is over and neither player is marked as stuck",
};

pub(crate) static NO_SUCH_SPACE: Reason = Reason {
    ruling: "PK-1",
    key: "no-such-space",
    text: "there is no space {0}: the board goes from a1 to f6",
};

pub(crate) static EMPTY_SPACE: Reason =
    Reason { ruling: "PK-2", key: "empty-space", text: "{0} is empty, there is nothing to jump with" };

pub(crate) static NOT_YOUR_PIECE: Reason = Reason {
    ruling: "PK-2",
    key: "not-your-piece",
    text: "it is {0}'s turn, and the top piece on {1} is {2}'s",
};

pub(crate) static TOWER_STAYS: Reason =
    Reason { ruling: "PK-2", key: "tower-stays", text: "{0} holds a tower of {1}, and towers never move" };

pub(crate) static SAME_SPACE: Reason =
    Reason { ruling: "PK-3", key: "same-space", text: "a jump from {0} must land on another space" };

pub(crate) static NOT_A_LINE: Reason =
    Reason { ruling: "PK-3", key: "not-a-line", text: "{0} and {1} are not on one straight line" };

pub(crate) static PASSES_ONE: Reason = Reason {
    ruling: "PK-3",
    key: "passes-one",
    text: "the line from {0} to {1} passes over 1 piece, it must be exactly 2",
};

pub(crate) static PASSES_OTHER_THAN_TWO: Reason = Reason {
    ruling: "PK-3",
    key: "passes-other-than-two",
    text: "the line from {0} to {1} passes over {2} pieces, it must be exactly 2",
};
