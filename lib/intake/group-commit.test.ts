import { afterAll, beforeAll, expect, it } from "vitest";
import { onePool } from "@/lib/db/placement/shards";
import { GroupCommit } from "@/lib/intake/group-commit";
import { EngineBench, eventFor } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

let bench: EngineBench;
let projectId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  projectId = await bench.project("outgoing");
});
afterAll(async () => {
  await bench.close();
});

/** One whose turn comes when `go` is called. `taken` are the turns that it asked for, and `ended` those that are over. */
function startInTurns() {
  const { pool } = bench.database.db;
  const told = { taken: 0, ended: 0, go: () => {} };
  const takeTurn = () => {
    told.taken += 1;
    return new Promise<() => void>((resolve) => {
      told.go = () => resolve(() => (told.ended += 1));
    });
  };
  return { told, recorder: new GroupCommit(pool, new SnapshotCache(onePool(pool), testBox), { takeTurn }) };
}

const send = (recorder: GroupCommit) => recorder.record(eventFor(projectId, "", { target: null }));

it("commits together what arrives until its turn comes", async () => {
  const { told, recorder } = startInTurns();
  const sent = [send(recorder)];
  await expect.poll(() => told.taken).toBe(1);
  for (let more = 0; more < 30; more += 1) {
    sent.push(send(recorder));
    await new Promise(setImmediate);
  }
  expect(told).toMatchObject({ taken: 1, ended: 0 });
  told.go();
  const events = await Promise.all(sent);
  await expect.poll(() => told.ended).toBe(1);
  expect(told.taken).toBe(1);
  const { rows } = await bench.database.db.pool.query(
    "select count(*)::int as events, count(distinct xmin::text)::int as commits from events where id = any($1::uuid[])",
    [events.map(({ uid }) => uid)],
  );
  expect(rows).toEqual([{ events: 31, commits: 1 }]);
});

it("closes once what waits for its turn is committed", async () => {
  const { told, recorder } = startInTurns();
  const sent = send(recorder);
  await expect.poll(() => told.taken).toBe(1);
  let isClosed = false;
  const closing = recorder.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  told.go();
  await sent;
  await closing;
  await expect.poll(() => told.ended).toBe(1);
});
