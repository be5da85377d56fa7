import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { launchOptions } from "@/e2e/support/browser";
import { type Demo, fillDemo } from "@/e2e/support/demo";
import { openPage } from "@/e2e/support/open-page";
import { startCopy } from "@/e2e/support/server";
import { signInOwner } from "@/e2e/support/sign-in-owner";

/** The README's pictures, each of what the demo shows there. */
const PICTURES: Record<string, (page: Page, home: string) => Promise<void>> = {
  overview: (page, home) => openPage(page, home),
  deliveries: (page, home) => openPage(page, `${home}/deliveries`),
  delivery: async (page, home) => {
    await openPage(page, `${home}/deliveries?status=Failure`);
    const newest = await page.getByRole("row").nth(1).getByRole("link").first().getAttribute("href");
    await openPage(page, newest ?? "");
  },
  endpoints: (page, home) => openPage(page, `${home}/endpoints`),
};

const FOLDER = path.resolve(import.meta.dirname, "../docs/pictures");

/** How long a page that is open to events may still change by what comes late. */
const SETTLED_MS = 3_000;

takePictures().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});

/** Starts a copy with the demo, and writes each picture in light and in dark. Build first. */
async function takePictures(): Promise<void> {
  const copy = await startCopy();
  try {
    await copy.init({ project: "Shop", type: "incoming" });
    const demo = await fillDemo(copy);
    const browser = await chromium.launch(launchOptions());
    try {
      for (const colorScheme of ["light", "dark"] as const) await takeAll(browser, copy.url, demo, colorScheme);
    } finally {
      await browser.close();
    }
  } finally {
    await copy.dispose();
  }
}

async function takeAll(browser: Browser, baseURL: string, { home }: Demo, colorScheme: "light" | "dark") {
  const context = await browser.newContext({ baseURL, colorScheme, viewport: { width: 1440, height: 900 } });
  await signInOwner(context.request);
  const page = await context.newPage();
  for (const [name, show] of Object.entries(PICTURES)) {
    await show(page, home);
    await page.waitForTimeout(SETTLED_MS);
    const file = `${name}.${colorScheme}.png`;
    await page.screenshot({ path: path.join(FOLDER, file), animations: "disabled", caret: "hide" });
    console.log(`docs/pictures/${file}`);
  }
  await context.close();
}
