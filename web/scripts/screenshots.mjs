// Takes screenshots of every page and every kind of board: `cargo xtask screenshots [--out DIR] [--only TEXT]
// [--sizes NAME,NAME]`. With `--readme` it makes the README's pictures instead.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launch, serve, SIZES } from "./shared.mjs";
import { readmePictures } from "./shots/readme.mjs";
import { states } from "./shots/states.mjs";

/** Both themes at the two most common sizes; the other sizes show whether everything fits. */
const WINDOWS = {
  phone: { ...SIZES.phone, themes: ["light", "dark"] },
  desktop: { ...SIZES.desktop, themes: ["light", "dark"] },
  smallest: { ...SIZES.phone, viewport: { width: 320, height: 568 }, themes: ["light"] },
  sideways: { ...SIZES.phone, viewport: { width: 740, height: 360 }, themes: ["light"] },
  zoomed: { viewport: { width: 640, height: 400 }, themes: ["light"] },
  laptop: { viewport: { width: 1366, height: 650 }, themes: ["light"] },
  low: { viewport: { width: 1280, height: 720 }, themes: ["light"] },
  large: { viewport: { width: 1920, height: 1080 }, themes: ["light"] },
};
const { values } = parseArgs({
  options: {
    out: { type: "string" },
    only: { type: "string" },
    sizes: { type: "string" },
    readme: { type: "boolean" },
  },
});
if (values.readme) {
  const server = await serve();
  const browser = await launch();
  try {
    const pictures = fileURLToPath(new URL("../../docs/pictures", import.meta.url));
    await readmePictures(browser, server.address, resolve(values.out ?? pictures));
  } finally {
    await browser.close();
    server.end();
  }
  process.exit();
}
const sizes = values.sizes?.split(",") ?? Object.keys(WINDOWS);
const unknown = sizes.find((size) => !(size in WINDOWS));
if (unknown !== undefined) {
  console.error(`--sizes: "${unknown}" is not one of ${Object.keys(WINDOWS).join(", ")}`);
  process.exit(2);
}
const out = resolve(values.out ?? fileURLToPath(new URL("../../target/screenshots", import.meta.url)));
mkdirSync(out, { recursive: true });

/** Waits until the page is drawn; three frames are enough with system fonts and reduced motion. */
const settle = (page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
  });

async function shoot(page, address, { name, path, games = [], settings = {}, stored = {}, ready, act }, file) {
  const kept = {
    "ludoteca.settings": { sound: false, vibration: false, confirm: "never", ...settings },
    ...stored,
    ...Object.fromEntries(games.map((game) => [`ludoteca.game.${game.id}`, game])),
  };
  await page.mouse.move(0, 0);
  await page.evaluate((kept) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, JSON.stringify(value));
  }, kept);
  // A URL that differs only in its fragment would not reload the page.
  if (path.includes("#")) await page.goto("about:blank");
  await page.goto(address + path);
  await page.locator(ready).first().waitFor();
  if (name.startsWith("landing"))
    await page.waitForFunction(() => document.querySelectorAll(".living svg").length >= 8);
  await settle(page);
  await act?.(page);
  // The rules worker answers shortly after a cell is hovered.
  await page.waitForTimeout(act ? 250 : 60);
  await settle(page);
  await page.screenshot({ path: join(out, file) });
}

/** An HTML page with all screenshots, grouped by state. */
function contactSheet(names, kinds) {
  const picture = (name, kind) =>
    `<a href="${name}-${kind}.png"><img src="${name}-${kind}.png" alt="${kind}" loading="lazy"></a>`;
  const rows = names.map((name) => `<h2>${name}</h2><div>${kinds.map((kind) => picture(name, kind)).join("")}</div>`);
  const style =
    "body{font:14px system-ui;margin:16px;background:#888;color:#111}h2{font-size:14px;margin:16px 0 4px}div{display:flex;gap:8px;flex-wrap:wrap}img{height:320px;display:block}";
  writeFileSync(
    join(out, "index.html"),
    `<!doctype html><meta charset="utf-8"><title>Ludoteca in pictures</title><style>${style}</style>${rows.join("\n")}\n`,
  );
}

const all = states().filter(({ name }) => name.includes(values.only ?? ""));
if (all.length === 0) throw new Error(`no picture has "${values.only}" in its name`);
const kinds = sizes.flatMap((size) => {
  const { themes, ...window } = WINDOWS[size];
  return themes.map((theme) => ({ window, theme, kind: `${size}-${theme}` }));
});
const server = await serve();
const browser = await launch();
const failed = [];
let made = 0;
try {
  for (const { window, theme, kind } of kinds) {
    const context = await browser.newContext({
      ...window,
      colorScheme: theme,
      reducedMotion: "reduce",
      locale: "en",
      serviceWorkers: "block",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(`${server.address}/settings`);
    for (const state of all) {
      process.stderr.write(
        `\r\x1b[K${made + failed.length + 1} of ${all.length * kinds.length}: ${state.name}, ${kind}`,
      );
      try {
        await shoot(page, server.address, state, `${state.name}-${kind}.png`);
        made += 1;
      } catch (error) {
        failed.push(`${state.name}, ${kind}: ${String(error).split("\n")[0]}`);
      }
    }
    await context.close();
  }
} finally {
  await browser.close();
  server.end();
}
contactSheet(
  all.map(({ name }) => name),
  kinds.map(({ kind }) => kind),
);
process.stderr.write("\r\x1b[K");
for (const line of failed) console.error(`not made: ${line}`);
console.log(`${made} pictures in ${out}, all of them on ${join(out, "index.html")}`);
if (failed.length > 0) process.exitCode = 1;
