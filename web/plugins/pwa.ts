// What makes the page installable, and start without network.
import { VitePWA } from "vite-plugin-pwa";

export const pwa = VitePWA({
  // Registered by src/lib/ui/update.svelte.ts: the plugin's own way would be inline script.
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
    // Everything of the page, both modules, the languages and the rules among it.
    globPatterns: ["**/*.{css,html,js,json,md,png,svg,txt,wasm,webmanifest,woff2}"],
    // The book is read online.
    globIgnores: ["docs/**"],
    maximumFileSizeToCacheInBytes: 16_000_000,
    // Their names hold a hash already.
    dontCacheBustURLsMatching: /^assets\//,
    // What is told while the page is closed.
    importScripts: ["/push.js"],
    navigateFallback: "/index.html",
    // What the server answers without the page: /health, /api, /docs, and files by their name. In a position a dot
    // is an empty space. Embeds have headers of their own, which let other sites show them.
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
