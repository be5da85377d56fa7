import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";
import { MAX_VERSIONS } from "@/lib/nouns/event-types/version-mutations";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  project = await bench.project("outgoing");
});

const json_schema = {
  type: "object",
  required: ["id", "status"],
  properties: { id: { type: "integer" }, status: { enum: ["paid", "pending"] }, amount: { type: "number" } },
};
const { amount: _amount, ...fewer } = json_schema.properties;
const narrower = { ...json_schema, properties: fewer };
const NAMED = "`data.amount` was removed";

async function define(body: object = {}) {
  const answer = await project.ask("POST", "/event-types", { body: { name: "invoice.paid", json_schema, ...body } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}
const change = (uid: string, body: object, key?: string) =>
  project.ask("PUT", `/event-types/${uid}`, { body, ...(key && { key }) });
const read = async (path: string) => (await project.ask("GET", path)).body.data;
const versionsOf = async (uid: string, query = "") => (await read(`/event-types/${uid}/versions${query}`)).content;
const numbersOf = async (uid: string) => (await versionsOf(uid)).map(({ number }: { number: number }) => number);

describe("a version of an event type", () => {
  it("is made by each save of another schema, example or description, with who and why, and by no other", async () => {
    const { uid, version } = await define();
    expect(version).toBe(1);
    await change(uid, { category: "Billing", is_deprecated: true, note: "no version" });
    await change(uid, { json_schema: { ...json_schema, properties: { ...json_schema.properties } } });
    expect(await numbersOf(uid)).toEqual([1]);
    await change(uid, { description: "An invoice was paid.", note: "Say what it is." });
    await change(uid, { example: { id: 1, status: "paid" } });
    const wider = { ...json_schema, properties: { ...json_schema.properties, currency: { type: "string" } } };
    expect((await change(uid, { json_schema: wider })).body.data.version).toBe(4);
    const all = await versionsOf(uid);
    expect(all).toMatchObject([
      { number: 4, is_current: true, is_breaking: false, note: "" },
      { number: 3, is_current: false },
      { number: 2, note: "Say what it is.", saved_by: expect.stringContaining("API key") },
      { number: 1, event_type_id: uid, saved_at: expect.any(String) },
    ]);
    expect(all[0]).not.toHaveProperty("json_schema");
    expect(await read(`/event-types/${uid}/versions/${all[0].uid}`)).toMatchObject({
      json_schema: wider,
      example: { id: 1, status: "paid" },
      description: "An invoice was paid.",
      changes: [{ path: "data.currency", message: "`data.currency` was added, optional", is_breaking: false }],
    });
    expect(await read(`/event-types/${uid}/versions/${all[3].uid}`)).toMatchObject({ json_schema, example: null });
  });

  it("can be compared with any other that is kept", async () => {
    const { uid } = await define();
    await change(uid, { description: "Paid." });
    await change(uid, { json_schema: narrower, accept_breaking_changes: true });
    const compare = (query: string) => project.ask("GET", `/event-types/${uid}/changes${query}`);
    expect((await compare("")).body.data).toEqual({
      from: 2,
      to: 3,
      is_breaking: true,
      changes: [{ path: "data.amount", message: NAMED, is_breaking: true }],
    });
    expect((await compare("?from=1&to=2")).body.data).toMatchObject({
      is_breaking: false,
      changes: [{ path: "description" }],
    });
    expect((await compare("?from=3&to=1")).body.data.changes).toHaveLength(2);
    const missing = await compare("?from=9");
    expect([missing.status, missing.body.error.fields]).toEqual([
      422,
      [{ path: "from", message: "There is no version 9." }],
    ]);
    expect((await compare("?to=x")).body.error.fields[0].path).toBe("to");
  });

  it("is of a bounded number, and goes with its type", async () => {
    const { uid } = await define();
    const { db } = bench.services;
    const rows = Array.from({ length: MAX_VERSIONS + 5 }, (_, at) => ({
      project_id: project.id,
      event_type_id: uid,
      id: newId(),
      number: at + 2,
      description: "",
      json_schema: JSON.stringify(json_schema),
      note: "",
      changes: "[]",
    }));
    await db.insertInto("event_type_versions").values(rows).execute();
    await change(uid, { description: "The latest" });
    const count = async () => {
      const of = db.selectFrom("event_type_versions").select("number").where("event_type_id", "=", uid);
      return (await of.orderBy("number").execute()).map(({ number }) => number);
    };
    expect(await count()).toHaveLength(MAX_VERSIONS);
    expect((await count()).at(-1)).toBe(MAX_VERSIONS + 7);
    const page = await read(`/event-types/${uid}/versions?perPage=2`);
    const next = await read(
      `/event-types/${uid}/versions?perPage=2&next_page_cursor=${page.pagination.next_page_cursor}`,
    );
    expect(next.content[0].number).toBe(MAX_VERSIONS + 5);
    await project.ask("DELETE", `/event-types/${uid}`);
    expect(await count()).toEqual([]);
    expect((await project.ask("GET", `/event-types/${uid}/versions`)).status).toBe(404);
  });

  it("is made up for by the next save, where an older program saved none", async () => {
    const { uid } = await define();
    const older = { ...json_schema, required: ["id"] };
    await bench.services.db
      .updateTable("event_types")
      .set({ json_schema: JSON.stringify(older) })
      .where("id", "=", uid)
      .execute();
    await change(uid, { description: "New" });
    expect(await versionsOf(uid)).toMatchObject([
      { number: 3, is_breaking: false },
      { number: 2, is_breaking: true, saved_by: null, saved_at: null },
      { number: 1 },
    ]);
  });

  it("is told to viewers, and to nobody of another project", async () => {
    const { uid } = await define();
    const [version] = await versionsOf(uid);
    const stranger = await bench.project("outgoing");
    const own = (await stranger.ask("POST", "/event-types", { body: { name: "mine" } })).body.data.uid;
    for (const path of [
      `${uid}/versions`,
      `${uid}/versions/${version.uid}`,
      `${own}/versions/${version.uid}`,
      `${uid}/changes`,
    ]) {
      expect((await stranger.ask("GET", `/event-types/${path}`)).status).toBe(404);
    }
    const key = project.keys.viewer;
    expect((await project.ask("GET", `/event-types/${uid}/versions/${version.uid}`, { key })).status).toBe(200);
    expect((await change(uid, { description: "mine" }, key)).status).toBe(403);
  });
});

describe("a breaking change", () => {
  it("is refused with its reasons and changes nothing, unless it is accepted", async () => {
    const { uid } = await define();
    const before = await read(`/event-types/${uid}`);
    const refused = await change(uid, { json_schema: narrower, description: "With it" });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      { code: "breaking_change", fields: [{ path: "json_schema", message: NAMED }] },
    ]);
    expect(await read(`/event-types/${uid}`)).toEqual(before);
    expect(await numbersOf(uid)).toEqual([1]);
    expect((await change(uid, { json_schema: narrower, accept_breaking_changes: true })).status).toBe(200);
    expect((await versionsOf(uid))[0]).toMatchObject({ number: 2, is_breaking: true });
    expect((await change(uid, { json_schema: null })).body.error.code).toBe("breaking_change");
    expect((await change(uid, { json_schema })).status).toBe(200);
  });

  it("is told beforehand to whoever asks, and nothing is stored", async () => {
    const { uid } = await define();
    const check = (body: object) => project.ask("POST", "/event-types/check", { body, key: project.keys.viewer });
    expect((await check({ name: "invoice.paid", json_schema: narrower })).body.data).toEqual({
      from: 1,
      to: null,
      is_breaking: true,
      changes: [{ path: "data.amount", message: NAMED, is_breaking: true }],
    });
    expect((await check({ name: "invoice.new", json_schema })).body.data).toMatchObject({
      from: null,
      is_breaking: false,
    });
    expect((await check({ name: "invoice.paid", json_schema: { type: 7 } })).body.error.fields[0].path).toBe(
      "json_schema.type",
    );
    expect(await numbersOf(uid)).toEqual([1]);
  });

  it("of an imported document refuses its type alone, unless it is accepted", async () => {
    await define();
    const example = { id: 1, status: "paid" };
    const post = (schema: object, content: object) => ({
      post: { requestBody: { content: { "application/json": { schema, ...content } } } },
    });
    const webhooks = { "invoice.paid": post(narrower, {}), "invoice.made": post(json_schema, { example }) };
    const run = async (more: object) => {
      const document = { openapi: "3.1.0", webhooks };
      return (await project.ask("POST", "/event-types/import", { body: { document, ...more } })).body.data;
    };
    const told = { name: "invoice.paid", result: "refused", breaking_changes: [NAMED] };
    expect(await run({ dry_run: true })).toMatchObject({ created: 1, refused: 1, results: [told, {}] });
    expect(await run({})).toMatchObject({ created: 1, updated: 0, refused: 1 });
    expect((await run({ accept_breaking_changes: true })).results[0]).toMatchObject({
      result: "updated",
      breaking_changes: [NAMED],
    });
    expect((await read("/event-types?q=invoice.made")).content[0]).toMatchObject({ example });
  });
});

