import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { newId } from "@/lib/kernel/ids";
import { createSecretBox } from "@/lib/kernel/secret-box";
import { StartupError } from "@/lib/kernel/startup-error";
import { recognizeKeys } from "@/lib/keys/recognize-keys";
import { resealEverything } from "@/lib/keys/rotate-keys";
import { findKeyUses, SEALED_COLUMNS } from "@/lib/keys/sealed-columns";
import { until } from "@/lib/program/engines.fixture";

const key = (byte: number) => Buffer.alloc(32, byte);
const before = createSecretBox([key(1)]);
const during = createSecretBox([key(2), key(1)]);
const after = createSecretBox([key(2)]);

let database: TestDatabase;
const project_id = newId();
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const settings = JSON.stringify({
    retention: 7,
    meta_event: { url: "https://example.com", secret: before.seal("meta") },
  });
  await db.insertInto("projects").values({ id: project_id, name: "Shop", type: "incoming", settings }).execute();
  for (let i = 0; i < 210; i++) await fill(i);
});
afterAll(() => database.close());

/** Creates a row of every table. */
async function fill(i: number): Promise<void> {
  const { db } = database;
  const seal = (word: string) => before.seal(`${word} ${i}`);
  const id = newId();
  const row = { project_id, id, name: `row ${i}` };
  await db
    .insertInto("endpoints")
    .values({
      ...row,
      url: "https://a.example",
      authentication: seal("auth"),
      tls: seal("certificate"),
      key_pairs: seal("key pairs"),
      sealed_chat_webhook_url: seal("chat"),
    })
    .execute();
  await db
    .insertInto("endpoint_secrets")
    .values({ project_id, endpoint_id: id, id: newId(), value: seal("secret") })
    .execute();
  await db
    .insertInto("sources")
    .values({
      ...row,
      mask_id: id,
      type: "http",
      verifier: seal("verifier"),
      previous_secret: seal("older"),
      previous_secret_expires_at: new Date(),
      handshakes: seal("handed over"),
      pub_sub: seal("broker"),
      rest_api: seal("api"),
      db_change_stream: seal("stream"),
    })
    .execute();
  await db
    .insertInto("alert_routes")
    .values({ ...row, type: "slack", settings: seal("route"), pause_seconds: 60, is_enabled: true })
    .execute();
  await db
    .insertInto("devices")
    .values({ project_id, id, host_name: `host ${i}`, secret: seal("device") })
    .execute();
  const hash = Buffer.from(id);
  const until = new Date(Date.now() + 3_600_000);
  await db
    .insertInto("idempotent_requests")
    .values({
      key_hash: hash,
      request_hash: hash,
      attempt: id,
      answer: seal("answer"),
      locked_until: until,
      expires_at: until,
    })
    .execute();
}

/** Reads every encrypted value, in order, decrypted with this box. */
async function readAll(box: { open(sealed: string): string }): Promise<string[]> {
  const words: string[] = [];
  for (const { table, column, path } of SEALED_COLUMNS) {
    const place = path ? sql`${sql.ref(column)} #>> ${`{${path.join(",")}}`}` : sql.ref(column);
    const { rows } = await sql<{ sealed: string }>`
      select ${place} as sealed from ${sql.table(table)} where ${place} is not null`.execute(database.db);
    words.push(...rows.map(({ sealed }) => `${table}.${column} ${box.open(sealed)}`));
  }
  return words.sort();
}

it("refuses to start without a key that is needed, and names what needs it", async () => {
  await recognizeKeys(database.db, before.keyIds);
  await recognizeKeys(database.db, during.keyIds);
  const refused = await recognizeKeys(database.db, after.keyIds).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartupError);
  for (const { words } of SEALED_COLUMNS) expect(String(refused)).toContain(words);
  expect(String(refused)).toContain("signing secrets of endpoints (210)");
});

it("encrypts everything with the first key, killed and restarted, beside a copy that writes, and loses nothing", async () => {
  const expected = await readAll(before);
  const note = (killAt: number) => {
    let notes = 0;
    return () => {
      notes += 1;
      if (notes === killAt) throw new Error("killed");
    };
  };
  for (const killAt of [1, 2]) {
    await expect(resealEverything(database.shards, during, note(killAt))).rejects.toThrow("killed");
  }
  // A copy has written a credential, and commits it after it was read for re-encryption.
  const writer = await database.db.pool.connect();
  onTestFinished(() => writer.release(true));
  await writer.query("begin");
  await writer.query("update sources set verifier = $1 where name = 'row 0'", [during.seal("written")]);
  const lines: string[] = [];
  const sealing = resealEverything(database.shards, during, (line) => lines.push(line));
  await until(async () => {
    const waiting = "wait_event_type = 'Lock' and query like '%verifier%'";
    return (await database.db.pool.query(`select 1 from pg_stat_activity where ${waiting}`)).rowCount;
  });
  await writer.query("commit");
  expect((await sealing).size).toBe(0);
  expect(lines.length).toBeGreaterThan(0);

  const now = "sources.verifier written";
  const wanted = expected.filter((word) => word !== "sources.verifier verifier 0").concat(now);
  expect(await readAll(after)).toEqual(wanted.sort());
  expect((await findKeyUses(database.db, before.keyIds)).every(({ keyId }) => keyId === after.keyIds[0])).toBe(true);
  const { settings } = await database.db.selectFrom("projects").select("settings").executeTakeFirstOrThrow();
  expect(settings).toMatchObject({ retention: 7, meta_event: { url: "https://example.com" } });
  await recognizeKeys(database.db, after.keyIds);
});

it("leaves what no key decrypts unchanged, and reports how much that is", async () => {
  const foreign = createSecretBox([key(9)]).seal("lost");
  const { id } = await database.db
    .selectFrom("sources")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await database.db.updateTable("sources").set({ verifier: foreign }).where("id", "=", id).execute();
  const unreadable = await resealEverything(database.shards, during, () => {});
  expect([...unreadable]).toEqual([["verifiers of sources", 1]]);
  const row = await database.db.selectFrom("sources").select("verifier").where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.verifier).toBe(foreign);
});
