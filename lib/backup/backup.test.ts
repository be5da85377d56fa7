import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { backUp, createEmptyDatabase, digestTables, restore, runOn } from "@/lib/backup/backup.fixture";
import { pack, unpack } from "@/lib/backup/packing";
import { writeBackup } from "@/lib/backup/write-backup";
import { migrate } from "@/lib/db/migrate";
import { RETENTION_LOCK } from "@/lib/db/retention-lock";
import { EngineBench } from "@/lib/program/engines.fixture";
import { countRows, fillDay, keepDaysAfter, makeDay } from "@/lib/upkeep/days.fixture";

const DAY_MS = 86_400_000;
const FIRST = Date.parse("2026-01-15");
const PASSPHRASE = "correct horse battery";

let bench: EngineBench;
let project: string;
let whole: Buffer;
const made: { drop(): Promise<void> }[] = [];

beforeAll(async () => {
  bench = await EngineBench.open();
  project = await bench.project("outgoing");
  const endpoint = await bench.endpoint(project, "http://127.0.0.1:9/hook");
  await bench.subscribe(project, endpoint);
  bench.tamperWith(project);
  await makeDay(bench.database);
  await fillDay(bench.database, project, endpoint, { count: 50, bytes: 70_000 });
  await fillDay(bench.database, project, endpoint, { count: 30, first: 100, startMs: FIRST + 5 * DAY_MS });
  const { pool } = bench.database.db;
  // All that COPY escapes, and a row that would look like the end of them.
  await pool.query(
    `update events set payload = decode('00ff5c0a2e0a', 'hex'), path = E'a\\tb\\nc\\\\.\\n\\\\.\\n', metadata = '{"a":"\\\\\\n"}'
     where project_id = $1 and id = (select id from events where project_id = $1 order by id limit 1)`,
    [project],
  );
  await pool.query(
    `insert into delivery_queue (project_id, delivery_id, kind, lane_id, event_id, due_at)
     select project_id, id, 'delivery', project_id, event_id, 'infinity' from event_deliveries
     where project_id = $1 order by id limit 3`,
    [project],
  );
  whole = await backUp({ url: bench.database.url });
});
afterEach(async () => {
  for (const database of made.splice(0)) await database.drop();
});
afterAll(() => bench.close());

async function makeEmpty(): Promise<string> {
  const database = await createEmptyDatabase(bench.database.url);
  made.push(database);
  return database.url;
}

const tablesOf = (url: string) =>
  runOn(
    url,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );

