import type { LearnWords } from "$lib/learn/words";

const en: LearnWords = {
  squadro: {
    speed: {
      title: "How far a piece goes",
      goal: "Goal: bring four of your five pieces across the board and back before Red does.",
      text: "You play Yellow and start at the bottom. The dots beside a track show how many spaces its piece moves: one, two or three. Move a piece that goes three spaces.",
      done: "Three dots, three spaces. You move one piece each turn. You can’t pass.",
    },
    turn: {
      title: "To the far side",
      text: "A piece stops and turns round when it reaches the far side, even with spaces left to go. Bring a piece across.",
      done: "It has turned round and is ready to head back.",
    },
    back: {
      title: "A different speed back",
      text: "On the way back, the dots at the other end count. Slow pieces become fast, and fast ones slow. Two of your pieces have turned round. Move the fast one.",
      done: "Track 2: one space at a time on the way out, three on the way back.",
    },
    home: {
      title: "Home",
      text: "A piece that gets back to its start is home and leaves the board. Bring a piece home.",
      done: "One piece home. You need four.",
    },
    jump: {
      title: "Jumping",
      text: "If a red piece is in your way, you jump it and stop on the first free space behind it. The red piece is sent back. Jump!",
      done: "You moved ahead, and Red was sent back.",
    },
    several: {
      title: "Jump several at once",
      text: "You jump all red pieces that stand in an unbroken row. Find the jump that sends two of them back.",
      done: "Two sent back in one move!",
    },
    sent: {
      title: "How far back?",
      text: "A jumped piece goes back to the edge it came from: its start on the way out, its turn on the way back. Send back the red piece that is on its way home.",
      done: "R4 is back at its turn. It doesn’t have to go out again.",
    },
    win: {
      title: "Four home",
      text: "The first player with four pieces home wins. You have three. Bring home the fourth.",
      done: "You win! The fifth piece doesn’t matter.",
    },
    repetition: {
      title: "Going in circles",
      text: "You’ve both gone through the same positions twice. The third time is a draw, and that’s where Y5 leads. Win instead!",
      done: "Home just in time!",
    },
    race: {
      title: "Race to the finish",
      text: "You both need one more piece home. The computer plays Red, and you have three moves. Only one piece makes it in time, even if Red jumps it: that only sends it back to its turn.",
      done: "Four home! You’ve won your first race.",
    },
  },
  "number-one": {
    setup: {
      title: "Three pegs in a corner",
      goal: "Goal: be the last player whose small peg can still move.",
      text: "You have a small, a medium and a large peg. Before the game you choose where they start in your corner. Put the small peg on the corner hole, a1.",
      done: "The tokens under your pegs sink. All pegs start upright.",
    },
    distance: {
      title: "One, two, three",
      text: "The small peg moves exactly one hole, the medium peg two, the large peg three. They move in a straight line and never over another peg. Move the large peg.",
      done: "It sank the token where it landed. The hole it left stays empty.",
    },
    over: {
      title: "Onto an empty hole",
      text: "Each upright peg may land on an empty hole once. It’s then turned over. Try it with the medium peg.",
      done: "It’s turned over now. No second chance!",
    },
    turned: {
      title: "Tokens only",
      text: "A turned over peg may only land on tokens. Your medium peg can reach just one. Move it there.",
      done: "It can keep going as long as it finds tokens.",
    },
    turn: {
      title: "Every peg, every turn",
      text: "In each turn you move every peg once, in any order. The large peg has moved. Move the other two without turning them over.",
      done: "Turn complete! Orange would go next.",
    },
    bend: {
      title: "Around the corner",
      text: "If a peg blocks the way after the first step, a medium or large peg may bend 60° left or right and continue. An orange peg is on e5. Move your medium peg from e3 around it.",
      done: "One step straight, then around it. You can only bend at a peg, never at the rim.",
    },
    blocked: {
      title: "Mind the order",
      text: "If none of your remaining pegs can move this turn, they’re all taken off. Your medium and large pegs can both use the token on g7, but only one of them has another option. Move all three without losing one.",
      done: "All three are safe.",
    },
    small: {
      title: "The small peg is your life",
      text: "If your small peg is taken off, so are the others, and you’re out. Orange’s last peg is turned over with just one token next to it. Sink that token and finish your turn.",
      done: "Orange can’t move and is out. You win!",
    },
    ranks: {
      title: "Three and four players",
      text: "With three or four players, the game goes on until one is left. Green went out first and finishes third. The next player out is second. Four players use a larger board.",
    },
  },
  peak: {
    jump: {
      title: "Over exactly two",
      goal: "Goal: have the most points at the end. Towers with your piece on top score for you.",
      text: "You play Light. Pieces jump in a straight line, also diagonally, over exactly two pieces of either colour. Jump to d4.",
      done: "Your piece is on top: a tower of two, and it’s yours.",
    },
    choice: {
      title: "Choose where to land",
      text: "Empty spaces don’t count. After the second piece, land on any empty space before the next piece, or on that piece. Jump from a1 to the empty space e1.",
      done: "You could also have jumped to f1.",
    },
    stack: {
      title: "On top",
      text: "You may land on pieces of either colour. The piece on top owns the tower. Land on a dark piece.",
      done: "Light on top of Dark: two points for you, for now.",
    },
    count: {
      title: "Counting towers",
      text: "A tower of two counts as two pieces, so you can jump it on its own. Towers of three or more can’t be jumped. Jump over the tower on b1.",
      done: "Two pieces, one space.",
    },
    stays: {
      title: "Towers stay",
      text: "Towers never move, not even your own on e1. Only single pieces jump. But you can land on a tower. Take over the dark tower on d1.",
      done: "Four pieces, and Light is on top: four points.",
    },
    stuck: {
      title: "Stuck",
      text: "A player who can’t jump is stuck, and the other player gets one more turn. Jump so that Dark is stuck.",
      done: "Dark can’t jump, so it’s your turn again. If Dark is still stuck after that, the game ends.",
    },
    score: {
      title: "The score",
      text: "Dark is stuck, and this is your last jump. A tower scores one point per piece. Single pieces score nothing. Win!",
      done: "Two plus four: six points!",
    },
    repetition: {
      title: "Back and forth",
      text: "Pieces could jump back and forth for ever. When a position comes up for the third time, the board is scored as it stands. You’re ahead, so repeat the position.",
      done: "Five points to two. You win!",
    },
  },
  "one-piece-for-two": {
    place: {
      title: "One piece, two colours",
      goal: "Goal: make four red halves in a row, without making four blue ones in the same move.",
      text: "Every piece is half red and half blue. You play Red. Place a piece with its red half on d1, lying or standing.",
      done: "You can rotate a piece before you place it: with the buttons, a tap, R or the mouse wheel.",
    },
    pile: {
      title: "No gaps",
      text: "Pieces stack up from the bottom edge. A standing piece goes on any column, a lying one on two neighbouring columns of the same height. Lay a piece on top of the lying one.",
      done: "Both halves are supported. Pieces can’t float.",
    },
    four: {
      title: "Four in a row",
      text: "Four red halves in a row win: across, up or diagonally. You have three at the bottom. Win, but don’t make four blue ones too.",
      done: "Four for Red, but not for Blue. You win!",
    },
    both: {
      title: "Four for both",
      text: "A move that makes four for both colours doesn’t win, and play continues. Try it: same position, but place the piece another way.",
      done: "Four and four: play continues. These lines won’t win later either, unless a player makes one longer.",
    },
    block: {
      title: "The other half",
      text: "Your piece always adds a blue half too, and four blue halves win for Blue, even on your move. Blue only needs d1. Put a red half there.",
      done: "d1 is red. A blue half there would have lost the game.",
    },
    box: {
      title: "When the box is empty",
      text: "Then you move pieces instead. Take any uncovered piece, no matter who placed it, and put it somewhere else. This game has only four pieces. Win!",
      done: "The piece from h1 makes four. You win!",
    },
    covered: {
      title: "Covered pieces",
      text: "You can’t move a covered piece, and a moved piece can’t overlap its old place. Move the piece on b4 somewhere else.",
      done: "The piece below is free now.",
    },
    draws: {
      title: "Draws",
      text: "The game is a draw when a position comes up for the third time, or when there’s no room for a piece, like here.",
    },
    fork: {
      title: "Two threats at once",
      text: "The computer plays Blue, and you have two moves. Place a piece that threatens four in two ways. Blue can only stop one.",
      done: "You win! Now try a full game.",
    },
  },
};

export default en;
