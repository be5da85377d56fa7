import type { Page } from "@playwright/test";

/** As on a slow line: scripts that the page asks for from now on come when the returned function is called. */
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