describe("a backup", () => {
  it("is restored with every row of every table as it was", async () => {
    const url = await makeEmpty();
    const lines: string[] = [];
    await restore(url, Readable.from([whole]), { note: (line) => lines.push(line) });
    const after = await digestTables(url);
    expect(after).toEqual(await digestTables(bench.database.url));
    expect(after.events).toMatch(/^80 /);
    expect(lines).toContain("event_deliveries: 80");
    // Each day lies in its own partition, and days without one in the default one.
    expect(await runOn(url, "select count(*)::int as n from events_2026_01_15")).toEqual([{ n: 50 }]);
    expect(await runOn(url, "select count(*)::int as n from events_default")).toEqual([{ n: 30 }]);
    expect((await migrate(url)).ran).toEqual([]);
    const [triggers] = await runOn(url, "select count(*)::int as n from pg_trigger where tgenabled <> 'O'");
    expect(triggers).toEqual({ n: 0 });
  });

  it("is of one instant: what is written while it is made is not in it", async () => {
    const before = await digestTables(bench.database.url);
    const chunks: Buffer[] = [];
    for await (const chunk of writeBackup({ url: bench.database.url })) {
      // Its first chunk is the heading: nothing of a table has been read yet.
      if (chunks.push(chunk) === 1) {
        await bench.database.db.pool.query("update event_deliveries set num_trials = num_trials + 1");
      }
    }
    const url = await makeEmpty();
    await restore(url, Readable.from([gzipSync(Buffer.concat(chunks))]));
    expect(await digestTables(url)).toEqual(before);
    await bench.database.db.pool.query("update event_deliveries set num_trials = num_trials - 1");
  });

  it("keeps retention from truncating what is still to be read, and only until it ends", async () => {
    const writing = writeBackup({ url: bench.database.url });
    await writing.next();
    const before = await countRows(bench.database, project);
    await keepDaysAfter(bench.database, 400);
    expect(await countRows(bench.database, project)).toEqual(before);
    await writing.return(undefined);
    const [lock] = await runOn(bench.database.url, `select pg_try_advisory_lock(${RETENTION_LOCK}) as free`);
    expect(lock).toEqual({ free: true });
  });

  it("goes on with its numbers where they were, though the rows are gone", async () => {
    const url = await makeEmpty();
    await restore(url, Readable.from([whole]));
    const next = async (at: string) =>
      (await runOn(at, "select nextval('endpoint_stat_deltas_id_seq')::int as n"))[0]?.n;
    expect(await next(url)).toBe(await next(bench.database.url));
  });

  it("of some days has all of those, and of the others what waits", async () => {
    const url = await makeEmpty();
    const packed = await backUp({ url: bench.database.url, days: { from: "2026-01-20", to: "2026-01-31" } });
    await restore(url, Readable.from([packed]));
    const count = async (table: string) => (await runOn(url, `select count(*)::int as n from ${table}`))[0]?.n;
    // The thirty of the fifth day after are in the default partition, which is of no day.
    expect([await count("events"), await count("event_deliveries"), await count("delivery_attempts")]).toEqual([
      3, 3, 3,
    ]);
    expect([await count("delivery_queue"), await count("endpoints")]).toEqual([3, 1]);
    const first = await backUp({ url: bench.database.url, days: { to: "2026-01-15" } });
    const other = await makeEmpty();
    await restore(other, Readable.from([first]));
    expect(await runOn(other, "select count(*)::int as n from events")).toEqual([{ n: 50 }]);
  });

  it("is encrypted to a passphrase", async () => {
    const packed = await backUp({ url: bench.database.url }, PASSPHRASE);
    expect(packed.subarray(0, 21).toString()).toBe("age-encryption.org/v1");
    const url = await makeEmpty();
    await expect(restore(url, Readable.from([packed]), { passphrase: "another one" })).rejects.toThrow(
      "Is it the right passphrase?",
    );
    expect(await tablesOf(url)).toEqual([]);
    await restore(url, Readable.from([packed]), { passphrase: PASSPHRASE });
    expect(await digestTables(url)).toEqual(await digestTables(bench.database.url));
  });

  it("is begun only once the key to its passphrase is made, during which no server is heard", async () => {
    let isBegun = false;
    const bytes = async function* () {
      isBegun = true;
      yield Buffer.from("a backup");
    };
    const packed = await pack(bytes(), PASSPHRASE);
    expect(isBegun).toBe(false);
    const unpacked = await unpack(packed, async () => PASSPHRASE);
    expect(await text(unpacked)).toBe("a backup");
    expect(isBegun).toBe(true);
  });

  it.each([
    ["cut off", () => whole.subarray(0, whole.length - 40_000), "The backup is damaged or cut off"],
    ["without its last section and its ending", () => gzipSync(cutLines(gunzipSync(whole))), "it ends too early"],
    ["changed in one byte", () => flip(whole, whole.length >> 1), /damaged|cannot be loaded/],
  ])("that is %s leaves a database on which nothing starts, until it is restored again", async (_, make, message) => {
    const url = await makeEmpty();
    await expect(restore(url, Readable.from([make()]))).rejects.toThrow(message);
    await expect(migrate(url)).rejects.toThrow("a restore into it runs, or broke off");
    await restore(url, Readable.from([whole]));
    expect(await digestTables(url)).toEqual(await digestTables(bench.database.url));
    expect((await migrate(url)).ran).toEqual([]);
  });

  it("is read from chunks of any size", async () => {
    const url = await makeEmpty();
    const small = await backUp({ url: bench.database.url, days: { from: "2026-02-01" } });
    await restore(
      url,
      Readable.from(
        Array.from(small, (byte) => Buffer.of(byte)),
        { objectMode: false },
      ),
    );
    expect(await runOn(url, "select count(*)::int as n from delivery_queue")).toEqual([{ n: 3 }]);
  });
});

describe("a restore refuses, having changed nothing,", () => {
  it.each([
    ["what is no backup", Buffer.from("PGDMP"), "This is not a backup of Hookyard."],
    ["an empty file", Buffer.alloc(0), "This is not a backup of Hookyard."],
    ["other compressed text", gzipSync("hello\n"), "This is not a backup of Hookyard."],
    ["a newer format", gzipSync('{"format":"hookyard backup","version":99}\n'), "is of a newer Hookyard (format 99)"],
  ])("%s", async (_, bytes, message) => {
    const url = await makeEmpty();
    await expect(restore(url, Readable.from([bytes]))).rejects.toThrow(message);
    expect(await tablesOf(url)).toEqual([]);
  });

  it("a schema that this version does not know", async () => {
    const newer = gunzipSync(whole).toString("latin1").replace('"0001', '"9999_to_come.sql","0001');
    const url = await makeEmpty();
    await expect(restore(url, Readable.from([gzipSync(Buffer.from(newer, "latin1"))]))).rejects.toThrow(
      "it has 9999_to_come.sql, which this one does not know",
    );
    expect(await tablesOf(url)).toEqual([]);
  });

  it("a database that is to be spread over several servers and knows of none", async () => {
    const url = await makeEmpty();
    await expect(restore(url, Readable.from([whole]), { isSpread: true })).rejects.toThrow(
      "The database has no Citus.",
    );
    expect(await tablesOf(url)).toEqual([]);
  });

  it("a database of a Hookyard, and one of something else", async () => {
    const before = await digestTables(bench.database.url);
    await expect(restore(bench.database.url, Readable.from([whole]))).rejects.toThrow(
      /it is a Hookyard's with \d projects and 0 users/,
    );
    expect(await digestTables(bench.database.url)).toEqual(before);
    const url = await makeEmpty();
    await runOn(url, "create table of_mine (n int)");
    await expect(restore(url, Readable.from([whole]))).rejects.toThrow("it has 1 tables, such as of_mine");
    expect(await tablesOf(url)).toEqual([{ name: "of_mine" }]);
  });
});

/** Without the last 2,000 bytes, up to a whole line. */
function cutLines(text: Buffer): Buffer {
  return text.subarray(0, text.lastIndexOf("\n", text.length - 2_000) + 1);
}

function flip(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8((changed[at] ?? 0) ^ 0xff, at);
  return changed;
}
