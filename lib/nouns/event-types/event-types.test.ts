import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let project: ApiProject;
let endpoint_id: string;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
  endpoint_id = await project.endpoint();
});
afterAll(() => bench.close());

const json_schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  required: ["id", "lines"],
  additionalProperties: false,
  properties: {
    id: { type: "string", pattern: "^inv_[a-z0-9]+$" },
    lines: { type: "array", uniqueItems: true, items: { $ref: "#/$defs/line" } },
  },
  $defs: { line: { type: "object", properties: { amount: { type: "number", minimum: 0 } } } },
};
const define = (body: object) => project.ask("POST", "/event-types", { body });
const send = (event_type: string, data: unknown) =>
  project.ask("POST", "/events", { body: { endpoint_id, event_type, data } });
const pathsOf = (answer: { body: { error: { fields: { path: string }[] } } }) =>
  answer.body.error.fields.map((field) => field.path).sort();

it("refuses an event whose data does not match its type's schema, with each wrong path", async () => {
  await define({ name: "invoice.paid", json_schema });
  const good = { id: "inv_1", lines: [{ amount: 1 }, { amount: 2 }] };
  expect((await send("invoice.paid", good)).status).toBe(201);
  const wrong = await send("invoice.paid", { id: "bad", lines: [{ amount: -1 }], extra: 1 });
  expect(wrong.status).toBe(422);
  expect(pathsOf(wrong)).toEqual(["data.extra", "data.id", "data.lines.0.amount"]);
  expect(pathsOf(await send("invoice.paid", {}))).toEqual(["data.id", "data.lines"]);
  expect(pathsOf(await send("invoice.paid", "text"))).toEqual(["data"]);
  const twice = await send("invoice.paid", {
    id: "inv_1",
    lines: [
      { amount: 1, a: 2 },
      { a: 2, amount: 1 },
    ],
  });
  expect(pathsOf(twice)).toEqual(["data.lines"]);
  expect((await send("invoice.other", {})).status).toBe(201);
});

it("validates each event of a batch, a fanout and a broadcast", async () => {
  await define({ name: "batch.item", json_schema: { type: "object", required: ["a"] } });
  const event = (data: unknown) => ({ event_type: "batch.item", data });
  const { body } = await project.ask("POST", "/events/batch", {
    body: {
      events: [event({ a: 1 }), event({}), { ...event({}), owner_id: "o" }, { ...event({ a: 1 }), endpoint_id }],
    },
  });
  expect(body.data.results.map((result: { status: number }) => result.status)).toEqual([201, 422, 422, 201]);
  expect(body.data.results[1].error.fields[0].path).toBe("data.a");
  for (const path of ["/events/fanout", "/events/broadcast"]) {
    const refused = await project.ask("POST", path, {
      body: { ...event({}), ...(path.endsWith("fanout") && { owner_id: "o" }) },
    });
    expect([refused.status, pathsOf(refused)]).toEqual([422, ["data.a"]]);
  }
});

it("follows the present schema: changed, removed, or deleted with its type", async () => {
  const { uid } = (await define({ name: "moving", json_schema: { type: "string" } })).body.data;
  expect((await send("moving", 1)).status).toBe(422);
  const change = (body: object) =>
    project.ask("PUT", `/event-types/${uid}`, { body: { ...body, accept_breaking_changes: true } });
  await change({ json_schema: { type: "integer" } });
  expect((await send("moving", 1)).status).toBe(201);
  expect((await send("moving", "x")).status).toBe(422);
  const deprecated = await project.ask("PUT", `/event-types/${uid}`, { body: { is_deprecated: true } });
  expect(deprecated.body.data).toMatchObject({ is_deprecated: true, deprecated_at: expect.any(String) });
  expect((await send("moving", 1)).status).toBe(201);
  await change({ json_schema: null });
  expect((await send("moving", "x")).status).toBe(201);
  await change({ json_schema: { type: "null" } });
  expect((await send("moving", "x")).status).toBe(422);
  expect((await project.ask("DELETE", `/event-types/${uid}`)).status).toBe(200);
  expect((await send("moving", "x")).status).toBe(201);
  expect((await project.ask("GET", `/event-types/${uid}`)).status).toBe(404);
  expect((await define({ name: "moving" })).status).toBe(201);
});

