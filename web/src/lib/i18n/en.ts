// The words of the page in English, and the list of all keys: the other languages are checked against it.
//
// Places for arguments are {0}, {1}. After a count, {0|move|moves} chooses the word that goes with it: the first for one, the second for others.
// Numbers are written as the language writes them. Notation and moves are never translated.

const en = {
  // The games.
  "game.squadro.line": "Across the board and back: four pieces home win.",
  "game.number-one.line": "Every landing sinks a token. Keep your smallest peg moving.",
  "game.peak.line": "Jump over exactly two. What counts is who is on top.",
  "game.one-piece-for-two.line": "Each piece is half yours. Four in a row, for you alone.",
  "game.players": "{0} players",
  "game.players.range": "{0} to {1} players",

  // The seats; Number One's have the letters of its notation.
  "seat.squadro.0": "Yellow",
  "seat.squadro.1": "Red",
  "seat.number-one.0": "A",
  "seat.number-one.1": "B",
  "seat.number-one.2": "C",
  "seat.number-one.3": "D",
  "seat.peak.0": "Light",
  "seat.peak.1": "Dark",
  "seat.one-piece-for-two.0": "Red",
  "seat.one-piece-for-two.1": "Blue",
  "seat.mark.0": "circle",
  "seat.mark.1": "triangle",
  "seat.mark.2": "square",
  "seat.mark.3": "diamond",

  // Options of the games, and their values.
  "option.first": "First move",
  "option.first.yellow": "Yellow",
  "option.first.red": "Red",
  "option.first.blue": "Blue",
  "option.setup": "Set-up",
  "option.setup.standard": "Standard",
  "option.setup.checkerboard": "Checkerboard",
  "option.width": "Columns",
  "option.height": "Ranks",
  "option.pieces": "Pieces",

  // The computer's levels.
  level: "Level {0}",
  "level.1": "First steps",
  "level.2": "Beginner",
  "level.3": "Easy",
  "level.4": "Casual",
  "level.5": "Medium",
  "level.6": "Skilled",
  "level.7": "Strong",
  "level.8": "Expert",
  "level.9": "Master",
  "level.10": "Full strength",

  // The rules page.
  "rules.title": "Rules of {0}",
  "rules.back": "Play {0}",
  "rules.english": "The rules are in English for now.",
  "rules.failed": "The rules could not be loaded.",
} as const;

export default en;
