import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EmbeddedDatabase, findRunningDatabase, startEmbeddedDatabase } from "@/lib/db/embedded";
import { readPostmaster } from "@/lib/db/embedded-leftover";

let dataDir: string;
let running: EmbeddedDatabase[];

beforeEach(async () => {
  // A space, and too long for the address of a socket: both happen in people's home folders.
  dataDir = path.join(await mkdtemp(path.join(os.tmpdir(), "hookyard embedded ")), "deep".repeat(20));
  running = [];
});
afterEach(async () => {
  for (const database of running) await database.stop();
  await rm(path.dirname(dataDir), { recursive: true, force: true });
});

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir });
  running.push(database);
  return database;
}

async function query(url: string, text: string): Promise<Array<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url });
  // Also told by the question that is under way.
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

describe("the embedded database", () => {
  it("keeps what was written over a stop and a start, and tells where it runs", async () => {
    const first = await start();
    await query(first.url, "create table kept as select 7 as n");
    expect((await findRunningDatabase(dataDir))?.url).toBe(first.url);
    await first.stop();
    expect(await findRunningDatabase(dataDir)).toBeNull();
    const second = await start();
    expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
  });

  it("keeps its connection file from everybody else", async () => {
    await start();
    expect((await stat(path.join(dataDir, "database.json"))).mode & 0o077).toBe(0);
    expect((await stat(path.join(dataDir, "postgres"))).mode & 0o077).toBe(0);
  });

  it("syncs what it commits and can be followed by logical replication", async () => {
    const { url } = await start();
    const names = ["fsync", "synchronous_commit", "full_page_writes", "wal_level", "listen_addresses"];
    const rows = await query(url, `select ${names.map((name) => `current_setting('${name}') as ${name}`).join()}`);
    expect(rows).toEqual([
      { fsync: "on", synchronous_commit: "on", full_page_writes: "on", wal_level: "logical", listen_addresses: "" },
    ]);
  });

  it("is refused to a second copy on the same folder", async () => {
    await start();
    await expect(startEmbeddedDatabase({ dataDir })).rejects.toThrow(/in use by another running Hookyard/);
  });

  it("goes to exactly one of many copies that start at once", async () => {
    const tries = await Promise.allSettled([start(), start(), start()]);
    expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    for (const one of tries) if (one.status === "rejected") expect(String(one.reason)).toMatch(/in use/);
  });

  it("comes back by itself when its server is killed", async () => {
    const { url } = await start();
    const before = await readPostmaster(path.join(dataDir, "postgres"));
    process.kill(before?.pid as number, "SIGKILL");
    await expect.poll(() => query(url, "select 1 as n").catch(() => null), { timeout: 20_000 }).toEqual([{ n: 1 }]);
    expect((await readPostmaster(path.join(dataDir, "postgres")))?.pid).not.toBe(before?.pid);
  });

  it.each([
    ["both its locks", true],
    ["the lock of its socket alone", false],
  ])("takes no other program's process for its server, by %s", async (_name, isWhole) => {
    const first = await start();
    await first.stop();
    const cluster = path.join(dataDir, "postgres");
    const { uid, gid } = await stat(cluster);
    // Of the database's own account: PostgreSQL passes over the processes of others by itself.
    const stranger = spawn("sleep", ["60"], { uid, gid });
    const lines = [stranger.pid, "/elsewhere", 1, 5432, ".", "", "", "ready   "];
    if (isWhole) await writeFile(path.join(cluster, "postmaster.pid"), lines.join("\n"));
    await writeFile(path.join(cluster, ".s.PGSQL.5432.lock"), lines.join("\n"));
    const second = await start();
    expect(await query(second.url, "select 1 as n")).toEqual([{ n: 1 }]);
    stranger.kill();
  });

  it("refuses the files of another major version in one sentence", async () => {
    const first = await start();
    await first.stop();
    const file = path.join(dataDir, "postgres", "PG_VERSION");
    const version = await readFile(file, "utf8");
    await writeFile(file, "12\n");
    await expect(start()).rejects.toThrow(/made by PostgreSQL 12, but this Hookyard brings PostgreSQL 18/);
    await writeFile(file, version);
  });
});
