import { pino } from "pino";
import { multiplyEndpoints } from "@/bench/many-endpoints";
import { toOutcome } from "@/bench/outcome";
import { measureSteady, measureYardstick } from "@/bench/phases";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness } from "@/bench/settle";
import { setStage } from "@/bench/stage";
import { count } from "@/bench/table";
import { closeDatabase, createDatabase, type Database } from "@/lib/db/client";
import { createSecretBox } from "@/lib/kernel/secret-box";
import { HealthReader } from "@/lib/nouns/health/health-reader";
import { keepProblems, WHOLE_DATABASE } from "@/lib/upkeep/problems/keeper";

const ENDPOINTS = 100_000;
const ILL = 10_000;
const MINUTES = 10;
const LOOKS = 5;
const WARM_UP_SECONDS = 3;
/** A look is repeated every ten seconds, and less often where it takes longer than a sixth of that. */
const MOST_MS = { well: 500, ill: 5_000 } as const;

/**
 * What a look of the alert rules takes at a hundred thousand endpoints, each with a lane and with attempts in every
 * minute: while all are well, when ten thousand become ill at once, and while they are.
 */
export const alerts: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting a copy…");
  const stage = await setStage(cleanup);
  const warm = await measureSteady(stage, 0, { seconds: WARM_UP_SECONDS });
  const completeness = await checkCompleteness(stage, [warm.load]);

  const databaseUrl = stage.copy.databaseUrl();
  const db = createDatabase(databaseUrl, { max: 2 });
  // Looks of its own would be in the way.
  const resume = stage.copy.pauseServer();
  cleanup.defer(async () => {
    resume();
    await closeDatabase(db);
  });
  say(`${count(ENDPOINTS)} endpoints…`);
  const { projectID } = stage.project;
  await multiplyEndpoints(databaseUrl, projectID, { count: ENDPOINTS });
  await fill(db, projectID);
  const well = await look(db, LOOKS);
  say(`${count(ILL)} of them ill…`);
  await makeIll(db, projectID);
  const onset = await look(db, 1);
  const ill = await look(db, LOOKS);
  await makeWell(db);
  const over = await look(db, 1);
  const figures = { endpoints: ENDPOINTS, ill: ILL, well_ms: well, onset_ms: onset, ill_ms: ill, over_ms: over };
  return {
    ...toOutcome({
      scenario: "alerts",
      command,
      yardstickRps,
      completeness,
      figures,
      rows: [
        ["a look, all well", `${well} ms`],
        [`when ${count(ILL)} become ill`, `${onset} ms`],
        ["while they are ill", `${ill} ms`],
        ["when they are well again", `${over} ms`],
      ],
      summary: [
        { what: `A look of the alert rules at ${count(ENDPOINTS)} endpoints`, figure: `${well} ms`, ratio: "" },
      ],
    }),
    complaint: well < MOST_MS.well && ill < MOST_MS.ill ? null : `A look takes ${well} ms, or ${ill} ms.`,
  };
};

/** The middle of so many looks, in ms. */
async function look(db: Database, times: number): Promise<number> {
  const log = pino({ level: "silent" });
  const parts = {
    db,
    looked: WHOLE_DATABASE,
    log,
    box: createSecretBox([Buffer.alloc(32, 1)]),
    clock: { now: () => new Date() },
  };
  const health = new HealthReader({ pool: db.pool, log });
  const took: number[] = [];
  for (let one = 0; one < times; one += 1) {
    const startedAt = performance.now();
    await keepProblems({ ...parts, health, publicUrl: "http://localhost", onMessages() {} });
    took.push(performance.now() - startedAt);
  }
  return Math.round(took.sort((a, b) => a - b)[Math.floor(times / 2)] ?? Number.NaN);
}

/** Each endpoint has a lane with a delivery for later, and attempts in each minute. */
async function fill(db: Database, projectID: string): Promise<void> {
  await db.pool.query(
    `insert into endpoint_minutes (project_id, destination_id, minute, deliveries, attempts, succeeded)
     select $1, id, date_trunc('minute', now()) - make_interval(mins => n), 9, 9, 9
     from endpoints, generate_series(0, $2::int - 1) n where project_id = $1 on conflict do nothing`,
    [projectID, MINUTES],
  );
  await db.pool.query(
    `insert into delivery_queue (project_id, delivery_id, kind, lane_id, event_id, due_at, destination_id)
     select $1, uuidv7(), 'delivery', id, gen_random_uuid(), now() + interval '6 hours', id
     from endpoints where project_id = $1`,
    [projectID],
  );
  await db.pool.query(
    `insert into lanes (lane_id, project_id, due_at) select id, $1, now() + interval '6 hours' from endpoints
     where project_id = $1 on conflict (lane_id) do update set due_at = excluded.due_at`,
    [projectID],
  );
  await db.pool.query("analyze");
}

/** Breakers are open, each with an incident; their deliveries wait since an hour ago, and their attempts fail. */
async function makeIll(db: Database, projectID: string): Promise<void> {
  const ill = `select id from endpoints where project_id = $1 order by id limit ${ILL}`;
  for (const text of [
    `update endpoints set status = 'pending' where id in (${ill})`,
    `insert into endpoint_health (endpoint_id, project_id, consecutive_failures, opened_at, probe_at, probe_pause_seconds)
     select id, $1, 9, now(), now() + interval '1 hour', 60 from (${ill}) e
     on conflict (endpoint_id) do update set opened_at = excluded.opened_at, probe_at = excluded.probe_at`,
    `insert into incidents (project_id, id, endpoint_id, code, response_status, detail, first_seen_at, last_seen_at, attempts, last_delivery_id)
     select $1, gen_random_uuid(), id, 'http', 503, '', now(), now(), 9, id from (${ill}) e`,
    `update endpoint_minutes set attempts_failed = attempts, failed = 1, succeeded = 0 where project_id = $1 and destination_id in (${ill})`,
    `update lanes set due_at = now() - interval '1 hour' where lane_id in (${ill})`,
    `update delivery_queue set num_trials = 1 where destination_id in (${ill})`,
  ])
    await db.pool.query(text, [projectID]);
}

async function makeWell(db: Database): Promise<void> {
  for (const text of [
    "update endpoints set status = 'active' where status = 'pending'",
    "update endpoint_health set opened_at = null, probe_at = null",
    "update endpoint_minutes set attempts_failed = 0, failed = 0",
    "update lanes set due_at = now() + interval '6 hours'",
    "update delivery_queue set num_trials = 0 where num_trials > 0",
  ])
    await db.pool.query(text);
}
