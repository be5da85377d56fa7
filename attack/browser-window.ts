import { type Browser, chromium, type Page } from "@playwright/test";
import type { Caller } from "@/attack/caller";
import { launchOptions } from "@/e2e/support/browser";

/** A browser of its own with a signed-in person. */
export type Window = {
  page: Page;
  /** Opens a page, waits for hydration, and returns its whole content: markup and the values of its fields. */
  read(path: string): Promise<string>;
  close(): Promise<void>;
};

const SETTLED_MS = 60_000;

let browser: Promise<Browser> | undefined;

export async function openWindow(url: string, caller: Caller, { bypassCSP = false } = {}): Promise<Window> {
  browser ??= chromium.launch(launchOptions());
  const context = await (await browser).newContext({ baseURL: url, bypassCSP });
  const cookies = [...caller.cookies].map(([name, value]) => ({ name, value, url }));
  await context.addCookies(cookies);
  const page = await context.newPage();
  return {
    page,
    async read(path) {
      await page.goto(path, { waitUntil: "domcontentloaded" });
      await page.getByText("Hookyard: Running").waitFor({ state: "attached", timeout: SETTLED_MS });
      const fields = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value).join("\n"),
      );
      return `${await page.content()}\n${fields}`;
    },
    close: () => context.close(),
  };
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}
