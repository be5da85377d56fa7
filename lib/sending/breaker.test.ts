import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onePool } from "@/lib/db/placement/shards";
import { systemClock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { createLogger } from "@/lib/kernel/log";
import { EngineBench } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { Breaker } from "@/lib/sending/breaker";
import type { AttemptResult } from "@/lib/sending/result";
import type { Insist } from "@/lib/sending/settler";
import { registerWorker, type Worker } from "@/lib/sending/worker";
import { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

let bench: EngineBench;
let workers: Worker[];
let projectId: string;
let endpointId: string;

const register = () =>
  registerWorker({
    url: bench.database.url,
    pool: bench.database.db.pool,
    shards: () => [bench.database.db.pool],
    log: createLogger({ LOG_LEVEL: "silent" }),
  });

beforeAll(async () => {
  bench = await EngineBench.open();
  workers = await Promise.all([register(), register()]);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await bench.close();
});
beforeEach(async () => {
  const breaker = { is_enabled: true, failure_count: 1_000, probe_interval: 60 };
  projectId = await bench.project("outgoing", { breaker } as never);
  endpointId = await bench.endpoint(projectId, "http://127.0.0.1:1/");
});

function open(worker: Worker | undefined): Breaker {
  const { db } = bench.database;
  const snapshots = new SnapshotCache(onePool(db.pool), testBox);
  const log = createLogger({ LOG_LEVEL: "silent" });
  return new Breaker({ db, snapshots, clock: systemClock, log, workerId: worker?.id ?? "" }, () => {});
}

/** `count` failed attempts, as the breaker reads them. */
const failures = (count: number) =>
  Array.from({ length: count }, () => ({
    work: { projectId, destination: { kind: "endpoint", endpointId } },
    outcome: { kind: "failure" },
    sent: { error: null },
  })) as never;
const counted = async () =>
  (
    await bench.database.db
      .selectFrom("endpoint_health")
      .select("consecutive_failures")
      .where("endpoint_id", "=", endpointId)
      .executeTakeFirst()
  )?.consecutive_failures;
const once: Insist = (step) => step();
/** Performs each step, loses its answer, lets something else happen, and performs the step again. */
const losing =
  (between: () => Promise<void> | void): Insist =>
  async (step) => {
    await step();
    await between();
    return step();
  };

it("counts a batch once if its answer was lost, although another worker noted in between", async () => {
  const [mine, other] = workers.map(open);
  await mine?.note(
    failures(3),
    losing(async () => other?.note(failures(2), once)),
  );
  // Each step of the note was repeated: the one that reads the configuration, and the one that counts.
  expect(await counted()).toBe(3 + 2 * 2);
});

it("counts a batch once if its answer was lost, although another batch of its worker was settled meanwhile", async () => {
  const breaker = open(workers[0]);
  const others: Promise<void>[] = [];
  const note = (results: AttemptResult[]) => others.push(breaker.note(results, once));
  await breaker.note(
    failures(3),
    losing(() => void note(failures(2))),
  );
  await Promise.all(others);
  expect(others).toHaveLength(2);
  expect(await counted()).toBe(3 + 2 * 2);
});

it("keeps the notes of the latest hundred workers", async () => {
  const others = Array.from({ length: 100 }, () => newId());
  await open(workers[0]).note(failures(1), once);
  await bench.database.db
    .updateTable("endpoint_health")
    .set({ notes: JSON.stringify(Object.fromEntries([workers[0]?.id, ...others].map((id) => [id, "n"]))) })
    .where("endpoint_id", "=", endpointId)
    .execute();
  await open(workers[1]).note(failures(1), once);
  const { notes } = await bench.database.db
    .selectFrom("endpoint_health")
    .select("notes")
    .where("endpoint_id", "=", endpointId)
    .executeTakeFirstOrThrow();
  expect(Object.keys(notes as object).sort()).toEqual([...others, workers[1]?.id].sort());
  expect(await counted()).toBe(2);
});
