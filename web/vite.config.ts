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
      // The modules that `cargo xtask wasm` makes.
      $wasm: here("../target/modules"),
    },
    // Under Vitest Svelte must be the browser's, not the server's.
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  // The modules are outside this folder, and the development server must be allowed to hand them out.
  server: { fs: { allow: [here("."), here("../target/modules"), here("../docs"), here("../data/puzzles")] } },
  worker: { format: "es", plugins: () => [onlyNoticed()] },
  build: {
    target: "es2023",
    outDir: here("../target/page"),
    emptyOutDir: true,
    // Nothing inline: the page's security policy forbids it.
    assetsInlineLimit: 0,
  },
  // A busy machine takes its time; what never comes still fails.
  test: {
    include: ["src/**/*.test.ts"],
    environment: "jsdom",
    setupFiles: ["src/setup.test-run.ts"],
    testTimeout: 60_000,
  },
});
