import { existsSync } from "node:fs";
import { cp, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { backUp, createEmptyDatabase, digestTables, restore, runOn } from "@/lib/backup/backup.fixture";
import { makeFolderOf15, missingPostgres15, start15 } from "@/lib/backup/other-servers.fixture";
import { upgradeEmbedded } from "@/lib/backup/upgrade-embedded";
import { startEmbeddedDatabase } from "@/lib/db/embedded/embedded";
import { migrate } from "@/lib/db/migrate";
import { EngineBench } from "@/lib/program/engines.fixture";
import { fillDay, makeDay } from "@/lib/upkeep/days.fixture";

const missing = missingPostgres15();
if (missing) console.log(`skipped: other major versions of PostgreSQL: this machine has no ${missing}.`);

describe.skipIf(missing)("between PostgreSQL 15 and 18", () => {
  let bench: EngineBench;
  let packed: Buffer;
  let folder: Awaited<ReturnType<typeof makeFolderOf15>>;

  beforeAll(async () => {
    bench = await EngineBench.open();
    const project = await bench.project("outgoing");
    await bench.endpoint(project, "http://127.0.0.1:9/hook");
    bench.tamperWith(project);
    await makeDay(bench.database);
    await fillDay(bench.database, project, null, { count: 40 });
    packed = await backUp({ url: bench.database.url });
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    folder = await makeFolderOf15();
  });
  afterEach(() => folder.remove());

  /** Fills the folder's PostgreSQL 15 by restoring what the 18 has; returns what it holds. */
  async function fill() {
    const older = await start15(folder.dataDir);
    try {
      await restore(older.url, Readable.from([packed]));
      await runOn(
        older.url,
        `insert into users (id, email, password_hash) values (gen_random_uuid(), 'ada@example.com', 'x');
         insert into sessions (id, user_id, method, user_agent, address, network, last_seen_at, idle_until, expires_at)
           select gen_random_uuid(), id, 'password', '', '', '', now(), now() + interval '1 day', now() + interval '1 day' from users`,
      );
      return { tables: await digestTables(older.url), back: await backUp({ url: older.url }) };
    } finally {
      await older.stop();
    }
  }

  it("a backup goes both ways", async () => {
    const { tables, back } = await fill();
    const again = await createEmptyDatabase(bench.database.url);
    await restore(again.url, Readable.from([back]));
    expect(await digestTables(again.url)).toEqual(tables);
    expect(tables).toMatchObject({ ...(await digestTables(bench.database.url)), users: tables.users });
    await again.drop();
  });

  it("an embedded folder is brought over, with who is signed in, and the older one is kept", async () => {
    const { tables } = await fill();
    await expect(startEmbeddedDatabase({ dataDir: folder.dataDir })).rejects.toThrow(
      "was made by PostgreSQL 15, but this Hookyard brings PostgreSQL 18: bring it over with `hookyard db upgrade`",
    );
    const notes: string[] = [];
    const upgraded = await upgradeEmbedded({ dataDir: folder.dataDir, note: (line) => notes.push(line) });
    const kept = path.join(folder.dataDir, "postgres-15");
    expect(upgraded).toEqual({ from: "15", to: "18", kept });
    expect(notes).toContain("events: 40");
    expect((await readdir(folder.dataDir)).sort()).toEqual(
      expect.arrayContaining(["database.json", "postgres", "postgres-15"]),
    );
    expect(existsSync(path.join(folder.dataDir, "upgrade"))).toBe(false);

    const newer = await startEmbeddedDatabase({ dataDir: folder.dataDir, durable: false });
    expect((await migrate(newer.url)).ran).toEqual([]);
    expect(await digestTables(newer.url)).toEqual(tables);
    expect(await runOn(newer.url, "select count(*)::int as n from sessions")).toEqual([{ n: 1 }]);
    await newer.stop();
    expect(await upgradeEmbedded({ dataDir: folder.dataDir, note: () => {} })).toBeNull();
  });

  it("a kill between the two renames is made good by the next start; one before them by the next upgrade", async () => {
    const { tables } = await fill();
    const [place, kept] = ["postgres", "postgres-15"].map((name) => path.join(folder.dataDir, name)) as [
      string,
      string,
    ];
    await cp(place, path.join(folder.dataDir, "postgres.upgraded"), { recursive: true });
    await upgradeEmbedded({ dataDir: folder.dataDir, note: () => {} });
    await rename(place, `${place}.upgraded`);
    expect(existsSync(kept)).toBe(true);
    const newer = await startEmbeddedDatabase({ dataDir: folder.dataDir, durable: false });
    expect(await digestTables(newer.url)).toEqual(tables);
    await newer.stop();
  });

  it("is refused while the database is in use, or without the older programs, or without a database", async () => {
    const older = await start15(folder.dataDir);
    const upgrade = (postgres?: string) => upgradeEmbedded({ dataDir: folder.dataDir, postgres, note: () => {} });
    await expect(upgrade()).rejects.toThrow("is in use by another running Hookyard");
    await older.stop();
    await expect(upgrade("/nowhere")).rejects.toThrow("--postgres: /nowhere has no bin/postgres, and PostgreSQL 15 is");
    await rm(path.join(folder.dataDir, "postgres"), { recursive: true });
    await expect(upgrade()).rejects.toThrow("There is no embedded database in");
  });
});
