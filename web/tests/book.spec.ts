// The documentation as served by the server.
import { expect, test } from "@playwright/test";
import { MOUSE } from "./play";

test("every page of the book answers, and every link in it leads somewhere", MOUSE, async ({ request }) => {
  const seen = new Set<string>();
  const open = ["/docs"];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    if (!/^\/docs(?:\/[a-z-]+)?$/.test(path)) continue;
    const html = await answer.text();
    expect(html, path).toContain("<title>");
    for (const [, target = ""] of html.matchAll(/(?:href|src)="(\/[^"#]*)/g)) open.push(target);
  }
  expect([...seen].filter((path) => path.startsWith("/docs/")).length).toBeGreaterThan(30);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("the book is read from page to page", MOUSE, async ({ page }) => {
    await page.goto("/docs");
    await page.getByRole("link", { name: "Hosting one server" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hosting one server");
    await page.locator('a[rel="next"]').click();
    await expect(page).toHaveURL(/\/docs\/configuration$/);
  });
});
