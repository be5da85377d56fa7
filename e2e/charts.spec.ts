import type { Locator, Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import type { TestProject } from "@/e2e/support/project";
import { readColours } from "@/e2e/support/read-colours";
import type { Receiver } from "@/e2e/support/receiver";
import type { Stats, StatsPoint } from "@/lib/nouns/stats/schemas";

/** In pixels. */
const HEIGHT = 96;

test("each layer of a chart is as high as its value on the labelled scale, and a line runs through its values", async ({
  page,
  project,
  receiver,
}) => {
  await deliverToTwo(project, receiver);
  const startDate = fourHoursAgo();
  const { series } = await project.ask<Stats>("GET", `stats?startDate=${startDate}&interval=hour`);
  expect(series.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(7);

  await openPage(page, `${project.home}?startDate=${startDate}`);
  const states = sliderOf(page, "Deliveries");
  await expectLayers(states, series, { succeeded: "succeeded", failed: "failed", discarded: "discarded" });

  await page.getByRole("button", { name: "Answers", exact: true }).click();
  await expect(page).toHaveURL(/chart=answers/);
  await expectLayers(sliderOf(page, "Attempts"), series, { "4xx": "attempts_failed" });

  await page.getByRole("button", { name: "Success", exact: true }).click();
  const success = sliderOf(page, "Success rate");
  await expect(success.locator("[data-scale='100']")).toHaveCount(1);
  const ink = await inkOf(success.locator("[data-line='Success']"));
  const columns = await readColours(success, centresOf(series));
  series.forEach(({ attempts, attempts_failed }, step) => {
    const middle = middleOf(columns[step] ?? [], ink);
    if (attempts === 0) expect(middle, "a gap where there was no attempt").toBeNull();
    else expect(Math.abs((middle ?? Number.NaN) - (attempts_failed / attempts) * HEIGHT)).toBeLessThan(1);
  });

  await page.getByRole("button", { name: "Latency", exact: true }).click();
  const latency = sliderOf(page, "Latency");
  const placeOf = await readScale(latency);
  const slowest = await inkOf(latency.locator("[data-line='p99']"));
  const others = latency.locator("[data-line]:not([data-line='p99']), [data-scale]");
  await others.evaluateAll((all: (HTMLElement | SVGElement)[]) => {
    for (const one of all) one.style.visibility = "hidden";
  });
  const measured = await readColours(latency, centresOf(series));
  series.forEach(({ p99_ms }, step) => {
    const middle = middleOf(measured[step] ?? [], slowest);
    if (p99_ms === null) expect(middle, "a gap where there was no attempt").toBeNull();
    else expect(Math.abs((middle ?? Number.NaN) - (1 - placeOf(p99_ms)) * HEIGHT), `${p99_ms} ms`).toBeLessThan(1);
  });
});

test("what a chart shows is in the address, and its exact numbers are told to keys and pointer alike", async ({
  page,
  project,
  receiver,
}) => {
  await deliverToTwo(project, receiver);
  const startDate = fourHoursAgo();
  await openPage(page, `${project.home}?chart=rate&startDate=${startDate}`);
  // What failed opens one soon, above the chart: a button that it moves between press and release is not clicked.
  await expect(page.getByRole("heading", { name: "Incidents" })).toBeVisible();
  const rate = sliderOf(page, "Rate");
  const { series } = await project.ask<Stats>("GET", `stats?startDate=${startDate}&interval=hour`);
  const step = series.findIndex(({ deliveries }) => deliveries > 0);
  const { deliveries = 0, attempts = 0, attempts_failed = 0 } = series[step] ?? {};
  const told = `${deliveries} an hour arrive, ${attempts - attempts_failed} an hour succeed`;
  await rate.focus();
  await page.keyboard.press("Home");
  for (let i = 0; i < step; i++) await page.keyboard.press("ArrowRight");
  await expect(rate).toHaveAttribute("aria-valuetext", new RegExp(`: ${told}$`));
  await rate.blur();
  const box = await rate.boundingBox();
  if (!box) throw new Error("The chart is not drawn.");
  await page.mouse.move(box.x + (box.width * (step + 0.5)) / series.length, box.y + 40);
  await expect(page.locator("figcaption")).toContainText(told);

  await page.getByRole("button", { name: "State", exact: true }).click();
  await expect(page).not.toHaveURL(/chart=/);
  await page.goBack();
  await expect(rate).toBeVisible();
});

test("what a chart tells below the pointer is read in full and moves nothing, however wide the chart is", async ({
  page,
  project,
  receiver,
}) => {
  await page.route(/\/stats\?/, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    await route.fulfill({ response, json: { ...rest, data: { ...data, series: data.series.map(makeBusy) } } });
  });
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await receiver.waitFor(() => true);
  await openPage(page, `${project.home}?chart=answers`);
  const attempts = sliderOf(page, "Attempts");
  await expect(attempts).toBeVisible();
  await project.send(source, { type: "order.paid" });
  await expect(attempts).toHaveAttribute("aria-valuetext", /2,345,678 no answer$/);
  const figure = page.locator("figure", { has: attempts });
  const caption = figure.locator("figcaption");
  for (const width of [390, 514, 640, 800, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.mouse.move(0, 0);
    await expect(caption).toHaveText("Attempts by the hour");
    const named = await figure.evaluate(lookAt);
    await attempts.hover();
    await expect(caption).toContainText("2,345,678 no answer");
    const told = await figure.evaluate(lookAt);
    expect(told, `${width} pixels wide`).toEqual({ ...named, isCut: false });
  }
  await page.unrouteAll({ behavior: "wait" });
});

test("killing an endpoint moves its chart of answers within ten seconds", async ({ page, project, receiver }) => {
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "orders-eu" });
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  const answers = sliderOf(page, "Attempts");
  await expect(answers).toHaveAttribute("aria-valuetext", /: 1 attempt, 1 2xx$/);
  receiver.answerWith(500);
  await project.send(source, { type: "order.paid" });
  await receiver.waitFor(({ body }) => body.includes("order.paid"));
  await expect(answers).toHaveAttribute("aria-valuetext", /, 1 2xx, [1-9]\d* 5xx$/, { timeout: 10_000 });
});

