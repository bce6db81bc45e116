// Measures what a first game against the computer downloads, and the time until the player can move on a
// mid-range phone.
import { median, SIZES } from "../shared.mjs";

const SLOWER = 4;
// The DevTools preset "Fast 4G" (Fast4GConditions in front_end/core/sdk/NetworkManager.ts): 9 and 1.5 Mbit/s
// with 60 ms, including the factors that make delayed requests resemble delayed packets, as explained in
// Lighthouse's docs/throttling.md.
const FAST_4G = {
  offline: false,
  latency: 60 * 2.75,
  downloadThroughput: ((9 * 1000 * 1000) / 8) * 0.9,
  uploadThroughput: ((1.5 * 1000 * 1000) / 8) * 0.9,
};
/** The player can move once the board accepts pointer input. */
const READY = 'svg[role="grid"].active';
const WAYS = {
  "from the landing page": { path: "/", taps: ['a[href="/squadro"]', "form .start button:enabled"] },
  "from the set-up": { path: "/squadro", taps: ["form .start button:enabled"] },
};

/**
 * Throttles the page and its workers. Each worker has its own network and is paused until it is throttled;
 * CPU throttling applies to the page's thread only.
 */
async function slow(context, page) {
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", FAST_4G);
  session.on("Target.attachedToTarget", ({ sessionId }) => {
    const tell = (method, params = {}) =>
      session
        .send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id: ++lastId, method, params }) })
        .catch(() => undefined);
    void tell("Network.enable");
    void tell("Network.emulateNetworkConditions", FAST_4G);
    void tell("Runtime.runIfWaitingForDebugger");
  });
  let lastId = 0;
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
}

/** Taps each control as soon as it appears. A person is slower, which leaves more time for loading. */
const tapAndWait = ({ taps, ready }) => {
  const left = [...taps];
  const times = (globalThis.times = []);
  const look = () => {
    const found = document.querySelector(left[0] ?? ready);
    if (found) {
      times.push(performance.now());
      if (left.length === 0) return;
      left.shift();
      found.click();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** Checks that a move is really possible: taps a piece and waits for the move. */
async function moves(page) {
  const own = page.locator('[data-cell="Y1 start"]');
  const played = () =>
    page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith("ludoteca.game."))
        .some((key) => JSON.parse(localStorage.getItem(key)).moves.length > 0),
    );
  for (let tries = 0; tries < 20 && !(await played()); tries++) {
    await own.click({ force: true, timeout: 5000 }).catch(() => undefined);
    await page.waitForTimeout(200);
  }
  if (!(await played())) throw new Error("the board that seemed ready took no move");
}

export async function measureFirstMove(browser, address, runs, progress) {
  const rows = [];
  for (const [name, { path, taps }] of Object.entries(WAYS)) {
    const all = [];
    for (let run = 0; run < runs; run++) {
      progress(`first move ${name}, ${run + 1} of ${runs}`);
      // A new context has an empty cache.
      const context = await browser.newContext({ ...SIZES.phone, locale: "en" });
      const page = await context.newPage();
      await slow(context, page);
      await page.addInitScript(tapAndWait, { taps, ready: READY });
      await page.goto(address + path, { waitUntil: "commit" });
      await page.waitForFunction((steps) => globalThis.times?.length === steps, taps.length + 1, { timeout: 60_000 });
      all.push(await page.evaluate(() => globalThis.times));
      await moves(page);
      await context.close();
    }
    const ends = all.map((times) => times.at(-1));
    rows.push({ name, median: median(ends), worst: Math.max(...ends), runs: all });
  }
  return rows;
}

/** Every file loaded in a first game, with its transferred size. */
export async function measureSizes(browser, address) {
  const context = await browser.newContext({ ...SIZES.phone, locale: "en", serviceWorkers: "block" });
  const page = await context.newPage();
  const files = new Map();
  context.on("response", (response) => {
    const { pathname } = new URL(response.url());
    const size = Number(response.headers()["content-length"] ?? 0);
    files.set(pathname, { size, coding: response.headers()["content-encoding"] ?? "" });
  });
  await page.goto(`${address}/`);
  await page.locator('a[href="/squadro"]').click();
  await page.locator("form .start button:enabled").click();
  await page.locator(READY).waitFor();
  await moves(page);
  // The computer has replied, so the engine is loaded too.
  await page.waitForFunction(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith("ludoteca.game."))
      .some((key) => JSON.parse(localStorage.getItem(key)).moves.length > 1),
  );
  await page.waitForLoadState("networkidle");
  await context.close();
  return [...files].map(([path, { size, coding }]) => ({ path, size, coding })).sort((a, b) => b.size - a.size);
}
