import path from "node:path";
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { chromium } from "@playwright/test";
import type { Cleanup } from "@/bench/cleanup";
import { OWNER } from "@/bench/copy";
import { type Percentiles, percentiles } from "@/bench/latency";
import { ROOT } from "@/bench/process";
import type { Stage } from "@/bench/stage";
import { launchOptions } from "@/e2e/support/browser";

/** A browser with the list of deliveries open. */
export type Watcher = { page: Page; devtools: CDPSession };

/** What somebody who watched the list saw. */
export type Sight = {
  /** From the making of a delivery until the list shows it, of those that came to its top. */
  shownMs: Percentiles;
  /** How many times the top of the list was another. */
  updates: number;
  /** From a key to the next frame. */
  keyMs: Percentiles;
  /** The longest time for which the page answered nothing. */
  longestTaskMs: number;
  /** The share of a core that the page's main thread used. */
  busyPercent: number;
  heapMb: number;
};

type Seen = { shown: number[]; keys: number[]; longest: number };
declare global {
  interface Window {
    seen: Seen;
  }
}

/** Starts a browser. Returns what opens a signed-in context of it, each with an empty cache. */
export async function openBrowser(cleanup: Cleanup, baseURL: string): Promise<() => Promise<BrowserContext>> {
  const browser: Browser = await chromium.launch(launchOptions());
  cleanup.defer(() => browser.close());
  return async () => {
    const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
    const { csrfToken } = await (await context.request.get("/api/auth/csrf")).json();
    const form = { csrfToken, ...OWNER, json: "true", callbackUrl: "/" };
    const answer = await context.request.post("/api/auth/callback/credentials", { form });
    if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}.`);
    return context;
  };
}

/** Signs in and opens the list of deliveries; it is live when this returns. */
export async function openWatcher(cleanup: Cleanup, { copy, project }: Stage): Promise<Watcher> {
  const newContext = await openBrowser(cleanup, copy.url);
  const page = await (await newContext()).newPage();
  await page.addInitScript({ path: path.join(ROOT, "bench/watch-page.mjs") });
  await page.goto(`/projects/${project.projectID}/deliveries`);
  await page.locator("[data-live=live]").waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  return { page, devtools };
}

/** What is seen until `isDone`; with `pressing`, a key moves through the rows twice a second, so that they wait. */
export async function look(
  { page, devtools }: Watcher,
  work: Promise<unknown>,
  { pressing = false } = {},
): Promise<Sight> {
  await page.evaluate(() => {
    window.seen = { shown: [], keys: [], longest: 0 };
  });
  const before = await metricsOf(devtools);
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (pressing && !isDone) {
    await page.keyboard.press("j");
    await page.waitForTimeout(500);
  }
  await done;
  const after = await metricsOf(devtools);
  const seen = await page.evaluate(() => window.seen);
  const share = (after.TaskDuration - before.TaskDuration) / (after.Timestamp - before.Timestamp);
  return {
    shownMs: percentiles(seen.shown),
    updates: seen.shown.length,
    keyMs: percentiles(seen.keys),
    longestTaskMs: Math.round(seen.longest),
    busyPercent: Math.round(share * 100),
    heapMb: Math.round(after.JSHeapUsedSize / 1e6),
  };
}

type Metrics = Record<"TaskDuration" | "Timestamp" | "JSHeapUsedSize", number>;

async function metricsOf(devtools: CDPSession): Promise<Metrics> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Metrics;
}
