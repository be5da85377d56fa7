import { readdir, readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench } from "@/lib/api/api.fixture";
import { ROUTES } from "@/lib/api/routes/registry";
import { World } from "@/lib/api/world.fixture";
import { makeCertificate } from "@/lib/egress/authority.fixture";
import { SEALED_COLUMNS } from "@/lib/keys/sealed-columns";

let bench: ApiBench;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());

const READABLE = ["text", "json", "jsonb", "bytea", "ARRAY", "character varying"];

it("knows exactly the columns in which encrypted text is found after each operation was called", async () => {
  const world = await World.open(bench);
  const chat_webhook_url = "https://hooks.example.com/services/x";
  const authentication = { type: "basic_auth", basic_auth: { username: "ada", password: "hush" } };
  const tls = { ca_certificate: makeCertificate({ name: "An authority", isAuthority: true }).pem };
  await world.incoming.endpoint({ chat_webhook_url, authentication, tls });
  const rest_api = { url: "https://api.example.com", auth: { type: "bearer", bearer: { token: "hush" } } };
  await world.made(world.incoming, "/sources", { name: "api", type: "rest_api", rest_api });
  const pub_sub = { type: "amqp", amqp: { host: "mq.example.com", port: "5672", queue: "q" } };
  await world.made(world.outgoing, "/sources", { name: "mq", type: "pub_sub", pub_sub });
  await world.remains();
  for (const route of ROUTES) {
    const { path, headers, ...call } = await world.callOf(route);
    const asked = { ...call, headers: { ...headers, "idempotency-key": `sealed-${route.id}` } };
    expect((await bench.ask(route.method.toUpperCase(), path, asked)).status, route.id).toBeLessThan(300);
  }

  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace
    where c.table_schema = 'public' and c.data_type = any(${READABLE}) and k.relkind in ('r', 'p') and not k.relispartition`.execute(
    bench.services.db,
  );
  const found: string[] = [];
  for (const { table, column } of rows) {
    const place = sql.ref(column);
    const seen = await sql`
      select 1 from ${sql.table(table)}
      where ${place}::text like ${`%v1.${bench.services.box.keyIds[0]}.%`} limit 1`.execute(bench.services.db);
    if (seen.rows.length > 0) found.push(`${table}.${column}`);
  }
  expect(found.sort()).toEqual(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort());
});

/** The files that encrypt something. A new one needs its column in SEALED_COLUMNS, and is then named here. */
const SEALING = [
  "api/idempotency.ts",
  "keys/rotate-keys.ts",
  "nouns/alert-routes/mutations.ts",
  "nouns/devices/mutations.ts",
  "nouns/endpoints/key-pairs.ts",
  "nouns/endpoints/mutations.ts",
  "nouns/endpoints/rotate-secret.ts",
  "nouns/endpoints/seal-chat-urls.ts",
  "nouns/project-settings/stored-settings.ts",
  "nouns/sources/mutations.ts",
  "nouns/sources/secrets.ts",
  "nouns/sources/stored-handshakes.ts",
];

it("knows every file that encrypts", async () => {
  const folder = new URL("..", import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.(test|fixture))\.ts$/.test(file));
  const sealing: string[] = [];
  for (const file of files) {
    if (/\bbox\.seal\(/.test(await readFile(new URL(file, folder), "utf8"))) sealing.push(file);
  }
  expect(sealing.sort()).toEqual(SEALING);
});

it("names the primary key of each table", async () => {
  for (const { table, key } of SEALED_COLUMNS) {
    const { rows } = await sql<{ name: string }>`
      select a.attname as name from pg_index i
      join unnest(i.indkey) with ordinality as k(attnum, at) on true
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = ${table}::regclass and i.indisprimary order by k.at`.execute(bench.services.db);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(key));
  }
});