test("what waits is told with its age and where it leads, and nothing is told when nothing waits", async ({
  page,
  project,
  receiver,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "orders-eu" });
  await project.ask("PUT", `endpoints/${endpoint.uid}/pause`);
  await project.send(source, { type: "order.created" });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  const line = page.locator("[data-backlog]");
  await expect(line).toContainText(/^1 waiting, oldest since \d\d:\d\d · all held by endpoints that are paused/);
  await project.ask("PUT", `endpoints/${endpoint.uid}/resume`);
  await expect(line).toBeHidden();
});

/** A time so far back that the chart has hours, and so near that its bars are wide. */
function fourHoursAgo(): string {
  return new Date(Date.now() - 14_400_000).toISOString();
}

/** Five deliveries that succeed and two that do not, all at rest. */
async function deliverToTwo(project: TestProject, receiver: Receiver): Promise<void> {
  receiver.answerWith(({ path }) => (path === "/gone" ? 410 : 200));
  const { source } = await project.makeRoute(receiver.url);
  const gone = await project.makeRoute(`${receiver.url}/gone`, { name: "legacy-erp" });
  for (const id of [1, 2, 3, 4, 5]) await project.send(source, { type: "order.created", id });
  for (const id of [6, 7]) await project.send(gone.source, { type: "order.created", id });
  const count = async (status: "Success" | "Failure" | "Discarded") => (await project.listDeliveries(status)).length;
  await expect
    .poll(async () => [await count("Success"), (await count("Failure")) + (await count("Discarded"))])
    .toEqual([5, 2]);
}

