import { existsSync } from "node:fs";
import path from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";

const NAMES = ["firefox", "firefox-esr"];
const WAIT_MS = 60_000;

/** The Firefox of this machine; null if it has none. */
export function findFirefox(): string | null {
  const named = process.env.HOOKYARD_FIREFOX;
  if (named) return named;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))).find(existsSync) ?? null;
}

/**
 * A page in Firefox, by WebDriver BiDi. Playwright drives only a Firefox of its own, which is not the one that people
 * have.
 */
export class FirefoxPage {
  /** Errors of the page's scripts, and what its own policy refused. */
  readonly complaints: string[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly page: Page,
  ) {
    page.on("pageerror", (error) => this.complaints.push(String(error)));
  }

  static async open(executablePath: string): Promise<FirefoxPage> {
    const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
    return new FirefoxPage(browser, await browser.newPage());
  }

  async goTo(address: string): Promise<void> {
    await this.page.goto(address);
  }

  /** Types into the field with this type. */
  async type(selector: string, text: string): Promise<void> {
    await until(() => this.page.$(selector));
    await this.page.type(selector, text);
  }

  /** Clicks the first visible element that is all of this text. */
  async click(selector: string, text: string): Promise<void> {
    await until(() =>
      this.page.$$eval(
        selector,
        (found, wanted) => {
          const element = found.find((one) => one.textContent.trim() === wanted);
          if (!element?.checkVisibility()) return false;
          (element as HTMLElement).click();
          return true;
        },
        text,
      ),
    );
  }

  /** Waits until an element shows a text, alone or among others. */
  async see(text: string): Promise<void> {
    await until(() =>
      this.page.$$eval(
        "body *:not(script)",
        (found, wanted) => found.some((one) => one.textContent.includes(wanted) && one.checkVisibility()),
        text,
      ),
    );
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}

async function until(holds: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    // A page that is being left cannot be asked.
    if (await holds().catch(() => false)) return;
    if (Date.now() > end) throw new Error(`Not so within ${WAIT_MS / 1000} s: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
