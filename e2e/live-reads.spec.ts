import type { Page, Route } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import type { TestProject } from "@/e2e/support/project";
import type { Source } from "@/lib/nouns/sources/schemas";

// A change that is told while a page is read must not be lost: in a quiet project nothing tells of it again.

/** Less than a page takes to ask by itself. */
const TOLD_MS = 5_000;
/** Longer than signals rest before the page follows them. */
const FOLLOWED_MS = 1_000;

type Told = Window & { told: string[] };

/** Opens a page that is told of changes, and notes what it is told. */
async function openTold(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    window.EventSource = class extends EventSource {
      constructor(...given: ConstructorParameters<typeof EventSource>) {
        super(...given);
        this.addEventListener("message", ({ data }) => told.push(data));
      }
    };
  });
  await openPage(page, address);
  await expect(page.locator("[data-live=live]")).toBeVisible();
}

async function deliver(project: TestProject, source: Source, type: string, count: number): Promise<void> {
  await project.send(source, { type });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(count);
}

type Change = { project: TestProject; source: Source };

/** Answers with what was before a delivery, after the page was told of it. Tells how often it was asked. */
function answerLate(page: Page, { project, source }: Change): { take(route: Route): Promise<void>; asked(): number } {
  let asked = 0;
  return {
    asked: () => asked,
    async take(route) {
      asked += 1;
      if (asked > 1) return route.continue();
      const response = await route.fetch();
      await page.evaluate(() => (window as Told & typeof window).told.splice(0));
      await deliver(project, source, "order.second", 2);
      await page.waitForFunction(() =>
        (window as Told & typeof window).told.some((data) => data.includes("deliveries")),
      );
      await page.waitForTimeout(FOLLOWED_MS);
      await route.fulfill({ response });
    },
  };
}

const rowsOf = (page: Page) => page.getByRole("table", { name: "Deliveries" }).locator("tbody").getByRole("row");

test("a list that is read for the first time shows what came meanwhile", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  await deliver(project, source, "order.first", 1);
  await openTold(page, `${project.home}/deliveries`);
  await expect(rowsOf(page)).toHaveCount(1);
  const late = answerLate(page, { project, source });
  await page.route(/\/eventdeliveries\?.*event_type=order/, late.take);
  const bar = page.getByRole("combobox", { name: "Filters, or an event type, id or key" });
  await bar.fill("order.*");
  await bar.press("Enter");
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toHaveCount(2, { timeout: TOLD_MS });
  expect(late.asked()).toBeGreaterThan(1);
});

test("a page that the server reads shows what came until it is drawn", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  await deliver(project, source, "order.first", 1);
  await openTold(page, project.home);
  const late = answerLate(page, { project, source });
  await page.route(
    (url) => url.pathname === `${project.home}/deliveries`,
    (route) => {
      const headers = route.request().headers();
      if (headers.rsc === undefined || headers["next-router-prefetch"] !== undefined) return route.continue();
      return late.take(route);
    },
  );
  await page.getByRole("link", { name: "Deliveries", exact: true }).first().click();
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2, { timeout: TOLD_MS });
  expect(late.asked()).toBe(1);
});
