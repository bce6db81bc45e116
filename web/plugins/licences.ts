// Serves the third-party notices at /licences.txt and stops the build if one is missing.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const FILE = new URL("../../target/licences.txt", import.meta.url);

/** The npm packages in the notices: lines `name version | licence | texts` under their heading. */
export const noticed = (text: string): Set<string> => {
  const list = text.split("\nnpm packages in the page:\n")[1]?.split("\n--------")[0] ?? "";
  return new Set(
    list
      .split("\n")
      .filter((line) => line.includes(" | "))
      .map((line) => line.split(" ")[0]!),
  );
};

/** The package of a module, null for our own. Code that Vite and its bundler add belongs to Vite. */
export const packageOf = (id: string): string | null => {
  if (/^\0(vite|rolldown)\//.test(id)) return "vite";
  const inside = id.split(/[\\/]node_modules[\\/]/).at(-1)!;
  if (inside === id) return null;
  return /^(@[^\\/]+[\\/])?[^\\/]+/.exec(inside)![0].replace("\\", "/");
};

/** Stops the build if it includes a package without a notice. */
export const onlyNoticed = (): Plugin => ({
  name: "only-noticed",
  generateBundle(_, bundle) {
    const known = noticed(readFileSync(FILE, "utf8"));
    const modules = Object.values(bundle).flatMap((part) =>
      part.type === "chunk" ? Object.entries(part.modules) : [],
    );
    const used = modules.filter(([, module]) => module.renderedLength > 0).map(([id]) => packageOf(id));
    const missing = [...new Set(used)].filter((name) => name !== null && !known.has(name));
    if (missing.length > 0)
      this.error(
        `${missing.join(", ")}: in the page, but not in the third-party notices: add it to BUNDLED in xtask/src/licences.rs`,
      );
  },
});

/** Puts the notices into the page's folder. */
export const licencesFile = (): Plugin => ({
  name: "licences-file",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "licences.txt", source: readFileSync(FILE) });
  },
});
