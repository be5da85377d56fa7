import type pg from "pg";
import { multiplyEndpoints } from "@/bench/many-endpoints";
import { watchMemory } from "@/bench/meter";
import { toOutcome } from "@/bench/outcome";
import { measureSteady, measureYardstick } from "@/bench/phases";
import { residentMb } from "@/bench/processes";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { connectSource, type Stage, setStage } from "@/bench/stage";
import { count, ms, rounded } from "@/bench/table";
import { openConnection } from "@/lib/db/connection";

const ENDPOINTS = 100_000;
const RATE = 500;
const CHANGES_PER_SECOND = 50;
const WARM_UP_SECONDS = 5;
const SETTLE_MS = 60_000;
const MOST_FIRST_MS = 500;
const MOST_P99_MS = 100;
const MOST_MB = 400;

/**
 * A project with a hundred thousand endpoints: the response time of the first event after a start, and of events at a
 * steady rate, alone and while fifty of the endpoints change every second.
 */
export const configuration: Scenario = async (settings, { cleanup, say, command }) => {
  const { seconds } = settings;
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, seconds));
  say(`Starting a copy with ${count(ENDPOINTS)} endpoints…`);
  const stage = await setStage(cleanup);
  await addEndpoints(stage);
  await stage.copy.stop();
  await stage.copy.restart();
  const { server, postgres } = stage.copy.pids();
  const emptyMb = residentMb(server);
  const stopWatching = watchMemory(() => ({ server, postgres }));

  say("The first event after a start…");
  const first = await measureSteady(stage, 0, { seconds: 1, rate: 1 });
  const firstMs = (first.load.answeredAt[0] ?? Number.NaN) - (first.load.dueAt[0] ?? 0);
  const warm = await measureSteady(stage, 1, { seconds: WARM_UP_SECONDS, rate: RATE });
  say(`${RATE} events a second alone for ${seconds} s…`);
  const alone = await measureSteady(stage, 1 + warm.load.dueAt.length, { seconds, rate: RATE });
  say(`Beside ${CHANGES_PER_SECOND} changes a second for ${seconds} s…`);
  const client = await openConnection(stage.copy.databaseUrl());
  cleanup.defer(() => client.end());
  const stopChanging = keepChanging(client, stage.project.projectID);
  const beside = await measureSteady(stage, 1 + warm.load.dueAt.length + alone.load.dueAt.length, {
    seconds,
    rate: RATE,
  });
  const changes = await stopChanging();
  const { serverMb } = stopWatching();
  const grownMb = serverMb === null || emptyMb === null ? null : serverMb - emptyMb;
  say("Comparing what was accepted with what arrived…");
  await waitUntilSettled(stage, SETTLE_MS);
  return {
    ...toOutcome({
      scenario: "configuration",
      command,
      yardstickRps,
      completeness: await checkCompleteness(stage, [first.load, warm.load, alone.load, beside.load]),
      figures: {
        endpoints: ENDPOINTS,
        changes_per_second: Math.round(changes / seconds),
        first_ms: Math.round(firstMs),
        alone_ms: { answer: alone.answerLatency, end_to_end: alone.latency },
        beside_ms: { answer: beside.answerLatency, end_to_end: beside.latency },
        memory_mb: rounded(serverMb),
        memory_of_start_mb: rounded(emptyMb),
      },
      rows: [
        ["first event after a start, its answer", `${Math.round(firstMs)} ms`],
        [`answers at ${RATE}/s`, ms(alone.answerLatency)],
        [`beside ${Math.round(changes / seconds)} changes/s`, ms(beside.answerLatency)],
        ["  end to end", ms(beside.latency)],
        ["memory of the server, its peak", tellMemory(serverMb, grownMb)],
      ],
      summary: [
        {
          what: `p99 of answers beside ${CHANGES_PER_SECOND} changes/s of ${count(ENDPOINTS)} endpoints`,
          figure: `${beside.answerLatency.p99} ms`,
          ratio: "",
        },
      ],
    }),
    complaint: findComplaint(firstMs, beside.answerLatency.p99, grownMb),
  };
};

function findComplaint(firstMs: number, p99: number, grownMb: number | null): string | null {
  const complaints = [
    ...(firstMs < MOST_FIRST_MS ? [] : [`The first event took ${Math.round(firstMs)} ms.`]),
    ...(p99 < MOST_P99_MS ? [] : [`The p99 of answers is ${p99} ms.`]),
    ...((grownMb ?? 0) < MOST_MB ? [] : [`The server took ${rounded(grownMb)} MB more.`]),
  ];
  return complaints.length === 0 ? null : complaints.join(" ");
}

function tellMemory(serverMb: number | null, grownMb: number | null): string {
  if (grownMb === null) return "not visible on this system";
  return `${rounded(serverMb)} MB, ${rounded(grownMb)} MB more than after its start`;
}

/** Endpoints of a source without events. */
async function addEndpoints({ copy, project, receiverUrl }: Stage): Promise<void> {
  await connectSource(project, [receiverUrl], { name: "Others" });
  const client = await openConnection(copy.databaseUrl());
  const { rows } = await client.query<{ id: string }>(
    "select id from endpoints where project_id = $1 order by id desc",
    [project.projectID],
  );
  await client.end();
  await multiplyEndpoints(copy.databaseUrl(), project.projectID, { count: ENDPOINTS, only: rows[0]?.id ?? "" });
}

/**
 * Renames endpoints one after another, each in a transaction of its own. The returned function stops it and returns how
 * many.
 */
function keepChanging(client: pg.Client, projectID: string): () => Promise<number> {
  let changes = 0;
  let latest: Promise<unknown> = Promise.resolve();
  let after = "00000000-0000-0000-0000-000000000000";
  const change = async () => {
    const { rows } = await client.query<{ id: string }>(
      `update endpoints set name = name || '.' where (project_id, id) in (
         select project_id, id from endpoints where project_id = $1 and id > $2 order by id limit 1
       ) returning id`,
      [projectID, after],
    );
    after = rows[0]?.id ?? after;
    changes += rows.length;
  };
  const timer = setInterval(() => {
    latest = latest.then(change);
  }, 1_000 / CHANGES_PER_SECOND);
  return async () => {
    clearInterval(timer);
    await latest;
    return changes;
  };
}
