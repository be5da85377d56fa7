import { gzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";

const QUIET_MS = 3_000;

/** A JavaScript file, and its size in kB (1,000 bytes) as gzip compresses it. */
export type Weight = { file: string; kB: number };

/**
 * Opens a page whose cache is empty and weighs each JavaScript file that comes until the page is quiet. Nobody touches
 * the page meanwhile.
 */
export async function weighScripts(page: Page, address: string): Promise<Weight[]> {
  const bodies = new Map<string, Promise<Buffer>>();
  let lastAt = Date.now();
  page.on("request", () => {
    lastAt = Date.now();
  });
  page.on("response", (response) => {
    lastAt = Date.now();
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) bodies.set(pathname, response.body());
  });
  await page.goto(address);
  // The bench, whose waits would end after five seconds, weighs too.
  await expect.poll(() => Date.now() - lastAt, { timeout: 0 }).toBeGreaterThan(QUIET_MS);
  const weighed = [...bodies].map(async ([file, body]) => ({ file, kB: gzipSync(await body).length / 1_000 }));
  return (await Promise.all(weighed)).sort((one, other) => other.kB - one.kB);
}
