// Only rules that need types and that the compiler lacks; Prettier does the formatting.

import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const types = { projectService: true, extraFileExtensions: [".svelte"] };

export default [
  { ignores: ["**/*.gen.ts", "**/*.js", "**/*.mjs", "playwright-report", "test-results"] },
  ...svelte.configs.base,
  { files: ["**/*.ts"], languageOptions: { parser: ts.parser, parserOptions: types } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { ...types, parser: ts.parser, svelteConfig } },
  },
  {
    files: ["**/*.ts", "**/*.svelte"],
    plugins: { "@typescript-eslint": ts.plugin },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
    },
  },
];
