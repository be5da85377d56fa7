import type { CDPSession, Page } from "@playwright/test";

/** A fast typist's pause between two keys; what a key starts late is counted with the next. */
const PAUSE_MS = 100;
const END_MS = 500;

/** What a key costs the main thread of the page on average, in ms of CPU. */
export type KeyCost = { what: string; keys: number; cpuMs: number };

type Series = { what: string; keys: readonly string[]; begin?: (page: Page) => Promise<void> };

const times = (count: number, keys: readonly string[]) => Array.from({ length: count }, () => keys).flat();

const SERIES: readonly Series[] = [
  { what: "j or k in the list", keys: [...times(30, ["j"]), ...times(20, ["k"])] },
  {
    what: "a letter in the filter bar",
    keys: [..."status:failure code:5xx endpoint:bench attempts>2"],
    begin: async (page) => {
      await page.keyboard.press("/");
      await page.locator("[role=combobox]:focus").waitFor();
    },
  },
  {
    what: "a letter in the palette",
    keys: [..."bench endpoints settings resend"],
    begin: async (page) => {
      for (const key of times(60, ["Backspace"])) await page.keyboard.press(key);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Search and commands" }).waitFor();
    },
  },
  {
    what: "j beside the open panel",
    keys: times(30, ["j"]),
    begin: async (page) => {
      await page.keyboard.press("Escape");
      await page.locator("[data-row-link]").first().click();
      await page.getByRole("region", { name: "Delivery", exact: true }).waitFor();
    },
  },
];

/** Presses the keys of each series in the list of deliveries that the page shows. */
export async function measureKeys(page: Page): Promise<KeyCost[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const costs: KeyCost[] = [];
  for (const { what, keys, begin } of SERIES) {
    await begin?.(page);
    await page.waitForTimeout(END_MS);
    const before = await readCpuMs(devtools);
    for (const key of keys) {
      await page.keyboard.press(key === " " ? "Space" : key);
      await page.waitForTimeout(PAUSE_MS);
    }
    await page.waitForTimeout(END_MS);
    const cpuMs = ((await readCpuMs(devtools)) - before) / keys.length;
    costs.push({ what, keys: keys.length, cpuMs: Math.round(cpuMs * 10) / 10 });
  }
  return costs;
}

async function readCpuMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "ThreadTime")?.value ?? Number.NaN) * 1_000;
}
