import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sayStatus } from "@/cli/say-status";
import { status } from "@/cli/status";
import { INSTALLATION_EXAMPLES } from "@/lib/api/document/examples-installation";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { readEnv } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { InstallationHealth, ServerHealth } from "@/lib/nouns/health/schemas";

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, "..");

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const statusOf = (DATABASE_URL: string, options?: { json: boolean }) =>
  status({ env: readEnv({ DATABASE_URL }), isTold: true }, options);

it("says what is wrong, which copies run, and what waits", async () => {
  await database.db.pool.query(
    "insert into copies (id, worker_id, name, role, version) values ($1, null, 'hooks-1:812', 'web', '1.2.3')",
    [newId()],
  );
  const lines = (await statusOf(database.url)).split("\n");
  expect(lines[0]).toMatch(/^CRITICAL {2}measured \d{4}-/);
  expect(lines).toContain("CRITICAL  No copy delivers");
  expect(lines).toContainEqual(expect.stringMatching(/^hooks-1:812 +running +web +1\.2\.3 /));
  expect(lines).toContainEqual(expect.stringMatching(/^PostgreSQL \d+\.\d+ +\d+ of \d+, \d+ Hookyard's$/));
  expect(lines).toContainEqual(expect.stringMatching(/^Events to be routed +0 +nothing$/));
});

it("is told as JSON in the shape of the API", async () => {
  const told = JSON.parse(await statusOf(database.url, { json: true }));
  expect(InstallationHealth.parse(told)).toEqual(told);
  expect(told).toMatchObject({ level: "critical", servers: [], copies: [{ name: "hooks-1:812" }] });
});

it("ends once it has told", async () => {
  const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, DATABASE_URL: database.url };
  const command = ["dist/cli.js", "status"];
  // A connection that nobody closes would keep it for a minute.
  const { stdout } = await run(process.execPath, command, { cwd: ROOT, env, timeout: 50_000 });
  expect(stdout).toContain("No copy delivers");
}, 60_000);

it("changes nothing, and says why it cannot tell", async () => {
  const name = `t_${newId().replaceAll("-", "")}`;
  const empty = new URL(database.url);
  empty.pathname = `/${name}`;
  await database.db.pool.query(`create database ${name} template template0`);
  await expect(statusOf(empty.href)).rejects.toThrow("The database has not the tables of this version. Start a copy");
  await database.db.pool.query(`drop database ${name}`);
  await expect(statusOf("postgres://nobody@127.0.0.1:1/none")).rejects.toThrow(/does not answer: .*ECONNREFUSED/);
});

it("has a line for each server of a spread database, also for one that is away", () => {
  const server = ServerHealth.parse(INSTALLATION_EXAMPLES.ServerHealth);
  const nothing = { projects: null, version: null, connections: null, database_bytes: null, inbox: null, queue: null };
  const servers: ServerHealth[] = [
    { ...server, address: "db-1:5432", is_coordinator: true },
    { ...server, ...nothing, address: "db-2:5432", state: "away", reason: "connect ECONNREFUSED" },
  ];
  const health = InstallationHealth.parse(INSTALLATION_EXAMPLES.InstallationHealth);
  expect(sayStatus({ ...health, servers }).split("\n")).toEqual([
    "WARNING  measured 2027-01-31T12:00:00.000Z",
    "",
    "WARNING  pg_dump has been running for 31 min",
    expect.stringContaining("  Dead rows cannot be removed"),
    "",
    "COPY         STATE    ROLE  VERSION  STARTED                   LAST BEAT                 CLAIMS P50 · P95",
    "hooks-1:812  running  all   0.1.0    2027-01-29T08:00:00.000Z  2027-01-31T12:00:00.000Z  0.95 · 2.26 ms",
    "",
    "SERVER                   STATE    POSTGRESQL  CONNECTIONS  SHARDS  PROJECTS  SIZE      INBOX  QUEUE  LATE BY",
    "db-1:5432 (coordinator)  running  16.9        43 of 97     11      640       38.4 GiB  0      104    nothing",
    "db-2:5432                away     –           –            11      –         –         –      –      –",
    "",
    "WAITS                  AMOUNT  LATE BY",
    "Events to be routed    0       nothing",
    "Unfinished deliveries  312     nothing",
  ]);
});
