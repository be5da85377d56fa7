import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type BackupOptions, backUp } from "@/cli/backup";
import { type RestoreOptions, restore } from "@/cli/restore";
import { upgradeDatabase } from "@/cli/upgrade-database";
import { createEmptyDatabase, digestTables, runOn } from "@/lib/backup/backup.fixture";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { readEnv } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { createSecretBox } from "@/lib/kernel/secret-box";

const SECRET = "s".repeat(32);

let database: TestDatabase;
let folder: string;
let file: string;
const made: { drop(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), "hookyard-backup-"));
  file = path.join(folder, "all.backup");
  const [id = ""] = createSecretBox([Buffer.from(SECRET)]).keyIds;
  await database.db.insertInto("master_keys").values({ id }).execute();
  await database.db.insertInto("projects").values({ id: newId(), name: "kept", type: "outgoing" }).execute();
});
afterEach(async () => {
  for (const one of made.splice(0)) await one.drop();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const placeOf = (settings: Record<string, string>) => ({
  env: readEnv({ HOOKYARD_DATA: path.join(folder, "data"), HOOKYARD_SECRET: SECRET, ...settings }),
  isTold: true,
});

async function write(options: BackupOptions = {}, settings: Record<string, string> = {}) {
  const output = new PassThrough();
  const written = buffer(output);
  const notes: string[] = [];
  const place = placeOf({ DATABASE_URL: database.url, ...settings });
  const last = await backUp(place, options, { output, note: (line) => notes.push(line) }).finally(() => output.end());
  return { last, notes, bytes: await written };
}

async function read(from: string, options: RestoreOptions = {}, settings: Record<string, string> = {}, bytes?: Buffer) {
  const target = await createEmptyDatabase(database.url);
  made.push(target);
  const notes: string[] = [];
  const input = Readable.from(bytes ? [bytes] : []);
  const streams = { input, note: (line: string) => notes.push(line) };
  const done = restore(placeOf({ DATABASE_URL: target.url, ...settings }), from, options, streams);
  return { url: target.url, notes, last: await done.catch((error: Error) => error) };
}

const isEmpty = async (url: string) =>
  (await runOn(url, "select 1 from pg_class where relnamespace = 'public'::regnamespace")).length === 0;

it("writes a file for its owner alone, and says that the key is not in it; it is restored", async () => {
  const { last, notes } = await write({ out: file });
  expect(last).toBe(
    "It does not have the key that credentials are encrypted with. Keep that too, somewhere else: HOOKYARD_SECRET.",
  );
  expect(notes).toContain("projects: 1");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  expect((await readFile(file)).includes(SECRET)).toBe(false);

  const restored = await read(file);
  expect(restored.last).toMatch(/^Restored\./);
  expect(restored.notes[0]).toMatch(/^A backup of 20.*, by Hookyard .* on PostgreSQL 18.*, with events of all days\.$/);
  expect(await digestTables(restored.url)).toEqual(await digestTables(database.url));
});

it("goes through a pipe", async () => {
  const { bytes } = await write({ from: "2026-01-01" });
  const restored = await read("-", {}, {}, bytes);
  expect(restored.notes[0]).toContain("with events of days from 2026-01-01 to the last.");
  expect(await digestTables(restored.url)).toEqual(await digestTables(database.url));
});

it("says what is in a backup without restoring it", async () => {
  await write({ out: file });
  const { last, url } = await read(file, { dryRun: true });
  expect(String(last).split("\n").sort()).toEqual(["master_keys: 1", "projects: 1"]);
  expect(await isEmpty(url)).toBe(true);
});

it("encrypts with the passphrase of the settings, and does not decrypt with another", async () => {
  const settings = { HOOKYARD_BACKUP_PASSPHRASE: "correct horse battery" };
  await write({ out: file, encrypt: true }, settings);
  const wrong = await read(file, {}, { HOOKYARD_BACKUP_PASSPHRASE: "another passphrase" });
  expect(String(wrong.last)).toContain("Is it the right passphrase?");
  expect(await isEmpty(wrong.url)).toBe(true);
  expect(String((await read(file)).last)).toContain("The backup is encrypted: set HOOKYARD_BACKUP_PASSPHRASE");
  expect((await read(file, {}, settings)).last).toMatch(/^Restored\./);
  await expect(write({ out: file, encrypt: true })).rejects.toThrow("--encrypt: set HOOKYARD_BACKUP_PASSPHRASE");
});

it("changes nothing if a file is damaged, or if the key is another", async () => {
  await write({ out: file });
  const other = await read(file, {}, { HOOKYARD_SECRET: "t".repeat(32) });
  expect(String(other.last)).toContain("were encrypted with another key than the one in HOOKYARD_SECRET");
  expect(await isEmpty(other.url)).toBe(true);

  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - 20));
  const damaged = await read(file);
  expect(String(damaged.last)).toContain("The backup is damaged or cut off");
  expect(await isEmpty(damaged.url)).toBe(true);
  expect(String((await read(path.join(folder, "absent"))).last)).toContain("ENOENT");
});

it.each([
  [{ from: "15.1.2026" }, "Give a day as YYYY-MM-DD."],
  [{ from: "2026-02-02", to: "2026-02-01" }, "It is after --to."],
])("refuses %o", async (options, message) => {
  await expect(write({ ...options, out: path.join(folder, "never") })).rejects.toThrow(message);
  expect(existsSync(path.join(folder, "never"))).toBe(false);
});

it("upgrades no database but the embedded one", async () => {
  await expect(upgradeDatabase(placeOf({ DATABASE_URL: database.url }), {}, () => {})).rejects.toThrow(
    "DATABASE_URL is set: upgrade that PostgreSQL as its documentation says.",
  );
});
