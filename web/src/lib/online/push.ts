// Push notifications while the page is closed; they need HTTPS or localhost.

import { GAMES } from "$lib/engine/types";
import { t } from "$lib/i18n";
import { gameName } from "$lib/ui/names";
import { api } from "./api";

/** Where the service worker finds its texts (public/push.js). */
const WORDS = "/push-words";
const CACHE = "ludoteca-push";

export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && "caches" in window;

export async function isPushed(): Promise<boolean> {
  if (!canPush()) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) != null;
}

/** The service worker uses the page's language at the time of subscribing. */
async function leaveWords(): Promise<void> {
  const words = {
    ...Object.fromEntries(GAMES.map((game) => [`game.${game}`, gameName(game)])),
    "my-turn": t("push.my-turn"),
    reminder: t("push.reminder"),
    challenge: t("push.challenge"),
    "game-start": t("push.game-start"),
    "game-end": t("push.game-end"),
  };
  const cache = await caches.open(CACHE);
  await cache.put(WORDS, new Response(JSON.stringify(words), { headers: { "content-type": "application/json" } }));
}

/** Asks for permission; false if the user or the browser denies it. Throws API errors. */
export async function startPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await leaveWords();
  const registration = await navigator.serviceWorker.ready;
  const { key } = await api.pushKey();
  const made = await registration.pushManager.subscribe({ applicationServerKey: key, userVisibleOnly: true });
  await api.subscribe(made.toJSON());
  return true;
}

export async function stopPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const made = await registration?.pushManager.getSubscription();
  if (!made) return;
  await made.unsubscribe();
  await api.unsubscribe(made.endpoint);
}
