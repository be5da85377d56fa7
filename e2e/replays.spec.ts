import type { Page as BrowserPage } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { holdScripts } from "@/e2e/support/hold-requests";
import { openPage } from "@/e2e/support/open-page";

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** Sums the layout shifts that no input explains, of each page that is opened from now on. */
async function watchShifts(page: BrowserPage): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    new PerformanceObserver((list) => {
      shifts.push(...(list.getEntries() as Shift[]));
    }).observe({ type: "layout-shift", buffered: true });
    const sum = () => shifts.reduce((total, { value, hadRecentInput }) => total + (hadRecentInput ? 0 : value), 0);
    Object.assign(window, { sumShifts: sum });
  });
  return () => page.evaluate("sumShifts()");
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`nothing jumps while the page that creates a replay loads slowly, ${width} px wide`, async ({
    page,
    project,
    receiver,
  }) => {
    receiver.answerWith(410);
    const { source } = await project.makeRoute(receiver.url);
    for (const id of [1, 2, 3, 4, 5, 6, 7]) await project.send(source, { type: "order.created", id });
    const countEnded = async () =>
      (await project.listDeliveries("Failure")).length + (await project.listDeliveries("Discarded")).length;
    await expect.poll(countEnded).toBe(7);
    await page.setViewportSize({ width, height });
    const sumShifts = await watchShifts(page);
    const letThrough = await holdScripts(page);
    await page.goto(`${project.home}/replays/new`, { waitUntil: "commit" });
    await expect(page.getByRole("button", { name: "Freeze the deliveries" })).toBeVisible();
    letThrough();
    await expect(page.getByText("Hookyard: Running")).toBeAttached();
    const oldest = page.getByRole("region", { name: "The oldest that fit" }).getByRole("listitem");
    await expect(oldest).toHaveCount(6);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await sumShifts()).toBeLessThanOrEqual(0.02);
  });
}

test("what a filtered list shows is replayed, no more and no less, and each result says what came of it", async ({
  page,
  project,
  receiver,
}) => {
  await project.ask("PUT", "", { settings: { retry: { interval_seconds: 600 } } });
  receiver.answerWith(503);
  const { source } = await project.makeRoute(receiver.url, { name: "orders-eu" });
  for (const type of ["order.paid", "order.paid", "order.created"]) await project.send(source, { type });
  await expect.poll(async () => (await project.listDeliveries("Retry")).length).toBe(3);
  receiver.answerWith(200);

  await openPage(page, `${project.home}/deliveries?event_type=order.paid`);
  await expect(page.getByRole("table", { name: "Deliveries" }).locator("tbody").getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: "Replay these…" }).click();
  const oldest = page.getByRole("region", { name: "The oldest that fit" }).getByRole("listitem");
  await expect(oldest).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Remove the filter Event type order.paid" })).toBeVisible();
  await page.getByRole("switch", { name: "Also resend what had succeeded" }).click();
  await page.getByRole("button", { name: "Freeze the deliveries" }).click();
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Run" }).click();

  const results = page.getByRole("table", { name: "Deliveries" }).locator("tbody").getByRole("row");
  await expect(results).toHaveCount(2);
  const cells = results.first().getByRole("cell");
  await expect(cells.nth(0)).toHaveText("Resent");
  await expect(cells.nth(1)).toHaveText("order.paid");
  await expect(cells.nth(2)).toHaveText("orders-eu");
  await expect(cells.nth(3)).toHaveText("Success");
  await expect(cells.nth(4)).toHaveText("Delivered: the endpoint answered 200.");
  await cells.getByRole("link", { name: "order.paid" }).click();
  await expect(page.getByRole("region", { name: "Delivery", exact: true })).toContainText("order.paid");
});
