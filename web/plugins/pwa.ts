// The service worker and manifest: the page can be installed and starts offline.
import { VitePWA } from "vite-plugin-pwa";

export const pwa = VitePWA({
  // src/lib/ui/update.svelte.ts registers the service worker; the plugin would do it with an inline script.
  injectRegister: false,
  registerType: "prompt",
  includeManifestIcons: false,
  manifest: {
    id: "/",
    name: "Ludoteca",
    short_name: "Ludoteca",
    description: "Play Squadro, Number One, Peak and One Piece for Two: against the computer, with friends or online.",
    lang: "en",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#f3ede2",
    theme_color: "#f3ede2",
    categories: ["games"],
    icons: [
      { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
      { src: "/icon-maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
  },
  workbox: {
    // The whole page, including both modules, the languages and the rules.
    globPatterns: ["**/*.{css,html,js,json,md,png,svg,txt,wasm,webmanifest,woff2}"],
    // The book is read online.
    globIgnores: ["docs/**"],
    maximumFileSizeToCacheInBytes: 16_000_000,
    // Their names already contain a hash.
    dontCacheBustURLsMatching: /^assets\//,
    // Handles push notifications while the page is closed.
    importScripts: ["/push.js"],
    navigateFallback: "/index.html",
    // The server answers these paths itself: /health, /api, /docs and files (a name with a dot). In positions
    // a dot is an empty space. Embeds have their own headers, which allow framing by other sites.
    navigateFallbackDenylist: [
      /^\/health$/,
      /^\/api\//,
      /^\/docs(?:\/|$)/,
      /^\/embed\//,
      /^\/(?![^/]+\/(?:analysis|editor)\/).*\.[^/]*$/,
    ],
    cleanupOutdatedCaches: true,
    inlineWorkboxRuntime: true,
  },
});
