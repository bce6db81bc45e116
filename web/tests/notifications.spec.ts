// Push notifications while the page is closed, and uploading this device's games to the server.

import { expect, type Page } from "@playwright/test";
import { ask, become, named, test } from "./people";
import { FINGER, MOUSE, OFFLINE } from "./play";
import { computer, keepGames, person } from "./saved";

test.use(OFFLINE);

const telling = (page: Page) => page.getByRole("region", { name: "Online", exact: true });
const ENDPOINT = "https://push.example.com/send/for-a-test";

/** A browser with a fake push service: real ones are out of reach in tests. */
async function withPushService(page: Page): Promise<void> {
  await page.addInitScript((endpoint) => {
    // A P-256 key and a secret, as a browser creates them.
    const keys = {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    const made = {
      endpoint,
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: () => {
        sessionStorage.removeItem("test.pushed");
        return Promise.resolve(true);
      },
    };
    PushManager.prototype.subscribe = (options) => {
      sessionStorage.setItem("test.pushed", String(options?.applicationServerKey));
      return Promise.resolve(made as unknown as PushSubscription);
    };
    PushManager.prototype.getSubscription = () =>
      Promise.resolve(sessionStorage.getItem("test.pushed") ? (made as unknown as PushSubscription) : null);
  }, ENDPOINT);
}

test("push notifications are in the user's language and open the game", MOUSE, async ({ page, context, baseURL }) => {
  await context.grantPermissions(["notifications"]);
  await withPushService(page);
  await page.addInitScript(() => localStorage.setItem("ludoteca.language", "de"));
  await page.goto("/games");
  await become(page, named("Ada"));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  const request = page.getByRole("checkbox", { name: /auch wenn diese Seite zu ist/ });
  const sent = page.waitForRequest((request) => request.url().endsWith("/push/subscriptions"));
  await request.click();
  expect((await sent).postDataJSON()).toMatchObject({ endpoint: ENDPOINT, keys: { auth: "BTBZMqHH6r4Tts7J_aSIgg" } });
  await expect(request).toBeChecked();
  const { key } = await ask<{ key: string }>(page, "GET", "/push/key");
  expect(await page.evaluate(() => sessionStorage.getItem("test.pushed"))).toBe(key);

  // A push message reaches the service worker without the page.
  const browser = await context.newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${baseURL}/`);
      if (own) resolve(own.registrationId);
    });
  });
  await browser.send("ServiceWorker.enable");
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("there is no service worker");
  // Headless browsers do not show notifications, so they are recorded here.
  await worker.evaluate(() => {
    const own = self as unknown as { registration: ServiceWorkerRegistration; shown: unknown[] };
    own.shown = [];
    own.registration.showNotification = (title, { body, tag, data } = {}) => {
      own.shown.push({ title, body, tag, data: String(data) });
      return Promise.resolve();
    };
  });
  await browser.send("ServiceWorker.deliverPushMessage", {
    origin: baseURL ?? "",
    registrationId: await known,
    data: JSON.stringify({ notice: "my-turn", game: "abc", kind: "squadro" }),
  });
  const shown = () => worker.evaluate(() => (self as unknown as { shown: unknown[] }).shown);
  await expect.poll(shown).toEqual([{ title: "Squadro", body: "Du bist dran.", tag: "abc", data: "/g/abc" }]);
  await worker.evaluate(() => {
    const own = self as unknown as Record<string, typeof Event> & { WindowClient: { prototype: { focus: unknown } } };
    // Only a real click may focus a window.
    own.WindowClient.prototype.focus = function () {
      return Promise.resolve(this);
    };
    const pressed = new own["ExtendableEvent"]!("notificationclick");
    self.dispatchEvent(Object.assign(pressed, { notification: { close: () => undefined, data: "/g/abc" } }));
  });
  await expect(page).toHaveURL(/\/g\/abc$/);

  const ended = page.waitForRequest(
    (request) => request.url().endsWith("/push/subscriptions") && request.method() === "DELETE",
  );
  await page.goto("/games");
  await expect(request).toBeChecked();
  await request.click();
  expect((await ended).postDataJSON()).toEqual({ endpoint: ENDPOINT });
  await expect(request).not.toBeChecked();
});

test("without browser support for push, the page says so", FINGER, async ({ page }) => {
  await withPushService(page);
  await page.addInitScript(() => {
    Notification.requestPermission = () => Promise.resolve("denied" as const);
  });
  await page.goto("/games");
  await become(page, named("Ada"));
  await page.reload();
  const checkbox = page.getByRole("checkbox", { name: /even when this page is closed/ });
  await checkbox.click();
  await expect(telling(page).getByRole("status")).toHaveText(/Notifications are blocked/);
  await expect(checkbox).not.toBeChecked();
});

test("finished games of this device are uploaded once, and are then on every device", FINGER, async ({ page }) => {
  const over = { offBoard: { how: "resignation" as const, seat: 1, places: [1, 2] }, places: [1, 2] };
  await keepGames(page, [
    { id: "won", game: "squadro", seats: [person(), computer(3)], moves: ["Y1", "R2"], ...over },
    { id: "running", game: "peak", seats: [person(), computer(3)] },
  ]);
  await page.goto("/games");
  await become(page, named("Ada"));
  await page.reload();
  await expect(telling(page)).toContainText("1 finished game is only on this device.");
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(telling(page).getByRole("status")).toContainText("1 game uploaded");
  await expect(page.getByRole("button", { name: "Upload" })).toBeHidden();
  const { games } = await ask<{ games: { id: string; game: string; result: string | null }[] }>(
    page,
    "GET",
    "/me/games",
  );
  expect(games.map(({ game, result }) => [game, result])).toEqual([["squadro", "1-0"]]);
  await page.reload();
  await expect(telling(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload" })).toBeHidden();
});
