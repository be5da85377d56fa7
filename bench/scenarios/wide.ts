import { setTimeout as pause } from "node:timers/promises";
import { percentiles } from "@/bench/latency";
import { addUp } from "@/bench/ledger";
import { multiplyEndpoints } from "@/bench/many-endpoints";
import { watchMemory } from "@/bench/meter";
import { toOutcome } from "@/bench/outcome";
import { measureYardstick } from "@/bench/phases";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { type Stage, setStage } from "@/bench/stage";
import { count, ms, rounded } from "@/bench/table";

/** How many endpoints, and how many events for all of them. */
const WIDTHS = [
  { endpoints: 10_000, events: 20 },
  { endpoints: 100_000, events: 1 },
];
const LOOK_MS = 50;
const PATIENCE_MS = 600_000;
const SETTLE_MS = 120_000;
const MOST_MB = 500;
const MOST_HEALTH_MS = 100;

/**
 * Events that go to ten thousand endpoints each, and to a hundred thousand; and whether the copy stays healthy
 * meanwhile.
 */
export const wide: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  const widths: Awaited<ReturnType<typeof measureWidth>>[] = [];
  for (const width of WIDTHS) {
    say(`Starting a copy with ${count(width.endpoints)} endpoints…`);
    const stage = await setStage(cleanup);
    const { projectID } = stage.project;
    await multiplyEndpoints(stage.copy.databaseUrl(), projectID, { count: width.endpoints, inLanes: true });
    widths.push(await measureWidth({ ...stage, lanes: width.endpoints }, width, say));
    await stage.copy.stop();
  }
  const complaints = widths.flatMap(({ endpoints, healthMs, memoryMb }) => [
    ...(healthMs.p99 < MOST_HEALTH_MS ? [] : [`/healthz took ${healthMs.p99} ms beside ${endpoints} endpoints.`]),
    ...((memoryMb ?? 0) < MOST_MB ? [] : [`The server took ${memoryMb} MB beside ${endpoints} endpoints.`]),
  ]);
  return {
    ...toOutcome({
      scenario: "wide",
      command,
      yardstickRps,
      completeness: addUp(widths.map(({ completeness }) => completeness)),
      figures: { widths: widths.map(({ completeness: _, ...rest }) => rest) },
      rows: widths.flatMap(({ endpoints, events, deliveredRps, healthMs, memoryMb }) => [
        [`${events} × 1 → ${count(endpoints)}`, `${count(deliveredRps)}/s`] as const,
        ["  /healthz meanwhile", ms(healthMs)] as const,
        [
          "  memory of the server, its peak",
          memoryMb === null ? "not visible on this system" : `${memoryMb} MB`,
        ] as const,
      ]),
      summary: widths.map(({ endpoints, deliveredRps }) => ({
        what: `Deliveries of events for ${count(endpoints)} endpoints`,
        figure: `${count(deliveredRps)}/s`,
        ratio: "",
      })),
    }),
    complaint: complaints.length === 0 ? null : complaints.join(" "),
  };
};

/** Measures from the first event until each endpoint has had every one. */
async function measureWidth(stage: Stage, { endpoints, events }: (typeof WIDTHS)[number], say: (line: string) => void) {
  say(`${events} events, each to ${count(endpoints)} endpoints…`);
  const { server, postgres } = stage.copy.pids();
  const stopWatching = watchMemory(() => ({ server, postgres }));
  const health: number[] = [];
  const began = performance.now();
  const plan = { target: stage.target, firstNumber: 0, connections: 4, seconds: 1, rate: events };
  const load = await stage.load.call("run", plan);
  const isDone = async () => (await stage.receiver.call("progress")) >= events * endpoints;
  while (!(await isDone()) && performance.now() - began < PATIENCE_MS) {
    const asked = performance.now();
    await (await fetch(`${stage.copy.url}/healthz`)).text();
    health.push(performance.now() - asked);
    await pause(LOOK_MS);
  }
  const seconds = (performance.now() - began) / 1_000;
  const { serverMb } = stopWatching();
  say(`All delivered after ${Math.round(seconds)} s; comparing what was accepted with what arrived…`);
  await waitUntilSettled(stage, SETTLE_MS);
  return {
    endpoints,
    events,
    deliveredRps: Math.round((events * endpoints) / seconds),
    healthMs: percentiles(health),
    memoryMb: rounded(serverMb),
    completeness: await checkCompleteness(stage, [load]),
  };
}
