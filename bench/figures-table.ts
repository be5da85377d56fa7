import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readEnvironment, toEnvironmentLines } from "@/bench/environment";
import { ROOT } from "@/bench/process";
import type { SummaryRow } from "@/bench/scenario";

const START = "<!-- figures: npm run bench -- all --figures -->";
const END = "<!-- /figures -->";

/** Replaces the figures in docs/figures.md, between two marks. */
export function writeFiguresTable(summary: readonly SummaryRow[], command: string): void {
  const file = path.join(ROOT, "docs", "figures.md");
  const text = readFileSync(file, "utf8");
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start < 0 || end < start)
    throw new Error(`docs/figures.md has no place for figures: put ${START} and ${END} into it.`);
  const table = [
    "| Measured | Of a bare `node:http` echo | Figure |",
    "|---|---|---|",
    ...summary.map(({ what, figure, ratio }) => `| ${what} | ${ratio} | ${figure} |`),
    "",
    ...toEnvironmentLines(readEnvironment()).map((line) => `${line}<br>`),
    `\`${command}\``,
  ].join("\n");
  writeFileSync(file, `${text.slice(0, start + START.length)}\n${table}\n${text.slice(end)}`);
}
