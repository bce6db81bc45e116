import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { book } from "./plugins/book.ts";
import { licencesFile, onlyNoticed } from "./plugins/licences.ts";
import { pwa } from "./plugins/pwa.ts";
import { rulesPages } from "./plugins/rules.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte(), rulesPages(), onlyNoticed(), licencesFile(), book(), pwa],
  resolve: {
    alias: {
      $lib: here("./src/lib"),
      $rules: here("../docs/rules"),
      $puzzles: here("../data/puzzles"),
      // The modules built by `cargo xtask wasm`.
      $wasm: here("../target/modules"),
    },
    // Under Vitest, use Svelte's browser build instead of the server's.
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  // The modules are outside this folder, so the development server must be allowed to serve them.
  server: { fs: { allow: [here("."), here("../target/modules"), here("../docs"), here("../data/puzzles")] } },
  worker: { format: "es", plugins: () => [onlyNoticed()] },
  build: {
    target: "es2023",
    outDir: here("../target/page"),
    emptyOutDir: true,
    // No inline assets: the content security policy forbids them.
    assetsInlineLimit: 0,
  },
  // A generous limit for busy machines.
  test: {
    include: ["src/**/*.test.ts"],
    environment: "jsdom",
    setupFiles: ["src/setup.test-run.ts"],
    testTimeout: 60_000,
  },
});
