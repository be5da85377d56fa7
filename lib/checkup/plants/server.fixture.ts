import { networkInterfaces } from "node:os";
import type pg from "pg";
import type { CheckupBench } from "@/lib/checkup/checkup-bench.fixture";
import { HUSH } from "@/lib/checkup/checkup-bench.fixture";
import type { Facts, Server } from "@/lib/checkup/facts/facts";
import { seen } from "@/lib/checkup/look";
import type { Plant } from "@/lib/checkup/plants/plant.fixture";
import { missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { openDistributed } from "@/lib/db/placement/distributed.fixture";
import { missingPooler, openPooler } from "@/lib/db/pooler.fixture";
import { createTestDatabase } from "@/lib/db/test-database";

const MINUTE_MS = 60_000;

/** Settings of the server that hold while the plant does. */
async function restarted(bench: CheckupBench, settings: Record<string, string | number>) {
  await bench.restart(settings);
  return { undo: () => bench.restart() };
}

/** A statement of a superuser, and the one that undoes it. */
async function asked({ server }: CheckupBench, done: string, undone: string) {
  await server.ask(done);
  return { undo: () => server.ask(undone) };
}

async function anotherDatabase(bench: CheckupBench, name: string, options = "") {
  const { undo } = await asked(bench, `create database ${name} owner app ${options}`, `drop database ${name}`);
  return { settings: { DATABASE_URL: bench.urlOf(name) }, undo };
}

async function pooled(mode: "session" | "transaction", ignored?: string) {
  const database = await createTestDatabase();
  const pooler = await openPooler(database.url, mode, ignored);
  return {
    settings: { DATABASE_URL: pooler.url },
    async undo() {
      await pooler.close();
      await database.close();
    },
  };
}

/** An address of this machine in a network. */
function ownAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address;
}

function withServer(facts: Facts, more: Partial<Server>): Facts {
  const { server } = facts;
  return server.seen && server.value ? { ...facts, server: seen({ ...server.value, ...more }) } : facts;
}

const loginAs = (bench: CheckupBench, user: string, password: string) => {
  const url = new URL(bench.settings.DATABASE_URL ?? "");
  url.username = user;
  url.password = encodeURIComponent(password);
  return url.href;
};

export const SERVER_PLANTS: readonly Plant[] = [
  {
    finds: { database_unreachable: "critical" },
    how: "nobody listens",
    arrange: () => ({ settings: { DATABASE_URL: `postgres://app:${HUSH}@127.0.0.1:1/hookyard` } }),
  },
  {
    finds: { database_unreachable: "critical" },
    how: "a wrong password",
    arrange: (bench) => ({ settings: { DATABASE_URL: loginAs(bench, "app", `${HUSH}-wrong`) } }),
  },
  {
    finds: { database_unreachable: "critical" },
    how: "no such database",
    arrange: (bench) => ({ settings: { DATABASE_URL: bench.urlOf("absent") } }),
  },
  { finds: { server_away: "critical" }, missing: missingCitus, arrange: withServerAway },
  {
    finds: { pooler_in_transaction_mode: "critical" },
    missing: missingPooler,
    arrange: () => pooled("transaction"),
  },
  {
    finds: { pooler_refuses_options: "critical" },
    missing: missingPooler,
    arrange: () => pooled("session", "extra_float_digits"),
  },
  {
    finds: { postgres_too_old: "critical" },
    arrange: () => ({}),
    alter: (facts) => withServer(facts, { versionNumber: 140_011 }),
  },
  {
    finds: { postgres_out_of_support: "warning" },
    arrange: () => ({ search: { now: () => new Date("2031-01-01") } }),
  },
  {
    finds: { postgres_not_tested: "advice" },
    arrange: () => ({}),
    alter: (facts) => withServer(facts, { versionNumber: 190_000 }),
  },
  {
    finds: { fsync_off: "critical", full_page_writes_off: "critical", autovacuum_off: "critical" },
    arrange: (bench) => restarted(bench, { fsync: "off", full_page_writes: "off", autovacuum: "off" }),
  },
  {
    finds: { synchronous_commit_off: "critical" },
    arrange: (bench) =>
      asked(bench, "alter role app set synchronous_commit = off", "alter role app reset synchronous_commit"),
  },
  {
    finds: { encoding_not_utf8: "critical", database_empty: "warning" },
    arrange: (bench) => anotherDatabase(bench, "latin", "encoding 'LATIN1' locale 'C' template template0"),
  },
  {
    finds: { database_read_only: "critical" },
    arrange: (bench) =>
      asked(
        bench,
        "alter database hookyard set default_transaction_read_only = on",
        "alter database hookyard reset default_transaction_read_only",
      ),
  },
  {
    finds: { database_without_tls: "warning" },
    missing: () => (ownAddress() ? null : "an address in a network"),
    async arrange(bench) {
      const address = ownAddress() ?? "";
      const line = `host all all ${address}/32 scram-sha-256`;
      await bench.server.ask(`copy (select '${line}') to program 'cp pg_hba.conf hba.old; cat >> pg_hba.conf'`);
      await bench.restart({ listen_addresses: "*" });
      const url = new URL(bench.settings.DATABASE_URL ?? "");
      url.hostname = address;
      return {
        settings: { DATABASE_URL: url.href },
        async undo() {
          await bench.server.ask("copy (select '') to program 'mv hba.old pg_hba.conf'");
          await bench.restart();
        },
      };
    },
  },
  {
    finds: { database_superuser: "advice" },
    arrange: (bench) => ({
      settings: { DATABASE_URL: loginAs(bench, bench.server.login.user, bench.server.login.password) },
    }),
  },
  {
    finds: { statistics_hidden: "advice" },
    arrange: (bench) => asked(bench, "revoke pg_read_all_stats from app", "grant pg_read_all_stats to app"),
  },
  {
    finds: { clock_differs: "warning" },
    arrange: () => ({ search: { now: () => new Date(Date.now() + 5_000) } }),
  },
  {
    finds: { clock_differs: "critical" },
    how: "a minute behind",
    arrange: () => ({ search: { now: () => new Date(Date.now() - MINUTE_MS) } }),
  },
  {
    finds: { slot_inactive: "warning", slot_retains_log: "warning" },
    async arrange(bench) {
      const held = await asked(
        bench,
        "select pg_create_physical_replication_slot('left', true)",
        "select pg_drop_replication_slot('left')",
      );
      // A segment has 16 MiB.
      const fill =
        "do $$ begin for i in 1..66 loop perform pg_logical_emit_message(false, '', ''); perform pg_switch_wal(); end loop; end $$";
      await bench.server.ask(fill);
      return held;
    },
  },
  {
    finds: { connections_used_up: "warning", connections_too_few: "warning" },
    async arrange(bench) {
      // 37 are allowed, of which the check-up takes three.
      const { undo } = await restarted(bench, { max_connections: 40 });
      const clients: pg.Client[] = [];
      while ((await countConnections(bench)) < 31) clients.push(await bench.server.connect());
      return {
        async undo() {
          await Promise.all(clients.map((client) => client.end()));
          await undo();
        },
      };
    },
  },
];

/** The database of another installation, on several servers of which one has ended. */
async function withServerAway() {
  const { cluster, database } = await openDistributed();
  await cluster.nodes[1]?.kill();
  return { settings: { DATABASE_URL: database.url }, undo: () => database.close() };
}

async function countConnections({ server }: CheckupBench): Promise<number> {
  const { rows } = await server.ask("select count(*)::int as used from pg_stat_activity where datid is not null");
  return (rows as { used: number }[])[0]?.used ?? 0;
}
