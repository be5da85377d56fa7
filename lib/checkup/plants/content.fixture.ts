import pg from "pg";
import { type CheckupBench, MASTER_KEY } from "@/lib/checkup/checkup-bench.fixture";
import type { Facts } from "@/lib/checkup/facts/facts";
import { seen } from "@/lib/checkup/look";
import type { Plant } from "@/lib/checkup/plants/plant.fixture";
import { makeCertificate, toKeyPem } from "@/lib/egress/authority.fixture";
import { newId } from "@/lib/kernel/ids";
import { toListenerName } from "@/lib/keys/running-keys";
import { createProject } from "@/lib/nouns/projects/mutations";

const DAY_MS = 86_400_000;
const OLD_ID = "01890000-0000-7000-8000-000000000000";

async function makeProject(bench: CheckupBench): Promise<string> {
  return (await createProject(bench.api.system, { name: `p ${newId()}`, type: "outgoing" })).uid;
}

async function withEndpoint(bench: CheckupBench, more: { tls?: object; support_email?: string }) {
  const { support_email = null } = more;
  const tls = more.tls === undefined ? null : bench.api.services.box.seal(JSON.stringify(more.tls));
  const values = { project_id: await makeProject(bench), id: newId(), name: "orders", url: "https://example.com" };
  await bench.db
    .insertInto("endpoints")
    .values({ ...values, tls, support_email })
    .execute();
  return { undo: () => bench.ask("delete from endpoints where id = $1", [values.id]) };
}

function certified(bench: CheckupBench, to: Date) {
  const made = makeCertificate({ name: "client.test", from: new Date(Date.now() - 60 * DAY_MS), to });
  return withEndpoint(bench, {
    tls: { client_certificate: made.pem, client_key: toKeyPem(made), ca_certificate: "" },
  });
}

type Consumer = { state: string; failures: number; settings?: object };

/** A source that a copy has in its hands. */
async function consumed(bench: CheckupBench, { state, failures, settings }: Consumer) {
  const [project, id] = [await makeProject(bench), newId()];
  const type = settings ? "db_change_stream" : "pub_sub";
  const sealed = settings ? bench.api.services.box.seal(JSON.stringify(settings)) : null;
  await bench.ask(
    `insert into sources (project_id, id, mask_id, name, type, db_change_stream) values ($1, $2, $3, 'queue', $4, $5)`,
    [project, id, id, type, sealed],
  );
  await bench.ask(
    `insert into source_consumers (project_id, source_id, worker_id, lease_until, state, failures, last_error)
     values ($1, $2, $2, now() + interval '1 hour', $3, $4, 'Nobody answers.')`,
    [project, id, state, failures],
  );
  return {
    async undo() {
      await bench.ask("delete from source_consumers where source_id = $1", [id]);
      await bench.ask("delete from sources where id = $1", [id]);
    },
  };
}

async function asked(bench: CheckupBench, done: string, undone: string) {
  await bench.ask(done);
  return { undo: () => bench.ask(undone) };
}

/** Does these on one connection, and has them in the statistics at once. */
async function counted(bench: CheckupBench, statements: readonly string[]): Promise<void> {
  const client = await bench.db.pool.connect();
  for (const text of statements) await client.query(text);
  await client.query("select pg_stat_force_next_flush()");
  await client.query("select");
  client.release();
}

async function noted(bench: CheckupBench, copy: Parameters<CheckupBench["noteCopy"]>[0]) {
  const id = await bench.noteCopy(copy);
  return { undo: () => bench.ask("delete from copies where id = $1", [id]) };
}

const cost = (p95_ms: number) => ({ claims: 100, p50_ms: 1, p95_ms, slowest_ms: 9_000, lanes: 100, leases: 100 });

/** Lets every open transaction be so old. */
function aged(facts: Facts, seconds: number): Facts {
  const { health } = facts;
  if (!health.seen || !health.value) return facts;
  const { database } = health.value;
  const transactions = database.transactions.map((open) => ({ ...open, age_seconds: seconds }));
  return { ...facts, health: seen({ ...health.value, database: { ...database, transactions } }) };
}

/** A transaction that is open for more than a second, which are those that are told. */
async function openTransaction(bench: CheckupBench) {
  const client = new pg.Client({ connectionString: bench.settings.DATABASE_URL, application_name: "forgotten" });
  await client.connect();
  await client.query("begin");
  await client.query("select txid_current(), pg_sleep(1.1)");
  return { undo: () => client.end() };
}

const minutes = (count: number) => `now() - interval '${count} minutes'`;
const queued = (due: string) =>
  `insert into lanes (lane_id, project_id, due_at) values ('${OLD_ID}', '${OLD_ID}', ${due})`;

