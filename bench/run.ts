import { parseArgs } from "node:util";
import { Cleanup } from "@/bench/cleanup";
import { ensureBuilt } from "@/bench/copy";
import { writeFiguresTable } from "@/bench/figures-table";
import type { SummaryRow } from "@/bench/scenario";
import { ALL, loadOf, SCENARIOS } from "@/bench/scenarios";

const USAGE = `npm run bench -- [--json] [--seconds N] [--connections N] [--outstanding N] [--rows N] [--only TEXT] [--profile FILE.cpuprofile] [--figures] [all|${Object.keys(SCENARIOS).join("|")}]…`;

const cleanup = new Cleanup();
cleanup.onSignals();
await measure().catch((error: Error) => {
  if (!cleanup.hasBegun) console.error(error.message);
  process.exitCode = 1;
});
await cleanup.run();

/**
 * Measures on a copy, a receiver and a load of its own, all on this machine; `all` measures one scenario after another.
 * Progress goes to standard error. With `--figures` they replace those in docs/figures.md.
 */
async function measure(): Promise<void> {
  const { isJson, isForDocs, asked, load, ...others } = readArguments();
  const names = asked.includes("all") ? ALL : asked;
  const unknown = names.find((one) => !Object.hasOwn(SCENARIOS, one));
  if (unknown !== undefined) throw new Error(`There is no scenario ${unknown}. ${USAGE}`);
  await ensureBuilt();
  const command = ["npm run bench", ...(process.argv.length > 2 ? ["--"] : []), ...process.argv.slice(2)].join(" ");
  const summary: SummaryRow[] = [];
  for (const one of names) {
    const own = new Cleanup();
    cleanup.defer(() => own.run());
    const say = (line: string) => console.error(names.length > 1 ? `${one}: ${line}` : line);
    const settings = { ...loadOf(one), ...load, ...others };
    const outcome = await (SCENARIOS[one] as (typeof SCENARIOS)[string])(settings, { cleanup: own, say, command });
    await own.run();
    console.log(isJson ? JSON.stringify(outcome.figures) : `\n${outcome.table}`);
    if (outcome.complaint !== null) console.error(outcome.complaint);
    if (outcome.figures.lost > 0 || outcome.complaint !== null) process.exitCode = 1;
    summary.push(...outcome.summary);
  }
  if (isForDocs) writeFiguresTable(summary, command);
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: "boolean", default: false },
      only: { type: "string" },
      profile: { type: "string" },
      figures: { type: "boolean", default: false },
      rows: { type: "string", default: "10000000" },
      seconds: { type: "string", default: "30" },
      connections: { type: "string" },
      outstanding: { type: "string" },
    },
  });
  return {
    isJson: values.json,
    isForDocs: values.figures,
    only: values.only ?? null,
    profileFile: values.profile ?? null,
    asked: positionals.length > 0 ? positionals : ["single"],
    seconds: readNumber("seconds", values.seconds),
    rows: readNumber("rows", values.rows),
    load: {
      ...(values.connections && { connections: readNumber("connections", values.connections) }),
      ...(values.outstanding && { outstanding: readNumber("outstanding", values.outstanding) }),
    },
  };
}

function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} takes a whole number above 0. ${USAGE}`);
}
