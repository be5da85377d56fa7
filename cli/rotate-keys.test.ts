import { afterEach, beforeEach, expect, it } from "vitest";
import { rotateKeys } from "@/cli/rotate-keys";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { readEnv } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { createSecretBox } from "@/lib/kernel/secret-box";
import { recognizeKeys } from "@/lib/keys/recognize-keys";
import { readRunningKeys } from "@/lib/keys/running-keys";
import { type Engines, startEngines } from "@/lib/program/engines";
import { until } from "@/lib/program/engines.fixture";
import { createTestRuntime } from "@/lib/program/runtime.fixture";

const OLD = "o".repeat(32);
const NEW = "n".repeat(32);
const boxOf = (...keys: string[]) => createSecretBox(keys.map((key) => Buffer.from(key)));

let database: TestDatabase;
let running: Engines | null = null;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await stop();
  await database.close();
});

async function start(...keys: string[]): Promise<void> {
  const box = boxOf(...keys);
  await recognizeKeys(database.db, box.keyIds);
  running = await startEngines({ ...createTestRuntime(database, "web"), box });
  await until(async () => (await readRunningKeys(database.db)).length === 1);
}

async function stop(): Promise<void> {
  await running?.stop();
  running = null;
}

const rotate = (...keys: string[]) =>
  rotateKeys(readEnv({ DATABASE_URL: database.url, HOOKYARD_SECRET: keys.join(",") }), () => {});

async function device(): Promise<string> {
  const project_id = newId();
  await database.db.insertInto("projects").values({ id: project_id, name: project_id, type: "incoming" }).execute();
  const row = { project_id, id: newId(), host_name: "laptop", secret: boxOf(OLD).seal("what signs") };
  await database.db.insertInto("devices").values(row).execute();
  return row.id;
}

const stored = async (id: string) =>
  (await database.db.selectFrom("devices").select("secret").where("id", "=", id).executeTakeFirstOrThrow()).secret;

it("changes nothing while a running copy could not read it", async () => {
  const id = await device();
  await start(OLD);
  const sealed = await stored(id);
  await expect(rotate(NEW, OLD)).rejects.toThrow(
    /One running copy does not encrypt with the first key in HOOKYARD_SECRET/,
  );
  expect(await stored(id)).toBe(sealed);
  await stop();
  await start(OLD, NEW);
  await expect(rotate(NEW, OLD)).rejects.toThrow(/restart them, then run this again/);
  expect(await stored(id)).toBe(sealed);
});

it("says which key can be removed, which then can", async () => {
  const id = await device();
  await start(OLD);
  await stop();
  await start(NEW, OLD);
  await expect(recognizeKeys(database.db, boxOf(NEW).keyIds)).rejects.toThrow("signing secrets of devices (1)");
  expect(await rotate(NEW, OLD)).toBe(
    "Everything is encrypted with the first key in HOOKYARD_SECRET. The second one can go: remove it everywhere, then restart each copy.",
  );
  expect(boxOf(NEW).open(await stored(id))).toBe("what signs");
  await stop();
  await start(NEW);
  expect(await rotate(NEW)).toContain("one key");
  await expect(recognizeKeys(database.db, boxOf(OLD).keyIds)).rejects.toThrow(
    "encrypted with another key: signing secrets of devices (1)",
  );
});

it("refuses without a key that is still needed", async () => {
  await device();
  await expect(rotate(NEW)).rejects.toThrow("signing secrets of devices (1)");
});
