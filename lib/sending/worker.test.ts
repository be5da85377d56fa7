import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { DatabaseProxy } from "@/lib/db/database-proxy.fixture";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { newId } from "@/lib/kernel/ids";
import { createLogger } from "@/lib/kernel/log";
import { until } from "@/lib/program/engines.fixture";
import { hasProcessEnded, identifyMachine, identifyProcess } from "@/lib/sending/process-life";
import { registerWorker } from "@/lib/sending/worker";

const log = createLogger({ LOG_LEVEL: "silent" });
const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function openDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  ends.push(() => database.close());
  return database;
}

async function register({ url, db }: TestDatabase, options: { unseenSeconds?: number; through?: string } = {}) {
  const { through, ...rest } = options;
  const worker = await registerWorker({ url: through ?? url, pool: db.pool, shards: () => [db.pool], log, ...rest });
  ends.push(() => worker.close());
  let freed = 0;
  worker.start(() => {
    freed += 1;
  });
  return { worker, freed: () => freed };
}

/** Leaves only the row of a worker, last seen `seconds` ago. */
async function leaveBehind(
  { db }: TestDatabase,
  { process = null, seconds = 0 }: { process?: string | null; seconds?: number },
) {
  const id = newId();
  const seenAt = new Date(Date.now() - seconds * 1_000);
  await db
    .insertInto("workers")
    .values({ id, lock_key: Math.floor(Math.random() * 2 ** 40), name: "left", process, seen_at: seenAt })
    .execute();
  return id;
}

const listWorkers = async ({ db }: TestDatabase) =>
  (await db.selectFrom("workers").select(["id", "started_at", "seen_at"]).orderBy("id").execute()).map((row) => row);

const isListed = async (database: TestDatabase, id: string) =>
  (await listWorkers(database)).some((row) => row.id === id);

it("frees the leases of an ended process of this machine at once", async () => {
  const database = await openDatabase();
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  const own = identifyProcess() ?? "";
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  const startedAt = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  const identity = `${identifyMachine()} ${child.pid} ${startedAt}`;
  expect([hasProcessEnded(own), hasProcessEnded(identity)]).toEqual([false, false]);
  const id = await leaveBehind(database, { process: identity, seconds: 3_600 });
  const { worker, freed } = await register(database);
  await until(async () =>
    (await listWorkers(database)).some((row) => row.id === worker.id && row.seen_at > row.started_at),
  );
  // It lives, whatever else is missing.
  expect(await isListed(database, id)).toBe(true);

  child.kill("SIGKILL");
  await once(child, "exit");
  await until(async () => !(await isListed(database, id)));
  await until(() => freed() === 1);
  expect(hasProcessEnded(identity)).toBe(true);
  // Another boot, another container: nothing is known of it here.
  expect(hasProcessEnded(identity.replace(/^./, (first) => (first === "0" ? "1" : "0")))).toBe(false);
});

it("goes by the last beat only after its own lock lasted as long", async () => {
  const database = await openDatabase();
  const gone = await leaveBehind(database, { seconds: 3_600 });
  const seen = await leaveBehind(database, { seconds: -3_600 });
  const startedAt = performance.now();
  const { freed } = await register(database, { unseenSeconds: 3 });
  await until(async () => !(await isListed(database, gone)));
  expect(performance.now() - startedAt).toBeGreaterThan(2_900);
  await until(() => freed() === 1);
  expect(await isListed(database, seen)).toBe(true);
});

it("is not declared dead while it lives, although a failover took its lock and its packets", async () => {
  const database = await openDatabase();
  const proxy = await new DatabaseProxy().open(database.url);
  ends.push(() => proxy.close());
  const { worker } = await register(database, { through: proxy.url, unseenSeconds: 3_600 });
  const gone = await leaveBehind(database, { seconds: 3_600 });
  const finder = await register(database);
  // From here on the last beat decides.
  await until(() => finder.freed() === 1);
  expect(await isListed(database, gone)).toBe(false);
  const [before] = (await listWorkers(database)).filter(({ id }) => id === worker.id);
  const readLocks = async () => {
    const { rows } = await database.db.pool.query<{ pid: number }>(
      `select l.pid from pg_locks l join workers w on w.id = $1
         and l.objid = (w.lock_key & 4294967295)::oid and l.classid = (w.lock_key >> 32)::oid
       where l.locktype = 'advisory'`,
      [worker.id],
    );
    return rows.map(({ pid }) => pid);
  };
  const [old] = await readLocks();
  expect(old).toBeGreaterThan(0);

  proxy.failOver(database.url);
  await database.db.pool.query("select pg_terminate_backend($1)", [old]);
  await until(async () => (await readLocks()).length === 0);
  await until(async () => (await readLocks()).length === 1);
  const [after] = (await listWorkers(database)).filter(({ id }) => id === worker.id);
  expect(after?.started_at).toEqual(before?.started_at);
  expect(finder.freed()).toBe(1);
});

it("shares its lock with an older session that the server still believes in", async () => {
  const database = await openDatabase();
  const proxy = await new DatabaseProxy().open(database.url);
  ends.push(() => proxy.close());
  const { worker } = await register(database, { through: proxy.url });
  await until(async () => (await listWorkers(database)).some(({ id }) => id === worker.id));
  // The server does not notice the end.
  proxy.failOver(database.url);
  await until(() => proxy.opened > 1);
  const opened = proxy.opened;
  const seenAt = async () => (await listWorkers(database)).find(({ id }) => id === worker.id)?.seen_at.getTime() ?? 0;
  const lostAt = await seenAt();
  await until(async () => (await seenAt()) > lostAt);
  expect(proxy.opened).toBe(opened);
});

it("takes turns with the others that live", async () => {
  const database = await openDatabase();
  await leaveBehind(database, { seconds: 10 });
  const { worker: first } = await register(database);
  const { worker: second } = await register(database);
  const turnsOf = (worker: typeof first) => [0, 1, 2, 3].map((turn) => worker.isTurn(turn));
  await until(() => turnsOf(first).some((isOurs) => !isOurs));
  expect(turnsOf(first)).toEqual(turnsOf(second).map((isOurs) => !isOurs));
  expect(turnsOf(first).filter(Boolean)).toHaveLength(2);
  await second.close();
  await until(() => turnsOf(first).every(Boolean));
});
