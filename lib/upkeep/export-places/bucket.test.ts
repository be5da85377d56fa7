import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { EngineBench, until } from "@/lib/program/engines.fixture";
import { countRows, DAY, fillDay, keepDaysAfter, makeDay } from "@/lib/upkeep/days.fixture";
import { bucketPlace } from "@/lib/upkeep/export-places/bucket";
import { folderPlace } from "@/lib/upkeep/export-places/folder";
import type { ExportPlace } from "@/lib/upkeep/export-places/place";
import { S3Server } from "@/lib/upkeep/export-places/s3-server.fixture";

let bench: EngineBench;
let server: S3Server;
let folder: string;
let project: string;
let key: string;
beforeAll(async () => {
  [bench, server] = await Promise.all([EngineBench.open(), S3Server.open()]);
});
afterAll(async () => {
  await bench.close();
  await server.close();
});
beforeEach(async () => {
  server.reset();
  folder = await mkdtemp(path.join(os.tmpdir(), "hookyard-export-"));
  await query("truncate events, event_deliveries, delivery_attempts, meta_events, retention_exports, export_failures");
  await makeDay(bench.database);
  project = await bench.project("outgoing", { retention: 30 });
  key = `hooks/${project}/${DAY}.jsonl.gz`;
  return () => rm(folder, { recursive: true });
});

const query = async (text: string, values: unknown[] = []) => (await bench.database.db.pool.query(text, values)).rows;
const keepDays = (exportPlaces: ExportPlace[]) => keepDaysAfter(bench.database, 30, { exportPlaces });
const toBucket = () => keepDays([bucketPlace(server.bucket)]);
const failures = async () => (await query("select error from export_failures")).map(({ error }) => error);

/** A day that needs several parts: what is random cannot be packed. */
async function fillLargeDay(events: number): Promise<void> {
  await fillDay(bench.database, project, null, { count: events });
  await query(`
    update events set payload = (
      select string_agg(sha512(convert_to(id::text || n, 'UTF8')), '') from generate_series(1, 320) n
    )`);
}

describe("a day in a bucket", () => {
  it("is a file as in the folder, sent in parts, and then no longer in the database", async () => {
    await fillLargeDay(900);
    await keepDays([folderPlace(folder), bucketPlace(server.bucket)]);
    const { type, bytes } = await server.read(key);
    expect(bytes.length).toBeGreaterThan(16 * 1024 * 1024);
    expect(bytes.equals(await readFile(path.join(folder, project, `${DAY}.jsonl.gz`)))).toBe(true);
    expect(type).toBe("application/gzip");
    expect(server.seen).toEqual(["list", "create", "part", "part", "part", "complete", "head"]);
    expect(await countRows(bench.database, project)).toEqual([0, 0, 0, 0]);
    expect(await query("select part, file, lines from retention_exports")).toEqual([
      { part: 1, file: `${project}/${DAY}.jsonl.gz`, lines: 3_600 },
    ]);
  });

  it("is sent as a whole where it is small", async () => {
    await fillDay(bench.database, project, null, { count: 10 });
    await toBucket();
    expect(server.seen).toEqual(["list", "put", "head"]);
    expect(
      gunzipSync((await server.read(key)).bytes)
        .toString()
        .split("\n"),
    ).toHaveLength(41);
    expect(await countRows(bench.database, project)).toEqual([0, 0, 0, 0]);
  });

  it("is read back from a store that tells no checksum", async () => {
    server.tellsChecksums = false;
    await fillLargeDay(500);
    await toBucket();
    expect(server.seen.slice(-3)).toEqual(["complete", "head", "get"]);
    expect(await countRows(bench.database, project)).toEqual([0, 0, 0, 0]);
  });

  it("has a second part with what waited", async () => {
    await fillDay(bench.database, project, null, { count: 10 });
    bench.tamperWith(project);
    await query(
      `insert into delivery_queue (project_id, delivery_id, kind, lane_id, event_id, due_at)
       select project_id, id, 'delivery', project_id, event_id, now() from event_deliveries order by id limit 1`,
    );
    await toBucket();
    await query("truncate delivery_queue");
    await toBucket();
    expect((await server.names()).sort()).toEqual([`hooks/${project}/${DAY}.2.jsonl.gz`, key]);
    expect(await countRows(bench.database, project)).toEqual([0, 0, 0, 0]);
  });
});

type Faults = { says: string; large?: boolean; fault: S3Server["fault"] };

/** Refuses one kind of request. */
const refusing =
  (kind: string, status: number, code: string): S3Server["fault"] =>
  (asked) =>
    asked.kind === kind ? { status, code } : null;
const spoilt: S3Server["fault"] = ({ kind, body }) => {
  if (kind !== "put") return null;
  const other = Buffer.from(body);
  other[20] = (body[20] ?? 0) ^ 1;
  return other;
};