export const CONTENT_PLANTS: readonly Plant[] = [
  {
    finds: { migrations_pending: "warning" },
    async arrange(bench) {
      const { rows } = await bench.ask("select max(name) as name from schema_migrations");
      const name = pg.escapeLiteral((rows as { name: string }[])[0]?.name ?? "");
      return asked(
        bench,
        `delete from schema_migrations where name = ${name}`,
        `insert into schema_migrations (name) values (${name})`,
      );
    },
  },
  {
    finds: { database_newer: "critical" },
    arrange: (bench) =>
      asked(
        bench,
        "insert into schema_migrations (name) values ('9999_tomorrow.sql')",
        "delete from schema_migrations where name = '9999_tomorrow.sql'",
      ),
  },
  {
    finds: { database_newer: "warning" },
    arrange: (bench) =>
      asked(
        bench,
        "insert into schema_migrations (name, beside) values ('9999_tomorrow.sql', '0.0')",
        "delete from schema_migrations where name = '9999_tomorrow.sql'",
      ),
  },
  {
    finds: { no_copy_delivers: "critical" },
    arrange: (bench) => asked(bench, "update copies set role = 'web'", "update copies set role = 'all'"),
  },
  { finds: { copy_silent: "warning" }, arrange: (bench) => noted(bench, { seen: 60, name: "lost" }) },
  { finds: { versions_mixed: "warning" }, arrange: (bench) => noted(bench, { runs: "0.0.1" }) },
  { finds: { claims_slow: "warning" }, arrange: (bench) => noted(bench, { claims: cost(300) }) },
  { finds: { claims_slow: "critical" }, arrange: (bench) => noted(bench, { claims: cost(3_000) }) },
  {
    finds: { transaction_open_long: "warning" },
    arrange: openTransaction,
    alter: (facts) => aged(facts, 700),
  },
  {
    finds: { transaction_open_long: "critical" },
    arrange: openTransaction,
    alter: (facts) => aged(facts, 30_000),
  },
  {
    finds: { dead_rows: "warning" },
    async arrange(bench) {
      await counted(bench, [
        "alter table routing_queue set (autovacuum_enabled = off)",
        "insert into routing_queue (project_id, event_id, due_at) select gen_random_uuid(), gen_random_uuid(), now() from generate_series(1, 100001)",
        "delete from routing_queue",
      ]);
      const undone = ["truncate routing_queue", "alter table routing_queue reset (autovacuum_enabled)"];
      return { undo: () => counted(bench, undone) };
    },
  },
  {
    finds: { inbox_waits: "critical" },
    arrange: (bench) =>
      asked(
        bench,
        `insert into routing_queue (project_id, event_id, due_at) values ('${OLD_ID}', '${OLD_ID}', now())`,
        "delete from routing_queue",
      ),
  },
  {
    finds: { deliveries_overdue: "warning" },
    arrange: (bench) => asked(bench, queued(minutes(10)), "delete from lanes"),
  },
  {
    finds: { deliveries_overdue: "critical" },
    arrange: (bench) => asked(bench, queued(minutes(70)), "delete from lanes"),
  },
  {
    finds: { key_missing: "critical" },
    async arrange(bench) {
      const tls = { client_certificate: "", client_key: "", ca_certificate: "" };
      return { ...(await withEndpoint(bench, { tls })), settings: { HOOKYARD_SECRET: "hush".repeat(9) } };
    },
  },
  {
    finds: { copies_have_another_key: "critical" },
    async arrange(bench) {
      const client = new pg.Client({
        connectionString: bench.settings.DATABASE_URL,
        application_name: toListenerName(["otherkey"]),
      });
      await client.connect();
      return { undo: () => client.end() };
    },
  },
  {
    finds: { rotation_unfinished: "advice" },
    arrange: () => ({ settings: { HOOKYARD_SECRET: `${MASTER_KEY},${"hush".repeat(9)}` } }),
  },
  {
    finds: { no_owner: "warning" },
    arrange: (bench) =>
      asked(bench, "update users set is_owner = false", "update users set is_owner = true where email like 'owner@%'"),
  },
  {
    finds: { source_parked: "critical" },
    arrange: (bench) => consumed(bench, { state: "parked", failures: 5 }),
  },
  {
    finds: { source_retrying: "warning" },
    arrange: (bench) => consumed(bench, { state: "retrying", failures: 3 }),
  },
  {
    finds: { change_stream_not_ready: "warning" },
    async arrange(bench) {
      const { login } = bench.server;
      const settings = { ...login, ssl: "disable", publication: "absent", tables: [], operations: [], snapshot: false };
      const source = await consumed(bench, { state: "connecting", failures: 0, settings });
      return { ...source, settings: { HOOKYARD_EGRESS_ALLOW: "127.0.0.0/8" } };
    },
  },
  {
    finds: { certificate_expired: "critical" },
    arrange: (bench) => certified(bench, new Date(Date.now() - DAY_MS)),
  },
  {
    finds: { certificate_expiring: "warning" },
    arrange: (bench) => certified(bench, new Date(Date.now() + 10 * DAY_MS)),
  },
  {
    finds: { nobody_is_told: "warning" },
    arrange: (bench) => withEndpoint(bench, {}),
  },
  {
    finds: { nobody_is_told: "warning" },
    how: "by addresses for mail, without mail",
    async arrange(bench) {
      const endpoint = await withEndpoint(bench, { support_email: "help@example.com" });
      return { ...endpoint, settings: { SMTP_URL: "", SMTP_FROM: "" } };
    },
  },
  {
    finds: { support_emails_unsent: "warning" },
    async arrange(bench) {
      const endpoint = await withEndpoint(bench, { support_email: "help@example.com" });
      return { ...endpoint, settings: { SMTP_URL: "", SMTP_FROM: "" } };
    },
  },
];
