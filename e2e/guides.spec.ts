import { DOCUMENTS } from "@/app/docs/guides/documents.gen";
import { expect, test } from "@/e2e/support/fixtures";

const PHONE = { width: 390, height: 844 };

test("every document has its page, for everybody, with its title; an unknown one is not found", async ({ request }) => {
  for (const { slug, title } of DOCUMENTS) {
    const answer = await request.get(`/docs/guides/${slug}`);
    expect([slug, answer.status()]).toEqual([slug, 200]);
    expect((await answer.text()).match(/<title>([^<]*)<\/title>/)?.[1]).toBe(`${title} · Hookyard`);
  }
  for (const [place, status] of Object.entries({ nothing: 404, "github/more": 404, "..%2f..%2fREADME": 400 })) {
    expect([place, (await request.get(`/docs/guides/${place}`)).status()]).toEqual([place, status]);
  }
});

test("a guide is read and followed without JavaScript", async ({ browser, copy }) => {
  const context = await browser.newContext({ baseURL: copy.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/docs/guides");
  await page.getByRole("main").getByRole("link", { name: "GitHub", exact: true }).click();
  await expect(page.getByRole("heading", { name: "GitHub", level: 1 })).toBeVisible();
  await expect(page.getByText("X-Hub-Signature-256").first()).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Receiving", exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/guides\/receiving$/);
  await expect(page.getByRole("heading", { name: "What is refused", level: 2 })).toBeVisible();
  await context.close();
});

test("links between documents lead to their page and heading, files that are not served are only named", async ({
  page,
}) => {
  await page.goto("/docs/guides/size");
  await page.getByRole("main").getByRole("link", { name: "2026-11-22" }).click();
  await expect(page).toHaveURL(/\/docs\/guides\/figures#beside-others$/);
  await expect(page.getByRole("heading", { name: "Beside others" })).toBeInViewport();
  await page.goto("/docs/guides/deploy");
  await expect(page.locator("code", { hasText: "deploy/nginx.conf" })).toBeVisible();
  await expect(page.getByRole("link", { name: "nginx" })).toHaveCount(0);
});

test("the list has the guides above the operations, and finds both by a word", async ({ page }) => {
  await page.goto("/docs/createEvent");
  const list = page.getByRole("navigation", { name: "Documentation" });
  await expect(list.getByRole("link", { name: "Back up" })).toBeHidden();
  await list.getByText("Operate", { exact: true }).click();
  await list.getByRole("link", { name: "Back up" }).click();
  await expect(page.getByRole("heading", { name: "Back up", level: 1 })).toBeVisible();
  await expect(list.getByRole("link", { name: "Back up" })).toHaveAttribute("aria-current", "page");
  const [guide, operation] = await Promise.all(
    ["Back up", "About this API"].map((name) => list.getByRole("link", { name, exact: true }).boundingBox()),
  );
  expect(guide?.y).toBeLessThan(operation?.y ?? 0);

  // What is typed before the page is alive is lost.
  await expect(async () => {
    await list.getByLabel("Find a guide or operation").fill("receiver");
    await expect(list.getByRole("link", { name: "Back up" })).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await expect(list.getByRole("link", { name: "Receivers", exact: true })).toBeVisible();
  await expect(list.getByRole("link", { name: /Create a receiver/ })).toBeVisible();
});

test("on the phone the list is a drawer that closes at a choice, and what is wide scrolls by itself", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/docs/guides/settings");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  const drawer = page.getByRole("dialog", { name: "Pages" });
  await expect(async () => {
    await page.getByRole("button", { name: "Open the list of pages" }).click();
    await expect(drawer).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await drawer.getByRole("link", { name: "Metrics", exact: true }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("heading", { name: "Metrics", level: 1 })).toBeVisible();
});
