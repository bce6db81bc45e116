// Measures frame times while a move is animated and the computer, at full strength, starts thinking.
import { GAMES, savedGame, SIZES } from "../shared.mjs";

const THINKING = 1200;
/** How long each move is observed, in milliseconds; its animation is shorter. */
const WATCHED = 900;
const ACTIVE = 'svg[role="grid"].active';

/**
 * Runs in the page: records the longest time between two frames, and the longest task and frame that the
 * browser reports, until `stopWatching`.
 */
const watch = () => {
  const seen = { frames: 0, longest: 0, task: 0, animation: 0 };
  let [last, ended] = [performance.now(), false];
  const frame = (now) => {
    if (ended) return;
    seen.frames += 1;
    seen.longest = Math.max(seen.longest, now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(frame);
  });
  const long = new PerformanceObserver((list) => {
    for (const { entryType, duration } of list.getEntries()) {
      const which = entryType === "longtask" ? "task" : "animation";
      seen[which] = Math.max(seen[which], duration);
    }
  });
  for (const type of ["longtask", "long-animation-frame"]) {
    if (PerformanceObserver.supportedEntryTypes.includes(type)) long.observe({ type });
  }
  globalThis.stopWatching = () => {
    ended = true;
    long.disconnect();
    return seen;
  };
};

/** A legal move in the stored game, from a separate rules worker; null if it is not the player's turn. */
const legalMove = async ([worker, id, index]) => {
  const { opening, moves } = JSON.parse(localStorage.getItem(`ludoteca.game.${id}`));
  globalThis.asked ??= new Worker(worker, { type: "module" });
  const view = await new Promise((resolve) => {
    globalThis.asked.onmessage = ({ data }) => resolve(data.ok);
    globalThis.asked.postMessage({ id: 1, call: "open", args: [1, JSON.stringify({ ...opening, moves })] });
  });
  const move = view.status.toAct === 0 ? view.moves[(index * 7919) % view.moves.length].move : null;
  return { move, over: view.status.over !== null, plies: moves.length };
};

/** Starts a game against the computer at full strength. */
async function begin(page, address, game, id) {
  const seats = [
    { kind: "person", name: "" },
    { kind: "computer", level: 10 },
  ];
  await page.evaluate(
    ([key, saved]) => localStorage.setItem(key, saved),
    [`ludoteca.game.${id}`, JSON.stringify(savedGame({ id, game, seats, thinkingTime: THINKING }))],
  );
  await page.goto(`${address}/g/${id}`);
}

/** Plays and measures this many moves, in one or more games. */
async function watchGame(page, address, game, rules, wanted) {
  const all = [];
  let id = "";
  for (let tries = 0; all.length < wanted && tries < 20 * wanted; tries++) {
    if (id === "") await begin(page, address, game, (id = `bench-${game}-${tries}`));
    const { move, over, plies } = await page.evaluate(legalMove, [rules, id, tries]);
    if (over) {
      id = "";
      continue;
    }
    if (!move || (await page.locator(ACTIVE).count()) === 0) {
      await page.waitForTimeout(100);
      continue;
    }
    await page.keyboard.press("c");
    await page.keyboard.insertText(move);
    await page.locator("form.good").waitFor();
    await page.evaluate(watch);
    await page.keyboard.press("Enter");
    await page.waitForTimeout(WATCHED);
    const seen = await page.evaluate(() => globalThis.stopWatching());
    const after = await page.evaluate(legalMove, [rules, id, 0]);
    // In mid-turn (Number One) the computer does not think yet.
    if (after.move === null || after.plies > plies + 1) all.push(seen);
    if (!after.over) await page.keyboard.press("Escape");
  }
  return all;
}

export async function measureFrames(browser, address, rules, wanted, progress) {
  const rows = [];
  for (const [size, shape] of Object.entries(SIZES)) {
    const context = await browser.newContext({ ...shape, locale: "en" });
    await context.addInitScript(() => {
      // Default animation speed; typed moves need no confirmation.
      localStorage.setItem("ludoteca.settings", JSON.stringify({ sound: false, confirm: "never", thinking: 1 }));
    });
    const page = await context.newPage();
    await page.goto(`${address}/settings`);
    for (const game of GAMES) {
      progress(`frames: ${game}, ${size}`);
      const all = await watchGame(page, address, game, rules, wanted);
      if (all.length === 0) throw new Error(`${game}: no move was watched`);
      const most = (key) => Math.max(...all.map((one) => one[key]));
      const over = all.filter(({ longest }) => longest > 50).length;
      const frames = all.reduce((sum, one) => sum + one.frames, 0);
      rows.push({
        game,
        size,
        moves: all.length,
        frames,
        over,
        longest: most("longest"),
        task: most("task"),
        animation: most("animation"),
      });
    }
    await context.close();
  }
  return rows;
}
