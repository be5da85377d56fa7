import type { Page } from "@playwright/test";

/** Simulates a slow connection: what the page requests from now on by such a URL arrives when the returned function is called. */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((done) => {
    letThrough = done;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

/** The same for scripts. */
export const holdScripts = (page: Page) => holdRequests(page, "**/_next/static/**/*.js");
