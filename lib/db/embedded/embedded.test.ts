import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openConnection } from "@/lib/db/connection";
import { type EmbeddedDatabase, findRunningDatabase, startEmbeddedDatabase } from "@/lib/db/embedded/embedded";
import { findPostmaster, readPostmaster } from "@/lib/db/embedded/embedded-leftover";

let dataDir: string;
let running: EmbeddedDatabase[];

beforeEach(async () => {
  // A space, and too long for a socket's address: both occur in home folders.
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
  const client = await openConnection(url);
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

async function serverNumber(): Promise<number | undefined> {
  return (await readPostmaster(path.join(dataDir, "postgres")))?.pid;
}

async function killServer(): Promise<number> {
  const pid = (await serverNumber()) as number;
  process.kill(pid, "SIGKILL");
  return pid;
}

describe("the embedded database", () => {
  it("keeps what was written over a stop and a start, and says where it runs", async () => {
    const first = await start();
    await query(first.url, "create table kept as select 7 as n");
    expect((await findRunningDatabase(dataDir))?.url).toBe(first.url);
    await first.stop();
    expect(await findRunningDatabase(dataDir)).toBeNull();
    const second = await start();
    expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
  });

  it("starts from a copy of its folder that was made while it was stopped", async () => {
    const first = await start();
    await query(first.url, "create table kept as select 7 as n");
    await first.stop();
    const copied = `${dataDir.slice(0, -1)}2`;
    await cp(dataDir, copied, { recursive: true, preserveTimestamps: true });
    const restored = await startEmbeddedDatabase({ dataDir: copied });
    running.push(restored);
    expect(await query(restored.url, "select n from kept")).toEqual([{ n: 7 }]);
  });

  it("keeps its connection file private", async () => {
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

  it("restarts whenever its server is killed, and stays with its copy", async () => {
    const { url } = await start();
    for (let death = 0; death < 3; death += 1) {
      const killed = await killServer();
      await expect.poll(() => query(url, "select 1 as n").catch(() => null)).toEqual([{ n: 1 }]);
      expect(await serverNumber()).not.toBe(killed);
    }
    // Longer than two owners would need to notice each other.
    await pause(1_500);
    expect(await query(url, "select 1 as n")).toEqual([{ n: 1 }]);
    await expect(startEmbeddedDatabase({ dataDir })).rejects.toThrow(/in use by another running Hookyard/);
  }, 200_000);

  it.each([0, 600, 1_100, 1_300])("stops for good even %i ms after its server was killed", async (delayMs) => {
    const database = await start();
    await killServer();
    await pause(delayMs);
    await database.stop();
    expect(await findPostmaster(path.join(dataDir, "postgres"))).toBeNull();
    const again = await start();
    expect(await query(again.url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  it.each([
    ["both its locks", true],
    ["the lock of its socket alone", false],
  ])("does not take another program's process for its server, by %s", async (_name, isWhole) => {
    const first = await start();
    await first.stop();
    const cluster = path.join(dataDir, "postgres");
    const { uid, gid } = await stat(cluster);
    // Owned by the database's account: PostgreSQL ignores processes of other users by itself.
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
