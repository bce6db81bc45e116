// The words of making a move, in English.

const en = {
  // What the next tap or click does, said beside the board.
  "next.alone.touch": "Tap a piece to see where it lands.",
  "next.alone.mouse": "Point at a piece to see where it lands. A click plays it.",
  "next.again.touch": "Tap where it lands, or the piece again, to play {0}.",
  "next.again.mouse": "Click the piece, or where it lands, to play {0}.",
  "next.piece.touch": "Tap a piece to see where it can go.",
  "next.piece.mouse": "Click a piece to see where it can go.",
  "next.land.touch": "Tap a dot or a ring to land there.",
  "next.land.mouse": "Click a dot or a ring to land there.",
  "next.peg.touch": "Tap a peg to see where it can go.",
  "next.peg.mouse": "Click a peg to see where it can go.",
  "next.hole.touch": "Tap a dot to land there. On a ring the peg is turned over.",
  "next.hole.mouse": "Click a dot to land there. On a ring the peg is turned over.",
  "next.small.touch": "Tap a hole for your small peg.",
  "next.small.mouse": "Click a hole for your small peg.",
  "next.medium.touch": "Tap a hole for your medium peg.",
  "next.medium.mouse": "Click a hole for your medium peg.",
  "next.large.touch": "Tap the last hole for your large peg.",
  "next.large.mouse": "Click the last hole for your large peg.",
  "next.put.touch": "Tap a cell to see the piece there.",
  "next.put.mouse": "Click a cell to place the piece. R or the wheel turns it.",
  "next.shown.touch": "Drag it or tap a cell to shift it, tap it to turn it. Then place it.",
  "next.shown.mouse": "Click a cell to shift it, click it or press R to turn it. Then place it.",
  "next.lift.touch": "Tap a piece with nothing on top to take it.",
  "next.lift.mouse": "Click a piece with nothing on top to take it.",
  "next.lay.touch": "Tap a cell to see the piece there, or another piece to take that one.",
  "next.lay.mouse": "Click a cell to place the piece. R or the wheel turns it.",
  "next.confirm": "Play {0}?",
  "next.play": "Play",
  "next.place": "Place",
  "next.turn": "Turn",
  "next.turn.key": "Turn the piece (R)",
  // How a piece of One Piece for Two is held.
  hold: "How the piece lies",
  "hold.right": "Lying, red on the left",
  "hold.down": "Standing, red on top",
  "hold.left": "Lying, red on the right",
  "hold.up": "Standing, red at the bottom",
} as const;

export default en;
