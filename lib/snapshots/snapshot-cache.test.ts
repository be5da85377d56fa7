import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { onePool } from "@/lib/db/placement/shards";
import { newId } from "@/lib/kernel/ids";
import { EngineBench } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

let bench: EngineBench;
/** It gets no notifications of changes, as if they were still on their way. */
let snapshots: SnapshotCache;
let projectId: string;
beforeAll(async () => {
  bench = await EngineBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  snapshots = new SnapshotCache(onePool(bench.database.db.pool), testBox);
  projectId = await bench.project("incoming");
});

async function makeSource(): Promise<string> {
  const source = { project_id: projectId, id: newId(), mask_id: newId(), name: "s", type: "http" as const };
  await bench.database.db.insertInto("sources").values(source).execute();
  return source.mask_id;
}

const query = (text: string, values: unknown[] = []) => bench.database.db.pool.query(text, values);

async function makeEndpoints(count: number): Promise<void> {
  await query(
    `insert into endpoints (project_id, id, name, url)
     select $1, gen_random_uuid(), 'e' || n, 'http://a/' from generate_series(1, $2::int) n`,
    [projectId, count],
  );
}

describe("a change", () => {
  it("is read alone, and shares what did not change with the previous snapshot", async () => {
    const [one, other] = [await bench.endpoint(projectId, "http://a/"), await bench.endpoint(projectId, "http://b/")];
    const before = await snapshots.get(projectId);
    await query("update endpoints set url = 'http://c/' where id = $1", [one]);
    snapshots.forget(projectId);
    expect(snapshots.peek(projectId)).toBeUndefined();
    const after = await snapshots.get(projectId);
    expect([after?.endpoints.get(one)?.url, after?.version]).toEqual(["http://c/", (before?.version ?? 0) + 1]);
    expect(after?.endpoints.get(other)).toBe(before?.endpoints.get(other));
  });

  it("is seen even if its list of changed rows is gone", async () => {
    const id = await bench.endpoint(projectId, "http://a/");
    await snapshots.get(projectId);
    await query("update endpoints set url = 'http://b/' where id = $1", [id]);
    await query("delete from config_changes where project_id = $1", [projectId]);
    await query("update endpoints set name = 'later' where id = $1", [id]);
    expect((await snapshots.reload(projectId))?.endpoints.get(id)).toMatchObject({ url: "http://b/", name: "later" });
  });

  it("of ten thousand rows in one transaction is one version", async () => {
    const before = (await snapshots.get(projectId))?.version ?? 0;
    await makeEndpoints(10_000);
    const after = await snapshots.reload(projectId);
    expect([after?.version, after?.endpoints.size]).toEqual([before + 1, 10_000]);
  });

  it("of a breaker or of a key is no change of configuration", async () => {
    const id = await bench.endpoint(projectId, "http://a/");
    const before = await snapshots.get(projectId);
    await query("update endpoints set status = 'pending', status_reason = 'x', updated_at = now() where id = $1", [id]);
    expect(await snapshots.reload(projectId)).toBe(before);
    snapshots.noteBreaker({ projectId, endpointId: id, status: "pending" });
    expect(snapshots.peek(projectId)?.endpoints.get(id)?.status).toBe("pending");
    await query("update endpoints set status = 'inactive' where id = $1", [id]);
    expect((await snapshots.reload(projectId))?.version).toBe((before?.version ?? 0) + 1);
  });

  it("of a breaker is not lost while the rest is being read", async () => {
    const id = await bench.endpoint(projectId, "http://a/");
    const reading = snapshots.get(projectId);
    snapshots.noteBreaker({ projectId, endpointId: id, status: "pending" });
    expect((await reading)?.endpoints.get(id)?.status).toBe("pending");
  });
});

describe("a large project that is read for the first time", () => {
  it("has its core while its subscriptions are still being read", async () => {
    const mask = await makeSource();
    await makeEndpoints(2_000);
    const locker = await bench.database.db.pool.connect();
    await locker.query("begin");
    await locker.query("lock table subscriptions in access exclusive mode");
    const found = await snapshots.findByMask(mask);
    expect(found).toMatchObject({ source: { maskId: mask }, snapshot: { id: projectId } });
    expect(found?.snapshot).not.toHaveProperty("endpoints");
    const whole = snapshots.get(projectId);
    await locker.query("commit");
    locker.release();
    expect((await whole)?.endpoints.size).toBe(2_000);
    expect((await snapshots.findByMask(mask))?.snapshot).toBe(await whole);
  });
});

describe("many large projects", () => {
  it("stay in memory by their last use, up to a bound", async () => {
    const { pool } = bench.database.db;
    const few = new SnapshotCache(onePool(pool), testBox, 3);
    const projects = await Promise.all([1, 2, 3].map(() => bench.project("outgoing")));
    for (const id of projects) for (let n = 0; n < 2; n += 1) await bench.endpoint(id, "http://a/");
    const [first, second, third] = projects as [string, string, string];
    await few.get(first);
    await few.get(second);
    expect([few.peek(first), few.peek(second)?.id]).toEqual([undefined, second]);
    await few.get(third);
    expect(projects.map((id) => few.peek(id)?.id)).toEqual([undefined, undefined, third]);
    expect((await few.get(first))?.endpoints.size).toBe(2);
  });
});

describe("an ingest address", () => {
  it("is known as soon as its source is created, whatever was read of the project before", async () => {
    expect((await snapshots.get(projectId))?.sources.size).toBe(0);
    for (let made = 1; made <= 3; made += 1) {
      const mask = await makeSource();
      expect(await snapshots.findByMask(mask)).toMatchObject({ source: { maskId: mask }, snapshot: { id: projectId } });
      expect(snapshots.peek(projectId)?.sources.size).toBe(made);
    }
  });

  it("is unknown once the deletion of its source was announced", async () => {
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

describe("old snapshots of many projects", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Snapshots of three projects: two were compared 31 seconds ago, the last one was a little later. */
  async function keepThree() {
    vi.useFakeTimers({ toFake: ["Date"] });
    const ids = [projectId, await bench.project("incoming"), await bench.project("incoming")] as const;
    for (const id of ids) await snapshots.get(id);
    vi.setSystemTime(Date.now() + 20_000);
    await snapshots.reload(ids[2]);
    snapshots.peek(ids[1]);
    vi.setSystemTime(Date.now() + 11_000);
    return ids;
  }

  it("are compared with the database in one statement", async () => {
    const [one, other, young] = await keepThree();
    const asked = vi.spyOn(bench.database.db.pool, "query");
    const [before] = await Promise.all([snapshots.get(one), snapshots.get(other), snapshots.get(one)]);
    expect(snapshots.peek(one)).toBe(before);
    expect(snapshots.peek(other)?.id).toBe(other);
    expect(snapshots.peek(young)?.id).toBe(young);
    expect(asked.mock.calls).toEqual([[expect.objectContaining({ values: [`{${one},${other}}`] })]]);
    asked.mockRestore();
  });

  it("are read again where a change was not announced, or the project is gone", async () => {
    const [one, other] = await keepThree();
    const endpoint = await bench.endpoint(other, "http://a/");
    await snapshots.get(one);
    expect(snapshots.peek(other)).toBeUndefined();
    expect((await snapshots.get(other))?.endpoints.get(endpoint)?.url).toBe("http://a/");
    vi.setSystemTime(Date.now() + 31_000);
    await query("update projects set deleted_at = now() where id = $1", [one]);
    expect(await snapshots.get(one)).toBeNull();
  });
});
