import { type ChildProcess, spawn } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Cleanup } from "@/bench/cleanup";
import { toOutcome } from "@/bench/outcome";
import { measureSteady, measureYardstick, STEADY_RATE, type Steady } from "@/bench/phases";
import { endChild } from "@/bench/process";
import { cpuSeconds } from "@/bench/processes";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { type Stage, setStage } from "@/bench/stage";
import { ms } from "@/bench/table";
import { watchTail } from "@/bench/tail";

const FIRST_SECONDS = 60;
/** The collector and autovacuum clear away for up to two minutes after a load; a copy that does that is not idle yet. */
const REST_SECONDS = 120;
const IDLE_SECONDS = 40;
const LOOPS = 2;
const SETTLE_MS = 60_000;
const MOST_CPU_MS = 1.5;
const MOST_IDLE_PERCENT = 1;

/**
 * A copy at two hundred events a second: from its start on, when warm, idle, and beside two busy loops; the cost of
 * each event and of an idle second, and what delayed the slowest events.
 */
export const light: Scenario = async (settings, { cleanup, say, command }) => {
  const { seconds } = settings;
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, seconds));
  const stallsFile = path.join(os.tmpdir(), `hookyard-stalls-${process.pid}.json`);
  say("Starting a copy…");
  const stage = await setStage(cleanup, {
    preload: "bench/stalls.mjs",
    settings: { HOOKYARD_BENCH_STALLS: stallsFile },
  });
  const runs: Steady[] = [];
  const run = async (runSeconds: number) => {
    const from = runs.reduce((sum, { load }) => sum + load.dueAt.length, 0);
    const steady = await measureSteady(stage, from, { seconds: runSeconds });
    runs.push(steady);
    return steady;
  };
  const firstSeconds = Math.min(FIRST_SECONDS, seconds * 2);
  say(`${STEADY_RATE} events a second from the start on, for ${firstSeconds} s…`);
  const first = await run(firstSeconds);
  say(`Warm for ${seconds} s…`);
  const warm = await run(seconds);
  const { server = 0, postgres = 0 } = warm.cpu.perEventUs;
  const cpuMs = (server + postgres) / 1_000;
  say(`Looking at the slowest for ${seconds} s…`);
  const tellTail = await watchTail(stage.copy, stallsFile);
  const watched = await run(seconds);
  const tail = await tellTail(toSpans(watched));
  say(`Clearing away for ${REST_SECONDS} s…`);
  const clearingPercent = await measureIdle(stage, REST_SECONDS);
  say(`Idle for ${IDLE_SECONDS} s…`);
  const idlePercent = await measureIdle(stage, IDLE_SECONDS);
  say(`Beside ${LOOPS} busy loops for ${seconds} s…`);
  const endLoops = startLoops(cleanup);
  const beside = await run(seconds);
  await endLoops();
  say("Comparing what was accepted with what arrived…");
  await waitUntilSettled(stage, SETTLE_MS);
  const complaints = [
    ...(cpuMs <= MOST_CPU_MS ? [] : [`An event costs ${cpuMs.toFixed(2)} ms of CPU.`]),
    ...(idlePercent <= MOST_IDLE_PERCENT ? [] : [`An idle copy takes ${idlePercent.toFixed(1)} % of a core.`]),
  ];
  return {
    ...toOutcome({
      scenario: "light",
      command,
      yardstickRps,
      completeness: await checkCompleteness(
        stage,
        runs.map(({ load }) => load),
      ),
      figures: {
        first_ms: first.latency,
        warm_ms: warm.latency,
        beside_loops_ms: beside.latency,
        cpu_ms_per_event: Math.round(cpuMs * 100) / 100,
        cpu_us_per_event: warm.cpu.perEventUs,
        clearing_percent: Math.round(clearingPercent * 100) / 100,
        idle_percent: Math.round(idlePercent * 100) / 100,
        tail,
      },
      rows: [
        [`end to end at ${STEADY_RATE}/s, the first ${firstSeconds} s`, ms(first.latency)],
        ["  when warm", ms(warm.latency)],
        [`  beside ${LOOPS} busy loops`, ms(beside.latency)],
        ["CPU of an event, server and PostgreSQL", `${cpuMs.toFixed(2)} ms`],
        [`CPU of the ${REST_SECONDS} s after a load`, `${clearingPercent.toFixed(2)} % of a core`],
        ["CPU of an idle copy", `${idlePercent.toFixed(2)} % of a core`],
        [
          "the slowest hundredth met",
          Object.entries(tail)
            .map(([what, times]) => `${what} ${times}`)
            .join(" · "),
        ],
      ],
      summary: [
        { what: `CPU of an event at ${STEADY_RATE}/s`, figure: `${cpuMs.toFixed(2)} ms`, ratio: "" },
        { what: "CPU of an idle copy", figure: `${idlePercent.toFixed(1)} % of a core`, ratio: "" },
      ],
    }),
    complaint: complaints.length === 0 ? null : complaints.join(" "),
  };
};

function toSpans({ load, arrivedAt }: Steady): { from: number; to: number }[] {
  return Array.from(arrivedAt, (to, place) => ({ from: load.dueAt[place] ?? 0, to })).filter(({ to }) => to > 0);
}

async function measureIdle({ copy }: Stage, seconds: number): Promise<number> {
  const { server, postgres } = copy.pids();
  const before = cpuSeconds([server, ...postgres]);
  await pause(seconds * 1_000);
  return ((cpuSeconds([server, ...postgres]) - before) / seconds) * 100;
}

function startLoops(cleanup: Cleanup): () => Promise<void> {
  const loops: ChildProcess[] = Array.from({ length: LOOPS }, () =>
    spawn(process.execPath, ["-e", "for(;;);"], { stdio: "ignore" }),
  );
  const end = async () => {
    await Promise.all(loops.map((loop) => endChild(loop, "SIGKILL")));
  };
  cleanup.defer(end);
  return end;
}
