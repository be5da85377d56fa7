import { expect, type Page } from "@playwright/test";
import { openPage } from "@/e2e/support/open-page";

const QUIET_MS = 2_000;

/**
 * Opens a page of a project and waits until it has read all that it shows, and only listens: it will not notice by
 * itself that its cookies are gone.
 */
export async function openQuietPage(page: Page, address: string): Promise<void> {
  let lastAt = Date.now();
  const note = () => {
    lastAt = Date.now();
  };
  page.on("request", note);
  page.on("response", note);
  const stream = page.waitForResponse((response) => response.url().endsWith("/stream"));
  await openPage(page, address);
  await stream;
  // What comes late, once somebody is at the page, reads too. There is no link there, whose page would be asked for.
  await page.mouse.move(3, 400);
  note();
  await expect.poll(() => Date.now() - lastAt).toBeGreaterThan(QUIET_MS);
}
