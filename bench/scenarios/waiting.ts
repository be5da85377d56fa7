import type pg from "pg";
import { toOutcome } from "@/bench/outcome";
import { measureSteady, measureYardstick } from "@/bench/phases";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { setStage } from "@/bench/stage";
import { count, ms } from "@/bench/table";
import { openConnection } from "@/lib/db/connection";
import { newId } from "@/lib/kernel/ids";
import { FIND_DUE_LANES, type Found } from "@/lib/queue/due-lanes";

const LANES = 100_000;
const ROWS_EACH = 10;
const WARM_UP_SECONDS = 3;
const SETTLE_MS = 60_000;
const MOST_BUFFERS = 50;

/**
 * A hundred thousand lanes with a million deliveries that wait for a later attempt: what an idle claim reads, even
 * while an old database snapshot has stayed open since the lanes came and went, and the speed of a project beside them.
 */
export const waiting: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting a copy…");
  const stage = await setStage(cleanup);
  const warm = await measureSteady(stage, 0, { seconds: WARM_UP_SECONDS });
  say(`A project alone for ${settings.seconds} s…`);
  const alone = await measureSteady(stage, warm.load.dueAt.length, { seconds: settings.seconds });

  const client = await openConnection(stage.copy.databaseUrl());
  const dump = await openConnection(stage.copy.databaseUrl());
  cleanup.defer(async () => {
    await Promise.all([client.end(), dump.end()]);
  });
  await dump.query("begin isolation level repeatable read");
  await dump.query("select count(*) from projects");
  say(`Queueing ${count(LANES * ROWS_EACH)} deliveries in ${count(LANES)} lanes for later…`);
  await fill(client);
  const idle = await buffersOfSearch(client);
  say(`The project beside them for ${settings.seconds} s…`);
  const from = warm.load.dueAt.length + alone.load.dueAt.length;
  const beside = await measureSteady(stage, from, { seconds: settings.seconds });
  const after = await buffersOfSearch(client);
  await dump.query("rollback");
  say("Comparing what was accepted with what arrived…");
  await client.query("delete from delivery_queue where lane_id in (select lane_id from lanes where due_at > now())");
  await waitUntilSettled(stage, SETTLE_MS);
  return {
    ...toOutcome({
      scenario: "waiting",
      command,
      yardstickRps,
      completeness: await checkCompleteness(stage, [warm.load, alone.load, beside.load]),
      figures: {
        lanes: LANES,
        rows: LANES * ROWS_EACH,
        buffers: idle,
        buffers_after: after,
        alone_ms: alone.latency,
        beside_ms: beside.latency,
      },
      rows: [
        ["an idle claim, beside an old snapshot", `${idle} buffers; ${after} after the run`],
        ["end to end alone", ms(alone.latency)],
        [`beside ${count(LANES)} lanes that wait`, ms(beside.latency)],
      ],
      summary: [{ what: `An idle claim beside ${count(LANES)} lanes that wait`, figure: `${idle} buffers`, ratio: "" }],
    }),
    complaint: Math.max(idle, after) < MOST_BUFFERS ? null : `An idle claim reads ${Math.max(idle, after)} buffers.`,
  };
};

/**
 * Fills a project that does not exist, so that nothing of it counts as accepted. Every lane was due and visited before.
 */
async function fill(client: pg.Client): Promise<void> {
  await client.query(
    `insert into delivery_queue (project_id, delivery_id, kind, lane_id, event_id, due_at, num_trials)
     select $1, gen_random_uuid(), 'delivery', md5((n % $2)::text)::uuid, gen_random_uuid(), now() + interval '6 hours', 1
     from generate_series(1, $3) n`,
    [newId(), LANES, LANES * ROWS_EACH],
  );
  await client.query(
    `insert into lanes (lane_id, project_id, due_at)
     select distinct on (lane_id) lane_id, project_id, now() - interval '10 minutes' from delivery_queue where lease is null and due_at > now()
     on conflict do nothing`,
  );
  await client.query("update lanes set due_at = now() + interval '6 hours'");
}

/** The pages read by a worker's search after its first one. */
async function buffersOfSearch(client: pg.Client): Promise<number> {
  const first = await client.query<Found>(FIND_DUE_LANES({ floor: null, fromProject: null }));
  const { text } = FIND_DUE_LANES({ floor: null, fromProject: null });
  const values = [first.rows[0]?.floor, null];
  const { rows } = await client.query({ text: `explain (analyze, buffers, format json) ${text}`, values });
  const [{ Plan }] = rows[0]["QUERY PLAN"];
  return Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"];
}
