import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { EngineBench } from "@/lib/engines.fixture";
import { newId } from "@/lib/ids";
import { testBox } from "@/lib/runtime.fixture";
import { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

let bench: EngineBench;
/** Nobody tells it of changes, as when a notification is still on its way. */
let snapshots: SnapshotCache;
let projectId: string;
beforeAll(async () => {
  bench = await EngineBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  snapshots = new SnapshotCache(bench.database.db.pool, testBox);
  projectId = await bench.project("incoming");
});

async function makeSource(): Promise<string> {
  const source = { project_id: projectId, id: newId(), mask_id: newId(), name: "s", type: "http" };
  await bench.database.db.insertInto("sources").values(source).execute();
  return source.mask_id;
}

describe("an ingest address", () => {
  it("is known as soon as its source is made, whatever was read of the project before", async () => {
    expect((await snapshots.get(projectId))?.sources.size).toBe(0);
    for (let made = 1; made <= 3; made += 1) {
      const mask = await makeSource();
      expect(await snapshots.findByMask(mask)).toMatchObject({ source: { maskId: mask }, snapshot: { id: projectId } });
      expect(snapshots.peek(projectId)?.sources.size).toBe(made);
    }
  });

  it("is nobody's once its source is deleted and that was heard of", async () => {
    const mask = await makeSource();
    expect(await snapshots.findByMask(mask)).not.toBeNull();
    await bench.database.db
      .updateTable("sources")
      .set({ deleted_at: new Date() })
      .where("mask_id", "=", mask)
      .execute();
    snapshots.forget(projectId);
    expect(await snapshots.findByMask(mask)).toBeNull();
    expect(await snapshots.findByMask(mask)).toBeNull();
    expect(await snapshots.findByMask(newId())).toBeNull();
  });
});
