import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { inTransaction } from "@/lib/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";
import { foldCounters } from "@/lib/queue/fold-counters";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
});
afterAll(() => bench.close());

const HOUR_MS = 3_600_000;
const read = (ids: readonly string[]) => project.ask("GET", `/stats/endpoints?endpointId=${ids.join(",")}`);

it("tells the attempts of 24 hours by the hour and what waits, folded or not", async () => {
  const busy = await project.endpoint();
  const idle = await project.endpoint();
  const now = Date.now();
  const base = { project_id: project.id, destination_id: busy };
  await bench.services.db
    .insertInto("endpoint_stat_deltas")
    .values([
      { ...base, minute: new Date(now), deliveries: 4, succeeded: 1, attempts: 4, attempts_failed: 3 },
      { ...base, minute: new Date(now - 23 * HOUR_MS), deliveries: 2, succeeded: 2, attempts: 2 },
      { ...base, minute: new Date(now - 25 * HOUR_MS), deliveries: 9, succeeded: 7, failed: 1, attempts: 9 },
    ])
    .execute();
  const look = async () => (await read([busy, idle])).body.data;
  const before = await look();
  expect(before.endpoints).toEqual([
    {
      endpoint_id: idle,
      attempts: Array(24).fill(0),
      attempts_failed: Array(24).fill(0),
      success_rate: null,
      p95_ms: null,
      waiting: 0,
    },
    {
      endpoint_id: busy,
      attempts: [2, ...Array(22).fill(0), 4],
      attempts_failed: [...Array(23).fill(0), 3],
      success_rate: 50,
      p95_ms: null,
      waiting: 4,
    },
  ]);
  await inTransaction(bench.services.db.pool, foldCounters);
  expect((await look()).endpoints).toEqual(before.endpoints);
});

it("tells how long the last attempts of the latest deliveries took", async () => {
  const endpointId = await project.endpoint();
  for (const durations of [[900, 100], [200]]) {
    const { id } = await toDeliveryFixture(project, { endpointId, status: "Success" });
    for (const [number, duration_ms] of durations.entries()) {
      await bench.services.db
        .insertInto("delivery_attempts")
        .values({
          id: newId(),
          project_id: project.id,
          delivery_id: id,
          number,
          url: "https://example.com",
          started_at: new Date(),
          duration_ms,
          response_status: 200,
          request_headers: "{}",
        })
        .execute();
    }
  }
  const { endpoints } = (await read([endpointId])).body.data;
  expect(endpoints[0].p95_ms).toBe(195);
});

it("leaves out what does not exist or is another project's, and takes a hundred at most", async () => {
  const stranger = await bench.project("outgoing");
  expect((await read([await stranger.endpoint(), newId()])).body.data.endpoints).toEqual([]);
  const { status, body } = await read(Array.from({ length: 101 }, () => newId()));
  expect([status, body.error.fields[0].path]).toEqual([422, "endpointId"]);
  const all = (await project.ask("GET", "/stats/endpoints")).body.data.endpoints;
  expect(all).toHaveLength(3);
});
