import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
});
afterAll(() => bench.close());

const database = { host: "db.example.com", database: "shop", user: "hookyard", password: "p4ss" };
const tables = ["public.orders"];
const create = (more: object, into = project) => {
  const db_change_stream = { ...database, ...more };
  return into.ask("POST", "/sources", { body: { name: "shop", type: "db_change_stream", db_change_stream } });
};
const wrongOf = async (answer: ReturnType<typeof create>) => {
  const { status, body } = await answer;
  return [status, ...(body.error?.fields ?? []).map((field: { path: string }) => field.path)];
};

it("completes omitted settings, stores the password encrypted and returns none", async () => {
  const { status, body } = await create({ tables });
  expect(status).toBe(201);
  expect(body.data.db_change_stream).toEqual({
    ...database,
    password: "[REDACTED]",
    port: 5432,
    ssl: "verify-full",
    publication: null,
    tables,
    operations: ["insert", "update", "delete", "truncate"],
    snapshot: false,
  });
  const query = bench.services.db.selectFrom("sources").select("db_change_stream").where("id", "=", body.data.uid);
  const { db_change_stream: sealed } = await query.executeTakeFirstOrThrow();
  expect(sealed).not.toContain("p4ss");
  expect(JSON.parse(bench.services.box.open(sealed ?? ""))).toMatchObject({ password: "p4ss" });
  const audit = await project.ask("GET", "/audit-log");
  expect(JSON.stringify(audit.body)).not.toContain("p4ss");
});

it("keeps its database, and sends its password to no other", async () => {
  const { body } = await create({ tables });
  const redacted = { ...database, password: "[REDACTED]", tables: ["public.a"] };
  const put = (db_change_stream: object) =>
    project.ask("PUT", `/sources/${body.data.uid}`, { body: { db_change_stream } });
  expect((await put(redacted)).status).toBe(200);
  const elsewhere = { ...redacted, host: "evil.example" };
  expect(await wrongOf(put(elsewhere))).toEqual([422, "db_change_stream.host"]);
  const test = { source_id: body.data.uid, db_change_stream: elsewhere };
  const tested = project.ask("POST", "/sources/test-connection", { body: test });
  expect(await wrongOf(tested)).toEqual([422, "db_change_stream.host"]);
});

it("refuses settings that could never work", async () => {
  expect(await wrongOf(create({}))).toEqual([422, "db_change_stream.tables"]);
  expect(await wrongOf(create({ tables, publication: "p" }))).toEqual([422, "db_change_stream.tables"]);
  expect(await wrongOf(create({ tables: ["orders"] }))).toEqual([422, "db_change_stream.tables.0"]);
  expect(await wrongOf(create({ tables, host: "/tmp" }))).toEqual([422, "db_change_stream.host"]);
  expect(await wrongOf(create({ tables, operations: ["upsert"] }))).toEqual([422, "db_change_stream.operations.0"]);
  expect(await wrongOf(create({ tables }, await bench.project("incoming")))).toEqual([422, "type"]);
});

it("forgets what is left at a database only on an admin's request, and records that", async () => {
  const { body } = await create({ tables });
  const source_id = body.data.uid;
  await bench.services.db
    .insertInto("source_consumers")
    .values({ project_id: project.id, source_id, has_remains: true })
    .execute();
  const list = async () => (await project.ask("GET", "/source-remains")).body.data;
  expect(await list()).toEqual([]);
  await project.ask("DELETE", `/sources/${source_id}`);
  expect(await list()).toMatchObject([
    { source_id, server: "db.example.com:5432", database: "shop", last_error: null },
  ]);
  const other = await bench.project("outgoing");
  expect((await other.ask("DELETE", `/source-remains/${source_id}`)).status).toBe(404);
  expect((await project.ask("DELETE", `/source-remains/${source_id}`)).status).toBe(200);
  expect(await list()).toEqual([]);
  const [entry] = (await project.ask("GET", "/audit-log")).body.data.content;
  expect(entry).toMatchObject({ action: "source.remains_forgotten", resource: { uid: source_id } });
});
