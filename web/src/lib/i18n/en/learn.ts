import type { LearnWords } from "$lib/learn/words";

const en: LearnWords = {
  squadro: {
    speed: {
      title: "How far a piece goes",
      goal: "The goal: bring four of your five pieces across the board and back before Red does.",
      text: "Your yellow pieces start at the bottom. The dots beside a track say how many spaces its piece moves: one, two or three. Move a piece that moves three.",
      done: "Three dots, three spaces. One piece a turn, and you always move.",
    },
    turn: {
      title: "Out to the far edge",
      text: "A piece that reaches the far edge stops there and turns round, even if it had steps left. Bring a piece across.",
      done: "It has turned and waits to go back.",
    },
    back: {
      title: "The way back has its own speed",
      text: "Now the dots at the other end count. A piece that was slow on the way out is quick on the way back. Of the two that have turned, move the quick one.",
      done: "Track 2: one step at a time on the way out, three on the way back.",
    },
    home: {
      title: "Home",
      text: "Back at its own edge a piece is home and leaves the board. Bring a piece home.",
      done: "One is home. You will need four.",
    },
    jump: {
      title: "Jumping",
      text: "A red piece on your next space is jumped over, and your move ends on the first free space behind it. The red piece goes back. Jump!",
      done: "You have moved, and Red has lost ground.",
    },
    several: {
      title: "Several at once",
      text: "Red pieces that stand right behind each other are jumped together. Find the jump that sends two of them back.",
      done: "Two sent back with one move.",
    },
    sent: {
      title: "How far back?",
      text: "A piece goes back to the edge it left last: to its start on the way out, to its turning space on the way back. Send back the red piece that is already on its way home.",
      done: "R4 waits at its turning space once more; it need not go out again.",
    },
    win: {
      title: "Four home",
      text: "Whoever has four pieces home first wins at once. Three are home. Bring in the fourth.",
      done: "You have won. The fifth piece does not matter any more.",
    },
    repetition: {
      title: "Round in circles",
      text: "You two have chased each other twice through the same positions. When one stands on the board for the third time, the game is a draw, and Y5 would do just that. Win instead!",
      done: "Home before it could happen for the third time.",
    },
    race: {
      title: "A race to the end",
      text: "You both need one more piece home. The computer answers for Red, and you have three moves. Only one of your pieces gets home in time, even if Red jumps it: it then only goes back to its turning space.",
      done: "Four home: you have won your first race.",
    },
  },
  "number-one": {
    setup: {
      title: "Three pegs in a corner",
      goal: "The goal: be the last player whose small peg can still move.",
      text: "You have a small, a medium and a large peg, and before the game you choose which stands on which hole of your corner. Put the small one on the corner hole a1.",
      done: "The tokens under your pegs are sunk. All pegs stand upright.",
    },
    distance: {
      title: "One, two, three",
      text: "The small peg goes exactly one hole, the medium two, the large three, in a straight line and never over another peg. Move the large peg.",
      done: "It has sunk the token where it landed. The hole it left stays empty.",
    },
    over: {
      title: "Onto an empty hole",
      text: "Every upright peg may land on an empty hole once. It is then turned over. Try it with the medium peg.",
      done: "It is turned over now, and will not get a second chance.",
    },
    turned: {
      title: "Only tokens will do",
      text: "This medium peg is turned over: it may land only on tokens. Only one of the holes it can reach still has one. Move it there.",
      done: "As long as it finds tokens it may go on.",
    },
    turn: {
      title: "Every peg, every turn",
      text: "In each turn every one of your pegs moves once, in any order. The large one has moved. Move the other two so that neither is turned over.",
      done: "That was your turn. Now it would be Orange’s.",
    },
    bend: {
      title: "Round a corner",
      text: "A medium or large peg that has made a step and finds a peg straight ahead may bend 60 degrees to the left or right and go on. On e5 there is an orange peg: lead your medium peg from e3 round it.",
      done: "One step straight on, then past it. Only a peg is a reason to bend, never the rim.",
    },
    blocked: {
      title: "Mind the order",
      text: "When none of your pegs still to move can move, all of them are taken off. Your medium and your large peg can both use the token on g7, but only one of them has another way. Move all three and lose none.",
      done: "All three are still there.",
    },
    small: {
      title: "The small peg is your life",
      text: "If your small peg is taken off, your other pegs go too and you are out. Orange’s last peg is turned over, and only one token lies beside it. Sink that token, and finish your turn.",
      done: "Orange cannot move any more and is out: you have won.",
    },
    ranks: {
      title: "Three and four players",
      text: "With three or four players it goes on until one is left. Green went out first and will be third; whoever goes out next is second. Four play on a larger field.",
    },
  },
  peak: {
    jump: {
      title: "Over exactly two",
      goal: "The goal: have the most points at the end. Towers with your piece on top count for you.",
      text: "You have the light pieces. A piece jumps in a straight line, also diagonally, over exactly two pieces, whoever they belong to. Jump to d4.",
      done: "Your piece lies on top there: a tower of two, and it is yours.",
    },
    choice: {
      title: "Several places to land",
      text: "Empty spaces do not count. After the second piece you may land on any empty space before the next piece, or on that piece. From a1 jump to the empty space e1.",
      done: "f1 would have been possible too.",
    },
    stack: {
      title: "On top of the other",
      text: "You may land on pieces of either colour. Whoever is on top owns everything below. Land on a dark piece.",
      done: "One light piece on one dark piece: two points for you, for now.",
    },
    count: {
      title: "Towers count piece by piece",
      text: "A tower of two is two pieces and can be jumped over on its own. Nobody gets over a tower of three or more. Jump over the tower on b1.",
      done: "Two pieces, one space.",
    },
    stays: {
      title: "Towers stay",
      text: "Towers never move again, not even your own on e1; only single pieces jump. But you can land on a tower. Take the dark tower on d1.",
      done: "Four pieces with a light one on top: four points.",
    },
    stuck: {
      title: "Stuck",
      text: "A player who cannot jump is stuck, and the other has one more turn. Jump so that Dark is stuck.",
      done: "Dark cannot jump, so it is your turn again. If Dark is still stuck after that, the game is over.",
    },
    score: {
      title: "The score",
      text: "Dark is stuck, and this is your last jump. Every tower is worth as many points as it has pieces; single pieces are worth nothing. Win!",
      done: "Two and four make six points.",
    },
    repetition: {
      title: "There and back again",
      text: "Single pieces could jump to and fro for ever. When a position occurs for the third time, the board is scored as it stands. You are ahead: repeat the position.",
      done: "Five points to two: you have won.",
    },
  },
  "one-piece-for-two": {
    place: {
      title: "One piece, two colours",
      goal: "The goal: four red halves in a row, without four blue ones in the same move.",
      text: "Every piece is half red and half blue. You play for the red halves. Place a piece with its red half on d1, lying or standing.",
      done: "Before you place a piece you can turn it: with the buttons, by tapping it, with R or the mouse wheel.",
    },
    pile: {
      title: "No gaps",
      text: "Pieces are piled up from the game edge. A standing piece goes on any column, a lying one on two neighbouring columns of the same height. Lay a piece on top of the lying one.",
      done: "It rests with both halves. Nothing may float.",
    },
    four: {
      title: "Four in a row",
      text: "Four red halves in a row win: side by side, one above the other or diagonally. Three stand at the edge. Win, but do not make four blue ones too.",
      done: "Four for Red and not for Blue.",
    },
    both: {
      title: "Four for both",
      text: "A move that makes four for both colours decides nothing, and the game goes on. Try it: the same position, but the piece placed another way.",
      done: "Four and four: play goes on. These lines win nothing later either, unless somebody lengthens one.",
    },
    block: {
      title: "The other half",
      text: "Your piece always brings a blue half as well, and four blue halves win for Blue, even if you made the move. Blue still needs d1. Put a red half there.",
      done: "d1 is red. With the blue half there you would have lost.",
    },
    box: {
      title: "When the box is empty",
      text: "Then you move pieces instead: take any piece that has nothing on top, whoever placed it, and put it somewhere else. This game has only four pieces. Win!",
      done: "The piece from h1 makes four.",
    },
    covered: {
      title: "What lies beneath",
      text: "A piece with something on top cannot be moved, and a moved piece may not cover a cell it has just left. Move the piece on b4 somewhere else.",
      done: "Now the piece beneath it is free.",
    },
    draws: {
      title: "When nobody wins",
      text: "The game is a draw when a position occurs for the third time, or when there is no room for a piece, as here.",
    },
    fork: {
      title: "Two threats at once",
      text: "The computer answers for Blue, and you have two moves. Place a piece so that you can make four in two ways: Blue can stop only one.",
      done: "You have won. Now try a whole game.",
    },
  },
};

export default en;