const FAULTS: Record<string, Faults> = {
  "the bucket is not there": {
    says: "there is no bucket days at http://",
    fault: refusing("list", 404, "NoSuchBucket"),
  },
  "the key is not known": {
    says: "the access key id is not known",
    fault: refusing("list", 403, "InvalidAccessKeyId"),
  },
  "the secret is wrong": {
    says: "the secret key does not fit the access key id",
    fault: refusing("list", 403, "SignatureDoesNotMatch"),
  },
  "nothing may be written": {
    says: "the credentials may not do this in the bucket days: It was refused",
    fault: refusing("put", 403, "AccessDenied"),
  },
  "nothing may be read": {
    says: "the credentials may not do this in the bucket days",
    fault: refusing("head", 403, ""),
  },
  "the store is full": { says: "QuotaExceeded: It was refused", fault: refusing("put", 409, "QuotaExceeded") },
  "the store is full in the middle": {
    says: "QuotaExceeded: It was refused",
    large: true,
    fault: ({ part }) => (part === 2 ? { status: 409, code: "QuotaExceeded" } : null),
  },
  "the store fails": { says: "InternalError: It was refused", fault: refusing("put", 500, "InternalError") },
  "parts cannot be put together": {
    says: "InternalError: It was refused",
    large: true,
    fault: refusing("complete", 500, "InternalError"),
  },
  "the connection breaks": { says: "socket hang up", fault: ({ kind }) => (kind === "put" ? "cut" : null) },
  "the connection breaks in the middle": {
    says: "socket hang up",
    large: true,
    fault: ({ part }) => (part === 2 ? "cut" : null),
  },
  "other bytes arrive": { says: "has another checksum in the bucket than what was sent", fault: spoilt },
  "not all bytes arrive": {
    says: "bytes in the bucket, of",
    fault: ({ kind, body }) => (kind === "put" ? body.subarray(1) : null),
  },
};

describe.each([true, false])("where the store tells checksums: %s", (tellsChecksums) => {
  it.each(Object.entries(FAULTS))(
    "keeps a day if %s, and notes it until it is there",
    async (_, { says, large, fault }) => {
      server.tellsChecksums = tellsChecksums;
      server.fault = fault;
      await (large ? fillLargeDay(500) : fillDay(bench.database, project, null, { count: 10 }));
      const all = Array.from({ length: 4 }, () => (large ? 500 : 10));
      await toBucket();
      expect(await failures()).toEqual([expect.stringContaining(says)]);
      expect(await countRows(bench.database, project)).toEqual(all);
      expect(server.unfinished).toBe(0);
      server.fault = () => null;
      await toBucket();
      expect(await failures()).toEqual([]);
      expect(await countRows(bench.database, project)).toEqual([0, 0, 0, 0]);
      expect(await server.names()).toEqual([key]);
      expect(
        gunzipSync((await server.read(key)).bytes)
          .toString()
          .split("\n"),
      ).toHaveLength(4 * (all[0] ?? 0) + 1);
    },
  );
});

it("keeps a day that one of two places does not have", async () => {
  await fillDay(bench.database, project, null, { count: 10 });
  const places = [bucketPlace(server.bucket), folderPlace(folder)];
  await writeFile(path.join(folder, project), "a file where the folder should be");
  await keepDays(places);
  expect(await failures()).toEqual([expect.stringContaining("EEXIST")]);
  expect(await server.names()).toEqual([key]);
  expect(await countRows(bench.database, project)).toEqual([10, 10, 10, 10]);
  await rm(path.join(folder, project));
  await keepDays(places);
  expect(await server.names()).toEqual([key]);
  expect(await readdir(path.join(folder, project))).toEqual([`${DAY}.jsonl.gz`]);
  expect(await countRows(bench.database, project)).toEqual([0, 0, 0, 0]);
});

it("leaves nothing of a file whose bytes cannot be read to their end", async () => {
  async function* broken() {
    for (let part = 0; part < 3; part += 1) yield randomBytes(8 * 1024 * 1024);
    throw new Error("the database went away");
  }
  const write = bucketPlace(server.bucket).write({ projectId: project, name: "x" }, broken());
  await expect(write).rejects.toThrow("the database went away");
  expect(await server.names()).toEqual([]);
  expect(server.unfinished).toBe(0);
});

it("loses nothing if it is killed in the middle, and clears away what the store has of it", async () => {
  await fillLargeDay(900);
  server.fault = ({ part }) => (part === 2 ? "never" : null);
  const importing = (file: string) => `await import(${JSON.stringify(fileURLToPath(new URL(file, import.meta.url)))})`;
  const code = `
    const { keepDaysAfter } = ${importing("../days.fixture.ts")};
    const { bucketPlace } = ${importing("./bucket.ts")};
    const { createDatabase } = ${importing("../../db/client.ts")};
    const db = createDatabase(${JSON.stringify(bench.database.url)});
    await keepDaysAfter({ db }, 30, { exportPlaces: [bucketPlace(${JSON.stringify(server.bucket)})] });`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], { stdio: "inherit" });
  const ended = once(child, "exit");
  await until(async () => server.seen.filter((kind) => kind === "part").length >= 2);
  child.kill("SIGKILL");
  await ended;
  expect([await server.names(), server.unfinished]).toEqual([[], 1]);
  expect(await countRows(bench.database, project)).toEqual([900, 900, 900, 900]);
  server.fault = () => null;
  // The dead copy's lock ends with its connection.
  await until(async () => {
    await toBucket();
    return (await countRows(bench.database, project))[0] === 0;
  });
  expect([await server.names(), server.unfinished]).toEqual([[key], 0]);
  expect(
    gunzipSync((await server.read(key)).bytes)
      .toString()
      .split("\n"),
  ).toHaveLength(3_601);
});
