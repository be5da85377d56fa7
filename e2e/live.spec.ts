import type { Page } from "@playwright/test";
import { type ByteCount, countBytes } from "@/e2e/support/count-bytes";
import { expect, test } from "@/e2e/support/fixtures";
import { holdRequests } from "@/e2e/support/hold-requests";
import { openPage } from "@/e2e/support/open-page";
import type { TestProject } from "@/e2e/support/project";
import type { Source } from "@/lib/nouns/sources/schemas";

const STREAM = "**/v1/projects/*/stream";
/** The soonest that a page without a stream asks again for a list with nothing under way. */
const POLL_MS = 10_000;

async function openLive(page: Page, address: string): Promise<void> {
  await openPage(page, address);
  await expect(page.locator("[data-live=live]")).toBeVisible();
}

async function sendAndSettle(project: TestProject, source: Source, ...types: string[]): Promise<void> {
  const before = (await project.listDeliveries("Success")).length;
  for (const type of types) await project.send(source, { type });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(before + types.length);
}

const rowsOf = (page: Page, table: string) =>
  page.getByRole("table", { name: table }).locator("tbody").getByRole("row");

for (const [name, path] of [
  ["Deliveries", "deliveries"],
  ["Events", "events"],
] as const) {
  test(`an operator sees an event arrive in the list of ${path}, before any page would have asked`, async ({
    page,
    project,
    receiver,
  }, info) => {
    const { source } = await project.makeRoute(receiver.url);
    await sendAndSettle(project, source, "order.first");
    await openLive(page, `${project.home}/${path}`);
    await expect(rowsOf(page, name)).toHaveCount(1);
    const answers: number[] = [];
    for (const type of ["order.second", "order.third", "order.fourth"]) {
      const sentAt = performance.now();
      await project.send(source, { type });
      await page.waitForFunction((text) => document.querySelector("tbody tr")?.textContent.includes(text), type);
      answers.push(Math.round(performance.now() - sentAt));
    }
    info.annotations.push({ type: "milliseconds until it was seen", description: answers.join(", ") });
    expect(Math.max(...answers)).toBeLessThan(POLL_MS / 2);
  });
}

test("rows wait while somebody reads, and come by themselves at the top of an idle list", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await sendAndSettle(project, source, "order.a", "order.b");
  await openLive(page, `${project.home}/deliveries`);
  const rows = rowsOf(page, "Deliveries");
  await expect(rows.first()).toContainText("order.b");
  const place = async () => (await rows.filter({ hasText: "order.b" }).boundingBox())?.y;
  const before = await place();

  await rows.first().hover();
  await sendAndSettle(project, source, "order.c", "order.d");
  const show = page.getByRole("button", { name: /^Show .* new deliveries$/ });
  await expect(show).toHaveText(/^2 new/);
  await expect(rows).toHaveCount(2);
  expect(await place()).toBe(before);
  await page.keyboard.press(".");
  await expect(rows.first()).toContainText("order.d");
  await expect(rows).toHaveCount(4);
  await expect(show).toBeHidden();

  await rows.nth(3).getByRole("checkbox").check();
  await page.getByRole("heading", { name: "Deliveries" }).hover();
  await sendAndSettle(project, source, "order.e");
  await expect(show).toHaveText(/^1 new/);
  await expect(rows.first()).toContainText("order.d");
  await show.click();
  await expect(rows.first()).toContainText("order.e");
  await rows.last().getByRole("checkbox").uncheck();

  await rows.first().hover();
  await sendAndSettle(project, source, "order.f");
  await expect(show).toHaveText(/^1 new/);
  await page.mouse.move(2, 2);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expect(rows.first()).toContainText("order.f");
});

test("a row that somebody reads shows its newest state in its place, however many came before it", async ({
  page,
  project,
  receiver,
}) => {
  await project.ask("PUT", "", { settings: { retry: { interval_seconds: 600 } } });
  receiver.answerWith(500);
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.failing" });
  await expect.poll(async () => (await project.listDeliveries("Retry")).length).toBe(1);
  receiver.answerWith(200);
  await openLive(page, `${project.home}/deliveries`);
  const rows = rowsOf(page, "Deliveries");
  await rows.first().hover();
  const showOlder = await holdRequests(page, "**/eventdeliveries?*endDate=*");
  await sendAndSettle(project, source, ...Array.from({ length: 22 }, (_, at) => `order.n${at}`));
  await expect(page.getByRole("button", { name: "Show 20+ new deliveries" })).toBeVisible();
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText("The delivery is on its way again")).toBeVisible();
  await expect(rows.first()).toContainText("order.failing");
  showOlder();
  await expect(rows.first()).toContainText("order.failing");
  await expect(rows.first().getByText("Success", { exact: true })).toBeVisible();
});

