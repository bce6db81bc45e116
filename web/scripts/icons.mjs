// Renders the PNG icons from public/icon.svg: `node scripts/icons.mjs`. They are committed, so that a build
// needs no browser.
import { chromium } from "@playwright/test";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const system = "/usr/bin/chromium";
const svg = readFileSync(here("../public/icon.svg"), "utf8");

// A maskable icon fills its square because the system crops it: the symbol stays in the inner 80 %, and the
// wood extends to the edge without a frame.
const whole = svg
  .replace(/<rect[^>]*rx="(96|80)"[^>]*>/g, "")
  .replaceAll("M20 ", "M-60 ")
  .replaceAll(" 492 ", " 572 ")
  .replace("<svg ", '<svg overflow="visible" ');
const icons = [
  { name: "icon-192", size: 192, share: 1, drawing: svg, ground: "transparent" },
  { name: "icon-512", size: 512, share: 1, drawing: svg, ground: "transparent" },
  { name: "icon-maskable-512", size: 512, share: 0.9, drawing: whole, ground: "#e0c79b" },
  { name: "apple-touch-icon", size: 180, share: 0.9, drawing: whole, ground: "#e0c79b" },
];

const browser = await chromium.launch({
  ...(existsSync(system) ? { executablePath: system } : {}),
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const { name, size, share, drawing, ground } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const inset = ((1 - share) / 2) * size;
  await page.setContent(
    `<body style="margin:0;background:${ground};overflow:hidden"><div style="position:fixed;inset:${inset}px">${drawing}</div></body>`,
  );
  await page.screenshot({ path: here(`../public/${name}.png`), omitBackground: true });
  await page.close();
}
await browser.close();
