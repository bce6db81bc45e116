import { defineConfig, devices } from "@playwright/test";
import { existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// The program to be tested: what LUDOTECA names (`cargo xtask test` does), or the newest one built.
const built = ["release", "debug"]
  .map((profile) => fileURLToPath(new URL(`../target/${profile}/ludoteca`, import.meta.url)))
  .filter((path) => existsSync(path))
  .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
const program = process.env.LUDOTECA ?? built[0];
if (!program) throw new Error("build the program first: cargo xtask page && cargo build");

const port = Number(process.env.LUDOTECA_PORT ?? 7979);
// The headless shell draws no window and is a fifth faster.
// Temporary data.
const data = join(tmpdir(), `ludoteca-tests-${port}`);
const system = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));
// Screenshots of every step double the time, so they are taken only on request.
const pictures = Boolean(process.env.LUDOTECA_TRACE);
const calm = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Another name for this machine is to browsers what a machine in the network is: without encryption not to
  // be trusted.
  "--host-resolver-rules=MAP ludoteca.test 127.0.0.1",
];

// What does not depend on the size of the window or on how one points at things is tested once: whole files
// here, single tests by a tag (tests/play.ts).
const by = (...specs: string[]) => specs.map((spec) => `**/${spec}.spec.ts`);
const BY_FINGER = by(
  ...[
    "axe",
    "table-actions",
    "games",
    "resume",
    "learn",
    "my-games",
    "number-one",
    "puzzles",
    "resign-draw-time",
    "new-player",
  ],
  ...["widths", "languages-fit"],
);
const BY_MOUSE = by(
  ...["analysis", "analysis-saved", "import-export", "keyboard", "network", "reader", "report", "server", "tasks"],
  ...["sharing", "errors", "rule-texts"],
);

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  // Where the computer thinks, every test wants a core of its own.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // A whole game on a busy machine.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["./tests/reporter.ts"]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // Pieces come at once to where they go; what needs to see them move asks for it.
    contextOptions: { reducedMotion: "reduce" },
    trace: { mode: "retain-on-failure", screenshots: pictures, snapshots: pictures },
    screenshot: "only-on-failure",
    launchOptions: { args: calm, ...(system ? { executablePath: system } : {}) },
  },
  projects: [
    {
      name: "phone",
      testIgnore: BY_MOUSE,
      grepInvert: /@mouse/,
      // One device pixel per CSS pixel is enough here, and drawn faster.
      use: {
        ...devices["Pixel 7"],
        viewport: { width: 360, height: 740 },
        deviceScaleFactor: 1,
        hasTouch: true,
        isMobile: true,
      },
    },
    {
      name: "desktop",
      testIgnore: BY_FINGER,
      grepInvert: /@finger/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
  webServer: {
    // All clients of the tests share one address and are as fast as programs; limits are tested in
    // crates/server/tests.
    command: `"${program}" serve --limits off --addr 127.0.0.1:${port} --data "${data}"`,
    url: `http://127.0.0.1:${port}/health`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 6_000 },
  },
});