it("refuses schemas that cannot validate every payload in bounded time", async () => {
  const refuse = async (schema: object, path: string) => {
    const answer = await define({ name: "never", json_schema: schema });
    expect([answer.status, answer.body.error?.fields?.[0]?.path]).toEqual([422, path]);
  };
  await refuse({ type: "nonsense" }, "json_schema.type");
  await refuse({ $schema: "http://json-schema.org/draft-07/schema#" }, "json_schema.$schema");
  await refuse({ $ref: "https://example.com/schema.json" }, "json_schema.$ref");
  await refuse({ $ref: "#/$defs/missing" }, "json_schema.$ref");
  await refuse({ properties: { child: { $ref: "#" } } }, "json_schema.properties.child.$ref");
  await refuse(
    { $defs: { a: { not: { $ref: "#/$defs/b" } }, b: { not: { $ref: "#/$defs/a" } } } },
    "json_schema.$defs.a.not.$ref.not.$ref",
  );
  await refuse({ pattern: "(a+)+\\1" }, "json_schema.pattern");
  await refuse({ patternProperties: { "(?=a)": {} } }, "json_schema.patternProperties.(?=a)");
  await refuse({ properties: { a: { $id: "other" } } }, "json_schema.properties.a.$id");
  await refuse({ description: "x".repeat(70_000) }, "json_schema");
  const laughs = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [
      `l${i}`,
      { anyOf: [{ $ref: `#/$defs/l${i + 1}` }, { $ref: `#/$defs/l${i + 1}` }] },
    ]),
  );
  await refuse({ $defs: { ...laughs, l20: true }, $ref: "#/$defs/l0" }, "json_schema");
});

it("recognizes keywords, even if fields and values have the same names", async () => {
  const schema = { properties: { $ref: { type: "string" }, pattern: { const: { $ref: "#" } } } };
  expect((await define({ name: "odd.names", json_schema: schema })).status).toBe(201);
  expect((await send("odd.names", { $ref: "x", pattern: { $ref: "#" } })).status).toBe(201);
  expect((await send("odd.names", { $ref: 1 })).status).toBe(422);
});

it("answers a hostile payload quickly", async () => {
  await define({ name: "hostile", json_schema: { type: "array", uniqueItems: true, items: { pattern: "^(a|a)*$" } } });
  const before = process.cpuUsage();
  const items = Array.from({ length: 80_000 }, (_, i) => ({ i }));
  expect((await send("hostile", items)).status).toBe(201);
  expect((await send("hostile", [`${"a".repeat(200_000)}!`])).status).toBe(422);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000);
});

it("has a unique name in a project, and is found by name, category and deprecation", async () => {
  const other = await bench.project("outgoing");
  const make = (body: object) => other.ask("POST", "/event-types", { body });
  expect((await make({ name: "user.created", description: "Somebody came", category: "People" })).status).toBe(201);
  expect((await make({ name: "user.created" })).body.error.code).toBe("duplicate");
  expect((await make({ name: "user.*" })).status).toBe(422);
  await make({ name: "order.made" });
  const find = async (query: string) =>
    (await other.ask("GET", `/event-types?${query}`)).body.data.content.map((type: { name: string }) => type.name);
  expect(await find("")).toEqual(["order.made", "user.created"]);
  expect(await find("q=somebody")).toEqual(["user.created"]);
  expect(await find("category=People")).toEqual(["user.created"]);
  expect(await find("is_deprecated=true")).toEqual([]);
});

it("imports the webhooks of an OpenAPI document, with the components they refer to", async () => {
  const other = await bench.project("outgoing");
  const post = (schema: object, more = {}) => ({
    post: { summary: "S", tags: ["Shop"], ...more, requestBody: { content: { "application/json": { schema } } } },
  });
  const document = {
    openapi: "3.1.0",
    webhooks: {
      "order.made": post({ $ref: "#/components/schemas/Order" }, { deprecated: true }),
      "bad name": post({}),
      "order.tree": post({ $ref: "#/components/schemas/Tree" }),
      "order.ping": { post: {} },
    },
    components: {
      schemas: {
        Order: { type: "object", required: ["line"], properties: { line: { $ref: "#/components/schemas/Line" } } },
        Line: { type: "object", required: ["sku"] },
        Tree: { properties: { child: { $ref: "#/components/schemas/Tree" } } },
      },
    },
  };
  const run = async (body: object) => (await other.ask("POST", "/event-types/import", { body })).body;
  const { data } = await run({ document });
  expect(data).toMatchObject({ created: 2, updated: 0, unchanged: 0, refused: 2 });
  expect(data.results[2].message).toContain("cannot refer to itself");
  const [, made] = (await other.ask("GET", "/event-types")).body.data.content;
  expect(made).toMatchObject({ name: "order.made", description: "S", category: "Shop", is_deprecated: true });
  const refused = await other.ask("POST", "/events/broadcast", {
    body: { event_type: "order.made", data: { line: {} } },
  });
  expect(pathsOf(refused)).toEqual(["data.line.sku"]);
  expect((await run({ document })).data).toMatchObject({ created: 0, unchanged: 2 });
  document.webhooks["order.ping"] = post({ type: "object" });
  expect((await run({ document })).data).toMatchObject({ updated: 1, unchanged: 1 });
  expect((await run({ document, from: "schemas" })).data).toMatchObject({ created: 2, refused: 1 });
  expect((await run({ document: { ...document, openapi: "3.0.3" } })).error.fields[0].path).toBe("document.openapi");
  const actions = (await other.ask("GET", "/audit-log?action=event_type.*&perPage=100")).body.data.content;
  expect(actions.length).toBeGreaterThanOrEqual(5);
});

