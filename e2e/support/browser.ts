import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

/** The first draws without a window, as Playwright's own does, which takes two thirds of the whole browser's time. */
const SYSTEM_NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

/** The browser of the tests: `path` is undefined for Playwright's own, which finds itself. `null`: there is none. */
export function findBrowser(): { path: string | undefined } | null {
  const named = process.env.HOOKYARD_BROWSER;
  if (named) return { path: named };
  if (existsSync(chromium.executablePath())) return { path: undefined };
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    for (const name of SYSTEM_NAMES) {
      const file = path.join(folder, name);
      if (existsSync(file)) return { path: file };
    }
  }
  return null;
}

/** Playwright's `use.launchOptions`. Chromium's sandbox refuses root, as in containers. */
export function launchOptions(): { executablePath?: string; args: string[] } {
  const found = findBrowser();
  if (found === null) throw new Error("No browser: run `npx playwright install chromium`, or set HOOKYARD_BROWSER.");
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return found.path === undefined ? { args } : { executablePath: found.path, args };
}
