// The study pages: analysis, report, editor, import and export, lessons and puzzles.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { GAMES, savedGame } from "../shared.mjs";

const person = { kind: "person", name: "" };
const GRID = '[role="grid"]';
const press =
  (...keys) =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key);
  };
/** On a phone the analysis shows one tab at a time. */
async function part(page, name) {
  const tab = page.locator("button[aria-pressed]").filter({ hasText: new RegExp(`^${name}$`) });
  if (await tab.first().isVisible()) await tab.first().click();
}
async function lines(page) {
  await page.keyboard.press("l");
  await part(page, "Engine");
  await page.locator("section.lines ol li").first().waitFor();
  await page.waitForTimeout(1500);
}
async function everyMove(page) {
  await part(page, "Engine");
  await page.getByRole("button", { name: "Value of every move" }).click();
  await page.getByRole("button", { name: "Hide" }).first().waitFor();
}
async function graph(page) {
  await part(page, "Engine");
  await page.getByText("Value graph").click();
  await page.getByRole("button", { name: /^Judge every position/ }).click();
  await page.getByRole("button", { name: "Stop judging" }).waitFor();
  await page.getByRole("button", { name: /^Judge every position/ }).waitFor({ timeout: 60_000 });
}
/** The first puzzle of a game. */
const firstPuzzle = (game) =>
  /^puzzle (\S+)$/m.exec(
    readFileSync(fileURLToPath(new URL(`../../../data/puzzles/${game}.txt`, import.meta.url)), "utf8"),
  )[1];

/** `mid`: a running game of each kind; `ends`: finished games. */
export function studyStates(mid, ends) {
  const text = ({ moves }) => moves.map((move, at) => (at % 2 === 0 ? `${at / 2 + 1}._${move}` : move)).join("_");
  const line = (game) => `/${game}/analysis#${text(mid[game])}`;
  const finished = ends.map(({ view }) =>
    savedGame({
      id: `end-${view.game}`,
      game: view.game,
      players: view.players,
      moves: view.played.map(({ move }) => move),
      toAct: null,
      places: view.status.over.places,
      seats: Array.from({ length: view.players }, () => person),
    }),
  );
  const squadro = finished.find(({ opening }) => opening.game === "squadro");
  const reported = (page) => page.getByText("Accuracy").first().waitFor();
  return [
    ...GAMES.map((game) => ({ name: `analysis-${game}`, path: line(game), ready: GRID, act: press("End") })),
    {
      name: "analysis-variations",
      path: "/squadro/analysis#1._Y3!_R2_(1..._R5_~slower~_2._Y1_R1)_2._Y1_R1?!_3._Y4",
      ready: GRID,
      act: press("ArrowRight", "ArrowRight"),
    },
    ...GAMES.map((game) => ({
      name: `analysis-lines-${game}`,
      path: line(game),
      ready: GRID,
      act: async (page) => {
        await page.keyboard.press("End");
        await lines(page);
      },
    })),
    { name: "analysis-every-move", path: line("peak"), ready: GRID, act: everyMove },
    { name: "analysis-graph", path: "/squadro/analysis#1._Y3_R2_2._Y1_R1_3._Y4_R4", ready: GRID, act: graph },
    { name: "analysis-faulty-link", path: "/squadro/analysis#1._Y3_R2_2._R2_Y1", ready: GRID },
    {
      name: "share",
      path: line("peak"),
      ready: GRID,
      act: (page) => page.getByRole("button", { name: "Share and export" }).click(),
    },
    { name: "report", path: `/g/${squadro.id}/report`, games: finished, ready: "main h1", act: reported },
    ...GAMES.map((game) => ({ name: `editor-${game}`, path: `/${game}/editor`, ready: GRID })),
    { name: "editor-refused", path: "/squadro/editor/10000/00000_y", ready: GRID },
    { name: "import", path: "/import", ready: "main h1" },
    { name: "embed", path: `/embed${line("one-piece-for-two").replace("/analysis", "")}`, ready: "svg" },
    ...GAMES.map((game) => ({ name: `learn-${game}`, path: `/${game}/learn/2`, ready: GRID })),
    ...GAMES.map((game) => ({ name: `puzzles-${game}`, path: `/${game}/puzzles`, ready: "main h1" })),
    ...GAMES.map((game) => ({
      name: `puzzle-${game}`,
      path: `/${game}/puzzles/${firstPuzzle(game)}`,
      ready: GRID,
    })),
    {
      name: "rule-now",
      path: "/g/rule",
      games: [savedGame({ id: "rule", game: "peak", moves: mid.peak.moves, seats: [person, person] })],
      ready: GRID,
      act: press("i"),
    },
  ];
}
