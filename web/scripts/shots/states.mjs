// Every page and every kind of board. `act` brings a page from its initial state to the one shown.
import { GAMES, savedGame } from "../shared.mjs";
import { busiest, cellName, describe, find } from "./games.mjs";
import { studyStates } from "./study.mjs";

const person = { kind: "person", name: "" };
const computer = (level) => ({ kind: "computer", level });
const plies = (count) => (view) => view.played.length >= count;
const over = (view) => view.status.over !== null;

const cell = (page, name) => page.locator(`[data-cell="${name}"]`);
/** The centre of a cell, for input by position: the board draws over its cells. */
async function centre(page, name) {
  const box = await cell(page, name).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
const point = async (page, name) => page.mouse.click(...(await centre(page, name)));
const hover = async (page, name) => page.mouse.move(...(await centre(page, name)), { steps: 3 });
const press = (key) => (page) => page.keyboard.press(key);
async function hint(page) {
  await page.keyboard.press("h");
  await page.locator("button[disabled] svg").first().waitFor({ state: "attached" });
  await page.waitForTimeout(2500);
  await page.keyboard.press("h");
}
async function resign(page) {
  await page.locator('.do button[aria-label="Resign"]').click();
}
async function typed(page, text) {
  await page.keyboard.press("c");
  await page.keyboard.insertText(text);
}

const SQUADRO = { game: "squadro" };
const NUMBER_ONE = { game: "number-one", players: 2 };
const PEAK = { game: "peak" };
const ONE_PIECE = { game: "one-piece-for-two" };
const ALL = [SQUADRO, NUMBER_ONE, PEAK, ONE_PIECE];

/** A screenshot of a game; `more` can have fields of the saved game such as seats, `settings` and `act`. */
function board(name, found, { act, settings, ...more } = {}) {
  const { opening, moves, view } = found;
  const saved = savedGame({ id: name, ...opening, players: view.players, moves, toAct: view.status.toAct, ...more });
  return { name, path: `/g/${name}`, games: [saved], ready: 'svg[role="grid"]', act, settings };
}

/** A selected peg, tower or piece with its targets. */
const chosen = (found) => (page) => point(page, cellName(found, busiest(found.view)));
/** A piece of a player who is not to move. */
const foreign = ({ board, status }) => board.pieces.find(({ seat }) => seat !== status.toAct).cell;
const finalMove = (opening) => {
  const end = find(opening, over);
  const before = { ...end, moves: end.moves.slice(0, -1) };
  return { before, last: end.moves.at(-1), view: end.view };
};

export function states() {
  const mid = {
    squadro: find(SQUADRO, plies(22), { level: 4 }),
    "number-one": find(NUMBER_ONE, plies(14), { level: 4 }),
    peak: find(PEAK, plies(12), { level: 4 }),
    "one-piece-for-two": find(ONE_PIECE, plies(12), { level: 6 }),
  };
  const jump = find(SQUADRO, (view, table) => {
    const back = ({ move }) => describe(table, move).events.filter(({ key }) => key === "sent-back").length >= 2;
    return view.played.length > 8 && view.moves.some(back);
  });
  const jumping = jump.view.moves.find(
    ({ move }) => describe(jump.table, move).events.filter(({ key }) => key === "sent-back").length >= 2,
  );
  const setUp = find({ ...NUMBER_ONE, players: 4 }, plies(1));
  const turned = find(NUMBER_ONE, (view) => view.board.pieces.filter(({ upright }) => !upright).length >= 3);
  const blocked = find(NUMBER_ONE, (view) => view.facts.blocked.length > 0);
  const towers = find(PEAK, (view) => view.board.pieces.some(({ height }) => height >= 5));
  const highest = [...towers.view.board.pieces].sort((a, b) => b.height - a.height)[0].cell;
  const jumps = mid.peak.view.moves.find(({ targets }) => targets.length > 1);
  const moving = find(ONE_PIECE, (view) => view.facts.inBox === 0, { level: 5 });
  const colours = (view) => new Set(view.facts.lines.map(({ seat }) => seat)).size;
  const both = find(ONE_PIECE, (view) => !over(view) && colours(view) === 2, { seeds: 200 });
  const ends = ALL.map(finalMove);
  const free = (found) => found.view.moves[Math.floor(found.view.moves.length / 2)].targets[0];
  const against = (level) => ({ seats: [person, computer(level)] });
  const some = [
    savedGame({ id: "one", ...SQUADRO, moves: mid.squadro.moves, seats: [person, computer(7)] }),
    savedGame({ id: "two", ...NUMBER_ONE, players: 4, seats: [person, computer(3), person, computer(9)] }),
    savedGame({ id: "three", ...PEAK, moves: find(PEAK, over).moves, toAct: null, places: [1, 2] }),
    savedGame({ id: "four", ...ONE_PIECE, moves: mid["one-piece-for-two"].moves, toAct: 1 }),
  ];

  return [
    { name: "landing", path: "/", ready: ".living svg" },
    { name: "landing-going-on", path: "/", games: some, ready: ".living svg" },
    ...GAMES.map((game) => ({ name: `new-${game}`, path: `/${game}`, ready: "form .start button:enabled" })),
    {
      name: "new-number-one-mixed",
      path: "/number-one",
      ready: "form .start button:enabled",
      stored: { "ludoteca.setup.number-one": { players: 4, company: "mixed", clock: "increment" } },
    },
    {
      name: "new-squadro-byo-yomi",
      path: "/squadro",
      ready: "form .start button:enabled",
      stored: { "ludoteca.setup.squadro": { clock: "byo-yomi" } },
    },
    { name: "games", path: "/games", games: some, ready: "main h1" },
    { name: "games-none", path: "/games", ready: "main h1" },
    { name: "settings", path: "/settings", ready: "main h1" },
    ...GAMES.map((game) => ({ name: `rules-${game}`, path: `/${game}/rules`, ready: "main h1" })),
    { name: "rules-table", path: "/rules/table", ready: "#TB-10" },
    { name: "not-found", path: "/nothing/here", ready: "main h1" },
    { name: "lost-game", path: "/g/lost", ready: "main" },

    ...ALL.map((opening) =>
      board(
        `${opening.game}-start`,
        find(opening, () => true),
        against(3),
      ),
    ),
    ...ALL.map((opening) => board(`${opening.game}-mid`, mid[opening.game], against(5))),
    board("clock", mid.squadro, {
      ...against(5),
      clock: { system: "increment", initial: 300_000, increment: 5000 },
      left: [183_000, 9000],
      readings: mid.squadro.moves.map(() => [183_000, 9000]),
    }),
    board("across-the-table", find(PEAK, plies(11), { level: 4 }), { turnBoard: true }),
    board("hint", mid.squadro, { act: hint }),
    board("confirm", mid.peak, {
      settings: { confirm: "always" },
      act: async (page) => {
        for (const target of jumps.targets) await point(page, cellName(mid.peak, target));
      },
    }),
    board("refused", mid.squadro, {
      act: (page) => point(page, cellName(mid.squadro, foreign(mid.squadro.view))),
    }),
    board("looking-back", mid.squadro, {
      act: async (page) => {
        for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowLeft");
      },
    }),
    board("thinking", mid.squadro, { seats: [computer(10), person], thinkingTime: 30_000 }),
    board("typed", mid.peak, { act: (page) => typed(page, jumps.move.slice(0, 2)) }),
    board("moves", mid.peak, { act: press("c") }),
    board("resign", mid.peak, { act: resign }),
    board("help", mid.peak, { act: press("?") }),
    board("more", mid.peak, { act: (page) => page.locator('.do button[aria-label="More"]').click() }),
    board("zen", mid["one-piece-for-two"], { act: press("z") }),

    board("squadro-preview", jump, { act: (page) => hover(page, cellName(jump, jumping.targets[0])) }),
    board("number-one-set-up", setUp, { act: chosen(setUp) }),
    board("number-one-chosen", mid["number-one"], { act: chosen(mid["number-one"]) }),
    board("number-one-turned", turned, { act: chosen(turned) }),
    board("number-one-blocked", blocked),
    board("number-one-3-seats", find({ ...NUMBER_ONE, players: 3 }, plies(24), { level: 4 })),
    board("number-one-4-seats", find({ ...NUMBER_ONE, players: 4 }, plies(30), { level: 4 })),
    board(
      "number-one-out",
      find({ ...NUMBER_ONE, players: 4 }, (view) => view.facts.out.length > 0 && !over(view)),
    ),
    board("peak-chosen", mid.peak, { act: chosen(mid.peak) }),
    board("peak-preview", mid.peak, {
      act: async (page) => {
        await point(page, cellName(mid.peak, jumps.targets[0]));
        await hover(page, cellName(mid.peak, jumps.targets[1]));
      },
    }),
    board("peak-towers", towers),
    board("peak-fan", towers, { act: (page) => hover(page, cellName(towers, highest)) }),
    board("one-piece-ghost", mid["one-piece-for-two"], {
      act: (page) => hover(page, cellName(mid["one-piece-for-two"], free(mid["one-piece-for-two"]))),
    }),
    board("one-piece-both-colours", both),
    board("one-piece-moving", moving),
    board("one-piece-lifted", moving, {
      act: async (page) => {
        await chosen(moving)(page);
        const first = moving.view.moves.find(({ targets }) => targets[0] === busiest(moving.view));
        await hover(page, cellName(moving, first.targets[1]));
      },
    }),
    ...ends.map(({ before, view }) =>
      board(
        `${view.game}-over`,
        { ...before, moves: view.played.map(({ move }) => move), view },
        {
          toAct: null,
          places: view.status.over.places,
        },
      ),
    ),
    ...ends.map(({ before, last, view }) =>
      board(
        `${view.game}-result`,
        { ...before, view },
        {
          toAct: null,
          act: async (page) => {
            await typed(page, last);
            await page.locator("form.good").waitFor();
            await page.keyboard.press("Enter");
            await page.locator(".outcome").waitFor();
          },
        },
      ),
    ),
    ...studyStates(mid, ends),
  ];
}
