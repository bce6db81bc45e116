// Writes brotli and gzip versions of every file of the built page, so that the server does not compress on
// request.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const page = fileURLToPath(new URL("../../target/page", import.meta.url));
const worthIt = /\.(css|html|js|json|md|svg|txt|wasm|webmanifest)$/;

const sum = { files: 0, plain: 0, br: 0, gz: 0 };
for (const entry of readdirSync(page, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !worthIt.test(path)) continue;
  const plain = readFileSync(path);
  const forms = {
    br: brotliCompressSync(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    gz: gzipSync(plain, { level: 9 }),
  };
  sum.files += 1;
  sum.plain += plain.length;
  for (const [end, bytes] of Object.entries(forms)) {
    sum[end] += Math.min(bytes.length, plain.length);
    // Skip files that compression makes larger.
    if (bytes.length < plain.length) writeFileSync(`${path}.${end}`, bytes);
  }
}
const kB = (bytes) => `${Math.round(bytes / 1000)} kB`;
console.log(`${sum.files} files: ${kB(sum.plain)}, with brotli ${kB(sum.br)}, with gzip ${kB(sum.gz)}`);