test("an open delivery shows its attempts as they happen", async ({ page, project, receiver }) => {
  await project.ask("PUT", "", { settings: { retry: { interval_seconds: 600 } } });
  receiver.answerWith(503);
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Retry")).length).toBe(1);
  const [delivery] = await project.listDeliveries("Retry");
  await openLive(page, `${project.home}/deliveries/${delivery?.uid}`);
  const panel = page.getByRole("region", { name: "Delivery", exact: true });
  await expect(panel.getByRole("tab", { name: "Attempts (1)" })).toBeVisible();
  await project.ask("PUT", `eventdeliveries/${delivery?.uid}/resend`);
  await expect(panel.getByRole("tab", { name: "Attempts (2)" })).toBeVisible();
  receiver.answerWith(200);
  await project.ask("PUT", `eventdeliveries/${delivery?.uid}/resend`);
  await expect(panel.getByRole("button", { name: /Attempt 3 200/ })).toBeVisible();
  await expect(panel.getByText("Success", { exact: true }).first()).toBeVisible();
});

test("a source shows the requests that it refuses as they come", async ({ page, project }) => {
  const api_key = { header_name: "X-Key", header_value: "right" };
  const source = await project.makeSource({ verifier: { type: "api_key", api_key } });
  await openPage(page, `${project.home}/sources/${source.uid}`);
  await expect(page.getByText("None so far.")).toBeVisible();
  await expect(project.send(source, { type: "x" }, { "x-key": "wrong" })).rejects.toThrow("401");
  await expect(page.getByText("The key in X-Key is wrong.")).toBeVisible();
});

test("a page whose stream does not get through says so and asks by itself, until it does", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await sendAndSettle(project, source, "order.first");
  await page.route(STREAM, (route) => route.abort());
  await openPage(page, `${project.home}/deliveries`);
  await expect(page.locator("[data-live=reconnecting]")).toHaveText("Reconnecting");
  await expect(page.locator("[data-live=polling]")).toHaveText("Every few seconds");
  await sendAndSettle(project, source, "order.second");
  await expect(rowsOf(page, "Deliveries").first()).toContainText("order.second");
  await page.unroute(STREAM);
  await expect(page.locator("[data-live=live]")).toHaveText("Live", { timeout: 90_000 });
});

const hourNow = () => Math.floor(Date.now() / 3_600_000);

/** What comes in two beats. The last 24 hours begin anew with each hour: a measurement in which one begins is taken again. */
async function measureWithinAnHour(count: ByteCount) {
  const [hour, startedAt, bytes, before] = [hourNow(), performance.now(), count.bytes(), count.addresses().length];
  await count.nextBeat();
  await count.nextBeat();
  if (hourNow() !== hour) return measureWithinAnHour(count);
  const minutes = (performance.now() - startedAt) / 60_000;
  return { minutes, aMinute: (count.bytes() - bytes) / minutes, asked: count.addresses().slice(before) };
}

test("an idle page gets less than a kilobyte a minute", async ({ page, project, receiver }, info) => {
  const { source } = await project.makeRoute(receiver.url);
  await sendAndSettle(project, source, "order.first");
  const idle = async (path: string, own: Page) => {
    const count = await countBytes(own);
    await openLive(own, `${project.home}${path}`);
    // What the page reads first has ended by then.
    await count.nextBeat();
    const { minutes, aMinute, asked } = await measureWithinAnHour(count);
    info.annotations.push({ type: `bytes a minute at ${path || "/"}`, description: String(Math.round(aMinute)) });
    expect(minutes).toBeGreaterThan(0.6);
    expect(asked).toEqual([]);
    expect(aMinute).toBeLessThan(1_000);
  };
  await Promise.all([idle("/deliveries", page), idle("", await page.context().newPage())]);
});