it("is compiled in the snapshot that events are planned from, so that no table is read for it", async () => {
  await define({ name: "hot", json_schema: { type: "object" } });
  await send("hot", {});
  const snapshot = bench.services.snapshots.peek(project.id);
  expect(snapshot?.validators.get("hot")?.({})).toEqual([]);
  expect(snapshot?.validators.get("hot")?.(1)).toHaveLength(1);
});

it("previews the result of an import for each type, and changes nothing", async () => {
  const other = await bench.project("outgoing");
  const schema = (required: string[]) => ({ type: "object", required });
  await other.ask("POST", "/event-types", { body: { name: "Known", json_schema: schema(["a"]) } });
  await other.ask("POST", "/event-types", { body: { name: "Same", json_schema: schema(["a"]) } });
  const schemas = { Known: schema(["b"]), Same: schema(["a"]), New: schema([]), Wrong: { type: "nonsense" } };
  const document = { openapi: "3.1.0", components: { schemas } };
  const list = async () => (await other.ask("GET", "/event-types")).body.data.content;
  const before = await list();
  const accepted = { document, dry_run: true, accept_breaking_changes: true };
  const { status, body } = await other.ask("POST", "/event-types/import", { body: accepted });
  expect(status).toBe(200);
  const told = body.data.results.map((one: { name: string; result: string; changes: string[] }) => [
    one.name,
    one.result,
    one.changes,
  ]);
  expect(told).toEqual([
    ["Known", "updated", ["json_schema"]],
    ["Same", "unchanged", []],
    ["New", "created", []],
    ["Wrong", "refused", []],
  ]);
  expect(await list()).toEqual(before);
  const actions = (await other.ask("GET", "/audit-log?action=event_type.*")).body.data.content;
  expect(actions.map((one: { action: string }) => one.action)).toEqual(["event_type.created", "event_type.created"]);
});

it("validates a payload against a schema that is not stored yet", async () => {
  const tryIt = (body: object) => project.ask("POST", "/event-types/test", { body });
  const schema = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
  expect((await tryIt({ json_schema: schema, data: { id: 1 } })).body.data).toEqual({ matches: true, errors: [] });
  const { body } = await tryIt({ json_schema: schema, data: { id: "x" } });
  expect(body.data).toMatchObject({ matches: false, errors: [{ path: "data.id" }] });
  expect((await tryIt({ json_schema: schema })).body.error.fields[0].path).toBe("data");
  expect((await tryIt({ json_schema: { type: "nonsense" }, data: 1 })).body.error.fields[0].path).toBe(
    "json_schema.type",
  );
});

it("creates and imports types of the same names at once without a deadlock", async () => {
  const webhooks = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`crowd.t${at}`, { post: {} }]));
  const document = { openapi: "3.1.0", info: { title: "Crowd", version: "1" }, webhooks };
  const answers = await Promise.all(
    Object.keys(webhooks).flatMap((name) => [
      define({ name }),
      project.ask("POST", "/event-types/import", { body: { document } }),
      project.endpoint(),
    ]),
  );
  const statuses = answers.flatMap((answer) => (typeof answer === "string" ? [] : [answer.status]));
  for (const status of statuses) expect([200, 201, 409]).toContain(status);
  const { content } = (await project.ask("GET", "/event-types?q=crowd&perPage=100")).body.data;
  expect(content.map(({ name }: { name: string }) => name).sort()).toEqual(Object.keys(webhooks));
});
