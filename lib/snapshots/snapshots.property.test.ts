import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onePool } from "@/lib/db/placement/shards";
import { inTransaction } from "@/lib/db/transaction";
import { EngineBench } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { SnapshotCache } from "@/lib/snapshots/snapshot-cache";
import { type Change as AnyChange, CHANGES, describeSnapshot, Making } from "@/lib/snapshots/snapshots.fixture";

let bench: EngineBench;
beforeAll(async () => {
  bench = await EngineBench.open();
});
afterAll(() => bench.close());

const Change: fc.Arbitrary<AnyChange> = fc.record({
  does: fc.constantFrom(...(Object.keys(CHANGES) as AnyChange["does"][])),
  at: fc.nat({ max: 20 }),
  by: fc.nat({ max: 11 }),
});
const Transaction = fc.record({
  changes: fc.array(Change, { minLength: 1, maxLength: 6 }),
  isUndone: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
});

class Undone extends Error {}

it("equals a reading of the whole after any changes, and a transaction makes at most one version for its rows", async () => {
  const { pool } = bench.database.db;
  const versionOf = async (id: string) =>
    (await pool.query("select config_version as version from projects where id = $1", [id])).rows[0].version as number;

  await fc.assert(
    fc.asyncProperty(fc.array(Transaction, { minLength: 4, maxLength: 14 }), async (transactions) => {
      const projectId = await bench.project("incoming");
      const kept = new SnapshotCache(onePool(pool), testBox);
      for (const { changes, isUndone } of transactions) {
        const before = await versionOf(projectId);
        const work = inTransaction(pool, async (client) => {
          for (const change of changes) await CHANGES[change.does](new Making(client, projectId, change));
          if (isUndone) throw new Undone();
        });
        await work.catch((error) => {
          if (!(error instanceof Undone)) throw error;
        });
        const settings = changes.filter(({ does }) => does === "change the settings").length;
        expect((await versionOf(projectId)) - before).toBeLessThanOrEqual(isUndone ? 0 : settings + 1);
        const [present, whole] = await Promise.all([
          kept.reload(projectId),
          new SnapshotCache(onePool(pool), testBox).get(projectId),
        ]);
        expect(describeSnapshot(present)).toEqual(describeSnapshot(whole));
      }
    }),
    { numRuns: 25 },
  );
});
