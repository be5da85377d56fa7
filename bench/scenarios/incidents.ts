import type pg from "pg";
import { type Percentiles, percentiles } from "@/bench/latency";
import { toOutcome } from "@/bench/outcome";
import { measureSteady, measureYardstick } from "@/bench/phases";
import { fillStage } from "@/bench/rows/fill-stage";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness } from "@/bench/settle";
import { type Stage, setStage } from "@/bench/stage";
import { count, ms } from "@/bench/table";
import { unwrap } from "@/lib/api/client";
import { openConnection } from "@/lib/db/connection";

const MOST_ROWS = 1_000_000;
const ROUNDS = 40;
const MOST_MS = 100;
/** As many results as a batch that settles, and as many causes as an endpoint that is ill usually has. */
const BATCH = 400;
const CAUSES = 3;

/**
 * A million deliveries of which each failed once: how fast incidents are made of them, and how long the lists of
 * incidents and of their deliveries take.
 */
export const incidents: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting a copy…");
  const stage = await setStage(cleanup);
  const rows = Math.min(settings.rows, MOST_ROWS);
  const { since } = await fillStage(stage, rows, say);
  stage.project.since = since;
  const warm = await measureSteady(stage, 0, { seconds: 3 });
  const client = await openConnection(stage.copy.databaseUrl());
  cleanup.defer(() => client.end());
  say("Making incidents of all of them…");
  const made = await makeIncidents(client, stage.project.projectID);
  say("Reading…");
  const lists = await readLists(stage, client);
  const worst = Math.max(...lists.map(([, timing]) => timing.p95));
  return {
    ...toOutcome({
      scenario: "incidents",
      command,
      yardstickRps,
      completeness: await checkCompleteness(stage, [warm.load]),
      figures: { rows, made, lists: Object.fromEntries(lists) },
      rows: [
        ["failed attempts", `${count(made.attempts)} in ${count(made.incidents)} incidents`],
        ["made of them", `${count(Math.round(made.attempts / made.seconds))}/s`],
        ...lists.map(([name, timing]) => [name, ms(timing)] as [string, string]),
      ],
      summary: [
        { what: `Incidents of ${count(rows)} failed deliveries, listed`, figure: `p95 ${worst} ms`, ratio: "" },
      ],
    }),
    complaint: worst < MOST_MS ? null : `A list takes ${worst} ms at p95.`,
  };
};

/** Notes a failure of each delivery as settling does it, and waits until the copy has made incidents of them. */
async function makeIncidents(client: pg.Client, projectId: string) {
  const began = performance.now();
  await client.query(
    `insert into incident_deltas (project_id, endpoint_id, code, response_status, detail, ended_at, attempts, delivery_ids)
     select project_id, endpoint_id, 'http', 500 + cause, '', now(), count(*), array_agg(id)
     from (
       select project_id, endpoint_id, id, n % $3 as cause, n / $2 as batch
       from (select *, row_number() over (partition by endpoint_id order by id) as n from event_deliveries
             where project_id = $1 and endpoint_id is not null) numbered
     ) failed group by project_id, endpoint_id, cause, batch`,
    [projectId, BATCH, CAUSES],
  );
  for (;;) {
    const { rows } = await client.query<{ left: boolean }>("select exists (select from incident_deltas) as left");
    if (rows[0]?.left !== true) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const seconds = (performance.now() - began) / 1_000;
  const { rows } = await client.query<{ incidents: number; attempts: number }>(
    "select count(*)::int as incidents, sum(attempts)::int as attempts from incidents where project_id = $1",
    [projectId],
  );
  return { seconds, incidents: rows[0]?.incidents ?? 0, attempts: rows[0]?.attempts ?? 0 };
}

async function readLists({ project: { client: api, projectID } }: Stage, client: pg.Client) {
  const { rows } = await client.query<{ id: string }>(
    "select id from incidents where project_id = $1 order by deliveries desc limit 1",
    [projectID],
  );
  const incidentId = rows[0]?.id ?? "";
  const path = { projectID };
  const list = (query: object) =>
    unwrap(api.GET("/v1/projects/{projectID}/incidents", { params: { path, query: { perPage: 100, ...query } } }));
  const deliveries = (query: object) =>
    unwrap(
      api.GET("/v1/projects/{projectID}/eventdeliveries", {
        params: { path, query: { incidentId, view: "summary", perPage: 100, ...query } },
      }),
    );
  const reads: [name: string, read: () => Promise<unknown>][] = [
    ["the list", () => list({})],
    ["those that go on", () => list({ status: "open,acknowledged" })],
    [
      "one incident",
      () =>
        unwrap(
          api.GET("/v1/projects/{projectID}/incidents/{incidentID}", {
            params: { path: { projectID, incidentID: incidentId } },
          }),
        ),
    ],
    ["its deliveries", () => deliveries({})],
    ["its lost deliveries", () => deliveries({ status: "Failure,Discarded" })],
  ];
  const timings: [name: string, timing: Percentiles][] = [];
  for (const [name, read] of reads) timings.push([name, percentiles(await time(read))]);
  return timings;
}

async function time(read: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await read();
    took.push(performance.now() - start);
  }
  return took;
}
