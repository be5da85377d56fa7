import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { closeDatabase, createDatabase } from "@/lib/db/client";
import { DiskWatch } from "@/lib/db/disk-watch";
import { startEmbeddedDatabase } from "@/lib/db/embedded/embedded";
import { fillDisk, mayMount, mountDisk, refuseConnections } from "@/lib/db/small-disk.fixture";
import { createTestDatabase } from "@/lib/db/test-database";

it("reports a full disk from the first write that failed for lack of space until there is some again", async ({
  skip,
}) => {
  if (!mayMount()) {
    console.log("skipped: a full disk: only root may mount a small one.");
    return skip();
  }
  const disk = mkdtempSync(path.join(tmpdir(), "hookyard-disk-"));
  const unmount = mountDisk(disk, 256);
  onTestFinished(() => {
    unmount();
    rmSync(disk, { recursive: true });
  });
  const database = await startEmbeddedDatabase({ dataDir: disk, durable: false });
  onTestFinished(() => database.stop());
  const db = createDatabase(database.url);
  onTestFinished(() => closeDatabase(db));
  const watch = new DiskWatch(db.pool);
  const isFull = () => watch.isFull();
  await db.pool.query("create table bytes as select 1 as place, repeat('x', 8000) as pad");
  const insert = "insert into bytes select place, md5(random()::text) from generate_series(1, 200000) as place";
  const write = () =>
    db.pool.query(insert).catch((error) => {
      watch.note(error);
      throw error;
    });

  await write();
  expect(await isFull()).toBe(false);
  const giveBack = fillDisk(disk);
  expect(await isFull()).toBe(false);
  await expect(write()).rejects.toMatchObject({ code: "53100" });
  expect(await isFull()).toBe(true);
  const giveRestBack = refuseConnections(disk);
  await expect(connectTo(database.url)).rejects.toThrow("could not write init file");
  const readers = Array.from({ length: 8 }, () => db.pool.query("select 1 as one"));
  for (const { rows } of await Promise.all(readers)) expect(rows).toEqual([{ one: 1 }]);
  const { max } = db.pool.options;
  expect(max).toBe(db.pool.totalCount);
  giveRestBack();
  giveBack();
  await expect.poll(isFull).toBe(false);
  await write();
  await expect.poll(() => db.pool.options.max).toBe(10);
});

it("does not report a full disk for ever if it may not probe", async () => {
  const { url, close } = await createTestDatabase();
  onTestFinished(close);
  const db = createDatabase(url, { options: "-c temp_file_limit=4MB" });
  onTestFinished(() => closeDatabase(db));
  const watch = new DiskWatch(db.pool);
  watch.note(Object.assign(new Error("No space left on device"), { code: "53100" }));
  await expect(watch.isFull()).rejects.toMatchObject({ code: "53400" });
  expect(await watch.isFull()).toBe(false);
});

async function connectTo(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.end();
}
