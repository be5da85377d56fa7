import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { LoadResult } from "@/bench/load/record";
import { toOutcome } from "@/bench/outcome";
import { measureSteady, measureYardstick, STEADY_RATE, type Steady, warmUp } from "@/bench/phases";
import { ROOT } from "@/bench/process";
import { fillStage } from "@/bench/rows/fill-stage";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { setStage } from "@/bench/stage";
import { count, ms } from "@/bench/table";
import { createEmptyDatabase, digestTables } from "@/lib/backup/backup.fixture";
import { startEmbeddedDatabase } from "@/lib/db/embedded/embedded";

const MOST_ROWS = 1_000_000;
const WARM_UP_SECONDS = 6;
const RUN_SECONDS = 10;
const SETTLE_MS = 60_000;
/** Half of what a sender waits for an answer at least (Slack: 3 s). */
const LONGEST_P99_MS = 1_500;

/**
 * A backup beside two hundred events a second and a million deliveries: what it costs, whether events are answered
 * meanwhile, and whether what is restored is what there was.
 */
export const backup: Scenario = async (settings, { cleanup, say, command }) => {
  const deliveries = Math.min(settings.rows, MOST_ROWS);
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting a copy…");
  const stage = await setStage(cleanup);
  say(`Filling it with ${count(deliveries)} deliveries…`);
  const { since, ...filling } = await fillStage(stage, deliveries, say);
  stage.project.since = since;
  const loads: LoadResult[] = [await warmUp(stage, settings, WARM_UP_SECONDS)];
  const run = async (): Promise<Steady> => {
    const from = loads.reduce((sum, { dueAt }) => sum + dueAt.length, 0);
    const steady = await measureSteady(stage, from, { seconds: RUN_SECONDS });
    loads.push(steady.load);
    return steady;
  };
  say(`${STEADY_RATE} events a second without a backup…`);
  const alone = await run();
  say("The same beside a backup…");
  const file = path.join(stage.copy.dataDir, "bench.backup");
  const env = { HOOKYARD_DATA: stage.copy.dataDir };
  const making = hookyard(["backup", "--out", file], env);
  cleanup.defer(async () => void making.child.kill("SIGKILL"));
  const beside: Steady[] = [];
  let isMade = false;
  const made = making.seconds().finally(() => {
    isMade = true;
  });
  do beside.push(await run());
  while (!isMade);
  const backupSeconds = await made;
  await waitUntilSettled(stage, SETTLE_MS);
  const completeness = await checkCompleteness(stage, loads);

  say("Restoring one that was made at rest, and comparing every row…");
  await stage.copy.stop();
  // Without a copy on it nothing changes between the backup and the comparison.
  const database = await startEmbeddedDatabase({ dataDir: stage.copy.dataDir });
  cleanup.defer(() => database.stop());
  await hookyard(["backup", "--out", file], env).seconds();
  const target = await createEmptyDatabase(database.url);
  const HOOKYARD_SECRET = (await readFile(path.join(stage.copy.dataDir, "secret"), "utf8")).trim();
  const restoreSeconds = await hookyard(["restore", file], { DATABASE_URL: target.url, HOOKYARD_SECRET }).seconds();
  const [before, after] = [await digestTables(database.url), await digestTables(target.url)];
  const different = Object.keys(before).filter((table) => before[table] !== after[table]);
  const megabytes = Math.round(statSync(file).size / 1e6);
  const worst = Math.max(...beside.map(({ answerLatency }) => answerLatency.p99));
  const outcome = toOutcome({
    scenario: "backup",
    command,
    yardstickRps,
    completeness,
    figures: {
      rows: deliveries,
      filling,
      backup_seconds: backupSeconds,
      restore_seconds: restoreSeconds,
      megabytes,
      answered_alone_ms: alone.answerLatency,
      answered_beside_ms: beside.map(({ answerLatency }) => answerLatency),
      different,
    },
    rows: [
      ["in the tables", `${count(deliveries)} deliveries, ${filling.gigabytes} GB`],
      ["backup, compressed", `${backupSeconds} s, ${count(megabytes)} MB`],
      ["restore, with indexes and statistics", `${restoreSeconds} s`],
      [`answered at ${STEADY_RATE}/s, alone`, ms(alone.answerLatency)],
      ["  beside the backup, every 10 s", beside.map(({ answerLatency }) => ms(answerLatency)).join(" | ")],
      ["tables whose rows are different", different.length === 0 ? "none" : different.join(", ")],
    ],
    summary: [
      {
        what: `A backup beside ${STEADY_RATE} events a second and ${count(deliveries)} deliveries, and its restore`,
        figure: `${backupSeconds} and ${restoreSeconds} s`,
        ratio: "",
      },
    ],
  });
  if (different.length > 0) return { ...outcome, complaint: `Restored rows are different: ${different.join(", ")}.` };
  return { ...outcome, complaint: worst > LONGEST_P99_MS ? `Answers took ${worst} ms (p99) beside it.` : null };
};

function hookyard(args: string[], env: Record<string, string>): { child: ChildProcess; seconds(): Promise<number> } {
  const began = performance.now();
  const child = spawn(process.execPath, ["dist/cli.js", ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stderr?.on("data", (text) => {
    told += text;
  });
  return {
    child,
    async seconds() {
      const [code] = await once(child, "exit");
      if (code !== 0) throw new Error(`hookyard ${args[0]} failed: ${told.trim().split("\n").at(-1)}`);
      return Math.round((performance.now() - began) / 100) / 10;
    },
  };
}
