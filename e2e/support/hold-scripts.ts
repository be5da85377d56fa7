import type { Page } from "@playwright/test";

/**
 * Simulates a slow connection: scripts that the page requests from now on arrive when the returned function is called.
 */
export async function holdScripts(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((done) => {
    letThrough = done;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}
