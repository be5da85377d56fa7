import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { listProjectTables } from "@/lib/upkeep/project-tables";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const ask = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await database.db.pool.query<Row>(text, values)).rows;

/** What belongs to the installation, its people or its copies, and to no project. */
const OF_INSTALLATION = [
  ["copies", "idempotent_requests", "ledger_checks", "master_keys", "projects", "receiver_certificates"],
  ["schema_migrations", "sessions", "setup_tokens"],
  ["users", "workers"],
].flat();

it("are all tables but those that belong to no project", async () => {
  const tables = await ask<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
  );
  const found = new Set((await listProjectTables(database.db.pool)).map(({ parent }) => parent));
  expect([...found, ...OF_INSTALLATION].sort()).toEqual(tables.map(({ name }) => name).sort());
});

it("include whatever refers to one of them", async () => {
  const references = await ask<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
     where contype = 'f' and conparentid = 0 and conrelid <> confrelid`,
  );
  const tables = await listProjectTables(database.db.pool);
  const place = (name: string) => tables.findIndex(({ parent }) => parent === name);
  const within = references.filter(({ parent }) => parent === "projects" || place(parent) >= 0);
  expect(within.length).toBeGreaterThan(20);
  expect(within.filter(({ child }) => place(child) < 0)).toEqual([]);
  const wrong = within.filter(({ child, parent }) => place(parent) >= 0 && place(child) > place(parent));
  expect(wrong).toEqual([]);
});

it("include each day, and what is in none", async () => {
  const parts = (await listProjectTables(database.db.pool)).filter(({ name, parent }) => name !== parent);
  for (const table of ["events", "event_deliveries", "delivery_attempts", "meta_events"]) {
    const names = parts.filter(({ parent }) => parent === table).map(({ name }) => name);
    expect(names).toContain(`${table}_default`);
    expect(names.length).toBeGreaterThan(5);
  }
});

/** They have few rows at any time, of all projects together. */
const SMALL = ["endpoint_health", "incident_deltas", "lanes", "views"];

it("are found by their project, so that a slice reads no rows of others", async () => {
  const unindexed = await ask<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relname = any($1) and not exists (
       select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where i.indrelid = c.oid and i.indpred is null and a.attname = 'project_id'
     ) order by 1`,
    (await listProjectTables(database.db.pool)).map(({ name }) => name),
  );
  expect(unindexed.map(({ name }) => name)).toEqual(SMALL);
});