/** The most that is told of a step: attempts with every kind of answer, by the million. */
function makeBusy(point: StatsPoint): StatsPoint {
  const count = 2_345_678;
  const answers = { "2xx": count, "3xx": count, "4xx": count, "5xx": count, timeout: count, no_answer: count };
  return { ...point, attempts: 6 * count, answers };
}

/** Where the parts of a chart are within it: what arrives above may move all of it at any time. */
function lookAt(figure: Element) {
  const { left, top, width, height } = figure.getBoundingClientRect();
  const caption = figure.querySelector("figcaption");
  const parts = figure.querySelectorAll("fieldset, fieldset button, figcaption, [role=slider]");
  const places = [...parts].map((part) => {
    const box = part.getBoundingClientRect();
    return [box.left - left, box.top - top, box.width, box.height].map((pixels) => Math.round(pixels * 10) / 10);
  });
  return { width, height, places, isCut: caption !== null && caption.scrollHeight > caption.clientHeight };
}

function sliderOf(page: Page, name: string): Locator {
  return page.getByRole("slider", { name: new RegExp(`^${name} over time`) });
}

/** How far from the top the pixels are in the middle that are drawn in an ink, or shaded with it; null without any. */
function middleOf(column: readonly string[], ink: string): number | null {
  const shades = column.map((colour) => Math.max(0, 1 - distanceOf(colour, ink) / 150));
  const sum = shades.reduce((total, shade) => total + shade, 0);
  return sum === 0 ? null : shades.reduce((total, shade, y) => total + shade * (y + 0.5), 0) / sum;
}

function distanceOf(one: string, other: string): number {
  const [a, b] = [one, other].map((colour) => (colour.match(/\d+/g) ?? []).map(Number));
  return Math.hypot(...(a ?? []).map((value, i) => value - (b?.[i] ?? 0)));
}

/** How high a value belongs, from 0 to 1, by the numbers beside the chart and the word above it. */
async function readScale(slider: Locator): Promise<(value: number) => number> {
  await expect(slider).toBeVisible();
  const figure = slider.locator("xpath=ancestor::figure");
  const labels = await figure.locator("[data-scale-label]").all();
  const ticks = await Promise.all(labels.map(async (label) => Number(await label.getAttribute("data-scale-label"))));
  const isLog = ((await figure.locator("figcaption").textContent()) ?? "").includes("log scale");
  const scaled = (value: number) => (isLog ? Math.log10(Math.max(1, value)) : value);
  const [low, high] = [scaled(Math.min(...ticks)), scaled(Math.max(...ticks))];
  return (value) => (scaled(value) - low) / (high - low);
}

function inkOf(drawn: Locator): Promise<string> {
  return drawn.evaluate((one) => getComputedStyle(one).stroke);
}

function centresOf(series: readonly StatsPoint[]): number[] {
  return series.map((_, step) => (step + 0.5) / series.length);
}

/** Counts the pixels of each layer in the middle of each bar, once nothing above the chart moves it any more. */
async function expectLayers(slider: Locator, series: StatsPoint[], layers: Record<string, keyof StatsPoint>) {
  await expect(slider).toBeVisible();
  const top = Number(await slider.locator("[data-scale]").first().getAttribute("data-scale"));
  const label = slider.locator("xpath=..").locator("[data-scale-label]").first();
  await expect(label).toHaveText(String(top));
  for (const [name, field] of Object.entries(layers)) {
    const colour = await inkOf(slider.locator(`[data-layer='${name}']`));
    await expect(async () => {
      const columns = await readColours(slider, centresOf(series));
      series.forEach((point, step) => {
        const height = (columns[step] ?? []).filter((one) => one === colour).length;
        const error = Math.abs(height - (Number(point[field]) / top) * HEIGHT);
        expect(error, `${name} of step ${step}`).toBeLessThanOrEqual(1);
      });
    }).toPass({ timeout: 10_000 });
  }
}
