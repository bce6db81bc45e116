// What the engine says, in English, where the page has other words for it: it calls seats by their colours or
// by people's names ("Blue"), the engine as the notation does ("a"). Everything else is said in the engine's
// own words. {0} is the place of the first argument, whatever it is; see fill.ts.

import type { Engine } from "../fill";

const en: Engine = {
  "squadro.all-home": "{0} has five pieces home, but four end the game",
  "squadro.not-your-turn": "it is {0}’s turn, and {1} is {2}’s",

  "number-one.seat-skipped": "{0} is neither on the board nor out, but {1} is there",
  "number-one.peg-twice": "{0} has two pegs of size {1}: {2} and {3}",
  "number-one.moved-off-board": "{0} has no peg {1} on the board that could have moved",
  "number-one.no-small-peg": "{0} has a peg on {1} but no small peg",
  "number-one.out-on-board": "{0} is out, yet has a peg on {1}",
  "number-one.out-twice": "{0} goes out twice",
  "number-one.cannot-act": "{0} has no peg on the board and cannot be the one to move",
  "number-one.moved-at-end": "{0} has won, so no peg counts as moved this turn",
  "number-one.turn-over": "{0} has moved every peg, so the turn has passed on",
  "number-one.blocked": "{0} cannot move, so the pegs that have not moved have left the board",
  "number-one.still-set-up": "{0} first chooses the start holes of the small, the medium and the large peg",
  "number-one.peg-gone": "{0} has no peg {1} on the board any more",

  "peak.not-your-piece": "it is {0}’s turn, and the top piece on {1} is {2}’s",

  "sets-up": "{0} puts peg {3} on {2}",
  steps: "{0} moves peg {4} from {2} to {3}",
  "sinks-token": "the token on {0} goes down",
  "turns-over": "the peg on {0} is turned over",
  "drops-out": "{0}’s peg {3} on {2} is taken off",
  "goes-out": "{0} is out, place {1}",
  jumps: "{0} jumps from {1} to {2}",
  stacks: "the tower on {0} has {1} pieces and belongs to {2}",
  stuck: "{0} is stuck, and {1} has one more turn",
  places: "{0} places a piece, red on {1}, blue on {2}",
  relocates: "{0} moves the piece on {1} and {2}: red to {3}, blue to {4}",
  "makes-line": "{0} has a line of {1}",

  "four-home": "{0} has four pieces home",
  "last-small-peg": "{0} has the last small peg that could move",
  "higher-score": "{3} cannot jump, so the game is over: {0} has more points, {1} to {2}",
  "equal-scores": "{1} cannot jump, so the game is over: both have {0} points",
  "four-in-a-row": "{0} alone has four or more in a row",
  "not-your-peg": "it is {0}’s turn, and the peg on {1} is {2}’s",
  "peg-blocked": "{0} on {1} cannot move as things stand, and is taken off if that is still so when no other can",

  // Leaving a game.
  resigns: "{0} resigns",
  "time-has-run-out": "{0} has run out of time",
  "is-absent": "{0} has been away for too long",
  out: "{0} is not in the game any more",
  "time-is-up": "{0}’s time is up",
  unanswered: "{0} waits for an answer first",
  "nothing-to-take-back": "{0} has made no decision that could be taken back",
  "not-to-act": "it is {0}’s turn",
  "not-absent": "{0} may be claimed to be absent after {1} seconds without a connection",
  "seat-taken": "the seat {0} is taken",
  "already-out": "{0} is not in the game any more",
};

export default en;
