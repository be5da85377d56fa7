import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { plainArray } from "@/lib/db/array-literal";
import { newId } from "@/lib/kernel/ids";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";
import { MARK_DUE } from "@/lib/queue/due-lanes";
import { Claims } from "@/lib/sending/claims";
import { Lanes } from "@/lib/sending/lanes";

let bench: EngineBench;
let engines: Engines;
let healthy: Receiver;
let hanging: Receiver;

beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
  await bench.start("worker");
});
afterAll(() => bench.close());
beforeEach(async () => {
  [healthy, hanging] = await Promise.all([new Receiver().open(), new Receiver().open()]);
  hanging.answer = () => "hang";
});
afterEach(() => {
  healthy.close();
  hanging.close();
});

async function subscribed(projectId: string, url: string, more: { max_in_flight?: number } = {}): Promise<string> {
  const endpointId = await bench.endpoint(projectId, url, more);
  await bench.subscribe(projectId, endpointId);
  return endpointId;
}

/** Puts deliveries into the queue as if they had waited there, each with its event. */
async function flood(projectId: string, endpointId: string, count: number, numTrials = 0): Promise<void> {
  const { pool } = bench.database.db;
  const ids = plainArray(Array.from({ length: count }, () => newId()));
  await pool.query(
    `insert into events (project_id, id, event_type, status, headers, payload, created_at, updated_at)
     select $1, id, 'flood', 'Success', '{}', '{}', now(), now() from unnest($2::uuid[]) id`,
    [projectId, ids],
  );
  await pool.query(
    `insert into event_deliveries (project_id, id, event_id, endpoint_id, event_type, status, strategy, interval_seconds,
       max_retry_seconds, retry_limit, num_trials, created_at, updated_at)
     select $1, id, id, $3, 'flood', 'Scheduled', 'linear', 1, 1, 50, $4, now(), now() from unnest($2::uuid[]) id`,
    [projectId, ids, endpointId, numTrials],
  );
  await pool.query(
    `insert into endpoint_stat_deltas (project_id, destination_id, minute, deliveries)
     values ($1, $2, date_trunc('hour', now()), $3)`,
    [projectId, endpointId, count],
  );
  await pool.query(
    `insert into delivery_queue (project_id, delivery_id, kind, lane_id, destination_id, event_id, due_at, num_trials)
     select $1, id, 'delivery', $3, $3, id, now() - interval '1 minute', $4 from unnest($2::uuid[]) id`,
    [projectId, ids, endpointId, numTrials],
  );
  await pool.query(MARK_DUE([{ projectId, laneId: endpointId, delaySeconds: 0 }]));
}

describe("fairness", () => {
  it("lets a healthy endpoint through although the backlogs of twenty hanging ones fill every common place", async () => {
    const flooded = await bench.project("outgoing");
    const ids = await Promise.all(Array.from({ length: 20 }, () => subscribed(flooded, hanging.url)));
    for (const id of ids) await flood(flooded, id, 700);
    await until(() => hanging.got.length >= 20 * 4);
    const projectId = await bench.project("outgoing");
    const endpointId = await subscribed(projectId, healthy.url);
    await engines.recorder.record(eventFor(projectId, endpointId));
    await until(() => healthy.got.length === 1);
    await flood(projectId, endpointId, 300);
    await until(() => healthy.got.length === 301);
  });

  it("makes first attempts at once although thousands of older retries of the same endpoint hang", async () => {
    const projectId = await bench.project("outgoing");
    const isFirst = (body: Buffer) => body.toString().includes("amount");
    const receiver = hanging;
    receiver.answer = ({ body }) => (isFirst(body) ? { status: 200 } : "hang");
    const endpointId = await subscribed(projectId, receiver.url);
    await flood(projectId, endpointId, 3_000, 1);
    await until(() => receiver.got.length > 40);
    for (let made = 0; made < 20; made++) await engines.recorder.record(eventFor(projectId, endpointId));
    await until(() => receiver.got.filter(({ body }) => isFirst(body)).length === 20);
    expect(receiver.got.length).toBeLessThan(3_000);
  });

  it("keeps to an endpoint's max_in_flight over all workers together, and still delivers everything", async () => {
    const projectId = await bench.project("outgoing");
    let underway = 0;
    let most = 0;
    const slow = await new SlowReceiver((change) => {
      underway += change;
      most = Math.max(most, underway);
    }).open();
    const endpointId = await subscribed(projectId, slow.url, { max_in_flight: 3 });
    await flood(projectId, endpointId, 40);
    await Promise.all(Array.from({ length: 20 }, () => engines.recorder.record(eventFor(projectId, endpointId))));
    await until(() => slow.got.length === 60 && underway === 0);
    expect(most).toBe(3);
    slow.close();
  });

  it("looks again within a second while a lane is due whose places another worker has", async () => {
    const projectId = await bench.project("outgoing");
    const endpointId = await subscribed(projectId, hanging.url, { max_in_flight: 1 });
    const { pool } = bench.database.db;
    await flood(projectId, endpointId, 2);
    await until(() => hanging.got.length === 1);
    await pool.query(MARK_DUE([{ projectId, laneId: endpointId, delaySeconds: 0 }]));
    const other = new Claims(pool, newId(), new Lanes({ perLane: 10, total: 10 }));
    const { claimed, againMs } = await other.claim();
    expect(claimed).toEqual([]);
    expect(againMs).toBeLessThanOrEqual(1_000);
  });
});

/** Answers each request in a later turn of the event loop and reports how many are in flight. */
class SlowReceiver extends Receiver {
  constructor(private readonly count: (change: number) => void) {
    super();
    this.answer = () => {
      this.count(1);
      return "hang";
    };
    this.answerLater = (finish) => {
      setTimeout(() => {
        this.count(-1);
        finish();
      }, 15);
    };
  }
}
