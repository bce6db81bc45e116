// Part of the service worker: shows push notifications while the page is closed, and opens the game. The
// texts were stored by the page in the user's language (src/lib/online/push.ts).

const WORDS = "/push-words";

self.addEventListener("push", (event) => {
  let message = {};
  try {
    message = event.data.json();
  } catch {
    // Unknown push messages need a notification too, because browsers require one.
  }
  event.waitUntil(tell(message));
});

async function tell({ notice, game, kind }) {
  const kept = await caches.match(WORDS);
  const words = kept ? await kept.json() : {};
  await self.registration.showNotification(words[`game.${kind}`] ?? "Ludoteca", {
    body: words[notice] ?? "",
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    // One notification per game, the latest.
    tag: game ?? "ludoteca",
    data: game ? `/g/${game}` : "/games",
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

async function open(path) {
  const pages = await self.clients.matchAll({ type: "window" });
  const page = pages.find((one) => one.url.endsWith(path)) ?? pages[0];
  if (!page) return self.clients.openWindow(path);
  await page.focus();
  if (!page.url.endsWith(path)) await page.navigate(path);
}
