import { afterEach, beforeEach, expect, test, vi } from "vitest";

const worker = () => Object.assign(new EventTarget(), { postMessage: vi.fn() });
const registration = Object.assign(new EventTarget(), {
  waiting: null as ReturnType<typeof worker> | null,
  installing: null as ReturnType<typeof worker> | null,
  update: vi.fn(async () => {}),
});
const container = Object.assign(new EventTarget(), {
  controller: null as object | null,
  register: vi.fn(async () => registration),
});

/** The browser has fetched a version, which now waits. */
function arrives() {
  const fresh = worker();
  registration.installing = fresh;
  registration.dispatchEvent(new Event("updatefound"));
  registration.waiting = fresh;
  fresh.dispatchEvent(new Event("statechange"));
  return fresh;
}

let update: typeof import("./update.svelte").update;

beforeEach(async () => {
  vi.resetModules();
  ({ update } = await import("./update.svelte"));
  registration.waiting = registration.installing = container.controller = null;
  vi.stubEnv("PROD", true);
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("without service workers, or if they are forbidden, nothing happens", async () => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  await update.watch();
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
  container.register.mockRejectedValueOnce(new Error("forbidden"));
  await update.watch();
  expect(update.ready).toBe(false);
});

test("a waiting version takes over only when the user accepts", async () => {
  await update.watch();
  arrives();
  expect(update.ready).toBe(false); // the first visit: nothing is older

  container.controller = {};
  const fresh = arrives();
  expect(update.ready).toBe(true);
  expect(fresh.postMessage).not.toHaveBeenCalled();
  update.accept();
  expect(fresh.postMessage).toHaveBeenCalledWith({ type: "SKIP_WAITING" });
});

test("a version accepted in another tab is reported, but not one accepted here", async () => {
  container.controller = {};
  await update.watch();
  container.dispatchEvent(new Event("controllerchange"));
  expect(update.gone).toBe("taken");
});

test("the first service worker replaces nothing, the next one does", async () => {
  await update.watch();
  container.dispatchEvent(new Event("controllerchange"));
  expect(update.gone).toBeNull();
  container.dispatchEvent(new Event("controllerchange"));
  expect(update.gone).toBe("taken");
});

test("a missing part of the page is reported", async () => {
  await update.watch();
  dispatchEvent(new Event("vite:preloadError"));
  expect(update.gone).toBe("missing");
});

test("a version found before the page was listening is reported too", async () => {
  container.controller = {};
  registration.installing = worker();
  await update.watch();
  expect(update.ready).toBe(false);
  registration.waiting = registration.installing;
  registration.waiting.dispatchEvent(new Event("statechange"));
  expect(update.ready).toBe(true);
});
