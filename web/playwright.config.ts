import { defineConfig, devices } from "@playwright/test";
import { existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// The program under test: LUDOTECA, as set by `cargo xtask test`, or the newest build.
const built = ["release", "debug"]
  .map((profile) => fileURLToPath(new URL(`../target/${profile}/ludoteca`, import.meta.url)))
  .filter((path) => existsSync(path))
  .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
const program = process.env.LUDOTECA ?? built[0];
if (!program) throw new Error("build the program first: cargo xtask page && cargo build");

const port = Number(process.env.LUDOTECA_PORT ?? 7979);
// Headless browsers need not draw a window, which is a fifth faster. Data of the tests is temporary.
const data = join(tmpdir(), `ludoteca-tests-${port}`);
const system = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));
// Screenshots of every step double the run time: on request only.
const pictures = Boolean(process.env.LUDOTECA_TRACE);
const calm = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // To browsers this host name is a remote machine: not trusted without encryption.
  "--host-resolver-rules=MAP ludoteca.test 127.0.0.1",
];

// What depends on neither window size nor pointer is tested once: whole files here, single tests by a tag
// (tests/play.ts).
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
  // Tests with a thinking computer need a core each.
  workers: 2,
  fullyParallel: true,
  // In CI a second attempt tells a flaky test, which is listed as such, from a broken one.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // A whole game on a busy machine.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // `cargo xtask test` lists the slowest tests from the second.
  reporter: [["list"], ["junit", { outputFile: "../target/browser-tests.xml" }], ["./tests/reporter.ts"]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    serviceWorkers: "block",
    // No animations; tests that need them enable them.
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
      // A device scale of 1 is enough and faster to draw.
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
    // All test clients share one address and act quickly; rate limits are tested in crates/server/tests.
    command: `"${program}" serve --limits off --addr 127.0.0.1:${port} --data "${data}"`,
    url: `http://127.0.0.1:${port}/health`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 6_000 },
  },
});