describe("an example", () => {
  it("must match its schema, whichever of the two changes", async () => {
    const wrong = await project.ask("POST", "/event-types", { body: { name: "a", json_schema, example: { id: "x" } } });
    expect(wrong.status).toBe(422);
    expect(wrong.body.error.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
      "example.id",
      "example.status",
    ]);
    const { uid } = await define({ example: { id: 1, status: "pending" } });
    const narrow = { ...json_schema, properties: { ...json_schema.properties, status: { enum: ["paid"] } } };
    expect((await change(uid, { json_schema: narrow })).body.error.fields[0].path).toBe("example.status");
    expect((await change(uid, { json_schema: narrow, example: { id: 1, status: "paid" } })).status).toBe(200);
    expect((await change(uid, { example: null })).body.data.example).toBeNull();
    const large = await change(uid, { json_schema: null, example: "x".repeat(70_000), accept_breaking_changes: true });
    expect(large.body.error.fields[0].path).toBe("example");
  });

  it("of an imported document that does not match is left out, and the import says so", async () => {
    const schema = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
    const content = { "application/json": { schema, examples: { first: { value: { id: "x" } } } } };
    const document = { openapi: "3.1.0", webhooks: { "a.b": { post: { requestBody: { content } } } } };
    const { results } = (await project.ask("POST", "/event-types/import", { body: { document } })).body.data;
    expect(results[0]).toMatchObject({ result: "created", message: expect.stringContaining("example.id") });
    expect((await read("/event-types")).content[0].example).toBeNull();
  });
});
