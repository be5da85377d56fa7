import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Cookie, chromium } from "@playwright/test";
import type { Cleanup } from "@/bench/cleanup";
import { ROOT } from "@/bench/process";
import { launchOptions } from "@/e2e/support/browser";
import { freePorts } from "@/lib/feeds/brokers/conformance/server.fixture";

/** The newest for the oldest Node.js that this is for. It is too large to be a dependency: 186 MB. */
const VERSION = "12.8.2";
const FOLDER = path.join(ROOT, ".cache/lighthouse", VERSION);

/** A page with a stream of changes never rests, which Lighthouse waits for. */
const LOAD_MS = 10_000;

export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof CATEGORIES)[number];

/** What one look at a page finds: the score of each category, from 0 to 1, and what keeps it from the best. */
export type Scores = { scores: Record<Category, number>; notes: string[] };

type Audit = { id: string; title: string; score: number | null; displayValue?: string };
type Found = {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};
type Flags = { port: number; logLevel: "error"; maxWaitForLoad: number };
type Library = {
  default(address: string, flags: Flags, config: object): Promise<{ lhr: Found } | undefined>;
  desktopConfig: object;
};

export type Lighthouse = {
  /** Looks at a page as at a desk. */
  look(address: string): Promise<Scores>;
  /** Gives the browser the cookies of somebody who is signed in. */
  keep(cookies: readonly Cookie[]): Promise<void>;
};

/** Lighthouse, fetched once, on a browser of its own. */
export async function openLighthouse(cleanup: Cleanup): Promise<Lighthouse> {
  const { default: lighthouse, desktopConfig } = await load();
  const [port = 0] = await freePorts(1);
  const { args, ...options } = launchOptions();
  const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
  cleanup.defer(() => browser.close());
  return {
    async look(address) {
      const flags: Flags = { port, logLevel: "error", maxWaitForLoad: LOAD_MS };
      const { lhr } = (await lighthouse(address, flags, desktopConfig)) ?? {};
      if (lhr === undefined || lhr.runtimeError) {
        throw new Error(`Lighthouse did not see ${address}: ${lhr?.runtimeError?.message ?? "no result"}`);
      }
      // Such as the page where one signs in.
      if (lhr.finalDisplayedUrl !== address) throw new Error(`Instead of ${address} came ${lhr.finalDisplayedUrl}`);
      return { scores: toScores(lhr), notes: CATEGORIES.flatMap((category) => toNotes(lhr, category)) };
    },
    async keep(cookies) {
      const devtools = await browser.newBrowserCDPSession();
      await devtools.send("Storage.setCookies", {
        cookies: cookies.map(({ name, value, domain, path }) => ({ name, value, domain, path })),
      });
      await devtools.detach();
    },
  };
}

async function load(): Promise<Library> {
  const file = path.join(FOLDER, "node_modules/lighthouse/core/index.js");
  if (!existsSync(file)) {
    const args = ["install", "--prefix", FOLDER, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
    await promisify(execFile)("npm", [...args, `lighthouse@${VERSION}`]);
  }
  return (await import(pathToFileURL(file).href)) as Library;
}

function toScores({ categories }: Found): Record<Category, number> {
  const scores = CATEGORIES.map((category) => [category, categories[category].score ?? Number.NaN] as const);
  return Object.fromEntries(scores) as Record<Category, number>;
}

function toNotes({ categories, audits }: Found, category: Category): string[] {
  const counted = categories[category].auditRefs.filter(({ weight }) => weight > 0);
  return counted
    .flatMap(({ id }) => audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ title, displayValue }) => `${category}: ${title}${displayValue ? ` (${displayValue})` : ""}`);
}
