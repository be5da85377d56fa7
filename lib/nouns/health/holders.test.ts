import { once } from "node:events";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type Database } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { PostgresServer } from "@/lib/feeds/change-stream/postgres-server.fixture";
import { HealthReader } from "@/lib/nouns/health/health-reader";
import { until } from "@/lib/program/engines.fixture";

/** What the driver has but does not declare: the connection under a client. */
type Wire = NodeJS.EventEmitter & { sendCopyFromChunk(bytes: Buffer): void };

const log = pino({ level: "silent" });
let server: PostgresServer;
let db: Database;
const standbys: pg.Client[] = [];

beforeAll(async () => {
  server = await PostgresServer.open();
  await server.restart({ max_prepared_transactions: 2 });
  const { host, port, user, password, database } = server.login;
  const url = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
  await migrate(url);
  db = createDatabase(url);
});
afterAll(async () => {
  await Promise.all(standbys.map((client) => client.end().catch(() => {})));
  await db.destroy();
  await server.close();
});

/** Follows as a standby does that keeps the rows which its queries may still read. */
async function follow(name: string, slot = ""): Promise<void> {
  const options: pg.ClientConfig & { replication: string } = {
    ...server.login,
    application_name: name,
    replication: "true",
  };
  const client = new pg.Client(options);
  client.on("error", () => {});
  standbys.push(client);
  await client.connect();
  const { rows } = await db.pool.query(
    "select pg_current_wal_flush_lsn() as lsn, pg_snapshot_xmin(pg_current_snapshot())::text as xmin",
  );
  const wire = (client as unknown as { connection: Wire }).connection;
  const started = once(wire, "replicationStart");
  client.query(`START_REPLICATION ${slot && `SLOT ${slot} `}PHYSICAL ${rows[0].lsn}`).catch(() => {});
  await started;
  const feedback = Buffer.alloc(25);
  feedback.write("h");
  feedback.writeUInt32BE(Number(rows[0].xmin), 9);
  wire.sendCopyFromChunk(feedback);
}

async function kindsUntil(kind: string) {
  return until(async () => {
    const { transactions, oldest_snapshot_age } = (await new HealthReader({ pool: db.pool, log }).read()).database;
    const found = transactions.find((open) => open.kind === kind);
    return found && { found, oldest_snapshot_age };
  });
}

it("tells of a prepared transaction, by its name and since when", async () => {
  const client = await server.connect();
  await client.query("begin; select pg_current_xact_id(); prepare transaction 'order-7'");
  const { found } = await kindsUntil("prepared");
  expect(found).toMatchObject({ name: "order-7", user: "hookyard", pid: null, state: null });
  expect(found.started_at).not.toBeNull();
  await client.query("rollback prepared 'order-7'");
});

it("tells of a standby's feedback, and of a slot that keeps rows for one which is away", async () => {
  await follow("replica-a");
  const { found } = await kindsUntil("standby");
  expect(found).toMatchObject({ name: "replica-a", started_at: null, age_seconds: null });
  expect(found.snapshot_age).toBeGreaterThanOrEqual(0);

  await server.ask("select pg_create_physical_replication_slot('replica_b')");
  await follow("replica-b", "replica_b");
  const slot = await kindsUntil("slot");
  expect(slot.found).toMatchObject({ name: "replica_b", started_at: null });
  expect(slot.found.pid).not.toBeNull();
  await standbys[1]?.end();
  for (let made = 0; made < 5; made += 1) await db.pool.query("select pg_current_xact_id()");
  const left = await until(async () => {
    const { found, oldest_snapshot_age } = await kindsUntil("slot");
    return found.pid === null && { found, oldest_snapshot_age };
  });
  expect(left.found.snapshot_age).toBeGreaterThanOrEqual(5);
  expect(left.oldest_snapshot_age).toBeGreaterThanOrEqual(left.found.snapshot_age ?? 0);
});
