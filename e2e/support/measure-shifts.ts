import { type BrowserContext, expect, type Page } from "@playwright/test";

const QUIET_MS = 500;
const DELAY_MS = 150;
const LATE = ["*://*:*/_next/static/*.js", "*://*:*/_next/static/*.woff2"];
/** The bench, whose waits would end after five seconds, measures too. */
const OFTEN = { intervals: [100], timeout: 0 };

/** How much of a page moved by itself, as cumulative layout shift, and what moved. */
export type Shift = { address: string; shift: number; moved: string[] };

declare global {
  interface Window {
    shifts: Omit<Shift, "address">;
  }
}

/**
 * Opens each page, its scripts and fonts late, and measures what moves in it until it is quiet, also after somebody has
 * come to it, which loads more. Several pages are open at once.
 */
export async function measureShifts(context: BrowserContext, addresses: readonly string[], lanes: number) {
  await context.addInitScript(observe);
  const found: Shift[] = [];
  const due = [...addresses];
  const work = async () => {
    const page = await context.newPage();
    await delayScriptsAndFonts(page);
    const hasBeenQuiet = watchRequests(page);
    for (let address = due.shift(); address !== undefined; address = due.shift()) {
      await page.goto(address);
      await page.getByRole("main").first().waitFor();
      await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0, OFTEN);
      await hasBeenQuiet();
      await page.mouse.move(1, found.length + 1);
      await hasBeenQuiet();
      found.push({ address, ...(await page.evaluate(() => window.shifts)) });
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return found;
}

/** They come late each time, as on a slow connection. The browser does it by itself, which costs the test nothing. */
async function delayScriptsAndFonts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const late = { latency: DELAY_MS, downloadThroughput: -1, uploadThroughput: -1 };
  const matchedNetworkConditions = LATE.map((urlPattern) => ({ urlPattern, ...late }));
  await session.send("Network.emulateNetworkConditionsByRule", { matchedNetworkConditions });
}

/** Returns what waits until the page has begun and ended no request for a while. */
function watchRequests(page: Page): () => Promise<void> {
  let lastAt = 0;
  const note = () => {
    lastAt = Date.now();
  };
  page.on("request", note);
  page.on("requestfinished", note);
  page.on("requestfailed", note);
  return () => {
    note();
    return expect.poll(() => Date.now() - lastAt, OFTEN).toBeGreaterThan(QUIET_MS);
  };
}

/** Runs in the page. The largest burst of shifts counts: one second apart at most, five seconds long at most. */
function observe(): void {
  window.shifts = { shift: 0, moved: [] };
  let burst = { sum: 0, startMs: 0, endMs: Number.NEGATIVE_INFINITY };
  const name = (node: Node | null | undefined) =>
    node instanceof Element ? `${node.tagName.toLowerCase()} ${node.textContent?.slice(0, 40)}` : "";
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      const isNew = entry.startTime - burst.endMs > 1_000 || entry.startTime - burst.startMs > 5_000;
      burst = isNew ? { sum: 0, startMs: entry.startTime, endMs: 0 } : burst;
      burst.sum += entry.hadRecentInput ? 0 : entry.value;
      burst.endMs = entry.startTime;
      window.shifts.shift = Math.max(window.shifts.shift, burst.sum);
      for (const { node } of entry.sources) window.shifts.moved.push(name(node));
    }
  }).observe({ type: "layout-shift", buffered: true });
}

type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node | null }[];
};
