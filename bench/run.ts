import { parseArgs } from "node:util";
import { Cleanup } from "@/bench/cleanup";
import { ensureBuilt } from "@/bench/copy";
import { toTable } from "@/bench/report";
import { SCENARIOS } from "@/bench/scenarios";

const USAGE = `npm run bench -- [--json] [--seconds N] [--connections N] [--outstanding N] [--profile FILE.cpuprofile] [${Object.keys(SCENARIOS).join("|")}]`;

const cleanup = new Cleanup();
cleanup.onSignals();
await measure().catch((error: Error) => {
  if (!cleanup.hasBegun) console.error(error.message);
  process.exitCode = 1;
});
await cleanup.run();

/** Measures on a copy, a receiver and a load of its own, all on this machine. Progress goes to standard error. */
async function measure(): Promise<void> {
  const { isJson, name, ...settings } = readArguments();
  const scenario = SCENARIOS[name];
  if (!scenario) throw new Error(`There is no scenario ${name}. ${USAGE}`);
  await ensureBuilt();
  const command = ["npm run bench", ...(process.argv.length > 2 ? ["--"] : []), ...process.argv.slice(2)].join(" ");
  const figures = await scenario(settings, { cleanup, say: (line) => console.error(line), command });
  console.log(isJson ? JSON.stringify(figures) : `\n${toTable(figures)}`);
  if (figures.lost > 0) process.exitCode = 1;
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: "boolean", default: false },
      profile: { type: "string" },
      seconds: { type: "string", default: "30" },
      connections: { type: "string", default: "64" },
      outstanding: { type: "string", default: "256" },
    },
  });
  return {
    isJson: values.json,
    profileFile: values.profile ?? null,
    name: positionals[0] ?? "single",
    seconds: readNumber("seconds", values.seconds),
    connections: readNumber("connections", values.connections),
    outstanding: readNumber("outstanding", values.outstanding),
  };
}

function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} takes a whole number above 0. ${USAGE}`);
}
