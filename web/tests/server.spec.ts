// From the build to the browser: everything `ludoteca serve` sends loads under its security headers.
import { expect, test, type Page } from "@playwright/test";
import { OFFLINE } from "./play";

test.use(OFFLINE);

/** Collects browser errors and failed requests. */
function complaints(page: Page): string[] {
  const all: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") all.push(message.text());
  });
  page.on("pageerror", (error) => all.push(String(error)));
  page.on("requestfailed", (request) => {
    // Navigation cancels pending requests, which is not an error; a missing file is.
    const why = request.failure()?.errorText;
    if (why !== "net::ERR_ABORTED") all.push(`${request.url()}: ${why}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) all.push(`${response.url()}: ${response.status()}`);
  });
  return all;
}

/** Waits until the whole page is cached. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

test("the server is healthy and serves a page", async ({ request }) => {
  const answer = await request.get("/health");
  expect(await answer.json()).toMatchObject({ status: "ok", page: true });
});

for (const path of ["/", "/squadro", "/games", "/settings"]) {
  test(`${path} opens without security policy errors`, async ({ page }) => {
    const all = complaints(page);
    await page.goto(path);
    await expect(page.locator("#app")).not.toBeEmpty();
    await expect(page).toHaveTitle(/Ludoteca/);
    await kept(page);
    expect(all).toEqual([]);
  });
}

test("workers may share memory", async ({ page }) => {
  await page.goto("/");
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});

test("after one visit it starts offline, at any of its paths", async ({ page, context }) => {
  await page.goto("/");
  await kept(page);
  await context.setOffline(true);
  const all = complaints(page);
  for (const path of ["/", "/squadro", "/games"]) {
    await page.goto(path);
    await expect(page.locator("#app")).not.toBeEmpty();
  }
  // All three modules are here too, byte for byte, and compile.
  const modules = await page.evaluate(async () => {
    const names: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) {
        if (!url.endsWith(".wasm")) continue;
        await WebAssembly.compileStreaming(fetch(url));
        names.push(url);
      }
    }
    return names;
  });
  expect(modules).toHaveLength(3);
  expect(all).toEqual([]);
});

test("the manifest's icons exist", async ({ page, request }) => {
  await page.goto("/");
  const manifest = await (await request.get("/manifest.webmanifest")).json();
  expect(await page.locator('link[rel="manifest"]').getAttribute("href")).toBe("/manifest.webmanifest");
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(src);
    expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, type]);
  }
});

test("it works over plain HTTP from a phone in the network too", async ({ page, baseURL }) => {
  const all = complaints(page);
  await page.goto(`http://ludoteca.test:${new URL(baseURL ?? "").port}/squadro`);
  // These choices come from the rules worker.
  await expect(page.getByRole("main").getByRole("button").first()).toBeVisible();
  const allowed = await page.evaluate(() => [isSecureContext, crossOriginIsolated, "serviceWorker" in navigator]);
  expect(allowed).toEqual([false, false, false]);
  // Chromium reports that it ignores this policy here; there are no other errors.
  expect(all.filter((text) => !text.includes("Cross-Origin-Opener-Policy"))).toEqual([]);
});
